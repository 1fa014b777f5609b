"""Files that no honest program writes: each a way in which a library or a bundle can be broken."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from engine.store import Library, write_bundle
from engine.store.header import APPLICATION_ID, VERSION
from tests.kit.small import small_scenario


def good_library(path: Path) -> Path:
    """A library with one scenario, in one plain file."""
    with Library.create(path) as library:
        library.add("orsha", small_scenario())
    settle(path)
    return path


def settle(path: Path) -> None:
    """Leave no log beside the file."""
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA journal_mode = delete")
    conn.close()


def tampered(path: Path, *statements: str) -> Path:
    """A library that somebody changed with another tool, without foreign keys and checks."""
    good_library(path)
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA ignore_check_constraints = on")
    for statement in statements:
        conn.execute(statement)
    conn.commit()
    conn.close()
    return path


def loosened(path: Path, table: str, *statements: str) -> Path:
    """A library in which one table was made anew without types and keys, and then changed."""
    return tampered(
        path,
        f'CREATE TABLE loose AS SELECT * FROM "{table}"',
        f'DROP TABLE "{table}"',
        f'ALTER TABLE loose RENAME TO "{table}"',
        *statements,
    )


def cut(path: Path) -> Path:
    """A library whose second half was lost."""
    data = good_library(path).read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return path


def scribbled(path: Path) -> Path:
    """A library with garbage in the middle of its pages."""
    data = bytearray(good_library(path).read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xa5" * 200
    path.write_bytes(data)
    return path


def foreign(path: Path) -> Path:
    """Another program's database."""
    conn = sqlite3.connect(path)
    conn.execute("CREATE TABLE recipe (name TEXT)")
    conn.commit()
    conn.close()
    return path


def newer(path: Path) -> Path:
    """A library of a version to come."""
    return tampered(path, "PRAGMA user_version = 99")


def bare(path: Path) -> Path:
    """A signed file with hardly a table in it."""
    conn = sqlite3.connect(path)
    conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    conn.execute(f"PRAGMA user_version = {VERSION}")
    conn.execute("CREATE TABLE library (slug)")
    conn.execute("INSERT INTO library VALUES ('orsha')")
    conn.commit()
    conn.close()
    return path


def text(change: Callable[[str], str]) -> Callable[[Path], Path]:
    """A bundle after somebody edited it."""

    def write(path: Path) -> Path:
        path.write_text(change(write_bundle(small_scenario())), encoding="utf-8")
        return path

    return write
