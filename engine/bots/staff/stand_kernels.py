"""The last word on a formation: post by post, whatever stands best after the enemy's best answer to the whole of it.

Unlike the rating of single posts these loops know that a unit beside a city closes a side of it, that a zone of control
keeps a corps away from it, and that each enemy attacks once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.answer_kernels import StakeTable, rate
from engine.bots.staff.coming_kernels import (
    Attacks,
    BattleGround,
    Enemies,
    Posted,
    Reaches,
    Scratch,
    blank,
    come_all,
    come_on,
    nowhere,
    outdate,
    renew,
    room_for,
)
from engine.bots.staff.kernels import PostOptions, fits
from engine.compiled.kernel import kernel, part
from engine.compiled.kinds import Flags2, Floats, Floats2, Ints

_GAIN = 1e-9
_HAIR = 1e-6


class Groups(NamedTuple):
    """The groups that may be moved: defence, value at stake, and whether each is of one step (0) or of more (1)."""

    defence: Floats
    value: Floats
    steps: Ints


@part
def _put(unit: int, cell: int, sign: int, ground: BattleGround, stand: Posted, mine: Groups) -> None:
    """Set a group down in a cell, or take it up."""
    stand.strength[cell] += sign * mine.defence[unit]
    stand.groups[cell] += sign
    stand.value[mine.steps[unit], cell] += sign * mine.value[unit]
    for edge in range(ground.indptr[cell], ground.indptr[cell + 1]):
        stand.zones[ground.indices[edge]] += sign


@part
def _climb(
    unit: int,
    ground: BattleGround,
    foe: Enemies,
    table: StakeTable,
    stand: Posted,
    mine: Groups,
    options: PostOptions,
    limits: Limits,
    prize: Floats,
    room: int,
    halts: bool,
    reaches: Reaches,
    book: Attacks,
    where: Ints,
    total: float,
    scratch: Scratch,
    falls: Floats,
) -> float:
    """Try every option of a group and keep the best; the worth of the formation then."""
    starts, cells, pulls = options
    kept, best = where[unit], total
    for number in range(starts[unit], starts[unit + 1]):
        was, now = cells[where[unit]], cells[number]
        if number == where[unit] or not fits(unit, now, was, limits):
            continue
        stood, where[unit] = where[unit], number
        pulled = _pulled(where, pulls)
        if pulled <= best + _GAIN:  # not even if the enemy's answer cost nothing
            where[unit] = stood
            continue
        _move(unit, was, now, ground, stand, mine, limits)
        renew(_listed(was, now, reaches, 0), ground, foe, stand, halts, reaches, book, scratch)
        value = pulled - rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, pulled - best)
        if value > best + _GAIN:
            kept, best = number, value
    if where[unit] != kept:
        was, now = cells[where[unit]], cells[kept]
        _move(unit, was, now, ground, stand, mine, limits)
        where[unit] = kept
        renew(_listed(was, now, reaches, 0), ground, foe, stand, halts, reaches, book, scratch)
    return best


# fmt: off
@part
def _trade(
    unit: int, ground: BattleGround, foe: Enemies, table: StakeTable, stand: Posted, mine: Groups, options: PostOptions,
    limits: Limits, prize: Floats, room: int, halts: bool, reaches: Reaches, book: Attacks, where: Ints, total: float,
    scratch: Scratch, falls: Floats, tried: Ints, changes: int,
) -> float:
    """Try every option of a group while another takes the post that it leaves or makes room; keep the best.

    Both go back after a trial; where enemies come is worked out only with the next one.  Who was `tried` since the last
    change was so with this group too; only who goes first differs where two change places, and so who finds room.
    """
    starts, cells, pulls = options
    best, home, was = total, where[unit], cells[where[unit]]
    kept, other, placed, moves, held = home, -1, -1, 0, _pulled(where, pulls)
    for number in range(starts[unit], starts[unit + 1]):
        now = cells[number]
        for mate in range(len(where)):
            stood = where[mate]
            if now == was or mate == unit or stood < 0:
                continue
            here = cells[stood]
            for post in range(starts[mate], starts[mate + 1]):
                there = cells[post]
                if there == here or (there != was and here != now):
                    continue
                if tried[mate] == changes and (there != was or here != now):
                    continue
                if held - pulls[home] - pulls[stood] + pulls[number] + pulls[post] <= best - _HAIR:
                    continue
                where[unit], where[mate] = number, post
                pulled = _pulled(where, pulls)
                where[unit], where[mate] = home, stood
                if pulled <= best + _GAIN:  # not even if the enemy's answer cost nothing
                    continue
                if _exchange(unit, was, now, mate, here, there, ground, stand, mine, limits):
                    moves = _listed(was, now, reaches, _listed(here, there, reaches, moves))
                    renew(moves, ground, foe, stand, halts, reaches, book, scratch)
                    value = pulled - rate(
                        ground, foe, table, stand, prize, room, reaches, book, scratch, falls, pulled - best
                    )
                    if value > best + _GAIN:
                        kept, other, placed, best = number, mate, post, value
                    _move(unit, now, was, ground, stand, mine, limits)
                    _move(mate, there, here, ground, stand, mine, limits)
                    moves = _listed(was, now, reaches, _listed(here, there, reaches, 0))
    if other >= 0:
        now, here, there = cells[kept], cells[where[other]], cells[placed]
        _exchange(unit, was, now, other, here, there, ground, stand, mine, limits)
        where[unit], where[other] = kept, placed
        moves = _listed(was, now, reaches, _listed(here, there, reaches, moves))
    renew(moves, ground, foe, stand, halts, reaches, book, scratch)
    return best


@part
def _exchange(
    unit: int, was: int, now: int, mate: int, here: int, there: int, ground: BattleGround, stand: Posted, mine: Groups,
    limits: Limits,
) -> bool:
    """Move two groups, first the one who makes room for the other; whether both found room, else nobody moves."""
    if here != now:
        return _exchange_in_turn(unit, was, now, mate, here, there, ground, stand, mine, limits)
    return _exchange_in_turn(mate, here, there, unit, was, now, ground, stand, mine, limits)


@part
def _exchange_in_turn(
    unit: int, was: int, now: int, mate: int, here: int, there: int, ground: BattleGround, stand: Posted, mine: Groups,
    limits: Limits,
) -> bool:
    if not fits(unit, now, was, limits):
        return False
    _move(unit, was, now, ground, stand, mine, limits)
    if not fits(mate, there, here, limits):
        _move(unit, now, was, ground, stand, mine, limits)
        return False
    _move(mate, here, there, ground, stand, mine, limits)
    return True


@part
def _listed(was: int, now: int, reaches: Reaches, many: int) -> int:
    """Put the cells of a move on the list of those left or taken; how many are on it."""
    reaches.moved[many], reaches.moved[many + 1] = was, now
    return many + 2
# fmt: on


@part
def _move(unit: int, was: int, now: int, ground: BattleGround, stand: Posted, mine: Groups, limits: Limits) -> None:
    _put(unit, was, -1, ground, stand, mine)
    _put(unit, now, 1, ground, stand, mine)
    taken, member = limits.taken, limits.member
    for limit in range(len(taken)):
        taken[limit, was] -= np.int32(member[limit, unit])
        taken[limit, now] += np.int32(member[limit, unit])


@part
def _pulled(where: Ints, pulls: Floats) -> float:
    found = 0.0
    for unit in range(len(where)):
        if where[unit] >= 0:
            found += pulls[where[unit]]
    return found


@part
def _withouts(
    ground: BattleGround,
    foe: Enemies,
    table: StakeTable,
    stand: Posted,
    mine: Groups,
    cells: Ints,
    prize: Floats,
    room: int,
    halts: bool,
    reaches: Reaches,
    book: Attacks,
    where: Ints,
    scratch: Scratch,
    found: Floats2,
) -> None:
    """How likely each cell would fall without each of our groups, a row for each."""
    moves = 0
    for unit in range(len(where)):
        if where[unit] >= 0:
            cell = cells[where[unit]]
            _put(unit, cell, -1, ground, stand, mine)
            renew(_listed(cell, cell, reaches, moves), ground, foe, stand, halts, reaches, book, scratch)
            rate(ground, foe, table, stand, prize, room, reaches, book, scratch, found[unit], np.inf)
            _put(unit, cell, 1, ground, stand, mine)
            moves = _listed(cell, cell, reaches, 0)
    renew(moves, ground, foe, stand, halts, reaches, book, scratch)


@part
def _reliefs(
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
    kept: Flags2,
    found: Floats,
) -> None:
    """How much less the enemy's answer costs without each of his groups; `kept` is room for where one of them comes."""
    free, first = reaches.free, reaches.first
    whole = rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, np.inf)
    for unit in range(len(found)):
        for cell in range(len(prize)):
            kept[0, cell], kept[1, cell] = free[unit, cell], first[unit, cell]
            if first[unit, cell]:
                outdate(cell, ground, book)
            free[unit, cell], first[unit, cell] = 0, 0
        found[unit] = whole - rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, np.inf)
        for cell in range(len(prize)):
            free[unit, cell], first[unit, cell] = kept[0, cell], kept[1, cell]
            if first[unit, cell]:
                outdate(cell, ground, book)


# fmt: off
@kernel
def stand_best(
    ground: BattleGround, foe: Enemies, table: StakeTable, stood: Posted, mine: Groups, options: PostOptions,
    limits: Limits, posts: Ints, prize: Floats, room: int, halts: bool, passes: int, trades: bool, compared: bool,
) -> tuple[Ints, Floats, Floats2, Floats]:
    """Move single groups of a formation while that makes it better, with `trades` pairs of them, a few times over.

    `stood` is everybody else; `posts` has the number of each group's post in the list of its cells, -1: none.  The
    answer: the posts in the end, how likely each cell falls to the enemy's best answer, if `compared` how likely it
    would without each group, a row for each, and with `trades` how much less his answer would cost without each group
    of his.
    """
    size, units, foes = len(ground.indptr) - 1, len(options.starts) - 1, len(foe.cell)
    starts, cells, pulls = options
    stand = Posted(stood.strength.copy(), stood.groups.copy(), stood.zones.copy(), stood.value.copy())
    stacks, where = Limits(limits.taken.copy(), limits.member, limits.most), posts.copy()
    scratch, falls = room_for(prize), np.zeros(size, np.float64)
    reaches, book = nowhere(foes, size), blank(foes, size)
    come_all(ground, foe, stand, halts, reaches, book, scratch)
    for unit in range(foes):
        come_on(unit, ground, foe, reaches, reaches.free, scratch)
    for unit in range(units):
        if where[unit] >= 0:
            _put(unit, cells[where[unit]], 1, ground, stand, mine)
    come_all(ground, foe, stand, halts, reaches, book, scratch)
    total = _pulled(where, pulls) - rate(
        ground, foe, table, stand, prize, room, reaches, book, scratch, falls, np.inf
    )
    changes, climbed, traded = 0, np.full(units, -1, np.int32), np.full(units, -1, np.int32)
    for _ in range(passes):
        before = total
        for unit in range(units):
            if where[unit] >= 0 and starts[unit + 1] - starts[unit] > 1 and climbed[unit] != changes:
                best = _climb(
                    unit, ground, foe, table, stand, mine, options, stacks, prize, room, halts, reaches, book, where,
                    total, scratch, falls,
                )
                changes, total = changes + (best > total), best
                climbed[unit] = changes
        for unit in range(units if trades else 0):
            if where[unit] >= 0 and starts[unit + 1] - starts[unit] > 1 and traded[unit] != changes:
                best = _trade(
                    unit, ground, foe, table, stand, mine, options, stacks, prize, room, halts, reaches, book, where,
                    total, scratch, falls, traded, changes,
                )
                traded[unit] = -1 if best > total else changes
                changes, total = changes + (best > total), best
        if total <= before + _GAIN:
            break
    without, relief = np.zeros((units, size), np.float64), np.zeros(foes, np.float64)
    if compared:
        _withouts(
            ground, foe, table, stand, mine, cells, prize, room, halts, reaches, book, where, scratch, without
        )
    if trades:
        kept = np.empty((2, size), np.uint8)
        _reliefs(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, kept, relief)
    rate(ground, foe, table, stand, prize, room, reaches, book, scratch, falls, np.inf)
    return where, falls, without, relief
# fmt: on
