"""Rows of scenarios read from and written to the tables of a library."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlite_utils import Database

from engine.errors import EngineBug, Problem, ScenarioError
from engine.records import ORDER, Record, Rows
from engine.records.changes import Change
from engine.records.columns import Column, columns
from engine.records.verify import brief, build, dangling, faults
from engine.store.codec import from_cell, to_cell, to_cells
from engine.store.errors import StoreError

ROW_LIMIT = 1_000_000
"""No table of a scenario is longer."""


def read_rows(db: Database, slug: str, present: dict[str, set[str]] | None = None) -> tuple[Rows, list[Problem]]:
    """A scenario and all that is wrong with it; `present` says which columns a doubtful file has."""
    rows, problems = Rows(), []
    for kind in ORDER:
        found = [column for column in columns(kind) if present is None or column.name in present.get(kind.table, ())]
        if present is None or present.get(kind.table):
            problems += _read_table(db, kind, slug, found, rows)
    return rows, problems + dangling(rows, ORDER)


def faults_of(rows: Rows) -> list[Problem]:
    """All that keeps a scenario made in the program from being stored."""
    problems = [problem for row in rows for problem in faults(row)]
    return problems + dangling(rows, ORDER)


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
            f"The scenario {slug} was changed by another program ({kind.table} "
            f"{' '.join(map(str, change.key))}); open it again to see its present state."
        )
    if change.after is None:
        db.execute(f'DELETE FROM "{kind.table}" WHERE {_where(kind)}', place)
    elif change.before is None:
        db.execute(_insert_sql(kind), (slug, *to_cells(change.after)))
    else:
        db.execute(_update_sql(kind), (*to_cells(change.after), *place))


def _read_table(db: Database, kind: type[Record], slug: str, found: list[Column], rows: Rows) -> list[Problem]:
    count = db.execute(f'SELECT count(*) FROM "{kind.table}" WHERE "scenario" = ?', (slug,)).fetchone()[0]
    if count > ROW_LIMIT:
        return [Problem(f"the table has {count:,} rows; at most {ROW_LIMIT:,} can be used", kind.table)]
    problems = []
    names = ", ".join(f'"{column.name}"' for column in found)
    for cells in db.execute(f'SELECT {names} FROM "{kind.table}" WHERE "scenario" = ? ORDER BY rowid', (slug,)):
        values = {column.name: from_cell(column, cell) for column, cell in zip(found, cells, strict=True)}
        key = tuple(_short(values.get(name)) for name in kind.key)
        row, wrong = build(kind, values, key)
        problems += wrong
        if row is not None and rows.has(kind, *row.identity()):
            problems.append(Problem("there are two rows with this key", kind.table, key))
        elif row is not None:
            rows.put(row)
    return problems


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
