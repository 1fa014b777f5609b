from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.errors import ScenarioError
from engine.records import Rows
from engine.records.board import CellRow, TerrainKind, Underlay
from engine.records.changes import Change, drop, put
from engine.records.counters import Unit
from engine.store import Library, StoreError
from tests.kit.small import small_scenario


def paint(rows: Rows, cell: str, terrain: str) -> Change:
    change = put(rows, CellRow(cell=cell, terrain=terrain))
    change.apply(rows)
    return change


def test_an_edit_changes_the_rows_and_the_time(library: Library) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "Paint forest", [paint(rows, "0101", "forest")])
    assert library.load("orsha") == rows != small_scenario()
    assert library.scenarios()[0].edited_at is not None


def test_undo_and_redo_survive_closing(library: Library, path: Path) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "One", [paint(rows, "0101", "forest")])
    after_one = rows.copy()
    library.edit("orsha", "Two", [paint(rows, "0102", "swamp"), drop(rows.all(CellRow)[-1])])
    library.close()
    with Library.open(path) as again:
        undone = again.undo("orsha")
        assert undone is not None and undone.name == "Two"
        assert again.load("orsha") == after_one
    with Library.open(path) as again:
        assert [(line.name, line.undone) for line in again.history("orsha")] == [("One", False), ("Two", True)]
        assert again.undo("orsha") and again.load("orsha") == small_scenario()
        assert again.undo("orsha") is None
        redone = again.redo("orsha")
        assert redone is not None and redone.name == "One"
        assert again.load("orsha") == after_one


def test_undo_tells_what_to_do_to_rows_in_memory(library: Library) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "Paint", [paint(rows, "0101", "forest"), paint(rows, "0101", "swamp")])
    undone = library.undo("orsha")
    assert undone is not None
    for change in undone.changes:
        change.apply(rows)
    assert rows == small_scenario()


def test_a_new_edit_discards_what_was_undone(library: Library) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "Old", [paint(rows, "0101", "forest")])
    library.undo("orsha")
    library.edit("orsha", "New", [put(library.load("orsha"), CellRow(cell="0102", terrain="hills"))])
    assert library.redo("orsha") is None
    assert [line.name for line in library.history("orsha")] == ["New"]


def test_strokes_merge_into_one_edit(library: Library) -> None:
    rows = library.load("orsha")
    library.edit("orsha", "Paint, 1 hex", [paint(rows, "0101", "forest")])
    library.edit("orsha", "Paint, 2 hexes", [paint(rows, "0102", "forest")], merge=True)
    library.edit("orsha", "Paint, 2 hexes", [paint(rows, "0101", "swamp")], merge=True)
    assert [line.name for line in library.history("orsha")] == ["Paint, 2 hexes"]
    assert library.load("orsha") == rows
    undone = library.undo("orsha")
    assert undone is not None and len(undone.changes) == 2
    assert library.load("orsha") == small_scenario()


def test_pictures_go_through_the_journal(library: Library) -> None:
    picture = Underlay(name="scan", image=bytes(range(256)))
    library.edit("orsha", "Add scan", [put(library.load("orsha"), picture)])
    library.undo("orsha")
    library.redo("orsha")
    assert library.load("orsha").get(Underlay, "scan") == picture


def test_an_edit_that_leaves_a_reference_to_nothing_is_refused(library: Library) -> None:
    kind = library.load("orsha").get(TerrainKind, "forest")
    assert kind is not None
    with pytest.raises(ScenarioError) as caught:
        library.edit("orsha", "Delete forest", [drop(kind)])
    assert {problem.table for problem in caught.value.problems} == {"cell"}
    assert "there is no terrain kind called “forest”" in str(caught.value)
    assert library.load("orsha") == small_scenario()
    assert library.history("orsha") == []


def test_an_edit_with_a_value_out_of_range_is_refused(library: Library) -> None:
    unit = library.load("orsha").all(Unit)[0]
    many = msgspec.structs.replace(unit, quantity=5000)
    with pytest.raises(ScenarioError, match="quantity"):
        library.edit("orsha", "Many", [Change("unit", (unit.unit,), unit, many)])
    assert library.load("orsha") == small_scenario()


def test_an_edit_of_a_row_that_another_program_changed_is_refused(library: Library, path: Path) -> None:
    mine, theirs = library.load("orsha"), library.load("orsha")
    with Library.open(path) as other:
        other.edit("orsha", "Theirs", [paint(theirs, "0101", "hills")])
    with pytest.raises(StoreError, match=r"changed the same thing meanwhile \(cell 0101\)"):
        library.edit("orsha", "Mine", [paint(mine, "0102", "swamp"), paint(mine, "0101", "swamp")])
    assert library.load("orsha") == theirs


def test_an_edit_of_a_scenario_that_is_not_there(library: Library) -> None:
    with pytest.raises(StoreError, match="There is no scenario minsk"):
        library.edit("minsk", "Paint", [])
