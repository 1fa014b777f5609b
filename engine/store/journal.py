"""The journal of edits: every edit with its changes, so that undo survives a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from engine.errors import Problem, ScenarioError
from engine.legible import legible
from engine.records import TABLES, Record, Rows
from engine.records.changes import Change, backwards, difference, merge
from engine.records.play import ScenarioRow
from engine.records.variants import taken
from engine.store.clock import now
from engine.store.codec import changes_from_json, changes_to_json
from engine.store.connection import reading, transaction
from engine.store.database import Database
from engine.store.errors import StoreError
from engine.store.sound import NEEDED, faults_in
from engine.store.tables import faults_of, read_rows, stored, write

Result = TypeVar("Result")


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
    revision: int = 0


class Bookmark(msgspec.Struct, frozen=True):
    """How far a reader knows a scenario: its revision, and the position of the last edit in force."""

    revision: int
    position: int


class ChangedElsewhere(StoreError):  # noqa: N818 - says what happened
    """Another window or program has edited the scenario; whoever asked must read its edits first."""


def make(
    db: Database, slug: str, name: str, changes: Sequence[Change], merging: bool, revision: int | None = None
) -> Edit:
    """Write an edit and its journal line in one transaction; what had been undone can no longer be redone.

    With a revision the edit joins the last one only if nobody else has edited since.  Variants of the scenario
    follow in the same transaction, each with a line in its own journal.
    """
    problems = [problem for change in changes if change.after for problem in faults_in(change.after)]
    problems += [
        Problem("every scenario needs this row; it cannot be removed", change.table)
        for change in changes
        if change.after is None and TABLES[change.table] in NEEDED
    ]
    if problems:
        raise ScenarioError(problems)
    return _with_variants(db, slug, lambda wary: _make(db, slug, name, changes, merging, revision, wary))


def _make(
    db: Database,
    slug: str,
    name: str,
    changes: Sequence[Change],
    merging: bool,
    revision: int | None,
    wary: bool,
) -> Edit:
    with _editing(db, slug):
        alone = revision is None or revision_of(db, slug) == revision
        position, reached = _note(db, slug, name, changes, merging and alone)
        pass_on(db, slug, name, changes, merging=merging and alone, wary=wary)
    return Edit(position, name, tuple(changes), reached)


def _note(db: Database, slug: str, name: str, changes: Sequence[Change], merging: bool) -> tuple[int, int]:
    """Change the rows and write it down; the answer is the place in the journal and the revision reached."""
    db.execute('DELETE FROM "edit" WHERE "scenario" = ? AND "undone" = 1', (slug,))
    reached = _apply(db, slug, changes)
    last = _last(db, slug) if merging else None
    if last is None:
        return _append(db, slug, name, tuple(changes)), reached
    position, before = last
    text = changes_to_json(merge((*before, *changes)))
    db.execute(
        'UPDATE "edit" SET "name" = ?, "changes" = ?, "made_at" = ? WHERE "scenario" = ? AND "position" = ?',
        (name, text, now(), slug, position),
    )
    return position, reached


def variants_of(db: Database, slug: str) -> list[str]:
    """The scenarios that stand on this one."""
    lines = db.execute('SELECT "scenario" FROM "scenario" WHERE "family" = ? AND "scenario" <> ?', (slug, slug))
    return [str(line[0]) for line in lines.fetchall()]


def pass_on(
    db: Database,
    slug: str,
    name: str,
    changes: Sequence[Change],
    *,
    merging: bool = False,
    wary: bool = False,
    beyond: frozenset[str] = frozenset(),
) -> None:
    """Let variants take over an edit in every row that is not their own; within a transaction of the caller's.

    A wary one takes nothing over that would leave a row of its own naming what is gone.
    """
    seen, waiting = {*beyond, slug}, [(slug, tuple(changes))]
    while waiting:  # not one within the other: strangers may have stood a thousand scenarios on each other
        parent, made = waiting.pop()
        for variant in [one for one in variants_of(db, parent) if one not in seen]:
            found = (taken(change, _row(db, variant, change)) for change in merge(made))
            own = tuple(change for change in found if change is not None)
            if not own or (wary and not _sound(db, variant, own)):
                continue
            told = f"{name} (in {_title(db, parent)})"
            _note(db, variant, told, own, merging and _name(db, variant, mark_of(db, variant).position) == told)
            seen.add(variant)
            waiting.append((variant, own))


def stand_on(db: Database, slug: str, new: str) -> None:
    """Let the variants of a scenario that has another slug now stand on it still; within the caller's transaction."""
    for variant in variants_of(db, slug):
        before = stored(db, variant, ScenarioRow, ())
        assert isinstance(before, ScenarioRow)
        after = msgspec.structs.replace(before, family=new)
        _note(db, variant, f"Stand on {_title(db, new)}", [Change(before.table, (), before, after)], merging=False)


def _row(db: Database, slug: str, change: Change) -> Record | None:
    return stored(db, slug, TABLES[change.table], change.key)


def _title(db: Database, slug: str) -> str:
    return str(db.execute('SELECT "title" FROM "scenario" WHERE "scenario" = ?', (slug,)).fetchone()[0])


def _sound(db: Database, slug: str, changes: Sequence[Change]) -> bool:
    """Whether a scenario can be stored after changes."""
    rows, problems = read_rows(db, slug)
    for change in changes:
        change.apply(rows)
    return not problems and not faults_of(rows)


def _with_variants(db: Database, slug: str, deed: Callable[[bool], Result]) -> Result:
    """Do something that variants follow; where that cannot be stored, once more with those left out that cannot."""
    try:
        return deed(False)
    except ScenarioError:
        if not variants_of(db, slug):
            raise
    return deed(True)


def undo(db: Database, slug: str, revision: int | None = None) -> Edit | None:
    """Take the last edit back; None where there is none."""
    return _with_variants(db, slug, lambda wary: _turn(db, slug, 0, revision, wary))


def redo(db: Database, slug: str, revision: int | None = None) -> Edit | None:
    """Make the edit again that was undone last; None where there is none."""
    return _with_variants(db, slug, lambda wary: _turn(db, slug, 1, revision, wary))


def history(db: Database, slug: str) -> list[EditLine]:
    """All edits of a scenario, oldest first, with those that are undone at the end."""
    lines = db.execute(
        'SELECT "position", "name", "made_at", "undone" FROM "edit" WHERE "scenario" = ? ORDER BY "position"', (slug,)
    )
    return [EditLine(position, legible(name), made_at, bool(undone)) for position, name, made_at, undone in lines]


def as_of(db: Database, slug: str, position: int) -> Rows:
    """The rows of a scenario as they were after the edit at a position; 0: before the first of the history."""
    with reading(db):
        rows, problems = read_rows(db, slug)
        lines = db.execute(
            'SELECT "changes" FROM "edit" WHERE "scenario" = ? AND "undone" = 0 AND "position" > ? '
            'ORDER BY "position" DESC',
            (slug, position),
        ).fetchall()
    if problems:
        raise ScenarioError(problems)
    for (text,) in lines:
        for change in backwards(changes_from_json(text)):
            change.apply(rows)
    return rows


def revision_of(db: Database, slug: str) -> int | None:
    """How often a scenario was written to, counted from a number of its own; None where there is none."""
    line = db.execute('SELECT "revision" FROM "library" WHERE "slug" = ?', (slug,)).fetchone()
    return None if line is None else int(line[0])


def mark_of(db: Database, slug: str) -> Bookmark:
    """How far a scenario has come."""
    last = db.execute('SELECT max("position") FROM "edit" WHERE "scenario" = ? AND "undone" = 0', (slug,)).fetchone()[0]
    return Bookmark(revision_of(db, slug) or 0, last or 0)


def read_marked(db: Database, slug: str) -> tuple[Rows, Bookmark]:
    """All rows of a scenario and how far it has come, as of one moment."""
    with reading(db):
        rows, problems = read_rows(db, slug)
        mark = mark_of(db, slug)
    if problems:
        raise ScenarioError(problems)
    return rows, mark


def news(db: Database, slug: str, rows: Rows, since: Bookmark | None = None) -> Edit:
    """What turns rows read earlier into those of now, with the last edit's name, its position and the revision reached.

    Where all that happened since a mark is edits that came on top, the journal has it; otherwise everything is read.
    """
    with reading(db):
        mark = mark_of(db, slug)
        name = _name(db, slug, mark.position)
        added = None if since is None else _added(db, slug, rows, since, mark)
        found, problems = (Rows(), []) if added is not None else read_rows(db, slug)
    if problems:
        raise ScenarioError(problems)
    return Edit(mark.position, name, difference(rows, found) if added is None else added, mark.revision)


def _added(db: Database, slug: str, rows: Rows, since: Bookmark, mark: Bookmark) -> tuple[Change, ...] | None:
    """The changes of the edits made since a mark, or None where anything else has happened, too.

    Every write is a revision, and only a new edit adds a line: as many lines as revisions are nothing but new edits.
    """
    lines = db.execute(
        'SELECT "undone", "changes" FROM "edit" WHERE "scenario" = ? AND "position" > ? ORDER BY "position"',
        (slug, since.position),
    ).fetchall()
    if any(undone for undone, _ in lines) or len(lines) != mark.revision - since.revision:
        return None
    made = merge(change for _, text in lines for change in changes_from_json(text))
    return made if all(rows.get(TABLES[change.table], *change.key) == change.before for change in made) else None


def _name(db: Database, slug: str, position: int) -> str:
    line = db.execute('SELECT "name" FROM "edit" WHERE "scenario" = ? AND "position" = ?', (slug, position)).fetchone()
    return legible(str(line[0])) if line else ""


def _turn(db: Database, slug: str, undone: int, revision: int | None, wary: bool) -> Edit | None:
    best = "min" if undone else "max"
    with _editing(db, slug):
        if revision is not None and revision_of(db, slug) != revision:
            raise ChangedElsewhere(
                "The scenario was edited in another window or program; nothing was taken back or made again. "
                "Its edits are shown now, and the next undo takes back the last of them."
            )
        line = db.execute(
            f'SELECT {best}("position"), "name", "changes" FROM "edit" WHERE "scenario" = ? AND "undone" = ?',
            (slug, undone),
        ).fetchone()
        if line[0] is None:
            return None
        position, name, text = line[0], legible(line[1]), line[2]
        changes = changes_from_json(text) if undone else backwards(changes_from_json(text))
        reached = _apply(db, slug, changes)
        db.execute(
            'UPDATE "edit" SET "undone" = ? WHERE "scenario" = ? AND "position" = ?', (1 - undone, slug, position)
        )
        pass_on(db, slug, name if undone else f"Undo {name}", changes, wary=wary)
    return Edit(position, name, changes, reached)


def _apply(db: Database, slug: str, changes: Sequence[Change]) -> int:
    """Change the rows of a scenario and note when; the answer is the revision that this makes."""
    for change in changes:
        try:
            write(db, slug, change)
        except sqlite3.IntegrityError as error:
            raise ScenarioError([Problem(f"the row cannot be stored: {error}", change.table, change.key)]) from error
    db.execute('UPDATE "library" SET "edited_at" = ?, "revision" = "revision" + 1 WHERE "slug" = ?', (now(), slug))
    return revision_of(db, slug) or 0


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
