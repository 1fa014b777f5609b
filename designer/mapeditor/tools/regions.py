"""The region tool: paints cells into zones, map edges, entry hexes and set-up areas."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter

from designer.mapeditor.operations import features
from designer.mapeditor.tools.base import outline
from designer.mapeditor.tools.stroke import StrokeTool
from engine.ids import Cell
from engine.records.board import RegionCell
from engine.records.changes import Change


class RegionTool(StrokeTool):
    """Paints cells into the chosen region, and with Shift out of it."""

    palette = "region"
    tint = ("#2b2620", 0.06)
    hint = "Drag to add hexes to the region; hold Shift to take them out. The + button makes a new region."

    def ready(self) -> bool:
        """Regions are unlocked and one is chosen."""
        return self.context.may("regions") and self.context.needs("region", "region")

    def touch(self, cells: Sequence[Cell], shift: bool) -> list[Change]:
        """The cells join the region, or leave it with Shift."""
        make = features.leave_region if shift else features.join_region
        return make(self.context.ground, cells, self.context.choice["region"])

    def title(self, made: Sequence[Change]) -> str:
        """Which region, and how many cells."""
        verb = "Take out of" if all(change.after is None for change in made) else "Add to"
        return f"{verb} {self.context.name_of('region')}, {self.context.hexes(len(made))}"

    def draw(self, painter: QPainter) -> None:
        """The region as it is, and the brush."""
        ground, region = self.context.ground, self.context.choice["region"]
        rows = [row for row in self.context.document.rows.all(RegionCell) if row.region == region]
        members = [cell for row in rows if (cell := ground.cell(row.cell)) is not None]
        outline(painter, ground.grid, members, self.context.colour_of("region"), 0.22)
        super().draw(painter)
