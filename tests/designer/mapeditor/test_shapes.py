"""Which cells the tools touch."""

from __future__ import annotations

from itertools import pairwise

import pytest

from designer.mapeditor.operations import chains, features, routes, shapes
from designer.mapeditor.operations.ground import Ground
from engine.ids import Cell
from engine.records.board import CellRow, Hexside, Link, Place, RegionCell
from tests.kit.boards import board_rows, place, river, road

OPEN = "\n".join(". " * 9 for _ in range(8))


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 7), (3, 19), (4, 37)])
def test_a_brush_inland_is_a_hexagon(size: int, count: int) -> None:
    ground = Ground(board_rows(OPEN))
    assert len(shapes.brush(ground.grid, ground.grid.cell_at(4, 4), size)) == count


def test_a_stroke_leaves_no_gap() -> None:
    grid = Ground(board_rows(OPEN)).grid
    cells = shapes.stroke(grid, grid.cell_at(0, 0), grid.cell_at(8, 7), 1)
    assert all(grid.distance(a, b) == 1 for a, b in pairwise(cells))
    assert {cells[0], cells[-1]} == {grid.cell_at(0, 0), grid.cell_at(8, 7)}


def test_a_flood_stops_at_other_terrain() -> None:
    ground = Ground(
        board_rows("""
        . . f . .
        . . f . .
        . . f . .
    """)
    )
    west = shapes.flood(ground.grid, ground.grid.cell_at(0, 0), ground.terrain)
    assert {ground.grid.column_row(cell)[0] for cell in west} == {0, 1}
    assert len(west) == 6


def test_a_rectangle_is_the_same_from_any_corner() -> None:
    grid = Ground(board_rows(OPEN)).grid
    a, b = grid.cell_at(1, 2), grid.cell_at(3, 5)
    assert sorted(shapes.rectangle(grid, a, b)) == sorted(shapes.rectangle(grid, b, a))
    assert len(shapes.rectangle(grid, a, b)) == 3 * 4


def test_painting_leaves_alone_what_is_right_already() -> None:
    ground = Ground(board_rows(". f . f"))
    changes = features.paint_terrain(ground, [Cell(0), Cell(1), Cell(2)], "forest")
    assert [change.key for change in changes] == [("0101",), ("0301",)]
    assert all(isinstance(change.after, CellRow) for change in changes)


@pytest.mark.parametrize(
    "grid", [{}, {"orientation": "pointy"}, {"shape": "square", "neighbours": 4}, {"shape": "square", "neighbours": 8}]
)
def test_a_chain_of_hexsides_joins_end_to_end(grid: dict[str, object]) -> None:
    ground = Ground(board_rows(OPEN, **grid))
    start = chains.nearest_corner(ground.grid, 1.3, 1.4)
    end = chains.nearest_corner(ground.grid, 5.2, 4.8)
    assert start is not None and end is not None
    sides = chains.chain(ground, start, end)
    ends = [{chains._corner(point) for point in (ground.grid.edge(*side) or ())} for side in sides]
    assert start[1] in ends[0] and end[1] in ends[-1]
    assert all(one & two for one, two in pairwise(ends))
    assert len(set(sides)) == len(sides)
    assert all(ground.grid.stored_side(*side) == side for side in sides)


def test_the_nearest_side_is_the_one_the_mouse_is_at() -> None:
    ground = Ground(board_rows(OPEN))
    cell = ground.grid.cell_at(4, 4)
    for side in range(6):
        edge = ground.grid.edge(cell, side)
        assert edge is not None
        x, y = (edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2
        cx, cy = ground.grid.centre(cell)
        found = chains.nearest_side(ground, x + (cx - x) * 0.1, y + (cy - y) * 0.1)
        assert found == ground.grid.stored_side(cell, side)
    assert chains.nearest_side(ground, -5, -5) is None


def test_a_river_is_stored_once_whichever_bank_it_is_drawn_from() -> None:
    ground = Ground(board_rows(OPEN))
    a, b = ground.grid.cell_at(2, 2), ground.grid.cell_at(2, 3)
    south, north = ground.grid.side_between(a, b), ground.grid.side_between(b, a)
    assert south is not None and north is not None
    for change in features.paint_hexsides(ground, [ground.side(b, north)], "river"):
        change.apply(ground.rows)
    assert features.paint_hexsides(ground, [ground.side(a, south)], "river") == []
    assert ground.rows.all(Hexside) == [Hexside(cell="0303", side=3, kind="river")]


def test_a_route_goes_round_the_swamp_and_joins_the_line_that_is_there() -> None:
    rows = board_rows("""
        . . . . . . .
        . . s s s . .
        . . s s s . .
        . . . . . . .
    """)
    ground = Ground(rows)
    path = routes.cheapest(ground, ground.grid.cell_at(0, 1), ground.grid.cell_at(6, 1), "road")
    assert "swamp" not in {ground.terrain(cell) for cell in path}
    road(rows, "0104", "0204", "0304", "0404", "0504", "0604", "0704")
    along = routes.cheapest(ground, ground.grid.cell_at(0, 2), ground.grid.cell_at(6, 2), "road")
    assert sum(ground.grid.column_row(cell)[1] == 3 for cell in along) >= 4


def test_laying_a_road_twice_changes_nothing_and_lifting_takes_it_away() -> None:
    ground = Ground(board_rows(OPEN))
    path = list(ground.grid.line(ground.grid.cell_at(0, 0), ground.grid.cell_at(4, 0)))
    for change in features.lay_links(ground, path, "road"):
        change.apply(ground.rows)
    assert len(ground.rows.all(Link)) == 4
    assert features.lay_links(ground, path[::-1], "road") == []
    assert len(features.lift_links(ground, path[1:4], "road")) == 2
    assert features.lift_links(ground, path, "rail") == []


def test_the_eraser_spares_the_layers_it_is_not_given() -> None:
    rows = board_rows("f f f\nf f f")
    river(rows, "0101", "0201")
    road(rows, "0101", "0201")
    place(rows, "Orsha", "0101")
    ground = Ground(rows)
    gone = {change.table for change in features.erase(ground, [Cell(0)], ("hexsides", "links"))}
    assert gone == {"hexside", "link"}
    everything = features.erase(ground, [Cell(0)], features.ERASABLE)
    assert {change.table for change in everything} == {"hexside", "link", "place", "cell"}
    for change in everything:
        change.apply(rows)
    assert not rows.all(Place) and ground.terrain(Cell(0)) == "clear"


def test_cells_join_and_leave_a_region() -> None:
    from engine.records.board import Region

    rows = board_rows(OPEN)
    rows.put(Region(region="north", name="North edge", kind="edge"))
    ground = Ground(rows)
    for change in features.join_region(ground, [Cell(0), Cell(1)], "north"):
        change.apply(rows)
    assert [row.cell for row in rows.all(RegionCell)] == ["0101", "0201"]
    assert features.join_region(ground, [Cell(0)], "north") == []
    assert len(features.leave_region(ground, [Cell(1), Cell(2)], "north")) == 1


def test_places_are_found_by_number_name_and_beginning() -> None:
    rows = board_rows(OPEN)
    place(rows, "Velikie-Luki", "0305")
    ground = Ground(rows)
    for text in ("0305", "305", "velikie-luki", "veli"):
        assert ground.find(text) == ground.cell("0305"), text
    assert ground.find("Berlin") is None
    assert ground.find("9999") is None
