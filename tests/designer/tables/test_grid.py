from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.document import Document
from designer.mapeditor.operations.blank import blank
from designer.oob.units import UnitSheet
from designer.tables.grid import GridView
from designer.tables.importing import ImportDialog
from designer.theme import current_theme
from engine.records.board import Grid as Board
from engine.records.counters import Face, Unit
from engine.records.play import Phase
from engine.store.library import Library
from tests.kit.grids import column, editor, go, type_into

CONTROL = Qt.KeyboardModifier.ControlModifier


def names(document: Document) -> list[str]:
    return [phase.name for phase in sorted(document.rows.all(Phase), key=lambda phase: phase.position)]


def test_typing_into_a_cell_changes_the_row_and_undo_takes_it_back(grid: GridView, document: Document) -> None:
    type_into(grid, 0, 0, "Advance")
    assert names(document)[0] == "Advance"
    assert document.stack.undoText() == "Change name of German movement"
    document.stack.undo()
    assert names(document)[0] == "German movement"


def test_a_bad_value_stays_in_its_cell_with_its_reason_and_reaches_no_row(grid: GridView, document: Document) -> None:
    at = column(grid, "first_turn")
    edits = len(document.library.history("small"))
    type_into(grid, 1, at, "soon")
    index = grid.view.order.index(1, at)
    assert index.data() == "soon"
    assert "is not a number" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert index.data(Qt.ItemDataRole.BackgroundRole) is not None
    assert document.rows.all(Phase)[1].first_turn is None
    assert len(document.library.history("small")) == edits
    assert "1 not taken over" in grid.count.text()
    type_into(grid, 1, at, "2")
    assert document.rows.all(Phase)[1].first_turn == 2
    assert "not taken over" not in grid.count.text()


def test_ctrl_enter_writes_into_every_selected_cell(grid: GridView, document: Document) -> None:
    at = column(grid, "last_turn")
    go(grid, 0, at)
    line = editor(grid)
    selected = grid.view.selectionModel()
    for row in range(3):
        selected.select(grid.view.order.index(row, at), selected.SelectionFlag.Select)
    QTest.keyClicks(line, "3")
    QTest.keyClick(line, Qt.Key.Key_Return, CONTROL)
    assert [phase.last_turn for phase in document.rows.all(Phase)] == [3, 3, 3]
    document.stack.undo()
    assert [phase.last_turn for phase in document.rows.all(Phase)] == [None, None, None]


def test_fill_down_copies_the_top_of_the_selection(grid: GridView, document: Document) -> None:
    type_into(grid, 0, 0, "Same")
    selected = grid.view.selectionModel()
    for row in range(3):
        selected.select(grid.view.order.index(row, 0), selected.SelectionFlag.Select)
    grid.view.fill_down()
    assert names(document) == ["Same", "Same", "Same"]


def test_a_block_from_a_spreadsheet_is_pasted_and_missing_lines_are_added(grid: GridView, document: Document) -> None:
    QGuiApplication.clipboard().setText("Second\nThird\nFourth\n")
    go(grid, 1, 0)
    grid.handlers()["edit.paste"]()
    assert names(document) == ["German movement", "Second", "Third", "Fourth"]
    assert document.stack.undoText() == "Paste 3 cells"
    document.stack.undo()
    assert names(document) == ["German movement", "Combat", "Exploitation"]


def test_what_is_copied_can_be_pasted_elsewhere(grid: GridView, document: Document) -> None:
    go(grid, 0, 0)
    grid.view.copy()
    assert QGuiApplication.clipboard().text() == "German movement"
    go(grid, 2, 0)
    grid.view.paste()
    assert names(document)[2] == "German movement"


def test_filter_sort_and_find(grid: GridView) -> None:
    grid.filter.setText("comb")
    assert grid.view.order.rowCount() == 1
    assert grid.count.text() == "1 of 3 phases"
    grid.column.setCurrentIndex(grid.column.findData("kind"))
    assert grid.view.order.rowCount() == 0
    grid.filter.clear()
    grid.view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert grid.view.order.index(0, 0).data() == "German movement"
    grid.handlers()["table.find"]()
    grid.find_bar.what.setText("expl")
    assert grid.find_bar.find_next()
    assert grid.view.currentIndex().data() == "Exploitation"


def test_replace_all_is_one_edit(grid: GridView, document: Document) -> None:
    grid.find_bar.what.setText("O")
    grid.find_bar.other.setText("0")
    grid.find_bar.every.click()
    assert names(document) == ["German m0vement", "C0mbat", "Expl0itati0n"]
    document.stack.undo()
    assert names(document) == ["German movement", "Combat", "Exploitation"]


def test_replace_all_keeps_to_its_column_and_tells_capitals_apart(
    grid: GridView, document: Document, qtbot: QtBot
) -> None:
    type_into(grid, 1, 0, "Soviet move")
    type_into(grid, 2, 0, "Movement")
    go(grid, 0, 0)
    grid.handlers()["table.find"]()
    bar = grid.find_bar
    assert bar.column.currentText() == "in Name", "it looks where one stands"
    QTest.keyClicks(bar.what, "move")
    QTest.keyClicks(bar.other, "march")
    QTest.mouseClick(bar.case, Qt.MouseButton.LeftButton, pos=QPoint(8, bar.case.height() // 2))
    assert bar.case.isChecked()
    with qtbot.waitSignal(grid.said) as heard:
        QTest.mouseClick(bar.every, Qt.MouseButton.LeftButton)
    assert names(document) == ["German marchment", "Soviet march", "Movement"]
    assert {phase.kind for phase in document.rows.all(Phase)} == {"movement"}, "other columns are left alone"
    assert heard.args[0] == "Replaced in 2 cells under Name"


def test_lines_are_added_duplicated_moved_and_deleted(grid: GridView, document: Document) -> None:
    grid.view.forget()
    grid.buttons["table.add"].click()
    assert names(document)[3] == "New phase"
    grid.view.select_lines([("combat",)])
    grid.buttons["table.duplicate"].click()
    assert names(document)[4] == "Combat"
    grid.view.select_lines([("combat",)])
    grid.buttons["table.up"].click()
    assert names(document)[0] == "Combat"
    grid.buttons["table.remove"].click()
    assert names(document) == ["German movement", "Exploitation", "New phase", "Combat"]


def test_problems_of_the_scenario_mark_their_cells(grid: GridView, document: Document, qtbot: QtBot) -> None:
    at = column(grid, "kind")
    type_into(grid, 0, at, "dancing")
    index = grid.view.order.index(0, at)
    qtbot.waitUntil(lambda: "no kind of phase dancing" in str(index.data(Qt.ItemDataRole.ToolTipRole)), timeout=5000)


def test_an_import_shows_what_is_wrong_before_anything_changes(
    grid: GridView, document: Document, tmp_path: Path
) -> None:
    file = tmp_path / "phases.csv"
    file.write_text("Name;From turn;Colour\nCombat;2;red\nRout;never;blue\nRally;3;green\n", encoding="utf-8")
    before = names(document)
    dialog = grid.import_file(file)
    assert isinstance(dialog, ImportDialog)
    assert [combo.currentData() for combo in dialog.matches] == ["name", "first_turn", ""]
    assert dialog.summary.text() == "1 phase would be added, 1 changed, 1 left out."
    assert dialog.troubles.item(0, 3).text() == "“never” is not a number"
    assert names(document) == before
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert names(document) == [*before, "Rally"]
    assert document.rows.all(Phase)[1].first_turn == 2


def test_a_file_that_is_no_table_is_refused_in_a_sentence(grid: GridView, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "picture.csv"
    file.write_bytes(b"\x89PNG\x00\x00")
    with qtbot.waitSignal(grid.refused) as heard:
        assert grid.import_file(file) is None
    assert "picture.csv was not imported" in heard.args[0]


def test_an_export_can_be_read_back(grid: GridView, tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    grid.export_file(file)
    assert file.read_text(encoding="utf-8-sig").splitlines()[1].startswith('"German movement","movement","German"')


def test_a_new_line_comes_below_the_one_in_front_and_is_of_its_side(grid: GridView, document: Document) -> None:
    go(grid, 0, 0)
    grid.buttons["table.add"].click()
    assert names(document) == ["German movement", "New phase", "Combat", "Exploitation"]
    assert document.rows.get(Phase, "new-phase").side == "german"  # type: ignore[union-attr]
    assert grid.view.currentIndex().data() == "New phase"
    grid.buttons["table.add"].click()
    go(grid, 0, 0)
    grid.buttons["table.add"].click()
    kept = sorted(document.library.load("small").all(Phase), key=lambda phase: phase.position)
    keys = [phase.phase for phase in kept]
    assert keys == ["german-move", "new-phase-3", "new-phase", "new-phase-2", "combat", "exploitation"]
    for _ in range(3):
        document.stack.undo()
    assert names(document) == ["German movement", "Combat", "Exploitation"]


def test_a_pasted_table_is_laid_under_the_headings_it_brings(grid: GridView, document: Document, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("From turn\tRemark\tname\n2\tcold\tFrost\n3\twarm\tThaw\n")
    grid.view.forget()
    with qtbot.waitSignal(grid.said) as heard:
        grid.handlers()["edit.paste"]()
    assert names(document) == ["German movement", "Combat", "Exploitation", "Frost", "Thaw"]
    assert [phase.first_turn for phase in document.rows.all(Phase)][3:] == [2, 3]
    assert heard.args[0] == "Pasted 6 cells; no column here is called “Remark”"


def test_a_block_without_headings_is_laid_where_it_is_put(grid: GridView, document: Document) -> None:
    QGuiApplication.clipboard().setText("Name of it\tmovement\n")
    go(grid, 1, 0)
    grid.handlers()["edit.paste"]()
    assert names(document)[1] == "Name of it"


def test_columns_grow_with_what_is_pasted_into_them(grid: GridView) -> None:
    before = grid.view.columnWidth(0)
    QGuiApplication.clipboard().setText("The long march to the river\n")
    go(grid, 1, 0)
    grid.handlers()["edit.paste"]()
    assert grid.view.columnWidth(0) > before
    room = grid.view.fontMetrics().horizontalAdvance("The long march to the river")
    assert grid.view.columnWidth(0) >= room


def test_columns_grow_with_what_a_pasted_line_has_of_itself(
    dressed: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "empty.db") as library:
        library.add("empty", blank("Nothing yet", Board(columns=5, rows=5)))
        document = Document(library, "empty")
        units = GridView(document, UnitSheet(document.rows))
        qtbot.addWidget(units)
        QGuiApplication.clipboard().setText("Unit\tAttack\tMoves\nXXIV Pz\t8\t6\n")
        units.view.paste()
        (unit,) = document.rows.all(Unit)
        face = document.rows.get(Face, unit.unit, 0)
        assert face is not None and (face.attack, face.movement) == (8, 6)
        room = units.view.fontMetrics().horizontalAdvance(unit.size)
        assert unit.size == "division" and units.view.columnWidth(column(units, "size")) > room


def test_a_mark_is_seen_under_the_selection_too(grid: GridView) -> None:
    at = column(grid, "first_turn")
    type_into(grid, 1, at, "soon")
    go(grid, 1, at)
    box = grid.view.visualRect(grid.view.currentIndex())
    QApplication.processEvents()
    picture = grid.view.viewport().grab(box).toImage()
    bad = current_theme().colour("bad")
    assert picture.pixelColor(picture.width() - 3, 2) == bad, "a corner in the colour of what is wrong"
    go(grid, 0, at)
    clean = grid.view.viewport().grab(grid.view.visualRect(grid.view.currentIndex())).toImage()
    assert clean.pixelColor(clean.width() - 3, 2) != bad


def test_the_first_column_stays_in_sight_when_the_others_are_scrolled(grid: GridView, document: Document) -> None:
    grid.resize(420, 300)
    QApplication.processEvents()
    view = grid.view
    assert not view.frozen.isVisible()
    bar = view.horizontalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    QApplication.processEvents()
    assert view.frozen.isVisible() and view.frozen.width() >= view.columnWidth(0)
    first = view.frozen.visualRect(view.order.index(1, 0)).center()
    QTest.mouseClick(view.frozen.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, first)
    assert view.line() == ("combat",)
    assert bar.value() == bar.maximum(), "choosing a line there does not scroll the table back"
    view.setCurrentIndex(view.order.index(1, len(grid.model.headings) - 1))
    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Left)
    seen = view.visualRect(view.currentIndex()).left()
    assert seen >= view.frozen.reach, "no cell hides behind it"
    bar.setValue(0)
    QApplication.processEvents()
    assert not view.frozen.isVisible()
