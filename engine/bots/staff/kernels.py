"""The hot loops of the staff: what can be brought against a cell, and where units do most good together.

All work on the directed edges of a board as compressed sparse rows, costs in ticks, -1 where an edge is prohibited.
Every loop is over units times the cells they can reach, so that twice the units take twice the time.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.compiled.kernel import FLAGS, FLAGS2, FLOATS, FLOATS3, INTS, INTS2, REAL, WHOLE, kernel, part

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

TERMS = 5
"""What a post is rated by: its pull, the danger, the place held, the cells covered, friends near by."""

PULL, DANGER, HOLD, COVER, MASS = range(TERMS)
NEVER = -1e18


@part
def column_of(ratio: float, thresholds: Floats) -> int:
    """The last column whose threshold is not above a ratio, -1 below the first."""
    low, high = 0, len(thresholds)
    while low < high:
        middle = (low + high) // 2
        if thresholds[middle] <= ratio + 1e-9:
            low = middle + 1
        else:
            high = middle
    return low - 1


@kernel(INTS, INTS, FLAGS2, FLOATS, INTS, FLAGS, WHOLE)
def brought(
    indptr: Ints, indices: Ints, reach: Flags, attack: Floats, weight: Ints, closed: Flags, room: int
) -> tuple[Floats, Floats, Ints]:
    """The strength that can be brought against each cell: the strongest first, as many as its open sides have room for.

    Also the share of its sides that somebody can reach, and the number of units that can come beside it at all.
    """
    cells, units = len(indptr) - 1, len(attack)
    found, ring, comers = np.zeros(cells, np.float64), np.zeros(cells, np.float64), np.zeros(cells, np.int32)
    left = np.zeros(cells, np.int32)
    seen = np.full(cells, -1, np.int32)
    near = np.zeros(cells, np.uint8)
    for cell in range(cells):
        for edge in range(indptr[cell], indptr[cell + 1]):
            if not closed[indices[edge]]:
                left[cell] += room
    for unit in range(units):
        for here in range(cells):
            if not reach[unit, here] or closed[here]:
                continue
            near[here] = 1
            for edge in range(indptr[here], indptr[here + 1]):
                cell = indices[edge]
                if seen[cell] == unit:
                    continue
                seen[cell] = unit
                comers[cell] += 1
                if left[cell] > 0:
                    found[cell] += attack[unit]
                    left[cell] -= weight[unit]
    for cell in range(cells):
        around = indptr[cell + 1] - indptr[cell]
        for edge in range(indptr[cell], indptr[cell + 1]):
            ring[cell] += near[indices[edge]] / around
    return found, ring, comers


# fmt: off
@part
def _terms(
    unit: int, cell: int, indptr: Ints, indices: Ints, pull: float, defence: Floats, fear: Floats, strength: Floats,
    zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, here: Ints, prize: Floats,
    raided: Flags, cover: Floats,
    mass: Floats, enough: float, stout: float, found: Floats,
) -> float:
    """Rate a unit in a cell as the formation stands, term by term; the total."""
    last = len(thresholds) - 1
    stack = strength[cell] + defence[unit]
    column = max(min(column_of(threat[cell] / max(stack * times[cell], 0.1), thresholds) + shift[cell], last), -1) + 1
    found[PULL] = pull
    found[DANGER] = 0.0
    if threat[cell] > 0:
        barred = ring[cell] * ring[cell]
        found[DANGER] = -fear[unit] * odds[cell] * ((1 - barred) * safe[column] + barred * lost[column])
    found[HOLD] = 0.0
    if prize[cell] > 0:
        before = 0.0 if raided[cell] else 1.0
        if strength[cell] > 0:
            other = column_of(threat[cell] / max(strength[cell] * times[cell], 0.1), thresholds) + shift[cell]
            stand = min(max(here[cell], 1), vacated.shape[1]) - 1
            before = 1.0 - odds[cell] * vacated[siege[cell], stand, max(min(other, last), -1) + 1] * (threat[cell] > 0)
        more = min(max(here[cell], 0) + 1, vacated.shape[1]) - 1
        after = 1.0 - odds[cell] * vacated[siege[cell], more, column] * (threat[cell] > 0)
        found[HOLD] = prize[cell] * max(after - before, 0.0)
    gain = cover[cell] if zones[cell] == 0 and not held[cell] else 0.0
    if stout > 0:
        gain = cover[cell] * (min(stack, stout) - min(strength[cell], stout)) / stout
    near = strength[cell]
    for edge in range(indptr[cell], indptr[cell + 1]):
        other = indices[edge]
        near += strength[other]
        if stout <= 0 and zones[other] == 0 and not held[other]:
            gain += cover[other]
    found[COVER] = gain
    found[MASS] = mass[unit] * min(near / enough, 1.0)
    return float(found[PULL] + found[DANGER] + found[HOLD] + found[COVER] + found[MASS])


@part
def fits(unit: int, cell: int, at: int, count: Ints, member: Flags, most: Ints) -> bool:
    """Whether a unit has room in a cell; where it is counted already it takes no more."""
    room = True
    for limit in range(len(most)):
        more = 0 if cell == at else member[limit, unit]
        if member[limit, unit] and count[limit, cell] + more > most[limit]:
            room = False
    return room


@part
def _put(
    unit: int, cell: int, sign: int, indptr: Ints, indices: Ints, defence: Floats, member: Flags, strength: Floats,
    zones: Ints, held: Flags, count: Ints, here: Ints,
) -> None:
    strength[cell] += sign * defence[unit]
    here[cell] += sign
    held[cell] = here[cell] > 0
    for limit in range(len(count)):
        count[limit, cell] += sign * np.int32(member[limit, unit])
    for edge in range(indptr[cell], indptr[cell + 1]):
        zones[indices[edge]] += sign


@part
def _leave(unit: int, cell: int, member: Flags, count: Ints) -> None:
    """A unit is no longer counted where it began."""
    for limit in range(len(count)):
        count[limit, cell] -= np.int32(member[limit, unit])


@part
def _best(
    unit: int, starts: Ints, cells: Ints, pulls: Floats, indptr: Ints, indices: Ints, defence: Floats, fear: Floats,
    strength: Floats, zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, here: Ints, prize: Floats,
    raided: Flags, cover: Floats,
    mass: Floats, enough: float, stout: float, member: Flags, most: Ints, count: Ints, at: int, scratch: Floats,
) -> tuple[float, int]:
    """The best of a unit's cells that has room: its rating and its number in the list."""
    top, found = NEVER, -1
    for number in range(starts[unit], starts[unit + 1]):
        cell = cells[number]
        if not fits(unit, cell, at, count, member, most):
            continue
        score = _terms(
            unit, cell, indptr, indices, pulls[number], defence, fear, strength, zones, held, threat, ring, odds,
            times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
            cover, mass, enough, stout, scratch,
        )
        if score > top:
            top, found = score, number
    return top, found


@part
def _grow(
    starts: Ints, cells: Ints, indptr: Ints, indices: Ints, pulls: Floats, defence: Floats, fear: Floats,
    strength: Floats, zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, prize: Floats, raided: Flags,
    cover: Floats,
    mass: Floats, enough: float, stout: float, member: Flags, most: Ints, count: Ints, here: Ints, home: Ints,
    where: Ints, score: Floats, scratch: Floats,
) -> None:
    """Always the unit and cell that do most good as the formation grows."""
    units = len(starts) - 1
    waiting, fresh = np.ones(units, np.uint8), np.zeros(units, np.int32)
    placed = 0
    for unit in range(units):
        score[unit], where[unit] = _best(
            unit, starts, cells, pulls, indptr, indices, defence, fear, strength, zones, held, threat, ring, odds,
            times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
            cover, mass, enough, stout, member, most,
            count, home[unit], scratch,
        )
    for _ in range(4 * units + 4):
        unit, top = -1, NEVER
        for other in range(units):
            if waiting[other] and where[other] >= 0 and score[other] > top:
                unit, top = other, score[other]
        if unit < 0:
            break
        if fresh[unit] != placed:
            score[unit], where[unit] = _best(
                unit, starts, cells, pulls, indptr, indices, defence, fear, strength, zones, held, threat, ring, odds,
                times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
                cover, mass, enough, stout, member, most,
                count, home[unit], scratch,
            )
            fresh[unit] = placed
            if where[unit] < 0 or score[unit] < top - 1e-9:
                continue
        waiting[unit] = 0
        placed += 1
        _leave(unit, home[unit], member, count)
        _put(unit, cells[where[unit]], 1, indptr, indices, defence, member, strength, zones, held, count, here)
    for unit in range(units):
        if waiting[unit] and where[unit] >= 0:
            score[unit], where[unit] = _best(
                unit, starts, cells, pulls, indptr, indices, defence, fear, strength, zones, held, threat, ring, odds,
                times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
                cover, mass, enough, stout, member, most,
                count, home[unit], scratch,
            )
            if where[unit] >= 0:
                _leave(unit, home[unit], member, count)
                _put(unit, cells[where[unit]], 1, indptr, indices, defence, member, strength, zones, held, count, here)


@part
def _improve(
    starts: Ints, cells: Ints, indptr: Ints, indices: Ints, pulls: Floats, defence: Floats, fear: Floats,
    strength: Floats, zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, prize: Floats, raided: Flags,
    cover: Floats,
    mass: Floats, enough: float, stout: float, member: Flags, most: Ints, count: Ints, here: Ints, passes: int,
    where: Ints, score: Floats, scratch: Floats,
) -> None:
    """Take every unit out once more, pass by pass, and put it where it now does most good, until nobody moves."""
    units = len(starts) - 1
    for _ in range(passes):
        moved = False
        for unit in range(units):
            if where[unit] < 0:
                continue
            was = where[unit]
            _put(unit, cells[where[unit]], -1, indptr, indices, defence, member, strength, zones, held, count, here)
            score[unit], where[unit] = _best(
                unit, starts, cells, pulls, indptr, indices, defence, fear, strength, zones, held, threat, ring, odds,
                times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
                cover, mass, enough, stout, member, most,
                count, -1, scratch,
            )
            _put(unit, cells[where[unit]], 1, indptr, indices, defence, member, strength, zones, held, count, here)
            moved = moved or where[unit] != was
        if not moved:
            return


@kernel(
    INTS, INTS, INTS, INTS, FLOATS, FLOATS, FLOATS, FLOATS, INTS, FLAGS, FLOATS, FLOATS, FLOATS, FLOATS, INTS,
    FLOATS, FLOATS, FLOATS, FLOATS3, INTS, FLOATS, FLAGS, FLOATS, FLOATS, REAL, REAL, FLAGS2, INTS, INTS2, INTS, INTS,
    WHOLE,
)
def settle(
    starts: Ints, cells: Ints, indptr: Ints, indices: Ints, pulls: Floats, defence: Floats, fear: Floats,
    strength: Floats, zones: Ints, held: Flags, threat: Floats, ring: Floats, odds: Floats, times: Floats, shift: Ints,
    thresholds: Floats, safe: Floats, lost: Floats, vacated: Floats, siege: Ints, prize: Floats, raided: Flags,
    cover: Floats,
    mass: Floats, enough: float, stout: float, member: Flags, most: Ints, count: Ints, here: Ints, home: Ints,
    passes: int,
) -> tuple[Ints, Floats, Floats]:
    """Give every unit a post: always the unit and cell that do most good as the formation grows, then exchange.

    `cells[starts[unit]:starts[unit + 1]]` are a unit's cells and `pulls` what speaks for each by itself.  A rating
    is worked out anew only when its unit comes up; then it is taken if nothing else became better meanwhile.  Each
    pass takes every unit out once more and puts it where it now does most good.  `count` has every unit where it
    began, its `home`, so that nobody takes the room of a unit that may have to stay.  With `stout` a cell is covered
    as far as the strength in it comes to that; else by whoever has a zone that reaches it.  `vacated` is how often a
    cell is left, by the kind of its losses (`siege`), the groups in it and the column.
    The answer: the number of each unit's cell in the list (-1: it found no room), its rating and its terms.
    """
    units = len(starts) - 1
    strength, zones, held, count, here = strength.copy(), zones.copy(), held.copy(), count.copy(), here.copy()
    where, score = np.full(units, -1, np.int32), np.full(units, NEVER, np.float64)
    found, scratch = np.zeros((units, TERMS), np.float64), np.zeros(TERMS, np.float64)
    _grow(
        starts, cells, indptr, indices, pulls, defence, fear, strength, zones, held, threat, ring, odds, times, shift,
        thresholds, safe, lost, vacated, siege, prize, raided, cover, mass, enough, stout, member, most, count,
        here,
        home, where, score, scratch,
    )
    _improve(
        starts, cells, indptr, indices, pulls, defence, fear, strength, zones, held, threat, ring, odds, times, shift,
        thresholds, safe, lost, vacated, siege, prize, raided, cover, mass, enough, stout, member, most, count,
        here,
        passes, where, score, scratch,
    )
    for unit in range(units):
        if where[unit] >= 0:
            cell = cells[where[unit]]
            _put(unit, cell, -1, indptr, indices, defence, member, strength, zones, held, count, here)
            score[unit] = _terms(
                unit, cell, indptr, indices, pulls[where[unit]], defence, fear, strength, zones, held, threat, ring,
                odds, times, shift, thresholds, safe, lost, vacated, siege, here, prize, raided,
                cover, mass, enough, stout,
                found[unit],
            )
            _put(unit, cell, 1, indptr, indices, defence, member, strength, zones, held, count, here)
    return where, score, found
# fmt: on
