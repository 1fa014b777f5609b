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
    """What the weather does to the cells: times their cost, the bits of the hexside kinds that are frozen, and the
    number of the terrain that each counts as."""

    times: npt.NDArray[np.float64]
    frozen: npt.NDArray[np.uint32]
    terrain: npt.NDArray[np.int16] | None = None

    def open_sides(self, board: Board) -> npt.NDArray[np.uint32]:
        """The kinds of hexside that are frozen on each edge: on both of its sides."""
        sources = np.repeat(np.arange(board.size), np.diff(board.indptr))
        found: npt.NDArray[np.uint32] = self.frozen[board.indices] & self.frozen[sources]
        return found


Roads = tuple[tuple[str, tuple[str, ...]], ...]
"""Kinds of link with the only terrain that they lead through; none: they are gone."""


def edge_costs(
    board: Board,
    tec: TecChart,
    effect: str,
    turn: int | None = None,
    links: bool = True,
    only_links: tuple[str, ...] = (),
    flat: float | None = None,
    season: Season | None = None,
    roads: Roads = (),
) -> Ints:
    """The cost in ticks to cross each directed edge, -1 where that is prohibited.

    A cell costs what the chart says for its terrain, or for a place in it; hexsides add to that.  The
    cheapest link with a value replaces the sum, even a prohibited one, or as much of it as its kind says;
    a link marked P is no help.
    An edge that leaps needs such a link.  Without `links` roads and railways are not there.
    With `only_links` every edge needs one of those links, with or without a value.  With `flat`
    whatever is not prohibited costs that many points.  In a `season` terrain, places and links cost so
    many times as much in the cell they lead to, rounded to whole ticks, and frozen hexsides are not there.
    Links of a kind in `roads` count only into cells of its terrain.
    """
    masks = board.link_masks(turn) if links or only_links else np.zeros(len(board.indices), np.uint32)
    masks = _limited(board, masks, roads)
    carried = (masks & np.uint32(board.link_bits(only_links))) != 0
    overland = _overland(board, tec, effect, flat, season)
    leaps = board.edge_side < 0
    if flat is not None and only_links:
        overland[leaps & carried] = round(flat * TICKS)
    overland[leaps & ~carried] = _NEVER
    crossing = _crossing(board, tec, effect, flat, season)
    by_link = _by_link(board, tec, effect, masks, only_links or board.link_kinds, flat, crossing)
    by_link = _times(by_link, board, season)
    costs = np.where(by_link < _NEVER, by_link, overland)
    if only_links:
        costs[~carried] = _NEVER
    costs[costs >= _NEVER] = PROHIBITED
    return costs.astype(np.int32)


def _limited(board: Board, masks: npt.NDArray[np.uint32], roads: Roads) -> npt.NDArray[np.uint32]:
    """The links of each edge without those that do not lead into the terrain of its target."""
    for kind, terrain in roads:
        led = np.array([*(each in terrain for each in board.terrain_kinds), False])[board.terrain][board.indices]
        masks = np.where(led, masks, masks & ~np.uint32(board.link_bits((kind,))))
    return masks


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
    ground = None if season is None else season.terrain
    costs = _times(cell_costs(board, tec, effect, flat, ground)[board.indices], board, season)
    total: npt.NDArray[np.int64] = np.minimum(costs + _crossing(board, tec, effect, flat, season), _NEVER)
    return total


def _crossing(
    board: Board, tec: TecChart, effect: str, flat: float | None, season: Season | None
) -> npt.NDArray[np.int64]:
    """What the hexsides of each edge cost."""
    costs = np.zeros(len(board.indices), np.int64)
    hexsides = board.edge_hexsides if season is None else board.edge_hexsides & ~season.open_sides(board)
    for bit, kind in enumerate(board.hexside_kinds):
        has = (hexsides >> np.uint32(bit) & np.uint32(1)) != 0
        if tec.prohibited("hexside", kind, effect):
            costs[has] = _NEVER
        elif flat is None:
            costs[has] += _ticks(tec, "hexside", kind, effect, None, missing=0)
    return np.minimum(costs, _NEVER)


def cell_costs(
    board: Board,
    tec: TecChart,
    effect: str,
    flat: float | None = None,
    terrain: npt.NDArray[np.int16] | None = None,
) -> npt.NDArray[np.int64]:
    """The cost in ticks of each cell by its terrain, or by a place in it; beyond any budget where it is prohibited.

    With `terrain`, the number of a kind for each cell, the cells count as that.
    """
    missing = _NEVER if flat is None else round(flat * TICKS)
    by_kind = [_ticks(tec, "terrain", kind, effect, flat, missing) for kind in board.terrain_kinds]
    costs = np.array([*by_kind, missing], np.int64)[board.terrain if terrain is None else terrain]
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
    crossing: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """The cost of each edge by its cheapest link, where one of these kinds has a value; hexsides where it pays them."""
    costs = np.full(len(board.indices), _NEVER, np.int64)
    for bit, (kind, replaces) in enumerate(zip(board.link_kinds, board.link_replaces, strict=True)):
        if kind in kinds and tec.number("link", kind, effect) is not None:
            has = (masks >> np.uint32(bit) & np.uint32(1)) != 0
            if replaces == "open":
                has &= crossing == 0
            paid = _ticks(tec, "link", kind, effect, flat, missing=_NEVER)
            along = paid + crossing[has] if replaces == "terrain" else paid
            if replaces == "hexside" and flat is None:
                along = np.minimum(paid + cell_costs(board, tec, effect)[board.indices[has]], _NEVER)
            costs[has] = np.minimum(costs[has], along)
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
