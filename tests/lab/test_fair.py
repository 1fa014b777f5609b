"""Luck taken out of differences: nothing is lost or won by it on average, and 95 % of the intervals hold the truth.

The games here are dice and chaos: each side throws for a place on two turns, what the throws bring is known, and the
rest of a game is noise as wild as a planner's.  A pair parts where the change strikes, and from there on its games have
nothing in common.  All that is asked of an interval follows from the chances, so that it can be held against the truth.
"""

from __future__ import annotations

from itertools import product
from math import erf, sqrt

import numpy as np
import pytest

from engine.lab.fair import EACH, LEAST, _controls, relieved, taken_out
from engine.lab.luck import Luck, Tally
from engine.lab.statistics import Difference, difference

RUNS = 600
WORTH = np.array([0.5, -0.5, 0.9, -0.9])
"""What a success is worth to the first side: of each side before the last turn, and of each on it."""

CHANCE = np.array([0.5, 0.3, 0.4, 0.6])
WILD, WIN, DRAW, CHANGE = 0.9, 0.55, -0.8, 0.45
STRIKE = 0.25
"""How likely a throw is struck, once its result is known."""

Pairs = tuple[list[float], list[float], list[tuple[Luck, Luck]]]


def score(margin: np.ndarray) -> np.ndarray:
    return np.where(margin > WIN, 1.0, np.where(margin > DRAW, 0.5, 0.0))


def played(chance: np.random.Generator, pairs: int, change: float = CHANGE) -> Pairs:
    """Pairs of games; the change takes something from the margin of the second where it strikes."""
    struck_by = 1 - (1 - STRIKE) ** chance.integers(0, 7, pairs)
    struck = chance.random(pairs) < struck_by
    first, again = (chance.random((pairs, 4)) < CHANCE for _ in range(2))
    second = np.where(struck[:, None], again, first)
    wild, wilder = (WILD * chance.normal(size=pairs) for _ in range(2))
    one = score((first - CHANCE) @ WORTH + wild)
    other = score((second - CHANCE) @ WORTH + np.where(struck, wilder - change, wild))
    luck = [
        (_luck(here, float(likely), bool(hit)), _luck(there))
        for here, there, likely, hit in zip(first - CHANCE, second - CHANCE, struck_by, struck, strict=True)
    ]
    return list(one), list(other), luck


def _luck(throws: np.ndarray, likely: float = 0.0, hit: bool = False) -> Luck:
    nothing = ((0.0, 0.0), (0.0, 0.0))
    ledger = (((throws[0], throws[2]), (throws[1], throws[3])), nothing)
    return Luck(Tally(ledger), chance=likely, struck=hit)


def truth(change: float = CHANGE) -> float:
    """What the change does to the score on average, worked out from the chances."""
    likely = float(np.mean([1 - (1 - STRIKE) ** throws for throws in range(7)]))
    return likely * (_expected(change) - _expected(0.0))


def _expected(change: float) -> float:
    whole = 0.0
    for hits in product((0, 1), repeat=4):
        margin = float((np.array(hits) - CHANCE) @ WORTH) - change
        likely = float(np.prod(np.where(hits, CHANCE, 1 - CHANCE)))
        whole += likely * sum(0.5 * (1 - erf((bar - margin) / WILD / sqrt(2))) / 2 for bar in (WIN, DRAW))
    return whole


def fair(pairs: Pairs) -> Difference:
    found = taken_out(*pairs)
    assert found is not None
    return found


@pytest.mark.parametrize("pairs", [40, 100, 390])
def test_95_percent_of_the_intervals_hold_the_truth_and_none_of_it_is_lost(pairs: int) -> None:
    chance = np.random.default_rng(pairs)
    found = [fair(played(chance, pairs)) for _ in range(RUNS)]
    held = np.mean([gap.low <= truth() <= gap.high for gap in found])
    assert abs(held - 0.95) < 3 * sqrt(0.95 * 0.05 / RUNS)
    means = np.array([gap.mean for gap in found])
    assert abs(means.mean() - truth()) < 3 * means.std() / sqrt(RUNS)
    assert np.mean([gap.error for gap in found]) == pytest.approx(means.std(), rel=0.06)


def test_a_change_that_does_nothing_is_found_as_seldom_as_chance_has_it() -> None:
    chance = np.random.default_rng(7)
    clear = np.mean([fair(played(chance, 100, change=0.0)).clear for _ in range(RUNS)])
    assert abs(clear - 0.05) < 3 * sqrt(0.95 * 0.05 / RUNS)


def test_it_makes_the_interval_narrower() -> None:
    chance = np.random.default_rng(3)
    shares = []
    for _ in range(60):
        one, other, luck = played(chance, 390)
        shares.append(fair((one, other, luck)).error / difference(one, other).error)
    assert np.mean(shares) < 0.85


def test_luck_that_tells_nothing_costs_its_degrees_of_freedom() -> None:
    chance = np.random.default_rng(4)
    one, other, _ = played(chance, 100)
    _, _, luck = played(chance, 100)
    gap, plain = fair((one, other, luck)), difference(one, other)
    assert gap.width > plain.width and gap.mean == pytest.approx(plain.mean, abs=plain.error)


def test_every_pair_is_judged_by_what_was_fitted_to_the_others() -> None:
    chance = np.random.default_rng(5)
    gaps, controls = chance.normal(size=30), chance.normal(size=(30, 3))
    rest, fitted = relieved(gaps, controls)
    assert fitted == 4
    for pair in range(30):
        table = np.column_stack([np.ones(29), np.delete(controls, pair, axis=0)])
        fit, *_ = np.linalg.lstsq(table, np.delete(gaps, pair), rcond=None)
        assert rest[pair] == pytest.approx(gaps[pair] - controls[pair] @ fit[1:])


def test_few_pairs_bear_few_things_to_be_fitted() -> None:
    one, other, luck = played(np.random.default_rng(6), 390)
    for pairs in (LEAST, 55, 390):
        shape = _controls(np.array(one[:pairs]), luck[:pairs]).shape
        assert shape == (pairs, min(pairs // EACH, 6))
    assert taken_out(one[: LEAST - 1], other[: LEAST - 1], luck[: LEAST - 1]) is None


def test_games_of_which_no_luck_is_known_are_left_as_they_are() -> None:
    one, other, luck = played(np.random.default_rng(6), 60)
    assert taken_out(one, other, luck) is not None
    assert taken_out(one, other, [*luck[:-1], (luck[-1][0], Luck())]) is None
