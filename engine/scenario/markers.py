"""The markers of a scenario: what is wrong with them, and what they do in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.board.names import CellNames
from engine.errors import Problem
from engine.grid import numbering_problems
from engine.records import Rows
from engine.records.board import Grid
from engine.records.markers import Marker, MarkerStart
from engine.records.play import MechanismRow, ScenarioRow
from engine.scenario.sentences import counted


def check_markers(rows: Rows) -> list[Problem]:
    """Everything that is wrong with the markers and where they lie."""
    return [*_kinds(rows), *_starts(rows)]


def _kinds(rows: Rows) -> Iterator[Problem]:
    for row in rows.all(Marker):
        if row.entry * 4 % 1:
            message = (
                f"costs are counted in quarters of a point, so {row.entry:g} counts as {round(row.entry * 4) / 4:g}"
            )
            yield Problem(message, "marker", (row.marker,), "entry", "warning")


def _starts(rows: Rows) -> Iterator[Problem]:
    starts = rows.all(MarkerStart)
    if not starts or numbering_problems(rows.the(Grid)):
        return
    names, turns = CellNames.from_rows(rows), rows.the(ScenarioRow).turns
    for row in starts:
        first = row.first_turn or 1
        last = row.last_turn or max(first, turns)
        if row.cell is not None and names.find(row.cell) is None:
            yield _of(row, f"there is no cell or box {row.cell}", "cell")
        if last < first:
            yield _of(row, f"it would go on turn {last}, before it comes on turn {first}", "last_turn")
        elif first > turns:
            yield _of(row, f"it comes on turn {first}, after the game is over", "first_turn", warn=True)


def _of(row: MarkerStart, message: str, field: str, *, warn: bool = False) -> Problem:
    return Problem(message, "marker_start", (row.start,), field, "warning" if warn else "error")


def marker_words(row: Marker, rows: Rows | None = None) -> str:
    """What a kind of marker does, as sentences; rows of a scenario tell whether a rule of its own has a use for it."""
    said = []
    if row.entry:
        said.append(f"Its enemy pays {counted(row.entry, 'point')} more to enter its hex.")
    if row.by_rail:
        said.append(f"By rail it costs him {row.by_rail:g} instead of 1.")
    if row.shift:
        columns = counted(abs(row.shift), "column")
        said.append(f"An attack on its hex shifts {columns} {'for' if row.shift > 0 else 'against'} the attacker.")
    if row.blocks_supply:
        said.append("Its enemy may not trace through its hex.")
    if row.until == "enemy entry":
        said.append("It goes when a unit of its enemy enters its hex.")
    if not said and not row.note:
        ruled = rows is not None and _ruled(rows, row.marker)
        return "The rules say what it is for." if ruled else "By itself it changes nothing."
    return " ".join([*said, *([row.note] if row.note else [])])


def _ruled(rows: Rows, marker: str) -> bool:
    """Whether a rule in force speaks of a kind of marker."""
    return any(_names(row.params, marker) for row in rows.all(MechanismRow))


def _names(value: object, word: str) -> bool:
    if isinstance(value, dict):
        return any(_names(part, word) for part in value.values())
    return any(_names(part, word) for part in value) if isinstance(value, list | tuple) else value == word


def where_words(row: MarkerStart) -> str:
    """The cell of a marker, and its turns: `0505 (turns 2 to 4)`."""
    return f"{row.cell or 'in stock'}{_when(row)}"


def starts_words(rows: Sequence[MarkerStart]) -> str:
    """Where markers of a kind lie, those of one place counted together: `0505, 3 in stock`."""
    counts = Counter(map(where_words, rows))
    return ", ".join(f"{many} {where}" if many > 1 else where for where, many in counts.items())


def _when(row: MarkerStart) -> str:
    if row.first_turn is not None and row.last_turn is not None:
        return f" (turns {row.first_turn} to {row.last_turn})"
    if row.first_turn is not None and row.first_turn > 1:
        return f" (from turn {row.first_turn})"
    return f" (until turn {row.last_turn})" if row.last_turn is not None else ""
