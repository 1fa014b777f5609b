"""Rows of scenarios read from and written to the tables of a library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

from engine.errors import EngineBug, Problem, ScenarioError
from engine.progress import EVERY, Progress
from engine.records import ORDER, Record, Rows
from engine.records.changes import Change
from engine.records.columns import Column, columns
from engine.records.verify import brief, build, dangling, listed
from engine.store.bulk import rows_at_once
from engine.store.codec import from_cell, to_cell, to_cells
from engine.store.database import Database
from engine.store.errors import StoreError
from engine.store.sound import NEEDED, faults_in, missing, unsound

ROW_LIMIT = 1_000_000
"""No scenario has more rows."""


def read_rows(
    db: Database, slug: str, present: dict[str, set[str]] | None = None, progress: Progress | None = None
) -> tuple[Rows, list[Problem]]:
    """A scenario and all that is wrong with it; `present` says which columns a doubtful file has."""
    rows, kinds = Rows(), [kind for kind in ORDER if present is None or present.get(kind.table)]
    counts = {kind: _count(db, kind, slug) for kind in kinds}
    if crowded := _crowded(counts):
        return rows, crowded
    problems = listed(_read_tables(db, slug, present, counts, rows, progress or Progress()))
    if not problems:
        problems = missing(rows, [kind for kind in NEEDED if kind in counts]) + listed(unsound(rows))
    return rows, listed(chain(problems, dangling(rows, ORDER)))


def faults_of(rows: Rows, progress: Progress | None = None) -> list[Problem]:
    """All that keeps a scenario made in the program, or read from text, from being stored."""
    each = (progress or Progress()).over("Checking the rows", rows, len(rows))
    counts = {kind: rows.count(kind) for kind in ORDER}
    if crowded := _crowded(counts):
        return crowded
    return listed(chain((fault for row in each for fault in faults_in(row)), missing(rows), dangling(rows, ORDER)))


def _crowded(counts: dict[type[Record], int]) -> list[Problem]:
    """A problem where a scenario has more rows than can be used."""
    count = sum(counts.values())
    if count <= ROW_LIMIT:
        return []
    largest = max(counts, key=lambda kind: counts[kind])
    return [Problem(f"the scenario has {count:,} rows; at most {ROW_LIMIT:,} can be used", largest.table)]


def insert(db: Database, slug: str, rows: Iterable[Record]) -> None:
    """Write rows that are not there yet."""
    by_kind: dict[type[Record], list[tuple[Any, ...]]] = {}
    for row in rows:
        by_kind.setdefault(type(row), []).append((slug, *to_cells(row)))
    for kind, lines in by_kind.items():
        db.conn.executemany(_insert_sql(kind), lines)


def clear(db: Database, slug: str) -> None:
    """Remove all rows of a scenario, but not its place in the library."""
    for kind in ORDER:
        db.execute(f'DELETE FROM "{kind.table}" WHERE "scenario" = ?', (slug,))


def write(db: Database, slug: str, change: Change) -> None:
    """Make one change of a row; refuse it where the row is not as the change expects."""
    row = change.after or change.before
    if row is None:
        return
    if row.identity() != change.key or row.table != change.table:
        raise EngineBug(f"The change of {change.table} {change.key} carries another row.")
    kind = type(row)
    place = (slug, *_key_cells(kind, change.key))
    if _stored(db, kind, place) != change.before:
        raise StoreError(
            "Another window or program has changed the same thing meanwhile "
            f"({' '.join((kind.table.replace('_', ' '), *map(str, change.key)))}); nothing was changed."
        )
    if change.after is None:
        db.execute(f'DELETE FROM "{kind.table}" WHERE {_where(kind)}', place)
    elif change.before is None:
        db.execute(_insert_sql(kind), (slug, *to_cells(change.after)))
    else:
        db.execute(_update_sql(kind), (*to_cells(change.after), *place))


def stored(db: Database, slug: str, kind: type[Record], key: tuple[Any, ...]) -> Record | None:
    """One row of a scenario; None where there is none."""
    return _stored(db, kind, (slug, *_key_cells(kind, key)))


def _count(db: Database, kind: type[Record], slug: str) -> int:
    return int(db.execute(f'SELECT count(*) FROM "{kind.table}" WHERE "scenario" = ?', (slug,)).fetchone()[0])


def _read_tables(
    db: Database,
    slug: str,
    present: dict[str, set[str]] | None,
    counts: dict[type[Record], int],
    rows: Rows,
    progress: Progress,
) -> Iterator[Problem]:
    """Read every table into the rows; the answer is what is wrong on the way."""
    for kind, count in counts.items():
        found = [column for column in columns(kind) if present is None or column.name in present[kind.table]]
        names = ", ".join(f'"{column.name}"' for column in found) or "NULL"
        lines = db.execute(f'SELECT {names} FROM "{kind.table}" WHERE "scenario" = ? ORDER BY rowid', (slug,))
        progress.begin(f"Reading {kind.table.replace('_', ' ')} rows", count)
        done = 0
        while some := lines.fetchmany(EVERY):
            progress.tell(done)
            yield from _read_some(kind, found, some, rows)
            done += len(some)
        progress.tell(count)


def _read_some(kind: type[Record], found: list[Column], lines: list[tuple[Any, ...]], rows: Rows) -> Iterator[Problem]:
    """Read lines of a table at once where all is well with them, and one by one where anything is not."""
    at_once = rows_at_once(kind, found, lines)
    if at_once is not None and rows.keys(kind.table).isdisjoint(at_once):
        rows.join(kind, at_once)
        return
    for cells in lines:
        yield from _read_row(kind, found, cells, rows)


def _read_row(kind: type[Record], found: list[Column], cells: tuple[Any, ...], rows: Rows) -> Iterator[Problem]:
    values = {column.name: from_cell(column, cell) for column, cell in zip(found, cells, strict=False)}
    key = tuple(_short(values.get(name)) for name in kind.key)
    row, wrong = build(kind, values, key)
    yield from wrong
    if row is not None and rows.has(kind, *row.identity()):
        yield Problem("there are two rows with this key", kind.table, key)
    elif row is not None:
        rows.put(row)


def _short(value: object) -> object:
    return value if isinstance(value, int) or (isinstance(value, str) and len(value) <= 60) else brief(value)


def _stored(db: Database, kind: type[Record], place: tuple[Any, ...]) -> Record | None:
    names = ", ".join(f'"{column.name}"' for column in columns(kind))
    cells = db.execute(f'SELECT {names} FROM "{kind.table}" WHERE {_where(kind)}', place).fetchone()
    if cells is None:
        return None
    row, problems = build(
        kind, {column.name: from_cell(column, cell) for column, cell in zip(columns(kind), cells, strict=True)}
    )
    if problems:
        raise ScenarioError(problems)
    return row


def _key_cells(kind: type[Record], key: tuple[Any, ...]) -> list[Any]:
    by_name = {column.name: column for column in columns(kind)}
    return [to_cell(by_name[name], value) for name, value in zip(kind.key, key, strict=True)]


def _where(kind: type[Record]) -> str:
    return " AND ".join(f'"{name}" = ?' for name in ("scenario", *kind.key))


@cache
def _insert_sql(kind: type[Record]) -> str:
    names = ", ".join(f'"{name}"' for name in ("scenario", *(column.name for column in columns(kind))))
    marks = ", ".join("?" * (len(columns(kind)) + 1))
    return f'INSERT INTO "{kind.table}" ({names}) VALUES ({marks})'


@cache
def _update_sql(kind: type[Record]) -> str:
    names = ", ".join(f'"{column.name}" = ?' for column in columns(kind))
    return f'UPDATE "{kind.table}" SET {names} WHERE {_where(kind)}'
