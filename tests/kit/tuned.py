"""Small grounds with one rule a little other than it is: a number more or less, a switch thrown, another choice.

What a scenario leaves as it comes is tried here, too: every field that its rules and phases declare has its turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from engine.errors import ScenarioError
from engine.play import Game
from engine.play.sandbox import arrange, position_of
from engine.records import Rows
from engine.records.columns import Column, columns
from engine.records.play import MechanismRow, Phase
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.inquiry import Inquiry
from tests.kit.tours import tour

STEPS, TRIED = 3, 60
"""How far a game is played on, and how many actions are tried at its first step beside those on offer."""


@dataclass(frozen=True)
class Tuning:
    """A rule or a phase of a scenario, one of its parameters, and what that is set to instead."""

    row: MechanismRow | Phase
    field: str
    value: Any

    @property
    def key(self) -> str:
        """The rule or the phase."""
        return str(self.row.identity()[0])

    def made(self, rows: Rows) -> Rows:
        """The rows with it."""
        changed = rows.copy()
        changed.put(msgspec.structs.replace(self.row, params=self.row.params | {self.field: self.value}))
        return changed


def tunings(game: Game, most: int) -> dict[str, list[Tuning]]:
    """By rule and by phase, the changes of its parameters that are tried, spread over all there are."""
    rows, kinds = game.scenario.rows, _kinds(game.setting)
    found: dict[str, list[Tuning]] = {}
    for row in (*rows.all(MechanismRow), *rows.all(Phase)):
        kind: Any = kinds[row.mechanism] if isinstance(row, MechanismRow) else all_phases()[row.kind]
        every = [
            Tuning(row, column.name, other)
            for column in columns(kind)
            if column.name != "cases"
            for other in _others(column, row.params.get(column.name, msgspec.to_builtins(column.default)))
        ]
        if every:
            found[str(row.identity()[0])] = every[:: -(-len(every) // most)]
    return found


def _kinds(setting: Setting) -> dict[str, type[Any]]:
    """The rules that there are, those that only tests know among them."""
    return {**all_mechanisms(), **{one.key: type(one) for one in setting.mechanisms}}


def _others(column: Column, value: Any) -> Iterator[Any]:
    """Other values for a parameter, within what it may be."""
    if column.kind == "flag":
        yield not value
    elif column.choices:
        yield from (choice for choice in column.choices if choice != value)
    elif column.kind in ("integer", "number") and value is not None:
        yield from (each for each in (value - 1, value + 1) if _allowed(column, each))
    elif column.kind == "json":
        yield from changed(value)


def _allowed(column: Column, value: float) -> bool:
    least = column.least if column.least is not None else column.above
    return (least is None or value >= least) and (column.most is None or value <= column.most)


def changed(value: Any) -> Iterator[Any]:
    """A plain value with one number or switch in it changed, or the last of several things left out."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, list) and value:
        yield value[:-1]
        yield from ([*value[:at], other, *value[at + 1 :]] for at, one in enumerate(value) for other in changed(one))
    elif isinstance(value, dict):
        yield from (value | {key: other} for key, one in value.items() for other in changed(one))


def tuned(game: Game, tuning: Tuning) -> Game | None:
    """A game from the same position with it, a phase from where it begins; None where that is no scenario."""
    position = position_of(game)
    if isinstance(tuning.row, Phase):
        position = replace(position, phase=tuning.key)
    try:
        made = compile_scenario(tuning.made(game.scenario.rows))
        return arrange(Setting(made, all_phases(), _kinds(game.setting)), position, 1)
    except (ScenarioError, msgspec.ValidationError):
        return None


def mark(game: Game | None, tuning: Tuning) -> str:
    """What stands for all that is asked, offered, tried and done in such a game, and for what the rule says."""
    if game is None:
        return "none"
    rule = game.setting.by_key(tuning.key)
    said = [repr(each) for each in Inquiry(game).told_by(rule)] if rule is not None else []
    told = tour(game, 1, STEPS, tried=TRIED)
    return hashlib.sha256("\n".join([*said, told]).encode()).hexdigest()[:4]


def record(games: list[Game], name: str, most: int, times: int) -> str:
    """A line for one rule or phase of a ground: the marks of every change of it, each on so many of its positions."""
    found = tunings(games[0], most)[name]
    chosen = [[games[(at + shift) % len(games)] for shift in range(times)] for at in range(len(found))]
    marks = [
        "".join(mark(tuned(game, tuning), tuning) for game in some) for tuning, some in zip(found, chosen, strict=True)
    ]
    return " ".join([name, *(f"{tuning.field}={one}" for tuning, one in zip(found, marks, strict=True))])


def names(game: Game) -> list[str]:
    """The rules and phases of a ground in which anything can be changed."""
    return list(tunings(game, 1))
