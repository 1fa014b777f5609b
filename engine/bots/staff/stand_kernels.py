"""The last word on a formation: post by post, whatever stands best after the enemy's best answer to the whole of it.

Unlike the rating of single posts these loops know that a unit beside a city closes a side of it, that a zone of control
keeps a corps away from it, and that each enemy attacks once.  The bundles of arrays are those of `answer_kernels`, and

    mine     defence, value and steps by group
    options  where the cells of each group begin, the cells, what speaks for each, stacking limits and room taken
"""

from __future__ import annotations

import numpy as np

from engine.bots.staff.answer_kernels import (
    SIDES,
    Bundle,
    Flags,
    Floats,
    Ints,
    blank,
    come_all,
    come_on,
    rate,
    renew,
    steps_of,
)
from engine.bots.staff.kernels import fits
from engine.compiled.kernel import FLAGS2, FLOATS, FLOATS2, FLOATS3, INTS, INTS2, WHOLE, YES_NO, kernel, part

_GAIN = 1e-9


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
    book: Bundle,
    where: Ints,
    total: float,
    scratch: Ints,
    falls: Floats,
) -> float:
    """Try every option of a group and keep the best; the worth of the formation then."""
    room, halts = rules
    starts, cells, pulls, member, most, count = options
    kept, best = where[unit], total
    for number in range(starts[unit], starts[unit + 1]):
        was, now = cells[where[unit]], cells[number]
        if number == where[unit] or not fits(unit, now, was, count, member, most):
            continue
        _move(unit, was, now, ground, stand, mine, count, member)
        renew(was, now, ground, foe, stand, halts, reaches, book, scratch)
        where[unit] = number
        cost = rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls)
        value = _pulled(where, pulls) - cost
        if value > best + _GAIN:
            kept, best = number, value
    if where[unit] != kept:
        was, now = cells[where[unit]], cells[kept]
        _move(unit, was, now, ground, stand, mine, count, member)
        where[unit] = kept
        renew(was, now, ground, foe, stand, halts, reaches, book, scratch)
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
    room: int,
    reaches: Bundle,
    book: Bundle,
    scratch: Ints,
    falls: Floats,
    kept: Flags,
    found: Floats,
) -> None:
    """How much less the enemy's answer costs without each of his groups; `kept` is room for where one of them comes."""
    free, one, fresh = reaches[0], reaches[1], book[0]
    whole = rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls)
    for unit in range(len(found)):
        for cell in range(len(prize)):
            kept[0, cell], kept[1, cell] = free[unit, cell], one[unit, cell]
            free[unit, cell], one[unit, cell], fresh[0, cell] = 0, 0, 0
        found[unit] = whole - rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls)
        for cell in range(len(prize)):
            free[unit, cell], one[unit, cell], fresh[0, cell] = kept[0, cell], kept[1, cell], 0


# fmt: off
@kernel(
    INTS, INTS, INTS2, INTS, FLOATS, INTS, FLOATS, INTS2, FLOATS, INTS, FLOATS, FLOATS3, FLOATS2,
    FLOATS, INTS, INTS, FLOATS2, FLOATS, FLOATS, INTS, INTS, INTS, FLOATS, FLAGS2, INTS, INTS2, INTS, FLOATS,
    WHOLE, YES_NO, WHOLE, YES_NO,
)
def stand_best(
    indptr: Ints, indices: Ints, costs: Ints, shift: Ints, times: Floats, crossing: Ints, cross_times: Floats,
    foes: Ints, attack: Floats, air: Ints, thresholds: Floats, share: Floats, vacated: Floats,
    strength: Floats, here: Ints, zones: Ints, value: Floats, defence: Floats, worth: Floats, steps: Ints,
    starts: Ints, cells: Ints, pulls: Floats, member: Flags, most: Ints, count: Ints, first: Ints, prize: Floats,
    room: int, halts: bool, passes: int, reliefs: bool,
) -> tuple[Ints, Floats, Floats, Floats]:
    """Move single groups of a formation while that makes it better, a few times through all of them.

    `first` is the number of each group's post in the list of its cells.  The answer: the posts in the end, how likely
    each cell falls to the enemy's best answer, how likely it would without each group, a row for each, and with
    `reliefs` how much less his answer would cost without each group of his.
    """
    size, units = len(indptr) - 1, len(starts) - 1
    ground = (indptr, indices, steps_of(costs), shift, times, crossing, cross_times)
    foe = (foes[0], foes[1], foes[2], foes[3], attack, air)
    table = (thresholds, share, vacated)
    stand = (strength.copy(), here.copy(), zones.copy(), value.copy())
    mine, count, where = (defence, worth, steps), count.copy(), first.copy()
    options = (starts, cells, pulls, member, most, count)
    scratch, falls = np.empty((4, size), np.int32), np.zeros(size, np.float64)
    one, two = np.zeros((len(attack), size), np.uint8), np.zeros((len(attack), size), np.uint8)
    free, kept = np.zeros((len(attack), size), np.uint8), np.empty((2, size), np.uint8)
    bars, news = np.zeros((2, size), np.int32), np.empty((2, 4 * SIDES), np.int32)
    rules, reaches = (room, halts), (free, one, two, np.ones(len(attack), np.uint8), bars, news)
    book = blank(size, len(attack))
    come_all(ground, foe, stand, halts, reaches, book, scratch)
    for unit in range(len(attack)):
        come_on(unit, ground, foe, reaches, free, scratch)
    for unit in range(units):
        if where[unit] >= 0:
            _put(unit, cells[where[unit]], 1, ground, stand, mine)
    come_all(ground, foe, stand, halts, reaches, book, scratch)
    total = _pulled(where, pulls) - rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls)
    for _ in range(passes):
        before = total
        for unit in range(units):
            if where[unit] >= 0 and starts[unit + 1] - starts[unit] > 1:
                total = _climb(
                    unit, ground, foe, table, stand, mine, options, prize, rules, reaches, book, where, total, scratch,
                    falls,
                )
        if total <= before + _GAIN:
            break
    without = np.zeros((units, size), np.float64)
    for unit in range(units):
        if where[unit] >= 0:
            cell = cells[where[unit]]
            _put(unit, cell, -1, ground, stand, mine)
            renew(cell, cell, ground, foe, stand, halts, reaches, book, scratch)
            rate(ground, foe, table, stand, prize, room, reaches, book, scratch, without[unit])
            _put(unit, cell, 1, ground, stand, mine)
            renew(cell, cell, ground, foe, stand, halts, reaches, book, scratch)
    relief = np.zeros(len(attack), np.float64)
    if reliefs:
        _reliefs(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, kept, relief)
    rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls)
    return where, falls, without, relief
# fmt: on
