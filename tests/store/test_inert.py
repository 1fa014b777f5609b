"""Libraries that would have the database compute, and pipes in the place of files: refused, and never waited for."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store import Library, StoreError, examine, read_file
from engine.store.header import journal_of, wal_of
from engine.store.inert import computes
from engine.store.schema import statements
from tests.kit.broken import good_library, tampered

BOMB = "length(hex(randomblob(100000000))) > 0"
"""It takes the better part of a second; a check does it for every row."""


def checked(path: Path, condition: str = BOMB) -> Path:
    """A library whose cells have one check more, slipped into what is written of their table."""
    good_library(path)
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA writable_schema = on")
    (sql,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'cell'").fetchone()
    with conn:
        more = sql.replace(") STRICT", f", CHECK ({condition})) STRICT")
        conn.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'cell'", (more,))
    conn.close()
    return path


def quoted(path: Path) -> Path:
    return checked(path, BOMB.replace("randomblob", '"randomblob"'))


def indexed(path: Path) -> Path:
    return tampered(path, "CREATE INDEX boom ON cell(hex(cell))")


def made_up(path: Path) -> Path:
    return tampered(path, "ALTER TABLE cell ADD COLUMN x TEXT AS (hex(zeroblob(100000000)))")


def virtual(path: Path) -> Path:
    return tampered(path, "CREATE VIRTUAL TABLE odd USING fts5(word)")


def odd_name(path: Path) -> Path:
    return tampered(path, f'CREATE VIEW "{"x" * 5000}" AS SELECT 1')


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (checked, "it holds a table named “cell”, which Stavka never makes"),
        (quoted, "a table named “cell”"),
        (indexed, "an index named “boom”"),
        (made_up, "a table named “cell”"),
        (virtual, "a table named “odd”"),
        (odd_name, r"a view named “x+... \(5,000 characters\)”"),
    ],
)
def test_a_library_that_would_compute_is_refused_at_every_door(
    tmp_path: Path, make: Callable[[Path], Path], sentence: str
) -> None:
    path = make(tmp_path / "library.db")
    before = path.read_bytes()
    for door in (read_file, Library.open, lambda path: Library.open(path, read_only=True)):
        with pytest.raises(StoreError, match=sentence) as told:
            door(path)
        assert len(str(told.value)) < 400
    assert path.read_bytes() == before


def test_ours_only_compare_and_a_remark_or_a_text_hides_nothing() -> None:
    assert [sql for sql in statements() if computes(sql)] == []
    assert not computes("CREATE TABLE a (b CHECK (b /* hex(b) */ IN ('hex(b)', 'c')), [d (] TEXT)")
    assert computes("CREATE TABLE a (b CHECK (hex /* IN */ (b)))")
    assert computes("CREATE TABLE a (b CHECK (b IN ('''', hex(''))))")
    assert computes("CREATE TABLE a (b DEFAULT (1))") and computes("CREATE TABLE a (b, c AS (b))")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX here")
@pytest.mark.parametrize("beside", [lambda path: path, journal_of, wal_of])
def test_nobody_waits_for_a_pipe(tmp_path: Path, beside: Callable[[Path], Path]) -> None:
    path = tmp_path / "library.db"
    if beside(path) != path:
        good_library(path)
    os.mkfifo(beside(path))
    assert "is no file but a pipe or a device" in str(examine(path)[0])
    for read_only in (True, False):
        with pytest.raises(StoreError, match=r"is no file but a pipe or a device"):
            Library.open(path, read_only=read_only)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without end")
def test_a_device_without_end_is_not_read() -> None:
    assert "is no file but a pipe or a device" in str(examine(Path("/dev/zero"))[0])


def test_one_absurd_number_does_not_keep_a_library_shut(tmp_path: Path) -> None:
    statement = f"UPDATE unit SET quantity = {2**62}", f"UPDATE scenario SET turns = {2**62}, first_turn = -{2**62}"
    with Library.open(tampered(tmp_path / "library.db", *statement)) as library:
        (info,) = library.scenarios()
        assert info.units < 100_000 and info.turns < 100_000
        library.add("sound", good(tmp_path).load("orsha"))
        assert library.load("sound")


def good(folder: Path) -> Library:
    return Library.open(good_library(folder / "good.db"), read_only=True)
