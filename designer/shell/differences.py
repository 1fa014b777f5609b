"""What is different between two scenarios, or two versions of one: row by row, in a designer's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from designer.culprits import PLACES, place_of
from designer.tables.text import shape, shown
from engine.errors import Problem
from engine.records import TABLES, Record, Rows
from engine.records.changes import Change, difference
from engine.records.columns import Column, columns
from engine.records.counters import Selector
from engine.records.play import Placement
from engine.scenario.sentences import units_words

Kind = Literal["added", "removed", "changed"]
LONGEST = 160


@dataclass(frozen=True)
class RowDifference:
    """One row that is not as it was, with the columns in which it is not: title, before, after."""

    kind: Kind
    table: str
    key: tuple[Any, ...]
    place: str
    cells: tuple[str, ...] = ()
    """Where on the map it is seen."""
    columns: tuple[tuple[str, str, str], ...] = ()


def differences(before: Rows, after: Rows) -> list[RowDifference]:
    """Every row that is there only once, or is not the same; in the order of the tables."""
    order = {name: number for number, name in enumerate(PLACES)}
    found = [_told(before, after, change) for change in difference(before, after)]
    kept = [one for one in found if one.kind != "changed" or one.columns]
    return sorted(kept, key=lambda one: order.get(one.table, len(order)))


def _told(before: Rows, after: Rows, change: Change) -> RowDifference:
    kind: Kind = "added" if change.before is None else "removed" if change.after is None else "changed"
    rows = before if change.after is None else after
    place = place_of(rows, Problem("", change.table, change.key))
    cells = tuple(dict.fromkeys(cell for row in (change.before, change.after) for cell in _cells(row)))
    return RowDifference(kind, change.table, change.key, place, cells, _columns(before, after, change))


def _columns(before: Rows, after: Rows, change: Change) -> tuple[tuple[str, str, str], ...]:
    """The columns with other values; the mere place in a list counts only where nothing else does."""
    if change.before is None or change.after is None:
        return ()
    found = [
        (
            column.title,
            _text(column, getattr(change.before, column.name), before),
            _text(column, getattr(change.after, column.name), after),
            column.name,
        )
        for column in columns(TABLES[change.table])
        if getattr(change.before, column.name) != getattr(change.after, column.name)
    ]
    told = [one for one in found if one[3] != "position"]
    return tuple((title, old, new) for title, old, new, _ in told)


def _text(column: Column, value: Any, rows: Rows) -> str:
    """A value as people read it."""
    if isinstance(value, Selector):
        text = units_words(rows, value)
    elif isinstance(value, bytes):
        text = f"{len(value):,} bytes"
    elif shape(column) == "other":
        text = msgspec.json.encode(value).decode()
    else:
        text = shown(column, value, rows)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


def _cells(row: Record | None) -> list[str]:
    """The cells in which a row is seen on the map."""
    if row is None or row.table == "arrival":
        return []
    if isinstance(row, Placement):
        return [row.cell] if row.cell else []
    return [str(cell) for field in ("cell", "other") if (cell := getattr(row, field, None))]
