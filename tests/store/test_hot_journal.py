"""A write that was cut off by a failure of the power: the database takes it back, and nothing is called damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.records.board import CellRow
from engine.records.changes import put
from engine.store import Library, connection, examine
from engine.store.header import has_journal, journal_of
from tests.kit.bounded import PATIENCE
from tests.kit.broken import good_library
from tests.kit.small import small_scenario

CUT_OFF = """
import os, signal, sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("PRAGMA journal_mode = delete")
conn.execute("PRAGMA cache_size = 1")
conn.execute("BEGIN IMMEDIATE")
for table in ("unit", "face", "cell", "scenario", "edit"):
    conn.execute(f'DELETE FROM "{table}"')
conn.execute("CREATE TABLE filler AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 3000) "
             "SELECT i, printf('%.500c', 'x') FROM n")
os.kill(os.getpid(), signal.SIGKILL)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")


@pytest.fixture
def cut_off(tmp_path: Path) -> Path:
    """A library in the middle of a write, with the journal that takes it back."""
    path = good_library(tmp_path / "library.db")
    before = path.read_bytes()
    subprocess.run([sys.executable, "-c", CUT_OFF, str(path)], check=False, timeout=PATIENCE)
    assert has_journal(path) and path.read_bytes() != before, "half of the write is in the file"
    return path


def test_the_write_is_taken_back_when_the_library_is_opened(cut_off: Path) -> None:
    with Library.open(cut_off) as library:
        assert library.load("orsha") == small_scenario()
        library.edit("orsha", "Paint", [put(small_scenario(), CellRow(cell="0101", terrain="forest"))])
    assert not journal_of(cut_off).exists()


def test_whoever_only_reads_sees_it_taken_back_and_touches_nothing(cut_off: Path) -> None:
    before = cut_off.read_bytes(), journal_of(cut_off).read_bytes()
    with Library.open(cut_off, read_only=True) as library:
        assert library.load("orsha") == small_scenario()
    assert examine(cut_off) == []
    assert (cut_off.read_bytes(), journal_of(cut_off).read_bytes()) == before
    assert sorted(one.name for one in cut_off.parent.iterdir()) == ["library.db", "library.db-journal"]


def test_a_journal_that_is_none_is_left_alone(tmp_path: Path) -> None:
    path = good_library(tmp_path / "library.db")
    journal_of(path).write_bytes(b"\0" * 512)
    assert examine(path) == []


def test_a_journal_that_goes_away_while_it_is_looked_at_was_anothers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs bring one old library up to date at once: the first is through with its write meanwhile."""
    path = good_library(tmp_path / "library.db")
    monkeypatch.setattr(connection, "has_journal", lambda _path: True)
    with Library.open(path, read_only=True) as library:
        assert library.load("orsha") == small_scenario()
