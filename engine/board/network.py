"""What it costs to cross each directed edge of a board, in whole ticks for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.board import Board
from engine.board.tec import Layer, TecChart
from engine.ids import Cell

TICKS = 4
"""Ticks in a movement point, so that halves and quarters are whole numbers."""

PROHIBITED = -1
"""The cost of an edge that may not be crossed."""

_NEVER = np.iinfo(np.int32).max

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Season:
    """What the weather does to the cells: times their cost, and the bits of the hexside kinds that are frozen."""

    times: npt.NDArray[np.float64]
    frozen: npt.NDArray[np.uint32]


def edge_costs(
    board: Board,
    tec: TecChart,
    effect: str,
    turn: int | None = None,
    links: bool = True,
    only_links: tuple[str, ...] = (),
    flat: float | None = None,
    season: Season | None = None,
) -> Ints:
    """The cost in ticks to cross each directed edge, -1 where that is prohibited.

    A cell costs what the chart says for its terrain, or for a place in it; hexsides add to that.  The
    cheapest link with a value replaces the sum, even a prohibited one; a link marked P is no help.
    An edge that leaps needs such a link.  Without `links` roads and railways are not there.
    With `only_links` every edge needs one of those links, with or without a value.  With `flat`
    whatever is not prohibited costs that many points.  In a `season` terrain, places and links cost so
    many times as much in the cell they lead to, rounded to whole ticks, and frozen hexsides are not there.
    """
    masks = board.link_masks(turn) if links or only_links else np.zeros(len(board.indices), np.uint32)
    carried = (masks & np.uint32(board.link_bits(only_links))) != 0
    overland = _overland(board, tec, effect, flat, season)
    leaps = board.edge_side < 0
    if flat is not None and only_links:
        overland[leaps & carried] = round(flat * TICKS)
    overland[leaps & ~carried] = _NEVER
    by_link = _times(_by_link(board, tec, effect, masks, only_links or board.link_kinds, flat), board, season)
    costs = np.where(by_link < _NEVER, by_link, overland)
    if only_links:
        costs[~carried] = _NEVER
    costs[costs >= _NEVER] = PROHIBITED
    return costs.astype(np.int32)


def _times(costs: npt.NDArray[np.int64], board: Board, season: Season | None) -> npt.NDArray[np.int64]:
    """The costs of the edges as often as the season of their targets says; what is prohibited stays so."""
    if season is None:
        return costs
    raised = np.floor(costs * season.times[board.indices] + 0.5).astype(np.int64)
    return np.where(costs < _NEVER, raised, costs)


def _overland(
    board: Board, tec: TecChart, effect: str, flat: float | None, season: Season | None
) -> npt.NDArray[np.int64]:
    """The cost of each edge by terrain, place and hexside."""
    costs = _times(_cell_costs(board, tec, effect, flat)[board.indices], board, season)
    hexsides = board.edge_hexsides if season is None else board.edge_hexsides & ~season.frozen[board.indices]
    for bit, kind in enumerate(board.hexside_kinds):
        has = (hexsides >> np.uint32(bit) & np.uint32(1)) != 0
        if tec.prohibited("hexside", kind, effect):
            costs[has] = _NEVER
        elif flat is None:
            costs[has] += _ticks(tec, "hexside", kind, effect, None, missing=0)
    return np.minimum(costs, _NEVER)


def _cell_costs(board: Board, tec: TecChart, effect: str, flat: float | None) -> npt.NDArray[np.int64]:
    missing = _NEVER if flat is None else round(flat * TICKS)
    by_kind = [_ticks(tec, "terrain", kind, effect, flat, missing) for kind in board.terrain_kinds]
    costs = np.array([*by_kind, missing], np.int64)[board.terrain]
    for cell in {board.cell(place.cell) for place in board.places}:
        costs[cell] = _place_cost(board, tec, effect, flat, cell, int(costs[cell]))
    return costs


def _place_cost(board: Board, tec: TecChart, effect: str, flat: float | None, cell: Cell, terrain: int) -> int:
    """The cheapest of the places that the chart has a value for, or what the terrain costs."""
    kinds = [place.kind for place in board.places_at(cell) if tec.text("place", place.kind, effect)]
    return min((_ticks(tec, "place", kind, effect, flat, missing=terrain) for kind in kinds), default=terrain)


def _by_link(
    board: Board,
    tec: TecChart,
    effect: str,
    masks: npt.NDArray[np.uint32],
    kinds: tuple[str, ...],
    flat: float | None,
) -> npt.NDArray[np.int64]:
    """The cost of each edge by its cheapest link, where one of these kinds has a value."""
    costs = np.full(len(board.indices), _NEVER, np.int64)
    for bit, kind in enumerate(board.link_kinds):
        if kind in kinds and tec.number("link", kind, effect) is not None:
            has = (masks >> np.uint32(bit) & np.uint32(1)) != 0
            costs[has] = np.minimum(costs[has], _ticks(tec, "link", kind, effect, flat, missing=_NEVER))
    return costs


def _ticks(tec: TecChart, layer: Layer, kind: str, effect: str, flat: float | None, missing: int) -> int:
    """One entry of the chart in ticks."""
    if tec.prohibited(layer, kind, effect):
        return _NEVER
    value = tec.number(layer, kind, effect)
    if value is None:
        return missing
    return round((value if flat is None else flat) * TICKS)


def path(came_from: Ints, target: Cell) -> tuple[Cell, ...]:
    """The cells from the start to a target, both included; empty if it was not reached."""
    if came_from[target] < 0:
        return ()
    steps = [target]
    while came_from[steps[-1]] != steps[-1]:
        steps.append(Cell(int(came_from[steps[-1]])))
    return tuple(reversed(steps))
