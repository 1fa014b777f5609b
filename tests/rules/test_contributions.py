"""What several rules make of one number: the order in which they count, what is rounded, and what counts together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

import pytest

from engine.charts.numbers import Number
from engine.rules.contributions import Contribution, Op, Rounding, folded, ordered, reckon

PIECES = (3, 5, 8, 9)


def one(op: Op, value: Number, order: int = 50, **more: object) -> Contribution:
    return Contribution(op, value, f"{op} {value}", order=order, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("op", "value", "found"),
    [
        ("add", 3, 10),
        ("within", 3, 10),
        ("within", 9, 14),
        ("support", 9, 14),
        ("times", 2, 14),
        ("multiple", 3, 21),
        ("set", 3, 3),
        ("at least", 8, 8),
        ("at least", 6, 7),
        ("at most", 6, 6),
        ("at most", 8, 7),
    ],
)
def test_what_a_contribution_makes_of_seven(op: Op, value: int, found: int) -> None:
    assert one(op, value).change(7) == folded(7, [one(op, value)]) == found


@pytest.mark.parametrize(
    ("rounding", "found"),
    [("none", Fraction(7, 2)), ("down", 3), ("up", 4), ("nearest", 4)],
)
def test_half_of_seven_is_rounded_as_the_rule_says(rounding: Rounding, found: Number) -> None:
    assert one("times", Fraction(1, 2), rounding=rounding).change(7) == found
    assert one("times", Fraction(1, 3), rounding="nearest").change(7) == 2, "two and a third"
    assert one("times", Fraction(1, 2), rounding=rounding).change(8) == 4, "nothing to round"


@pytest.mark.parametrize(("number", "found"), [(8, 4), (5, 3), (3, 3), (2, 2), (0, 0)])
def test_a_least_keeps_what_was_more_and_raises_nobody(number: int, found: Number) -> None:
    assert one("times", Fraction(1, 2), rounding="up", least=3).change(number) == found


def test_rules_count_by_their_order_and_multiples_after_the_others_of_theirs() -> None:
    double, more, late = one("multiple", 2), one("add", 3), one("add", 5, order=60)
    for some in ([double, more, late], [late, more, double], [more, double, late]):
        assert ordered(some) == [more, double, late]
        assert folded(4, some) == (4 + 3) * 2 + 5
    assert folded(4, [double, one("add", 3, order=40)]) == (4 + 3) * 2
    assert folded(4, [double, one("add", 3, order=55)]) == 4 * 2 + 3


def test_multiples_of_one_order_add_up_less_one() -> None:
    assert folded(5, [one("multiple", 2), one("multiple", 3)]) == 5 * 4
    assert folded(5, [one("multiple", 2), one("add", 1), one("multiple", 3)]) == 6 * 4
    assert folded(5, [one("multiple", 2), one("multiple", 3, order=60)]) == 5 * 2 * 3
    assert folded(5, [one("times", 2), one("times", 3)]) == 5 * 2 * 3
    joined = ordered([one("multiple", 2, case="T-1"), one("multiple", 3, case="T-2")])
    assert [(each.value, each.why, each.case) for each in joined] == [(4, "multiple 2 and multiple 3", "T-1")]
    assert ordered([one("multiple", 2), one("multiple", 3, case="T-2")])[0].case == "T-2"
    for other in (one("multiple", 3, pieces=(3,)), one("multiple", 3, together=True)):
        assert len(ordered([one("multiple", 2), other])) == 2, "they are for others"


def share(number: Number, own: Number, whole: Number) -> Number:
    """What some units bring to a number that they make with others."""
    return number if own == whole or not whole else ceil(Fraction(number) * Fraction(own) / Fraction(whole))


def plainly(pieces: Sequence[int], rules: Sequence[Contribution], printed: Mapping[int, Number]) -> Number:
    """The total of units, reckoned unit by unit, without bundles; no two rules are multiples of one order."""
    inline = sorted(rules, key=lambda each: (each.order, each.op == "multiple"))
    worth = dict(printed)
    for each in inline:
        for piece in () if each.together else each.pieces or pieces:
            worth[piece] = each.change(worth[piece])
    heaps: list[tuple[set[int], Number]] = [({piece}, worth[piece]) for piece in pieces]
    for each in inline:
        meant = set(each.pieces or pieces)
        met = [heap for heap in heaps if each.together and heap[0] & meant]
        if not met:
            continue
        value = sum(value for _, value in met)
        if each.op == "support":
            owns = [(heap, sum(worth[one] for one in heap[0] & meant)) for heap in met]
            brought = sum(share(value, own, sum(worth[one] for one in names)) for (names, value), own in owns)
            value += min(each.value, brought)
        else:
            value = each.change(value)
        heaps = [heap for heap in heaps if heap not in met] + [(set().union(*(names for names, _ in met)), value)]
    return sum(value for _, value in heaps)


@pytest.mark.parametrize("seed", range(60))
def test_units_in_bundles_come_to_what_they_come_to_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    ops: tuple[Op, ...] = ("add", "within", "support", "times", "multiple", "set", "at least", "at most")
    rules = []
    for order in chance.sample(range(40, 60), chance.randrange(1, 6)):
        some = tuple(chance.sample(PIECES, chance.randrange(1, 4))) if chance.random() < 0.6 else ()
        op, together = chance.choice(ops), chance.random() < 0.7
        value = chance.choice((1, 2, 3, Fraction(1, 2)))
        rules.append(one(op, value, order, pieces=some, together=together))
    printed: dict[int, Number] = {piece: chance.randrange(1, 9) for piece in PIECES}
    made = reckon(PIECES, rules)
    assert made.worth(printed) == plainly(PIECES, rules, printed)
    ones = [sum(made.one(piece, printed[piece]) for piece in bundle) for bundle in made.bundles]
    assert made.total(ones) == made.worth(printed)
    assert sorted(piece for bundle in made.bundles for piece in bundle) == sorted(PIECES)
    assert {each.why for each in made.causes()} == {each.why for each in rules}


def test_units_that_no_rule_parts_are_one_bundle() -> None:
    assert reckon(PIECES, []).bundles == (PIECES,) and reckon((), []).bundles == ()
    assert reckon(PIECES, [one("add", 1), one("times", 2, pieces=(3,))]).bundles == (PIECES,)
    parted = reckon(PIECES, [one("times", 2, pieces=(3, 8), together=True), one("add", 1, 60, together=True)])
    assert parted.bundles == ((3, 8), (5, 9))
    assert parted.worth(dict.fromkeys(PIECES, 2)) == 2 * 4 + 4 + 1
