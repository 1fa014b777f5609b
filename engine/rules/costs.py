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
    state = table.state
    if not state.weather and not state.markers:
        return table.setting.costs(move_class, state.turn, links_only, flat)
    weather = () if sheltered or flat else tuple(state.weather)
    costs = table.setting.costs(move_class, state.turn, links_only, flat, weather)
    hindering = hindrances(table, side)
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
