"""The enemy's best answer to a formation: what he musters against every cell, and what that costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.bots.staff.coming_kernels import Attacks, BattleGround, Enemies, Posted, Reaches, Scratch, come_on
from engine.bots.staff.kernels import column_of
from engine.compiled.kernel import part
from engine.compiled.kinds import Flags, Flags2, Floats, Floats2, Floats3, Ints

WALKS_IN = 0.85
"""How likely an open place falls that the enemy can walk into."""

EAGER = 12.0
"""How much more a place is worth to the enemy than the value at stake in it."""

_HAIR = 1e-6
"""More than sums of the same figures differ by that were added up in another order."""

_NOBODY, _SOMEBODY, _UNKNOWN = 0, 1, 2


class StakeTable(NamedTuple):
    """By column of the combat results table, for units of one step and of more: what is lost and how often they leave.

    `share` is by steps, way out (open, barred) and column, `vacated` by steps and column.
    """

    thresholds: Floats
    share: Floats3
    vacated: Floats2


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
    begin, end = np.uint32(ground.indptr[cell]), np.uint32(ground.indptr[cell + 1])
    for edge in range(begin, end):
        left[edge - begin] = 0 if stand.groups[np.uint32(indices[edge])] > 0 else room
    defence = max(stand.strength[cell] * times, 0.1)
    total, mild, multiple, size, column = 0.0, -99, 99.0, 0, -1
    for unit in range(len(used)):
        if used[unit] or foe.attack[unit] <= 0:
            continue
        best, comes = int(end), first[unit]
        for edge in range(begin, end):
            if left[edge - begin] == 0 or not comes[np.uint32(indices[edge])]:
                continue
            if best == end or crossing[edge] - cross_times[edge] > crossing[best] - cross_times[best]:
                best = edge
        if best == end:
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
    book.rings[turn, cell] = _ringed(cell, ground, stand, sides, size, book.marked)


@part
def _ringed(cell: int, ground: BattleGround, stand: Posted, sides: Ints, size: int, marked: Flags) -> float:
    """The share of a cell's sides by which nobody gets out once the attackers stand there."""
    indptr, indices = ground.indptr, ground.indices
    shut, around = 0.0, indptr[cell + 1] - indptr[cell]
    for number in range(size):
        marked[sides[number]] = 1
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        if stand.groups[near] > 0:
            continue
        closed = marked[near]
        for further in range(indptr[near], indptr[near + 1]):
            closed |= marked[indices[further]]
        shut += closed
    for number in range(size):
        marked[sides[number]] = 0
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
    scratch: Scratch,
    falls: Floats,
    cost: float,
    most: float,
) -> int:
    """List what each of the enemy's attacks costs until that comes to `most` with a cost; how many attacks that are.

    His groups are shared out over his targets.  What he could muster against a cell with everybody free stays in the
    book while nothing about it changes.
    """
    used, done, turns, posts, many = book.used, book.done, book.turns, scratch.posts, _posts(stand, scratch.posts)
    used[:], done[:], turns[:] = 0, 0, 0
    for fought in range(many):
        if cost >= most:
            return fought
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
        if pick < 0:
            return fought
        for number in range(book.sizes[turns[pick], pick]):
            used[book.forces[turns[pick], pick, number]] = 1
        _recall(posts, many, book)
        done[pick] = 1
        falls[pick] = fallen
        scratch.harms[fought] = lost + prize[pick] * fallen
        cost += scratch.harms[fought]
    return many


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
def _known(cell: int, reaches: Reaches) -> int:
    """What is known already of who comes into an open cell in the end."""
    found = _NOBODY
    for unit in range(len(reaches.stale)):
        if reaches.free[unit, cell]:
            if reaches.first[unit, cell] or (not reaches.stale[unit] and reaches.last[unit, cell]):
                return _SOMEBODY
            if reaches.stale[unit]:
                found = _UNKNOWN
    return found


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

    Once that comes to `most` the rest is not worked out; so what takes longest, who comes how far, is asked last.
    """
    prized, cost, more = scratch.prized, 0.0, most + _HAIR
    falls[:] = 0.0
    for number in range(len(prized)):
        cell = prized[number]
        scratch.asked[number] = _known(cell, reaches) if stand.groups[cell] <= 0 else _NOBODY
        if scratch.asked[number] == _SOMEBODY:
            cost += prize[cell] * WALKS_IN
    if cost >= more:
        return cost
    fought = _answered(ground, foe, table, stand, prize, room, reaches.first, book, scratch, falls, cost, more)
    for number in range(fought):
        cost += scratch.harms[number]
    if cost >= more:
        return cost
    cost = 0.0
    for number in range(len(prized)):
        cell, asked = prized[number], scratch.asked[number]
        if asked == _SOMEBODY or (asked == _UNKNOWN and _walked_into(cell, ground, foe, reaches, scratch)):
            falls[cell] = WALKS_IN
            cost += prize[cell] * WALKS_IN
    for number in range(fought):
        cost += scratch.harms[number]
    return cost
