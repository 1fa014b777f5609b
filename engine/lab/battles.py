"""Battles by odds column and result, beside the chances that the combat results table gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import msgspec

from engine.lab.record import Played
from engine.lab.statistics import interval, mean
from engine.rules.combat import OddsCombat
from engine.rules.setting import Setting

FAR = 3.0
"""Standard deviations from what was to be expected at which a result is looked at twice."""


class ResultLine(msgspec.Struct, frozen=True):
    """How often a result came up in a column: its share with the 95 % interval, and the chance of the table."""

    code: str
    count: int
    share: float
    low: float
    high: float
    chance: float

    battles: int
    """All battles of the column."""

    @property
    def odd(self) -> bool:
        """Whether it came up far more or less often than the table has it: once in some hundred times that is luck."""
        spread = sqrt(self.battles * self.chance * (1 - self.chance))
        return abs(self.count - self.battles * self.chance) > FAR * max(spread, 1e-9)


class ColumnLine(msgspec.Struct, frozen=True):
    """One column: battles a game, by each side, and its results."""

    column: str
    battles: int
    per_game: float
    by_side: tuple[float, ...]
    results: tuple[ResultLine, ...]


def battle_lines(setting: Setting, games: Sequence[Played]) -> list[ColumnLine]:
    """Every column in which a battle was fought, in the order of the table."""
    chances = _chances(setting, games)
    fought: dict[str, Counter[str]] = {}
    by_side: dict[str, Counter[int]] = {}
    for game in games:
        for fight in game.fights:
            fought.setdefault(fight.column, Counter())[fight.code] += 1
            by_side.setdefault(fight.column, Counter())[fight.side] += 1
    order = [*chances, *sorted(set(fought) - set(chances))]
    many, sides = len(games) or 1, range(len(setting.scenario.sides))
    return [
        ColumnLine(
            column,
            fought[column].total(),
            fought[column].total() / many,
            tuple(by_side[column][side] / many for side in sides),
            _results(fought[column], chances.get(column, {})),
        )
        for column in order
        if column in fought
    ]


def _chances(setting: Setting, games: Sequence[Played]) -> dict[str, dict[str, float]]:
    """The chance of every result by column: those that the battles had, with all that was added to their dice.

    Columns keep the order of the table; of games that did not write it down the table itself is asked.
    """
    printed, expected = _printed(setting), dict[str, Counter[str]]()
    for game in games:
        for column, code, many in game.luck.here.expected:
            expected.setdefault(column, Counter())[code] += many  # type: ignore[assignment]
    order = [*printed, *sorted(set(expected) - set(printed))]
    return {
        column: {code: many / expected[column].total() for code, many in expected[column].items()}
        if column in expected
        else printed[column]
        for column in order
    }


def _printed(setting: Setting) -> dict[str, dict[str, float]]:
    chart = setting.mechanism(OddsCombat).chart
    crt = setting.scenario.combat_tables.get(chart)
    if crt is None:
        return {}
    return {
        column: {code: float(chance) for code, chance in chances.items()}
        for column, chances in zip(crt.table.columns, crt.distributions, strict=True)
    }


def _results(counts: Counter[str], chances: dict[str, float]) -> tuple[ResultLine, ...]:
    total = counts.total()
    lines = []
    for code in dict.fromkeys((*chances, *sorted(counts))):
        hits = [1.0] * counts[code] + [0.0] * (total - counts[code])
        likely = chances.get(code, 0.0 if chances else 1.0)
        lines.append(ResultLine(code, counts[code], mean(hits), *interval(hits), likely, total))
    return tuple(lines)
