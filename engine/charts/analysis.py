"""What a combat results table comes to: who suffers, expected losses by column, and what looks wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from engine.charts.crt import CombatTable, dice_totals
from engine.errors import Problem
from engine.records.charts import (
    AnyEffect,
    Choice,
    EliminateAll,
    LosePoints,
    LoseSteps,
    MatchLosses,
    Result,
    RetreatHexes,
)

Sufferer = Literal["attacker", "defender", "both", "nobody"]

RETREAT = Fraction(1, 2)
"""What a retreat is worth beside a lost step, when columns are compared."""


@dataclass(frozen=True)
class Engagement:
    """The battle for which losses are counted: so many units on each side, each of so many steps."""

    attackers: int = 2
    defenders: int = 1
    steps: int = 2

    def most(self, who: str) -> int:
        """All the steps of a side."""
        return self.steps * (self.attackers if who == "attacker" else self.defenders)

    def units(self, who: str) -> int:
        """The units of a side."""
        return self.attackers if who == "attacker" else self.defenders


@dataclass(frozen=True)
class ResultCost:
    """What a result costs each side: steps lost, and whether it retreats."""

    attacker: int = 0
    defender: int = 0
    attacker_retreats: bool = False
    defender_retreats: bool = False


@dataclass(frozen=True)
class ColumnReading:
    """One column of the table: its chances, expected step losses and retreats; the gap is the chance of no result."""

    column: str
    chances: dict[str, Fraction]
    attacker: Fraction
    defender: Fraction
    attacker_retreats: Fraction
    defender_retreats: Fraction
    gap: Fraction

    @property
    def balance(self) -> Fraction:
        """How good the column is for the attacker."""
        return (self.defender + self.defender_retreats * RETREAT) - (self.attacker + self.attacker_retreats * RETREAT)


def toll(effects: Sequence[AnyEffect], battle: Engagement) -> ResultCost:
    """What effects cost each side in a battle; whoever may choose takes what costs it least."""
    lost = {"attacker": 0, "defender": 0}
    back = {"attacker": False, "defender": False}
    for effect in effects:
        match effect:
            case LoseSteps():
                many = effect.steps * battle.units(effect.who) if effect.each else effect.steps
                lost[effect.who] += many
            case LosePoints():
                lost[effect.who] += effect.points
            case EliminateAll():
                lost[effect.who] = battle.most(effect.who)
            case MatchLosses():
                lost[effect.who] += lost["defender" if effect.who == "attacker" else "attacker"]
            case RetreatHexes():
                back[effect.who] = True
            case Choice() if effect.options:
                ways = [toll(option, battle) for option in effect.options]
                chosen = min(ways, key=lambda way: _pain(way, effect.who))
                lost["attacker"] += chosen.attacker
                lost["defender"] += chosen.defender
                back["attacker"] |= chosen.attacker_retreats
                back["defender"] |= chosen.defender_retreats
    held = {who: min(steps, battle.most(who)) for who, steps in lost.items()}
    return ResultCost(held["attacker"], held["defender"], back["attacker"], back["defender"])


def _pain(one: ResultCost, who: str) -> tuple[int, bool]:
    return (one.attacker, one.attacker_retreats) if who == "attacker" else (one.defender, one.defender_retreats)


def sufferer(result: Result | None) -> Sufferer:
    """Who suffers from a result, by steps or by retreat."""
    if result is None:
        return "nobody"
    cost = toll(result.effects, Engagement(2, 2, 2))
    attacker = bool(cost.attacker or cost.attacker_retreats)
    defender = bool(cost.defender or cost.defender_retreats)
    if attacker and defender:
        return "both"
    return "attacker" if attacker else "defender" if defender else "nobody"


def read_columns(crt: CombatTable, battle: Engagement | None = None) -> list[ColumnReading]:
    """Chances and expected losses of every column, from the left."""
    size = battle or Engagement()
    tolls = {code: toll(result.effects, size) for code, result in crt.results.items()}
    known = bool(dice_totals(crt.table.chart.dice))
    found = []
    for column, chances in zip(crt.table.columns, crt.distributions, strict=True):
        costs = [(chance, tolls[code]) for code, chance in chances.items() if code in tolls]
        gap = sum((chance for code, chance in chances.items() if code not in tolls), Fraction(0))
        found.append(
            ColumnReading(
                column,
                chances,
                sum((chance * cost.attacker for chance, cost in costs), Fraction(0)),
                sum((chance * cost.defender for chance, cost in costs), Fraction(0)),
                sum((chance for chance, cost in costs if cost.attacker_retreats), Fraction(0)),
                sum((chance for chance, cost in costs if cost.defender_retreats), Fraction(0)),
                gap if known else Fraction(1),
            )
        )
    return found


def doubts(crt: CombatTable, battle: Engagement | None = None) -> list[Problem]:
    """Gaps, columns that get worse for the attacker as the odds improve, results that do nothing, odds out of order."""
    key = crt.table.chart.chart
    readings = read_columns(crt, battle)
    found = [
        Problem(
            f"{reading.column}: some rolls have no result", "chart_column", (key, reading.column), "column", "warning"
        )
        for reading in readings
        if reading.gap
    ]
    for left, right in pairwise(readings):
        if not left.gap and not right.gap and right.balance < left.balance:
            message = f"{right.column} is worse for the attacker than {left.column}"
            found.append(Problem(message, "chart_column", (key, right.column), "column", "warning"))
    if list(crt.thresholds) != sorted(crt.thresholds):
        found.append(Problem("the columns are not in order from low to high", "chart", (key,), "", "warning"))
    return found + [
        Problem(f"the result {code} does nothing", "result", (key, code), "effects", "warning")
        for code, result in crt.results.items()
        if not result.effects and not result.name.lower().startswith("no ")
    ]
