from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from engine.errors import ScenarioError
from engine.records import Record, Rows
from engine.records.board import CellRow, Grid, TerrainKind
from engine.records.changes import drop
from engine.records.counters import Unit
from engine.records.play import ScenarioRow
from engine.store import Library, StoreError
from tests.kit.random_rows import sound_rows
from tests.kit.small import small_scenario


def test_a_scenario_comes_back_as_it_was(library: Library) -> None:
    assert library.load("orsha") == small_scenario()
    assert [row.cell for row in library.load("orsha").all(CellRow)] == [r.cell for r in small_scenario().all(CellRow)]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(sound_rows())
def test_every_scenario_survives_the_database(tmp_path_factory: pytest.TempPathFactory, rows: Rows) -> None:
    path = tmp_path_factory.mktemp("law") / "library.db"
    with Library.create(path) as library:
        library.add("any", rows)
    with Library.open(path, read_only=True) as library:
        assert library.load("any") == rows


def test_the_list_says_what_each_scenario_is(library: Library) -> None:
    (info,) = library.scenarios()
    assert (info.slug, info.title, info.subtitle, info.system) == (
        "orsha",
        "Bridge at Orsha",
        "A training scenario",
        "custom",
    )
    assert info.sides == ("German", "Soviet")
    assert (info.turns, info.columns, info.rows, info.units) == (3, 6, 4, 2)
    assert info.edited_at is None and info.shipped is False


@pytest.mark.parametrize("lost", [ScenarioRow, Grid])
def test_a_scenario_without_a_title_or_a_grid_is_not_kept(library: Library, lost: type[Record]) -> None:
    rows = small_scenario()
    rows.drop(lost)
    with pytest.raises(ScenarioError, match=f"the scenario has no {lost.table} row"):
        library.add("half", rows)
    with pytest.raises(ScenarioError, match="it cannot be removed"):
        library.edit("orsha", "Half", [drop(small_scenario().the(lost))])
    assert [info.slug for info in library.scenarios()] == ["orsha"]


def test_a_slug_is_taken_once(library: Library) -> None:
    with pytest.raises(StoreError, match="There is a scenario orsha already"):
        library.add("orsha", small_scenario())
    library.add("orsha", small_scenario("Another"), replace=True)
    assert library.load("orsha").the(ScenarioRow).title == "Another"


@pytest.mark.parametrize("slug", ["", "Orsha", "a b", "x" * 61, "-a", "ä", "a/b"])
def test_what_cannot_be_typed_is_no_slug(library: Library, slug: str) -> None:
    with pytest.raises(StoreError, match="cannot name a scenario"):
        library.add(slug, Rows())


def test_remove_rename_and_duplicate(library: Library) -> None:
    library.duplicate("orsha", "copy", title="Copy of it")
    library.rename("orsha", "bridge")
    assert [info.slug for info in library.scenarios()] == ["bridge", "copy"]
    assert library.load("bridge") == small_scenario()
    assert library.load("copy") == small_scenario("Copy of it")
    library.remove("copy")
    assert [info.slug for info in library.scenarios()] == ["bridge"]
    with pytest.raises(StoreError, match="There is no scenario copy"):
        library.load("copy")


def test_a_scenario_with_faults_is_refused_whole(library: Library) -> None:
    rows = small_scenario()
    rows.put(Grid(columns=100_000))
    rows.put(CellRow(cell="0101", terrain="lava"))
    with pytest.raises(ScenarioError) as caught:
        library.add_all({"good": small_scenario(), "bad": rows})
    assert {(problem.table, problem.field) for problem in caught.value.problems} == {
        ("grid", "columns"),
        ("cell", "terrain"),
    }
    assert [info.slug for info in library.scenarios()] == ["orsha"]


def test_values_the_database_cannot_hold_are_problems(library: Library) -> None:
    rows = Rows([TerrainKind(kind="a", name="\ud800"), Grid(km=float("inf")), ScenarioRow(title="t", turns=2**70)])
    with pytest.raises(ScenarioError) as caught:
        library.add("odd", rows)
    assert {problem.table for problem in caught.value.problems} == {"terrain_kind", "grid", "scenario"}


def test_a_library_that_is_only_read_cannot_be_changed(library: Library, path: Path) -> None:
    library.close()
    before = path.read_bytes()
    with Library.open(path, read_only=True) as reader:
        assert len(reader.load("orsha").all(Unit)) == 2
        with pytest.raises(StoreError, match="cannot be written to"):
            reader.remove("orsha")
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_two_programs_may_have_it_open(library: Library, path: Path) -> None:
    with Library.open(path) as other:
        other.duplicate("orsha", "copy")
        assert library.has("copy")
