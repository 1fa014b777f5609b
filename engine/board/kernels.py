"""The hot loops over a board: reach, supply floods, zones of control and distances.

All work on the directed edges of a board as compressed sparse rows.  Costs are ticks, -1 where an edge
is prohibited.  Cells wait in buckets by what they cost so far, each bucket a chain of tickets, so that
nothing is sorted; a ticket that a cheaper way has overtaken is thrown away when its turn comes.
A start is never refused, even if blocked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Ints, Shorts


class Net(NamedTuple):
    """Directed edges as compressed sparse rows: where those of each cell begin, and the cell to which each leads."""

    indptr: Ints
    indices: Ints


_NONE = -1
_FEW = 1024
_ENDLESS = 2**31 - 2


@part
def _span(costs: Ints, budget: int) -> int:
    """How many buckets are needed: never more than the dearest edge asks for, but looking for it takes time."""
    if budget < _FEW:
        return budget + 1
    dearest = 0
    for cost in costs:
        dearest = max(dearest, cost)
    return min(budget, dearest) + 1


@maker
def _spread(
    net: Net, costs: Ints, sources: Ints | tuple[int], budget: int, blocked: Flags, stops: Flags
) -> tuple[Ints, Ints]:
    """Cheapest ways from the sources within a budget; each source comes from itself."""
    indptr, indices = net
    cells = len(indptr) - 1
    # Read as unsigned, a prohibited cost is beyond any budget, and an index needs no look at its sign.
    targets = indices.view(np.uint32)
    prices = costs.view(np.uint32)
    best = np.empty(cells, np.int32)
    came_from = np.full(cells, _NONE, np.int32)
    for cell in range(cells):
        best[cell] = _NONE if blocked[cell] else budget + 1
    waiting = np.empty(len(indices) + len(sources), np.uint32)
    behind = np.empty(len(indices) + len(sources), np.int32)
    span = _span(costs, budget)
    first = np.full(span, _NONE, np.int32)
    count = 0
    for source in sources:
        best[source] = 0
        came_from[source] = source
        waiting[count] = source
        behind[count] = first[0]
        first[0] = count
        count += 1
    left = count
    now = 0
    slot = 0
    while left > 0:
        ticket = first[slot]
        if ticket < 0:
            now += 1
            slot = slot + 1 if slot + 1 < span else 0
            continue
        first[slot] = behind[ticket]
        left -= 1
        cell = waiting[ticket]
        if best[cell] != now or (stops[cell] and came_from[cell] != cell):
            continue
        for edge in range(np.uint32(indptr[cell]), np.uint32(indptr[cell + np.uint32(1)])):
            other = targets[edge]
            total = now + np.int64(prices[edge])
            if total < best[other]:
                best[other] = total
                came_from[other] = cell
                there = total if total < span else total % span
                waiting[count] = other
                behind[count] = first[there]
                first[there] = count
                count += 1
                left += 1
    for cell in range(cells):
        if came_from[cell] < 0:
            best[cell] = _NONE
    return best, came_from


@kernel
def reach(
    net: Net, costs: Ints, start: int, budget: int, blocked: Flags, stops: Flags, minimum: bool
) -> tuple[Ints, Ints]:
    """Where one unit can go: ticks spent to each cell (-1: out of reach), and the cell it came from.

    A blocked cell may not be entered.  In a cell that stops, movement ends; the start does not stop.
    With `minimum` a neighbouring cell may be entered whatever it costs, for all that the unit has.
    """
    budget = min(max(budget, 0), _ENDLESS)
    spent, came_from = _spread(net, costs, (start,), budget, blocked, stops)
    if minimum:
        for edge in range(net.indptr[start], net.indptr[start + 1]):
            other = net.indices[edge]
            if costs[edge] >= 0 and not blocked[other] and spent[other] == _NONE:
                spent[other] = budget
                came_from[other] = start
    return spent, came_from


@kernel
def flood(net: Net, passable: Flags, blocked: Flags, sources: Ints) -> Flags:
    """Which cells a trace of any length from the sources can enter, the sources included."""
    indptr, indices = net
    cells = len(indptr) - 1
    found = np.zeros(cells, np.uint8)
    stack = np.empty(cells, np.int32)
    depth = 0
    for source in sources:
        if not found[source]:
            found[source] = 1
            stack[depth] = source
            depth += 1
    while depth > 0:
        depth -= 1
        cell = stack[depth]
        for edge in range(indptr[cell], indptr[cell + 1]):
            other = indices[edge]
            if passable[edge] and not found[other] and not blocked[other]:
                found[other] = 1
                stack[depth] = other
                depth += 1
    return found


@kernel
def zoc(net: Net, exerts: Flags, cells: Ints) -> Shorts:
    """How many of the units in these cells exert a zone of control into each cell; a cell counts once per unit."""
    indptr, indices = net
    count = np.zeros(len(indptr) - 1, np.int16)
    for cell in cells:
        for edge in range(indptr[cell], indptr[cell + 1]):
            if exerts[edge]:
                count[indices[edge]] += 1
    return count


@kernel
def distances(net: Net, costs: Ints, sources: Ints, blocked: Flags) -> Ints:
    """Ticks from the nearest source to every cell however far, -1 where none can come.

    With `costs[board.reverse]` it is the way from every cell to the nearest source.
    """
    stops = np.zeros(len(net.indptr) - 1, np.uint8)
    return _spread(net, costs, sources, _ENDLESS, blocked, stops)[0]


@kernel
def lines(net: Net, costs: Ints, sources: Ints, budget: int, blocked: Flags, ends: Flags) -> tuple[Ints, Ints]:
    """Ticks from every cell to the nearest source within a budget, and the next cell of the line there.

    Costs must be those of the way back (`costs[board.reverse]`).  A line may begin or end in a cell of `ends`, but
    not go through it; it may not enter a blocked cell at all, but for its sources.
    """
    return _spread(net, costs, sources, min(max(budget, 0), _ENDLESS), blocked, ends)
