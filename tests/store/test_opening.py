from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.records.play import ScenarioRow
from engine.store import Library, StoreError, header, migrations
from engine.store.examine import examine
from engine.store.games import Expected
from engine.store.header import APPLICATION_ID, VERSION
from tests.kit import broken
from tests.kit.small import small_scenario


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def text_file(path: Path) -> Path:
    path.write_text("Dear diary", encoding="utf-8")
    return path


def empty_file(path: Path) -> Path:
    path.touch()
    return path


def stub(path: Path) -> Path:
    path.write_bytes(broken.good_library(path).read_bytes()[:50])
    return path


def trapped(path: Path) -> Path:
    return broken.tampered(path, "CREATE TRIGGER boom AFTER UPDATE ON cell BEGIN DELETE FROM unit; END")


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (text_file, "is not a Stavka library, nor any other database"),
        (empty_file, "is empty; it is not a Stavka library"),
        (stub, r"is damaged \(cut short within its first page\)"),
        (broken.foreign, "is a database of another program"),
        (broken.newer, rf"was written by a newer Stavka \(format 99, this one reads up to {VERSION}\)"),
        (broken.cut, r"is damaged \([0-9,]+ bytes are missing at its end\)"),
        (broken.scribbled, "is damaged"),
        (broken.bare, "lacks .* of its tables"),
        (trapped, "holds a trigger named “boom”"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_and_untouched(
    tmp_path: Path, make: Callable[[Path], Path], sentence: str, read_only: bool
) -> None:
    path = make(tmp_path / "library.db")
    before = listing(tmp_path)
    with pytest.raises(StoreError, match=sentence) as caught:
        Library.open(path, read_only=read_only)
    assert str(path) in str(caught.value)
    assert listing(tmp_path) == before


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no library at"):
        Library.open(tmp_path / "none.db")
    with pytest.raises(StoreError, match="is a folder"):
        Library.open(tmp_path)
    assert listing(tmp_path) == {}


def test_a_library_is_not_made_over_another_file(tmp_path: Path) -> None:
    path = text_file(tmp_path / "library.db")
    with pytest.raises(StoreError, match="There is a file at"):
        Library.create(path)
    with pytest.raises(StoreError, match="cannot be opened"):
        Library.create(tmp_path / "no" / "folder.db")


def test_a_library_in_use_says_so(tmp_path: Path) -> None:
    path = broken.good_library(tmp_path / "library.db")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="is in use by another program"):
        Library.open(path, patience=0.05)
    other.execute("ROLLBACK")
    other.close()
    Library.open(path).close()


def test_a_write_that_must_wait_too_long_changes_nothing(tmp_path: Path) -> None:
    path = broken.good_library(tmp_path / "library.db")
    with Library.open(path, patience=0.05) as library:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program"):
            library.remove("orsha")
        other.execute("ROLLBACK")
        other.close()
        assert library.has("orsha")


@pytest.mark.skipif(os.name != "posix", reason="rights are POSIX here")
def test_a_library_without_the_right_to_write_can_still_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = broken.good_library(Path(name) / "library.db")
        path.chmod(0o444)
        Path(name).chmod(0o555)
        user = os.geteuid()
        try:
            if user == 0:
                os.seteuid(65534)
            with pytest.raises(StoreError, match="cannot be written to; make the file and its folder writable"):
                Library.open(path)
            with Library.open(path, read_only=True) as library:
                assert library.load("orsha") == small_scenario()
        finally:
            os.seteuid(user)
            Path(name).chmod(0o755)


def test_the_schema_enforces_references_and_types(tmp_path: Path) -> None:
    path = broken.good_library(tmp_path / "library.db")
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA foreign_keys = on")
    for statement in (
        "INSERT INTO cell (scenario, cell, terrain) VALUES ('nowhere', '0101', 'clear')",
        "INSERT INTO cell (scenario, cell, terrain) VALUES ('orsha', '0901', 'lava')",
        "UPDATE grid SET columns = 'many'",
        "UPDATE grid SET columns = 100000",
        "UPDATE grid SET shape = 'triangle'",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            conn.execute(statement)
            conn.commit()
        conn.rollback()
    assert conn.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    assert conn.execute("PRAGMA user_version").fetchone()[0] == VERSION
    conn.close()


def old_library(path: Path) -> Path:
    """A library of version 0, which kept the title under another name."""
    return broken.tampered(path, "ALTER TABLE scenario RENAME COLUMN title TO heading", "PRAGMA user_version = 0")


def rename_heading(db: Database) -> None:
    db.execute("ALTER TABLE scenario RENAME COLUMN heading TO title")


def test_an_old_library_is_brought_up_to_date_with_a_back_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_library(tmp_path / "library.db")
    monkeypatch.setitem(migrations.STEPS, 0, rename_heading)
    with Library.open(path) as library:
        assert library.load("orsha").the(ScenarioRow).title == "Bridge at Orsha"
    backup = tmp_path / "library.format0-1.db"
    conn = sqlite3.connect(backup)
    assert conn.execute("SELECT heading FROM scenario").fetchone() == ("Bridge at Orsha",)
    assert conn.execute("PRAGMA user_version").fetchone() == (0,)
    conn.close()
    Library.open(path).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["library.db", "library.format0-1.db"]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(db: Database) -> None:
        rename_heading(db)
        db.execute("DELETE FROM terrain_kind")

    path = old_library(tmp_path / "library.db")
    monkeypatch.setitem(migrations.STEPS, 0, fail)
    with pytest.raises(StoreError, match=r"it is unchanged, and a copy is at .*format0-1\.db"):
        Library.open(path)
    conn = sqlite3.connect(path)
    assert conn.execute("SELECT heading FROM scenario").fetchone() == ("Bridge at Orsha",)
    assert conn.execute("PRAGMA user_version").fetchone() == (0,)
    conn.close()


def test_tables_and_columns_declared_since_are_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = broken.loosened(
        tmp_path / "library.db",
        "grid",
        "ALTER TABLE grid DROP COLUMN km",
        "DROP TABLE rule_case",
        "DROP TABLE shipment",
    )
    monkeypatch.setattr(header, "VERSION", VERSION + 1)
    monkeypatch.setattr(migrations, "VERSION", VERSION + 1)
    with Library.open(path) as library:
        assert library.load("orsha") == small_scenario()
    assert (tmp_path / f"library.format{VERSION}-1.db").exists()


def first_library(path: Path) -> Path:
    """A library as the first release made it, before there was weather."""
    tables = ("marker_start", "marker", "weather_zone", "weather")
    return broken.tampered(path, *(f"DROP TABLE {table}" for table in tables), "PRAGMA user_version = 1")


def test_a_library_from_before_the_weather_opens_with_none(tmp_path: Path) -> None:
    path = first_library(tmp_path / "library.db")
    with Library.open(path) as library:
        assert library.load("orsha") == small_scenario()
    conn = sqlite3.connect(path)
    assert conn.execute("SELECT count(*) FROM weather").fetchone() == (0,)
    assert conn.execute("PRAGMA user_version").fetchone() == (VERSION,)
    conn.close()


def test_a_library_from_before_revisions_can_be_written_to(tmp_path: Path) -> None:
    columns = ("library", "game")
    path = broken.tampered(
        tmp_path / "library.db",
        *(f"ALTER TABLE {table} DROP COLUMN revision" for table in columns),
        "PRAGMA user_version = 2",
    )
    with Library.open(path, read_only=True) as library:
        assert library.revision("orsha") == 0
    with Library.open(path) as library:
        game = library.new_game("orsha", name="", seed=1, sides="{}")
        before = library.game_revision(game)
        library.append_entry(game, side="german", action="1", events="[]", expected=Expected(before))
        assert library.game_revision(game) == before + 1
        assert library.undo("orsha", revision=0) is None


def test_an_older_library_is_read_without_touching_it(tmp_path: Path) -> None:
    path = first_library(tmp_path / "library.db")
    before = listing(tmp_path)
    with Library.open(path, read_only=True) as library:
        assert library.load("orsha") == small_scenario()
        with pytest.raises(StoreError):
            library.remove("orsha")
    assert examine(path) == []
    assert listing(tmp_path) == before


def test_a_version_without_a_way_up_is_refused(tmp_path: Path) -> None:
    path = old_library(tmp_path / "library.db")
    before = listing(tmp_path)
    with pytest.raises(StoreError, match="old format 0"):
        Library.open(path)
    assert listing(tmp_path) == before
