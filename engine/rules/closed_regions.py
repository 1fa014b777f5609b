"""Regions that certain units may not enter, each with its turns; whoever stands in one may leave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.answers import Closure
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import named, whom
from engine.state.tasks import Battle


class ClosedTo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A region that certain units may not enter for a time."""

    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Region", refers="region")] = ""
    lines: Annotated[bool, col("Lines too", "The lines of supply of their side do not enter it either")] = False
    last_turn: Annotated[int, col("Until turn", "200: for the whole game", ge=1, le=200)] = 200
    case: Annotated[str, col("Rule case")] = ""


class ClosedRegions(Mechanism, frozen=True, kw_only=True):
    """Where certain units may not go."""

    key: ClassVar[str] = "closed-regions"
    title: ClassVar[str] = "Closed regions"
    help: ClassVar[str] = "Certain units may not enter certain regions, for some turns or for the whole game."

    told: ClassVar[frozenset[str]] = frozenset({"closed_to"})

    closed_to: Annotated[tuple[ClosedTo, ...], col("Closed", "All of them hold")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who stays out of where, and how long."""
        said = []
        for each in self.closed_to:
            until = "" if each.last_turn >= 200 else f" until turn {each.last_turn} is over"
            said.append(
                f"{whom(rows, each.units)} neither enter {named(rows, Region, each.region)} nor attack it{until}"
                f"{', and no line of supply of their side enters it' if each.lines else ''}."
            )
        return said

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Each region, for everybody meant who is not in it."""
        here = table.state.cell[piece]
        for each in self.closed_to:
            if table.state.turn > each.last_turn or not each.units.matches(table.unit(piece)):
                continue
            cells = region_cells(table, each.region)
            if here < 0 or not cells[here]:
                name = named(table.scenario.rows, Region, each.region)
                yield Closure(cells, f"{table.full_name(piece)} may not enter {name}.", each.case)

    def bars_lines(self, table: Table, side: int) -> Iterable[int]:
        """Regions that lines of supply keep out of, too."""
        key = table.scenario.sides[side].side
        for each in self.closed_to:
            if each.lines and table.state.turn <= each.last_turn and key in each.units.sides:
                yield from table.board.regions.get(each.region, frozenset())

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """Nobody attacks into a region that is closed to him."""
        for piece in battle.attackers:
            for closure in self.closed(table, piece, ()):
                if closure.cells[battle.target]:
                    return no(closure.why, closure.case)
        return None


def region_cells(table: Table, region: str) -> npt.NDArray[np.uint8]:
    """The cells of a region, for the kernels."""
    return table.setting.kept(("closed-region", region), lambda: _cells(table, region))


def _cells(table: Table, region: str) -> npt.NDArray[np.uint8]:
    found = np.zeros(table.board.size, np.uint8)
    found[sorted(table.board.regions.get(region, frozenset()))] = 1
    return found
