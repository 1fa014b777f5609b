"""The link painter: roads and railways from hex to hex."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer import wording
from designer.mapeditor.context import ToolContext, ToolPoint
from designer.mapeditor.operations import features
from designer.mapeditor.operations.routes import Routes, cheapest
from designer.mapeditor.tools.base import Tool, draw_path, outline
from engine.ids import Cell


class LinkTool(Tool):
    """A drag lays a line hex by hex; two clicks lay the cheapest route; Shift lifts what lies there."""

    palette = "link"
    hint = "Drag from hex to hex, or click two hexes, or a box and a hex, to join them; hold Shift to lift the line."

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._path: list[Cell] = []
        self._from: Cell | None = None
        self._routes: Routes | None = None
        self._route: list[Cell] = []
        self._box = ""

    def press(self, spot: ToolPoint) -> None:
        """Begin a line, or end a route."""
        if not (self.context.may("links") and self.context.needs("link", "kind of road or railway")):
            return
        if spot.box:
            self._press_box(spot.box, spot.shift)
        elif spot.cell is not None and self._box:
            self._join_box(spot.cell, spot.shift)
        elif spot.cell is not None:
            self._path = [spot.cell]

    def _press_box(self, box: str, lift: bool) -> None:
        """Begin a way at a box, or end at it one that began at a hex."""
        self._box = box
        if self._from is not None:
            start, self._from = self._from, None
            self._join_box(start, lift)
        else:
            self.context.said.emit("From the box: click the hex that it leads to.")

    def _join_box(self, cell: Cell, lift: bool) -> None:
        context, box = self.context, self._box
        self._box, self._route = "", []
        name = f"{'Lift' if lift else 'Lay'} {context.name_of('link')} to a box"
        context.attempt(name, lambda: features.join_box(context.ground, cell, box, context.choice["link"], lift=lift))

    def drag(self, spot: ToolPoint) -> None:
        """Lay the line on."""
        self.hover(spot)
        if self._path and spot.cell is not None and spot.cell != self._path[-1]:
            step = list(self.context.ground.grid.line(self._path[-1], spot.cell))
            if len(self._path) > 1 and step[-1] == self._path[-2]:
                self._path.pop()
            else:
                self._path += step[1:]
            self.context.redraw.emit()

    def release(self, spot: ToolPoint) -> None:
        """Store the line; after a mere click wait for the other end of a route."""
        self.drag(spot)
        path, self._path = self._path, []
        if len(path) > 1:
            self._from, self._route = None, []
            self._lay(path, spot.shift)
        elif path and self._from is None:
            self._from = path[0]
            self._routes = Routes(self.context.ground, path[0], self.context.choice["link"])
            self.context.said.emit(f"From {self.context.ground.label(path[0])}: click where the line should end.")
        elif path and self._from is not None:
            start, self._from = self._from, None
            if path[0] != start:
                self._lay(cheapest(self.context.ground, start, path[0], self.context.choice["link"]), spot.shift)
        self._route = []
        self.context.redraw.emit()

    def _lay(self, path: list[Cell], lift: bool) -> None:
        context = self.context
        make = features.lift_links if lift else features.lay_links
        changes = make(context.ground, path, context.choice["link"])
        verb = "Lift" if lift else "Lay"
        stretches = wording.count(len(changes), "stretch", "stretches")
        context.edit(f"{verb} {context.name_of('link')}, {stretches}", changes)

    def cancel(self) -> bool:
        """Drop the line, or the first end of a route."""
        drawing = bool(self._path) or self._from is not None or bool(self._box)
        self._path, self._from, self._route, self._box = [], None, [], ""
        self.context.redraw.emit()
        return drawing

    def hover(self, spot: ToolPoint) -> None:
        """Show the hex, and the route that a click would lay."""
        moved = self.spot is None or self.spot.cell != spot.cell
        self.spot = spot
        if moved and self._from is not None and self._routes is not None and spot.cell is not None:
            self._route = self._routes.to(spot.cell)
        self.context.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The line so far."""
        grid = self.context.ground.grid
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, grid, [self.spot.cell], self.context.colour_of("link"), 0.1)
        for path in (self._path, self._route):
            if len(path) > 1:
                draw_path(painter, grid, path, self.context.colour_of("link"))
