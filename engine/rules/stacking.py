"""Stacking: how many units may share a cell when a phase or a retreat ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.board.tec import TecChart
from engine.ids import Cell
from engine.records.base import col
from engine.records.board import Place
from engine.records.counters import Selector, Unit
from engine.rules.mechanism import Mechanism
from engine.rules.reach import Weight
from engine.rules.table import Table
from engine.scenario.sentences import counted


class StackLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many of certain units in a cell."""

    units: Annotated[Selector, col("Which units")] = Selector()
    most: Annotated[int, col("At most", ge=0, le=99)] = 1
    weights: Annotated[tuple[Weight, ...], col("Counts", "Units that count more or less; the first that fits")] = ()
    places: Annotated[bool, col("More in places", "Times what the terrain chart says of a place in the cell")] = False
    beside: Annotated[
        Selector, col("Only beside", "The limit holds where one of these stands in the cell; all units: always")
    ] = Selector()
    case: Annotated[str, col("Rule case")] = ""

    def weight(self, unit: Unit) -> float:
        """What a unit counts."""
        return next((each.weight for each in self.weights if each.units.matches(unit)), 1.0)

    def load(self, units: Iterable[Unit]) -> float:
        """What the units of a cell come to; nothing where nobody stands there for whom the limit holds."""
        every = list(units)
        if self.beside != Selector() and not any(self.beside.matches(unit) for unit in every):
            return 0.0
        return sum(self.weight(unit) for unit in every if self.units.matches(unit))


class Stacking(Mechanism, frozen=True, kw_only=True):
    """Limits on stacking, checked at the end of a phase."""

    key: ClassVar[str] = "stacking"
    title: ClassVar[str] = "Stacking"
    help: ClassVar[str] = "How many units of a side may stand in one cell at the end of a phase; the excess is removed."
    reads: ClassVar[tuple[str, ...]] = ("stacking.factor",)

    limits: Annotated[tuple[StackLimit, ...], col("Limits", "All of them hold")] = ()
    phases: Annotated[
        tuple[str, ...], col("Phases", "Checked when one of these phases ends; empty: every phase", refers="phase")
    ] = ()
    boxes: Annotated[bool, col("In boxes too", "Off-map boxes have the same limits")] = True
    removed_by: Annotated[Literal["owner", "opponent"], col("Removed by", "Who chooses the units that go")] = "owner"


def enforced(table: Table) -> bool:
    """Whether the limits are checked when the current phase ends."""
    phases = table.mechanism(Stacking).phases
    return not phases or table.scenario.phases[table.state.phase].phase in phases


def broken_limit(table: Table, pieces: list[int], cell: int | None = None) -> StackLimit | None:
    """The first limit that these pieces together would break, in a cell where places may raise it."""
    rule = table.mechanism(Stacking)
    if cell is not None and not rule.boxes and table.board.is_box(Cell(cell)):
        return None
    for limit in rule.limits:
        if (limit.weights or len(pieces) > limit.most) and _broken(table, limit, pieces, cell):
            return limit
    return None


def crowding(table: Table, pieces: list[int], cell: int) -> tuple[str, str, str] | None:
    """Pieces that break a limit together: how many they are and how many may stay, in words, and the case."""
    limit = broken_limit(table, pieces, cell)
    if limit is None:
        return None
    found, most = table.matching(limit.units, pieces), limit.most * _raised(table, limit, cell)
    sizes = limit.units.sizes
    noun = sizes[0] if len(sizes) == 1 else "unit"
    load = limit.load(map(table.unit, found))
    many = f"units worth {load:g}" if limit.weights else counted(len(found), noun)
    stays = f"{most:g} may stay" if most else "none may stay beside the others"
    return many, stays, limit.case or table.mechanism(Stacking).case("excess")


def _broken(table: Table, limit: StackLimit, pieces: list[int], cell: int | None) -> bool:
    """Whether these pieces break a limit."""
    return limit.load(map(table.unit, pieces)) > limit.most * _raised(table, limit, cell)


def _raised(table: Table, limit: StackLimit, cell: int | None) -> float:
    """How many times as many units a limit lets stand in a cell."""
    if cell is None or not limit.places:
        return 1.0
    return place_factor(table.scenario.tec, table.board.places_at(Cell(cell)))


def place_factor(tec: TecChart, places: Iterable[Place]) -> float:
    """How many times as many units a cell holds, by the best of its places."""
    return max((tec.number("place", place.kind, "stacking.factor") or 1.0 for place in places), default=1.0)


def fits(table: Table, piece: int, cell: int) -> bool:
    """Whether a piece could end in a cell without breaking a limit."""
    others = [other for other in table.stack(cell) if other != piece]
    return not others or broken_limit(table, [*others, piece], cell) is None


def overstacked(table: Table) -> int | None:
    """The first cell where a limit is broken, or None."""
    for cell in sorted(cell for cell, stack in table.state.stacks.items() if len(stack) > 1):
        if broken_limit(table, table.stack(cell), cell):
            return cell
    return None


def excess(table: Table, cell: int) -> list[int]:
    """The pieces of an overstacked cell of which one may go: no more are removed than must be."""
    limit = broken_limit(table, table.stack(cell), cell)
    if limit is None:
        return []
    found = table.matching(limit.units, table.stack(cell))
    if not limit.weights:
        return found
    fewest = _fewest(table, limit, found, cell)
    return [
        piece for piece in found if _fewest(table, limit, [other for other in found if other != piece], cell) < fewest
    ]


def _fewest(table: Table, limit: StackLimit, pieces: list[int], cell: int) -> int:
    """How many of these pieces must go, the heaviest first."""
    left = sorted(pieces, key=lambda piece: limit.weight(table.unit(piece)))
    gone = 0
    while left and _broken(table, limit, left, cell):
        left.pop()
        gone += 1
    return gone
