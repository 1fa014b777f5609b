"""A region that a side may not enter for some turns; whoever stands in it may leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.answers import Closure
from engine.rules.closed_regions import region_cells
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import named, units_words


class ClosedRegion(Mechanism, frozen=True, kw_only=True):
    """Where certain units may not go."""

    key: ClassVar[str] = "closed-region"
    title: ClassVar[str] = "Closed region"
    help: ClassVar[str] = "Certain units may not enter a region until a turn is over; a retreat into it is no way out."

    told: ClassVar[frozenset[str]] = frozenset({"units", "region", "last_turn"})

    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Region", refers="region")] = ""
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Who stays out of where, and how long."""
        where = named(rows, Region, self.region)
        return [
            f"Until turn {self.last_turn} is over {units_words(rows, self.units)} enter {where} neither by "
            f"moving nor by "
            "advance, overrun or retreat; who has no other way back is lost. Lines may pass."
        ]

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """The whole region, for everybody who is not in it."""
        cell = table.state.cell[piece]
        if table.state.turn > self.last_turn or not self.units.matches(table.unit(piece)):
            return ()
        cells = region_cells(table, self.region)
        if cell >= 0 and cells[cell]:
            return ()
        row = table.scenario.rows.get(Region, self.region)
        name = row.name if row else self.region
        return (Closure(cells, f"{name} may not be entered before turn {self.last_turn + 1}.", self.case("enter")),)
