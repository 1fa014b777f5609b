"""The region tool: paints cells into zones, map edges, entry hexes and set-up areas."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from designer.mapeditor.bench import Bench, Spot
from designer.mapeditor.operations import features, shapes
from designer.mapeditor.tools.base import Tool, outline
from engine.ids import Cell
from engine.records.board import RegionCell


class RegionTool(Tool):
    """Paints cells into the chosen region, and with Shift out of it."""

    palette = "region"
    sized = True
    hint = "Drag to add hexes to the region; hold Shift to take them out. The + button makes a new region."

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._last: Cell | None = None

    def press(self, spot: Spot) -> None:
        """Begin a stroke."""
        if spot.cell is None or not (self.bench.may("regions") and self.bench.needs("region", "region")):
            return
        self._last = spot.cell
        self._paint(list(shapes.brush(self.bench.ground.grid, spot.cell, self.bench.size)), spot.shift)

    def drag(self, spot: Spot) -> None:
        """Go on with the stroke."""
        self.hover(spot)
        if self._last is not None and spot.cell is not None and spot.cell != self._last:
            self._paint(shapes.stroke(self.bench.ground.grid, self._last, spot.cell, self.bench.size), spot.shift)
            self._last = spot.cell

    def _paint(self, cells: list[Cell], out: bool) -> None:
        make = features.leave_region if out else features.join_region
        self.bench.document.sketch(make(self.bench.ground, cells, self.bench.choice["region"]))

    def release(self, spot: Spot) -> None:
        """Store the stroke as one edit."""
        self.drag(spot)
        self._last = None
        made = self.bench.document.sketched()
        if made:
            verb = "Take out of" if all(change.after is None for change in made) else "Add to"
            name = f"{verb} {self.bench.name_of('region')}, {self.bench.hexes(len(made))}"
            if self.bench.document.commit(name):
                self.bench.said.emit(name)

    def cancel(self) -> bool:
        """Drop the stroke."""
        drawing, self._last = self._last is not None, None
        self.bench.document.discard()
        return drawing

    def hover(self, spot: Spot) -> None:
        """Show the brush."""
        self.spot = spot
        self.bench.redraw.emit()

    def draw(self, painter: QPainter) -> None:
        """The region as it is, and the brush."""
        ground, colour = self.bench.ground, self.bench.colour_of("region")
        region = self.bench.choice["region"]
        members = [cell for row in self.bench.document.rows.all(RegionCell)
                   if row.region == region and (cell := ground.cell(row.cell)) is not None]
        outline(painter, ground.grid, members, colour, 0.22)
        if self.spot is not None and self.spot.cell is not None:
            outline(painter, ground.grid, shapes.brush(ground.grid, self.spot.cell, self.bench.size), "#2b2620", 0.06)
