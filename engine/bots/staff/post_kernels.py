"""The hot loops that give units their posts: where they do most good together.

What a post is worth to a unit hangs on little but the cell while nobody else stands there, so that is worked out once
for every unit and cell; what the neighbours add is kept by cell and worked out anew only round a unit that is put down
or taken up.  What belongs together comes as a tuple of arrays:

    ground  indptr, indices
    mine    defence, fear and mass by unit, what it takes of each stacking limit, the limits
    danger  threat, ring, odds, multiple and shift by cell, thresholds, shares lost with and without a way out, how
            often a cell is vacated, by kind of its losses, groups in it and column, and that kind by cell
    goods   worth of holding by cell, whether raiders come, worth of covering by cell, strength that is mass enough, and
            strength that covers a cell, or nothing where a zone covers it
    stand   strength, zones, held and groups by cell, room taken by limit and cell, worth covered and mass by cell
    offers  where the cells of each unit begin, the cells, what speaks for each, and all of that where nobody stands
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bots.staff.kernels import column_of, fits
from engine.compiled.kernel import FLAGS, FLAGS2, FLOATS, FLOATS3, INTS, INTS2, REAL, WHOLE, kernel, part

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bundle = tuple[Any, ...]

TERMS = 5
"""What a post is rated by: its pull, the danger, the place held, the cells covered, friends near by."""

PULL, DANGER, HOLD, COVER, MASS = range(TERMS)
NEVER = -1e18


@part
def _risked(unit: int, cell: int, mine: Bundle, danger: Bundle, goods: Bundle, stand: Bundle) -> tuple[float, float]:
    """What danger takes from a unit in a cell, and what its holding the cell adds, as the formation stands."""
    threat, ring, odds, times, shift, thresholds, safe, lost, vacated, siege = danger
    strength, last, most = stand[0], len(thresholds) - 1, vacated.shape[1]
    stack = strength[cell] + mine[0][unit]
    column = max(min(column_of(threat[cell] / max(stack * times[cell], 0.1), thresholds) + shift[cell], last), -1) + 1
    risk, hold = 0.0, 0.0
    if threat[cell] > 0:
        barred = ring[cell] * ring[cell]
        risk = -mine[1][unit] * odds[cell] * ((1 - barred) * safe[column] + barred * lost[column])
    if goods[0][cell] > 0:
        before = 0.0 if goods[1][cell] else 1.0
        if strength[cell] > 0:
            other = column_of(threat[cell] / max(strength[cell] * times[cell], 0.1), thresholds) + shift[cell]
            falls = vacated[siege[cell], min(max(stand[3][cell], 1), most) - 1, max(min(other, last), -1) + 1]
            before = 1.0 - odds[cell] * falls * (threat[cell] > 0)
        falls = vacated[siege[cell], min(stand[3][cell] + 1, most) - 1, column]
        after = 1.0 - odds[cell] * falls * (threat[cell] > 0)
        hold = goods[0][cell] * max(after - before, 0.0)
    return risk, hold


@part
def _befriend(cell: int, ground: Bundle, goods: Bundle, stand: Bundle) -> None:
    """Work out anew how many friends a unit in a cell has near by."""
    strength = stand[0]
    near = strength[cell]
    for edge in range(ground[0][cell], ground[0][cell + 1]):
        near += strength[ground[1][edge]]
    stand[6][cell] = min(near / goods[3], 1.0)


@part
def _cover(cell: int, ground: Bundle, goods: Bundle, stand: Bundle) -> None:
    """Work out anew what the zone of a unit in a cell would cover that nobody covers yet."""
    if goods[4] > 0:
        return
    zones, held, cover = stand[1], stand[2], goods[2]
    gain = cover[cell] if zones[cell] == 0 and not held[cell] else 0.0
    for edge in range(ground[0][cell], ground[0][cell + 1]):
        other = ground[1][edge]
        if zones[other] == 0 and not held[other]:
            gain += cover[other]
    stand[5][cell] = gain


@part
def _covered(unit: int, cell: int, mine: Bundle, goods: Bundle, stand: Bundle) -> float:
    """What a unit in a cell covers: by its zone, or by its share of the strength that the cell should have."""
    found, stout = stand[5][cell], goods[4]
    if stout > 0:
        more = min(stand[0][cell] + mine[0][unit], stout) - min(stand[0][cell], stout)
        found = goods[2][cell] * more / stout
    return float(found)


@part
def _open_up(cell: int, ground: Bundle, goods: Bundle, stand: Bundle) -> None:
    """A cell is covered now, or no more: that concerns whoever stands in it or beside it."""
    if goods[2][cell] > 0 and goods[4] <= 0:
        _cover(cell, ground, goods, stand)
        for edge in range(ground[0][cell], ground[0][cell + 1]):
            _cover(ground[1][edge], ground, goods, stand)


@part
def _set(unit: int, cell: int, sign: int, ground: Bundle, mine: Bundle, stand: Bundle) -> None:
    """Set a unit down in a cell, or take it up."""
    stand[0][cell] += sign * mine[0][unit]
    stand[3][cell] += sign
    stand[2][cell] = stand[3][cell] > 0
    for limit in range(len(stand[4])):
        stand[4][limit, cell] += sign * np.int32(mine[3][limit, unit])
    for edge in range(ground[0][cell], ground[0][cell + 1]):
        stand[1][ground[1][edge]] += sign


@part
def _put(unit: int, cell: int, sign: int, ground: Bundle, mine: Bundle, goods: Bundle, stand: Bundle) -> None:
    """The same; whatever is near finds other friends, and other cells uncovered."""
    indptr, indices, zones = ground[0], ground[1], stand[1]
    _set(unit, cell, sign, ground, mine, stand)
    _befriend(cell, ground, goods, stand)
    _open_up(cell, ground, goods, stand)
    for edge in range(indptr[cell], indptr[cell + 1]):
        near = indices[edge]
        _befriend(near, ground, goods, stand)
        if zones[near] == 0 or zones[near] == sign:
            _open_up(near, ground, goods, stand)


@part
def _leave(unit: int, cell: int, mine: Bundle, stand: Bundle) -> None:
    """A unit is no longer counted where it began."""
    for limit in range(len(stand[4])):
        stand[4][limit, cell] -= np.int32(mine[3][limit, unit])


@part
def _best(
    unit: int, at: int, mine: Bundle, danger: Bundle, goods: Bundle, stand: Bundle, offers: Bundle
) -> tuple[float, int]:
    """The best of a unit's cells that has room: its rating and its number in the list."""
    starts, cells, pulls, alone = offers
    strength, friends = stand[0], stand[6]
    top, found, mass = NEVER, -1, mine[2][unit]
    for number in range(starts[unit], starts[unit + 1]):
        cell = cells[number]
        score = alone[number]
        if strength[cell] != 0.0:
            risk, hold = _risked(unit, cell, mine, danger, goods, stand)
            score = pulls[number] + risk + hold
        score = score + _covered(unit, cell, mine, goods, stand) + mass * friends[cell]
        if score > top and fits(unit, cell, at, stand[4], mine[3], mine[4]):
            top, found = score, number
    return top, found


@part
def _grow(
    ground: Bundle,
    mine: Bundle,
    danger: Bundle,
    goods: Bundle,
    stand: Bundle,
    offers: Bundle,
    home: Ints,
    waiting: Flags,
    fresh: Ints,
    where: Ints,
    score: Floats,
) -> None:
    """Always the unit and cell that do most good as the formation grows."""
    cells, units, placed = offers[1], len(home), 0
    for unit in range(units):
        score[unit], where[unit] = _best(unit, home[unit], mine, danger, goods, stand, offers)
    for _ in range(4 * units + 4):
        unit, top = -1, NEVER
        for other in range(units):
            if waiting[other] and where[other] >= 0 and score[other] > top:
                unit, top = other, score[other]
        if unit < 0:
            break
        if fresh[unit] != placed:
            score[unit], where[unit] = _best(unit, home[unit], mine, danger, goods, stand, offers)
            fresh[unit] = placed
            if where[unit] < 0 or score[unit] < top - 1e-9:
                continue
        waiting[unit] = 0
        placed += 1
        _leave(unit, home[unit], mine, stand)
        _put(unit, cells[where[unit]], 1, ground, mine, goods, stand)
    for unit in range(units):
        if waiting[unit] and where[unit] >= 0:
            score[unit], where[unit] = _best(unit, home[unit], mine, danger, goods, stand, offers)
            if where[unit] >= 0:
                _leave(unit, home[unit], mine, stand)
                _put(unit, cells[where[unit]], 1, ground, mine, goods, stand)


@part
def _improve(
    ground: Bundle,
    mine: Bundle,
    danger: Bundle,
    goods: Bundle,
    stand: Bundle,
    offers: Bundle,
    passes: int,
    where: Ints,
    score: Floats,
) -> None:
    """Take every unit out once more, pass by pass, and put it where it now does most good, until nobody moves."""
    cells = offers[1]
    for _ in range(passes):
        moved = False
        for unit in range(len(where)):
            if where[unit] < 0:
                continue
            was = where[unit]
            _put(unit, cells[was], -1, ground, mine, goods, stand)
            score[unit], where[unit] = _best(unit, -1, mine, danger, goods, stand, offers)
            _put(unit, cells[where[unit]], 1, ground, mine, goods, stand)
            moved = moved or where[unit] != was
        if not moved:
            return


@part
def _tell(
    ground: Bundle,
    mine: Bundle,
    danger: Bundle,
    goods: Bundle,
    stand: Bundle,
    offers: Bundle,
    where: Ints,
    found: Floats,
) -> None:
    """Write down term by term what every post is worth to its unit."""
    for unit in range(len(where)):
        if where[unit] >= 0:
            cell = offers[1][where[unit]]
            _set(unit, cell, -1, ground, mine, stand)
            _befriend(cell, ground, goods, stand)
            _cover(cell, ground, goods, stand)
            risk, hold = _risked(unit, cell, mine, danger, goods, stand)
            found[unit, PULL], found[unit, DANGER], found[unit, HOLD] = offers[2][where[unit]], risk, hold
            covered = _covered(unit, cell, mine, goods, stand)
            found[unit, COVER], found[unit, MASS] = covered, mine[2][unit] * stand[6][cell]
            _set(unit, cell, 1, ground, mine, stand)


# fmt: off
@kernel(
    INTS, INTS, INTS, INTS, FLOATS, FLOATS, FLOATS, FLOATS, INTS, FLAGS, FLOATS, FLOATS, FLOATS, FLOATS, INTS,
    FLOATS, FLOATS, FLOATS, FLOATS3, INTS, FLOATS, FLAGS, FLOATS, FLOATS, REAL, REAL, FLAGS2, INTS, INTS2, INTS, INTS,
    WHOLE,
)
def settle(
    starts: Ints, cells: Ints, indptr: Ints, indices: Ints, pulls: Floats, defence: Floats, fear: Floats,
    strength: Floats, zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, prize: Floats, raided: Flags,
    cover: Floats, mass: Floats, enough: float, stout: float, member: Flags, most: Ints, count: Ints, here: Ints,
    home: Ints, passes: int,
) -> tuple[Ints, Floats]:
    """Give every unit a post: always the unit and cell that do most good as the formation grows, then exchange.

    `cells[starts[unit]:starts[unit + 1]]` are a unit's cells and `pulls` what speaks for each by itself.  A rating
    is worked out anew only when its unit comes up; then it is taken if nothing else became better meanwhile.  Each
    pass takes every unit out once more and puts it where it now does most good.  `count` has every unit where it
    began, its `home`, so that nobody takes the room of a unit that may have to stay.
    The answer: the number of each unit's cell in the list (-1: it found no room), and the terms of its rating.
    """
    size, units = len(indptr) - 1, len(starts) - 1
    ground, mine = (indptr, indices), (defence, fear, mass, member, most)
    danger = (threat, ring, odds, times, shift, thresholds, safe, lost, vacated, siege)
    goods = (prize, raided, cover, enough, stout)
    nobody = (np.zeros(size, np.float64), np.zeros(size, np.int32), np.zeros(size, np.uint8), np.zeros(size, np.int32))
    alone = np.empty(len(cells), np.float64)
    for unit in range(units):
        for number in range(starts[unit], starts[unit + 1]):
            risk, hold = _risked(unit, cells[number], mine, danger, goods, nobody)
            alone[number] = pulls[number] + risk + hold
    offers = (starts, cells, pulls, alone)
    stand = (
        strength.copy(), zones.copy(), held.copy(), here.copy(), count.copy(),
        np.zeros(size, np.float64), np.zeros(size, np.float64),
    )
    for cell in range(size):
        _befriend(cell, ground, goods, stand)
        _cover(cell, ground, goods, stand)
    where, score = np.full(units, -1, np.int32), np.full(units, NEVER, np.float64)
    found = np.zeros((units, TERMS), np.float64)
    waiting, fresh = np.ones(units, np.uint8), np.zeros(units, np.int32)
    _grow(ground, mine, danger, goods, stand, offers, home, waiting, fresh, where, score)
    _improve(ground, mine, danger, goods, stand, offers, passes, where, score)
    _tell(ground, mine, danger, goods, stand, offers, where, found)
    return where, found
# fmt: on
