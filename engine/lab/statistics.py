"""Means with their 95% intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""


def mean(values: Sequence[float]) -> float:
    """The mean; nothing counts as zero."""
    return sum(values) / len(values) if values else 0.0


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Wilson's 95% interval of a mean score between 0 and 1; draws make it a little wider than need be."""
    count = len(scores)
    if not count:
        return 0.0, 1.0
    share = mean(scores)
    spread = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    middle, whole = share + Z * Z / (2 * count), 1 + Z * Z / count
    return min(max(0.0, (middle - spread) / whole), share), max(min(1.0, (middle + spread) / whole), share)
