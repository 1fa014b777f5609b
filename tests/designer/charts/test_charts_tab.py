from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QHeaderView, QListWidget

from designer.charts.bars import fitting
from designer.charts.tab import TEC, Charts
from designer.charts.tecpage import TecGrid
from designer.inputs.nested import ListInput, UnionInput
from designer.paint.results import wash
from designer.shell.window import MainWindow
from engine.records.board import CellRow, TecColumn, TerrainKind
from engine.records.changes import put
from engine.records.charts import Chart, ChartCell, ChartColumn, EliminateAll, Result
from engine.store.library import Library
from tests.kit.grids import type_line
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> Charts:
    window.open_scenario("arduous", "charts")
    part = window.show_part("charts")
    assert isinstance(part, Charts)
    QApplication.processEvents()
    return part


def dialog_of(tab: Charts) -> QDialog:
    found = [dialog for dialog in QApplication.topLevelWidgets() if isinstance(dialog, QDialog) and dialog.isVisible()]
    assert len(found) == 1
    return found[0]


def test_cells_take_the_colour_of_who_suffers(tab: Charts) -> None:
    view = tab.crt.page.grid.view
    index = view.index_of("1", "c:1:1")
    assert index.data() == "AL"
    assert index.data(Qt.ItemDataRole.BackgroundRole) == wash("attacker")
    type_line(tab.crt.page.grid, "1", {"c:1:1": "DR"})
    assert view.index_of("1", "c:1:1").data(Qt.ItemDataRole.BackgroundRole) == wash("defender")


def test_doubts_come_and_go_with_the_edit(tab: Charts) -> None:
    assert not tab.crt.doubts.isVisible()
    for die in "123456":
        tab.crt.page.grid.model.write({(die, "c:6:1"): "AL"})
    assert "6:1 is worse for the attacker than 5:1" in tab.crt.doubts.text()
    for _ in range(6):
        tab.document.stack.undo()
    assert not tab.crt.doubts.isVisible()


def test_columns_are_added_renamed_and_removed(tab: Charts, window: MainWindow) -> None:
    page = tab.crt.page
    page.add_column("7:1")
    assert [row.column for row in page.sheet.columns()][-1] == "7:1"
    assert "7:1: some rolls have no result" in tab.crt.doubts.text()
    page.add_column("lots")
    assert "headed like 3:1" in window.notice.text
    page.rename_column("7:1", "8:1")
    page.grid.view.show_line("1", "c:8:1")
    page.remove_column()
    assert not tab.document.rows.has(ChartColumn, "crt", "8:1")


def test_a_result_is_built_from_effects_without_code(tab: Charts) -> None:
    results = tab.crt.results
    results.grid.view.show_line(results.grid.sheet.lines()[-1])
    results.grid.buttons["table.add"].click()
    assert results.result() == Result(chart="crt", code="R1", name="New result", position=6)
    effects = results.form.inputs["effects"]
    assert isinstance(effects, ListInput)
    QTest.mouseClick(effects.add_button, Qt.MouseButton.LeftButton)
    first = effects.items[0]
    assert isinstance(first, UnionInput)
    first.choice.setCurrentIndex(first.choice.findData("eliminate"))
    assert first.form is not None
    who = first.form.inputs["who"].widget
    assert isinstance(who, QComboBox)
    who.setCurrentIndex(who.findData("attacker"))
    made = tab.document.rows.get(Result, "crt", "R1")
    assert made is not None and made.effects == (EliminateAll(who="attacker"),)
    assert "Every attacking unit is eliminated." in results.says.text()
    type_line(results.grid, ("crt", "R1"), {"code": "AE"})
    assert tab.document.rows.has(Result, "crt", "AE") and not tab.document.rows.has(Result, "crt", "R1")
    type_line(tab.crt.page.grid, "1", {"c:1:1": "AE"})
    assert tab.document.rows.get(ChartCell, "crt", "1", "1:1").value == "AE"  # type: ignore[union-attr]


def test_the_try_out_names_every_shift(tab: Charts) -> None:
    pane = tab.crt.tryout
    pane.attack.setValue(16)
    pane.defence.setValue(4)
    pane.terrain.setCurrentIndex(pane.terrain.findData("swamp"))
    pane.hexside.setCurrentIndex(pane.hexside.findData("river"))
    assert "Odds <b>4:1</b>" in pane.says.text() and "column <b>2:1</b>" in pane.says.text()
    assert "-1 defending in swamp; -1 every attacker crosses a river" in pane.says.text()


def test_a_kind_in_use_is_deleted_only_for_another(tab: Charts) -> None:
    tab.show_chart(TEC)
    grid = tab.tec.grids["terrain"]
    assert isinstance(grid, TecGrid)
    many = sum(cell.terrain == "swamp" for cell in tab.document.rows.all(CellRow))
    assert many and grid.view.index_of("swamp", "uses").data() == str(many)
    grid.view.select_lines(["swamp"])
    grid.buttons["table.remove"].click()
    dialog = dialog_of(tab)
    choice = dialog.findChild(QListWidget)
    assert choice is not None
    choice.setCurrentRow([choice.item(n).text() for n in range(choice.count())].index("Forest"))
    dialog.accept()
    assert not tab.document.rows.has(TerrainKind, "swamp")
    assert not any(cell.terrain == "swamp" for cell in tab.document.rows.all(CellRow))
    assert tab.document.stack.undoText() == "Replace Swamp by Forest"
    tab.document.stack.undo()
    assert sum(cell.terrain == "swamp" for cell in tab.document.rows.all(CellRow)) == many


def test_a_movement_class_is_a_column_like_any_other(tab: Charts) -> None:
    tab.show_chart(TEC)
    grid = tab.tec.grids["effects"]
    tab.tec.tabs.setCurrentIndex(4)
    grid.buttons["table.add"].click()
    assert tab.document.rows.has(TecColumn, "move.new-class")
    type_line(grid, ("move.new-class",), {"name": "Cavalry", "effect": "move.cavalry"})
    column = tab.document.rows.get(TecColumn, "move.cavalry")
    assert column is not None and column.name == "Cavalry"
    assert "Cavalry" in [heading.title for heading in tab.tec.grids["terrain"].model.headings]


def test_tables_of_any_kind_are_made_and_removed(tab: Charts) -> None:
    tab.add_chart("Weather", "Table of any kind")
    assert tab.current() == "weather"
    tab.table.facts.changed.emit("rows_are", "turn")
    tab.table.grid.buttons["table.add"].click()
    type_line(tab.table.grid, tab.table.sheet.lines()[0], {"c:column 1": "Mud"})
    assert tab.document.rows.get(Chart, "weather").rows_are == "turn"  # type: ignore[union-attr]
    assert [cell.value for cell in tab.document.rows.all(ChartCell) if cell.chart == "weather"] == ["Mud"]
    QTest.mouseClick(tab.remove_button, Qt.MouseButton.LeftButton)
    assert not tab.document.rows.has(Chart, "weather") and tab.current() == "crt"


def test_culprits_are_shown(tab: Charts) -> None:
    assert tab.reveal("chart_cell", ("crt", "3", "4:1"))
    assert tab.crt.page.column() == "4:1"
    assert tab.reveal("tec", ("terrain", "forest", "combat.shift"))
    assert tab.tec.grids["terrain"].view.line() == "forest"


def test_long_results_get_columns_of_their_own_width_and_bars_cut_no_letter(tab: Charts, window: MainWindow) -> None:
    tab.show_chart("crt")
    page, document = tab.crt.page, window.document
    header = page.grid.view.horizontalHeader()
    assert document is not None and header.sectionResizeMode(1) == QHeaderView.ResizeMode.Stretch
    long = "Ao1e4/DL1o2DG"
    document.edit("Say much", [put(document.rows, ChartCell(chart="crt", row="1", column="1:1", value=long))])
    QApplication.processEvents()
    assert header.sectionResizeMode(1) == QHeaderView.ResizeMode.Interactive
    cell = page.grid.view.index_of("1", "c:1:1")
    room = page.grid.view.columnWidth(cell.column())
    assert room >= page.grid.view.fontMetrics().horizontalAdvance(long)
    picture = QImage(10, 10, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    wide = painter.fontMetrics().horizontalAdvance(long)
    assert fitting(painter, long, wide + 8) == long and fitting(painter, long, 6) == ""
    assert fitting(painter, long, wide * 0.6).endswith("…")
    painter.end()
