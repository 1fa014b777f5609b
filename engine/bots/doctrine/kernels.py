"""The hot loops of the doctrine bot: who can come where, what can be brought against a cell, which battles to fight.

All work on the directed edges of a board as compressed sparse rows, costs in ticks, -1 where an edge is prohibited.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.compiled.kernel import (
    FLAGS,
    FLAGS2,
    FLOATS,
    FLOATS2,
    FLOATS3,
    INTS,
    INTS2,
    REAL,
    SHORTS,
    kernel,
    maker,
    part,
)

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

SAFE, HURT, LOST = 0, 1, 2
"""What a retreat costs: nothing, a step, the unit."""

_MOST = 6
_FAR = 1 << 30


@part
def _spread(
    indptr: Ints,
    indices: Ints,
    costs: Ints,
    sources: Flags,
    listed: Ints,
    many: int,
    budget: int,
    blocked: Flags,
    stops: Flags,
    best: Ints,
    queue: Ints,
    waiting: Flags,
) -> int:
    """List the cells within a budget of the sources, which are listed first; how many there are.

    In a cell that stops movement ends, unless it is a source.  `best` and `waiting` are left as they were found.
    """
    cells, head, size, found = len(indptr) - 1, 0, many, many
    for number in range(many):
        best[listed[number]], waiting[listed[number]] = 0, 1
        queue[number] = listed[number]
    while size > 0:
        cell = queue[head]
        head = head + 1 if head + 1 < cells else 0
        size -= 1
        waiting[cell] = 0
        if stops[cell] and not sources[cell]:
            continue
        so_far = best[cell]
        for edge in range(indptr[cell], indptr[cell + 1]):
            other = indices[edge]
            if costs[edge] < 0 or blocked[other]:
                continue
            total = so_far + costs[edge]
            if total > budget or total >= best[other]:
                continue
            if best[other] == _FAR:
                listed[found] = other
                found += 1
            best[other] = total
            if not waiting[other]:
                waiting[other] = 1
                slot = head + size
                queue[slot if slot < cells else slot - cells] = other
                size += 1
    for number in range(found):
        best[listed[number]] = _FAR
    return found


@part
def _twin(unit: int, kind: Ints, start: Ints, first: Ints, second: Ints) -> int:
    """An earlier unit that comes just as far from the same cell, -1 if there is none."""
    for other in range(unit):
        alike = start[other] == start[unit] and kind[other] == kind[unit]
        if alike and first[other] == first[unit] and second[other] == second[unit]:
            return other
    return -1


@kernel(INTS, INTS, INTS2, INTS, INTS, INTS, INTS, FLAGS, FLAGS)
def spread_all(
    indptr: Ints,
    indices: Ints,
    costs: Ints,
    kind: Ints,
    start: Ints,
    first: Ints,
    second: Ints,
    blocked: Flags,
    stops: Flags,
) -> tuple[Flags, Flags]:
    """For each unit the cells of its first move, and those of a second move made from anywhere in the first."""
    units, cells = len(start), len(indptr) - 1
    one, two = np.zeros((units, cells), np.uint8), np.zeros((units, cells), np.uint8)
    best, queue, listed = np.full(cells, _FAR, np.int32), np.empty(cells, np.int32), np.empty(cells, np.int32)
    source, waiting = np.zeros(cells, np.uint8), np.zeros(cells, np.uint8)
    for unit in range(units):
        twin, here, price = _twin(unit, kind, start, first, second), start[unit], costs[kind[unit]]
        if twin >= 0:
            one[unit], two[unit] = one[twin], two[twin]
            continue
        source[here], listed[0] = 1, here
        found = _spread(indptr, indices, price, source, listed, 1, first[unit], blocked, stops, best, queue, waiting)
        source[here] = 0
        for number in range(found):
            one[unit, listed[number]], two[unit, listed[number]] = 1, 1
        if second[unit] > 0:
            found = _spread(
                indptr, indices, price, one[unit], listed, found, second[unit], blocked, stops, best, queue, waiting
            )
            for number in range(found):
                two[unit, listed[number]] = 1
    return one, two


@kernel(INTS, INTS, FLAGS2, FLOATS, FLAGS)
def threats(indptr: Ints, indices: Ints, reach: Flags, attack: Floats, closed: Flags) -> tuple[Floats, Floats]:
    """The strength that can be brought against each cell, one unit a neighbouring cell that is not closed.

    Units must come in order of strength, the strongest first.  Also the share of the neighbours they can reach.
    """
    cells, units = len(indptr) - 1, len(attack)
    found = np.zeros(cells, np.float64)
    ring = np.zeros(cells, np.float64)
    near = np.zeros(cells, np.uint8)
    for unit in range(units):
        near |= reach[unit]
    for cell in range(cells):
        room = 0
        for edge in range(indptr[cell], indptr[cell + 1]):
            if not closed[indices[edge]]:
                room += 1
                ring[cell] += near[indices[edge]] / (indptr[cell + 1] - indptr[cell])
        for unit in range(units):
            if room == 0:
                break
            for edge in range(indptr[cell], indptr[cell + 1]):
                other = indices[edge]
                if reach[unit, other] and not closed[other]:
                    found[cell] += attack[unit]
                    room -= 1
                    break
    return found, ring


@part
def _adjoin(indptr: Ints, indices: Ints, a: int, b: int) -> bool:
    found = False
    for edge in range(indptr[a], indptr[a + 1]):
        found |= indices[edge] == b
    return found


@part
def _escape(indptr: Ints, indices: Ints, costs: Ints, cell: int, enemy: Flags, zones: npt.NDArray[np.int16]) -> int:
    """What a retreat of two cells from a cell costs at best."""
    best = LOST
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if costs[edge] < 0 or enemy[near]:
            continue
        for further in range(indptr[near], indptr[near + 1]):
            end = indices[further]
            if costs[further] < 0 or enemy[end] or zones[end] > 0 or end == cell:
                continue
            if _adjoin(indptr, indices, cell, end):
                continue
            if zones[near] == 0:
                return SAFE
            best = HURT
    return best


@kernel(INTS, INTS, INTS, INTS, FLAGS, SHORTS)
def escapes(indptr: Ints, indices: Ints, costs: Ints, cells: Ints, enemy: Flags, zones: npt.NDArray[np.int16]) -> Ints:
    """What a retreat from each of these cells costs at best, past these enemies and their zones."""
    found = np.empty(len(cells), np.int32)
    for number in range(len(cells)):
        found[number] = _escape(indptr, indices, costs, cells[number], enemy, zones)
    return found


@part
def _column(ratio: float, thresholds: Floats) -> int:
    found = -1
    for index in range(len(thresholds)):
        if thresholds[index] <= ratio + 1e-9:
            found = index
    return found


@part
def _value(attack: float, shift: int, values: Floats, defence: Floats, share: Floats, thresholds: Floats) -> float:
    """What a battle is worth, over the chances of what the defender has."""
    total = 0.0
    last = len(thresholds) - 1
    for atom in range(len(defence)):
        if share[atom] <= 0:
            continue
        column = last if defence[atom] <= 0 else _column(attack / defence[atom], thresholds)
        column = min(column + shift, last)
        total += share[atom] * values[max(column, -1) + 1]
    return total


@part
def _room(unit: int, cell: int, count: Ints, member: Flags, most: Ints) -> bool:
    room = True
    for limit in range(len(most)):
        if member[limit, unit] and count[limit, cell] >= most[limit]:
            room = False
    return room


# fmt: off
@maker
def _muster(
    target: int, goal: int, indptr: Ints, indices: Ints, costs: Ints, can: Flags, attack: Floats, free: Flags,
    enemy: Flags, zones: npt.NDArray[np.int16], count: Ints, member: Flags, most: Ints, values: Floats,
    defence: Floats, share: Floats, base: int, crossing: Ints, thresholds: Floats, price: Floats,
    chosen: Ints, place: Ints,
) -> tuple[float, int]:
    """Gather units round a target, the strongest first, each where it tightens the ring; keep the best number."""
    taken = np.zeros(_MOST * 2, np.uint8)
    around = indptr[goal + 1] - indptr[goal]
    best, size, total, mildest, paid = 0.0, 0, 0.0, -99, 0.0
    used = 0
    ring = zones.copy()
    for unit in range(can.shape[0]):
        if not free[unit] or attack[unit, target] <= 0 or used >= around:
            continue
        spot, quality = -1, -1.0e9
        for side in range(around):
            cell = indices[indptr[goal] + side]
            if taken[side] or enemy[cell] or not can[unit, cell] or not _room(unit, cell, count, member, most):
                continue
            worth = crossing[indptr[goal] + side] * 1.0
            for other in range(around):
                if taken[other] and _adjoin(indptr, indices, cell, indices[indptr[goal] + other]):
                    worth -= 0.4
            if worth > quality:
                spot, quality = side, worth
        if spot < 0:
            continue
        cell = indices[indptr[goal] + spot]
        taken[spot] = 1
        chosen[used] = unit
        place[used] = cell
        used += 1
        total += attack[unit, target]
        paid += price[unit, target]
        mildest = max(mildest, crossing[indptr[goal] + spot])
        for edge in range(indptr[cell], indptr[cell + 1]):
            ring[indices[edge]] += 1
        way = _escape(indptr, indices, costs, goal, enemy, ring)
        worth = _value(total, base + mildest, values[way], defence, share, thresholds) - paid
        if worth > best:
            best, size = worth, used
    return best, size


@kernel(
    INTS, INTS, INTS, INTS, FLAGS2, FLOATS2, FLAGS, SHORTS, INTS2,
    FLAGS2, INTS, FLOATS3, FLOATS2, FLOATS2, INTS, INTS, FLOATS,
    INTS, FLOATS2, REAL,
)
def choose_battles(
    indptr: Ints, indices: Ints, costs: Ints, goals: Ints, can: Flags, attack: Floats, enemy: Flags,
    zones: npt.NDArray[np.int16], stacked: Ints, member: Flags, most: Ints, values: Floats, defence: Floats,
    share: Floats, base: Ints, crossing: Ints, thresholds: Floats, support: Ints, price: Floats, least: float,
) -> tuple[Floats, Ints, Ints]:
    """Choose battles together: always the one worth most with the units still free, until none is worth the least.

    The answer: the worth of each target's battle (0: none), and for each unit the target and the cell it attacks from.
    """
    units, targets = can.shape[0], len(goals)
    worth = np.zeros(targets, np.float64)
    which = np.full(units, -1, np.int32)
    where = np.full(units, -1, np.int32)
    free = np.ones(units, np.uint8)
    count = stacked.copy()
    zones = zones.copy()
    chosen, place = np.empty(2 * _MOST, np.int32), np.empty(2 * _MOST, np.int32)
    picked, spots = np.empty(2 * _MOST, np.int32), np.empty(2 * _MOST, np.int32)
    for fought in range(targets):
        help_ = support[fought] if fought < len(support) else 0
        top, best, size = least, -1, 0
        for target in range(targets):
            if worth[target] > 0:
                continue
            value, used = _muster(
                target, goals[target], indptr, indices, costs, can, attack, free, enemy, zones, count, member, most,
                values[target], defence[target], share[target], base[target] + help_, crossing, thresholds, price,
                chosen, place,
            )
            if value > top:
                top, best, size = value, target, used
                picked[:used] = chosen[:used]
                spots[:used] = place[:used]
        if best < 0:
            break
        worth[best] = top
        for number in range(size):
            unit, cell = picked[number], spots[number]
            free[unit] = 0
            which[unit], where[unit] = best, cell
            for limit in range(len(most)):
                count[limit, cell] += member[limit, unit]
            for edge in range(indptr[cell], indptr[cell + 1]):
                zones[indices[edge]] += 1
    return worth, which, where
# fmt: on


@kernel(FLOATS, FLOATS, INTS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS)
def risks(
    threat: Floats,
    strength: Floats,
    shift: Ints,
    ring: Floats,
    defence: Floats,
    thresholds: Floats,
    safe: Floats,
    lost: Floats,
) -> Floats:
    """The share of a unit that the enemy would destroy in each cell, by unit and cell.

    `strength` stands there already; `ring` is how much of the way out the enemy can bar; `safe` and `lost`
    give the share by column for a unit that can retreat and for one that cannot.
    """
    units, cells = len(defence), len(threat)
    found = np.zeros((units, cells), np.float64)
    last = len(thresholds) - 1
    for cell in range(cells):
        if threat[cell] <= 0:
            continue
        barred = ring[cell] * ring[cell]
        for unit in range(units):
            stack = max(strength[cell] + defence[unit], 0.1)
            column = max(min(_column(threat[cell] / stack, thresholds) + shift[cell], last), -1) + 1
            found[unit, cell] = (1 - barred) * safe[column] + barred * lost[column]
    return found
