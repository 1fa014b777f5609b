"""Choosing battles together: a set of battles that no exchange of units between them makes better.

What the sides of a target do comes as a tuple of arrays: shift and multiple of the defence by edge; columns that a unit
lifts a battle by, by unit and target; the kind of every unit; and what an edge multiplies units of a kind by.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bots.staff.kernels import column_of, fits
from engine.bots.staff.tolls import HURT, LOST, SAFE
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
    WHOLE,
    YES_NO,
    kernel,
    maker,
    part,
)

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Zones = npt.NDArray[np.int16]
Bundle = tuple[Any, ...]

MOST = 18
"""Attackers of one battle at most."""

WIDE = 48
"""Units that are considered for one battle, the strongest first."""

ROUNDS = 3
"""How often exchanges are tried for all units."""

WAYS = 3
"""Ways of retreat that a battle's worth depends on; a row more says what each point of attack is worth besides."""

_GAIN = 1e-6


@part
def _adjoin(indptr: Ints, indices: Ints, a: int, b: int) -> bool:
    found = False
    for edge in range(indptr[a], indptr[a + 1]):
        found |= indices[edge] == b
    return found


@part
def way_out(indptr: Ints, indices: Ints, costs: Ints, cell: int, own: Ints, foe: Flags, zones: Zones, far: int) -> int:
    """What a retreat from a cell costs at best; `far` is how many cells it leads, 1 where zones bar it altogether."""
    best = LOST
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if costs[edge] < 0 or own[near] > 0:
            continue
        if far == 1:
            if zones[near] == 0 or foe[near]:
                return SAFE
            continue
        for further in range(indptr[near], indptr[near + 1]):
            end = indices[further]
            if costs[further] < 0 or own[end] > 0 or zones[end] > 0 or end == cell:
                continue
            if _adjoin(indptr, indices, cell, end):
                continue
            if zones[near] == 0:
                return SAFE
            best = HURT
    return best


@kernel(INTS, INTS, INTS, WHOLE, INTS, FLAGS, SHORTS, WHOLE)
def retreat_from(
    indptr: Ints, indices: Ints, costs: Ints, cell: int, own: Ints, foe: Flags, zones: Zones, far: int
) -> int:
    """What a retreat from a cell costs at best, for whoever is not a kernel."""
    return way_out(indptr, indices, costs, cell, own, foe, zones, far)


# fmt: off
@part
def _worth(
    target: int, goal: int, indptr: Ints, indices: Ints, costs: Ints, own: Ints, foe: Flags, zones: Zones, far: int,
    who: Ints, edges: Ints, size: Ints, attack: Floats, price: Floats, values: Floats, defence: Floats, share: Floats,
    base: Ints, times: Floats, sides: Bundle, thresholds: Floats, lift: Ints,
) -> float:
    """What a battle is worth with those who are in it, over the chances of what the defender has."""
    if size[target] == 0:
        return 0.0
    cross, cross_times, lifts, shade, across = sides
    total, paid, mild, multiple = 0.0, 0.0, -99, 99.0
    for number in range(size[target]):
        unit, edge = who[target, number], edges[target, number]
        total += attack[unit, target] * across[shade[unit], edge]
        paid += price[unit, target]
        mild = max(mild, cross[edge] + lifts[unit, target])
        multiple = min(multiple, cross_times[edge])
    way = way_out(indptr, indices, costs, goal, own, foe, zones, far)
    last, found = len(thresholds) - 1, 0.0
    multiple = times[target] + multiple - 1.0
    for atom in range(defence.shape[1]):
        if share[target, atom] > 0:
            column = last
            if defence[target, atom] > 0:
                column = column_of(total / (defence[target, atom] * multiple), thresholds)
            column = max(min(column + base[target] + mild + lift[target], last), -1)
            found += share[target, atom] * values[target, way, column + 1]
            if values.shape[1] > WAYS:
                found += share[target, atom] * values[target, WAYS, column + 1] * total
    return found - paid


@part
def _slot(
    unit: int, target: int, goal: int, indptr: Ints, indices: Ints, can: Flags, foe: Flags, count: Ints, member: Flags,
    most: Ints, sides: Bundle, edges: Ints, size: Ints, single: bool, start: Ints,
) -> int:
    """The side from which a unit joins a battle best: clear of rivers, where it tightens the ring; -1: none."""
    cross, cross_times, _, shade, across = sides
    found, quality = -1, -1.0e9
    for edge in range(indptr[goal], indptr[goal + 1]):
        cell = indices[edge]
        if foe[cell] or not can[unit, cell]:
            continue
        room = fits(unit, cell, start[unit], count, member, most)
        worth = cross[edge] * 1.0 - cross_times[edge] + 2.0 * (across[shade[unit], edge] - 1.0)
        worth += 0.3 if cell == start[unit] else 0.0
        for number in range(size[target]):
            other = indices[edges[target, number]]
            if other == cell:
                room = room and not single
                worth -= 0.3
            elif _adjoin(indptr, indices, cell, other):
                worth -= 0.4
        if room and worth > quality:
            found, quality = edge, worth
    return found


@part
def _join(
    unit: int, target: int, edge: int, sign: int, indptr: Ints, indices: Ints, count: Ints, member: Flags, zones: Zones,
    own: Ints, who: Ints, edges: Ints, size: Ints, start: Ints,
) -> None:
    """Put a unit into a battle, or take it out."""
    cell, home = indices[edge], start[unit]
    for limit in range(len(count)):
        if home >= 0:
            count[limit, home] -= sign * np.int32(member[limit, unit])
        count[limit, cell] += sign * np.int32(member[limit, unit])
    own[cell] += sign
    for other in range(indptr[cell], indptr[cell + 1]):
        zones[indices[other]] += np.int16(sign)
    if sign > 0:
        who[target, size[target]], edges[target, size[target]] = unit, edge
        size[target] += 1
        return
    for number in range(size[target]):
        if who[target, number] == unit:
            size[target] -= 1
            who[target, number], edges[target, number] = who[target, size[target]], edges[target, size[target]]
            return


@maker
def _candidates(goals: Ints, indptr: Ints, indices: Ints, can: Flags, attack: Floats, foe: Flags) -> tuple[Ints, Ints]:
    """By target the units that could join, in order."""
    targets = len(goals)
    found, sizes = np.full((targets, WIDE), -1, np.int32), np.zeros(targets, np.int32)
    for target in range(targets):
        goal = goals[target]
        for unit in range(can.shape[0]):
            if sizes[target] >= WIDE:
                break
            if attack[unit, target] <= 0:
                continue
            for edge in range(indptr[goal], indptr[goal + 1]):
                if can[unit, indices[edge]] and not foe[indices[edge]]:
                    found[target, sizes[target]] = unit
                    sizes[target] += 1
                    break
    return found, sizes


@part
def _muster(
    target: int, goal: int, indptr: Ints, indices: Ints, costs: Ints, can: Flags, attack: Floats, start: Ints,
    foe: Flags, own: Ints, zones: Zones, count: Ints, member: Flags, most: Ints, values: Floats, defence: Floats,
    share: Floats, base: Ints, times: Floats, sides: Bundle, thresholds: Floats, price: Floats,
    single: bool, far: int, listed: Ints, sizes: Ints, free: Flags, who: Ints, edges: Ints, size: Ints, lift: Ints,
    keep: bool,
) -> float:
    """Gather units round a target, the strongest first; keep the number that is worth most."""
    best, kept = 0.0, 0
    for number in range(sizes[target]):
        unit = listed[target, number]
        if not free[unit] or size[target] >= MOST:
            continue
        edge = _slot(
            unit, target, goal, indptr, indices, can, foe, count, member, most, sides, edges, size,
            single, start,
        )
        if edge < 0:
            continue
        _join(unit, target, edge, 1, indptr, indices, count, member, zones, own, who, edges, size, start)
        value = _worth(
            target, goal, indptr, indices, costs, own, foe, zones, far, who, edges, size,
            attack, price, values, defence, share, base, times, sides, thresholds, lift,
        )
        if value > best + _GAIN:
            best, kept = value, size[target]
    while size[target] > (kept if keep else 0):
        last = size[target] - 1
        _join(
            who[target, last], target, edges[target, last], -1, indptr, indices, count, member, zones, own, who,
            edges, size, start,
        )
    return best


@part
def _exchange(
    unit: int, source: int, target: int, goals: Ints, indptr: Ints, indices: Ints, costs: Ints, can: Flags,
    attack: Floats, start: Ints, foe: Flags, own: Ints, zones: Zones, count: Ints, member: Flags, most: Ints,
    values: Floats, defence: Floats, share: Floats, base: Ints, times: Floats, sides: Bundle,
    thresholds: Floats, price: Floats, single: bool, far: int, who: Ints, edges: Ints, size: Ints, lift: Ints,
    worth: Floats,
) -> bool:
    """Move a unit from one battle to another if both together become better; whether that was done."""
    edge = -1
    for number in range(size[source]):
        if who[source, number] == unit:
            edge = edges[source, number]
    _join(unit, source, edge, -1, indptr, indices, count, member, zones, own, who, edges, size, start)
    there = _slot(
        unit, target, goals[target], indptr, indices, can, foe, count, member, most, sides, edges,
        size, single, start,
    )
    if there >= 0:
        _join(unit, target, there, 1, indptr, indices, count, member, zones, own, who, edges, size, start)
        left = _worth(
            source, goals[source], indptr, indices, costs, own, foe, zones, far, who, edges, size, attack, price,
            values, defence, share, base, times, sides, thresholds, lift,
        )
        joined = _worth(
            target, goals[target], indptr, indices, costs, own, foe, zones, far, who, edges, size, attack, price,
            values, defence, share, base, times, sides, thresholds, lift,
        )
        if left + joined > worth[source] + worth[target] + _GAIN:
            worth[source], worth[target] = left, joined
            return True
        _join(unit, target, there, -1, indptr, indices, count, member, zones, own, who, edges, size, start)
    _join(unit, source, edge, 1, indptr, indices, count, member, zones, own, who, edges, size, start)
    return False

@part
def _exchanges(
    goals: Ints, indptr: Ints, indices: Ints, costs: Ints, can: Flags, attack: Floats, start: Ints, foe: Flags,
    own: Ints, zones: Zones, count: Ints, member: Flags, most: Ints, values: Floats, defence: Floats, share: Floats,
    base: Ints, times: Floats, sides: Bundle, thresholds: Floats, price: Floats, single: bool,
    far: int, listed: Ints, sizes: Ints, who: Ints, edges: Ints, size: Ints, lift: Ints, worth: Floats, which: Ints,
) -> None:
    """Move units from battle to battle while that makes two of them better together."""
    for _ in range(ROUNDS):
        better = False
        for target in range(len(goals)):
            for number in range(sizes[target]):
                unit = listed[target, number]
                source = which[unit]
                if source < 0 or source == target or size[target] == 0 or size[target] >= MOST:
                    continue
                if _exchange(
                    unit, source, target, goals, indptr, indices, costs, can, attack, start, foe, own, zones, count,
                    member, most, values, defence, share, base, times, sides, thresholds, price, single,
                    far, who, edges, size, lift, worth,
                ):
                    which[unit], better = target, True
        if not better:
            return


@part
def _engage(
    pick: int, who: Ints, size: Ints, listed: Ints, sizes: Ints, free: Flags, which: Ints, stale: Flags
) -> None:
    """Units of a battle that is decided on are no longer free; other battles that wanted them are rated anew."""
    for number in range(size[pick]):
        free[who[pick, number]], which[who[pick, number]] = 0, pick
    for target in range(len(sizes)):
        for number in range(sizes[target]):
            if not free[listed[target, number]]:
                stale[target] = 1


@part
def _march_up(
    indices: Ints, who: Ints, edges: Ints, size: Ints, worth: Floats, which: Ints, where: Ints, least: float
) -> None:
    """Write down where each unit attacks from; battles that exchanges made too poor are dropped."""
    for target in range(len(size)):
        for number in range(size[target]):
            unit = who[target, number]
            if worth[target] < least:
                which[unit] = -1
            else:
                where[unit] = indices[edges[target, number]]
        worth[target] = worth[target] if worth[target] >= least else 0.0


@kernel(
    INTS, INTS, INTS, INTS, FLAGS2, FLOATS2, INTS, FLAGS, INTS, SHORTS, INTS2,
    FLAGS2, INTS, FLOATS3, FLOATS2, FLOATS2, INTS, FLOATS, INTS, FLOATS,
    INTS2, INTS, FLOATS2, FLOATS, INTS, FLOATS2, REAL, YES_NO, WHOLE,
)
def choose(
    indptr: Ints, indices: Ints, costs: Ints, goals: Ints, can: Flags, attack: Floats, start: Ints, foe: Flags,
    stood: Ints, zones: Zones, stacked: Ints, member: Flags, most: Ints, values: Floats, defence: Floats, share: Floats,
    base: Ints, times: Floats, cross: Ints, cross_times: Floats, lifts: Ints, shade: Ints, across: Floats,
    thresholds: Floats, support: Ints, price: Floats, least: float, single: bool, far: int,
) -> tuple[Floats, Ints, Ints]:
    """Choose battles together: the best one first, then the best with who is left, then exchanges until none helps.

    The answer: the worth of each target's battle (0: none), and for each unit the target and the cell it attacks from.
    """
    units, targets = can.shape[0], len(goals)
    sides = (cross, cross_times, lifts, shade, across)
    who, edges = np.full((targets, MOST), -1, np.int32), np.full((targets, MOST), -1, np.int32)
    size, lift = np.zeros(targets, np.int32), np.zeros(targets, np.int32)
    which, where = np.full(units, -1, np.int32), np.full(units, -1, np.int32)
    count, zones, own = stacked.copy(), zones.copy(), stood.copy()
    listed, sizes = _candidates(goals, indptr, indices, can, attack, foe)
    worth, best = np.zeros(targets, np.float64), np.zeros(targets, np.float64)
    stale = np.ones(targets, np.uint8)
    free = np.ones(units, np.uint8)
    for fought in range(targets + 1):
        help_ = support[fought] if fought < len(support) else 0
        if fought <= len(support):
            stale[:] = 1
        top, pick = least, -1
        for target in range(targets):
            if size[target] > 0:
                continue
            if stale[target]:
                lift[target] = help_
                best[target] = _muster(
                    target, goals[target], indptr, indices, costs, can, attack, start, foe, own, zones, count, member,
                    most, values, defence, share, base, times, sides, thresholds, price, single, far,
                    listed, sizes, free, who, edges, size, lift, False,
                )
                stale[target] = 0
            if best[target] > top:
                top, pick = best[target], target
        if pick < 0:
            break
        worth[pick] = _muster(
            pick, goals[pick], indptr, indices, costs, can, attack, start, foe, own, zones, count, member, most, values,
            defence, share, base, times, sides, thresholds, price, single, far, listed, sizes, free, who,
            edges, size, lift, True,
        )
        if size[pick] == 0:
            stale[pick], best[pick] = 0, 0.0
            continue
        _engage(pick, who, size, listed, sizes, free, which, stale)
    _exchanges(
        goals, indptr, indices, costs, can, attack, start, foe, own, zones, count, member, most, values, defence, share,
        base, times, sides, thresholds, price, single, far, listed, sizes, who, edges, size, lift, worth,
        which,
    )
    _march_up(indices, who, edges, size, worth, which, where, least)
    return worth, which, where
# fmt: on
