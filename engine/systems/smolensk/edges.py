"""Edges of the map: sources that no enemy enters, and boxes behind them through which a side shifts its units."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Box, Region
from engine.rules.answers import Closure
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, phases_words, side_words
from engine.state import Status


class SafeEdge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes that no enemy of a side enters for a time."""

    side: Annotated[str, col("Side", refers="side")] = ""
    region: Annotated[str, col("Region", refers="region")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200


class SafeEdges(Mechanism, frozen=True, kw_only=True):
    """Edge hexes that are safe from the enemy."""

    key: ClassVar[str] = "safe-edges"
    title: ClassVar[str] = "Safe edges"
    help: ClassVar[str] = (
        "No enemy enters a side's sources on the edge; he may attack them, but neither overrun nor take."
    )
    told: ClassVar[frozenset[str]] = frozenset({"edges"})

    edges: Annotated[tuple[SafeEdge, ...], col("Edges")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which, whose, and when."""
        said = []
        for each in self.edges:
            until = "" if each.last_turn >= 200 else f" until turn {each.last_turn}"
            since = "" if each.first_turn <= 1 else f" from turn {each.first_turn}"
            who, where = side_words(rows, each.side), named(rows, Region, each.region)
            said.append(
                f"No enemy of {who} enters the hexes of “{where}”{since}{until}; he may attack them from beside."
            )
        return said

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """The enemy's sources."""
        turn, own = table.state.turn, table.scenario.sides[table.side_of(piece)].side
        for number, each in enumerate(self.edges):
            if each.side != own and each.first_turn <= turn <= each.last_turn:
                cells = table.setting.kept(("safe-edge", number), partial(_cells, table, each.region))
                yield Closure(cells, "Nobody enters the enemy's sources on the edge of the map.", self.case("edge"))


def _cells(table: Table, region: str) -> npt.NDArray[np.uint8]:
    cells = np.zeros(table.board.size, np.uint8)
    cells[sorted(table.board.regions.get(region, frozenset()))] = 1
    return cells


class EdgeBoxes(Mechanism, frozen=True, kw_only=True):
    """Boxes behind the edge."""

    key: ClassVar[str] = "edge-boxes"
    title: ClassVar[str] = "Edge boxes"
    help: ClassVar[str] = "A side's units go into its boxes beside the map and out again in its own movement phase."
    told: ClassVar[frozenset[str]] = frozenset({"side", "boxes", "phases"})

    side: Annotated[str, col("Side", refers="side")] = ""
    boxes: Annotated[tuple[str, ...], col("Boxes", refers="box")] = ()
    phases: Annotated[tuple[str, ...], col("Phases", "In which they are entered and left", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Whose, when and how."""
        names = listed([named(rows, Box, key) for key in self.boxes])
        return [
            f"Only units of {side_words(rows, self.side)} enter and leave {names}, in "
            f"{phases_words(rows, self.phases) or 'any phase'}; whoever enters stops there. No way leads there from a "
            "source that is shut."
        ]

    def _inside(self, table: Table) -> npt.NDArray[np.uint8]:
        return table.setting.kept("edge-boxes", lambda: self._marked(table))

    def _marked(self, table: Table) -> npt.NDArray[np.uint8]:
        cells = np.zeros(table.board.size, np.uint8)
        cells[[table.board.cell(key) for key in self.boxes]] = 1
        return cells

    def shut_links(self, table: Table, side: int) -> Iterable[npt.NDArray[np.bool_]]:
        """The ways between a box and a source that is shut by now."""
        if table.scenario.sides[side].side == self.side and table.setting.by_key(TraceSupply.key) is not None:
            regions = tuple(table.mechanism(TraceSupply).regions(table, side))
            shut = table.setting.kept(("shut-boxes", regions), lambda: self._shut(table, regions))
            yield from (shut,) if shut.any() else ()

    def _shut(self, table: Table, regions: tuple[str, ...]) -> npt.NDArray[np.bool_]:
        board, inside = table.board, self._inside(table).astype(bool)
        sources = np.zeros(board.size, np.bool_)
        sources[sorted({cell for region in regions for cell in board.regions.get(region, frozenset())})] = True
        begins = np.repeat(np.arange(board.size), np.diff(board.indptr))
        across = inside[begins] != inside[board.indices]
        return np.asarray(across & ~(sources[begins] | sources[board.indices]), np.bool_)

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """To the enemy always, to its side outside its movement, and to nobody who only passes through."""
        inside, own = self._inside(table), table.scenario.sides[table.side_of(piece)].side == self.side
        if not own:
            yield Closure(inside, "The boxes beside the map are the enemy's.", self.case("box"))
            return
        nowhere = np.zeros(table.board.size, np.uint8)
        for shut in self.shut_links(table, table.side_of(piece)):
            yield Closure(
                nowhere, "That source is shut: no way leads to the box.", self.case("box"), shut, retreats=False
            )
        starts = np.repeat(inside, np.diff(table.board.indptr)).astype(bool)
        if table.scenario.phases[table.state.phase].phase not in self.phases:
            yield Closure(inside, "Boxes are entered in the movement phase.", self.case("box"), starts, retreats=False)
        elif not inside[table.state.cell[piece]]:
            yield Closure(nowhere, "Whoever enters a box stops there.", self.case("box"), starts, retreats=False)

    def may_target(self, table: Table, piece: int, target: int) -> Verdict | None:
        """Nobody attacks into a box, or out of it."""
        inside = self._inside(table)
        if not inside[target] and not inside[table.state.cell[piece]]:
            return None
        return no("Nobody attacks into a box beside the map, or out of it.", self.case("box"))

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Whoever enters has moved."""
        if self._inside(table)[path[-1]]:
            table.mark(piece, Status.MOVED)
