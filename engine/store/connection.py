"""How a library file is opened: looked at first, then connected to with the settings all access shares."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from engine.store.database import Database
from engine.store.errors import StoreError, damaged, read_only, told
from engine.store.header import has_journal, has_wal, inspect, journal_of
from engine.store.inert import strange

Mode = Literal["rwc", "rw", "ro"]

_VALUE_LIMIT = 256 * 1024 * 1024
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


def connect(path: Path, mode: Mode, patience: float = PATIENCE) -> Database:
    """Connect to a file; a file that is only read, and that nobody writes, is not touched in any way."""
    if mode == "ro" and has_journal(path):
        with suppress(FileNotFoundError):  # whoever was writing is through with it meanwhile
            return _recovered_copy(path)
    query = f"mode={mode}"
    if mode == "ro" and not has_wal(path):
        query = "mode=ro&immutable=1"
    conn = sqlite3.connect(f"{path.absolute().as_uri()}?{query}", uri=True, timeout=patience, isolation_level=None)
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _VALUE_LIMIT)
    db = Database(conn)
    for setting in ("trusted_schema = off", "cell_size_check = on", "foreign_keys = on", "synchronous = full"):
        db.execute(f"PRAGMA {setting}")
    return db


def in_memory(source: Database) -> Database:
    """A copy of a database that can be changed without touching its file."""
    copy = Database(sqlite3.connect(":memory:", isolation_level=None))
    source.conn.backup(copy.conn)
    return copy


def recover(path: Path) -> None:
    """Let the database take back a write of a library that was cut off, as by a failure of the power."""
    if has_journal(path):
        inspect(path)
        with told(path):
            db = connect(path, "rw")
            try:
                db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            finally:
                db.close()


def _recovered_copy(path: Path) -> Database:
    """The library in memory as it was before a write that was cut off; the file and what lies beside it stay."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(journal_of(path), journal_of(copy))
        source = connect(copy, "rw")
        try:
            return in_memory(source)
        finally:
            source.close()


def connect_again(path: Path, patience: float, *, read_only: bool) -> Database:
    """Another connection to a library that this process has open, and has looked at, already."""
    with told(path):
        db = connect(path, "rw", patience)
        if read_only:
            db.execute("PRAGMA query_only = on")
        return db


def probe(path: Path, needed: Collection[str] = ()) -> None:
    """Refuse a file that is missing, foreign, newer, damaged, booby-trapped or incomplete; change nothing."""
    inspect(path)
    with told(path):
        db = connect(path, "ro")
        try:
            objects = db.execute("SELECT name, type, sql FROM sqlite_master").fetchall()
            if found := strange(objects):  # before the check, which would have it compute
                raise damaged(path, f"it holds {found}, which Stavka never makes")
            if fault := _fault(db):
                raise damaged(path, fault)
            present = {name for name, *_ in objects} | columns_of(db)
        finally:
            db.close()
    if missing := set(needed) - present:
        raise StoreError(
            f"The library {path} lacks {len(missing)} of its tables and columns ({', '.join(sorted(missing)[:3])}); "
            f"`stavka check {path}` lists them all."
        )


def damage(path: Path) -> str:
    """What is wrong with a library that was just written, or nothing."""
    with told(path):
        db = connect(path, "ro")
        try:
            return _fault(db)
        finally:
            db.close()


def _fault(db: Database) -> str:
    verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if verdict == "ok" else verdict.replace("\n", " ")


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


@contextmanager
def reading(db: Database) -> Iterator[None]:
    """All of the block sees the file as it was at one moment, whatever others write meanwhile."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")
