"""Changes of rows: what an edit is made of, what undo turns round and what the journal keeps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.errors import EngineBug
from engine.records.base import Record
from engine.records.rows import Rows


class Change(msgspec.Struct, frozen=True):
    """One row added (no before), removed (no after) or replaced under the same key."""

    table: str
    key: tuple[Any, ...]
    before: Record | None
    after: Record | None

    def invert(self) -> Change:
        """The change that takes this one back."""
        return Change(self.table, self.key, self.after, self.before)

    def apply(self, rows: Rows) -> None:
        """Make the change on rows that are in the state before it."""
        row = self.after or self.before
        if row is None:
            return
        if rows.get(type(row), *self.key) != self.before:
            raise EngineBug(f"The row {self.table} {self.key} is not as the change expects it.")
        if self.after is None:
            rows.drop(type(row), *self.key)
        else:
            rows.put(self.after)


def put(rows: Rows, after: Record) -> Change:
    """The change that adds a row, or replaces the one with the same key."""
    key = after.identity()
    return Change(after.table, key, rows.get(type(after), *key), after)


def drop(before: Record) -> Change:
    """The change that removes a row."""
    return Change(before.table, before.identity(), before, None)


def backwards(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take a list of changes back, in the order in which to make them."""
    return tuple(change.invert() for change in reversed(tuple(changes)))


def merge(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same effect with one change a row, in the order in which rows were first touched."""
    merged: dict[tuple[str, tuple[Any, ...]], Change] = {}
    for change in changes:
        place = (change.table, change.key)
        first = merged.get(place)
        merged[place] = Change(change.table, change.key, first.before if first else change.before, change.after)
    return tuple(change for change in merged.values() if change.before != change.after)


def difference(old: Rows, new: Rows) -> tuple[Change, ...]:
    """The changes that turn one scenario into another."""
    gone = [drop(row) for row in old if not new.has(type(row), *row.identity())]
    come = [put(old, row) for row in new if old.get(type(row), *row.identity()) != row]
    return (*gone, *come)
