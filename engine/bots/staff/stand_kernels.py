"""The last word on a formation: post by post, whatever stands best after the enemy's best answer to the whole of it.

Unlike the rating of single posts these loops know that a unit beside a city closes a side of it, that a zone of control
keeps a corps away from it, and that each enemy attacks once.  What belongs together comes as a tuple of arrays:

    ground  indptr, indices, costs by class, shift and multiple by cell, shift and multiple by edge
    foe     cells, classes, ticks before and after he fights, attack strengths (the strongest first), shifts of his air
    table   thresholds, share lost by steps, way out and column, chance that a cell is vacated by steps and column
    stand   strength, groups and zones by cell, value at stake by steps and cell
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bots.staff.kernels import column_of, fits
from engine.compiled.kernel import FLAGS2, FLOATS, FLOATS2, FLOATS3, INTS, INTS2, WHOLE, YES_NO, kernel, part

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bundle = tuple[Any, ...]

WALKS_IN = 0.85
"""How likely an open place falls that the enemy can walk into."""

EAGER = 12.0
"""How much more a place is worth to the enemy than the value at stake in it."""

_GAIN = 1e-9
_SIDES = 16
_MOST = 24


@part
def _flood(
    ground: Bundle,
    kind: int,
    sources: Ints,
    many: int,
    budget: int,
    here: Ints,
    zones: Ints,
    halts: bool,
    scratch: Ints,
) -> int:
    """Mark the cells within a budget of the sources; who comes into a zone ends there.  The number of cells, listed.

    `scratch` has a row for what was spent (-1: not reached), one for the queue and one for the cells.
    """
    indptr, indices, costs = ground[0], ground[1], ground[2]
    spent, queue, listed = scratch[0], scratch[1], scratch[2]
    size, head, found = 0, 0, 0
    for number in range(many):
        spent[sources[number]] = 0
        queue[size], listed[found] = sources[number], sources[number]
        size, found = size + 1, found + 1
    limit = len(queue)
    while head < size:
        cell = queue[head % limit]
        head += 1
        if spent[cell] > 0 and halts and zones[cell] > 0:
            continue
        for edge in range(indptr[cell], indptr[cell + 1]):
            other, cost = indices[edge], costs[kind, edge]
            if cost < 0 or here[other] > 0:
                continue
            total = spent[cell] + cost
            if total > budget or (spent[other] >= 0 and spent[other] <= total):
                continue
            if spent[other] < 0:
                listed[found] = other
                found += 1
            spent[other] = total
            if size - head < limit:
                queue[size % limit] = other
                size += 1
    for number in range(found):
        spent[listed[number]] = -1
    return found


@part
def _come(unit: int, ground: Bundle, foe: Bundle, stand: Bundle, halts: bool, one: Flags, scratch: Ints) -> None:
    """Where an enemy group could be when he fights."""
    scratch[3, 0] = foe[0][unit]
    found = _flood(ground, foe[1][unit], scratch[3], 1, foe[2][unit], stand[1], stand[2], halts, scratch)
    one[unit, :] = 0
    for number in range(found):
        one[unit, scratch[2, number]] = 1


@part
def _come_on(
    unit: int, ground: Bundle, foe: Bundle, stand: Bundle, halts: bool, one: Flags, two: Flags, scratch: Ints
) -> None:
    """Where an enemy group could be in the end, from wherever it could be when he fights."""
    many = 0
    for cell in range(one.shape[1]):
        two[unit, cell] = one[unit, cell]
        if one[unit, cell]:
            scratch[3, many] = cell
            many += 1
    if foe[3][unit] > 0:
        found = _flood(ground, foe[1][unit], scratch[3], many, foe[3][unit], stand[1], stand[2], halts, scratch)
        for number in range(found):
            two[unit, scratch[2, number]] = 1


@part
def _muster(
    cell: int,
    ground: Bundle,
    foe: Bundle,
    table: Bundle,
    stand: Bundle,
    room: int,
    one: Flags,
    used: Flags,
    force: Ints,
    sides: Ints,
) -> tuple[int, int]:
    """The attack that can be made on a cell by those who are free: its column, and how many take part."""
    indptr, indices, crossing, cross_times = ground[0], ground[1], ground[5], ground[6]
    here, thresholds = stand[1], table[0]
    first, last = indptr[cell], indptr[cell + 1]
    left = np.empty(_SIDES, np.int32)
    for edge in range(first, last):
        left[edge - first] = 0 if here[indices[edge]] > 0 else room
    defence = max(stand[0][cell] * ground[4][cell], 0.1)
    total, mild, multiple, size, column = 0.0, -99, 99.0, 0, -1
    for unit in range(len(used)):
        if used[unit] or foe[4][unit] <= 0:
            continue
        best = -1
        for edge in range(first, last):
            if left[edge - first] == 0 or not one[unit, indices[edge]]:
                continue
            if best < 0 or crossing[edge] - cross_times[edge] > crossing[best] - cross_times[best]:
                best = edge
        if best < 0:
            continue
        left[best - first] -= 1
        force[size], sides[size] = unit, indices[best]
        size += 1
        total += foe[4][unit]
        mild, multiple = max(mild, crossing[best]), min(multiple, cross_times[best])
        times = multiple - 1.0 + ground[4][cell]
        column = column_of(total / (defence * times / ground[4][cell]), thresholds) + ground[3][cell] + mild
        if column >= len(thresholds) - 1 or size >= len(force):
            break
    return column, size


@part
def _ringed(cell: int, ground: Bundle, stand: Bundle, sides: Ints, size: int) -> float:
    """The share of a cell's sides by which nobody gets out once the attackers stand there."""
    indptr, indices = ground[0], ground[1]
    shut, around = 0.0, indptr[cell + 1] - indptr[cell]
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if stand[1][near] > 0:
            continue
        closed = False
        for number in range(size):
            if sides[number] == near:
                closed = True
        for further in range(indptr[near], indptr[near + 1]):
            for number in range(size):
                if indices[further] == sides[number]:
                    closed = True
        if closed:
            shut += 1.0
    return float(shut / around)


@part
def _price(cell: int, column: int, table: Bundle, stand: Bundle, ring: float) -> tuple[float, float]:
    """What an attack in a column destroys of the value in a cell, and how likely the cell falls."""
    share, vacated = table[1], table[2]
    row = max(min(column, len(table[0]) - 1), -1) + 1
    lost, falls, barred = 0.0, 0.0, ring * ring
    for steps in range(2):
        if stand[3][steps, cell] > 0:
            lost += stand[3][steps, cell] * ((1 - barred) * share[steps, 0, row] + barred * share[steps, 1, row])
            falls = vacated[steps, row]
    return lost, falls


@part
def _recall(done: Flags, sizes: Ints, force: Ints, used: Flags, stale: Flags) -> None:
    """Attacks for which somebody was reckoned with who is no longer free are to be mustered anew."""
    for number in range(len(done)):
        if not done[number]:
            for unit in range(sizes[number]):
                if used[force[number, unit]]:
                    stale[number] = 1
                    break


@part
def _answered(
    ground: Bundle,
    foe: Bundle,
    table: Bundle,
    stand: Bundle,
    prize: Floats,
    room: int,
    one: Flags,
    posts: Ints,
    many: int,
    falls: Floats,
) -> float:
    """What the enemy's attacks cost: his groups shared out over his targets."""
    used = np.zeros(len(foe[0]), np.uint8)
    done, stale = np.zeros(many, np.uint8), np.ones(many, np.uint8)
    columns, sizes, rings = np.empty(many, np.int32), np.empty(many, np.int32), np.empty(many, np.float64)
    force, sides = np.empty((many, _MOST), np.int32), np.empty((many, _MOST), np.int32)
    cost = 0.0
    for fought in range(many):
        pick, top, lost, fallen = -1, 0.0, 0.0, 0.0
        lift = foe[5][fought] if fought < len(foe[5]) else 0
        for number in range(many):
            if done[number]:
                continue
            cell = posts[number]
            if stale[number]:
                columns[number], sizes[number] = _muster(
                    cell, ground, foe, table, stand, room, one, used, force[number], sides[number]
                )
                rings[number] = _ringed(cell, ground, stand, sides[number], sizes[number])
                stale[number] = 0
            if sizes[number] == 0:
                done[number] = 1
                continue
            column = columns[number] + lift
            harm, leaves = _price(cell, column, table, stand, rings[number])
            gain = harm + (1.0 + EAGER * prize[cell]) * leaves * 0.2
            if column >= 0 and gain > top:
                pick, top, lost, fallen = number, gain, harm, leaves
        if pick < 0:
            break
        for number in range(sizes[pick]):
            used[force[pick, number]] = 1
        _recall(done, sizes, force, used, stale)
        done[pick] = 1
        falls[posts[pick]] = fallen
        cost += lost + prize[posts[pick]] * fallen
    return cost


@part
def _walked_into(
    cell: int, ground: Bundle, foe: Bundle, stand: Bundle, halts: bool, reaches: Bundle, scratch: Ints
) -> bool:
    """Whether an enemy group could come into an open cell in the end; who comes how far is worked out when asked."""
    free, one, two, stale = reaches
    for unit in range(len(foe[0])):
        if free[unit, cell]:
            if stale[unit]:
                _come_on(unit, ground, foe, stand, halts, one, two, scratch)
                stale[unit] = 0
            if two[unit, cell]:
                return True
    return False


@part
def _put(unit: int, cell: int, sign: int, ground: Bundle, stand: Bundle, mine: Bundle) -> None:
    """Set a group down in a cell, or take it up."""
    indptr, indices = ground[0], ground[1]
    stand[0][cell] += sign * mine[0][unit]
    stand[1][cell] += sign
    stand[3][mine[2][unit], cell] += sign * mine[1][unit]
    for edge in range(indptr[cell], indptr[cell + 1]):
        stand[2][indices[edge]] += sign


@part
def _posts(stand: Bundle, found: Ints) -> int:
    """List the cells that somebody holds."""
    many = 0
    for cell in range(len(stand[1])):
        if stand[1][cell] > 0:
            found[many] = cell
            many += 1
    return many


@part
def _touches(unit: int, cell: int, ground: Bundle, reach: Flags) -> bool:
    """Whether it makes a difference to an enemy group who stands in a cell: it comes there, or beside it."""
    found = reach[unit, cell] > 0
    for edge in range(ground[0][cell], ground[0][cell + 1]):
        found = found or reach[unit, ground[1][edge]] > 0
    return bool(found)


@part
def _renew(
    was: int, now: int, ground: Bundle, foe: Bundle, stand: Bundle, halts: bool, reaches: Bundle, scratch: Ints
) -> None:
    """Work out anew where those enemies come to whom a move makes a difference.

    Who comes neither to nor beside the cell that was left finds nothing changed there, and likewise the new one.
    """
    _, one, two, stale = reaches
    for unit in range(len(foe[0])):
        if _touches(unit, was, ground, one) or _touches(unit, now, ground, one):
            _come(unit, ground, foe, stand, halts, one, scratch)
            stale[unit] = 1
        elif not stale[unit] and (_touches(unit, was, ground, two) or _touches(unit, now, ground, two)):
            stale[unit] = 1


@part
def _rate(
    ground: Bundle,
    foe: Bundle,
    table: Bundle,
    stand: Bundle,
    prize: Floats,
    rules: Bundle,
    reaches: Bundle,
    scratch: Ints,
    falls: Floats,
) -> float:
    """What the enemy's answer to the formation as it stands costs; `falls` says how likely he takes each cell."""
    room, halts = rules
    falls[:] = 0.0
    many = _posts(stand, scratch[4])
    cost = _answered(ground, foe, table, stand, prize, room, reaches[1], scratch[4], many, falls)
    for cell in range(len(prize)):
        if prize[cell] <= 0 or stand[1][cell] > 0:
            continue
        if _walked_into(cell, ground, foe, stand, halts, reaches, scratch):
            falls[cell] = WALKS_IN
            cost += prize[cell] * WALKS_IN
    return cost


@part
def _climb(
    unit: int,
    ground: Bundle,
    foe: Bundle,
    table: Bundle,
    stand: Bundle,
    mine: Bundle,
    options: Bundle,
    prize: Floats,
    rules: Bundle,
    reaches: Bundle,
    where: Ints,
    total: float,
    scratch: Ints,
    falls: Floats,
) -> float:
    """Try every option of a group and keep the best; the worth of the formation then."""
    halts = rules[1]
    starts, cells, pulls, member, most, count = options
    kept, best = where[unit], total
    for number in range(starts[unit], starts[unit + 1]):
        was, now = cells[where[unit]], cells[number]
        if number == where[unit] or not fits(unit, now, was, count, member, most):
            continue
        _move(unit, was, now, ground, stand, mine, count, member)
        _renew(was, now, ground, foe, stand, halts, reaches, scratch)
        where[unit] = number
        cost = _rate(ground, foe, table, stand, prize, rules, reaches, scratch, falls)
        value = _pulled(where, pulls) - cost
        if value > best + _GAIN:
            kept, best = number, value
    if where[unit] != kept:
        was, now = cells[where[unit]], cells[kept]
        _move(unit, was, now, ground, stand, mine, count, member)
        where[unit] = kept
        _renew(was, now, ground, foe, stand, halts, reaches, scratch)
    return best


@part
def _move(
    unit: int, was: int, now: int, ground: Bundle, stand: Bundle, mine: Bundle, count: Ints, member: Flags
) -> None:
    _put(unit, was, -1, ground, stand, mine)
    _put(unit, now, 1, ground, stand, mine)
    for limit in range(len(count)):
        count[limit, was] -= np.int32(member[limit, unit])
        count[limit, now] += np.int32(member[limit, unit])


@part
def _pulled(where: Ints, pulls: Floats) -> float:
    found = 0.0
    for unit in range(len(where)):
        if where[unit] >= 0:
            found += pulls[where[unit]]
    return found


@part
def _reliefs(
    ground: Bundle,
    foe: Bundle,
    table: Bundle,
    stand: Bundle,
    prize: Floats,
    rules: Bundle,
    reaches: Bundle,
    scratch: Ints,
    whole: float,
) -> Floats:
    """How much less the enemy's answer would cost without each of his groups."""
    free, one, two, _ = reaches
    found, falls = np.zeros(len(foe[0]), np.float64), np.zeros(len(prize), np.float64)
    for unit in range(len(found)):
        kept = free[unit].copy(), one[unit].copy(), two[unit].copy()
        free[unit, :], one[unit, :], two[unit, :] = 0, 0, 0
        found[unit] = whole - _rate(ground, foe, table, stand, prize, rules, reaches, scratch, falls)
        free[unit, :], one[unit, :], two[unit, :] = kept
    return found


# fmt: off
@kernel(
    INTS, INTS, INTS2, INTS, FLOATS, INTS, FLOATS, INTS2, FLOATS, INTS, FLOATS, FLOATS3, FLOATS2,
    FLOATS, INTS, INTS, FLOATS2, FLOATS, FLOATS, INTS, INTS, INTS, FLOATS, FLAGS2, INTS, INTS2, INTS, FLOATS,
    WHOLE, YES_NO, WHOLE,
)
def stand_best(
    indptr: Ints, indices: Ints, costs: Ints, shift: Ints, times: Floats, crossing: Ints, cross_times: Floats,
    foes: Ints, attack: Floats, air: Ints, thresholds: Floats, share: Floats, vacated: Floats,
    strength: Floats, here: Ints, zones: Ints, value: Floats, defence: Floats, worth: Floats, steps: Ints,
    starts: Ints, cells: Ints, pulls: Floats, member: Flags, most: Ints, count: Ints, first: Ints, prize: Floats,
    room: int, halts: bool, passes: int,
) -> tuple[Ints, Floats, Floats, Floats]:
    """Move single groups of a formation while that makes it better, a few times through all of them.

    `first` is the number of each group's post in the list of its cells.  The answer: the posts in the end, how likely
    each cell falls to the enemy's best answer, how likely it would without each group, a row for each, and how much
    less his answer would cost without each group of his.
    """
    size, units = len(indptr) - 1, len(starts) - 1
    ground = (indptr, indices, costs, shift, times, crossing, cross_times)
    foe = (foes[0], foes[1], foes[2], foes[3], attack, air)
    table = (thresholds, share, vacated)
    stand = (strength.copy(), here.copy(), zones.copy(), value.copy())
    mine, count, where = (defence, worth, steps), count.copy(), first.copy()
    options = (starts, cells, pulls, member, most, count)
    scratch, falls = np.full((5, size), -1, np.int32), np.zeros(size, np.float64)
    one, two = np.zeros((len(attack), size), np.uint8), np.zeros((len(attack), size), np.uint8)
    free = np.zeros((len(attack), size), np.uint8)
    rules, reaches = (room, halts), (free, one, two, np.ones(len(attack), np.uint8))
    for unit in range(len(attack)):
        _come(unit, ground, foe, stand, halts, one, scratch)
        _come_on(unit, ground, foe, stand, halts, one, free, scratch)
    for unit in range(units):
        if where[unit] >= 0:
            _put(unit, cells[where[unit]], 1, ground, stand, mine)
    for unit in range(len(attack)):
        _come(unit, ground, foe, stand, halts, one, scratch)
    total = _pulled(where, pulls) - _rate(ground, foe, table, stand, prize, rules, reaches, scratch, falls)
    for _ in range(passes):
        before = total
        for unit in range(units):
            if where[unit] >= 0 and starts[unit + 1] - starts[unit] > 1:
                total = _climb(
                    unit, ground, foe, table, stand, mine, options, prize, rules, reaches, where, total, scratch, falls
                )
        if total <= before + _GAIN:
            break
    without = np.zeros((units, size), np.float64)
    for unit in range(units):
        if where[unit] >= 0:
            cell = cells[where[unit]]
            _put(unit, cell, -1, ground, stand, mine)
            _renew(cell, cell, ground, foe, stand, halts, reaches, scratch)
            _rate(ground, foe, table, stand, prize, rules, reaches, scratch, without[unit])
            _put(unit, cell, 1, ground, stand, mine)
            _renew(cell, cell, ground, foe, stand, halts, reaches, scratch)
    whole = _rate(ground, foe, table, stand, prize, rules, reaches, scratch, falls)
    relief = _reliefs(ground, foe, table, stand, prize, rules, reaches, scratch, whole)
    return where, falls, without, relief
# fmt: on
