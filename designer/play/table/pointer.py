"""The keyboard's pointer: arrow keys walk over the map, Enter clicks where it stands."""

from __future__ import annotations

from math import hypot
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from designer.paint.map.scene import MapScene
from designer.paint.overlays import outline_cells
from engine.ids import Cell
from engine.rules.table import Table

WAYS: dict[int, tuple[float, float]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The arrow keys, and where they lead on the map."""


class PointerGround(Protocol):
    """What the pointer walks on: a map, and the table that lies on it."""

    @property
    def scene(self) -> MapScene:
        """The map."""
        ...

    @property
    def table(self) -> Table:
        """The table."""
        ...


class Pointer:
    """A cell that the keyboard points at, or none while the mouse does."""

    def __init__(self, ground: PointerGround) -> None:
        self._ground = ground
        self.cell: int | None = None
        self._drift = 1

    def hide(self) -> None:
        """The mouse points again."""
        self.cell = None

    def walk(self, key: int, start: int) -> int:
        """Go one cell in the direction of a key, from where it stands or from a start."""
        here = start if self.cell is None else self.cell
        x, y = WAYS[key]
        at = self._ground.scene.anchor(Cell(here))
        best, most = here, 0.3
        for near in self._ground.table.setting.neighbours[here]:
            there = self._ground.scene.anchor(Cell(near))
            dx, dy = there.x() - at.x(), there.y() - at.y()
            along = (dx * x + dy * y) / (hypot(dx, dy) or 1.0)
            across = (dx * y + dy * x) * self._drift * 0.01
            if along + across > most:
                best, most = near, along + across
        if x:
            self._drift = -self._drift
        self.cell = best
        return best

    def draw(self, painter: QPainter) -> None:
        """Ring the cell."""
        if self.cell is not None:
            outline_cells(painter, self._ground.scene, [Cell(self.cell)], "#1a1208", 0.09)
            outline_cells(painter, self._ground.scene, [Cell(self.cell)], "#ffd23f", 0.05, dashed=True)
