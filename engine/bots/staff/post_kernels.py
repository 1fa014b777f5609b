"""The hot loops that give units their posts: where they do most good together.

What a post is worth to a unit hangs on little but the cell while nobody else stands there, so that is worked out once
for every unit and cell; what the neighbours add is kept by cell and worked out anew only round a unit that is put down
or taken up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.kernels import PostOptions, column_of, fits
from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Floats, Floats2, Floats3, Ints

TERMS = 5
"""What a post is rated by: its pull, the danger, the place held, the cells covered, friends near by."""

PULL, DANGER, HOLD, COVER, MASS = range(TERMS)
NEVER = -1e18


class Settlers(NamedTuple):
    """The units that get posts: defence, how much each fears danger and likes friends near by, and where it begins."""

    defence: Floats
    fear: Floats
    mass: Floats
    home: Ints


class Perils(NamedTuple):
    """What an attack does: by cell what can be brought against it, and by column what comes of it.

    By cell: strength, share of the sides in reach, how likely an attack is, multiple and shift of the ground, and the
    kind of its losses.  By column: shares lost with and without a way out, and by kind of losses and number of groups
    how often the cell is vacated.
    """

    threat: Floats
    ring: Floats
    odds: Floats
    times: Floats
    shift: Ints
    siege: Ints
    thresholds: Floats
    safe: Floats
    lost: Floats
    vacated: Floats3


class Goods(NamedTuple):
    """What posts are good for: by cell the worth of holding it, whether raiders come, and the worth of covering it.

    `enough` is the strength that is mass enough; `stout` the strength that covers a cell, 0 where a zone covers it.
    """

    prize: Floats
    raided: Flags
    cover: Floats
    enough: float
    stout: float


class Stood(NamedTuple):
    """The formation by cell: its strength and zones, whether a cell is held, and the groups in it."""

    strength: Floats
    zones: Ints
    held: Flags
    groups: Ints


class Nearby(NamedTuple):
    """By cell, what the zone of a unit there would cover that nobody covers yet, and how many friends it would have."""

    cover: Floats
    friends: Floats


@part
def _risked(unit: int, cell: int, mine: Settlers, perils: Perils, goods: Goods, stand: Stood) -> tuple[float, float]:
    """What danger takes from a unit in a cell, and what its holding the cell adds, as the formation stands."""
    threat, thresholds, vacated = perils.threat[cell], perils.thresholds, perils.vacated[perils.siege[cell]]
    times, shift, odds = perils.times[cell], perils.shift[cell], perils.odds[cell]
    strength, groups, last, most = stand.strength[cell], stand.groups[cell], len(thresholds) - 1, len(vacated)
    stack = strength + mine.defence[unit]
    column = max(min(column_of(threat / max(stack * times, 0.1), thresholds) + shift, last), -1) + 1
    risk, hold = 0.0, 0.0
    if threat > 0:
        barred = perils.ring[cell] * perils.ring[cell]
        risk = -mine.fear[unit] * odds * ((1 - barred) * perils.safe[column] + barred * perils.lost[column])
    if goods.prize[cell] > 0:
        before = 0.0 if goods.raided[cell] else 1.0
        if strength > 0:
            other = column_of(threat / max(strength * times, 0.1), thresholds) + shift
            falls = vacated[min(max(groups, 1), most) - 1, max(min(other, last), -1) + 1]
            before = 1.0 - odds * falls * (threat > 0)
        falls = vacated[min(groups + 1, most) - 1, column]
        after = 1.0 - odds * falls * (threat > 0)
        hold = goods.prize[cell] * max(after - before, 0.0)
    return risk, hold


@part
def _befriend(cell: int, net: Net, goods: Goods, stand: Stood, near: Nearby) -> None:
    """Work out anew how many friends a unit in a cell has near by."""
    friends = stand.strength[cell]
    for edge in range(net.indptr[cell], net.indptr[cell + 1]):
        friends += stand.strength[net.indices[edge]]
    near.friends[cell] = min(friends / goods.enough, 1.0)


@part
def _cover(cell: int, net: Net, goods: Goods, stand: Stood, near: Nearby) -> None:
    """Work out anew what the zone of a unit in a cell would cover that nobody covers yet."""
    if goods.stout > 0:
        return
    zones, held, cover = stand.zones, stand.held, goods.cover
    gain = cover[cell] if zones[cell] == 0 and not held[cell] else 0.0
    for edge in range(net.indptr[cell], net.indptr[cell + 1]):
        other = net.indices[edge]
        if zones[other] == 0 and not held[other]:
            gain += cover[other]
    near.cover[cell] = gain


@part
def _covered(unit: int, cell: int, mine: Settlers, goods: Goods, stand: Stood, near: Nearby) -> float:
    """What a unit in a cell covers: by its zone, or by its share of the strength that the cell should have."""
    found, stout = near.cover[cell], goods.stout
    if stout > 0:
        more = min(stand.strength[cell] + mine.defence[unit], stout) - min(stand.strength[cell], stout)
        found = goods.cover[cell] * more / stout
    return float(found)


@part
def _open_up(cell: int, net: Net, goods: Goods, stand: Stood, near: Nearby) -> None:
    """A cell is covered now, or no more: that concerns whoever stands in it or beside it."""
    if goods.cover[cell] > 0 and goods.stout <= 0:
        _cover(cell, net, goods, stand, near)
        for edge in range(net.indptr[cell], net.indptr[cell + 1]):
            _cover(net.indices[edge], net, goods, stand, near)


@part
def _set(unit: int, cell: int, sign: int, net: Net, mine: Settlers, limits: Limits, stand: Stood) -> None:
    """Set a unit down in a cell, or take it up."""
    stand.strength[cell] += sign * mine.defence[unit]
    stand.groups[cell] += sign
    stand.held[cell] = stand.groups[cell] > 0
    for limit in range(len(limits.taken)):
        limits.taken[limit, cell] += sign * np.int32(limits.member[limit, unit])
    for edge in range(net.indptr[cell], net.indptr[cell + 1]):
        stand.zones[net.indices[edge]] += sign


@part
def _put(
    unit: int,
    cell: int,
    sign: int,
    net: Net,
    mine: Settlers,
    limits: Limits,
    goods: Goods,
    stand: Stood,
    near: Nearby,
) -> None:
    """The same; whatever is near finds other friends, and other cells uncovered."""
    zones = stand.zones
    _set(unit, cell, sign, net, mine, limits, stand)
    _befriend(cell, net, goods, stand, near)
    _open_up(cell, net, goods, stand, near)
    for edge in range(net.indptr[cell], net.indptr[cell + 1]):
        other = net.indices[edge]
        _befriend(other, net, goods, stand, near)
        if zones[other] == 0 or zones[other] == sign:
            _open_up(other, net, goods, stand, near)


@part
def _leave(unit: int, mine: Settlers, limits: Limits) -> None:
    """A unit is no longer counted where it began."""
    for limit in range(len(limits.taken)):
        limits.taken[limit, mine.home[unit]] -= np.int32(limits.member[limit, unit])


@part
def _best(
    unit: int,
    at: int,
    mine: Settlers,
    limits: Limits,
    perils: Perils,
    goods: Goods,
    stand: Stood,
    near: Nearby,
    offers: PostOptions,
    alone: Floats,
) -> tuple[float, int]:
    """The best of a unit's cells that has room: its rating and its number in the list."""
    starts, cells, pulls = offers
    strength, friends = stand.strength, near.friends
    top, found, mass = NEVER, -1, mine.mass[unit]
    for number in range(starts[unit], starts[unit + 1]):
        cell = cells[number]
        score = alone[number]
        if strength[cell] != 0.0:
            risk, hold = _risked(unit, cell, mine, perils, goods, stand)
            score = pulls[number] + risk + hold
        score = score + _covered(unit, cell, mine, goods, stand, near) + mass * friends[cell]
        if score > top and fits(unit, cell, at, limits):
            top, found = score, number
    return top, found


@maker
def _alone(mine: Settlers, perils: Perils, goods: Goods, offers: PostOptions) -> Floats:
    """What speaks for each post, and the danger and the holding of it, where nobody else stands anywhere."""
    size, found = len(perils.threat), np.empty(len(offers.cells), np.float64)
    nobody = Stood(np.zeros(size), np.zeros(size, np.int32), np.zeros(size, np.uint8), np.zeros(size, np.int32))
    for unit in range(len(mine.home)):
        for number in range(offers.starts[unit], offers.starts[unit + 1]):
            risk, hold = _risked(unit, offers.cells[number], mine, perils, goods, nobody)
            found[number] = offers.pulls[number] + risk + hold
    return found


# fmt: off
@part
def _grow(
    net: Net, mine: Settlers, limits: Limits, perils: Perils, goods: Goods, stand: Stood, near: Nearby,
    offers: PostOptions, alone: Floats, waiting: Flags, fresh: Ints, where: Ints, score: Floats,
) -> None:
    """Always the unit and cell that do most good as the formation grows."""
    cells, home, units, placed = offers.cells, mine.home, len(mine.home), 0
    for unit in range(units):
        score[unit], where[unit] = _best(unit, home[unit], mine, limits, perils, goods, stand, near, offers, alone)
    for _ in range(4 * units + 4):
        unit, top = -1, NEVER
        for other in range(units):
            if waiting[other] and where[other] >= 0 and score[other] > top:
                unit, top = other, score[other]
        if unit < 0:
            break
        if fresh[unit] != placed:
            score[unit], where[unit] = _best(unit, home[unit], mine, limits, perils, goods, stand, near, offers, alone)
            fresh[unit] = placed
            if where[unit] < 0 or score[unit] < top - 1e-9:
                continue
        waiting[unit] = 0
        placed += 1
        _leave(unit, mine, limits)
        _put(unit, cells[where[unit]], 1, net, mine, limits, goods, stand, near)
    for unit in range(units):
        if waiting[unit] and where[unit] >= 0:
            score[unit], where[unit] = _best(unit, home[unit], mine, limits, perils, goods, stand, near, offers, alone)
            if where[unit] >= 0:
                _leave(unit, mine, limits)
                _put(unit, cells[where[unit]], 1, net, mine, limits, goods, stand, near)


@part
def _improve(
    net: Net, mine: Settlers, limits: Limits, perils: Perils, goods: Goods, stand: Stood, near: Nearby,
    offers: PostOptions, alone: Floats, passes: int, where: Ints, score: Floats,
) -> None:
    """Take every unit out once more, pass by pass, and put it where it now does most good, until nobody moves."""
    cells = offers.cells
    for _ in range(passes):
        moved = False
        for unit in range(len(where)):
            if where[unit] < 0:
                continue
            was = where[unit]
            _put(unit, cells[was], -1, net, mine, limits, goods, stand, near)
            score[unit], where[unit] = _best(unit, -1, mine, limits, perils, goods, stand, near, offers, alone)
            _put(unit, cells[where[unit]], 1, net, mine, limits, goods, stand, near)
            moved = moved or where[unit] != was
        if not moved:
            return


@part
def _tell(
    net: Net, mine: Settlers, limits: Limits, perils: Perils, goods: Goods, stand: Stood, near: Nearby,
    offers: PostOptions, where: Ints, found: Floats2,
) -> None:
    """Write down term by term what every post is worth to its unit."""
    for unit in range(len(where)):
        if where[unit] >= 0:
            cell = offers.cells[where[unit]]
            _set(unit, cell, -1, net, mine, limits, stand)
            _befriend(cell, net, goods, stand, near)
            _cover(cell, net, goods, stand, near)
            risk, hold = _risked(unit, cell, mine, perils, goods, stand)
            found[unit, PULL], found[unit, DANGER], found[unit, HOLD] = offers.pulls[where[unit]], risk, hold
            covered = _covered(unit, cell, mine, goods, stand, near)
            found[unit, COVER], found[unit, MASS] = covered, mine.mass[unit] * near.friends[cell]
            _set(unit, cell, 1, net, mine, limits, stand)
# fmt: on


@kernel
def settle(
    net: Net,
    mine: Settlers,
    limits: Limits,
    perils: Perils,
    goods: Goods,
    stood: Stood,
    offers: PostOptions,
    passes: int,
) -> tuple[Ints, Floats2]:
    """Give every unit a post: always the unit and cell that do most good as the formation grows, then exchange.

    `stood` is everybody else.  A rating is worked out anew only when its unit comes up; then it is taken if nothing
    else became better meanwhile.  Each pass takes every unit out once more and puts it where it now does most good.
    The limits count every unit where it began, its home, so that nobody takes the room of one that may have to stay.
    The answer: the number of each unit's cell in the list (-1: it found no room), and the terms of its rating.
    """
    size, units = len(net.indptr) - 1, len(mine.home)
    alone = _alone(mine, perils, goods, offers)
    stand = Stood(stood.strength.copy(), stood.zones.copy(), stood.held.copy(), stood.groups.copy())
    stacks = Limits(limits.taken.copy(), limits.member, limits.most)
    near = Nearby(np.zeros(size, np.float64), np.zeros(size, np.float64))
    for cell in range(size):
        _befriend(cell, net, goods, stand, near)
        _cover(cell, net, goods, stand, near)
    where, score = np.full(units, -1, np.int32), np.full(units, NEVER, np.float64)
    found = np.zeros((units, TERMS), np.float64)
    waiting, fresh = np.ones(units, np.uint8), np.zeros(units, np.int32)
    _grow(net, mine, stacks, perils, goods, stand, near, offers, alone, waiting, fresh, where, score)
    _improve(net, mine, stacks, perils, goods, stand, near, offers, alone, passes, where, score)
    _tell(net, mine, stacks, perils, goods, stand, near, offers, where, found)
    return where, found
