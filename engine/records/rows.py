"""A scenario as rows: what the store keeps, the editors change and the engine compiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from engine.records.base import Record

R = TypeVar("R", bound=Record)


class Rows:
    """The rows of one scenario, by table and key; keeps the order in which rows were put."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._tables: dict[str, dict[tuple[Any, ...], Record]] = {}
        for record in records:
            self.put(record)

    def put(self, record: Record) -> None:
        """Add a row, or replace the one with the same key."""
        self._tables.setdefault(record.table, {})[record.identity()] = record

    def drop(self, kind: type[Record], *key: Any) -> None:
        """Remove a row; nothing happens where there is none."""
        self._tables.get(kind.table, {}).pop(key, None)

    def all(self, kind: type[R]) -> list[R]:
        """All rows of a table, in order."""
        return list(self._tables.get(kind.table, {}).values())  # type: ignore[arg-type]

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
        other._tables = {name: dict(table) for name, table in self._tables.items()}
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
