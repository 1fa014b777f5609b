"""A part of a scenario: a window of its map keeps its numbers, its hexsides and only the units that play there."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.board import Board
from engine.errors import ScenarioError
from engine.ids import Cell
from engine.records import Rows
from engine.records.board import CellRow, Grid, Hexside, Place, Region
from engine.records.counters import Face, Formation, Unit
from engine.records.play import Arrival, Option, Placement, Turn
from engine.scenario.part import ChildMap, cut
from tests.kit.shipped import shipped_rows


@pytest.fixture(scope="module")
def whole() -> Rows:
    """The rows of the whole front."""
    return shipped_rows("proud-monster")


@pytest.fixture(scope="module", params=[("1811N", "2914N"), ("1725N", "3003S"), ("1701S", "2205S")])
def window(request: pytest.FixtureRequest, whole: Rows) -> tuple[Rows, str, str]:
    """A part of the north sheet, one across the seam and one of the south sheet; its rows and its corners."""
    first, last = request.param
    return cut(alone(whole), ChildMap(first=first, last=last)), first, last


def alone(whole: Rows) -> Rows:
    """The rows without arrivals, so that only those who stand somewhere count."""
    rows = whole.copy()
    for row in list(rows.all(Arrival)):
        rows.drop(Arrival, row.arrival)
    return rows


def test_cells_keep_their_numbers_and_their_ground(window: tuple[Rows, str, str], whole: Rows) -> None:
    part, first, last = window
    board, all_of_it = Board.from_rows(part), Board.from_rows(whole)
    grid = part.the(Grid)
    assert (board.label(Cell(0)), board.label(Cell(board.grid.size - 1))) == (first, last)
    assert board.grid.size == grid.columns * grid.rows == len(part.all(CellRow))
    for number in range(board.grid.size):
        label = board.label(Cell(number))
        old = all_of_it.cell(label)
        assert board.terrain_of(Cell(number)) == all_of_it.terrain_of(old)
        near = {board.label(each) for each in board.neighbours(Cell(number))}
        assert near <= {all_of_it.label(each) for each in all_of_it.neighbours(old)}, (
            "columns stay shifted as they were"
        )


def test_hexsides_within_stay_and_those_of_the_edge_go(window: tuple[Rows, str, str], whole: Rows) -> None:
    part, _, _ = window
    board, all_of_it = Board.from_rows(part), Board.from_rows(whole)
    assert {row.identity() for row in part.all(Hexside)} <= {row.identity() for row in whole.all(Hexside)}
    for number in range(board.grid.size):
        for other in board.neighbours(Cell(number)):
            a, b = board.label(Cell(number)), board.label(other)
            side = board.grid.side_between(Cell(number), other)
            old = all_of_it.grid.side_between(all_of_it.cell(a), all_of_it.cell(b))
            assert side is not None and old is not None
            assert board.hexsides_of(Cell(number), side) == all_of_it.hexsides_of(all_of_it.cell(a), old)


def test_only_who_stands_there_stays(window: tuple[Rows, str, str]) -> None:
    part, _, _ = window
    board = Board.from_rows(part)
    for line in part.all(Placement):
        assert line.cell is not None and board.cell(line.cell) < board.grid.size
    drawn = sum(line.count for line in part.all(Placement))
    assert len(part.all(Unit)) == drawn > 0
    units = {unit.unit for unit in part.all(Unit)}
    assert {face.unit for face in part.all(Face)} == units
    used = {unit.formation for unit in part.all(Unit)}
    assert used <= {row.formation for row in part.all(Formation)}
    assert all(place.cell for place in part.all(Place)) and not part.all(Option)
    assert all(row.turn <= 12 for row in part.all(Turn)) and part.all(Region)


def test_a_pool_is_thinned_evenly(whole: Rows) -> None:
    part = cut(alone(whole), ChildMap(first="1811N", last="2914N"))
    members = [unit.unit for unit in whole.all(Unit) if unit.pool == "rd"]
    kept = [members.index(unit.unit) for unit in part.all(Unit) if unit.pool == "rd"]
    gaps = [after - before for before, after in pairwise(kept)]
    assert kept[0] == 0 and max(gaps) - min(gaps) <= 1


def test_corners_the_wrong_way_round_are_told(whole: Rows) -> None:
    with pytest.raises(ScenarioError, match="does not lie south-east"):
        cut(whole, ChildMap(first="2914N", last="1811N"))
