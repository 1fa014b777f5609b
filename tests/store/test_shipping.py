from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import ScenarioError
from engine.records import Rows
from engine.records.board import CellRow
from engine.records.changes import put
from engine.records.play import ScenarioRow, Turn
from engine.store import (
    Library,
    build_library,
    open_user_library,
    places,
    read_sources,
    schema_page,
    source_folders,
)
from engine.store.bundle import table_lines
from tests.kit.small import small_scenario

ROOT = Path(__file__).parents[2]


def write_sources(folder: Path, rows: Rows) -> None:
    folder.mkdir(parents=True)
    for kind in {type(row) for row in rows}:
        lines = ["# a comment", *table_lines(kind, rows.all(kind))]
        (folder / f"{kind.table}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program folder of its own with one scenario, and a user without a library."""
    folder = tmp_path / "program"
    write_sources(folder / "resources" / "scenarios" / "orsha", small_scenario())
    build_library(folder / "resources", folder / "scenarios.db")
    monkeypatch.setattr(places, "shipped_folder", lambda: folder)
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path / "home" / "deep"))
    return folder


def rebuild(folder: Path, slug: str, rows: Rows) -> None:
    for file in (folder / "resources" / "scenarios").glob(f"{slug}/*"):
        file.unlink()
    for empty in (folder / "resources" / "scenarios").glob(slug):
        empty.rmdir()
    write_sources(folder / "resources" / "scenarios" / slug, rows)
    build_library(folder / "resources", folder / "scenarios.db")


def test_sources_give_the_rows_that_were_written(tmp_path: Path) -> None:
    write_sources(tmp_path / "orsha", small_scenario())
    assert read_sources(tmp_path / "orsha") == small_scenario()


def test_problems_of_sources_name_file_and_line(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios" / "orsha"
    folder.mkdir(parents=True)
    (folder / "turn.tsv").write_text("turn\tname\n# first\nx\tJuly\n", encoding="utf-8")
    (folder / "dragon.tsv").write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        build_library(tmp_path, tmp_path / "scenarios.db")
    assert [str(problem) for problem in caught.value.problems] == [
        "orsha/: the file dragon.tsv is named for no table",
        "orsha/turn line 3, turn: the value is “x”, but must be a whole number from 1 to 200",
    ]
    assert not (tmp_path / "scenarios.db").exists()


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    write_sources(tmp_path / "scenarios" / "orsha", small_scenario())
    for name in ("one.db", "two.db"):
        assert build_library(tmp_path, tmp_path / name) == ["orsha"]
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.db", "scenarios", "two.db"]


def test_the_committed_library_is_built_from_the_committed_sources(tmp_path: Path) -> None:
    slugs = build_library(ROOT / "resources", tmp_path / "built.db")
    assert slugs == [folder.name for folder in source_folders(ROOT / "resources")]
    with (
        Library.open(tmp_path / "built.db", read_only=True) as built,
        Library.open(ROOT / "scenarios.db", read_only=True) as committed,
    ):
        assert committed.scenarios() == built.scenarios(), "run `stavka build-library` and commit scenarios.db"
        for slug in slugs:
            assert committed.load(slug) == built.load(slug), "run `stavka build-library` and commit scenarios.db"


def test_the_committed_schema_page_is_current() -> None:
    committed = (ROOT / "resources" / "schema.md").read_text(encoding="utf-8")
    assert committed == schema_page(), (
        "run `stavka schema -o resources/schema.md`; if a table or column came in since the last release, "
        "raise VERSION in engine/store/header.py first"
    )


def test_the_first_start_copies_the_shipped_library(shipped: Path) -> None:
    before = (shipped / "scenarios.db").read_bytes()
    with open_user_library() as library:
        assert library.path == places.user_library() != places.shipped_library()
        assert library.load("orsha") == small_scenario()
        assert library.scenarios()[0].shipped
        library.remove("orsha")
    assert (shipped / "scenarios.db").read_bytes() == before
    assert [path.name for path in places.user_folder().iterdir()] == ["scenarios.db"]


def test_new_and_newer_shipped_scenarios_arrive_later(shipped: Path) -> None:
    open_user_library().close()
    rebuild(shipped, "orsha", small_scenario("Second edition"))
    rebuild(shipped, "minsk", small_scenario("Minsk"))
    with open_user_library() as library:
        titles = {info.slug: info.title for info in library.scenarios()}
    assert titles == {"orsha": "Second edition", "minsk": "Minsk"}


def test_what_the_user_edited_or_removed_stays_so(shipped: Path) -> None:
    rebuild(shipped, "minsk", small_scenario("Minsk"))
    with open_user_library() as library:
        library.edit("orsha", "Paint", [put(library.load("orsha"), CellRow(cell="0101", terrain="forest"))])
        library.remove("minsk")
        mine = library.load("orsha")
    rebuild(shipped, "orsha", small_scenario("Second edition"))
    rebuild(shipped, "minsk", small_scenario("Minsk, second edition"))
    for _ in range(2):
        with open_user_library() as library:
            assert library.load("orsha") == mine
            assert not library.has("minsk")


def test_rows_of_tables_win_over_rows_of_the_recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = [ScenarioRow(title="Laid"), Turn(turn=1, name="laid"), Turn(turn=2, name="laid")]
    monkeypatch.setattr("engine.store.sources._laid", lambda folder: laid)
    (tmp_path / "turn.tsv").write_text("turn\tname\n2\ttyped\n3\ttyped\n", encoding="utf-8")
    assert [row.name for row in read_sources(tmp_path).all(Turn)] == ["laid", "typed", "typed"]


def test_variants_of_one_s_own_follow_a_newer_release(shipped: Path) -> None:
    with open_user_library() as library:
        library.vary("orsha", "north", "The north")
    rows = small_scenario()
    rows.put(Turn(turn=4, name="4 July"))
    rebuild(shipped, "orsha", rows)
    with open_user_library() as library:
        assert library.load("orsha") == rows
        assert library.load("north").has(Turn, 4)
        assert library.load("north").the(ScenarioRow).title == "The north"
