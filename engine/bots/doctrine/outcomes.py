"""What a battle costs and brings on average, worked out exactly from the combat results table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.kernels import HURT, LOST, SAFE
from engine.charts import CombatTable
from engine.records.charts import AnyEffect, Choice, EliminateAll, LosePoints, LoseSteps, MatchLosses, RetreatHexes

Ladder = tuple[float, ...]
"""A unit's defence strength now and after each step it may lose."""


@dataclass(frozen=True)
class BattleToll:
    """Strength points lost by either side, and whether the defender leaves the cell."""

    defender: float = 0.0
    attacker: float = 0.0
    vacated: float = 0.0


class Outcomes:
    """The tolls of every column of a combat results table, for defenders as they stand; worked out once each."""

    def __init__(self, crt: CombatTable) -> None:
        self.crt = crt
        self.thresholds = np.array([float(value) for value in crt.thresholds], np.float64)
        self._tables: dict[tuple[tuple[Ladder, ...], int], npt.NDArray[np.float64]] = {}
        self._all: dict[tuple[Ladder, ...], npt.NDArray[np.float64]] = {}

    def table(self, defenders: tuple[Ladder, ...], escape: int) -> npt.NDArray[np.float64]:
        """Rows: below the first column, then each column; columns: defender's loss, attacker's loss, vacated."""
        key = (defenders, escape)
        if key not in self._tables:
            self._tables[key] = self._work_out(defenders, escape)
        return self._tables[key]

    def tables(self, defenders: tuple[Ladder, ...]) -> npt.NDArray[np.float64]:
        """The table of every way of retreat: safe, hurt, lost."""
        if defenders not in self._all:
            self._all[defenders] = np.array([self.table(defenders, escape) for escape in (SAFE, HURT, LOST)])
        return self._all[defenders]

    def _work_out(self, defenders: tuple[Ladder, ...], escape: int) -> npt.NDArray[np.float64]:
        rows = np.zeros((len(self.crt.thresholds) + 1, 3), np.float64)
        for column, chances in enumerate(self.crt.distributions):
            for code, chance in chances.items():
                found = toll(self.crt.results[code].effects, defenders, escape)
                rows[column + 1] += float(chance) * np.array([found.defender, found.attacker, found.vacated])
        return rows


def toll(effects: tuple[AnyEffect, ...], defenders: tuple[Ladder, ...], escape: int) -> BattleToll:
    """What a program of effects costs defenders who can escape so well."""
    left = list(defenders)
    before = sum(ladder[0] for ladder in left)
    attacker, vacated = 0.0, 0.0
    for effect in effects:
        match effect:
            case EliminateAll(who="defender"):
                left, vacated = [], 1.0
            case LoseSteps(who="defender"):
                left = _lose(left, effect.steps, effect.each)
            case LoseSteps():
                attacker += 3.0 * effect.steps
            case LosePoints(who="defender"):
                left = _lose(left, effect.points, False)
            case LosePoints():
                attacker += 3.0 * effect.points
            case MatchLosses(who="attacker"):
                attacker += before - sum(ladder[0] for ladder in left)
            case RetreatHexes(who="defender"):
                vacated = 1.0
                left = [] if escape == LOST else _lose(left, 1, True) if escape == HURT else left
            case Choice():
                return min((toll(option, defenders, escape) for option in effect.options), key=lambda one: one.defender)
            case _:
                pass
        vacated = vacated if left else 1.0
    return BattleToll(before - sum(ladder[0] for ladder in left), attacker, vacated)


def _lose(ladders: list[Ladder], steps: int, each: bool) -> list[Ladder]:
    if each:
        return [ladder[steps:] for ladder in ladders if len(ladder) > steps]
    left = sorted(ladders)
    for _ in range(steps):
        if left:
            weakest = left.pop(0)[1:]
            left = sorted([weakest, *left]) if weakest else left
    return left
