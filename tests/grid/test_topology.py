"""Neighbours, distances, lines and geometry agree with one another on every kind of grid."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import dist

import pytest

from engine.grid import CellGrid, make_grid
from engine.ids import Cell
from engine.records.board import Grid

KINDS = {
    f"{orientation}-{shifted}": {"orientation": orientation, "shifted": shifted}
    for orientation in ("flat", "pointy")
    for shifted in ("odd", "even")
} | {"four": {"shape": "square", "neighbours": 4}, "eight": {"shape": "square", "neighbours": 8}}


@pytest.fixture(params=[(kind, size) for kind in KINDS for size in ((7, 6), (6, 7), (1, 5), (5, 1))], ids=str)
def grid(request: pytest.FixtureRequest) -> CellGrid:
    kind, (columns, rows) = request.param
    return make_grid(Grid(columns=columns, rows=rows, **KINDS[kind]))


def cells(grid: CellGrid) -> list[Cell]:
    return [Cell(cell) for cell in range(grid.size)]


def steps_from(start: Cell, grid: CellGrid) -> dict[Cell, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in grid.neighbours(cell):
            if other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def test_crossing_a_side_and_coming_back_is_staying(grid: CellGrid) -> None:
    for cell in cells(grid):
        for side in range(grid.sides):
            other = grid.neighbour(cell, side)
            if other is not None:
                assert grid.neighbour(other, grid.opposite(side)) == cell
                assert grid.side_between(cell, other) == side
        assert grid.side_between(cell, cell) is None


def test_neighbours_are_the_cells_whose_centres_are_nearest(grid: CellGrid) -> None:
    reach = 1.5 if grid.sides == 8 else 1.01
    for cell in cells(grid):
        near = {other for other in cells(grid) if 0 < dist(grid.centre(cell), grid.centre(other)) < reach}
        assert set(grid.neighbours(cell)) == near


def test_side_numbers_run_clockwise_from_the_north(grid: CellGrid) -> None:
    compass = {
        ("flat", 6): [(0, -1), (1, -1), (1, 1), (0, 1), (-1, 1), (-1, -1)],
        ("pointy", 6): [(1, -1), (1, 0), (1, 1), (-1, 1), (-1, 0), (-1, -1)],
        ("", 4): [(0, -1), (1, 0), (0, 1), (-1, 0)],
        ("", 8): [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)],
    }[getattr(grid, "orientation", ""), grid.sides]
    for cell in cells(grid):
        for side, (east, south) in enumerate(compass):
            other = grid.neighbour(cell, side)
            if other is not None:
                dx, dy = (b - a for a, b in zip(grid.centre(cell), grid.centre(other), strict=True))
                assert ((dx > 0.1) - (dx < -0.1), (dy > 0.1) - (dy < -0.1)) == (east, south)


@pytest.mark.parametrize(("shifted", "south"), [("odd", 1), ("even", 0)])
def test_shifted_lines_lie_half_a_hex_further(shifted: str, south: int) -> None:
    flat = make_grid(Grid(columns=3, rows=3, shifted=shifted))
    ys = [flat.centre(flat.cell_at(column, 0))[1] for column in (0, 1)]
    assert ys[south] - ys[1 - south] == 0.5
    pointy = make_grid(Grid(columns=3, rows=3, shifted=shifted, orientation="pointy"))
    xs = [pointy.centre(pointy.cell_at(0, row))[0] for row in (0, 1)]
    assert xs[south] - xs[1 - south] == 0.5


def test_distance_is_the_number_of_steps(grid: CellGrid) -> None:
    for cell in cells(grid):
        assert {other: grid.distance(cell, other) for other in cells(grid)} == steps_from(cell, grid)
        assert dict(enumerate(grid.distances(cell).tolist())) == steps_from(cell, grid), "to all cells at once"


def test_rings_partition_what_is_within(grid: CellGrid) -> None:
    for cell in cells(grid):
        for radius in range(4):
            brute = {other for other in cells(grid) if grid.distance(cell, other) <= radius}
            assert set(grid.within(cell, radius)) == brute
            rings = [other for r in range(radius + 1) for other in grid.ring(cell, r)]
            assert sorted(rings) == sorted(brute)


def test_lines_are_shortest_paths_and_the_same_both_ways(grid: CellGrid) -> None:
    for a in cells(grid):
        for b in cells(grid):
            line = grid.line(a, b)
            assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
            assert all(grid.side_between(one, two) is not None for one, two in pairwise(line))
            assert grid.line(b, a) == line[::-1]


def test_lines_keep_close_to_the_straight_one() -> None:
    grid = make_grid(Grid(columns=12, rows=12))
    (x0, y0), (x1, y1) = (grid.centre(a) for a in (grid.cell_at(1, 2), grid.cell_at(10, 7)))
    for cell in grid.line(grid.cell_at(1, 2), grid.cell_at(10, 7)):
        x, y = grid.centre(cell)
        off = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / dist((x0, y0), (x1, y1))
        assert off <= 0.58


def test_a_side_is_one_edge_seen_from_both_cells(grid: CellGrid) -> None:
    for cell in cells(grid):
        for side in range(grid.sides):
            edge, other = grid.edge(cell, side), grid.neighbour(cell, side)
            diagonal = grid.sides == 8 and side % 2 == 1
            assert (edge is None) == diagonal
            if edge is None or other is None:
                continue
            back = grid.edge(other, grid.opposite(side))
            assert back is not None
            assert edge[0] == pytest.approx(back[1])
            assert edge[1] == pytest.approx(back[0])
            middle = [(a + b) / 2 for a, b in zip(grid.centre(cell), grid.centre(other), strict=True)]
            assert [(a + b) / 2 for a, b in zip(*edge, strict=True)] == pytest.approx(middle)


def test_sides_run_from_corner_to_corner(grid: CellGrid) -> None:
    for cell in cells(grid):
        corners = grid.corners(cell)
        edges = [edge for side in range(grid.sides) if (edge := grid.edge(cell, side))]
        assert edges == list(zip(corners, corners[1:] + corners[:1], strict=True))


def test_a_point_is_found_in_its_cell_and_nowhere_off_the_map(grid: CellGrid) -> None:
    for cell in cells(grid):
        x, y = grid.centre(cell)
        assert grid.at(x, y) == cell
        for cx, cy in grid.corners(cell):
            assert grid.at(x + 0.95 * (cx - x), y + 0.95 * (cy - y)) == cell
        for side in range(grid.sides):
            if grid.neighbour(cell, side) is None:
                edge = grid.edge(cell, side)
                if edge is not None:
                    mx, my = ((a + b) / 2 for a, b in zip(*edge, strict=True))
                    assert grid.at(x + 1.1 * (mx - x), y + 1.1 * (my - y)) is None


def test_bounds_hold_every_corner_and_no_more(grid: CellGrid) -> None:
    points = [corner for cell in cells(grid) for corner in grid.corners(cell)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert grid.bounds() == pytest.approx((min(xs), min(ys), max(xs), max(ys)))


def test_a_cell_off_the_map_has_no_index() -> None:
    grid = make_grid(Grid(columns=3, rows=3))
    with pytest.raises(IndexError, match="column 3"):
        grid.cell_at(3, 0)


def test_a_side_is_stored_once_with_the_lower_cell(grid: CellGrid) -> None:
    for cell in cells(grid):
        for side in range(grid.sides):
            stored, other = grid.stored_side(cell, side), grid.neighbour(cell, side)
            if other is None:
                assert stored == (cell, side)
            else:
                assert stored == grid.stored_side(other, grid.opposite(side))
                assert stored[0] == min(cell, other)
