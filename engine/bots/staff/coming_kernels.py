"""Where the enemy comes past a formation, and what that puts out of date of what is known of his attacks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.compiled.kernel import maker, part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Ints, Ints2, Ints3

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


class Posted(NamedTuple):
    """A formation by cell: its strength, groups and zones, and by steps and cell the value at stake."""

    strength: Floats
    groups: Ints
    zones: Ints
    value: Floats2


class Reaches(NamedTuple):
    """Where each enemy group comes: unhindered, when he fights, and in the end, and whether that last is out of date.

    `cells` lists by group where it is when he fights, `many` says how many cells these are.  `spent` says by cell what
    it took to get there (`FAR`: nobody got there, -1: nobody may) and `halting` whether a zone halts whoever comes;
    `moved` lists cells that were left or taken since, `news` those that bar his way otherwise than before, `opened`
    which of them he may enter now and could not.
    """

    free: Flags2
    first: Flags2
    last: Flags2
    stale: Flags
    cells: Ints2
    many: Ints
    spent: Ints
    halting: Flags
    moved: Ints
    news: Ints
    opened: Flags


class Attacks(NamedTuple):
    """Attacks by turn and cell: those with everybody free, and those with who is left.

    Whether they are up to date, their columns, sizes and rings, who takes part and from where; who is no longer free,
    the room left on the sides of a cell; cells done with, the turn that counts for each, and room to mark cells.
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
    marked: Flags


class Scratch(NamedTuple):
    """Room for lists of cells: those that wait, those found, those that a flood begins from, and those held.

    `prized` are the cells of places, `asked` is what is known of who comes there, `harms` what each attack costs.
    """

    queue: Ints
    found: Ints
    sources: Ints
    posts: Ints
    prized: Ints
    asked: Ints
    harms: Floats


@maker
def nowhere(foes: int, size: int) -> Reaches:
    """Nobody comes anywhere yet."""
    return Reaches(
        np.zeros((foes, size), np.uint8),
        np.zeros((foes, size), np.uint8),
        np.zeros((foes, size), np.uint8),
        np.ones(foes, np.uint8),
        np.empty((foes, size), np.int32),
        np.zeros(foes, np.int32),
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
        np.zeros(size, np.uint8),
    )


@maker
def room_for(prize: Floats) -> Scratch:
    """Room for lists of as many cells as there are."""
    size, prized = len(prize), np.flatnonzero(prize > 0).astype(np.int32)
    return Scratch(
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        prized,
        np.empty(len(prized), np.int32),
        np.empty(size, np.float64),
    )


@part
def _flood(ground: BattleGround, kind: int, many: int, budget: int, reaches: Reaches, scratch: Scratch) -> int:
    """List the cells within a budget of the sources; who comes into a zone ends there.  The number of cells found."""
    indptr, indices, steps = ground.indptr, ground.indices, ground.steps[kind]
    spent, halting, queue, listed = reaches.spent, reaches.halting, scratch.queue, scratch.found
    # An index that is read as unsigned needs no look at its sign.
    limit, head, waiting, found = len(queue), np.uint32(0), many, many
    for number in range(np.uint32(many)):
        source = np.uint32(scratch.sources[number])
        spent[source], queue[number], listed[number] = 0, source, source
    tail = np.uint32(many if many < limit else 0)
    while waiting > 0:
        cell = np.uint32(queue[head])
        head = np.uint32(head + 1) if head + 1 < limit else np.uint32(0)
        waiting -= 1
        so_far = spent[cell]
        if so_far > 0 and halting[cell]:
            continue
        for edge in range(np.uint32(indptr[cell]), np.uint32(indptr[cell + np.uint32(1)])):
            other = np.uint32(indices[edge])
            total, before = so_far + steps[edge], spent[other]
            if total >= before or total > budget:
                continue
            if before == FAR:
                listed[np.uint32(found)] = other
                found += 1
            spent[other] = total
            if waiting < limit:
                queue[tail] = other
                tail = np.uint32(tail + 1) if tail + 1 < limit else np.uint32(0)
                waiting += 1
    for number in range(found):
        spent[listed[number]] = FAR
    return found


@part
def come(unit: int, ground: BattleGround, foe: Enemies, reaches: Reaches, book: Attacks, scratch: Scratch) -> None:
    """Where an enemy group could be when he fights; attacks on cells beside which that changes are out of date."""
    first, cells, scratch.sources[0] = reaches.first[unit], reaches.cells[unit], foe.cell[unit]
    found = np.uint32(_flood(ground, foe.kind[unit], 1, foe.before[unit], reaches, scratch))
    for number in range(found):
        cell = np.uint32(scratch.found[number])
        if not first[cell]:
            outdate(int(cell), ground, book)
        first[cell] = 2
    for number in range(np.uint32(reaches.many[unit])):
        cell = np.uint32(cells[number])
        if first[cell] == 1:
            outdate(int(cell), ground, book)
            first[cell] = 0
    for number in range(found):
        cell = np.uint32(scratch.found[number])
        cells[number], first[cell] = cell, 1
    reaches.many[unit] = found


@part
def outdate(cell: int, ground: BattleGround, book: Attacks) -> None:
    """Attacks on the neighbours of a cell are to be mustered anew."""
    fresh, indices = book.fresh[0], ground.indices
    for edge in range(np.uint32(ground.indptr[cell]), np.uint32(ground.indptr[cell + 1])):
        fresh[np.uint32(indices[edge])] = 0


@part
def come_on(unit: int, ground: BattleGround, foe: Enemies, reaches: Reaches, last: Flags2, scratch: Scratch) -> None:
    """Where an enemy group could be in the end, from wherever it could be when he fights."""
    cells, many = reaches.cells[unit], reaches.many[unit]
    last[unit, :] = 0
    for number in range(many):
        scratch.sources[number] = cells[number]
        last[unit, cells[number]] = 1
    if foe.after[unit] > 0:
        found = _flood(ground, foe.kind[unit], many, foe.after[unit], reaches, scratch)
        for number in range(found):
            last[unit, scratch.found[number]] = 1


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
