"""Luck: what the dice of battles brought beyond what their table lets one expect, worked out when they are thrown.

Of every battle it is known before the throw how likely each result is.  What the result does for the attacker, less
what it would do on average, is his luck; it can be good or bad, and its mean is nothing, whatever version is played and
whatever anybody decides.  So a difference between versions may be relieved of the luck that happened to be in it
(`engine.lab.fair`).  What a result does is taken from its effects: whether the defenders have to leave their hex.

A game of a first version also knows the other one's tables.  At each throw it notes whether the change strikes, which
is to say that the dice mean something else there, and how likely that was among all the dice that mean the same here.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.charts.crt import dice_totals
from engine.records.charts import AnyEffect, Choice, EliminateAll, Result, RetreatHexes
from engine.rules.columns import column_name
from engine.rules.fight import still_there, throw_of
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.state.tasks import Battle, RollBattle

KINDS = ("places", "ground")
"""Where the defenders stood: in a place that has an owner, or anywhere else."""

Ledger = tuple[tuple[tuple[float, ...], ...], ...]
"""Luck by kind, side and turn."""

Expected = dict[tuple[str, str], float]
"""How often a result was to be expected, by column and code."""


class Tally(msgspec.Struct, frozen=True):
    """The throws of a game held against the tables of one version."""

    ledger: Ledger = ()
    expected: tuple[tuple[str, str, float], ...] = ()
    """How often each result of each column was to be expected in the battles that were fought there."""


class Luck(msgspec.Struct, frozen=True):
    """The luck of one game."""

    here: Tally = Tally()
    there: Tally = Tally()
    """The same throws held against the tables of the other version."""

    chance: float = 0.0
    """How likely it was that the change strikes at least once, the results here being what they are."""

    struck: bool = False


class Fortune:
    """Notes the luck of a game, throw by throw."""

    def __init__(self, setting: Setting, other: Setting | None = None) -> None:
        scenario = setting.scenario
        self._other = other
        self._places = {scenario.board.cell(place.cell) for place in scenario.places if place.owner is not None}
        self._sums = [[[[0.0] * scenario.about.turns for _ in scenario.sides] for _ in KINDS] for _ in range(2)]
        self._expected: tuple[Expected, Expected] = ({}, {})
        self._spared, self._struck = 1.0, False

    def note(self, table: Table, task: RollBattle, total: int) -> None:
        """Note what dice have shown for a battle; the table is as it was when they were thrown."""
        battle = still_there(table, task.battle)
        here = readings(table, battle, task.marker)
        self._add(0, table, battle, here, total)
        if self._other is not None:
            other = Table(self._other, table.state, seed=0)
            there = readings(other, battle, task.marker)
            self._add(1, table, battle, there, total)
            self._strike(here.means, there.means, total)

    def _add(self, where: int, table: Table, battle: Battle, found: Readings, total: int) -> None:
        """Write down by how much more than expected a throw drives the defenders out, and what was to be expected."""
        expected = sum(each.chance * each.leaves for each in found.means.values())
        kind = 0 if battle.target in self._places else 1
        turns = self._sums[where][kind][battle.side]
        turns[min(max(table.state.turn, 1), len(turns)) - 1] += found.means[total].leaves - expected
        counts = self._expected[where]
        for each in found.means.values():
            key = (found.column, each.result.code if each.result else "")
            counts[key] = counts.get(key, 0.0) + each.chance

    def _strike(self, here: dict[int, Reading], there: dict[int, Reading], total: int) -> None:
        """Note whether the dice mean something else in the other version, and how likely that was."""
        alike = [shown for shown, each in here.items() if each.result == here[total].result]
        struck = sum(here[shown].chance for shown in alike if there[shown].result != here[shown].result)
        self._spared *= 1 - struck / sum(here[shown].chance for shown in alike)
        self._struck = self._struck or there[total].result != here[total].result

    def luck(self) -> Luck:
        """The luck of the game so far."""
        if self._other is None:
            return Luck(self._tally(0))
        return Luck(self._tally(0), self._tally(1), round(1 - self._spared, 6), self._struck)

    def _tally(self, where: int) -> Tally:
        return Tally(
            tuple(tuple(tuple(round(luck, 6) for luck in turns) for turns in sides) for sides in self._sums[where]),
            tuple((column, code, round(many, 6)) for (column, code), many in self._expected[where].items()),
        )


class Reading(msgspec.Struct, frozen=True):
    """What dice mean: their chance, the result, and how surely it drives the defenders out."""

    chance: float
    result: Result | None
    leaves: float


class Readings(msgspec.Struct, frozen=True):
    """What every total of the dice means in a battle as it stands, and on which column it is fought."""

    column: str
    means: dict[int, Reading]


def readings(table: Table, battle: Battle, marker: int | None) -> Readings:
    """Read the table for a battle before the dice are thrown."""
    found = throw_of(table, battle, marker)
    means = {}
    for total, chance in dice_totals(found.crt.table.chart.dice).items():
        result = found.result(table, battle, total + found.more if found.needs_dice else None)
        means[total] = Reading(float(chance), result, leaving(result.effects) if result else 0.0)
    return Readings(column_name(found.crt, found.column, found.ends), means)


def leaving(effects: Iterable[AnyEffect]) -> float:
    """How surely effects drive the defenders out: 1, 0, or the share of the ways that somebody may choose."""
    sure = 0.0
    for effect in effects:
        if isinstance(effect, EliminateAll | RetreatHexes) and effect.who == "defender":
            return 1.0
        if isinstance(effect, Choice) and effect.options:
            sure = max(sure, sum(map(leaving, effect.options)) / len(effect.options))
    return sure
