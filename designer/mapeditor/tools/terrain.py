"""Terrain tools: brush, fill, line, rectangle, picker."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.mapeditor.bench import Bench, Spot
from designer.mapeditor.operations import features, shapes
from designer.mapeditor.tools.base import Tool, outline
from engine.ids import Cell


class BrushTool(Tool):
    """Paints terrain under a brush of one to four cells; a stroke is one step."""

    palette = "terrain"
    sized = True
    hint = "Drag to paint. 1 to 4 choose the size of the brush; the picker (I) takes a terrain from the map."

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._last: Cell | None = None

    def press(self, spot: Spot) -> None:
        """Begin a stroke."""
        if spot.cell is None or not (self.bench.may("terrain") and self.bench.needs("terrain", "kind of terrain")):
            return
        self._last = spot.cell
        self._paint(shapes.brush(self.bench.ground.grid, spot.cell, self.bench.size))

    def drag(self, spot: Spot) -> None:
        """Go on with the stroke, without gaps."""
        self.hover(spot)
        if self._last is not None and spot.cell is not None and spot.cell != self._last:
            self._paint(shapes.stroke(self.bench.ground.grid, self._last, spot.cell, self.bench.size))
            self._last = spot.cell

    def _paint(self, cells: list[Cell] | tuple[Cell, ...]) -> None:
        ground = self.bench.ground
        self.bench.document.sketch(features.paint_terrain(ground, cells, self.bench.choice["terrain"]))

    def release(self, spot: Spot) -> None:
        """End the stroke: it is stored as one edit."""
        self.drag(spot)
        self._last = None
        count = len(self.bench.document.sketched())
        if count:
            name = f"Paint {self.bench.name_of('terrain')}, {self.bench.hexes(count)}"
            if self.bench.document.commit(name):
                self.bench.said.emit(name)

    def cancel(self) -> bool:
        """Drop the stroke."""
        drawing = self._last is not None
        self._last = None
        self.bench.document.discard()
        return drawing

    def hover(self, spot: Spot) -> None:
        """Show the brush."""
        self.spot = spot
        self.bench.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cells under the brush."""
        if self.spot is not None and self.spot.cell is not None:
            grid = self.bench.ground.grid
            outline(painter, grid, shapes.brush(grid, self.spot.cell, self.bench.size), "#2b2620", 0.08)


class FillTool(Tool):
    """Fills the joined cells of one terrain."""

    palette = "terrain"
    hint = "Click to fill the joined hexes that share the terrain under the mouse."

    def press(self, spot: Spot) -> None:
        """Fill at once."""
        bench = self.bench
        if spot.cell is None or not (bench.may("terrain") and bench.needs("terrain", "kind of terrain")):
            return
        cells = shapes.flood(bench.ground.grid, spot.cell, bench.ground.terrain)
        changes = features.paint_terrain(bench.ground, cells, bench.choice["terrain"])
        bench.edit(f"Fill with {bench.name_of('terrain')}, {bench.hexes(len(changes))}", changes)

    def hover(self, spot: Spot) -> None:
        """Show the cell that a click would start from."""
        self.spot = spot
        self.bench.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cell under the mouse."""
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, self.bench.ground.grid, [self.spot.cell], "#2b2620", 0.08)


class _ShapeTool(Tool):
    """Paints the cells between two points of a drag."""

    palette = "terrain"
    noun = ""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._start: Cell | None = None

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        raise NotImplementedError

    def press(self, spot: Spot) -> None:
        """Begin the shape."""
        if self.bench.may("terrain") and self.bench.needs("terrain", "kind of terrain"):
            self._start = spot.cell

    def drag(self, spot: Spot) -> None:
        """Show the shape."""
        self.hover(spot)

    def hover(self, spot: Spot) -> None:
        """Show the cell or the shape."""
        self.spot = spot
        self.bench.redraw.emit()

    def release(self, spot: Spot) -> None:
        """Paint the shape as one edit."""
        start, self._start = self._start, None
        if start is None or spot.cell is None:
            return
        bench = self.bench
        changes = features.paint_terrain(bench.ground, self._cells(start, spot.cell), bench.choice["terrain"])
        bench.edit(f"{self.noun} of {bench.name_of('terrain')}, {bench.hexes(len(changes))}", changes)

    def cancel(self) -> bool:
        """Drop the shape."""
        drawing, self._start = self._start is not None, None
        self.bench.redraw.emit()
        return drawing

    def draw(self, painter: QPainter) -> None:
        """The cells that letting go would paint."""
        if self.spot is None or self.spot.cell is None:
            return
        cells = self._cells(self._start if self._start is not None else self.spot.cell, self.spot.cell)
        outline(painter, self.bench.ground.grid, cells, "#2b2620", 0.12)


class LineTool(_ShapeTool):
    """Paints a straight line of terrain."""

    noun = "Line"
    hint = "Drag from hex to hex to paint a straight line of terrain."

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        return list(self.bench.ground.grid.line(a, b))


class RectangleTool(_ShapeTool):
    """Paints a rectangle of terrain."""

    noun = "Rectangle"
    hint = "Drag from corner to corner to paint a rectangle of terrain."

    def _cells(self, a: Cell, b: Cell) -> list[Cell]:
        return shapes.rectangle(self.bench.ground.grid, a, b)


class PickerTool(Tool):
    """Takes the terrain under the mouse, then gives way to the tool before."""

    palette = "terrain"
    hint = "Click a hex to paint with its terrain."

    def press(self, spot: Spot) -> None:
        """Take the terrain."""
        if spot.cell is not None:
            self.bench.choose("terrain", self.bench.ground.terrain(spot.cell))
            self.bench.said.emit(f"Now painting {self.bench.name_of('terrain')}")

    def release(self, spot: Spot) -> None:
        """Give way."""
        if spot.cell is not None:
            self.bench.finished.emit()

    def hover(self, spot: Spot) -> None:
        """Show the cell."""
        self.spot = spot
        self.bench.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The cell under the mouse."""
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, self.bench.ground.grid, [self.spot.cell], "#8c3b2a", 0.0)
