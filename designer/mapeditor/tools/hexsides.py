"""The hexside painter: rivers, coasts, borders and forts along the sides of cells."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from designer import wording
from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import chains, features
from designer.mapeditor.operations.chains import Corner
from designer.mapeditor.operations.ground import Side
from designer.mapeditor.tools.base import Tool, pen
from engine.ids import Cell


class HexsideTool(Tool):
    """Draws along hexsides from corner to corner; a click paints one side, and Shift erases."""

    palette = "hexside"
    hint = "Drag along the hexsides, or click one; click a painted side, or hold Shift, to erase it."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._corner: tuple[Cell, Corner] | None = None
        self._first: Side | None = None
        self._drawn = False

    def press(self, spot: ToolPoint) -> None:
        """Begin at the nearest corner."""
        if not (self.context.may("hexsides") and self.context.needs("hexside", "kind of hexside feature")):
            return
        self._corner = chains.nearest_corner(self.context.ground.grid, spot.x, spot.y)
        self._first = chains.nearest_side(self.context.ground, spot.x, spot.y)
        self._drawn = False

    def drag(self, spot: ToolPoint) -> None:
        """Draw on to the corner now nearest."""
        self.hover(spot)
        corner = chains.nearest_corner(self.context.ground.grid, spot.x, spot.y)
        if self._corner is None or corner is None or corner[1] == self._corner[1]:
            return
        self._drawn = True
        self._lay(chains.chain(self.context.ground, self._corner, corner), spot.shift)
        self._corner = corner

    def _lay(self, sides: list[Side], erase: bool) -> None:
        context = self.context
        make = features.erase_hexsides if erase else features.paint_hexsides
        context.document.sketch(make(context.ground, sides, context.choice["hexside"]))

    def release(self, spot: ToolPoint) -> None:
        """Store the line as one edit; a mere click paints or clears the side under the mouse."""
        context = self.context
        self.drag(spot)
        if not self._drawn and self._first is not None and self._corner is not None:
            painted = any(row.kind == context.choice["hexside"] for row in context.ground.hexsides([self._first]))
            self._lay([self._first], spot.shift or painted)
        self._corner = self._first = None
        made = context.document.sketched()
        if made:
            erased = all(change.after is None for change in made)
            verb = "Erase" if erased else "Draw"
            name = f"{verb} {context.name_of('hexside')}, {wording.count(len(made), 'hexside')}"
            if context.document.commit(name):
                context.said.emit(name)

    def cancel(self) -> bool:
        """Drop the line."""
        drawing = self._corner is not None
        self._corner = self._first = None
        self.context.document.discard()
        return drawing

    def hover(self, spot: ToolPoint) -> None:
        """Show the side that a click would paint."""
        self.spot = spot
        self.context.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The nearest side, and while drawing the corner."""
        if self.spot is None:
            return
        ground = self.context.ground
        near = chains.nearest_side(ground, self.spot.x, self.spot.y)
        edge = ground.grid.edge(*near) if near is not None else None
        if edge is not None and self._corner is None:
            painter.setPen(pen(self.context.colour_of("hexside"), 5))
            painter.drawLine(QPointF(*edge[0]), QPointF(*edge[1]))
        corner = chains.nearest_corner(ground.grid, self.spot.x, self.spot.y)
        if corner is not None:
            painter.setPen(pen("#2b2620", 7))
            painter.drawPoint(QPointF(corner[1][0] / chains.FINE, corner[1][1] / chains.FINE))
