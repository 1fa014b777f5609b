"""The check of the rules a scenario uses: parameters that can be read, and names in them that something bears."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import Problem
from engine.records import Rows
from engine.records.play import Arrival, MechanismRow, Phase, Placement, Victory
from engine.rules.answers import MarkKind
from engine.rules.parameters import Parameters, check_parameters, read_parameters
from engine.rules.references import Words, check_names, words_of
from engine.systems.catalogue import all_mechanisms, all_phases


def check_rule_rows(rows: Rows) -> list[Problem]:
    """What is wrong with mechanisms, phases, choices of units and conditions."""
    problems = []
    mechanisms, phases = all_mechanisms(), all_phases()
    words = words_of(rows) | {"mark": frozenset(kind.key for kind in _marks(rows))}
    for row in rows.all(MechanismRow):
        kind = mechanisms.get(row.mechanism)
        if kind is None:
            problems.append(Problem(f"there is no mechanism {row.mechanism}", "mechanism", (row.mechanism,)))
        else:
            problems += _check_params(rows, kind, row.params, "mechanism", row.mechanism, words)
    for phase in rows.all(Phase):
        rule = phases.get(phase.kind)
        if rule is None:
            problems.append(Problem(f"there is no kind of phase {phase.kind}", "phase", (phase.phase,), "kind"))
        else:
            problems += _check_params(rows, rule, phase.params, "phase", phase.phase, words)
    return problems + _check_parts(rows, words)


def _marks(rows: Rows) -> Iterator[MarkKind]:
    """The marks that the mechanisms in use put on things."""
    known = all_mechanisms()
    for row in rows.all(MechanismRow):
        yield from known[row.mechanism].marks if row.mechanism in known else ()


def _check_params(
    rows: Rows, kind: type[Parameters], raw: dict[str, Any], table: str, key: str, words: Words
) -> list[Problem]:
    """What is wrong with parameters: their values, or else the names in them."""
    problems = check_parameters(kind, raw, table, (key,))
    return problems or check_names(rows, read_parameters(kind, raw), table, (key,), "params", words)


def _check_parts(rows: Rows, words: Words) -> list[Problem]:
    """Names in selectors and conditions that nothing bears."""
    problems = []
    lines: list[Placement | Arrival] = [*rows.all(Placement), *rows.all(Arrival)]
    for line in lines:
        problems += check_names(rows, line.units, line.table, line.identity(), "units", words)
    for row in rows.all(Victory):
        problems += check_names(rows, row.condition, "victory", (row.victory,), "condition", words)
    return problems
