"""The place tool: adds, edits and moves towns and cities."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import features
from designer.mapeditor.tools.base import Tool, outline
from engine.ids import Cell
from engine.records.board import Place


class PlaceTool(Tool):
    """A click adds a place or edits the one there; a drag moves it."""

    palette = "place"
    hint = "Click a hex to add a place, or a place to edit it; drag a place to move it."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._held: Place | None = None
        self._start: Cell | None = None

    def press(self, spot: ToolPoint) -> None:
        """Take hold of the place in the cell, if there is one."""
        if spot.cell is None or not (self.context.may("places") and self.context.needs("place", "kind of place")):
            return
        self._start = spot.cell
        self._held = next(self.context.ground.places([spot.cell]), None)

    def drag(self, spot: ToolPoint) -> None:
        """Show where the place would go."""
        self.hover(spot)

    def hover(self, spot: ToolPoint) -> None:
        """Show the cell."""
        self.spot = spot
        self.context.redraw.emit()

    def release(self, spot: ToolPoint) -> None:
        """Move the place, or open its form."""
        held, start = self._held, self._start
        self._held = self._start = None
        if start is None or spot.cell is None:
            return
        context = self.context
        if held is None:
            context.ask(new_place(context, spot.cell))
        elif spot.cell == start:
            context.ask(held)
        else:
            where = context.ground.label(spot.cell)
            context.edit(f"Move {held.name} to {where}", features.move_place(context.ground, held, spot.cell))

    def cancel(self) -> bool:
        """Let go."""
        holding = self._held is not None
        self._held = self._start = None
        return holding

    def draw(self, painter: QPainter) -> None:
        """The cell that a click means."""
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, self.context.ground.grid, [self.spot.cell], "#8c3b2a", 0.12)


def new_place(context: ToolContext, cell: Cell) -> Place:
    """A place that is not stored yet, with a key of its own."""
    number = 1
    while context.document.rows.has(Place, f"place-{number}"):
        number += 1
    return Place(place=f"place-{number}", name="", kind=context.choice["place"], cell=context.ground.label(cell))
