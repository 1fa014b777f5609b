"""The journal of edits: every edit with its changes, so that undo survives a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from sqlite_utils import Database

from engine.errors import Problem, ScenarioError
from engine.records.changes import Change, backwards, merge
from engine.records.verify import faults
from engine.store.clock import now
from engine.store.codec import changes_from_json, changes_to_json
from engine.store.connection import transaction
from engine.store.tables import read_rows, write


class EditLine(msgspec.Struct, frozen=True):
    """One line of the history."""

    position: int
    name: str
    made_at: str
    undone: bool


class Edit(msgspec.Struct, frozen=True):
    """An edit that was just made, undone or redone, with the changes as they were applied to the rows."""

    position: int
    name: str
    changes: tuple[Change, ...]


def make(db: Database, slug: str, name: str, changes: Sequence[Change], merging: bool) -> Edit:
    """Write an edit and its journal line in one transaction; what had been undone can no longer be redone."""
    problems = [problem for change in changes if change.after for problem in faults(change.after)]
    if problems:
        raise ScenarioError(problems)
    with _editing(db, slug):
        db.execute('DELETE FROM "edit" WHERE "scenario" = ? AND "undone" = 1', (slug,))
        _apply(db, slug, changes)
        last = _last(db, slug) if merging else None
        if last is None:
            position = _append(db, slug, name, tuple(changes))
        else:
            position, before = last
            text = changes_to_json(merge((*before, *changes)))
            db.execute(
                'UPDATE "edit" SET "name" = ?, "changes" = ?, "made_at" = ? WHERE "scenario" = ? AND "position" = ?',
                (name, text, now(), slug, position),
            )
    return Edit(position, name, tuple(changes))


def undo(db: Database, slug: str) -> Edit | None:
    """Take the last edit back; None where there is none."""
    return _turn(db, slug, 0)


def redo(db: Database, slug: str) -> Edit | None:
    """Make the edit again that was undone last; None where there is none."""
    return _turn(db, slug, 1)


def history(db: Database, slug: str) -> list[EditLine]:
    """All edits of a scenario, oldest first, with those that are undone at the end."""
    lines = db.execute(
        'SELECT "position", "name", "made_at", "undone" FROM "edit" WHERE "scenario" = ? ORDER BY "position"', (slug,)
    )
    return [EditLine(position, name, made_at, bool(undone)) for position, name, made_at, undone in lines]


def _turn(db: Database, slug: str, undone: int) -> Edit | None:
    best = "min" if undone else "max"
    with _editing(db, slug):
        line = db.execute(
            f'SELECT {best}("position"), "name", "changes" FROM "edit" WHERE "scenario" = ? AND "undone" = ?',
            (slug, undone),
        ).fetchone()
        if line[0] is None:
            return None
        position, name, text = line
        changes = changes_from_json(text) if undone else backwards(changes_from_json(text))
        _apply(db, slug, changes)
        db.execute(
            'UPDATE "edit" SET "undone" = ? WHERE "scenario" = ? AND "position" = ?', (1 - undone, slug, position)
        )
    return Edit(position, name, changes)


def _apply(db: Database, slug: str, changes: Sequence[Change]) -> None:
    """Change the rows of a scenario and note when."""
    for change in changes:
        try:
            write(db, slug, change)
        except sqlite3.IntegrityError as error:
            raise ScenarioError([Problem(f"the row cannot be stored: {error}", change.table, change.key)]) from error
    db.execute('UPDATE "library" SET "edited_at" = ? WHERE "slug" = ?', (now(), slug))


@contextmanager
def _editing(db: Database, slug: str) -> Iterator[None]:
    """A transaction that lists every reference to nothing where the database would only say that there is one."""
    with transaction(db):
        yield
        try:
            db.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise ScenarioError(read_rows(db, slug)[1] or [Problem(f"the edit cannot be stored: {error}")]) from error


def _last(db: Database, slug: str) -> tuple[int, tuple[Change, ...]] | None:
    line = db.execute(
        'SELECT "position", "changes" FROM "edit" WHERE "scenario" = ? ORDER BY "position" DESC LIMIT 1', (slug,)
    ).fetchone()
    return (line[0], changes_from_json(line[1])) if line else None


def _append(db: Database, slug: str, name: str, changes: tuple[Change, ...]) -> int:
    position: int = db.execute(
        'SELECT coalesce(max("position"), 0) + 1 FROM "edit" WHERE "scenario" = ?', (slug,)
    ).fetchone()[0]
    db.execute(
        'INSERT INTO "edit" ("scenario", "position", "name", "made_at", "changes") VALUES (?, ?, ?, ?, ?)',
        (slug, position, name, now(), changes_to_json(changes)),
    )
    return position
