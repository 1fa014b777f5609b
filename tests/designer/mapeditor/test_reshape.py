"""Resizing, cropping, renumbering and turning the whole map: every row follows its cell."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from designer.mapeditor.operations import reshape
from designer.mapeditor.operations.blank import blank
from designer.mapeditor.operations.ground import Ground
from designer.mapeditor.operations.reshape import Margins
from designer.mapeditor.operations.statistics import statistics
from engine.board import Board
from engine.errors import ScenarioError
from engine.records import Rows
from engine.records.board import Box, CellRow, Grid, Hexside, Link, Place, RegionCell
from engine.records.changes import Change
from engine.records.play import Placement
from engine.scenario import check
from tests.kit.maps import sample_map

GRIDS: list[dict[str, Any]] = [{}, {"orientation": "pointy"}, {"shape": "square"}]


def applied(rows: Rows, changes: list[Change]) -> Rows:
    """The rows after changes."""
    after = rows.copy()
    for change in changes:
        change.apply(after)
    return after


def neighbourhood(rows: Rows) -> dict[str, set[tuple[str, frozenset[str], frozenset[str]]]]:
    """For each place: the terrain of each neighbour, with what lies between; the same under any renumbering."""
    board = Board.from_rows(rows)
    found = {}
    for place in board.places:
        cell = board.cell(place.cell)
        around = set()
        for side in range(board.grid.sides):
            other = board.grid.neighbour(cell, side)
            if other is not None:
                around.add((board.terrain_of(other), board.hexsides_of(cell, side), board.links_between(cell, other)))
        found[place.place] = around
    return found


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("margins", [Margins(west=1), Margins(north=1), Margins(2, 3, 4, 5), Margins(west=3, north=3)])
def test_growing_keeps_every_neighbour(grid: dict[str, Any], margins: Margins) -> None:
    rows = sample_map(14, 12, **grid)
    after = applied(rows, reshape.resize(Ground(rows), margins))
    shape = after.the(Grid)
    assert (shape.columns, shape.rows) == (14 + margins.west + margins.east, 12 + margins.north + margins.south)
    before, now = neighbourhood(rows), neighbourhood(after)
    rim = {place.place for place in rows.all(Place) if _on_rim(rows, place)}
    assert {key: now[key] for key in before if key not in rim} == {k: v for k, v in before.items() if k not in rim}
    assert len(after.all(CellRow)) == shape.columns * shape.rows
    assert (len(after.all(Hexside)), len(after.all(Link))) == (len(rows.all(Hexside)), len(rows.all(Link)))


def _on_rim(rows: Rows, place: Place) -> bool:
    ground = Ground(rows)
    cell = ground.cell(place.cell)
    assert cell is not None
    return len(ground.grid.neighbours(cell)) < ground.grid.sides


@pytest.mark.parametrize("grid", GRIDS)
def test_growing_and_cutting_again_is_no_change(grid: dict[str, Any]) -> None:
    rows = sample_map(14, 12, **grid)
    grown = applied(rows, reshape.resize(Ground(rows), Margins(3, 2, 1, 4)))
    assert applied(grown, reshape.resize(Ground(grown), Margins(-3, -2, -1, -4))) == rows


@pytest.mark.parametrize("grid", GRIDS)
def test_four_quarter_turns_are_no_change_and_each_keeps_every_neighbour(grid: dict[str, Any]) -> None:
    rows = sample_map(13, 12, **grid)
    turned = rows
    for _ in range(4):
        turned = applied(turned, reshape.quarter_turn(Ground(turned)))
        assert neighbourhood(turned) == neighbourhood(rows)
        assert not [problem for problem in check_map(turned) if problem not in check_map(rows)]
    assert sorted(map(str, turned)) == sorted(map(str, rows))


def check_map(rows: Rows) -> list[str]:
    from engine.board import check_board

    return [problem.message.split(":")[0] for problem in check_board(rows) if "stored" in problem.message]


def test_a_crop_drops_what_lies_outside_and_says_so() -> None:
    rows = sample_map(14, 12)
    ground = Ground(rows)
    keep = [ground.grid.cell_at(3, 2), ground.grid.cell_at(9, 8)]
    changes = reshape.crop(ground, keep)
    after = applied(rows, changes)
    assert (after.the(Grid).columns, after.the(Grid).rows) == (7, 7)
    assert len(after.all(Place)) < len(rows.all(Place))
    assert any("place" in words for words in reshape.losses(changes))
    Board.from_rows(after)


def test_a_crop_needs_a_selection() -> None:
    with pytest.raises(ScenarioError, match="Select the part of the map to keep"):
        reshape.crop(Ground(sample_map(6, 6)), [])


def test_renumbering_carries_every_row_that_names_a_cell() -> None:
    rows = blank("Test", Grid(columns=6, rows=5))
    rows.put(Place(place="orsha", name="Orsha", kind="town", cell="0304"))
    rows.put(Placement(placement="one", side="german", cell="0304"))
    rows.put(Box(box="reserve", name="Reserve"))
    rows.put(RegionCell(region="x", cell="0101"))
    after = applied(
        rows,
        reshape.renumber(Ground(rows), replace(rows.the(Grid), numbering="c.rr", first_column=11, rows_from="south")),
    )
    place, placement = after.get(Place, "orsha"), after.get(Placement, "one")
    assert place is not None and placement is not None
    assert place.cell == placement.cell == "13.02"
    assert [row.cell for row in after.all(RegionCell) if row.region == "x"] == ["11.05"]
    assert after.all(Box) == rows.all(Box)


@pytest.mark.parametrize(("columns", "says"), [(0, "at least one"), (100_000, "at most 400 columns; 100,000 is too")])
def test_absurd_sizes_are_refused_with_a_sentence(columns: int, says: str) -> None:
    assert says in reshape.size_problem(columns, 10)
    ground = Ground(sample_map(10, 8))
    with pytest.raises(ScenarioError, match=says):
        reshape.resize(ground, Margins(east=columns - 10))


def test_a_blank_scenario_has_no_problem_but_what_a_game_still_needs() -> None:
    rows = blank("Test", Grid(columns=8, rows=6))
    assert not [problem for problem in check(rows) if problem.table in ("cell", "grid", "tec", "terrain_kind", "")]
    Board.from_rows(rows)


def test_statistics_count_cells_and_measure_lines() -> None:
    rows = blank("Test", Grid(columns=8, rows=6, km=10))
    rows.put(CellRow(cell="0101", terrain="forest"))
    rows.put(Link(cell="0101", other="0102", kind="rail"))
    rows.put(Link(cell="0102", other="0103", kind="rail"))
    rows.put(Hexside(cell="0101", side=3, kind="river"))
    lines = {(line.group, line.name): line for line in statistics(Ground(rows))}
    assert lines["Terrain", "Forest"].count == 1
    assert lines["Terrain", "Clear"].count == 47
    assert lines["Terrain", "Forest"].share == pytest.approx(1 / 48)
    assert lines["Links", "Railway"].km == pytest.approx(20)
    assert lines["Hexsides", "River"].km == pytest.approx(10 / 3**0.5)
