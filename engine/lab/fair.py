"""A difference between two versions with the luck taken out of it.

The luck of a game has no mean (`engine.lab.luck`), so that whatever goes with it can be taken from a difference and
leaves it as large as it was on average: control variates.  How much goes with it is fitted to the pairs at hand, for
each pair to all the others: what is fitted knows nothing of the luck that it takes out, so that nothing is won by
fitting luck to itself, and the difference is neither too large nor too small on average, however few the pairs are.
Each thing that is fitted costs a degree of freedom.  `tests/lab/test_fair.py` plays out that 95 % of the intervals hold
the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from engine.lab.luck import KINDS, Luck
from engine.lab.statistics import Difference, difference, student

LEAST = 40
"""Pairs before anything is fitted to them."""

EACH = 10
"""Pairs that there must be for every thing that is fitted."""

SEEN = 8
"""Pairs in which luck must have been at work before anything is fitted to it."""

TINY = 1e-9

Floats = npt.NDArray[np.float64]


def taken_out(one: Sequence[float], other: Sequence[float], luck: Sequence[tuple[Luck, Luck]]) -> Difference | None:
    """How much more the second numbers are than the first, without luck; None where too little is known of it."""
    if len(luck) < LEAST or not all(first.here.ledger and second.here.ledger for first, second in luck):
        return None
    plain, gaps = difference(one, other), np.array(other) - np.array(one)
    rest, fitted = relieved(gaps, _controls(np.array(one), luck))
    mean, error = float(rest.mean()), float(rest.std(ddof=1)) / sqrt(len(rest))
    spread = student(len(rest) - fitted) * error
    return Difference(mean, mean - spread, mean + spread, error, plain.unpaired, plain.pairs)


def _controls(one: Floats, luck: Sequence[tuple[Luck, Luck]]) -> Floats:
    """What luck there was more of in the second game of each pair, the most telling first, as much as may be fitted."""
    places, ground = _more(luck)
    strikes = np.array([first.struck - first.chance for first, _ in luck])
    ranked = [*places, strikes, strikes * one, *ground]
    told = [column for column in ranked if np.count_nonzero(column) >= SEEN and column.std() > 0]
    return np.array(told[: len(luck) // EACH]).reshape(-1, len(luck)).T


def _more(luck: Sequence[tuple[Luck, Luck]]) -> Iterator[Floats]:
    """The luck of each second game less that of the first, by kind: on the last turn by side, and before it by side."""
    first, second = (np.array([pair[which].here.ledger for pair in luck]) for which in (0, 1))
    gap = second - first  # by pair, kind, side and turn
    for kind in range(len(KINDS)):
        yield np.concatenate([gap[:, kind, :, -1], gap[:, kind, :, :-1].sum(axis=2)], axis=1).T


def relieved(gaps: Floats, controls: Floats) -> tuple[Floats, int]:
    """Every gap less what goes with its controls, as it was fitted to the other gaps, and how many things were fitted.

    What a fit to all but one gap comes to follows from the fit to all of them and the weight of the one in it.
    """
    table = np.column_stack([np.ones(len(gaps)), controls])
    inverse = np.linalg.pinv(table)
    fit = inverse @ gaps
    weight = np.einsum("ij,ji->i", table, inverse)
    missed = (gaps - table @ fit) / np.maximum(1 - weight, TINY)
    without = fit[1:] - inverse[1:].T * missed[:, None]
    return gaps - (controls * without).sum(axis=1), round(float(weight.sum()))
