"""Families of scenarios: a folder within another holds only what is different."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import ScenarioError
from engine.records import Rows
from engine.records.counters import Side
from engine.records.play import Placement, ScenarioRow, Turn
from engine.store.library import Library
from engine.store.sources import build_library, read_sources, source_folders

PARENT = {
    "scenario": "title\tturns\tsystem\nThe whole front\t12\tcustom\n",
    "grid": "shape\tcolumns\trows\nhex\t4\t3\n",
    "terrain_kind": "kind\tname\nclear\tClear\n",
    "side": "side\tname\tposition\nred\tRed\t0\nblue\tBlue\t1\n",
    "turn": "turn\tname\n1\tJune\n2\tJuly\n",
    "placement": "placement\tside\tcount\nred-1\tred\t2\nblue-1\tblue\t3\n",
}
CHILD = {
    "scenario": "title\tturns\nThe north\t4\n",
    "placement": "placement\tside\tcount\nred-1\tred\t1\nred-2\tred\t5\n",
    "drop": "table\tkey\nturn\nplacement\tblue-1\n",
}


def write(folder: Path, tables: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in tables.items():
        (folder / f"{name}.tsv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def child(tmp_path: Path) -> Rows:
    write(tmp_path / "scenarios" / "front", PARENT)
    return read_sources(write(tmp_path / "scenarios" / "front" / "north", CHILD))


def test_a_member_takes_over_what_it_does_not_say(child: Rows) -> None:
    about = child.the(ScenarioRow)
    assert (about.title, about.turns, about.system, about.family) == ("The north", 4, "custom", "front")
    assert [side.name for side in child.all(Side)] == ["Red", "Blue"]


def test_a_member_changes_adds_and_leaves_out(child: Rows) -> None:
    assert {row.placement: row.count for row in child.all(Placement)} == {"red-1": 1, "red-2": 5}
    assert child.all(Turn) == []


def test_the_parent_is_as_it_was_and_knows_its_family(tmp_path: Path, child: Rows) -> None:
    parent = read_sources(tmp_path / "scenarios" / "front")
    assert parent.the(ScenarioRow).family == "front"
    assert len(parent.all(Turn)) == 2 and parent.get(Placement, "red-1").count == 2  # type: ignore[union-attr]


def test_the_library_holds_every_member_whole(tmp_path: Path, child: Rows) -> None:
    assert [folder.name for folder in source_folders(tmp_path)] == ["front", "north"]
    assert build_library(tmp_path, tmp_path / "made.db") == ["front", "north"]
    with Library.open(tmp_path / "made.db") as library:
        assert library.load("north").the(ScenarioRow) == child.the(ScenarioRow)
        assert len(library.load("north").all(Side)) == 2


def test_leaving_out_what_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path / "scenarios" / "front", PARENT)
    folder = write(tmp_path / "scenarios" / "front" / "south", CHILD | {"drop": "table\tkey\nplacement\tgreen-7\n"})
    with pytest.raises(ScenarioError, match="there is no placement green-7 to leave out"):
        read_sources(folder)


def test_a_scenario_without_kin_has_no_family(tmp_path: Path) -> None:
    alone = read_sources(write(tmp_path / "scenarios" / "alone", PARENT))
    assert alone.the(ScenarioRow).family == ""
