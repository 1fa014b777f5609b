"""Numbers that several rules have a say in: each contributes, and the contributions are folded in a declared order.

Rules first change the strength of each unit by itself, then that of several units together: a stack with its leader,
a city that doubles, an assault that counts half.  Units that no rule parts stay in one bundle, so that a forecast with
face-down units needs to know only the totals of bundles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Literal

import msgspec

from engine.charts.numbers import Number, plain, ratio

Op = Literal["add", "within", "support", "times", "multiple", "set", "at least", "at most"]
"""How a value counts: `within` adds no more than is there already, `support` no more than its own units bring, whoever
is counted together with them; multiples of one order add up less one."""

Rounding = Literal["none", "down", "up", "nearest"]
"""Nearest: halves go up."""


class Contribution(msgspec.Struct, frozen=True):
    """What one rule does to a number, for whom, when in the order, and why."""

    op: Op
    value: Number
    why: str
    case: str = ""
    order: int = 50
    pieces: tuple[int, ...] = ()
    together: bool = False
    rounding: Rounding = "none"
    least: Number | None = None

    def change(self, number: Number) -> Number:
        """The number after this contribution alone; what was less than the least before is not raised to it."""
        before = number
        match self.op:
            case "add":
                number += self.value
            case "within" | "support":
                number += min(self.value, number)
            case "times" | "multiple":
                number *= self.value
            case "set":
                number = self.value
            case "at least":
                number = max(number, self.value)
            case "at most":
                number = min(number, self.value)
        found = _rounded(number, self.rounding)
        return found if self.least is None else max(found, min(before, self.least))


def _rounded(number: Number, rounding: Rounding) -> Number:
    if rounding == "none" or number.denominator == 1:
        return plain(number)
    if rounding == "nearest":
        return floor(number + Fraction(1, 2))
    return floor(number) if rounding == "down" else ceil(number)


def ordered(contributions: Iterable[Contribution]) -> list[Contribution]:
    """Contributions in the order in which they count, multiples of one order and the same units made one."""
    every, found = list(contributions), list[Contribution]()
    if len(every) < 2:
        return every
    for each in sorted(every, key=lambda each: (each.order, each.op == "multiple")):
        last = found[-1] if found else None
        if last is not None and each.op == last.op == "multiple" and _alike(each, last):
            found[-1] = _joined(last, each)
        else:
            found.append(each)
    return found


def _alike(one: Contribution, other: Contribution) -> bool:
    return (one.order, one.pieces, one.together) == (other.order, other.pieces, other.together)


def _joined(one: Contribution, other: Contribution) -> Contribution:
    return Contribution(
        "multiple",
        one.value + other.value - 1,
        f"{one.why} and {other.why}",
        one.case or other.case,
        one.order,
        one.pieces,
        one.together,
    )


def folded(number: Number, contributions: Iterable[Contribution]) -> Number:
    """One number after all that is contributed to it."""
    for each in ordered(contributions):
        number = each.change(number)
    return number


class Reckoning(msgspec.Struct, frozen=True):
    """How the strengths of some units come to a total: what changes each, and what changes bundles of them together."""

    pieces: tuple[int, ...]
    single: Mapping[int, tuple[Contribution, ...]]
    bundles: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[Contribution, frozenset[int]], ...]

    def one(self, piece: int, printed: Number) -> Number:
        """A unit's strength by itself, from what is printed."""
        for each in self.single.get(piece, ()):
            printed = each.change(printed)
        return printed

    def total(self, sums: Sequence[Number]) -> Number:
        """What it all comes to, given the sum of each bundle."""
        return total_of(sums, self.shared)

    def worth(self, printed: Mapping[int, Number]) -> Number:
        """The total of units whose printed strengths are known."""
        ones = {piece: self.one(piece, printed[piece]) for piece in self.pieces} if self.single else printed
        return self.total([sum(ones[piece] for piece in bundle) for bundle in self.bundles])

    def causes(self) -> list[Contribution]:
        """Everything that changes a strength, in order, each once."""
        every = [each for chain in self.single.values() for each in chain] + [each for each, _ in self.shared]
        return list(dict.fromkeys(every))


def total_of(sums: Sequence[Number], shared: Sequence[tuple[Contribution, frozenset[int]]]) -> Number:
    """The sum of bundles after what changes several of them together; what was changed together stays together."""
    if not shared:
        return sum(sums)
    lots = [({index}, value) for index, value in enumerate(sums)]
    for each, bundles in shared:
        met = [lot for lot in lots if lot[0] & bundles]
        if met:
            lots = [lot for lot in lots if not lot[0] & bundles]
            value = sum(value for _, value in met)
            if each.op == "support":
                value += min(each.value, sum(_share(lot, bundles, sums) for lot in met))
            else:
                value = each.change(value)
            lots.append((set().union(*(names for names, _ in met)), value))
    return sum(value for _, value in lots)


def _share(lot: tuple[set[int], Number], bundles: frozenset[int], sums: Sequence[Number]) -> Number:
    """What some bundles bring to a lot in which others are counted with them: in proportion, rounded up."""
    names, value = lot
    whole, own = (sum(sums[name] for name in found) for found in (names, names & bundles))
    return value if names <= bundles or not whole else ceil(ratio(value * own, whole))


def reckon(pieces: Sequence[int], contributions: Iterable[Contribution]) -> Reckoning:
    """Sort out what concerns each unit and what concerns several together."""
    listed = ordered(contributions)
    if not listed:
        return Reckoning(tuple(pieces), {}, (tuple(pieces),) if pieces else (), ())
    single: dict[int, list[Contribution]] = {}
    shared: list[Contribution] = []
    for each in listed:
        if each.together:
            shared.append(each)
        else:
            for piece in each.pieces or pieces:
                single.setdefault(piece, []).append(each)
    groups = [frozenset(each.pieces or pieces) for each in shared]
    bundles = _bundles(pieces, groups)
    touched = [frozenset(index for index, bundle in enumerate(bundles) if bundle[0] in group) for group in groups]
    return Reckoning(
        tuple(pieces),
        {piece: tuple(chain) for piece, chain in single.items()},
        bundles,
        tuple(zip(shared, touched, strict=True)),
    )


def _bundles(pieces: Sequence[int], groups: Sequence[frozenset[int]]) -> tuple[tuple[int, ...], ...]:
    """The units parted by the groups they belong to; units of the same groups stay together."""
    found: dict[tuple[bool, ...], list[int]] = {}
    for piece in pieces:
        found.setdefault(tuple(piece in group for group in groups), []).append(piece)
    return tuple(tuple(bundle) for bundle in found.values())
