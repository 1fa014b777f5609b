"""Means with their 95% intervals, and differences between games that were played on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

Z = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""

_FEW = (12.706, 4.303, 3.182)
"""Student's factor for one, two and three degrees of freedom, for which the series is too short."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its 95% interval, from so many games."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low


class Difference(msgspec.Struct, frozen=True):
    """How much more the second version has than the first, with what it would be known to without pairs."""

    mean: float
    low: float
    high: float
    error: float
    unpaired: float
    pairs: int

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def mean(values: Sequence[float]) -> float:
    """The mean; nothing counts as zero."""
    return sum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """The variance of the whole, guessed from a sample of it; nothing is known from less than two."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Wilson's 95% interval of a mean score between 0 and 1; draws make it a little wider than need be."""
    count = len(scores)
    if not count:
        return 0.0, 1.0
    share = mean(scores)
    spread = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    middle, whole = share + Z * Z / (2 * count), 1 + Z * Z / count
    return min(max(0.0, (middle - spread) / whole), share), max(min(1.0, (middle + spread) / whole), share)


def share(scores: Sequence[float]) -> Estimate:
    """A share of the games with Wilson's interval; scores of a half count as halves."""
    return Estimate(mean(scores), *interval(scores), len(scores))


def student(freedom: int) -> float:
    """Standard errors on either side of a mean that hold 95% when the variance is a guess itself."""
    if freedom <= len(_FEW):
        return _FEW[max(freedom, 1) - 1]
    z, n = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def average(values: Sequence[float]) -> Estimate:
    """A mean of any numbers with Student's interval."""
    count = len(values)
    middle = mean(values)
    spread = student(count - 1) * sqrt(variance(values) / count) if count > 1 else 0.0
    return Estimate(middle, middle - spread, middle + spread, count)


def difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """How much more the second numbers are than the first, each pair being games of one seed."""
    pairs = len(first)
    gaps = [two - one for one, two in zip(first, second, strict=True)]
    error = sqrt(variance(gaps) / pairs) if pairs else 0.0
    unpaired = sqrt((variance(first) + variance(second)) / pairs) if pairs else 0.0
    middle, spread = mean(gaps), student(pairs - 1) * error
    return Difference(middle, middle - spread, middle + spread, error, unpaired, pairs)
