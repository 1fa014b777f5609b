"""What tools share that are drawn across the map like a brush: a stroke without gaps, stored as one edit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import shapes
from designer.mapeditor.tools.base import Tool, outline
from engine.ids import Cell
from engine.records.changes import Change


class StrokeTool(Tool):
    """Does something to every cell that the brush passes over; a tool says what, and how the edit is named."""

    sized = True
    tint: tuple[str, float] = ("#2b2620", 0.08)
    """Colour and strength of the cells under the brush."""

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._last: Cell | None = None

    def ready(self) -> bool:
        """Whether a stroke may begin."""
        return True

    def touch(self, cells: Sequence[Cell], shift: bool) -> list[Change]:
        """What the brush does to these cells."""
        raise NotImplementedError

    def title(self, made: Sequence[Change]) -> str:
        """The name of the edit that the stroke makes."""
        raise NotImplementedError

    def press(self, spot: ToolPoint) -> None:
        """Begin a stroke."""
        if spot.cell is not None and self.ready():
            self._last = spot.cell
            self._sketch(shapes.brush(self.context.ground.grid, spot.cell, self.context.size), spot)

    def drag(self, spot: ToolPoint) -> None:
        """Go on with the stroke, without gaps."""
        self.hover(spot)
        if self._last is not None and spot.cell is not None and spot.cell != self._last:
            self._sketch(shapes.stroke(self.context.ground.grid, self._last, spot.cell, self.context.size), spot)
            self._last = spot.cell

    def _sketch(self, cells: Sequence[Cell], spot: ToolPoint) -> None:
        self.context.document.sketch(self.touch(cells, spot.shift))

    def release(self, spot: ToolPoint) -> None:
        """End the stroke: it is stored as one edit."""
        self.drag(spot)
        self._last = None
        made = self.context.document.sketched()
        if made:
            name = self.title(made)
            if self.context.document.commit(name):
                self.context.said.emit(name)

    def cancel(self) -> bool:
        """Drop the stroke."""
        drawing, self._last = self._last is not None, None
        self.context.document.discard()
        return drawing

    def hover(self, spot: ToolPoint) -> None:
        """Show the brush."""
        self.spot = spot
        self.context.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cells under the brush."""
        if self.spot is not None and self.spot.cell is not None:
            grid = self.context.ground.grid
            outline(painter, grid, shapes.brush(grid, self.spot.cell, self.context.size), *self.tint)
