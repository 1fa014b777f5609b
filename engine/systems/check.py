"""The full check of a scenario: its data, its mechanisms, its sequence of play, and whether it can be played."""

from __future__ import annotations

from typing import Any

from engine.errors import Problem
from engine.records import Rows
from engine.records.play import Arrival, MechanismRow, Phase, Placement, Victory
from engine.rules.parameters import Parameters, check_parameters, read_parameters
from engine.rules.references import check_names
from engine.scenario import check
from engine.systems.catalogue import all_mechanisms, all_phases
from engine.systems.setup_check import check_setup
from engine.systems.weather_check import check_weather_rules


def check_rules(rows: Rows) -> list[Problem]:
    """Everything that is wrong with a scenario."""
    problems = check(rows)
    mechanisms, phases = all_mechanisms(), all_phases()
    for row in rows.all(MechanismRow):
        kind = mechanisms.get(row.mechanism)
        if kind is None:
            problems.append(Problem(f"there is no mechanism {row.mechanism}", "mechanism", (row.mechanism,)))
        else:
            problems += _check_params(rows, kind, row.params, "mechanism", row.mechanism)
    for phase in rows.all(Phase):
        rule = phases.get(phase.kind)
        if rule is None:
            problems.append(Problem(f"there is no kind of phase {phase.kind}", "phase", (phase.phase,), "kind"))
        else:
            problems += _check_params(rows, rule, phase.params, "phase", phase.phase)
    return problems + _check_parts(rows) + check_setup(rows) + check_weather_rules(rows) + playable(rows)


def _check_params(rows: Rows, kind: type[Parameters], raw: dict[str, Any], table: str, key: str) -> list[Problem]:
    """What is wrong with parameters: their values, or else the names in them."""
    problems = check_parameters(kind, raw, table, (key,))
    return problems or check_names(rows, read_parameters(kind, raw), table, (key,), "params")


def _check_parts(rows: Rows) -> list[Problem]:
    """Names in selectors and conditions that nothing bears."""
    problems = []
    lines: list[Placement | Arrival] = [*rows.all(Placement), *rows.all(Arrival)]
    for line in lines:
        problems += check_names(rows, line.units, line.table, line.identity(), "units")
    for row in rows.all(Victory):
        problems += check_names(rows, row.condition, "victory", (row.victory,), "condition")
    return problems


def playable(rows: Rows) -> list[Problem]:
    """What keeps sound data from being a game: warnings, for a map alone is a fine thing too."""
    problems = []
    if not rows.all(Phase):
        problems.append(Problem("not playable yet: there is no sequence of play", "phase", severity="warning"))
    if not rows.all(Victory):
        problems.append(Problem("not playable yet: nobody can win", "victory", severity="warning"))
    return problems
