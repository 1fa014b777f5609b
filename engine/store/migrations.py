"""Older libraries brought up to date, one version at a time: on disk with a back-up first, or in memory to be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from pathlib import Path

from engine.files import draft
from engine.store.connection import damage, in_memory, open_for_reading, open_for_writing, recover, transaction
from engine.store.database import Database
from engine.store.errors import StoreError, told
from engine.store.header import VERSION, inspect
from engine.store.schema import grow

Step = Callable[[Database], None]

FIRST = 1
"""The oldest version there ever was."""

STEPS: dict[int, Step] = {}
"""By version: the function that turns a library of that version into the next; without one, it only grows."""


def migrate(path: Path) -> Path | None:
    """Bring a library up to date; the answer is the back-up, or None where there was nothing to do."""
    recover(path)
    found = inspect(path).version
    if found == VERSION:
        return None
    if found < FIRST and found not in STEPS:
        raise StoreError(f"The library {path} has the old format {found}, which this Stavka cannot bring up to date.")
    source = open_for_reading(path)
    try:
        backup = _back_up(source, path, found)
    finally:
        source.close()
    db = open_for_writing(path)
    try:
        _run(db, path, found, backup)
    finally:
        db.close()
    return backup


def open_to_read(path: Path, needed: Collection[str] = ()) -> Database:
    """A connection that cannot change the file; an older library is read into memory and brought up to date there."""
    found = inspect(path).version
    if found == VERSION or (found < FIRST and found not in STEPS):
        return open_for_reading(path, needed)
    source = open_for_reading(path)
    try:
        with told(path):
            copy = in_memory(source)
        _step(copy, int(copy.execute("PRAGMA user_version").fetchone()[0]))
    except sqlite3.Error as error:
        raise StoreError(f"The library {path} has the old format {found} and cannot be read ({error}).") from error
    finally:
        source.close()
    return copy


def _step(db: Database, found: int) -> None:
    """Take a library from the version it has to this one."""
    for version in range(found, VERSION):
        STEPS.get(version, grow)(db)


def _back_up(db: Database, path: Path, version: int) -> Path:
    number = 1
    while (target := path.with_name(f"{path.stem}.format{version}-{number}.db")).exists():
        number += 1
    with draft(target, damage) as made, told(target):
        copy = sqlite3.connect(made)
        try:
            db.conn.backup(copy)
            copy.execute("PRAGMA journal_mode = delete").fetchone()
        finally:
            copy.close()
    return target


def _run(db: Database, path: Path, found: int, backup: Path) -> None:
    db.execute("PRAGMA foreign_keys = off")
    try:
        with transaction(db):
            if db.execute("PRAGMA user_version").fetchone()[0] != found:
                return  # another program has brought it up to date since
            _step(db, found)
            if broken := db.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreError(f"a row of {broken[0]} refers to nothing")
            db.execute(f"PRAGMA user_version = {VERSION}")
    except (sqlite3.Error, StoreError) as error:
        raise StoreError(
            f"The library {path} could not be brought up to date ({error}); it is unchanged, and a copy is at {backup}."
        ) from error
    db.execute("PRAGMA wal_checkpoint(truncate)")
