"""What a battle costs and brings on average, folded from the effects of the combat results table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.bots.keeping import keep
from engine.charts import CombatTable
from engine.records.charts import AnyEffect, Choice, EliminateAll, LosePoints, LoseSteps, MatchLosses, RetreatHexes
from engine.rules.columns import Ends

Floats = npt.NDArray[np.float64]

BEYOND = 8
"""Columns that are reckoned beyond the last of a table of true odds, where shifts may lead back into it."""

SAFE, HURT, LOST = WAYS = (0, 1, 2)
"""What a retreat costs: nothing, a step, the unit."""

Ladder = tuple[float, ...]
"""A unit's strength now and after each step it may lose."""

BACK = 0.25
"""Steps that a retreat is reckoned to cost an attacker who may choose it instead of a loss."""

ALL = 4.0
"""Steps that an attacker is reckoned to lose who is wiped out."""


@dataclass(frozen=True)
class Toll:
    """Strength lost by the defender, steps lost by the attacker, and whether the defender leaves the cell."""

    defender: float = 0.0
    attacker: float = 0.0
    vacated: float = 0.0


class Tolls:
    """The tolls of every column, for defenders as they stand; each worked out once.

    With `waives` a defender takes no choices once the attacker has given way: then attackers are reckoned to stay and
    lose the steps, or to go `back`.  Defenders are reckoned to spare their units, or to stand `firm` and lose steps.
    """

    def __init__(self, crt: CombatTable, ends: Ends, *, waives: bool = False) -> None:
        self.crt = crt
        self.ends = ends
        self.waives = waives
        columns: list[Mapping[str, float]] = [
            {code: float(chance) for code, chance in one.items()} for one in crt.distributions
        ]
        thresholds = [_reached(float(value)) if ends.nearest else float(value) for value in crt.thresholds]
        if ends.true_odds and ends.above:
            columns += [{ends.above: 1.0}] * BEYOND
            thresholds += [thresholds[-1] + more for more in range(1, BEYOND + 1)]
        self.thresholds: Floats = np.array(thresholds, np.float64)
        self.columns = columns
        self._rows = [self._below(columns[0]), *columns]
        self._tables: dict[tuple[tuple[Ladder, ...], float, bool, bool], Floats] = {}
        self._found: dict[tuple[tuple[Ladder, ...], int, float, bool, bool], dict[str, Toll]] = {}

    def _below(self, first: Mapping[str, float]) -> Mapping[str, float]:
        """The chances of results below the table."""
        if self.ends.lowest == 0:
            return first
        return {self.ends.below: 1.0} if self.ends.true_odds and self.ends.below else {}

    def tables(
        self, defenders: tuple[Ladder, ...], times: float = 1.0, *, back: bool = False, firm: bool = False
    ) -> Floats:
        """By way of retreat and column, the first below the table: defender's loss, attacker's steps, vacated.

        `times` is what the ground multiplies the loss points of both sides by.
        """
        return keep(
            self._tables, (defenders, times, back, firm), lambda: self._tabled(defenders, times, back=back, firm=firm)
        )

    def _tabled(self, defenders: tuple[Ladder, ...], times: float, *, back: bool, firm: bool) -> Floats:
        found = [self._work_out(self.by_code(defenders, way, times, back=back, firm=firm)) for way in WAYS]
        return np.array(found)

    @property
    def manners(self) -> tuple[bool, ...]:
        """How attackers may take a result: staying, and where that makes a difference going back."""
        return (False, True) if self.waives else (False,)

    @cached_property
    def ruin(self) -> Floats:
        """By column, the first below the table, how likely the attackers are wiped out."""
        found = [sum(chance for code, chance in row.items() if self.wiped_out(code)) for row in self._rows]
        return np.array(found, np.float64)

    def wiped_out(self, code: str) -> bool:
        """Whether a result leaves nothing of the attackers."""
        known = self.crt.results.get(code)
        effects = known.effects if known is not None else ()
        return any(isinstance(effect, EliminateAll) and effect.who == "attacker" for effect in effects)

    def by_code(
        self,
        defenders: tuple[Ladder, ...],
        escape: int,
        times: float = 1.0,
        *,
        back: bool = False,
        firm: bool = False,
    ) -> dict[str, Toll]:
        """The toll of every result."""
        key = (defenders, escape, times, back, firm)
        return keep(self._found, key, lambda: self._by_code(defenders, escape, times, back=back, firm=firm))

    def _by_code(
        self, defenders: tuple[Ladder, ...], escape: int, times: float, *, back: bool, firm: bool
    ) -> dict[str, Toll]:
        found = {code: self._taken(one.effects, back, firm) for code, one in self.crt.results.items()}
        return {code: toll(effects, defenders, escape, times) for code, effects in found.items()}

    def _taken(self, effects: tuple[AnyEffect, ...], back: bool, firm: bool) -> tuple[AnyEffect, ...]:
        """The effects of a result as attackers take them who stay, or go back, and defenders who stand firm or not."""
        if self.waives:
            effects = gone_back(effects) if back else stayed(effects, "attacker")
        return stayed(effects, "defender") if firm else effects

    def _work_out(self, found: dict[str, Toll]) -> Floats:
        rows = np.zeros((len(self._rows), 3), np.float64)
        for row, chances in enumerate(self._rows):
            killed = cost = vacated = 0.0
            for code, chance in chances.items():
                one = found[code]
                killed += chance * one.defender
                cost += chance * one.attacker
                vacated += chance * one.vacated
            rows[row] = killed, cost, vacated
        return rows


def _reached(odds: float) -> float:
    """The ratio from which odds are rounded to these."""
    return odds - 0.5 if odds > 1 else 1 / (1 / odds + 0.5)


def stayed(effects: tuple[AnyEffect, ...], who: str) -> tuple[AnyEffect, ...]:
    """A program of effects for those of a role who lose steps rather than give way."""
    found: list[AnyEffect] = []
    for effect in effects:
        if isinstance(effect, Choice) and effect.who == who:
            found += next((option for option in effect.options if not _retreats(option)), (effect,))
        else:
            found.append(effect)
    return tuple(found)


def gone_back(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """A program of effects for attackers who give way, so that the defender need not choose any more."""
    choices = [one for one in effects if isinstance(one, Choice)]
    gives = any(one.who == "attacker" and any(map(_retreats, one.options)) for one in choices)
    return tuple(one for one in effects if not (gives and isinstance(one, Choice) and one.who == "defender"))


def toll(effects: tuple[AnyEffect, ...], defenders: tuple[Ladder, ...], escape: int, times: float = 1.0) -> Toll:
    """What a program of effects costs when defenders can escape so well; whoever may choose spares his units.

    Loss points are multiplied by `times`, and are at least one where that is more than one.
    """
    left = list(defenders)
    before = sum(ladder[0] for ladder in left)
    attacker, vacated = 0.0, 0.0
    for effect in effects:
        match effect:
            case Choice(who="defender"):
                escapes = escape == SAFE or not any(_retreats(option) for option in effect.options)
                inner = [toll(option, tuple(left), escape, times) for option in effect.options]
                best = min(inner, key=lambda one: (one.defender, one.vacated) if escapes else (one.vacated,))
                left, vacated = ([], 1.0) if best.defender >= _sum(left) else (_cut(left, best.defender), best.vacated)
            case Choice():
                attacker += BACK if any(_retreats(option) for option in effect.options) else 1.0
            case EliminateAll(who="defender"):
                left, vacated = [], 1.0
            case EliminateAll():
                attacker += ALL
            case LoseSteps(who="defender"):
                left = _lose(left, effect.steps, effect.each)
            case LoseSteps():
                attacker += effect.steps
            case LosePoints(who="defender"):
                left = _lose(left, _points(effect.points, times), False)
            case LosePoints():
                attacker += _points(effect.points, times)
            case MatchLosses(who="attacker"):
                attacker += (before - _sum(left)) / 3.0
            case RetreatHexes(who="defender"):
                vacated = 1.0
                left = [] if escape == LOST else _lose(left, 1, True) if escape == HURT else left
            case RetreatHexes():
                attacker += BACK
            case _:
                pass
        vacated = vacated if left else 1.0
    return Toll(before - _sum(left), attacker, vacated)


def _points(points: int, times: float) -> int:
    return points if times == 1 else max(int(points * times), 1)


def _sum(ladders: list[Ladder]) -> float:
    return sum(ladder[0] for ladder in ladders)


def _retreats(option: tuple[AnyEffect, ...]) -> bool:
    return any(isinstance(effect, RetreatHexes) for effect in option)


def _cut(ladders: list[Ladder], lost: float) -> list[Ladder]:
    """The ladders after a loss of strength, the weakest first."""
    left = sorted(ladders)
    while left and lost > 1e-9:
        weakest = left.pop(0)
        lost -= weakest[0] - (weakest[1] if len(weakest) > 1 else 0.0)
        if len(weakest) > 1:
            left = sorted([weakest[1:], *left])
    return left


def _lose(ladders: list[Ladder], steps: int, each: bool) -> list[Ladder]:
    if each:
        return [ladder[steps:] for ladder in ladders if len(ladder) > steps]
    left = sorted(ladders)
    for _ in range(steps):
        if left:
            weakest = left.pop(0)[1:]
            left = sorted([weakest, *left]) if weakest else left
    return left
