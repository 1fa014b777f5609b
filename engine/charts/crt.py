"""A combat results table: its columns as odds or differences, its dice, its results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from engine.charts.lookup import LookupTable
from engine.records.charts import Result

ODDS = re.compile(r"^(\d+):(\d+)$")
DICE = re.compile(r"^(\d+)d(\d+)$")


def parse_odds(text: str) -> Fraction | None:
    """The ratio that a column heading as `3:1` stands for, or None."""
    match = ODDS.match(text.strip())
    if not match or int(match[2]) == 0:
        return None
    return Fraction(int(match[1]), int(match[2]))


def dice_totals(dice: str) -> dict[int, Fraction]:
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


@dataclass(frozen=True)
class CombatTable:
    """A combat results table that can be entered with strengths."""

    table: LookupTable
    results: dict[str, Result]

    @cached_property
    def thresholds(self) -> tuple[Fraction, ...]:
        """The ratio or difference from which each column applies, from the left."""
        if self.table.chart.columns_are == "odds":
            return tuple(parse_odds(text) or Fraction(0) for text in self.table.columns)
        return tuple(Fraction(text.replace("+", "")) for text in self.table.columns)

    @cached_property
    def distributions(self) -> tuple[dict[str, Fraction], ...]:
        """For each column the probability of each result code."""
        totals = dice_totals(self.table.chart.dice)
        columns = []
        for column in self.table.columns:
            chances: dict[str, Fraction] = {}
            for total, chance in totals.items():
                code = self.table.at(str(total), column)
                chances[code] = chances.get(code, Fraction(0)) + chance
            columns.append(chances)
        return tuple(columns)

    def column(self, attack: Fraction, defence: Fraction) -> int:
        """Index of the column for these strengths, the fraction dropped; -1 when they are below the first."""
        if self.table.chart.columns_are == "differential":
            value = attack - defence
        elif defence <= 0:
            return len(self.thresholds) - 1
        else:
            value = attack / defence
        found = -1
        for index, threshold in enumerate(self.thresholds):
            if threshold <= value:
                found = index
        return found

    def result(self, column: int, total: int) -> Result:
        """What a dice total means in a column."""
        return self.results[self.table.at(str(total), self.table.columns[column])]
