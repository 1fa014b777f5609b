"""The full check of a scenario: its data, its mechanisms, its sequence of play, and whether it can be played."""

from __future__ import annotations

from engine.errors import Problem
from engine.records import Rows
from engine.records.play import MechanismRow, Phase, Victory
from engine.rules.parameters import check_parameters
from engine.scenario import check
from engine.systems.catalogue import all_mechanisms, all_phases


def check_rules(rows: Rows) -> list[Problem]:
    """Everything that is wrong with a scenario."""
    problems = check(rows)
    mechanisms, phases = all_mechanisms(), all_phases()
    for row in rows.all(MechanismRow):
        kind = mechanisms.get(row.mechanism)
        if kind is None:
            problems.append(Problem(f"there is no mechanism {row.mechanism}", "mechanism", (row.mechanism,)))
        else:
            problems += check_parameters(kind, row.params, "mechanism", (row.mechanism,))
    for phase in rows.all(Phase):
        rule = phases.get(phase.kind)
        if rule is None:
            problems.append(Problem(f"there is no kind of phase {phase.kind}", "phase", (phase.phase,), "kind"))
        else:
            problems += check_parameters(rule, phase.params, "phase", (phase.phase,))
    return problems + playable(rows)


def playable(rows: Rows) -> list[Problem]:
    """What keeps sound data from being a game: warnings, for a map alone is a fine thing too."""
    problems = []
    if not rows.all(Phase):
        problems.append(Problem("not playable yet: there is no sequence of play", "phase", severity="warning"))
    if not rows.all(Victory):
        problems.append(Problem("not playable yet: nobody can win", "victory", severity="warning"))
    return problems
