"""Variants in a library: they follow the scenario they stand on in every row that is not their own."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from engine.records import Record, Rows
from engine.records.board import CellRow, Grid
from engine.records.changes import Change, drop, put
from engine.records.counters import Formation, Unit
from engine.records.play import ScenarioRow, Turn
from engine.store import Library, journal
from engine.store.bundle import read_bundle, write_bundle


@pytest.fixture
def family(library: Library) -> Library:
    """A scenario and a variant of it."""
    library.vary("orsha", "north", "Orsha, the north")
    return library


def paint(library: Library, slug: str, cell: str, terrain: str, merge: bool = False) -> None:
    change = put(library.load(slug), CellRow(cell=cell, terrain=terrain))
    library.edit(slug, f"Paint {terrain}", [change], merge)


def terrain(library: Library, slug: str, cell: str) -> str:
    row = library.load(slug).get(CellRow, cell)
    assert row is not None
    return row.terrain


def without_names(rows: Rows) -> set[Record]:
    return {row for row in rows if not isinstance(row, ScenarioRow)}


def test_a_variant_has_all_rows_of_its_parent_and_names_it(family: Library) -> None:
    about = family.load("north").the(ScenarioRow)
    assert (about.title, about.family, about.turns) == ("Orsha, the north", "orsha", 3)
    assert list(family.load("north").all(Unit)) == list(family.load("orsha").all(Unit))
    assert {info.slug: info.family for info in family.scenarios()} == {"orsha": "", "north": "orsha"}


def test_inherited_rows_follow_an_edit_its_undo_and_its_redo(family: Library) -> None:
    paint(family, "orsha", "0101", "swamp")
    assert terrain(family, "north", "0101") == "swamp"
    family.undo("orsha")
    assert terrain(family, "north", "0101") == "clear"
    family.redo("orsha")
    assert terrain(family, "north", "0101") == "swamp"
    names = [line.name for line in family.history("north")]
    assert names == [f"{told} (in Bridge at Orsha)" for told in ("Paint swamp", "Undo Paint swamp", "Paint swamp")]


def test_a_thousand_scenarios_that_stand_on_each_other_follow_all_the_same(library: Library) -> None:
    """Strangers can make such a library; the last stands on the first, so that there is no end either."""
    slugs = ["orsha", *(f"after-{number}" for number in range(1, 1001))]
    rows, about = library.load("orsha"), library.load("orsha").the(ScenarioRow)
    small = Rows(row for row in rows if type(row).table in ("scenario", "grid"))
    for one, other in pairwise(slugs):
        small.put(msgspec.structs.replace(about, family=one))
        library.add(other, small.copy())
    grid = library.load("orsha").the(Grid)
    library.edit("orsha", "Widen", [put(library.load("orsha"), msgspec.structs.replace(grid, columns=9))])
    assert {library.load(slug).the(Grid).columns for slug in slugs} == {9}


def test_what_is_one_s_own_stays_and_the_parent_never_follows(family: Library) -> None:
    paint(family, "north", "0101", "hills")
    paint(family, "orsha", "0101", "swamp")
    assert (terrain(family, "orsha", "0101"), terrain(family, "north", "0101")) == ("swamp", "hills")


def test_rows_added_and_removed_follow_and_removed_ones_stay_removed(family: Library) -> None:
    rows = family.load("north")
    turn = rows.get(Turn, 3)
    assert turn is not None
    family.edit("north", "Shorten", [drop(turn)])
    family.edit("orsha", "Name", [put(family.load("orsha"), Turn(turn=3, name="The third"))])
    family.edit("orsha", "Lengthen", [put(family.load("orsha"), Turn(turn=4, name="4 July"))])
    assert [row.turn for row in family.load("north").all(Turn)] == [1, 2, 4]


def test_the_facts_follow_column_by_column(family: Library) -> None:
    before = family.load("orsha").the(ScenarioRow)
    after = msgspec.structs.replace(before, title="The bridges", turns=9, description="A river line.")
    family.edit("orsha", "Facts", [Change("scenario", (), before, after)])
    about = family.load("north").the(ScenarioRow)
    assert (about.title, about.turns, about.description) == ("Orsha, the north", 9, "A river line.")


def test_a_variant_takes_the_edit_back_in_its_own_history(family: Library) -> None:
    paint(family, "orsha", "0101", "swamp")
    undone = family.undo("north")
    assert undone is not None and undone.name == "Paint swamp (in Bridge at Orsha)"
    assert (terrain(family, "orsha", "0101"), terrain(family, "north", "0101")) == ("swamp", "clear")


def test_strokes_of_the_parent_join_in_the_variant_too(family: Library) -> None:
    paint(family, "orsha", "0101", "swamp")
    paint(family, "orsha", "0102", "swamp", merge=True)
    assert len(family.history("north")) == 1
    family.undo("north")
    assert terrain(family, "north", "0101") == terrain(family, "north", "0102") == "clear"


def test_variants_of_variants_follow_and_a_ring_ends(family: Library) -> None:
    family.vary("north", "far-north", "Orsha, the far north")
    paint(family, "orsha", "0101", "swamp")
    assert terrain(family, "far-north", "0101") == "swamp"
    before = family.load("orsha").the(ScenarioRow)
    family.edit("orsha", "Ring", [put(family.load("orsha"), msgspec.structs.replace(before, family="far-north"))])
    paint(family, "orsha", "0202", "swamp")
    assert terrain(family, "far-north", "0202") == "swamp"


def test_what_a_variant_still_needs_is_not_taken_from_it(family: Library) -> None:
    rows = family.load("north")
    own = Unit(unit="own", name="Own", side="german", nationality="german", formation="2pzgr")
    family.edit("north", "Add", [put(rows, own)])
    rows = family.load("orsha")
    unit, formation = rows.get(Unit, "xxiv-pz"), rows.get(Formation, "2pzgr")
    assert unit is not None and formation is not None
    family.edit("orsha", "Disband", [put(rows, msgspec.structs.replace(unit, formation=None)), drop(formation)])
    assert family.load("north").has(Formation, "2pzgr"), "its own unit belongs to it"
    assert not family.load("orsha").has(Formation, "2pzgr")


def test_parent_and_variant_are_written_together_or_not_at_all(
    family: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = family.load("orsha"), family.load("north")
    real, calls = journal._append, []

    def fails(*args: object) -> int:
        calls.append(args[1])
        if len(calls) == 2:
            raise sqlite3.OperationalError("the disk is full")
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(journal, "_append", fails)
    with pytest.raises(Exception, match="disk"):
        paint(family, "orsha", "0101", "swamp")
    assert calls == ["orsha", "north"]
    assert (family.load("orsha"), family.load("north")) == before
    assert not family.history("orsha") and not family.history("north")


def test_another_slug_of_the_parent_is_known_to_its_variants(family: Library) -> None:
    family.rename("orsha", "bridges")
    assert family.load("north").the(ScenarioRow).family == "bridges"
    paint(family, "bridges", "0101", "swamp")
    assert terrain(family, "north", "0101") == "swamp"


def test_a_bundle_is_whole_and_finds_its_parent_again(family: Library, tmp_path: Path) -> None:
    paint(family, "north", "0202", "hills")
    bundle = write_bundle(family.load("north"))
    with Library.create(tmp_path / "other.db") as other:
        other.add("north", read_bundle(bundle))
        assert other.load("north") == family.load("north")
        other.add("orsha", family.load("orsha"))
        paint(other, "orsha", "0101", "swamp")
        assert (terrain(other, "north", "0101"), terrain(other, "north", "0202")) == ("swamp", "hills")


def test_without_its_parent_a_variant_stays_what_it_is(family: Library) -> None:
    rows = family.load("north")
    family.remove("orsha")
    assert family.load("north") == rows
    paint(family, "north", "0101", "hills")


def test_a_reader_hears_of_it_as_of_any_edit(family: Library) -> None:
    rows, mark = family.load_marked("north")
    paint(family, "orsha", "0101", "swamp")
    news = family.news("north", rows, mark)
    assert [change.key for change in news.changes] == [("0101",)]
    assert news.revision == mark.revision + 1
