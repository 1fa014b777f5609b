"""Exact numbers: whole ones as they are, all others as fractions.

Nothing that the rules reckon is rounded by accident, and most of it is whole: strengths, points, multiples.  Whole
numbers are reckoned many times faster than fractions; only two of them are never divided by each other but here.
"""

from __future__ import annotations

from fractions import Fraction

Number = int | Fraction


def exact(value: float) -> Number:
    """A number as it is printed."""
    whole = int(value)
    return whole if whole == value else Fraction(value)


def plain(number: Number) -> Number:
    """The same number, whole where it is."""
    return number.numerator if number.denominator == 1 else number


def ratio(one: Number, other: Number) -> Fraction:
    """One number divided by another."""
    return Fraction(one, other)
