"""What every step costs now: the ground as the weather leaves it, and the markers that lie on it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.rules.markers import hindrances
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]


def step_costs(
    table: Table,
    side: int,
    move_class: str,
    links_only: tuple[str, ...] = (),
    flat: bool = False,
    sheltered: bool = False,
) -> Ints:
    """The cost of every step for a side's units of a class, in ticks; sheltered ones pay nothing for the weather."""
    if table.answering("bridged") and not flat:
        return table.cached_now(
            ("bridged", side, move_class, links_only, sheltered),
            lambda: _bridged(table, side, _steps(table, side, move_class, links_only, flat, sheltered), move_class),
        )
    return _steps(table, side, move_class, links_only, flat, sheltered)


def _bridged(table: Table, side: int, costs: Ints, move_class: str) -> Ints:
    """Costs with bridges: around some cells hexsides cost nothing."""
    cells = sorted({cell for one in table.answering("bridged") for cell in one.bridged(table, side)})
    if not cells:
        return costs
    around = np.zeros(table.board.size, bool)
    around[cells] = True
    kinds = tuple(table.board.hexside_kinds)
    dry = table.setting.costs(move_class, table.state.turn, (), False, (), kinds, table.roads())
    starts = np.repeat(np.arange(table.board.size), np.diff(table.board.indptr))
    near = (around[starts] | around[table.board.indices]) & (dry >= 0)
    cheaper = (costs < 0) | (dry < costs)
    found: Ints = np.where(near & cheaper, dry, costs).astype(np.int32)
    return found


def _steps(table: Table, side: int, move_class: str, links_only: tuple[str, ...], flat: bool, sheltered: bool) -> Ints:
    state, free, roads = table.state, table.ignored(side), table.roads()
    if not state.weather and not state.markers:
        return table.setting.costs(move_class, state.turn, links_only, flat, (), free, roads)
    weather = () if sheltered or flat else tuple(state.weather)
    costs = table.setting.costs(move_class, state.turn, links_only, flat, weather, free, roads)
    hindering = hindrances(table, side, flat=flat)
    if not hindering:
        return costs
    key = ("step-costs", side, move_class, links_only, flat, sheltered)
    return table.cached(key, lambda: _hindered(table, costs, hindering))


def _hindered(table: Table, costs: Ints, hindering: list[tuple[int, float]]) -> Ints:
    """Costs with what markers add for each cell that they lie in; what is prohibited stays so."""
    extra = np.zeros(table.board.size, np.int32)
    for cell, points in hindering:
        extra[cell] += round(points * TICKS)
    found: Ints = np.where(costs < 0, costs, costs + extra[table.board.indices]).astype(np.int32)
    return found
