"""The full check of a scenario: its data, its mechanisms, its sequence of play, and whether it can be played."""

from __future__ import annotations

from engine.errors import Problem
from engine.records import Rows
from engine.records.play import Phase, Victory
from engine.scenario import check
from engine.scenario.entering import check_entering
from engine.systems.effect_check import check_effects
from engine.systems.option_check import check_options
from engine.systems.rule_check import check_rule_rows
from engine.systems.setup_check import check_setup
from engine.systems.victory_check import check_victory
from engine.systems.weather_check import check_weather_rules


def check_rules(rows: Rows, *, played: bool = True) -> list[Problem]:
    """Everything that is wrong with a scenario; one that others stand on need not be played itself."""
    return [
        *check(rows),
        *check_rule_rows(rows),
        *check_setup(rows),
        *check_entering(rows),
        *check_weather_rules(rows),
        *check_effects(rows),
        *check_victory(rows),
        *check_options(rows),
        *(playable(rows) if played else ()),
    ]


def playable(rows: Rows) -> list[Problem]:
    """What keeps sound data from being a game: warnings, for a map alone is a fine thing too."""
    problems = []
    if not rows.all(Phase):
        problems.append(Problem("not playable yet: there is no sequence of play", "phase", severity="warning"))
    if not rows.all(Victory):
        problems.append(Problem("not playable yet: nobody can win", "victory", severity="warning"))
    return problems
