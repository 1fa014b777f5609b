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
        return self.bench.may("regions") and self.bench.needs("region", "region")

    def touch(self, cells: Sequence[Cell], shift: bool) -> list[Change]:
        """The cells join the region, or leave it with Shift."""
        make = features.leave_region if shift else features.join_region
        return make(self.bench.ground, cells, self.bench.choice["region"])

    def title(self, made: Sequence[Change]) -> str:
        """Which region, and how many cells."""
        verb = "Take out of" if all(change.after is None for change in made) else "Add to"
        return f"{verb} {self.bench.name_of('region')}, {self.bench.hexes(len(made))}"

    def draw(self, painter: QPainter) -> None:
        """The region as it is, and the brush."""
        ground, region = self.bench.ground, self.bench.choice["region"]
        rows = [row for row in self.bench.document.rows.all(RegionCell) if row.region == region]
        members = [cell for row in rows if (cell := ground.cell(row.cell)) is not None]
        outline(painter, ground.grid, members, self.bench.colour_of("region"), 0.22)
        super().draw(painter)
