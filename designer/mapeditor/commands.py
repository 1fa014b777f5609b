"""What the menu entries of the map editor do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from designer.mapeditor import pictures
from designer.mapeditor.context import ToolContext
from designer.mapeditor.operations import reshape
from designer.mapeditor.operations.lattice import Lattice
from engine.ids import Cell
from engine.records.board import Place, RegionCell, Underlay
from engine.records.changes import drop

if TYPE_CHECKING:
    from designer.mapeditor.editor import MapEditor

PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp)"


def handlers(editor: MapEditor) -> dict[str, Callable[[], object]]:
    """The functions that answer the actions while the map is in front."""
    return {
        "edit.cut": lambda: editor.select_tool().cut(),
        "edit.copy": lambda: editor.select_tool().copy(),
        "edit.paste": lambda: editor.select_tool().paste(),
        "edit.clear": lambda: editor.select_tool().clear(),
        "edit.all": lambda: select_all(editor),
        "edit.clockwise": lambda: turn(editor, clockwise=True),
        "edit.anticlockwise": lambda: turn(editor, clockwise=False),
        "edit.flip-ew": lambda: flip(editor, east_west=True),
        "edit.flip-ns": lambda: flip(editor, east_west=False),
        "view.goto": lambda: go_to(editor),
        "view.fit": editor.view.fit,
        "view.in": lambda: editor.view.zoom_by(1),
        "view.out": lambda: editor.view.zoom_by(-1),
        "view.numbers": lambda: editor.toggle_layer("numbers"),
        "view.regions": lambda: editor.toggle_layer("regions"),
        "map.resize": lambda: resize(editor),
        "map.crop": lambda: crop(editor),
        "map.renumber": lambda: renumber(editor),
        "map.orientation": lambda: quarter_turn(editor),
        "map.kinds": lambda: kinds(editor),
        "map.underlay": lambda: add_underlay(editor),
        "map.calibrate": lambda: calibrate(editor),
        "map.drop-underlay": lambda: drop_underlay(editor),
        "map.statistics": lambda: statistics(editor),
        "scenario.check": editor.problems.check,
        "file.picture": lambda: export_map(editor),
    }


def select_all(editor: MapEditor) -> None:
    """Select the whole map."""
    editor.select_tool()
    editor.context.select(Cell(index) for index in range(editor.context.ground.grid.size))


def turn(editor: MapEditor, *, clockwise: bool) -> None:
    """Turn the clip in the hand, or the selection."""
    editor.select_tool().turn(Lattice(editor.context.ground.grid).rotation(clockwise))


def flip(editor: MapEditor, *, east_west: bool) -> None:
    """Mirror the clip in the hand, or the selection."""
    editor.select_tool().turn(Lattice(editor.context.ground.grid).mirror(east_west=east_west))


def go_to(editor: MapEditor) -> None:
    """Ask for a hex or a place, and go there."""
    from designer.mapview.goto import GoToBar, open_over

    ground = editor.context.ground
    names = [place.name for place in ground.rows.all(Place)]
    bar = GoToBar(ground.find, names, f"Hex number, as {ground.labels[0]}, or place", editor)
    bar.found.connect(editor.show_cell)
    open_over(editor.view, bar)


def resize(editor: MapEditor) -> None:
    """Add or cut columns and rows."""
    from designer.mapeditor.dialogs.size import ResizeDialog

    ResizeDialog(editor.context, editor).open()


def crop(editor: MapEditor) -> None:
    """Cut the map down to the selection."""
    context = editor.context
    context.attempt("Crop map to selection", lambda: reshape.crop(context.ground, sorted(context.selection)))


def renumber(editor: MapEditor) -> None:
    """Number the cells anew."""
    from designer.mapeditor.dialogs.size import RenumberDialog

    RenumberDialog(editor.context, editor).open()


def quarter_turn(editor: MapEditor) -> None:
    """Turn the whole sheet a quarter."""
    editor.context.attempt("Turn map a quarter clockwise", lambda: reshape.quarter_turn(editor.context.ground))


def kinds(editor: MapEditor) -> None:
    """Edit the kinds of terrain and features."""
    from designer.mapeditor.dialogs.kinds import KindsDialog

    KindsDialog(editor.context, editor).open()


def add_underlay(editor: MapEditor) -> None:
    """Ask for a picture and lay it under the map."""
    name, _ = QFileDialog.getOpenFileName(editor, "Underlay image", "", PICTURES)
    if name:
        load_underlay(editor, Path(name))


def load_underlay(editor: MapEditor, path: Path) -> None:
    """Lay a picture under the map, once it has been read beside the window."""
    context = editor.context

    def lay(read: tuple[bytes, QImage]) -> None:
        context.edit(f"Add underlay {path.stem}", pictures.added(context, path.stem, *read))

    def refuse(error: Exception) -> None:
        context.refused.emit(f"{path.name} was not laid under the map. {error}")

    editor.worker.ask("underlay", lambda: pictures.read_picture(path), lay, refuse)


def calibrate(editor: MapEditor) -> None:
    """Take up the calibration of the underlay."""
    if editor.document.rows.all(Underlay):
        editor.take("calibrate")
    else:
        editor.context.refused.emit("There is no underlay yet; add one with Map, Underlay image.")


def drop_underlay(editor: MapEditor) -> None:
    """Remove the underlay."""
    rows = editor.document.rows.all(Underlay)
    if rows:
        editor.context.edit("Remove underlay", [drop(row) for row in rows])
    else:
        editor.context.said.emit("There is no underlay to remove.")


def statistics(editor: MapEditor) -> None:
    """Show what is on the map."""
    from designer.mapeditor.dialogs.statistics import StatisticsDialog

    StatisticsDialog(editor.context, editor.window_.settings.get("units"), editor).open()


def export_map(editor: MapEditor) -> None:
    """Write the map as a picture or for Tiled."""
    from designer.mapeditor.dialogs.export import ExportDialog

    ExportDialog(editor.document, editor.window_, editor).open()


def cell_of(context: ToolContext, table: str, key: tuple[object, ...]) -> Cell | None:
    """The cell that a row of the map lies in."""
    rows, ground = context.document.rows, context.ground
    if table == "place" and key:
        place = rows.get(Place, *key)
        return ground.cell(place.cell) if place else None
    if table == "region" and key:
        member = next((row for row in rows.all(RegionCell) if row.region == key[0]), None)
        return ground.cell(member.cell) if member else None
    if table == "region_cell" and len(key) > 1:
        return ground.cell(str(key[1]))
    if table in ("cell", "hexside", "link") and key:
        return ground.cell(str(key[0]))
    return None
