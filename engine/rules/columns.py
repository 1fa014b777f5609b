"""Columns of a combat results table: the one that strengths come to, where shifts lead, and what holds at the ends."""

from __future__ import annotations

from dataclasses import dataclass

from engine.charts import CombatTable
from engine.charts.numbers import Number

UNOPPOSED = -10_000
"""In place of a column: nobody is left to defend, and no die is thrown."""


@dataclass(frozen=True)
class Ends:
    """What holds where the columns end: the lowest that is used, true odds, and results that need no die.

    Odds may be rounded to the nearest whole ratio instead of down.
    """

    lowest: int = -1
    true_odds: bool = False
    above: str = ""
    below: str = ""
    unopposed: str = ""
    never: bool = False
    nearest: bool = False

    def code(self, crt: CombatTable, column: int) -> str | None:
        """The result of a column outside the table; None: the dice decide."""
        if column == UNOPPOSED:
            return self.unopposed
        if column < 0:
            return self.below
        return self.above if column >= len(crt.thresholds) else None


def column_of(crt: CombatTable, attack: Number, defence: Number, ends: Ends) -> int:
    """The column for these strengths before shifts, or that nobody defends."""
    if defence <= 0 and ends.unopposed:
        return UNOPPOSED
    return crt.step(attack, defence) if ends.true_odds else crt.column(attack, defence, nearest=ends.nearest)


def shifted(crt: CombatTable, column: int, shift: int, ends: Ends, support: int = 0) -> int:
    """A column moved by a shift, some of it by support: between the lowest and the last, unless odds have no ends."""
    if column == UNOPPOSED:
        return column
    if ends.never and column + shift - support < 0:
        return -1
    return column + shift if ends.true_odds else max(ends.lowest, min(column + shift, len(crt.thresholds) - 1))


def column_name(crt: CombatTable, column: int, ends: Ends) -> str:
    """The heading of a column, or what lies beyond the ends of the table."""
    if column == UNOPPOSED:
        return "unopposed"
    if ends.true_odds:
        return crt.step_name(column)
    return crt.heads[column] if column >= 0 else f"below {crt.heads[0]}"
