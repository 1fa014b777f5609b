"""What bots say of figures: numbers that agree with their nouns, chances that round to something, units of measure."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.bots.words import outbid, points, second_best, tell_chances


@pytest.mark.parametrize(
    ("number", "said"),
    [(1.04, "1 strength point"), (2.5, "2.5 strength points"), (0.96, "1 strength point"), (0.04, "nothing")],
)
def test_points_agree_with_their_noun(number: float, said: str) -> None:
    assert points(number) == said


def test_chances_below_half_a_percent_are_not_mentioned() -> None:
    chances = {"DE": Fraction(1, 200), "": Fraction(6, 1000), "EX": Fraction(989, 1000)}
    assert tell_chances(chances) == "99% EX, 1% nothing"


def test_what_was_not_done_is_told_in_the_unit_that_decided() -> None:
    assert outbid(1.0, 2.31) == "it brings 1 strength point, losses taken off, and this 2.3"
    assert outbid(0.61, 0.58, "enemy unit") == "it brings no more"
    assert "just as good" in second_best("near the front", less=False)
    assert "counts for less" in second_best("near the front", less=True)
