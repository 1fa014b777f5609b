"""What face-down units may turn out to be: exact chances of the strengths drawn blind from pools.

A pool is a multiset of faces, so the sums run over distinct faces: of a face that lies n times in the pool, i may be
drawn by one kind of unit and j by another in C(n, i) C(n - i, j) ways.  What units draw is added up in heaps: the
attackers, the defenders, or smaller ones where a rule counts some units apart.  The ways to reach each total are one
polynomial, strengths as exponents and ways as coefficients; a polynomial is one whole number with a field of bits for
every total, so that adding a unit is a shift and a multiplication of whole numbers.  Nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, gcd, lcm, prod
from typing import TypeVar

from engine.charts.numbers import Number, exact, plain, ratio
from engine.records.counters import Face

T = TypeVar("T")

Printed = tuple[Number, Number]
"""Attack and defence of a face."""

Faces = tuple[tuple[Printed, int], ...]
"""The faces of a pool, each with the number of counters that have it, in order."""

Ways = dict[tuple[int, ...], int]
"""By the total of every heap, in steps of its grid, the number of ways to draw it."""

WIDEST = 1 << 20
"""The most totals for which fields of bits are laid out; strengths with odd fractions are added up one by one."""


@dataclass(frozen=True)
class FaceDownUnit:
    """A face-down unit: the heap it counts in, and its worth with each face of its pool, in their order."""

    heap: int
    worth: tuple[Number, ...]


@dataclass(frozen=True)
class Blind:
    """The face-down units of one pool in a battle."""

    faces: Faces
    units: tuple[FaceDownUnit, ...] = ()


@dataclass(frozen=True, eq=False)
class Draws:
    """The ways to draw each combination of totals, one for every heap, out of all ways; equal only to itself."""

    ways: dict[tuple[Number, ...], int]
    total: int

    def chances(self) -> dict[tuple[Number, ...], Fraction]:
        """The chance of each combination of totals."""
        return {key: Fraction(count, self.total) for key, count in self.ways.items()}


def faces_of(members: Iterable[Face]) -> Faces:
    """The distinct faces of a pool's members."""
    counted = Counter((face.attack, face.defence) for face in members)
    return tuple(((exact(attack), exact(defence)), n) for (attack, defence), n in sorted(counted.items()))


@lru_cache(maxsize=512)
def draws(pools: tuple[Blind, ...], heaps: int) -> Draws:
    """Every total that the face-down units of these pools can bring to so many heaps; nobody is drawn twice."""
    axes = [_axis(pools, heap) for heap in range(heaps)]
    totals = [_total(pool) for pool in pools]
    if prod(axis.length for axis in axes) <= WIDEST:
        ways = _by_fields(pools, axes, prod(totals).bit_length() // 8 + 1)
    else:
        ways = _one_by_one(pools, axes)
    found = {
        tuple(axis.at(index) for axis, index in zip(axes, key, strict=True)): count
        for key, count in sorted(ways.items())
    }
    return Draws(found, prod(totals))


@dataclass(frozen=True)
class _Axis:
    """All totals of one heap lie on a grid: from the lowest, in equal steps."""

    lowest: Number
    step: Number
    length: int

    def at(self, index: int) -> Number:
        return self.lowest + self.step * index


def _axis(pools: Sequence[Blind], heap: int) -> _Axis:
    worths = [unit.worth for pool in pools for unit in pool.units if unit.heap == heap]
    lowest, highest = sum(min(worth) for worth in worths), sum(max(worth) for worth in worths)
    gaps = [value - min(worth) for worth in set(worths) for value in worth]
    shared = lcm(*(gap.denominator for gap in gaps))
    step = plain(Fraction(gcd(*(int(gap * shared) for gap in gaps)), shared)) or 1
    return _Axis(lowest, step, int(ratio(highest - lowest, step)) + 1)


def _total(pool: Blind) -> int:
    """All ways to deal counters of a pool to its units, in the groups that `_groups` makes of them."""
    left, found = sum(n for _, n in pool.faces), 1
    for _, count in _groups(pool):
        found *= comb(left, count)
        left -= count
    return found


def _groups(pool: Blind) -> list[tuple[FaceDownUnit, int]]:
    """Units that are alike, each with how many they are."""
    return sorted(Counter(pool.units).items(), key=lambda pair: (pair[0].heap, pair[0].worth))


@dataclass(frozen=True)
class _Dealt:
    """One way to deal a face to the groups: how many to each, the steps it adds to each heap, the ways to do it."""

    counts: tuple[int, ...]
    steps: tuple[int, ...]
    ways: int


def _deals(pool: Blind, axes: Sequence[_Axis]) -> list[list[_Dealt]]:
    """For each face of a pool, every way to deal it."""
    groups = _groups(pool)
    found = []
    for number, (_, n) in enumerate(pool.faces):
        steps = [int(ratio(unit.worth[number] - min(unit.worth), axes[unit.heap].step)) for unit, _ in groups]
        dealt = []
        for counts in product(*(range(min(n, most) + 1) for _, most in groups)):
            if sum(counts) > n:
                continue
            added = [0] * len(axes)
            for (unit, _), count, step in zip(groups, counts, steps, strict=True):
                added[unit.heap] += count * step
            dealt.append(_Dealt(counts, tuple(added), _picks(n, counts)))
        found.append(dealt)
    return found


def _picks(n: int, counts: Sequence[int]) -> int:
    """The ways to pick so many for each group, one group after the other, out of n."""
    found = 1
    for count in counts:
        found *= comb(n, count)
        n -= count
    return found


def _fill(pool: Blind, dealt: list[list[_Dealt]], start: T, add: Callable[[T | None, T, _Dealt], T]) -> T:
    """Deal the faces of a pool one after the other until every group is full."""
    full = tuple(count for _, count in _groups(pool))
    held = {(0,) * len(full): start}
    for deals in dealt:
        grown: dict[tuple[int, ...], T] = {}
        for counts, ways in held.items():
            for deal in deals:
                both = tuple(a + b for a, b in zip(counts, deal.counts, strict=True))
                if all(a <= b for a, b in zip(both, full, strict=True)):
                    grown[both] = add(grown.get(both), ways, deal)
        held = grown
    return held[full]


def _by_fields(pools: Sequence[Blind], axes: Sequence[_Axis], width: int) -> Ways:
    """The ways as one whole number with a field of so many bytes for each total, wide enough for all ways."""
    lengths = [axis.length for axis in axes]
    strides = [prod(lengths[number + 1 :]) for number in range(len(lengths))]

    def add(old: int | None, number: int, deal: _Dealt) -> int:
        field = sum(step * stride for step, stride in zip(deal.steps, strides, strict=True))
        return (old or 0) + ((number * deal.ways) << (8 * width * field))

    whole = prod(_fill(pool, _deals(pool, axes), 1, add) for pool in pools)
    fields = whole.to_bytes(width * prod(lengths), "little")
    found = {}
    for index in range(prod(lengths)):
        count = int.from_bytes(fields[index * width : (index + 1) * width], "little")
        if count:
            found[tuple(index // stride % length for stride, length in zip(strides, lengths, strict=True))] = count
    return found


def _one_by_one(pools: Sequence[Blind], axes: Sequence[_Axis]) -> Ways:
    """The same sums total by total, for strengths that share no step worth a field."""

    def add(old: Ways | None, ways: Ways, deal: _Dealt) -> Ways:
        found = {} if old is None else old
        for steps, count in ways.items():
            total = tuple(a + b for a, b in zip(steps, deal.steps, strict=True))
            found[total] = found.get(total, 0) + count * deal.ways
        return found

    whole: Ways = {(0,) * len(axes): 1}
    for pool in pools:
        whole = _fill(pool, _deals(pool, axes), whole, add)
    return whole
