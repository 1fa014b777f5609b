"""The line: the cheapest cells that part the enemy from what is to be covered, and the way of reserves up to it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.doctrine.cut import cheapest_line
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import FrontLine

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FAR = 6.0
"""Turns of march beyond which distance counts no more."""

REAR = 0.8
"""The share of the way to the farthest of our places behind which everything is hinterland."""

NEAR_PRICE, FAR_PRICE, NEVER = 10, 30, 1 << 20
"""Prices of a cell in the line: one that a unit can reach now, one that none can, one that the enemy holds."""


def march(draft: Draft) -> Floats:
    """Ticks of a turn's march for each group."""
    found: Floats = np.maximum(draft.force.movement, 1.0) * TICKS
    return found


def behind(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, how many turns' march nearer to the line it is, weighed: reserves come up to it."""
    found, line = np.zeros(draft.can.shape, np.float64), book.get(FrontLine)
    if line is None or not line[1].reserve or not look.horizon.enemy_moves or not len(look.threats):
        return found
    cells = np.flatnonzero(line_of(look, draft, line[1])).astype(np.int32)
    if not len(cells) or look.turn > look.turns - line[1].until:
        return found
    turn, ways = march(draft), {kind: _ways_up(look, cells, kind) for kind in set(draft.force.kind.tolist())}
    for row in draft.rows():
        way = np.minimum(ways[int(draft.force.kind[row])] / turn[row], FAR)
        found[row] = line[1].reserve * (way[draft.force.cell[row]] - way)
    return found


def _ways_up(look: Assessment, cells: Ints, kind: int) -> Ints:
    """Ticks that a class of units needs from every cell to the nearest of these; lines change, so none are kept."""
    board = look.board
    costs = np.ascontiguousarray(look.costs[kind][board.reverse])
    found = distances(board.net, costs, cells, np.zeros(board.size, np.uint8))
    return np.where(found < 0, NEVER, found).astype(np.int32)


def line_of(look: Assessment, draft: Draft, rule: FrontLine) -> Flags:
    """The cells of the line of a plan; worked out once for those who still have no post."""
    rows = draft.rows()
    within = draft.can[rows].max(axis=0, initial=0)
    return look.kept(("line", id(rule), tuple(rows)), lambda: line_cells(look, rule, within, draft.here))


def gaps(look: Assessment, rule: FrontLine) -> tuple[int, ...]:
    """The cells of the line as it would run now where too little stands, for those who have still to come."""
    return look.kept("gaps", lambda: _gaps(look, rule))


def _gaps(look: Assessment, rule: FrontLine) -> tuple[int, ...]:
    none = np.zeros(look.board.size, np.int32)
    strength = np.bincount(look.mine.cell, look.mine.defence, look.board.size)
    line = line_cells(look, rule, none.astype(np.uint8), none)
    found: list[int] = np.flatnonzero((line > 0) & (strength < max(rule.stout, 1.0))).tolist()
    return tuple(found)


def line_cells(look: Assessment, rule: FrontLine, within: Flags, here: Ints) -> Flags:
    """The cells of the cheapest line that parts the enemy from the places to be covered.

    `within` are the cells that somebody can reach now, `here` those where somebody stands already.
    """
    board, size = look.board, look.board.size
    sinks = np.zeros(size, np.uint8)
    covered = sorted(look.held, key=lambda one: (-one.worth * min(int(look.ahead[one.cell]), 200), one.cell))
    for one in covered[: rule.places]:
        sinks[one.cell] = 1
    for region in rule.regions:
        sinks[sorted(board.regions.get(region, ()))] = 1
    sinks[look.enemy > 0] = 0
    if not sinks.any():
        return np.zeros(size, np.uint8)
    to_sink = np.minimum(look.lie.ground.way_to(np.flatnonzero(sinks).tolist(), look.lie.classes[0], look.turn), 4000)
    share = look.ahead / np.maximum(look.ahead + to_sink, 1)
    off = np.abs(share - rule.depth) * 20
    good = 6.0 * (look.terrain.times - 1.0) - 3.0 * look.lie.shift
    price = _way_there(look, rule, within) + off - np.minimum(good, 8)
    price = price - rule.keep * (look.table.occupied(look.side) > 0)
    price = np.where(here > 0, 1, np.maximum(price, 2))
    price = np.where(look.enemy > 0, NEVER, price).astype(np.int32)
    if rule.front:
        sinks = np.maximum(sinks, hinterland(look))
    passable = (look.costs.max(axis=0) >= 0).astype(np.uint8)
    sources = look.enemy.copy()
    sources[look.threats.cell] = 1
    return cheapest_line(board.net, board.reverse, passable, price, sources, sinks)


def _way_there(look: Assessment, rule: FrontLine, within: Flags) -> Floats:
    """What a cell of the line costs by the way that our units have there, against the enemy's."""
    if not rule.front:
        return np.where(within > 0, NEAR_PRICE, FAR_PRICE).astype(np.float64)
    late = np.maximum(look.near - look.ahead, 0) / np.maximum(look.ahead, 1)
    found: Floats = NEAR_PRICE + (FAR_PRICE - NEAR_PRICE) * np.minimum(late, 1.0) * (within == 0)
    return found


def hinterland(look: Assessment) -> Flags:
    """The cells farther from the enemy than most of our places are."""
    far = [min(int(look.ahead[one.cell]), 4000) for one in look.held]
    deep = REAR * max(far, default=0)
    found: Flags = ((look.ahead >= deep) & (look.ahead < 1 << 20) & (look.enemy == 0)).astype(np.uint8)
    return found
