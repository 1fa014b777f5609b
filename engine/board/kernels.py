"""The hot loops over a board: reach, supply floods, zones of control and distances.

All work on the directed edges of a board as compressed sparse rows.  Costs are ticks, -1 where an edge
is prohibited.  Cells wait in buckets by what they cost so far, each bucket a doubly linked list, so that
nothing is sorted and a cheaper way moves a cell in one step.  A start is never refused, even if blocked.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import types

from engine.board.compiled import FLAGS, INTS, kernel, part

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]

_NONE = -1
_FEW = 1024
_ENDLESS = 2**31 - 1


@part
def _slot(total: int, span: int) -> int:
    """The bucket for a cost; a full circle of buckets is used again."""
    return total if total < span else total % span


@part
def _push(first: Ints, after: Ints, before: Ints, cell: int, slot: int) -> None:
    """Let a cell wait in a bucket."""
    head = first[slot]
    after[cell] = head
    before[cell] = _NONE
    if head != _NONE:
        before[head] = cell
    first[slot] = cell


@part
def _pull(first: Ints, after: Ints, before: Ints, cell: int, slot: int) -> None:
    """Take a cell out of its bucket."""
    if before[cell] == _NONE:
        first[slot] = after[cell]
    else:
        after[before[cell]] = after[cell]
    if after[cell] != _NONE:
        before[after[cell]] = before[cell]


@part
def _span(costs: Ints, budget: int) -> int:
    """How many buckets are needed: never more than the dearest edge, but looking for it takes time."""
    if budget < _FEW:
        return budget + 1
    return min(budget, max(costs.max(), 0) if len(costs) else 0) + 1


@part
def _spread(
    indptr: Ints, indices: Ints, costs: Ints, sources: Ints, budget: int, blocked: Flags, stops: Flags
) -> tuple[Ints, Ints]:
    """Cheapest ways from the sources within a budget; each source comes from itself."""
    cells = len(indptr) - 1
    spent = np.full(cells, _NONE, np.int32)
    came_from = np.full(cells, _NONE, np.int32)
    after = np.empty(cells, np.int32)
    before = np.empty(cells, np.int32)
    span = _span(costs, budget)
    first = np.full(span, _NONE, np.int32)
    waiting = 0
    for source in sources:
        if spent[source] == _NONE:
            spent[source] = 0
            came_from[source] = source
            _push(first, after, before, source, 0)
            waiting += 1
    now = 0
    while waiting > 0:
        slot = _slot(now, span)
        cell = first[slot]
        if cell == _NONE:
            now += 1
            continue
        _pull(first, after, before, cell, slot)
        waiting -= 1
        if stops[cell] and came_from[cell] != cell:
            continue
        for edge in range(indptr[cell], indptr[cell + 1]):
            other = indices[edge]
            total = now + costs[edge]
            if costs[edge] < 0 or total > budget or blocked[other]:
                continue
            known = spent[other]
            if known == _NONE:
                waiting += 1
            elif known > total:
                _pull(first, after, before, other, _slot(known, span))
            else:
                continue
            spent[other] = total
            came_from[other] = cell
            _push(first, after, before, other, _slot(total, span))
    return spent, came_from


@kernel(INTS, INTS, INTS, types.int64, types.int64, FLAGS, FLAGS, types.boolean)
def reach(
    indptr: Ints, indices: Ints, costs: Ints, start: int, budget: int, blocked: Flags, stops: Flags, minimum: bool
) -> tuple[Ints, Ints]:
    """Where one unit can go: ticks spent to each cell (-1: out of reach), and the cell it came from.

    A blocked cell may not be entered.  In a cell that stops, movement ends; the start does not stop.
    With `minimum` a neighbouring cell may be entered whatever it costs, for all that the unit has.
    """
    budget = max(budget, 0)
    spent, came_from = _spread(indptr, indices, costs, np.full(1, start, np.int32), budget, blocked, stops)
    if minimum:
        for edge in range(indptr[start], indptr[start + 1]):
            other = indices[edge]
            if costs[edge] >= 0 and not blocked[other] and spent[other] == _NONE:
                spent[other] = budget
                came_from[other] = start
    return spent, came_from


@kernel(INTS, INTS, FLAGS, FLAGS, INTS)
def flood(indptr: Ints, indices: Ints, passable: Flags, blocked: Flags, sources: Ints) -> Flags:
    """Which cells a trace of any length from the sources can enter, the sources included."""
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


@kernel(INTS, INTS, FLAGS, INTS)
def zoc(indptr: Ints, indices: Ints, exerts: Flags, cells: Ints) -> npt.NDArray[np.int16]:
    """How many of the units in these cells exert a zone of control into each cell; a cell counts once per unit."""
    count = np.zeros(len(indptr) - 1, np.int16)
    for cell in cells:
        for edge in range(indptr[cell], indptr[cell + 1]):
            if exerts[edge]:
                count[indices[edge]] += 1
    return count


@kernel(INTS, INTS, INTS, INTS, FLAGS)
def distances(indptr: Ints, indices: Ints, costs: Ints, sources: Ints, blocked: Flags) -> Ints:
    """Ticks from the nearest source to every cell however far, -1 where none can come.

    With `costs[board.reverse]` it is the way from every cell to the nearest source.
    """
    stops = np.zeros(len(indptr) - 1, np.uint8)
    return _spread(indptr, indices, costs, sources, _ENDLESS, blocked, stops)[0]
