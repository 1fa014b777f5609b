"""Means with their 95% intervals, against values worked out elsewhere."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from engine.lab.statistics import interval, mean


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """The last is Newcombe's example of 1998."""
    assert interval([1.0] * wins + [0.0] * (games - wins)) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (1, 200), (100, 200), (199, 200), (200, 200)])
def test_the_interval_agrees_with_another_library(wins: int, games: int) -> None:
    other = binomtest(wins, games).proportion_ci(method="wilson")
    assert interval([1.0] * wins + [0.0] * (games - wins)) == pytest.approx((other.low, other.high), abs=1e-9)


def test_nothing_played_means_nothing_known() -> None:
    assert mean([]) == 0.0 and interval([]) == (0.0, 1.0)


@pytest.mark.parametrize("scores", [[0.0] * 7, [1.0] * 7, [0.5] * 7, [0.0, 0.5, 1.0], [1 / 3] * 40])
def test_the_interval_holds_the_mean_and_stays_between_0_and_1(scores: list[float]) -> None:
    low, high = interval(scores)
    assert 0.0 <= low <= mean(scores) <= high <= 1.0 and low < high


def test_more_games_make_it_narrower_and_draws_count_half() -> None:
    few, many = interval([1.0, 0.0] * 10), interval([1.0, 0.0] * 100)
    assert many[1] - many[0] < few[1] - few[0]
    assert interval([0.5] * 20) == few
