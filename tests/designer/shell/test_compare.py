"""Two versions of a scenario, and two scenarios, compared in tables and on the map."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.mapeditor.editor import MapEditor
from designer.shell.compare import CompareDialog
from designer.shell.differences import differences
from designer.shell.window import MainWindow
from engine.records.board import CellRow, Place
from engine.records.counters import Unit
from engine.store.library import Library
from tests.kit.mouse import Mouse
from tests.kit.small import small_scenario


def dialog_of(window: MainWindow) -> CompareDialog:
    window.book.run("scenario.compare")
    QApplication.processEvents()
    found = window.findChild(CompareDialog)
    assert found is not None
    return found


def lines(dialog: CompareDialog) -> list[list[str]]:
    return [[dialog.table.item(row, at).text() for at in range(4)] for row in range(dialog.table.rowCount())]


def test_edits_are_seen_in_the_table_and_on_the_map_and_lead_to_their_rows(
    editor: MapEditor, window: MainWindow, library: Library
) -> None:
    editor.context.choose("terrain", "forest")
    Mouse(editor.view).drag("0202", "0203")
    Mouse(editor.view).click("0505")
    dialog = dialog_of(window)
    assert dialog.other.currentText() == "as it was at first"
    assert dialog.says.text().startswith("3 rows changed.")
    assert lines(dialog) == [[f"Hex {cell}", "Terrain", "Clear", "Forest"] for cell in ("0202", "0203", "0505")]
    assert dialog.marked() == dict.fromkeys(("0202", "0203", "0505"), "changed")
    dialog.other.setCurrentIndex(1)
    assert "Paint" in dialog.other.currentText()
    assert [line[0] for line in lines(dialog)] == ["Hex 0505"], "what the last edit did"
    at = dialog.table.visualItemRect(dialog.table.item(0, 0)).center()
    viewport = dialog.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert window.workspace is not None and window.workspace.current() is editor
    dialog.close()


def test_another_scenario_of_the_library_can_be_compared(editor: MapEditor, window: MainWindow) -> None:
    dialog = dialog_of(window)
    names = [dialog.other.itemText(at) for at in range(dialog.other.count())]
    assert names == ["the scenario Minsk pocket"]
    assert any(one.table == "scenario" for one in dialog.found)
    dialog.filter.setText("orsha")
    assert ["Title and description", "Name", "Minsk pocket", "Bridge at Orsha"] in lines(dialog)
    dialog.close()


def test_rows_that_came_went_and_changed_are_told_apart() -> None:
    before, after = small_scenario(), small_scenario()
    unit = after.get(Unit, "xxiv-pz")
    assert unit is not None
    after.put(Unit(unit="new", name="New Guards", side="soviet", nationality="soviet"))
    after.drop(Unit, "13-army")
    after.put(CellRow(cell="0101", terrain="forest"))
    town = before.all(Place)[0]
    after.put(Place(place=town.place, name="Orscha", kind=town.kind, cell="0303", value=town.value, owner="german"))
    told = {(one.kind, one.table, one.place): one for one in differences(before, after)}
    assert {key[:2] for key in told} == {
        ("added", "unit"),
        ("removed", "unit"),
        ("changed", "cell"),
        ("changed", "place"),
    }
    moved = told["changed", "place", "Place Orscha"]
    assert {title: (old, new) for title, old, new in moved.columns} == {
        "Name": ("Orsha", "Orscha"),
        "Cell": ("0302", "0303"),
        "Owner at start": ("Soviet", "German"),
    }
    assert moved.cells == ("0302", "0303")
    assert differences(before, small_scenario()) == []
