"""The hot loops of the doctrine bot: who can come where, what can be brought against a cell, which battles to fight.

All work on the directed edges of a board as compressed sparse rows, costs in ticks, -1 where an edge is prohibited.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Floats3, Ints, Ints2, Shorts

SAFE, HURT, LOST = 0, 1, 2
"""What a retreat costs: nothing, a step, the unit."""

_MOST = 6
_FAR = 1 << 30


class Movers(NamedTuple):
    """Who moves: the class and cell of each unit, and its ticks in a first move and in a second one from there."""

    kind: Ints
    start: Ints
    first: Ints
    second: Ints


class Frontier(NamedTuple):
    """Room for a spread: the cells found so far, what each cost, the cells that wait, and whether a cell does."""

    listed: Ints
    best: Ints
    queue: Ints
    waiting: Flags


class Limits(NamedTuple):
    """Stacking: what is taken of each limit in each cell, what each unit takes of it, and how much there is."""

    taken: Ints2
    member: Flags2
    most: Ints


class AssaultTargets(NamedTuple):
    """Cells that may be attacked: what a battle is worth by way of retreat and column, what may defend, the shift.

    `defence` has the strengths that a defender may turn out to have, `share` how likely each is.
    """

    cells: Ints
    values: Floats3
    defence: Floats2
    share: Floats2
    shift: Ints


class AssaultUnits(NamedTuple):
    """Units that may attack: the cells each can be in, its strength against each target, and the price of that."""

    can: Flags2
    attack: Floats2
    price: Floats2


@part
def _spread(
    net: Net, costs: Ints, sources: Flags, many: int, budget: int, blocked: Flags, stops: Flags, frontier: Frontier
) -> int:
    """List the cells within a budget of the sources, which are listed first; how many there are.

    In a cell that stops movement ends, unless it is a source.  `best` and `waiting` are left as they were found.
    """
    indptr, indices = net
    listed, best, queue, waiting = frontier
    # An index that is read as unsigned needs no look at its sign.
    cells, head, size, found = len(indptr) - 1, np.uint32(0), many, many
    for number in range(np.uint32(many)):
        source = np.uint32(listed[number])
        best[source], waiting[source], queue[number] = 0, 1, source
    while size > 0:
        cell = np.uint32(queue[head])
        head = np.uint32(head + 1) if head + 1 < cells else np.uint32(0)
        size -= 1
        waiting[cell] = 0
        if stops[cell] and not sources[cell]:
            continue
        so_far = best[cell]
        for edge in range(np.uint32(indptr[cell]), np.uint32(indptr[cell + np.uint32(1)])):
            other, cost = np.uint32(indices[edge]), costs[edge]
            total, before = so_far + cost, best[other]
            if total >= before or total > budget or cost < 0 or blocked[other]:
                continue
            if before == _FAR:
                listed[np.uint32(found)] = other
                found += 1
            best[other] = total
            if not waiting[other]:
                waiting[other] = 1
                slot = head + size
                queue[np.uint32(slot if slot < cells else slot - cells)] = other
                size += 1
    for number in range(np.uint32(found)):
        best[np.uint32(listed[number])] = _FAR
    return found


@part
def _twin(unit: int, movers: Movers) -> int:
    """An earlier unit that comes just as far from the same cell, -1 if there is none."""
    kind, start, first, second = movers
    for other in range(unit):
        alike = start[other] == start[unit] and kind[other] == kind[unit]
        if alike and first[other] == first[unit] and second[other] == second[unit]:
            return other
    return -1


@kernel
def spread_all(net: Net, costs: Ints2, movers: Movers, blocked: Flags, stops: Flags) -> tuple[Flags2, Flags2]:
    """For each unit the cells of its first move, and those of a second move made from anywhere in the first."""
    kind, start, first, second = movers
    units, cells = len(start), len(net.indptr) - 1
    one, two = np.zeros((units, cells), np.uint8), np.zeros((units, cells), np.uint8)
    listed, best, queue = np.empty(cells, np.int32), np.full(cells, _FAR, np.int32), np.empty(cells, np.int32)
    source, frontier = np.zeros(cells, np.uint8), Frontier(listed, best, queue, np.zeros(cells, np.uint8))
    for unit in range(units):
        twin, here, price = _twin(unit, movers), start[unit], costs[kind[unit]]
        if twin >= 0:
            one[unit], two[unit] = one[twin], two[twin]
            continue
        source[here], listed[0] = 1, here
        found = _spread(net, price, source, 1, first[unit], blocked, stops, frontier)
        source[here] = 0
        for number in range(np.uint32(found)):
            cell = np.uint32(listed[number])
            one[unit, cell], two[unit, cell] = 1, 1
        if second[unit] > 0:
            found = _spread(net, price, one[unit], found, second[unit], blocked, stops, frontier)
            for number in range(np.uint32(found)):
                two[unit, np.uint32(listed[number])] = 1
    return one, two


@kernel
def threats(net: Net, reach: Flags2, attack: Floats, closed: Flags) -> tuple[Floats, Floats]:
    """The strength that can be brought against each cell, one unit a neighbouring cell that is not closed.

    Units must come in order of strength, the strongest first.  Also the share of the neighbours they can reach.
    """
    indptr, indices = net
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
def adjoin(net: Net, a: int, b: int) -> bool:
    """Whether an edge leads from one cell to another."""
    found = False
    for edge in range(net.indptr[a], net.indptr[a + 1]):
        found |= net.indices[edge] == b
    return found


@part
def _escape(net: Net, costs: Ints, cell: int, enemy: Flags, zones: Shorts) -> int:
    """What a retreat of two cells from a cell costs at best."""
    indptr, indices = net
    best = LOST
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if costs[edge] < 0 or enemy[near]:
            continue
        for further in range(indptr[near], indptr[near + 1]):
            end = indices[further]
            if costs[further] < 0 or enemy[end] or zones[end] > 0 or end == cell:
                continue
            if adjoin(net, cell, end):
                continue
            if zones[near] == 0:
                return SAFE
            best = HURT
    return best


@kernel
def escapes(net: Net, costs: Ints, cells: Ints, enemy: Flags, zones: Shorts) -> Ints:
    """What a retreat from each of these cells costs at best, past these enemies and their zones."""
    found = np.empty(len(cells), np.int32)
    for number in range(len(cells)):
        found[number] = _escape(net, costs, cells[number], enemy, zones)
    return found


@part
def _column(ratio: float, thresholds: Floats) -> int:
    found = -1
    for index in range(len(thresholds)):
        if thresholds[index] <= ratio + 1e-9:
            found = index
    return found


@part
def _value(attack: float, shift: int, way: int, target: int, targets: AssaultTargets, thresholds: Floats) -> float:
    """What a battle is worth, over the chances of what the defender has."""
    values, defence, share = targets.values[target, way], targets.defence[target], targets.share[target]
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
def _room(unit: int, cell: int, limits: Limits) -> bool:
    room = True
    for limit in range(len(limits.most)):
        if limits.member[limit, unit] and limits.taken[limit, cell] >= limits.most[limit]:
            room = False
    return room


@maker
def _muster(
    target: int,
    net: Net,
    costs: Ints,
    targets: AssaultTargets,
    units: AssaultUnits,
    free: Flags,
    enemy: Flags,
    zones: Shorts,
    limits: Limits,
    shift: int,
    crossing: Ints,
    thresholds: Floats,
    chosen: Ints,
    place: Ints,
) -> tuple[float, int]:
    """Gather units round a target, the strongest first, each where it tightens the ring; keep the best number."""
    indptr, indices = net
    can, attack, price = units
    goal = targets.cells[target]
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
            if taken[side] or enemy[cell] or not can[unit, cell] or not _room(unit, cell, limits):
                continue
            worth = crossing[indptr[goal] + side] * 1.0
            for other in range(around):
                if taken[other] and adjoin(net, cell, indices[indptr[goal] + other]):
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
        way = _escape(net, costs, goal, enemy, ring)
        worth = _value(total, shift + mildest, way, target, targets, thresholds) - paid
        if worth > best:
            best, size = worth, used
    return best, size


@kernel
def choose_battles(
    net: Net,
    costs: Ints,
    targets: AssaultTargets,
    units: AssaultUnits,
    enemy: Flags,
    zones: Shorts,
    limits: Limits,
    crossing: Ints,
    thresholds: Floats,
    support: Ints,
    least: float,
) -> tuple[Floats, Ints, Ints]:
    """Choose battles together: always the one worth most with the units still free, until none is worth the least.

    The answer: the worth of each target's battle (0: none), and for each unit the target and the cell it attacks from.
    """
    many, goals = units.can.shape[0], len(targets.cells)
    worth = np.zeros(goals, np.float64)
    which, where = np.full(many, -1, np.int32), np.full(many, -1, np.int32)
    free = np.ones(many, np.uint8)
    ring, room = zones.copy(), Limits(limits.taken.copy(), limits.member, limits.most)
    chosen, place = np.empty(2 * _MOST, np.int32), np.empty(2 * _MOST, np.int32)
    picked, spots = np.empty(2 * _MOST, np.int32), np.empty(2 * _MOST, np.int32)
    for fought in range(goals):
        lift = support[fought] if fought < len(support) else 0
        top, best, size = least, -1, 0
        for target in range(goals):
            if worth[target] > 0:
                continue
            shift = targets.shift[target] + lift
            value, used = _muster(
                target, net, costs, targets, units, free, enemy, ring, room, shift, crossing, thresholds, chosen, place
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
            for limit in range(len(room.most)):
                room.taken[limit, cell] += room.member[limit, unit]
            for edge in range(net.indptr[cell], net.indptr[cell + 1]):
                ring[net.indices[edge]] += 1
    return worth, which, where


@kernel
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
