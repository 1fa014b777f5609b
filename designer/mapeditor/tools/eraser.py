"""The eraser: wipes hexside features, links and places, and with Shift the terrain too."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.mapeditor.bench import Bench, Spot
from designer.mapeditor.operations import features, shapes, wording
from designer.mapeditor.tools.base import Tool, outline
from engine.ids import Cell


class EraserTool(Tool):
    """Wipes what lies under the brush, but for locked layers."""

    sized = True
    hint = "Drag to wipe hexsides, links and places of unlocked layers; hold Shift to wipe terrain too."

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._last: Cell | None = None

    def press(self, spot: Spot) -> None:
        """Begin to wipe."""
        if spot.cell is not None:
            self._last = spot.cell
            self._wipe(list(shapes.brush(self.bench.ground.grid, spot.cell, self.bench.size)), spot.shift)

    def drag(self, spot: Spot) -> None:
        """Wipe on."""
        self.hover(spot)
        if self._last is not None and spot.cell is not None and spot.cell != self._last:
            self._wipe(shapes.stroke(self.bench.ground.grid, self._last, spot.cell, self.bench.size), spot.shift)
            self._last = spot.cell

    def _wipe(self, cells: list[Cell], terrain: bool) -> None:
        layers = [layer for layer in features.ERASABLE
                  if layer not in self.bench.locked and (terrain or layer != "terrain")]
        self.bench.document.sketch(features.erase(self.bench.ground, cells, layers))

    def release(self, spot: Spot) -> None:
        """Store what was wiped as one edit."""
        self.drag(spot)
        self._last = None
        made = self.bench.document.sketched()
        if made:
            name = f"Erase {wording.count(len(made), 'feature')}"
            if self.bench.document.commit(name):
                self.bench.said.emit(name)

    def cancel(self) -> bool:
        """Put back what was wiped."""
        drawing, self._last = self._last is not None, None
        self.bench.document.discard()
        return drawing

    def hover(self, spot: Spot) -> None:
        """Show the eraser."""
        self.spot = spot
        self.bench.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cells under the eraser."""
        if self.spot is not None and self.spot.cell is not None:
            grid = self.bench.ground.grid
            outline(painter, grid, shapes.brush(grid, self.spot.cell, self.bench.size), "#b3261e", 0.12)
