"""Choosing battles together: a set of battles that no exchange of units between them makes better."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.bots.doctrine.kernels import Limits, adjoin
from engine.bots.staff.kernels import column_of, fits
from engine.bots.staff.tolls import HURT, LOST, SAFE
from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Floats3, Ints, Ints2, Shorts

MOST = 18
"""Attackers of one battle at most."""

WIDE = 48
"""Units that are considered for one battle, the strongest first."""

ROUNDS = 3
"""How often exchanges are tried for all units."""

WAYS = 3
"""Ways of retreat that a battle's worth depends on; a row more says what each point of attack is worth besides."""

_GAIN = 1e-6


class Targets(NamedTuple):
    """Cells that may be attacked: what a battle is worth by way of retreat and column, and what defends.

    `defence` has the strengths that a defender may turn out to have and `share` how likely each is; `shift` and `times`
    are the columns and the multiple of the ground.
    """

    cells: Ints
    values: Floats3
    defence: Floats2
    share: Floats2
    shift: Ints
    times: Floats


class Attackers(NamedTuple):
    """Units that may attack: where each begins (-1: nowhere), the cells it can be in, and its kind.

    By unit and target: its strength, the price of committing it, and the columns by which it lifts the battle.
    """

    start: Ints
    can: Flags2
    kind: Ints
    attack: Floats2
    price: Floats2
    lifts: Ints2


class Sides(NamedTuple):
    """What an edge does: shift and multiple of the defence, and by kind of unit what it multiplies attackers by."""

    shift: Ints
    times: Floats
    across: Floats2


class Occupied(NamedTuple):
    """Who is where: groups of the attacker's by cell, cells of the defender's, and zones of the attacker's by cell."""

    own: Ints
    foe: Flags
    zones: Shorts


class Battles(NamedTuple):
    """By target, the battle as it stands: who is in it and over which edge, how many, and columns of support."""

    who: Ints2
    edges: Ints2
    size: Ints
    lift: Ints


class Candidates(NamedTuple):
    """By target, the units that could join, in order, and how many they are."""

    units: Ints2
    size: Ints


@part
def way_out(net: Net, costs: Ints, cell: int, there: Occupied, far: int) -> int:
    """What a retreat from a cell costs at best; `far` is how many cells it leads, 1 where zones bar it altogether."""
    indptr, indices = net
    own, foe, zones = there
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
            if adjoin(net, cell, end):
                continue
            if zones[near] == 0:
                return SAFE
            best = HURT
    return best


@kernel
def retreat_from(net: Net, costs: Ints, cell: int, there: Occupied, far: int) -> int:
    """What a retreat from a cell costs at best, for whoever is not a kernel."""
    return way_out(net, costs, cell, there, far)


@part
def _worth(
    target: int,
    net: Net,
    costs: Ints,
    targets: Targets,
    units: Attackers,
    sides: Sides,
    there: Occupied,
    battles: Battles,
    thresholds: Floats,
    far: int,
) -> float:
    """What a battle is worth with those who are in it, over the chances of what the defender has."""
    if battles.size[target] == 0:
        return 0.0
    total, paid, mild, multiple = 0.0, 0.0, -99, 99.0
    for number in range(battles.size[target]):
        unit, edge = battles.who[target, number], battles.edges[target, number]
        total += units.attack[unit, target] * sides.across[units.kind[unit], edge]
        paid += units.price[unit, target]
        mild = max(mild, sides.shift[edge] + units.lifts[unit, target])
        multiple = min(multiple, sides.times[edge])
    way = way_out(net, costs, targets.cells[target], there, far)
    values, defence, share = targets.values, targets.defence, targets.share
    last, found = len(thresholds) - 1, 0.0
    multiple = targets.times[target] + multiple - 1.0
    for atom in range(defence.shape[1]):
        if share[target, atom] > 0:
            column = last
            if defence[target, atom] > 0:
                column = column_of(total / (defence[target, atom] * multiple), thresholds)
            column = max(min(column + targets.shift[target] + mild + battles.lift[target], last), -1)
            found += share[target, atom] * values[target, way, column + 1]
            if values.shape[1] > WAYS:
                found += share[target, atom] * values[target, WAYS, column + 1] * total
    return found - paid


@part
def _slot(
    unit: int,
    target: int,
    goal: int,
    net: Net,
    units: Attackers,
    sides: Sides,
    foe: Flags,
    limits: Limits,
    battles: Battles,
    single: bool,
) -> int:
    """The side from which a unit joins a battle best: clear of rivers, where it tightens the ring; -1: none."""
    indices, start = net.indices, units.start[unit]
    found, quality = -1, -1.0e9
    for edge in range(net.indptr[goal], net.indptr[goal + 1]):
        cell = indices[edge]
        if foe[cell] or not units.can[unit, cell]:
            continue
        room = fits(unit, cell, start, limits)
        worth = sides.shift[edge] * 1.0 - sides.times[edge] + 2.0 * (sides.across[units.kind[unit], edge] - 1.0)
        worth += 0.3 if cell == start else 0.0
        for number in range(battles.size[target]):
            other = indices[battles.edges[target, number]]
            if other == cell:
                room = room and not single
                worth -= 0.3
            elif adjoin(net, cell, other):
                worth -= 0.4
        if room and worth > quality:
            found, quality = edge, worth
    return found


@part
def _join(
    unit: int,
    target: int,
    edge: int,
    sign: int,
    net: Net,
    home: int,
    limits: Limits,
    there: Occupied,
    battles: Battles,
) -> None:
    """Put a unit into a battle, or take it out."""
    cell, taken, member = net.indices[edge], limits.taken, limits.member
    who, edges, size = battles.who, battles.edges, battles.size
    for limit in range(len(taken)):
        if home >= 0:
            taken[limit, home] -= sign * np.int32(member[limit, unit])
        taken[limit, cell] += sign * np.int32(member[limit, unit])
    there.own[cell] += sign
    for other in range(net.indptr[cell], net.indptr[cell + 1]):
        there.zones[net.indices[other]] += np.int16(sign)
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
def _candidates(net: Net, goals: Ints, units: Attackers, foe: Flags) -> Candidates:
    """By target the units that could join, in order."""
    targets = len(goals)
    found, sizes = np.full((targets, WIDE), -1, np.int32), np.zeros(targets, np.int32)
    for target in range(targets):
        goal = goals[target]
        for unit in range(units.can.shape[0]):
            if sizes[target] >= WIDE:
                break
            if units.attack[unit, target] <= 0:
                continue
            for edge in range(net.indptr[goal], net.indptr[goal + 1]):
                if units.can[unit, net.indices[edge]] and not foe[net.indices[edge]]:
                    found[target, sizes[target]] = unit
                    sizes[target] += 1
                    break
    return Candidates(found, sizes)


# fmt: off
@part
def _muster(
    target: int, net: Net, costs: Ints, targets: Targets, units: Attackers, sides: Sides, there: Occupied,
    limits: Limits, candidates: Candidates, battles: Battles, thresholds: Floats, single: bool, far: int, free: Flags,
    keep: bool,
) -> float:
    """Gather units round a target, the strongest first; keep the number that is worth most."""
    best, kept, start, size = 0.0, 0, units.start, battles.size
    for number in range(candidates.size[target]):
        unit = candidates.units[target, number]
        if not free[unit] or size[target] >= MOST:
            continue
        edge = _slot(unit, target, targets.cells[target], net, units, sides, there.foe, limits, battles, single)
        if edge < 0:
            continue
        _join(unit, target, edge, 1, net, start[unit], limits, there, battles)
        value = _worth(target, net, costs, targets, units, sides, there, battles, thresholds, far)
        if value > best + _GAIN:
            best, kept = value, size[target]
    while size[target] > (kept if keep else 0):
        unit, edge = battles.who[target, size[target] - 1], battles.edges[target, size[target] - 1]
        _join(unit, target, edge, -1, net, start[unit], limits, there, battles)
    return best


@part
def _exchange(
    unit: int, source: int, target: int, net: Net, costs: Ints, targets: Targets, units: Attackers, sides: Sides,
    there: Occupied, limits: Limits, battles: Battles, thresholds: Floats, single: bool, far: int, worth: Floats,
) -> bool:
    """Move a unit from one battle to another if both together become better; whether that was done."""
    edge, home = -1, units.start[unit]
    for number in range(battles.size[source]):
        if battles.who[source, number] == unit:
            edge = battles.edges[source, number]
    _join(unit, source, edge, -1, net, home, limits, there, battles)
    over = _slot(unit, target, targets.cells[target], net, units, sides, there.foe, limits, battles, single)
    if over >= 0:
        _join(unit, target, over, 1, net, home, limits, there, battles)
        left = _worth(source, net, costs, targets, units, sides, there, battles, thresholds, far)
        joined = _worth(target, net, costs, targets, units, sides, there, battles, thresholds, far)
        if left + joined > worth[source] + worth[target] + _GAIN:
            worth[source], worth[target] = left, joined
            return True
        _join(unit, target, over, -1, net, home, limits, there, battles)
    _join(unit, source, edge, 1, net, home, limits, there, battles)
    return False


@part
def _exchanges(
    net: Net, costs: Ints, targets: Targets, units: Attackers, sides: Sides, there: Occupied, limits: Limits,
    candidates: Candidates, battles: Battles, thresholds: Floats, single: bool, far: int, worth: Floats, which: Ints,
) -> None:
    """Move units from battle to battle while that makes two of them better together."""
    size = battles.size
    for _ in range(ROUNDS):
        better = False
        for target in range(len(targets.cells)):
            for number in range(candidates.size[target]):
                unit = candidates.units[target, number]
                source = which[unit]
                if source < 0 or source == target or size[target] == 0 or size[target] >= MOST:
                    continue
                if _exchange(
                    unit, source, target, net, costs, targets, units, sides, there, limits, battles, thresholds,
                    single, far, worth,
                ):
                    which[unit], better = target, True
        if not better:
            return
# fmt: on


@part
def _engage(pick: int, battles: Battles, candidates: Candidates, free: Flags, which: Ints, stale: Flags) -> None:
    """Units of a battle that is decided on are no longer free; other battles that wanted them are rated anew."""
    for number in range(battles.size[pick]):
        free[battles.who[pick, number]], which[battles.who[pick, number]] = 0, pick
    for target in range(len(candidates.size)):
        for number in range(candidates.size[target]):
            if not free[candidates.units[target, number]]:
                stale[target] = 1


@part
def _march_up(net: Net, battles: Battles, worth: Floats, which: Ints, where: Ints, least: float) -> None:
    """Write down where each unit attacks from; battles that exchanges made too poor are dropped."""
    for target in range(len(battles.size)):
        for number in range(battles.size[target]):
            unit = battles.who[target, number]
            if worth[target] < least:
                which[unit] = -1
            else:
                where[unit] = net.indices[battles.edges[target, number]]
        worth[target] = worth[target] if worth[target] >= least else 0.0


@maker
def _no_battles(targets: int) -> Battles:
    who, edges = np.full((targets, MOST), -1, np.int32), np.full((targets, MOST), -1, np.int32)
    return Battles(who, edges, np.zeros(targets, np.int32), np.zeros(targets, np.int32))


# fmt: off
@kernel
def choose(
    net: Net, costs: Ints, targets: Targets, units: Attackers, sides: Sides, stood: Occupied, stacked: Limits,
    thresholds: Floats, support: Ints, least: float, single: bool, far: int,
) -> tuple[Floats, Ints, Ints]:
    """Choose battles together: the best one first, then the best with who is left, then exchanges until none helps.

    The answer: the worth of each target's battle (0: none), and for each unit the target and the cell it attacks from.
    """
    many, goals = units.can.shape[0], len(targets.cells)
    battles, candidates = _no_battles(goals), _candidates(net, targets.cells, units, stood.foe)
    there = Occupied(stood.own.copy(), stood.foe, stood.zones.copy())
    limits = Limits(stacked.taken.copy(), stacked.member, stacked.most)
    which, where = np.full(many, -1, np.int32), np.full(many, -1, np.int32)
    worth, best = np.zeros(goals, np.float64), np.zeros(goals, np.float64)
    stale, free, size = np.ones(goals, np.uint8), np.ones(many, np.uint8), battles.size
    for fought in range(goals + 1):
        lift = support[fought] if fought < len(support) else 0
        if fought <= len(support):
            stale[:] = 1
        top, pick = least, -1
        for target in range(goals):
            if size[target] > 0:
                continue
            if stale[target]:
                battles.lift[target] = lift
                best[target] = _muster(
                    target, net, costs, targets, units, sides, there, limits, candidates, battles, thresholds, single,
                    far, free, False,
                )
                stale[target] = 0
            if best[target] > top:
                top, pick = best[target], target
        if pick < 0:
            break
        worth[pick] = _muster(
            pick, net, costs, targets, units, sides, there, limits, candidates, battles, thresholds, single, far, free,
            True,
        )
        if size[pick] == 0:
            stale[pick], best[pick] = 0, 0.0
            continue
        _engage(pick, battles, candidates, free, which, stale)
    _exchanges(
        net, costs, targets, units, sides, there, limits, candidates, battles, thresholds, single, far, worth, which,
    )
    _march_up(net, battles, worth, which, where, least)
    return worth, which, where
# fmt: on
