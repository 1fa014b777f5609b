"""Phases, turns and rule cases as sheets."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec.structs import replace

from designer.inputs.shapes import parameters_of
from designer.tables.records import RecordSheet
from designer.tables.references import plain
from engine.errors import StavkaError
from engine.records import Record, Rows
from engine.records.changes import Change, difference, drop, put
from engine.records.counters import Side
from engine.records.play import Phase, RuleCase, ScenarioRow, Turn
from engine.records.verify import build
from engine.rules.parameters import read_parameters
from engine.systems.catalogue import all_phases
from engine.systems.rule_words import rule_words


def phase_sheet(rows: Rows) -> RecordSheet:
    """The sequence of play."""
    return RecordSheet(
        rows,
        Phase,
        fresh_phase,
        fields=("name", "kind", "side", "first_turn", "last_turn", "params"),
        show={"params": lambda row: phase_words(rows, cast(Phase, row))},
        names={"kind": {key: kind.title for key, kind in sorted(all_phases().items(), key=lambda one: one[1].title)}},
        mend=_mended,
        also=("unit", "side", "link_kind", "hexside_kind", "place_kind"),
    )


def fresh_phase(rows: Rows) -> Phase:
    """A new movement phase of the first side."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    return Phase(phase="new", name="New phase", kind="movement", side=sides[0].side if sides else None)


def _mended(before: Record, after: Record) -> Record:
    """A phase of another kind keeps only the parameters that its new kind has."""
    assert isinstance(before, Phase) and isinstance(after, Phase)
    kind = all_phases().get(after.kind)
    if before.kind == after.kind or kind is None:
        return after
    known = {parameter.name for parameter in parameters_of(kind)}
    return replace(after, params={name: value for name, value in after.params.items() if name in known})


def phase_words(rows: Rows, phase: Phase) -> str:
    """What is done in a phase."""
    kind = all_phases().get(phase.kind)
    if kind is None:
        return "this kind of phase is not known"
    try:
        return " ".join(rule_words(rows, read_parameters(kind, phase.params)))
    except msgspec.ValidationError as error:
        return f"its parameters cannot be read: {error}"


def turn_sheet(rows: Rows) -> RecordSheet:
    """The boxes of the turn record track."""
    return RecordSheet(rows, Turn, _fresh_turn, fields=("turn", "name", "note"))


def _fresh_turn(rows: Rows) -> Turn:
    number = max((row.turn for row in rows.all(Turn)), default=0) + 1
    return Turn(turn=number, name=f"Turn {number}")


def with_turns(rows: Rows, turns: int) -> list[Change]:
    """The changes that make the game so many turns long, each with its box on the track."""
    about = replace(rows.the(ScenarioRow), turns=turns)
    changes = [put(rows, about)]
    changes += [put(rows, Turn(turn=n, name=f"Turn {n}")) for n in range(1, turns + 1) if not rows.has(Turn, n)]
    return [*changes, *(drop(row) for row in rows.all(Turn) if row.turn > turns)]


def case_sheet(rows: Rows) -> RecordSheet:
    """The rule cases that messages cite, in our own words."""
    return RecordSheet(
        rows,
        RuleCase,
        _fresh_case,
        noun="rule case",
        fields=("case", "title", "text"),
        keys=_free_case,
        rename=_rename_case,
    )


def _fresh_case(rows: Rows) -> RuleCase:
    return RuleCase(case="1.0", title="New case", position=len(rows.all(RuleCase)))


def _free_case(rows: Rows, row: Record) -> Record:
    number = 1
    while rows.has(RuleCase, f"{number}.0"):
        number += 1
    return replace(row, case=f"{number}.0")


def _rename_case(rows: Rows, row: Record, new: str) -> list[Change]:
    made, problems = build(RuleCase, {**plain(row), "case": new.strip()})
    if made is None:
        raise StavkaError(f"The case {problems[0].message}.")
    if rows.has(RuleCase, made.case):
        raise StavkaError(f"There is a case {made.case} already.")
    ahead = rows.copy()
    ahead.drop(RuleCase, *row.identity())
    ahead.put(made)
    return list(difference(rows, ahead))
