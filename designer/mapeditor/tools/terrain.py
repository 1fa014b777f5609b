"""Terrain tools: brush, fill, line, rectangle, picker."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import features, shapes
from designer.mapeditor.tools.base import Tool, outline
from designer.mapeditor.tools.stroke import StrokeTool
from engine.ids import Cell
from engine.records.changes import Change


class BrushTool(StrokeTool):
    """Paints terrain under a brush of one to four cells; a stroke is one step."""

    palette = "terrain"
    hint = "Drag to paint. 1 to 4 choose the size of the brush; the picker (I) takes a terrain from the map."

    def ready(self) -> bool:
        """Terrain is unlocked and a kind is chosen."""
        return self.context.may("terrain") and self.context.needs("terrain", "kind of terrain")

    def touch(self, cells: Sequence[Cell], shift: bool) -> list[Change]:  # noqa: ARG002 - Shift means nothing here
        """The cells take the chosen terrain."""
        return features.paint_terrain(self.context.ground, cells, self.context.choice["terrain"])

    def title(self, made: Sequence[Change]) -> str:
        """Which terrain, and how many cells."""
        return f"Paint {self.context.name_of('terrain')}, {self.context.hexes(len(made))}"


class FillTool(Tool):
    """Fills the joined cells of one terrain."""

    palette = "terrain"
    hint = "Click to fill the joined hexes that share the terrain under the mouse."

    def press(self, spot: ToolPoint) -> None:
        """Fill at once."""
        context = self.context
        if spot.cell is None or not (context.may("terrain") and context.needs("terrain", "kind of terrain")):
            return
        cells = shapes.flood(context.ground.grid, spot.cell, context.ground.terrain)
        changes = features.paint_terrain(context.ground, cells, context.choice["terrain"])
        context.edit(f"Fill with {context.name_of('terrain')}, {context.hexes(len(changes))}", changes)

    def hover(self, spot: ToolPoint) -> None:
        """Show the cell that a click would start from."""
        self.spot = spot
        self.context.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cell under the mouse."""
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, self.context.ground.grid, [self.spot.cell], "#2b2620", 0.08)


class _ShapeTool(Tool):
    """Paints the cells between two points of a drag."""

    palette = "terrain"
    noun = ""

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._start: Cell | None = None

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        raise NotImplementedError

    def press(self, spot: ToolPoint) -> None:
        """Begin the shape."""
        if self.context.may("terrain") and self.context.needs("terrain", "kind of terrain"):
            self._start = spot.cell

    def drag(self, spot: ToolPoint) -> None:
        """Show the shape."""
        self.hover(spot)

    def hover(self, spot: ToolPoint) -> None:
        """Show the cell or the shape."""
        self.spot = spot
        self.context.redraw.emit()

    def release(self, spot: ToolPoint) -> None:
        """Paint the shape as one edit."""
        start, self._start = self._start, None
        if start is None or spot.cell is None:
            return
        context = self.context
        changes = features.paint_terrain(context.ground, self._cells(start, spot.cell), context.choice["terrain"])
        context.edit(f"{self.noun} of {context.name_of('terrain')}, {context.hexes(len(changes))}", changes)

    def cancel(self) -> bool:
        """Drop the shape."""
        drawing, self._start = self._start is not None, None
        self.context.redraw.emit()
        return drawing

    def draw(self, painter: QPainter) -> None:
        """The cells that letting go would paint."""
        if self.spot is None or self.spot.cell is None:
            return
        cells = self._cells(self._start if self._start is not None else self.spot.cell, self.spot.cell)
        outline(painter, self.context.ground.grid, cells, "#2b2620", 0.12)


class LineTool(_ShapeTool):
    """Paints a straight line of terrain."""

    noun = "Line"
    hint = "Drag from hex to hex to paint a straight line of terrain."

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        return list(self.context.ground.grid.line(a, b))


class RectangleTool(_ShapeTool):
    """Paints a rectangle of terrain."""

    noun = "Rectangle"
    hint = "Drag from corner to corner to paint a rectangle of terrain."

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        return shapes.rectangle(self.context.ground.grid, a, b)


class PickerTool(Tool):
    """Takes the terrain under the mouse, then gives way to the tool before."""

    palette = "terrain"
    hint = "Click a hex to paint with its terrain."

    def press(self, spot: ToolPoint) -> None:
        """Take the terrain."""
        if spot.cell is not None:
            self.context.choose("terrain", self.context.ground.terrain(spot.cell))
            self.context.said.emit(f"Now painting {self.context.name_of('terrain')}")

    def release(self, spot: ToolPoint) -> None:
        """Give way."""
        if spot.cell is not None:
            self.context.finished.emit()

    def hover(self, spot: ToolPoint) -> None:
        """Show the cell."""
        self.spot = spot
        self.context.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cell under the mouse."""
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, self.context.ground.grid, [self.spot.cell], "#8c3b2a", 0.0)
