"""Columns of the terrain effects chart that no rule reads: the vocabulary is what the rules declare."""

from __future__ import annotations

from engine.errors import Problem
from engine.records import Rows
from engine.records.board import TecColumn
from engine.records.play import MechanismRow, Phase
from engine.rules.parameters import Parameters
from engine.systems.catalogue import all_mechanisms, all_phases


def check_effects(rows: Rows) -> list[Problem]:
    """Every column that changes nothing, as a warning: nobody who reads the chart would guess it."""
    read = {effect for rule in _rules(rows) for effect in rule.reads}
    return [
        Problem("no rule takes notice of this column", "tec_column", (row.effect,), "effect", "warning")
        for row in rows.all(TecColumn)
        if not _is_read(row.effect, read)
    ]


def _rules(rows: Rows) -> list[type[Parameters]]:
    """The rules that a scenario uses; all there are while it has no sequence of play."""
    mechanisms, phases = all_mechanisms(), all_phases()
    if not rows.all(Phase):
        return [*mechanisms.values(), *phases.values()]
    used = [mechanisms.get(row.mechanism) for row in rows.all(MechanismRow)]
    played = [phases.get(row.kind) for row in rows.all(Phase)]
    return [kind for kind in (*used, *played) if kind is not None]


def _is_read(effect: str, read: set[str]) -> bool:
    """Whether a rule reads an effect: by its whole name, or by a prefix and the word of units that may yet come."""
    prefix, dot, _word = effect.partition(".")
    return effect in read or f"{prefix}{dot}" in read
