"""How a library file is opened: looked at first, then connected to with the settings all access shares."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from engine.store.errors import StoreError, damaged, read_only, told
from engine.store.header import has_wal, inspect

Mode = Literal["rwc", "rw", "ro"]

_VALUE_LIMIT = 256 * 1024 * 1024
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


def connect(path: Path, mode: Mode, patience: float = PATIENCE) -> Database:
    """Connect to a file; a file that is only read, and that nobody writes, is not touched in any way."""
    query = f"mode={mode}"
    if mode == "ro" and not has_wal(path):
        query = "mode=ro&immutable=1"
    conn = sqlite3.connect(f"{path.absolute().as_uri()}?{query}", uri=True, timeout=patience, isolation_level=None)
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _VALUE_LIMIT)
    db = Database(conn, recursive_triggers=False, execute_plugins=False)
    for setting in ("trusted_schema = off", "cell_size_check = on", "foreign_keys = on", "synchronous = full"):
        db.execute(f"PRAGMA {setting}")
    return db


def probe(path: Path, needed: Collection[str] = ()) -> None:
    """Refuse a file that is missing, foreign, newer, damaged, booby-trapped or incomplete; change nothing."""
    inspect(path)
    with told(path):
        db = connect(path, "ro")
        try:
            verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if verdict != "ok":
                raise damaged(path, str(verdict).replace("\n", " "))
            objects = db.execute("SELECT name, type FROM sqlite_master").fetchall()
            present = {name for name, _ in objects} | columns_of(db)
        finally:
            db.close()
    for name, kind in objects:
        if kind in ("trigger", "view"):
            raise damaged(path, f"it holds a {kind} named {name}, which Stavka never makes")
    if missing := set(needed) - present:
        raise StoreError(
            f"The library {path} lacks {len(missing)} of its tables and columns ({', '.join(sorted(missing)[:3])}); "
            f"`stavka check {path}` lists them all."
        )


def columns_of(db: Database) -> set[str]:
    """Every column that is there, as `table.column`."""
    lines = db.execute(
        "SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'"
    )
    return {line[0] for line in lines}


def open_for_reading(path: Path, needed: Collection[str] = ()) -> Database:
    """A connection that cannot change the file."""
    probe(path, needed)
    with told(path):
        return connect(path, "ro")


def open_for_writing(path: Path, patience: float = PATIENCE, needed: Collection[str] = ()) -> Database:
    """A connection whose every transaction is on the disk when it ends."""
    probe(path, needed)
    try:
        with path.open("r+b"):
            pass
    except OSError:
        raise read_only(path) from None
    with told(path):
        db = connect(path, "rw", patience)
        try:
            db.execute("PRAGMA journal_mode = wal").fetchone()
        except sqlite3.Error:
            db.close()
            raise
        return db


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    """All of the block reaches the disk, or none of it; the block may commit by itself."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        if db.conn.in_transaction:
            db.execute("COMMIT")
    except BaseException:
        if db.conn.in_transaction:
            db.execute("ROLLBACK")
        raise
