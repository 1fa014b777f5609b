"""Every defect of a map is listed, with its place, and only errors forbid the board."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board import Board, check_board
from engine.errors import ScenarioError
from engine.records import Record, Rows
from engine.records import board as records
from tests.kit.boards import board_rows, box, place, rail, region, river


def small() -> Rows:
    return board_rows("""
        . . .
        . . .
        . . .
    """)


def test_a_sound_map_has_no_problems() -> None:
    rows = small()
    river(rows, "0202", "0201", "0203")
    rail(rows, "0101", "0201", "0301")
    box(rows, "reserve", "0101")
    place(rows, "Minsk", "0202")
    place(rows, "Minsk", "0203")
    region(rows, "west", "0101", "reserve")
    rows.put(records.Link(cell="0101", other="0303", kind="sea"))
    rows.put(records.Hexside(cell="0101", side=0, kind="lake"))
    assert check_board(rows) == []


DEFECTS: list[tuple[Record, str, str]] = [
    (records.CellRow(cell="0101", terrain="jungle"), "no terrain kind 'jungle'", "terrain"),
    (records.CellRow(cell="0901", terrain="clear"), "columns run from 1 to 3, and there is no such box", "cell"),
    (records.CellRow(cell="1.1", terrain="clear"), "cell 0101 has its terrain twice", "cell"),
    (records.Hexside(cell="0101", side=2, kind="moat"), "no hexside kind 'moat'", "kind"),
    (records.Hexside(cell="0104", side=2, kind="river"), "rows run from 1 to 3", "cell"),
    (records.Hexside(cell="0101", side=6, kind="river"), "sides of this grid run from 0 to 5", "side"),
    (records.Link(cell="0101", other="0201", kind="canal"), "no link kind 'canal'", "kind"),
    (records.Link(cell="0101", other="0303", kind="rail"), "0101 and 0303 do not adjoin", "other"),
    (records.Link(cell="0101", other="0101", kind="rail"), "two different cells", "other"),
    (records.Link(cell="depot", other="0101", kind="rail"), "'depot' is not a cell number", "cell"),
    (records.Link(cell="0101", other="depot", kind="rail"), "'depot' is not a cell number", "other"),
    (records.Place(place="p", name="P", kind="castle", cell="0101"), "no place kind 'castle'", "kind"),
    (records.Place(place="q", name="Q", kind="city", cell="0401"), "columns run from 1 to 3", "cell"),
    (records.RegionCell(region="east", cell="0101"), "no region 'east'", "region"),
    (records.RegionCell(region="west", cell="0401"), "columns run from 1 to 3", "cell"),
    (records.Box(box="0102", name="Depot"), "a box may not be called like cell 0102", "box"),
]


@pytest.mark.parametrize(("record", "message", "field"), DEFECTS, ids=lambda value: str(value)[:40])
def test_each_defect_is_named_with_its_row_and_field(record: Record, message: str, field: str) -> None:
    rows = small()
    region(rows, "west", "0101")
    rows.put(record)
    with pytest.raises(ScenarioError) as caught:
        Board.from_rows(rows)
    [problem] = caught.value.problems
    assert message in problem.message
    assert (problem.table, problem.key, problem.field) == (record.table, record.identity(), field)


def test_a_side_of_a_box_is_a_defect() -> None:
    rows = small()
    box(rows, "reserve", "0101")
    rows.put(records.Hexside(cell="reserve", side=0, kind="river"))
    assert [problem.message for problem in check_board(rows)] == ["box reserve has no sides"]


def test_all_defects_are_listed_at_once() -> None:
    rows = small()
    for record, _, _ in DEFECTS:
        rows.put(record)
    found = {message for _, message, _ in DEFECTS for problem in check_board(rows) if message in problem.message}
    assert found == {message for _, message, _ in DEFECTS}


def test_cells_without_terrain_are_counted_and_the_first_are_named() -> None:
    rows = small()
    for label in ("0201", "0203"):
        rows.drop(records.CellRow, label)
    [problem] = check_board(rows)
    assert problem.message == "2 cells have no terrain: 0201, 0203"
    assert problem.key == ("0201",)


def test_a_place_twice_in_one_cell_is_a_defect() -> None:
    rows = small()
    rows.put(records.Place(place="minsk", name="Minsk", kind="city", cell="0101"))
    rows.put(records.Place(place="minsk-2", name="Minsk", kind="town", cell="01.01"))
    [problem] = check_board(rows)
    assert (problem.key, problem.message) == (("minsk-2",), "Minsk is already in 0101, as place minsk")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (records.Hexside(cell="0101", side=0, kind="river"), "River lies on the edge of the map"),
        (records.Hexside(cell="0202", side=0, kind="river"), "stored as side 3 of 0201"),
        (records.Link(cell="0202", other="0201", kind="rail"), "stored from 0201"),
    ],
)
def test_what_is_merely_odd_is_a_warning_and_the_board_is_built(record: Record, message: str) -> None:
    rows = small()
    rows.put(record)
    [problem] = check_board(rows)
    assert message in problem.message
    assert problem.severity == "warning"
    assert Board.from_rows(rows).size == 9


def test_a_scenario_without_grid_or_terrain_kinds_says_so() -> None:
    assert [problem.message for problem in check_board(Rows())] == ["the scenario has no grid"]
    rows = Rows([records.Grid(columns=1, rows=1)])
    assert "at least one kind of terrain" in check_board(rows)[0].message


def test_numbering_that_cannot_work_is_listed_not_raised() -> None:
    rows = Rows([records.Grid(numbering="ccrr-sheet", sheets="N")])
    assert {problem.field for problem in check_board(rows)} == {"sheets", "sheet_rows"}


@pytest.mark.parametrize("kind", [records.HexsideKind, records.LinkKind])
def test_more_kinds_than_bits_are_refused(kind: Any) -> None:
    rows = small()
    for number in range(32):
        rows.put(kind(kind=f"k{number}", name="K"))
    [problem] = check_board(rows)
    assert "the most is 32" in problem.message
    assert problem.table == kind.table
