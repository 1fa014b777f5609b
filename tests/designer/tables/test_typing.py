from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLineEdit

from designer.document import Document
from designer.tables.grid import GridView
from engine.records.play import Phase
from tests.kit.grids import column, go, type_into

EDITING = QAbstractItemView.State.EditingState


def sides(document: Document) -> list[str | None]:
    return [phase.side for phase in sorted(document.rows.all(Phase), key=lambda phase: phase.position)]


def press(grid: GridView, *keys: Qt.Key) -> None:
    """Press keys wherever the keyboard is, in the table or in the editor of a cell."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or grid.view, key)
        QApplication.processEvents()


def say(grid: GridView, text: str) -> None:
    for letter in text:
        QTest.keyClicks(QApplication.focusWidget() or grid.view, letter)


def begin(grid: GridView, row: int, key: str) -> None:
    grid.activateWindow()
    grid.view.setFocus()
    go(grid, row, column(grid, key))


def place(grid: GridView) -> tuple[int, str]:
    index = grid.view.currentIndex()
    return index.row(), grid.model.headings[index.column()].key


def test_a_whole_code_typed_into_a_list_cell_is_written_once_and_the_next_key_changes_nothing(
    grid: GridView, document: Document
) -> None:
    begin(grid, 1, "side")
    say(grid, "soviet")
    press(grid, Qt.Key.Key_Return)
    assert sides(document) == ["german", "soviet", None]
    assert grid.view.state() != EDITING, "Enter closed the cell for good"
    edits = document.stack.count()
    press(grid, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down)
    assert sides(document) == ["german", "soviet", None]
    assert document.stack.count() == edits


def test_arrows_and_the_wheel_in_an_open_list_choose_but_write_only_on_enter(
    grid: GridView, document: Document
) -> None:
    begin(grid, 2, "side")
    edits = document.stack.count()
    press(grid, Qt.Key.Key_F2, Qt.Key.Key_Down)
    box = next(box for box in grid.view.viewport().findChildren(QComboBox) if box.isVisible())
    assert box.currentText() == "German"
    centre = QPointF(box.rect().center())
    turn = QWheelEvent(
        centre,
        QPointF(box.mapToGlobal(centre.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turn)
    assert box.currentText() == "German", "the wheel is for scrolling"
    assert document.stack.count() == edits
    press(grid, Qt.Key.Key_Return)
    assert sides(document)[2] == "german"


def test_a_choice_from_the_opened_list_is_written_at_once(grid: GridView, document: Document) -> None:
    begin(grid, 2, "side")
    press(grid, Qt.Key.Key_F2)
    box = next(box for box in grid.view.viewport().findChildren(QComboBox) if box.isVisible())
    box.showPopup()
    QApplication.processEvents()
    at = box.view().visualRect(box.model().index(2, 0)).center()
    QTest.mouseMove(box.view().viewport(), at)
    QTest.qWait(QApplication.doubleClickInterval() + 50)  # a release straight after opening only keeps the list open
    QTest.mouseClick(box.view().viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QApplication.processEvents()
    assert sides(document)[2] == "soviet"
    assert grid.view.state() != EDITING


def test_escape_leaves_a_list_cell_as_it_was(grid: GridView, document: Document) -> None:
    begin(grid, 0, "side")
    say(grid, "soviet")
    press(grid, Qt.Key.Key_Escape)
    assert sides(document)[0] == "german"


def test_enter_goes_down_and_shift_enter_up(grid: GridView, document: Document) -> None:
    begin(grid, 0, "name")
    say(grid, "Advance")
    press(grid, Qt.Key.Key_Return)
    assert place(grid) == (1, "name")
    say(grid, "Fire")
    press(grid, Qt.Key.Key_Enter)
    assert [phase.name for phase in document.rows.all(Phase)][:2] == ["Advance", "Fire"]
    assert place(grid) == (2, "name")
    press(grid, Qt.Key.Key_Return)
    assert place(grid) == (2, "name"), "below the last line there is nothing"
    QTest.keyClick(grid.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert place(grid) == (1, "name")
    assert grid.view.state() != EDITING


def test_enter_goes_to_the_line_that_was_below_even_where_the_order_changes(grid: GridView) -> None:
    grid.view.sortByColumn(column(grid, "name"), Qt.SortOrder.AscendingOrder)
    begin(grid, 0, "name")
    assert grid.view.currentIndex().data() == "Combat"
    say(grid, "Zeal")
    press(grid, Qt.Key.Key_Return)
    assert grid.view.currentIndex().data() == "Exploitation"


def test_a_text_that_is_refused_in_a_list_cell_stays_closed_too(grid: GridView, document: Document) -> None:
    type_into(grid, 1, column(grid, "side"), "finnish")
    assert grid.view.state() != EDITING
    assert not [line for line in grid.view.viewport().findChildren(QLineEdit) if line.isVisible()]
    assert sides(document)[1] is None and "1 not taken over" in grid.count.text()
