"""The enemy's best answer to a formation: where he comes, what he musters against every cell, and what that costs.

What belongs together comes as a tuple of arrays:

    ground  indptr, indices, costs by class, shift and multiple by cell, shift and multiple by edge
    foe     cells, classes, ticks before and after he fights, attack strengths (the strongest first), shifts of his air
    table   thresholds, share lost by steps, way out and column, chance that a cell is vacated by steps and column
    stand   strength, groups and zones by cell, value at stake by steps and cell
    reaches where each enemy group comes unhindered, when he fights and in the end, whether that last is out of date,
            how cells bar his way, and which of them do otherwise than before
    book    attacks by turn and cell: whether they are up to date, their columns, sizes and rings, who takes part and
            from where; who is no longer free, the room left on the sides of a cell; cells done with, and their turns
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bots.staff.kernels import column_of
from engine.compiled.kernel import maker, part

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bundle = tuple[Any, ...]

WALKS_IN = 0.85
"""How likely an open place falls that the enemy can walk into."""

EAGER = 12.0
"""How much more a place is worth to the enemy than the value at stake in it."""

_FAR = 1 << 20
SIDES = 16
_MOST = 24


@maker
def steps_of(costs: Ints) -> Ints:
    """What every step costs by class, more than anybody has where it is prohibited."""
    return np.where(costs < 0, np.int32(_FAR), costs).astype(np.int32)


@part
def _flood(ground: Bundle, kind: int, sources: Ints, many: int, budget: int, bars: Ints, scratch: Ints) -> int:
    """List the cells within a budget of the sources; who comes into a zone ends there.  The number of cells, listed.

    `bars` has by cell what was spent to get there (`_FAR`: nobody got there, -1: nobody may) and whether a zone halts
    whoever comes; `scratch` a row for the queue and one for the cells.
    """
    indptr, indices, steps = ground[0], ground[1], ground[2][kind]
    spent, halting, queue, listed = bars[0], bars[1], scratch[0], scratch[1]
    limit = len(queue)
    for number in range(many):
        spent[sources[number]] = 0
        queue[number], listed[number] = sources[number], sources[number]
    head, tail, waiting, found = 0, many % limit, many, many
    while waiting > 0:
        cell = queue[head]
        head = head + 1 if head + 1 < limit else 0
        waiting -= 1
        so_far = spent[cell]
        if so_far > 0 and halting[cell]:
            continue
        for edge in range(indptr[cell], indptr[cell + 1]):
            other, total = indices[edge], so_far + steps[edge]
            if total > budget or total >= spent[other]:
                continue
            if spent[other] == _FAR:
                listed[found] = other
                found += 1
            spent[other] = total
            if waiting < limit:
                queue[tail] = other
                tail = tail + 1 if tail + 1 < limit else 0
                waiting += 1
    for number in range(found):
        spent[listed[number]] = _FAR
    return found


@part
def come(unit: int, ground: Bundle, foe: Bundle, reaches: Bundle, book: Bundle, scratch: Ints) -> None:
    """Where an enemy group could be when he fights; attacks on cells beside which that changes are out of date."""
    one, scratch[2, 0] = reaches[1], foe[0][unit]
    found = _flood(ground, foe[1][unit], scratch[2], 1, foe[2][unit], reaches[4], scratch)
    for number in range(found):
        cell = scratch[1, number]
        if not one[unit, cell]:
            _outdate(cell, ground, book)
        one[unit, cell] = 2
    for cell in range(one.shape[1]):
        if one[unit, cell] == 1:
            _outdate(cell, ground, book)
        one[unit, cell] = one[unit, cell] == 2


@part
def _outdate(cell: int, ground: Bundle, book: Bundle) -> None:
    """Attacks on the neighbours of a cell are to be mustered anew."""
    for edge in range(ground[0][cell], ground[0][cell + 1]):
        book[0][0, ground[1][edge]] = 0


@part
def come_on(unit: int, ground: Bundle, foe: Bundle, reaches: Bundle, two: Flags, scratch: Ints) -> None:
    """Where an enemy group could be in the end, from wherever it could be when he fights."""
    one, bars, many = reaches[1], reaches[4], 0
    for cell in range(one.shape[1]):
        two[unit, cell] = one[unit, cell]
        if one[unit, cell]:
            scratch[2, many] = cell
            many += 1
    if foe[3][unit] > 0:
        found = _flood(ground, foe[1][unit], scratch[2], many, foe[3][unit], bars, scratch)
        for number in range(found):
            two[unit, scratch[1, number]] = 1


@maker
def blank(size: int, foes: int) -> Bundle:
    """A book of attacks by turn and cell, nothing in it: those with everybody free, and those with who is left."""
    shape, most = (2, size), (2, size, _MOST)
    return (
        np.zeros(shape, np.uint8),
        np.empty(shape, np.int32),
        np.empty(shape, np.int32),
        np.empty(shape, np.float64),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.zeros(foes, np.uint8),
        np.empty(SIDES, np.int32),
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint8),
    )


@part
def _muster(
    cell: int, turn: int, ground: Bundle, foe: Bundle, table: Bundle, stand: Bundle, room: int, one: Flags, book: Bundle
) -> None:
    """Write the attack down that can be made on a cell by those who are free."""
    indptr, indices, crossing, cross_times = ground[0], ground[1], ground[5], ground[6]
    here, thresholds = stand[1], table[0]
    fresh, columns, sizes, rings, forces, from_where, used, left, _, _ = book
    force, sides = forces[turn, cell], from_where[turn, cell]
    first, last = indptr[cell], indptr[cell + 1]
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
    fresh[turn, cell], columns[turn, cell], sizes[turn, cell] = 1, column, size
    rings[turn, cell] = _ringed(cell, ground, stand, sides, size)


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
def _recall(posts: Ints, many: int, book: Bundle) -> None:
    """Attacks for which somebody was reckoned with who is no longer free are to be mustered anew."""
    fresh, _, sizes, _, forces, _, used, _, done, turns = book
    for number in range(many):
        cell = posts[number]
        if not done[cell]:
            for unit in range(sizes[turns[cell], cell]):
                if used[forces[turns[cell], cell, unit]]:
                    turns[cell], fresh[1, cell] = 1, 0
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
    book: Bundle,
    posts: Ints,
    many: int,
    falls: Floats,
) -> float:
    """What the enemy's attacks cost: his groups shared out over his targets.

    What he could muster against a cell with everybody free stays in the book while nothing about it changes.
    """
    fresh, columns, sizes, rings, forces, _, used, _, done, turns = book
    used[:], done[:], turns[:], cost = 0, 0, 0, 0.0
    for fought in range(many):
        pick, top, lost, fallen = -1, 0.0, 0.0, 0.0
        lift = foe[5][fought] if fought < len(foe[5]) else 0
        for number in range(many):
            cell = posts[number]
            if done[cell]:
                continue
            turn = turns[cell]
            if not fresh[turn, cell]:
                _muster(cell, turn, ground, foe, table, stand, room, one, book)
            if sizes[turn, cell] == 0:
                done[cell] = 1
                continue
            column = columns[turn, cell] + lift
            harm, leaves = _price(cell, column, table, stand, rings[turn, cell])
            gain = harm + (1.0 + EAGER * prize[cell]) * leaves * 0.2
            if column >= 0 and gain > top:
                pick, top, lost, fallen = cell, gain, harm, leaves
        if pick < 0:
            break
        for number in range(sizes[turns[pick], pick]):
            used[forces[turns[pick], pick, number]] = 1
        _recall(posts, many, book)
        done[pick] = 1
        falls[pick] = fallen
        cost += lost + prize[pick] * fallen
    return cost


@part
def _walked_into(cell: int, ground: Bundle, foe: Bundle, reaches: Bundle, scratch: Ints) -> bool:
    """Whether an enemy group could come into an open cell in the end; who comes how far is worked out when asked."""
    free, _, two, stale, _, _ = reaches
    for unit in range(len(foe[0])):
        if free[unit, cell]:
            if stale[unit]:
                come_on(unit, ground, foe, reaches, two, scratch)
                stale[unit] = 0
            if two[unit, cell]:
                return True
    return False


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
def note(cell: int, stand: Bundle, halts: bool, bars: Ints, news: Ints, many: int) -> int:
    """See how a cell bars the enemy's way now; where it did otherwise before it is news.  How many cells are.

    `news` has the cells, and whether each is one that he may enter now and could not before.
    """
    open_, halting = _FAR if stand[1][cell] <= 0 else -1, 1 if halts and stand[2][cell] > 0 else 0
    if open_ == bars[0, cell] and halting == bars[1, cell]:
        return many
    news[0, many], news[1, many] = cell, open_ > bars[0, cell]
    bars[0, cell], bars[1, cell] = open_, halting
    return many + 1


@part
def _concerned(unit: int, ground: Bundle, reach: Flags, news: Ints, many: int) -> bool:
    """Whether it makes a difference to an enemy group that cells have changed: it comes there, or beside a new way."""
    for number in range(many):
        cell = news[0, number]
        if reach[unit, cell]:
            return True
        if news[1, number]:
            for edge in range(ground[0][cell], ground[0][cell + 1]):
                if reach[unit, ground[1][edge]]:
                    return True
    return False


@part
def come_all(
    ground: Bundle, foe: Bundle, stand: Bundle, halts: bool, reaches: Bundle, book: Bundle, scratch: Ints
) -> None:
    """Work out where every enemy group could be when he fights, as the formation stands."""
    for cell in range(len(stand[1])):
        note(cell, stand, halts, reaches[4], reaches[5], 0)
    for unit in range(len(foe[0])):
        come(unit, ground, foe, reaches, book, scratch)


@part
def renew(
    was: int,
    now: int,
    ground: Bundle,
    foe: Bundle,
    stand: Bundle,
    halts: bool,
    reaches: Bundle,
    book: Bundle,
    scratch: Ints,
) -> None:
    """Work out anew where those enemies come to whom a move makes a difference."""
    _, one, two, stale, bars, news = reaches
    many = 0
    for cell in (was, now):
        book[0][0, cell] = 0
        _outdate(cell, ground, book)
        many = note(cell, stand, halts, bars, news, many)
        for edge in range(ground[0][cell], ground[0][cell + 1]):
            many = note(ground[1][edge], stand, halts, bars, news, many)
    for unit in range(len(foe[0])):
        if _concerned(unit, ground, one, news, many):
            come(unit, ground, foe, reaches, book, scratch)
            stale[unit] = 1
        elif not stale[unit] and _concerned(unit, ground, two, news, many):
            stale[unit] = 1


@part
def rate(
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
) -> float:
    """What the enemy's answer to the formation as it stands costs; `falls` says how likely he takes each cell."""
    falls[:] = 0.0
    many = _posts(stand, scratch[3])
    cost = _answered(ground, foe, table, stand, prize, room, reaches[1], book, scratch[3], many, falls)
    for cell in range(len(prize)):
        if prize[cell] <= 0 or stand[1][cell] > 0:
            continue
        if _walked_into(cell, ground, foe, reaches, scratch):
            falls[cell] = WALKS_IN
            cost += prize[cell] * WALKS_IN
    return cost
