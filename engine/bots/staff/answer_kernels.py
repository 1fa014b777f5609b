"""The enemy's best answer to a formation: where he comes, what he musters against every cell, and what that costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.bots.staff.kernels import column_of
from engine.compiled.kernel import maker, part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Floats3, Ints, Ints2, Ints3

WALKS_IN = 0.85
"""How likely an open place falls that the enemy can walk into."""

EAGER = 12.0
"""How much more a place is worth to the enemy than the value at stake in it."""

FAR = 1 << 20
"""What a prohibited step costs: more than anybody has."""

_SIDES = 16
_MOST = 24
_MOVED = 8


class BattleGround(NamedTuple):
    """The edges of the board, what each costs by class, and columns and multiples of the defence by cell and by edge.

    A step that is prohibited costs `FAR`.
    """

    indptr: Ints
    indices: Ints
    steps: Ints2
    shift: Ints
    times: Floats
    cross_shift: Ints
    cross_times: Floats


class Enemies(NamedTuple):
    """His groups, the strongest first: cell, class, ticks before and after he fights, strength; columns of his air."""

    cell: Ints
    kind: Ints
    before: Ints
    after: Ints
    attack: Floats
    air: Ints


class StakeTable(NamedTuple):
    """By column of the combat results table, for units of one step and of more: what is lost and how often they leave.

    `share` is by steps, way out (open, barred) and column, `vacated` by steps and column.
    """

    thresholds: Floats
    share: Floats3
    vacated: Floats2


class Posted(NamedTuple):
    """A formation by cell: its strength, groups and zones, and by steps and cell the value at stake."""

    strength: Floats
    groups: Ints
    zones: Ints
    value: Floats2


class Reaches(NamedTuple):
    """Where each enemy group comes: unhindered, when he fights, and in the end, and whether that last is out of date.

    `spent` says by cell what it took to get there (`FAR`: nobody got there, -1: nobody may) and `halting` whether a
    zone halts whoever comes; `moved` lists cells that were left or taken since, `news` those that bar his way otherwise
    than before, `opened` which of them he may enter now and could not.
    """

    free: Flags2
    first: Flags2
    last: Flags2
    stale: Flags
    spent: Ints
    halting: Flags
    moved: Ints
    news: Ints
    opened: Flags


class Attacks(NamedTuple):
    """Attacks by turn and cell: those with everybody free, and those with who is left.

    Whether they are up to date, their columns, sizes and rings, who takes part and from where; who is no longer free,
    the room left on the sides of a cell; cells done with, and the turn that counts for each.
    """

    fresh: Flags2
    columns: Ints2
    sizes: Ints2
    rings: Floats2
    forces: Ints3
    sides: Ints3
    used: Flags
    left: Ints
    done: Flags
    turns: Flags


class Scratch(NamedTuple):
    """Room for lists of cells: those that wait, those found, those that a flood begins from, and those held."""

    queue: Ints
    found: Ints
    sources: Ints
    posts: Ints


@maker
def nowhere(foes: int, size: int) -> Reaches:
    """Nobody comes anywhere yet."""
    return Reaches(
        np.zeros((foes, size), np.uint8),
        np.zeros((foes, size), np.uint8),
        np.zeros((foes, size), np.uint8),
        np.ones(foes, np.uint8),
        np.zeros(size, np.int32),
        np.zeros(size, np.uint8),
        np.empty(_MOVED, np.int32),
        np.empty(_MOVED * (_SIDES + 1), np.int32),
        np.empty(_MOVED * (_SIDES + 1), np.uint8),
    )


@maker
def blank(foes: int, size: int) -> Attacks:
    """A book of attacks with nothing in it."""
    shape, most = (2, size), (2, size, _MOST)
    return Attacks(
        np.zeros(shape, np.uint8),
        np.empty(shape, np.int32),
        np.empty(shape, np.int32),
        np.empty(shape, np.float64),
        np.empty(most, np.int32),
        np.empty(most, np.int32),
        np.zeros(foes, np.uint8),
        np.empty(_SIDES, np.int32),
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint8),
    )


@maker
def room_for(size: int) -> Scratch:
    """Room for lists of as many cells as there are."""
    return Scratch(
        np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int32)
    )


@part
def _flood(ground: BattleGround, kind: int, many: int, budget: int, reaches: Reaches, scratch: Scratch) -> int:
    """List the cells within a budget of the sources; who comes into a zone ends there.  The number of cells found."""
    indptr, indices, steps = ground.indptr, ground.indices, ground.steps[kind]
    spent, halting, queue, listed = reaches.spent, reaches.halting, scratch.queue, scratch.found
    limit = len(queue)
    for number in range(many):
        source = scratch.sources[number]
        spent[source], queue[number], listed[number] = 0, source, source
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
            if spent[other] == FAR:
                listed[found] = other
                found += 1
            spent[other] = total
            if waiting < limit:
                queue[tail] = other
                tail = tail + 1 if tail + 1 < limit else 0
                waiting += 1
    for number in range(found):
        spent[listed[number]] = FAR
    return found


@part
def come(unit: int, ground: BattleGround, foe: Enemies, reaches: Reaches, book: Attacks, scratch: Scratch) -> None:
    """Where an enemy group could be when he fights; attacks on cells beside which that changes are out of date."""
    first, scratch.sources[0] = reaches.first, foe.cell[unit]
    found = _flood(ground, foe.kind[unit], 1, foe.before[unit], reaches, scratch)
    for number in range(found):
        cell = scratch.found[number]
        if not first[unit, cell]:
            outdate(cell, ground, book)
        first[unit, cell] = 2
    for cell in range(first.shape[1]):
        if first[unit, cell] == 1:
            outdate(cell, ground, book)
        first[unit, cell] = first[unit, cell] == 2


@part
def outdate(cell: int, ground: BattleGround, book: Attacks) -> None:
    """Attacks on the neighbours of a cell are to be mustered anew."""
    for edge in range(ground.indptr[cell], ground.indptr[cell + 1]):
        book.fresh[0, ground.indices[edge]] = 0


@part
def come_on(unit: int, ground: BattleGround, foe: Enemies, reaches: Reaches, last: Flags2, scratch: Scratch) -> None:
    """Where an enemy group could be in the end, from wherever it could be when he fights."""
    first, many = reaches.first, 0
    for cell in range(first.shape[1]):
        last[unit, cell] = first[unit, cell]
        if first[unit, cell]:
            scratch.sources[many] = cell
            many += 1
    if foe.after[unit] > 0:
        found = _flood(ground, foe.kind[unit], many, foe.after[unit], reaches, scratch)
        for number in range(found):
            last[unit, scratch.found[number]] = 1


@part
def _muster(
    cell: int,
    turn: int,
    ground: BattleGround,
    foe: Enemies,
    table: StakeTable,
    stand: Posted,
    room: int,
    first: Flags2,
    book: Attacks,
) -> None:
    """Write the attack down that can be made on a cell by those who are free."""
    indices, crossing, cross_times, times = ground.indices, ground.cross_shift, ground.cross_times, ground.times[cell]
    thresholds, left, used = table.thresholds, book.left, book.used
    force, sides = book.forces[turn, cell], book.sides[turn, cell]
    begin, end = ground.indptr[cell], ground.indptr[cell + 1]
    for edge in range(begin, end):
        left[edge - begin] = 0 if stand.groups[indices[edge]] > 0 else room
    defence = max(stand.strength[cell] * times, 0.1)
    total, mild, multiple, size, column = 0.0, -99, 99.0, 0, -1
    for unit in range(len(used)):
        if used[unit] or foe.attack[unit] <= 0:
            continue
        best = -1
        for edge in range(begin, end):
            if left[edge - begin] == 0 or not first[unit, indices[edge]]:
                continue
            if best < 0 or crossing[edge] - cross_times[edge] > crossing[best] - cross_times[best]:
                best = edge
        if best < 0:
            continue
        left[best - begin] -= 1
        force[size], sides[size] = unit, indices[best]
        size += 1
        total += foe.attack[unit]
        mild, multiple = max(mild, crossing[best]), min(multiple, cross_times[best])
        more = multiple - 1.0 + times
        column = column_of(total / (defence * more / times), thresholds) + ground.shift[cell] + mild
        if column >= len(thresholds) - 1 or size >= len(force):
            break
    book.fresh[turn, cell], book.columns[turn, cell], book.sizes[turn, cell] = 1, column, size
    book.rings[turn, cell] = _ringed(cell, ground, stand, sides, size)


@part
def _ringed(cell: int, ground: BattleGround, stand: Posted, sides: Ints, size: int) -> float:
    """The share of a cell's sides by which nobody gets out once the attackers stand there."""
    indptr, indices = ground.indptr, ground.indices
    shut, around = 0.0, indptr[cell + 1] - indptr[cell]
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if stand.groups[near] > 0:
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
def _price(cell: int, column: int, table: StakeTable, stand: Posted, ring: float) -> tuple[float, float]:
    """What an attack in a column destroys of the value in a cell, and how likely the cell falls."""
    share, value = table.share, stand.value
    row = max(min(column, len(table.thresholds) - 1), -1) + 1
    lost, falls, barred = 0.0, 0.0, ring * ring
    for steps in range(2):
        if value[steps, cell] > 0:
            lost += value[steps, cell] * ((1 - barred) * share[steps, 0, row] + barred * share[steps, 1, row])
            falls = table.vacated[steps, row]
    return lost, falls


@part
def _recall(posts: Ints, many: int, book: Attacks) -> None:
    """Attacks for which somebody was reckoned with who is no longer free are to be mustered anew."""
    sizes, forces, used, turns = book.sizes, book.forces, book.used, book.turns
    for number in range(many):
        cell = posts[number]
        if not book.done[cell]:
            for unit in range(sizes[turns[cell], cell]):
                if used[forces[turns[cell], cell, unit]]:
                    turns[cell], book.fresh[1, cell] = 1, 0
                    break


@part
def _answered(
    ground: BattleGround,
    foe: Enemies,
    table: StakeTable,
    stand: Posted,
    prize: Floats,
    room: int,
    first: Flags2,
    book: Attacks,
    posts: Ints,
    many: int,
    falls: Floats,
    cost: float,
    most: float,
) -> float:
    """What the enemy's attacks add to a cost: his groups shared out over his targets, until it comes to `most`.

    What he could muster against a cell with everybody free stays in the book while nothing about it changes.
    """
    used, done, turns = book.used, book.done, book.turns
    used[:], done[:], turns[:] = 0, 0, 0
    for fought in range(many):
        pick, top, lost, fallen = -1, 0.0, 0.0, 0.0
        lift = foe.air[fought] if fought < len(foe.air) else 0
        for number in range(many):
            cell = posts[number]
            if done[cell]:
                continue
            turn = turns[cell]
            if not book.fresh[turn, cell]:
                _muster(cell, turn, ground, foe, table, stand, room, first, book)
            if book.sizes[turn, cell] == 0:
                done[cell] = 1
                continue
            column = book.columns[turn, cell] + lift
            harm, leaves = _price(cell, column, table, stand, book.rings[turn, cell])
            gain = harm + (1.0 + EAGER * prize[cell]) * leaves * 0.2
            if column >= 0 and gain > top:
                pick, top, lost, fallen = cell, gain, harm, leaves
        if pick < 0 or cost >= most:
            break
        for number in range(book.sizes[turns[pick], pick]):
            used[book.forces[turns[pick], pick, number]] = 1
        _recall(posts, many, book)
        done[pick] = 1
        falls[pick] = fallen
        cost += lost + prize[pick] * fallen
    return cost


@part
def _walked_into(cell: int, ground: BattleGround, foe: Enemies, reaches: Reaches, scratch: Scratch) -> bool:
    """Whether an enemy group could come into an open cell in the end; who comes how far is worked out when asked."""
    for unit in range(len(foe.cell)):
        if reaches.free[unit, cell]:
            if reaches.stale[unit]:
                come_on(unit, ground, foe, reaches, reaches.last, scratch)
                reaches.stale[unit] = 0
            if reaches.last[unit, cell]:
                return True
    return False


@part
def _posts(stand: Posted, found: Ints) -> int:
    """List the cells that somebody holds."""
    many = 0
    for cell in range(len(stand.groups)):
        if stand.groups[cell] > 0:
            found[many] = cell
            many += 1
    return many


@part
def note(cell: int, stand: Posted, halts: bool, reaches: Reaches, many: int) -> int:
    """See how a cell bars the enemy's way now; where it did otherwise before it is news.  How many cells are."""
    open_, halting = FAR if stand.groups[cell] <= 0 else -1, 1 if halts and stand.zones[cell] > 0 else 0
    if open_ == reaches.spent[cell] and halting == reaches.halting[cell]:
        return many
    reaches.news[many], reaches.opened[many] = cell, open_ > reaches.spent[cell]
    reaches.spent[cell], reaches.halting[cell] = open_, halting
    return many + 1


@part
def _concerned(unit: int, ground: BattleGround, reach: Flags2, reaches: Reaches, many: int) -> bool:
    """Whether it makes a difference to an enemy group that cells have changed: it comes there, or beside a new way."""
    for number in range(many):
        cell = reaches.news[number]
        if reach[unit, cell]:
            return True
        if reaches.opened[number]:
            for edge in range(ground.indptr[cell], ground.indptr[cell + 1]):
                if reach[unit, ground.indices[edge]]:
                    return True
    return False


@part
def come_all(
    ground: BattleGround, foe: Enemies, stand: Posted, halts: bool, reaches: Reaches, book: Attacks, scratch: Scratch
) -> None:
    """Work out where every enemy group could be when he fights, as the formation stands."""
    for cell in range(len(stand.groups)):
        note(cell, stand, halts, reaches, 0)
    for unit in range(len(foe.cell)):
        come(unit, ground, foe, reaches, book, scratch)


@part
def renew(
    moves: int,
    ground: BattleGround,
    foe: Enemies,
    stand: Posted,
    halts: bool,
    reaches: Reaches,
    book: Attacks,
    scratch: Scratch,
) -> None:
    """Work out anew where those enemies come to whom it makes a difference that so many cells were left or taken."""
    many, stale = 0, reaches.stale
    for number in range(moves):
        cell = reaches.moved[number]
        book.fresh[0, cell] = 0
        outdate(cell, ground, book)
        many = note(cell, stand, halts, reaches, many)
        for edge in range(ground.indptr[cell], ground.indptr[cell + 1]):
            many = note(ground.indices[edge], stand, halts, reaches, many)
    for unit in range(len(foe.cell)):
        if _concerned(unit, ground, reaches.first, reaches, many):
            come(unit, ground, foe, reaches, book, scratch)
            stale[unit] = 1
        elif not stale[unit] and _concerned(unit, ground, reaches.last, reaches, many):
            stale[unit] = 1


@part
def rate(
    ground: BattleGround,
    foe: Enemies,
    table: StakeTable,
    stand: Posted,
    prize: Floats,
    room: int,
    reaches: Reaches,
    book: Attacks,
    scratch: Scratch,
    falls: Floats,
    most: float,
) -> float:
    """What the enemy's answer to the formation as it stands costs; `falls` says how likely he takes each cell.

    Once that comes to `most` the rest is not worked out.
    """
    falls[:], cost = 0.0, 0.0
    for cell in range(len(prize)):
        if prize[cell] <= 0 or stand.groups[cell] > 0:
            continue
        if _walked_into(cell, ground, foe, reaches, scratch):
            falls[cell] = WALKS_IN
            cost += prize[cell] * WALKS_IN
        if cost >= most:
            return cost
    posts, many = scratch.posts, _posts(stand, scratch.posts)
    return _answered(ground, foe, table, stand, prize, room, reaches.first, book, posts, many, falls, cost, most)
