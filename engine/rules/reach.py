"""Reach: how far a unit can move now, in each of the ways a phase allows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach as reach_kernel
from engine.board.network import TICKS, path
from engine.ids import Cell
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.costs import step_costs
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.setting import ticks
from engine.rules.table import Table
from engine.rules.zoc import Zoc, in_enemy_zone, stops


class MoveMode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way in which certain units may move in a phase."""

    units: Annotated[Selector, col("Which units")] = Selector()
    share: Annotated[float, col("Share of the allowance", gt=0, le=4)] = 1.0
    not_from_zoc: Annotated[bool, col("Not from an enemy zone", "Only units that start outside enemy zones")] = False
    links_only: Annotated[
        tuple[str, ...], col("Only along", "The whole move follows connected links of these kinds", refers="link_kind")
    ] = ()
    ignore_terrain: Annotated[bool, col("Ignore terrain", "Every cell costs one point")] = False
    ignore_zoc: Annotated[bool, col("Ignore enemy zones")] = False
    ignore_weather: Annotated[bool, col("Ignore weather", "The weather costs nothing, as on the railway")] = False
    case: Annotated[str, col("Rule case")] = ""


@dataclass(frozen=True)
class Reach:
    """What a unit can reach in one mode: points spent in ticks (-1: out of reach) and the way there."""

    mode: MoveMode
    budget: int
    spent: npt.NDArray[np.int32]
    came_from: npt.NDArray[np.int32]

    def cells(self) -> list[int]:
        """Every cell within reach but the one it stands in, in order."""
        found: list[int] = np.flatnonzero(self.spent > 0).tolist()
        return found

    def points(self, cell: int) -> float:
        """Movement points spent to get to a cell."""
        return float(self.spent[cell]) / TICKS

    def path(self, cell: int) -> tuple[int, ...]:
        """The cheapest way to a cell, its start not included."""
        return path(self.came_from, Cell(cell))[1:]


def modes_for(table: Table, piece: int, modes: tuple[MoveMode, ...]) -> list[MoveMode]:
    """The modes that a unit may use where it stands."""
    unit = table.unit(piece)
    return [
        mode for mode in modes if mode.units.matches(unit) and not (mode.not_from_zoc and _starts_in_zone(table, piece))
    ]


def _starts_in_zone(table: Table, piece: int) -> bool:
    return in_enemy_zone(table, table.state.cell[piece], table.side_of(piece))


def budget(table: Table, piece: int, mode: MoveMode) -> int:
    """Ticks that a unit may spend in a mode."""
    return ticks(table.face(piece).movement * mode.share)


def reaches(table: Table, piece: int, modes: tuple[MoveMode, ...]) -> list[Reach]:
    """What a unit can reach in each mode it may use."""
    return [_reach(table, piece, mode) for mode in modes_for(table, piece, modes)]


def _reach(table: Table, piece: int, mode: MoveMode) -> Reach:
    side = table.side_of(piece)
    limit = budget(table, piece, mode)
    spent, came_from = reach_kernel(
        table.board.indptr,
        table.board.indices,
        _costs(table, piece, mode),
        table.state.cell[piece],
        limit,
        table.occupied(1 - side),
        _stops(table, side, mode),
        False,
    )
    return Reach(mode, limit, spent, came_from)


def _costs(table: Table, piece: int, mode: MoveMode) -> npt.NDArray[np.int32]:
    return step_costs(
        table,
        table.side_of(piece),
        table.unit(piece).move_class,
        mode.links_only,
        mode.ignore_terrain,
        mode.ignore_weather,
    )


def _stops(table: Table, side: int, mode: MoveMode) -> npt.NDArray[np.uint8]:
    if mode.ignore_zoc:
        return table.cached("no-stops", lambda: np.zeros(table.board.size, np.uint8))
    return stops(table, side)


def walk(table: Table, piece: int, path: tuple[int, ...], mode: MoveMode, cases: dict[str, str]) -> tuple[Verdict, int]:
    """Judge a path step by step in one mode; also the ticks it costs as far as it is legal."""
    board, side = table.board, table.side_of(piece)
    costs, halting = _costs(table, piece, mode), _stops(table, side, mode)
    enemy = table.occupied(1 - side)
    here, spent, limit = table.state.cell[piece], 0, budget(table, piece, mode)
    for number, cell in enumerate(path):
        edge = board.adjacency.edge(Cell(here), Cell(cell))
        if edge is None:
            return no(
                f"{board.label(Cell(here))} and {_label(table, cell)} are not neighbours.", cases.get("path", "")
            ), spent
        if enemy[cell]:
            return no(f"{table.label(cell)} is occupied by the enemy.", cases.get("enemy", "")), spent
        if costs[edge] < 0:
            return no(_prohibited(table, mode, cell), mode.case or cases.get("terrain", "")), spent
        spent += int(costs[edge])
        if spent > limit:
            needs = f"{table.label(cell)} costs {spent / TICKS:g} movement points to reach"
            why = f"{needs}; {limit / TICKS:g} may be spent."
            return no(why, mode.case if mode.share < 1 else cases.get("points", "")), spent
        if halting[cell] and number < len(path) - 1:
            return no(
                f"Entering the enemy zone of control in {table.label(cell)} ends the move.", _zoc_case(table)
            ), spent
        here = cell
    return LEGAL, spent


def _label(table: Table, cell: int) -> str:
    return table.board.label(Cell(cell)) if 0 <= cell < table.board.size else "a cell off the map"


def _prohibited(table: Table, mode: MoveMode, cell: int) -> str:
    if mode.links_only:
        return f"No {' or '.join(mode.links_only)} leads into {table.label(cell)} from there."
    return f"Units of this kind may not enter {table.label(cell)}."


def _zoc_case(table: Table) -> str:
    return table.mechanism(Zoc).case("enter")
