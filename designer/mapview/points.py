"""What lies under the mouse: cell, box, side and counter."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from designer.mapview.stacks import StackHit
from designer.paint.map.scene import MapScene
from engine.grid import CellGrid
from engine.ids import Cell


@dataclass(frozen=True)
class MapPoint:
    """A mouse event on the map: where, over which cell, nearest which side, over which counter."""

    x: float
    y: float
    cell: Cell | None
    side: tuple[Cell, int] | None
    counter: StackHit | None
    button: Qt.MouseButton
    buttons: Qt.MouseButton
    modifiers: Qt.KeyboardModifier
    position: QPointF


def cell_under(scene: MapScene, x: float, y: float) -> Cell | None:
    """The box at a point in map units, or else the cell; boxes may be printed over empty parts of the grid."""
    for n, box in enumerate(scene.sheet.boxes.values()):
        if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height:
            return Cell(scene.grid.size + n)
    return scene.grid.at(x, y)


def nearest_side(grid: CellGrid, x: float, y: float) -> tuple[Cell, int] | None:
    """The cell at a point and the nearest of its sides that are edges; None off the grid."""
    cell = grid.at(x, y)
    if cell is None:
        return None
    cx, cy = grid.centre(cell)
    best, most = 0, -1.0
    for side in range(grid.sides):
        edge = grid.edge(cell, side)
        if edge is None:
            continue
        mx, my = (edge[0][0] + edge[1][0]) / 2 - cx, (edge[0][1] + edge[1][1]) / 2 - cy
        along = (x - cx) * mx + (y - cy) * my
        if along > most:
            best, most = side, along
    return cell, best
