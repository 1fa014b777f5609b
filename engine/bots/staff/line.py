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
from engine.bots.staff.rules import Line

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FAR = 6.0
"""Turns of march beyond which distance counts no more."""

NEAR_PRICE, FAR_PRICE, NEVER = 10, 30, 1 << 20
"""Prices of a cell in the line: one that a unit can reach now, one that none can, one that the enemy holds."""


def march(draft: Draft) -> Floats:
    """Ticks of a turn's march for each group."""
    found: Floats = np.maximum(draft.force.movement, 1.0) * TICKS
    return found


def behind(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, how many turns' march nearer to the line it is, weighed: reserves come up to it."""
    found, line = np.zeros(draft.can.shape, np.float64), book.get(Line)
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
    found = distances(board.indptr, board.indices, costs, cells, np.zeros(board.size, np.uint8))
    return np.where(found < 0, NEVER, found).astype(np.int32)


def line_of(look: Assessment, draft: Draft, rule: Line) -> Flags:
    """The cells of the line of a plan; worked out once for those who still have no post."""
    return look.kept(("line", id(rule), tuple(draft.rows())), lambda: line_cells(look, draft, rule))


def line_cells(look: Assessment, draft: Draft, rule: Line) -> Flags:
    """The cells of the cheapest line that parts the enemy from the places to be covered."""
    board, size = look.board, look.board.size
    sinks = np.zeros(size, np.uint8)
    covered = sorted(look.held, key=lambda one: (-one.worth * min(int(look.ahead[one.cell]), 200), one.cell))
    for one in covered[: rule.places]:
        sinks[one.cell] = not look.enemy[one.cell]
    for region in rule.regions:
        sinks[sorted(board.regions.get(region, ()))] = 1
    sinks[look.enemy > 0] = 0
    if not sinks.any():
        return np.zeros(size, np.uint8)
    to_sink = np.minimum(look.lie.ground.way_to(np.flatnonzero(sinks).tolist(), look.lie.classes[0], look.turn), 4000)
    share = look.ahead / np.maximum(look.ahead + to_sink, 1)
    off = np.abs(share - rule.depth) * 20
    good = 6.0 * (look.terrain.times - 1.0) - 3.0 * look.lie.shift
    within = (draft.can * draft.open[:, None]).max(axis=0, initial=0)
    price = np.where(within > 0, NEAR_PRICE, FAR_PRICE) + off - np.minimum(good, 8)
    price = np.where(draft.here > 0, 1, np.maximum(price, 2))
    price = np.where(look.enemy > 0, NEVER, price).astype(np.int32)
    passable = (look.costs.max(axis=0) >= 0).astype(np.uint8)
    sources = look.enemy.copy()
    sources[look.threats.cell] = 1
    return cheapest_line(board.indptr, board.indices, board.reverse, passable, price, sources, sinks)
