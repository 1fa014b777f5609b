"""The hot loops of the staff: columns, room in a cell, and what can be brought against one.

All work on the directed edges of a board as compressed sparse rows, costs in ticks, -1 where an edge is prohibited.
Every loop is over units times the cells they can reach, so that twice the units take twice the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.bots.doctrine.kernels import Limits
from engine.compiled.kernel import kernel, part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Ints, Ints2


class PostOptions(NamedTuple):
    """Posts to choose from: where those of each group begin, their cells, and what speaks for each by itself."""

    starts: Ints
    cells: Ints
    pulls: Floats


@part
def column_of(ratio: float, thresholds: Floats) -> int:
    """The last column whose threshold is not above a ratio, -1 below the first."""
    low, high = 0, len(thresholds)
    while low < high:
        middle = (low + high) // 2
        if thresholds[middle] <= ratio + 1e-9:
            low = middle + 1
        else:
            high = middle
    return low - 1


@kernel
def brought(
    net: Net, reach: Flags2, attack: Floats, weight: Ints, closed: Flags, room: int
) -> tuple[Floats, Floats, Ints]:
    """The strength that can be brought against each cell: the strongest first, as many as its open sides have room for.

    Also the share of its sides that somebody can reach, and the number of units that can come beside it at all.
    """
    indptr, indices = net
    cells, units = len(indptr) - 1, len(attack)
    found, ring, comers = np.zeros(cells, np.float64), np.zeros(cells, np.float64), np.zeros(cells, np.int32)
    left = np.zeros(cells, np.int32)
    seen = np.full(cells, -1, np.int32)
    near = np.zeros(cells, np.uint8)
    for cell in range(cells):
        for edge in range(indptr[cell], indptr[cell + 1]):
            if not closed[indices[edge]]:
                left[cell] += room
    for unit in range(units):
        for here in range(cells):
            if not reach[unit, here] or closed[here]:
                continue
            near[here] = 1
            for edge in range(indptr[here], indptr[here + 1]):
                cell = indices[edge]
                if seen[cell] == unit:
                    continue
                seen[cell] = unit
                comers[cell] += 1
                if left[cell] > 0:
                    found[cell] += attack[unit]
                    left[cell] -= weight[unit]
    for cell in range(cells):
        around = indptr[cell + 1] - indptr[cell]
        for edge in range(indptr[cell], indptr[cell + 1]):
            ring[cell] += near[indices[edge]] / around
    return found, ring, comers


@kernel
def foremost(can: Flags2, rating: Floats2, most: int) -> Ints2:
    """For each group the cells that it may take with the highest ratings, best first, -1 where it has no more."""
    found = np.full((len(can), most), -1, np.int32)
    for row in range(len(can)):
        many = 0
        for cell in range(can.shape[1]):
            if not can[row, cell] or (many == most and rating[row, cell] <= rating[row, found[row, most - 1]]):
                continue
            place = min(many, most - 1)
            many = min(many + 1, most)
            while place > 0 and rating[row, found[row, place - 1]] < rating[row, cell]:
                found[row, place] = found[row, place - 1]
                place -= 1
            found[row, place] = cell
    return found


@part
def fits(unit: int, cell: int, at: int, limits: Limits) -> bool:
    """Whether a unit has room in a cell; where it is counted already it takes no more."""
    taken, member, most = limits
    room = True
    for limit in range(len(most)):
        more = 0 if cell == at else member[limit, unit]
        if member[limit, unit] and taken[limit, cell] + more > most[limit]:
            room = False
    return room
