"""A sheet over the rows of one table: a line a row, a heading a column."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace as replaced
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from designer.tables.proposal import CellFigure, numbers_in
from designer.tables.references import insertion, keyed, plain, removal, reorder, shifted
from designer.tables.sheet import Fault, Heading, Line, Written
from designer.tables.text import Unreadable, options, read, shape, shown
from engine.errors import StavkaError
from engine.records import Record, Rows
from engine.records.board import COLOUR
from engine.records.changes import Change, merge, put
from engine.records.columns import Column, columns
from engine.records.verify import build

Show = Callable[[Record], str]
Keys = Callable[[Rows, Record], Record]
"""Gives a new row a key that is free."""
Drops = Callable[[Rows, list[Record]], list[Change]]
"""The changes that remove rows; a StavkaError says what stands against it."""
Offers = Callable[[Rows], Mapping[str, tuple[str, ...]]]
"""Texts to offer in columns whose declaration has no list of them."""
Mend = Callable[[Record, Record], Record]
"""Sets right in a changed row, given as it was and as it is, what no longer fits the change."""
Like = Callable[[Rows, Record], Record]
"""A new row like another one, still under no key of its own."""
Rename = Callable[[Rows, Record, str], list[Change]]
"""The changes that give a row another key; a StavkaError says why it cannot have it."""


class RecordSheet:
    """The rows of a table that pass a filter; new ones begin as `fresh` makes them.

    `names` gives the stored words of a column names to show and to type instead.
    """

    def __init__(
        self,
        rows: Rows,
        kind: type[Record],
        fresh: Callable[[Rows], Record],
        *,
        noun: str = "",
        fields: Sequence[str] = (),
        only: Callable[[Record], bool] = lambda _row: True,
        show: Mapping[str, Show] | None = None,
        names: Mapping[str, Mapping[str, str]] | None = None,
        keys: Keys = keyed,
        rename: Rename | None = None,
        drops: Drops = removal,
        offers: Offers | None = None,
        mend: Mend | None = None,
        like: Like | None = None,
        also: Collection[str] = (),
    ) -> None:
        self.rows = rows
        self.kind = kind
        self.noun = noun or kind.table.replace("_", " ")
        self._fresh = fresh
        self._only = only
        self._show = dict(show or {})
        self._names = dict(names or {})
        self._named = {
            key: {name.lower(): word for word, name in called.items()} for key, called in self._names.items()
        }
        self._keys = keys
        self._rename = rename
        self._drops = drops
        self._offers = offers
        self._mend = mend
        self._like = like or self._same_side
        known = {column.name: column for column in columns(kind)}
        hidden = {"position", *(() if fields else kind.key if kind.key != ("turn",) else ())}
        wanted = fields or [name for name in known if name not in hidden]
        self.columns: dict[str, Column] = {name: known[name] for name in wanted}
        named = {column.refers for column in self.columns.values() if column.refers}
        self.tables = frozenset({kind.table, *named, *also})

    def headings(self) -> tuple[Heading, ...]:
        """One for each column that is shown."""
        found = [heading(column, self.rows, fixed=self._fixed(column)) for column in self.columns.values()]
        offered = dict(self._offers(self.rows)) if self._offers else {}
        offered |= {key: tuple(called.values()) for key, called in self._names.items()}
        return tuple(replaced(one, options=offered[one.key]) if one.key in offered else one for one in found)

    def _fixed(self, column: Column) -> bool:
        if column.name in self.kind.key:
            return self._rename is None or column.name != self.kind.key[-1]
        return column.name in self._show or shape(column) == "other"

    def records(self) -> list[Record]:
        """The rows, in order."""
        found = [row for row in self.rows.all(self.kind) if self._only(row)]
        return sorted(found, key=lambda row: getattr(row, "position", 0))

    def lines(self) -> list[Line]:
        """The keys of the rows."""
        return [row.identity() for row in self.records()]

    def record(self, line: Line) -> Record:
        """The row of a line."""
        row = self.rows.get(self.kind, *cast(tuple[Any, ...], line))
        assert row is not None
        return row

    def text(self, line: Line, key: str) -> str:
        """A row's value as text."""
        row = self.record(line)
        if key in self._show:
            return self._show[key](row)
        if key in self._names:
            return self._names[key].get(getattr(row, key), getattr(row, key))
        return shown(self.columns[key], getattr(row, key), self.rows)

    def numbers(self, line: Line, key: str) -> list[CellFigure]:
        """The numbers within a column that holds a structure."""
        return numbers_in(self.record(line), key) if key not in self.kind.key else []

    def called(self, line: Line) -> str:
        """The row's name, or its key."""
        row = self.record(line)
        return str(getattr(row, "name", "") or row.identity()[-1])

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Change rows; a text that does not fit leaves its column as it was."""
        changes: list[Change] = []
        faults: list[Fault] = []
        by_line: dict[Line, dict[str, str]] = {}
        for (line, key), text in entries.items():
            by_line.setdefault(line, {})[key] = self._meant(key, text)
        for line, texts in by_line.items():
            renamed = texts.pop(self.kind.key[-1], None) if self._rename else None
            renamed = None if renamed == cast(tuple[Any, ...], line)[-1] else renamed
            before = self.record(line)
            row, wrong = written(before, texts, self.rows)
            changes.append(put(self.rows, self._mend(before, row) if self._mend else row))
            faults += [Fault(line, name, texts[name], reason) for name, reason in wrong.items()]
            if renamed is not None:
                faults += self._renamed(line, renamed, changes)
        return Written(merge(changes), tuple(faults))

    def _meant(self, key: str, text: str) -> str:
        """The word that is stored for a text of a column whose words have names; both may be typed."""
        return self._named.get(key, {}).get(text.strip().lower(), text)

    def _renamed(self, line: Line, key: str, changes: list[Change]) -> list[Fault]:
        """Add the changes that give a row another key, or say why it cannot have it."""
        assert self._rename is not None
        ahead = self.rows.copy()
        for change in changes:
            change.apply(ahead)
        try:
            row = ahead.get(self.kind, *cast(tuple[Any, ...], line))
            assert row is not None
            changes += self._rename(ahead, row, key)
        except StavkaError as error:
            return [Fault(line, self.kind.key[-1], key, str(error).rstrip("."))]
        return []

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:
        """Add rows; each gets a key from its name."""
        ahead = self.rows.copy()
        made: list[Record] = []
        faults: list[Fault] = []
        fresh, place = self._fresh(ahead), self._next_place(ahead)
        for texts in values:
            if not isinstance(fresh.identity()[-1], str):
                fresh = self._fresh(ahead)  # its key is a number that follows from those there are
            row, wrong = written(fresh, {k: self._meant(k, t) for k, t in texts.items() if k in self.columns}, ahead)
            named = bool(self._rename and texts.get(self.kind.key[-1]) and not ahead.has(self.kind, *row.identity()))
            row, place = self._placed(ahead, row, place, named=named), place + 1
            ahead.put(row)
            made.append(row)
            faults += [Fault(row.identity(), key, texts[key], reason) for key, reason in wrong.items()]
        changes = tuple(put(self.rows, row) for row in made)
        return Written(changes, tuple(faults), tuple(row.identity() for row in made))

    def add_below(self, line: Line) -> Written:
        """Add a row below a line, and like it."""
        above = self.record(line)
        row = self._like(self.rows, above)
        if isinstance(row.identity()[-1], str):
            row = self._keys(self.rows, row)
        if "position" not in row.__struct_fields__:
            return Written((put(self.rows, row),), (), (row.identity(),))
        place, moved = insertion(self.records(), above)
        row = replace(row, position=place)
        changes = [put(self.rows, one) for one in (row, *moved)]
        return Written(tuple(changes), (), (row.identity(),))

    def _same_side(self, rows: Rows, above: Record) -> Record:
        row = self._fresh(rows)
        shared = {field: getattr(above, field) for field in ("side", "turn") if field in row.__struct_fields__}
        return replace(row, **{field: value for field, value in shared.items() if field not in row.key})

    def _placed(self, rows: Rows, row: Record, place: int, *, named: bool = False) -> Record:
        """A new row under a free key, at a place in the order."""
        if isinstance(row.identity()[-1], str) and not named:
            row = self._keys(rows, row)
        return replace(row, position=place) if "position" in row.__struct_fields__ else row

    def _next_place(self, rows: Rows) -> int:
        """The place behind all others in the order."""
        return max((getattr(row, "position", 0) for row in rows.all(self.kind) if self._only(row)), default=-1) + 1

    def duplicate(self, lines: Sequence[Line]) -> Written:
        """Copy rows under keys of their own."""
        ahead, place = self.rows.copy(), self._next_place(self.rows)
        made = []
        for line in lines:
            row, place = self._placed(ahead, self.record(line), place), place + 1
            if not isinstance(row.identity()[-1], str):
                row = replace(row, **{row.key[-1]: max(other.identity()[-1] for other in ahead.all(self.kind)) + 1})
            ahead.put(row)
            made.append(row)
        return Written(tuple(put(self.rows, row) for row in made), (), tuple(row.identity() for row in made))

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Remove rows with what belongs to them."""
        return self._drops(self.rows, [self.record(line) for line in lines])

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Reorder rows that have a position."""
        if "position" not in self.kind.__struct_fields__:
            return []
        moved = shifted(self.lines(), set(lines), by)
        return reorder(self.rows, [self.record(line) for line in moved])

    def touched(self, changes: Sequence[Change]) -> set[Line] | None:
        """The rows changed; any, if a row that others name is among them, or a column is worded in its own way."""
        own = all(change.table == self.kind.table for change in changes)
        named = any(column.refers == self.kind.table for column in self.columns.values())
        return {change.key for change in changes} if own and not named and not self._show else None

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:
        """Where a problem of this table is."""
        row = self.rows.get(self.kind, *key) if table == self.kind.table else None
        if row is None or not self._only(row):
            return None
        return key, field if field in self.columns else next(iter(self.columns))


def heading(column: Column, rows: Rows, *, fixed: bool = False) -> Heading:
    """The heading of a column as its declaration has it."""
    return Heading(
        column.name,
        column.title,
        column.help,
        editable=not fixed,
        numeric=column.kind in ("integer", "number") and not column.choices,
        flag=column.kind == "flag",
        colour=column.pattern == COLOUR,
        options=() if fixed else options(column, rows),
    )


def written(row: Record, texts: Mapping[str, str], rows: Rows) -> tuple[Record, dict[str, str]]:
    """A row with texts written into its columns, and the reasons for those that could not be."""
    known = {column.name: column for column in columns(type(row))}
    values, wrong = plain(row), {}
    for key, text in texts.items():
        try:
            values[key] = read(known[key], text, rows)
        except Unreadable as error:
            wrong[key] = str(error)
    made, problems = build(type(row), msgspec.to_builtins(values, builtin_types=(bytes,)), row.identity())
    if made is not None:
        return made, wrong
    wrong |= {problem.field: problem.message for problem in problems}
    kept = {key: text for key, text in texts.items() if key not in wrong}
    return (written(row, kept, rows)[0] if len(kept) < len(texts) else row), wrong
