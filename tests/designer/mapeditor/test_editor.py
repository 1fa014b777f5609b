"""The map editor with a real mouse and a real keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from designer.mapeditor import commands
from designer.mapeditor.dialogs.size import RenumberDialog, ResizeDialog
from designer.mapeditor.dialogs.statistics import StatisticsDialog
from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations.keys import removal
from designer.mapview.goto import GoToBar
from designer.rowdialog import RowDialog
from designer.shell.window import MainWindow
from engine.errors import StavkaError
from engine.records.board import (
    Box,
    CellRow,
    Grid,
    Hexside,
    Link,
    LinkKind,
    Place,
    Region,
    RegionCell,
    TerrainKind,
    Underlay,
)
from engine.records.changes import put
from engine.store.library import Library
from tests.kit.mouse import SHIFT, Mouse


def press_key(editor: MapEditor, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    editor.view.setFocus()
    QTest.keyClick(editor.view, key, keys)


def terrain(editor: MapEditor, label: str) -> str:
    row = editor.document.rows.get(CellRow, label)
    assert row is not None
    return row.terrain


def stored(library: Library) -> dict[str, str]:
    return {row.cell: row.terrain for row in library.load("orsha").all(CellRow)}


@pytest.fixture
def mouse(editor: MapEditor) -> Mouse:
    return Mouse(editor.view)


def test_a_stroke_paints_is_one_step_and_is_on_disk_when_the_button_goes_up(
    editor: MapEditor, mouse: Mouse, library: Library
) -> None:
    press_key(editor, Qt.Key.Key_B)
    editor.context.choose("terrain", "forest")
    mouse.press("0303", "0304", "0305", "0306")
    assert terrain(editor, "0304") == "forest"
    assert stored(library)["0304"] == "clear"
    QTest.mouseRelease(editor.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, mouse.pixel("0306"))
    assert editor.document.stack.undoText() == "Paint forest, 4 hexes"
    assert editor.document.stack.count() == 1
    assert {label for label, kind in stored(library).items() if kind == "forest"} == {"0303", "0304", "0305", "0306"}


def test_keys_choose_the_size_of_the_brush(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_B)
    press_key(editor, Qt.Key.Key_2)
    editor.context.choose("terrain", "marsh")
    mouse.click("0505")
    assert editor.document.stack.undoText() == "Paint marsh, 7 hexes"


def test_escape_drops_a_stroke(editor: MapEditor, mouse: Mouse, library: Library) -> None:
    editor.context.choose("terrain", "forest")
    mouse.press("0303", "0304")
    press_key(editor, Qt.Key.Key_Escape)
    assert terrain(editor, "0303") == "clear"
    assert editor.document.stack.count() == 0
    assert set(stored(library).values()) == {"clear"}


def test_undo_and_redo_with_keys_move_map_and_database(
    editor: MapEditor, mouse: Mouse, library: Library, window: MainWindow
) -> None:
    editor.context.choose("terrain", "hills")
    mouse.click("0404")
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    press_key(editor, Qt.Key.Key_Z, control)
    assert terrain(editor, "0404") == stored(library)["0404"] == "clear"
    assert window.book["edit.redo"].text() == "&Redo Paint hills, 1 hex"
    press_key(editor, Qt.Key.Key_Z, control | shift)
    assert terrain(editor, "0404") == stored(library)["0404"] == "hills"


def test_the_fill_stays_within_its_banks(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_T)
    editor.context.choose("terrain", "forest")
    mouse.drag("0601", "0609")
    assert editor.document.stack.undoText() == "Rectangle of forest, 9 hexes"
    press_key(editor, Qt.Key.Key_F)
    editor.context.choose("terrain", "marsh")
    mouse.click("0105")
    assert editor.document.stack.undoText() == "Fill with marsh, 45 hexes"
    assert terrain(editor, "0705") == "clear"


def test_the_picker_takes_a_terrain_and_gives_way_to_the_brush(editor: MapEditor, mouse: Mouse) -> None:
    editor.context.choose("terrain", "hills")
    mouse.click("0404")
    editor.context.choose("terrain", "forest")
    press_key(editor, Qt.Key.Key_I)
    mouse.click("0404")
    assert editor.context.choice["terrain"] == "hills"
    assert editor.tool_name == "brush"


def test_a_river_is_drawn_along_hexsides_and_erased_with_shift(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_R)
    grid = editor.view.grid
    corners = grid.corners(grid.parse("0505"))
    along = [corners[5], corners[0], corners[1], corners[2]]
    mouse.drag(*along)
    assert editor.document.stack.undoText() == "Draw river, 3 hexsides"
    drawn = {(row.cell, row.side) for row in editor.document.rows.all(Hexside)}
    wanted = [grid.stored_side(grid.parse("0505"), side) for side in (5, 0, 1)]
    assert drawn == {(grid.label(cell), side) for cell, side in wanted}
    mouse.drag(*along[:3], keys=SHIFT)
    assert editor.document.stack.undoText() == "Erase river, 2 hexsides"
    assert len(editor.document.rows.all(Hexside)) == 1


def test_a_click_on_a_hexside_paints_it_and_a_second_click_clears_it(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_R)
    edge = editor.view.grid.edge(editor.view.grid.parse("0505"), 3)
    assert edge is not None
    middle = ((edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2 - 0.05)
    mouse.click(middle)
    assert [(row.cell, row.side) for row in editor.document.rows.all(Hexside)] == [("0505", 3)]
    mouse.click(middle)
    assert editor.document.rows.all(Hexside) == []


def test_a_railway_is_dragged_and_a_road_routed_between_two_clicks(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_L)
    editor.context.choose("link", "rail")
    mouse.drag("0202", "0203", "0204", "0205")
    assert editor.document.stack.undoText() == "Lay railway, 3 stretches"
    editor.context.choose("link", "road")
    mouse.click("0302")
    mouse.click("0902")
    links = [row for row in editor.document.rows.all(Link) if row.kind == "road"]
    assert editor.document.stack.undoText() == f"Lay road, {len(links)} stretches"
    ends = [label for row in links for label in (row.cell, row.other)]
    assert ends.count("0302") == ends.count("0902") == 1
    assert all(ends.count(label) == 2 for label in set(ends) - {"0302", "0902"})


def test_the_eraser_wipes_features_but_not_locked_layers(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_L)
    mouse.drag("0202", "0203", "0204")
    editor.layers.locks["links"].click()
    press_key(editor, Qt.Key.Key_E)
    mouse.click("0203")
    assert len(editor.document.rows.all(Link)) == 2
    editor.layers.locks["links"].click()
    mouse.click("0203")
    assert editor.document.stack.undoText() == "Erase 2 features"


def test_a_locked_layer_says_so(editor: MapEditor, mouse: Mouse, window: MainWindow) -> None:
    editor.layers.locks["terrain"].click()
    mouse.click("0303")
    assert "locked" in window.notice.text
    assert editor.document.stack.count() == 0


def test_a_place_is_added_by_its_form_moved_by_a_drag_and_removed(
    editor: MapEditor, mouse: Mouse, qtbot: QtBot
) -> None:
    press_key(editor, Qt.Key.Key_P)
    mouse.click("0404")
    form = editor.findChild(RowDialog)
    assert form is not None
    name = form.form.fields["name"].widget
    QTest.keyClicks(name, "Orsha")
    form.form.fields["kind"].put("city")
    QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert editor.document.rows.get(Place, "orsha") == Place(place="orsha", name="Orsha", kind="city", cell="0404")
    assert editor.document.stack.undoText() == "Add Orsha"
    mouse.drag("0404", "0405", "0606")
    moved = editor.document.rows.get(Place, "orsha")
    assert moved is not None and moved.cell == "0606"
    assert editor.document.stack.undoText() == "Move Orsha to 0606"


def test_a_region_is_made_and_painted(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_G)
    QTest.mouseClick(editor.palette_panel.add, Qt.MouseButton.LeftButton)
    form = editor.findChild(RowDialog)
    assert form is not None
    form.form.fields["name"].put("Moscow road")
    form.form.fields["kind"].put("entry")
    QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    region = editor.document.rows.get(Region, "moscow-road")
    assert region is not None and region.kind == "entry"
    mouse.drag("1202", "1203", "1204")
    assert editor.document.stack.undoText() == "Add to Moscow road, 3 hexes"
    mouse.click("1203", SHIFT)
    members = [row.cell for row in editor.document.rows.all(RegionCell) if row.region == "moscow-road"]
    assert members == ["1202", "1204"]


def test_a_box_is_added_beside_the_map(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_X)
    mouse.click((-0.5, 2.0))
    form = editor.findChild(RowDialog)
    assert form is not None
    form.form.fields["name"].put("Reserve")
    QTest.mouseClick(form.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert [row.name for row in editor.document.rows.all(Box)] == ["Reserve"]


def test_a_box_is_joined_to_a_hex_by_a_link_that_may_leap(editor: MapEditor, mouse: Mouse, window: MainWindow) -> None:
    rows = editor.document.rows
    editor.document.edit(
        "Add",
        [
            put(rows, Box(box="reserve", name="Reserve", x=-3, y=1)),
            put(rows, LinkKind(kind="way", name="Way", style="box")),
        ],
    )
    editor.view.fit()
    press_key(editor, Qt.Key.Key_L)
    editor.context.choose("link", "rail")
    mouse.click((-2.0, 2.0))
    mouse.click("0102")
    assert "style box or sea" in window.notice.text
    editor.context.choose("link", "way")
    mouse.click((-2.0, 2.0))
    mouse.click("0103")
    assert [row for row in rows.all(Link) if row.kind == "way"] == [Link(cell="0103", other="reserve", kind="way")]
    assert editor.document.stack.undoText() == "Lay way to a box"


def test_a_kind_in_use_is_not_removed_and_an_unused_one_goes_with_its_chart_entries(
    editor: MapEditor, mouse: Mouse, window: MainWindow
) -> None:
    rows = editor.document.rows
    editor.context.choose("terrain", "forest")
    mouse.click("0404")
    with pytest.raises(StavkaError, match="“Forest” is still used by 1 row of the table cell"):
        removal(rows, rows.get(TerrainKind, "forest"))
    hills = removal(rows, rows.get(TerrainKind, "hills"))
    assert {change.table for change in hills} == {"tec", "terrain_kind"}
    assert editor.document.edit("Remove hills", hills)


def test_copy_turn_and_paste_with_keys(editor: MapEditor, mouse: Mouse) -> None:
    editor.context.choose("terrain", "forest")
    mouse.drag("0202", "0203", "0204")
    press_key(editor, Qt.Key.Key_M)
    mouse.drag("0202", "0203", "0204")
    assert len(editor.context.selection) == 3
    control = Qt.KeyboardModifier.ControlModifier
    press_key(editor, Qt.Key.Key_C, control)
    press_key(editor, Qt.Key.Key_V, control)
    press_key(editor, Qt.Key.Key_BracketRight)
    mouse.click("0804")
    assert editor.document.stack.undoText() == "Paste 3 hexes"
    grid = editor.view.grid
    forest = [grid.parse(row.cell) for row in editor.document.rows.all(CellRow) if row.terrain == "forest"]
    pasted = [cell for cell in forest if grid.column_row(cell)[0] > 3]
    assert len(pasted) == 3
    assert {grid.column_row(cell)[0] for cell in pasted} == {5, 6, 7}


def test_the_selection_is_moved_by_a_drag(editor: MapEditor, mouse: Mouse) -> None:
    editor.context.choose("terrain", "forest")
    mouse.click("0202")
    press_key(editor, Qt.Key.Key_M)
    mouse.click("0202")
    mouse.drag("0202", "0404", "0707")
    assert terrain(editor, "0202") == "clear"
    assert terrain(editor, "0707") == "forest"


def test_a_paste_outside_the_map_says_so_and_changes_nothing(
    editor: MapEditor, mouse: Mouse, window: MainWindow
) -> None:
    press_key(editor, Qt.Key.Key_M)
    mouse.drag("0202", "0303")
    press_key(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    press_key(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    mouse.click((-0.7, 3.0))
    assert "outside the map" in window.notice.text
    assert editor.document.stack.count() == 0


def test_pasting_nothing_says_what_to_do(editor: MapEditor, window: MainWindow) -> None:
    press_key(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "copy them first" in window.notice.text


def test_an_underlay_that_is_no_picture_is_refused(
    editor: MapEditor, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "note.png").write_bytes(b"this is a letter")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 50)
    for name, says in (("note.png", "is not a PNG"), ("broken.png", "damaged"), ("missing.png", "could not be read")):
        commands.load_underlay(editor, tmp_path / name)
        qtbot.waitUntil(lambda says=says: says in window.notice.text, timeout=20_000)
    assert editor.document.rows.all(Underlay) == []


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp"])
def test_an_underlay_is_laid_faded_in_one_step_and_calibrated(
    editor: MapEditor, mouse: Mouse, tmp_path: Path, suffix: str, qtbot: QtBot
) -> None:
    picture = QImage(200, 150, QImage.Format.Format_RGB32)
    picture.fill(QColor("#336699"))
    path = tmp_path / f"scan.{suffix}"
    assert picture.save(str(path))
    commands.load_underlay(editor, path)
    qtbot.waitUntil(lambda: bool(editor.document.rows.all(Underlay)), timeout=20_000)
    for percent in (60, 70, 80):
        editor.layers.opacity.setValue(percent)
    assert editor.document.stack.count() == 2
    before = editor.document.rows.all(Underlay)[0]
    assert before.opacity == pytest.approx(0.8)
    commands.calibrate(editor)
    for seen, wanted in (((1.0, 1.0), "0202"), ((6.0, 1.5), "0802"), ((2.0, 6.0), "0307")):
        mouse.click(seen)
        mouse.click(wanted)
    after = editor.document.rows.all(Underlay)[0]
    assert after.matrix != before.matrix
    assert editor.document.stack.undoText() == "Calibrate underlay"


def test_go_to_a_place_or_a_number(editor: MapEditor, window: MainWindow) -> None:
    press_key(editor, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    bar = editor.findChild(GoToBar)
    assert bar is not None
    QTest.keyClicks(bar.field, "Berlin")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert "no hex or place" in bar.says.text()
    bar.field.clear()
    QTest.keyClicks(bar.field, "1109")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert [editor.context.ground.label(cell) for cell in editor.context.selection] == ["1109"]
    assert editor.inspector.cell == editor.view.grid.parse("1109")


def test_the_inspector_follows_the_mouse_and_edits_the_terrain(editor: MapEditor, mouse: Mouse) -> None:
    press_key(editor, Qt.Key.Key_L)
    mouse.drag("0202", "0203")
    QTest.mouseMove(editor.view, mouse.pixel("0203"))
    assert editor.inspector.cell == editor.view.grid.parse("0203")
    texts = [editor.inspector.tree.topLevelItem(0).child(0).text(0)]
    assert texts == ["Railway to 0202"]
    editor.inspector.terrain.setCurrentIndex(editor.inspector.terrain.findData("hills"))
    editor.inspector.terrain.activated.emit(editor.inspector.terrain.currentIndex())
    assert terrain(editor, "0203") == "hills"


def test_resize_and_renumber_are_single_steps_that_undo(editor: MapEditor, window: MainWindow) -> None:
    before = editor.document.rows.copy()
    commands.resize(editor)
    dialog = editor.findChild(ResizeDialog)
    assert dialog is not None
    dialog.edges["east"].setValue(100_000)
    assert "at most 400 columns" in dialog.outlook.text()
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    dialog.edges["east"].setValue(2)
    dialog.edges["west"].setValue(1)
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert editor.document.rows.the(Grid).columns == 15
    assert editor.view.grid.columns == 15
    commands.renumber(editor)
    renumbering = editor.findChild(RenumberDialog)
    assert renumbering is not None
    renumbering.first_column.setValue(20)
    QTest.mouseClick(renumbering.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert editor.document.rows.has(CellRow, "2001")
    window.undo()
    window.undo()
    assert editor.document.rows == before


def test_the_linter_finds_the_culprit_and_a_click_shows_it(editor: MapEditor, mouse: Mouse, qtbot: QtBot) -> None:
    rows = editor.document.rows
    editor.document.edit("River on the edge", [put(rows, Hexside(cell="1201", side=1, kind="river"))])
    with qtbot.waitSignal(editor.problems.counted, timeout=5000):
        editor.problems.check()
    culprits = [index for index, problem in enumerate(editor.problems.problems) if problem.table == "hexside"]
    assert culprits
    item = editor.problems.table.visualItemRect(editor.problems.table.item(culprits[0], 0))
    QTest.mouseClick(
        editor.problems.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, item.center()
    )
    assert [editor.context.ground.label(cell) for cell in editor.context.selection] == ["1201"]


def test_layers_hide_and_show(editor: MapEditor, window: MainWindow) -> None:
    editor.layers.eyes["numbers"].click()
    assert "numbers" not in editor.view.tiles.shown
    window.book["view.numbers"].trigger()
    assert "numbers" in editor.view.tiles.shown


def test_statistics_show_miles_if_wished(editor: MapEditor, window: MainWindow) -> None:
    window.settings.put("units", "miles")
    commands.statistics(editor)
    dialog = editor.findChild(StatisticsDialog)
    assert dialog is not None
    assert dialog.tree.topLevelItem(0).child(0).text(1) == "108"
