"""A scenario as rows: what the store keeps, the editors change and the engine compiles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, KeysView, Mapping
from itertools import count
from typing import Any, TypeVar

from engine.records.base import Record

R = TypeVar("R", bound=Record)
T = TypeVar("T")

_stamps = count(1)
"""Every change of a table anywhere gets a number of its own, so that copies that went apart never look alike."""


class Rows:
    """The rows of one scenario, by table and key; keeps the order in which rows were put.

    Copies share their tables until one of them is changed, and what was worked out from tables that did not change.
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._tables: dict[str, dict[tuple[Any, ...], Record]] = {}
        self._shared: set[str] = set()
        self._stamps: dict[str, int] = {}
        self._kept: dict[Hashable, tuple[tuple[int, ...], Any]] = {}
        for record in records:
            self.put(record)

    def put(self, record: Record) -> None:
        """Add a row, or replace the one with the same key."""
        self._own(record.table)[record.identity()] = record

    def join(self, kind: type[Record], found: Mapping[tuple[Any, ...], Record]) -> None:
        """Add rows of one table by their keys, many at once."""
        if found:
            self._own(kind.table).update(found)

    def drop(self, kind: type[Record], *key: Any) -> None:
        """Remove a row; nothing happens where there is none."""
        if key in self._tables.get(kind.table, {}):
            del self._own(kind.table)[key]

    def _own(self, name: str) -> dict[tuple[Any, ...], Record]:
        """A table that is about to change: no copy may see it."""
        self._stamps[name] = next(_stamps)
        if name in self._shared:
            self._shared.discard(name)
            self._tables[name] = dict(self._tables[name])
        return self._tables.setdefault(name, {})

    def kept(self, key: Hashable, tables: Iterable[str], make: Callable[[], T]) -> T:
        """A value worked out from the rows of some tables alone, once until one of them changes."""
        stamp = tuple(self._stamps.get(name, 0) for name in tables)
        found = self._kept.get(key)
        if found is None or found[0] != stamp:
            found = self._kept[key] = (stamp, make())
        value: T = found[1]
        return value

    def all(self, kind: type[R]) -> list[R]:
        """All rows of a table, in order."""
        return list(self._tables.get(kind.table, {}).values())  # type: ignore[arg-type]

    def count(self, kind: type[Record]) -> int:
        """How many rows a table has."""
        return len(self._tables.get(kind.table, ()))

    def keys(self, table: str) -> KeysView[tuple[Any, ...]]:
        """The keys of a table, in the order of its rows."""
        return self._tables.get(table, {}).keys()

    def get(self, kind: type[R], *key: Any) -> R | None:
        """The row with that key, or None."""
        return self._tables.get(kind.table, {}).get(key)  # type: ignore[return-value]

    def the(self, kind: type[R]) -> R:
        """The one row of a table that has exactly one, as `grid`."""
        return self._tables[kind.table][()]  # type: ignore[return-value]

    def has(self, kind: type[Record], *key: Any) -> bool:
        """Whether there is a row with that key."""
        return key in self._tables.get(kind.table, {})

    def copy(self) -> Rows:
        """An independent copy; the rows themselves are frozen and shared."""
        other = Rows()
        other._tables, other._stamps, other._kept = dict(self._tables), dict(self._stamps), dict(self._kept)
        self._shared.update(self._tables)
        other._shared = set(self._tables)
        return other

    def __iter__(self) -> Iterator[Record]:
        for table in self._tables.values():
            yield from table.values()

    def __len__(self) -> int:
        return sum(len(table) for table in self._tables.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        mine = {name: table for name, table in self._tables.items() if table}
        theirs = {name: table for name, table in other._tables.items() if table}
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]
