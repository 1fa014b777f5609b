"""A combat results table: its columns as odds or differences, its dice, its results."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, product
from math import floor

from engine.charts.lookup import LookupTable
from engine.charts.numbers import Number, ratio
from engine.records.charts import Result

ODDS = re.compile(r"^(\d+):(\d+)$")
BEYOND = 1000
"""Steps of true odds to where one side has no strength at all: no shift brings a battle back from there."""

DICE = re.compile(r"^(\d+)d(\d+)$")


def parse_odds(text: str) -> Fraction | None:
    """The ratio that a column heading as `3:1` stands for, or None."""
    match = ODDS.match(text.strip())
    if not match or int(match[2]) == 0:
        return None
    return Fraction(int(match[1]), int(match[2]))


@cache
def dice_totals(dice: str) -> Mapping[int, Fraction]:
    """Every total that dice as `2d6` can show, with its probability."""
    match = DICE.match(dice)
    if not match:
        return {}
    count, sides = int(match[1]), int(match[2])
    share = Fraction(1, sides**count)
    totals: dict[int, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        totals[sum(faces)] = totals.get(sum(faces), Fraction(0)) + share
    return totals


@dataclass(frozen=True, eq=False)
class CombatTable:
    """A combat results table that can be entered with strengths; equal only to itself, so that caches can name it."""

    table: LookupTable
    results: dict[str, Result]
    headings: tuple[str, ...] = ()
    """Other headings for its columns, where some ground has its own; none: those of the chart."""

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return self.headings or self.table.columns

    @cached_property
    def thresholds(self) -> tuple[Fraction, ...]:
        """The ratio, difference or number from which each column applies, from the left."""
        if self.table.chart.columns_are == "odds":
            return tuple(parse_odds(text) or Fraction(0) for text in self.heads)
        return tuple(Fraction(text.replace("+", "")) for text in self.heads)

    @cached_property
    def _lowest(self) -> list[Fraction]:
        """The least threshold of each column and of those right of it; in order even where a designer's are not."""
        return [*accumulate(reversed(self.thresholds), min)][::-1]

    @cached_property
    def distributions(self) -> tuple[dict[str, Fraction], ...]:
        """For each column the probability of each result code."""
        return tuple(self.chances(column) for column in range(len(self.table.columns)))

    def chances(self, column: int, modifier: int = 0) -> dict[str, Fraction]:
        """The probability of each result code of a column, when so much is added to the dice."""
        if (column, modifier) not in self._chances:
            self._chances[column, modifier] = self._reckoned(column, modifier)
        return self._chances[column, modifier]

    @cached_property
    def _chances(self) -> dict[tuple[int, int], dict[str, Fraction]]:
        return {}

    def _reckoned(self, column: int, modifier: int) -> dict[str, Fraction]:
        chances: dict[str, Fraction] = {}
        for total, chance in dice_totals(self.table.chart.dice).items():
            code = self.table.at(self.row(total + modifier), self.table.columns[column])
            chances[code] = chances.get(code, Fraction(0)) + chance
        return chances

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        return tuple(sorted(int(row) for row in self.table.rows if row.isdecimal()))

    def row(self, total: int) -> str:
        """The row of a dice total; the first and the last also stand for what lies beyond them."""
        return str(min(max(total, self._rows[0]), self._rows[-1])) if self._rows else str(total)

    def column(self, attack: Number, defence: Number, *, nearest: bool = False) -> int:
        """Index of the column for these strengths; -1 when they are below the first.

        The fraction of odds is dropped, or else they are rounded half up, whoever is the stronger.
        """
        key = (attack, defence, nearest)
        if key not in self._columns:
            self._columns[key] = self._entered(attack, defence, nearest)
        return self._columns[key]

    @cached_property
    def _columns(self) -> dict[tuple[Number, Number, bool], int]:
        return {}

    def _entered(self, attack: Number, defence: Number, nearest: bool) -> int:
        if self.table.chart.columns_are == "number":
            value: Number = attack
        elif self.table.chart.columns_are == "differential":
            value = attack - defence
        elif defence <= 0:
            return len(self.thresholds) - 1
        else:
            value = _rounded(attack, defence) if nearest else ratio(attack, defence)
        return bisect_right(self._lowest, value) - 1

    @cached_property
    def even(self) -> int:
        """The column of even odds; true odds are counted up and down from it, one whole ratio a step."""
        return next((index for index, threshold in enumerate(self.thresholds) if threshold == 1), 0)

    def step(self, attack: Number, defence: Number) -> int:
        """True odds as a step on a ladder without ends: rounded for the defender, whoever is the stronger."""
        if defence <= 0:
            return len(self.thresholds) + BEYOND
        if attack <= 0:
            return -BEYOND
        if attack >= defence:
            return self.even + attack // defence - 1
        return self.even + -defence // attack + 1

    def step_name(self, step: int) -> str:
        """True odds as they are said: 8:1, 1:4."""
        if step >= len(self.thresholds) + BEYOND:
            return "unopposed"
        return f"{step - self.even + 1}:1" if step >= self.even else f"1:{self.even - step + 1}"

    def result(self, column: int, total: int) -> Result:
        """What a dice total means in a column."""
        return self.results[self.table.at(self.row(total), self.table.columns[column])]


def _rounded(attack: Number, defence: Number) -> Fraction:
    """Odds as whole numbers to one, or one to whole numbers, halves up."""
    if attack >= defence:
        return Fraction(floor(ratio(attack, defence) + Fraction(1, 2)))
    return Fraction(1, floor(ratio(defence, attack) + Fraction(1, 2))) if attack > 0 else Fraction(0)
