"""Roads and railways: side by side, and in gentle curves."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, hypot, pi

import pytest

from designer.paint.map.links import GAP, LinkPaths
from designer.paint.map.scene import MapScene
from engine.grid import Point, make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records

SHAPES = [("hex", "flat"), ("hex", "pointy"), ("square", "flat")]


def country(
    route: list[tuple[int, int]], *kinds: str, shape: str = "hex", orientation: str = "flat"
) -> tuple[MapScene, list[Cell]]:
    """A map with lines of these kinds along a route of columns and rows."""
    row = records.Grid(columns=16, rows=12, shape=shape, orientation=orientation)  # type: ignore[arg-type]
    rows, grid = Rows([row]), make_grid(row)
    for n, kind in enumerate(("rail", "road")):
        rows.put(records.LinkKind(kind=kind, name=kind, style=kind, position=n))  # type: ignore[arg-type]
    cells = [grid.cell_at(*spot) for spot in route]
    for kind in kinds:
        for a, b in pairwise(cells):
            assert grid.side_between(a, b) is not None
            rows.put(records.Link(cell=grid.label(a), other=grid.label(b), kind=kind))
    return MapScene(rows), cells


def line(scene: MapScene, cells: list[Cell], kind: str) -> list[Point]:
    """The whole of a line from its first cell to its last."""
    points: list[Point] = []
    for a, b in pairwise(cells):
        out, back = (
            next(s.points for s in scene.geometry.stretches(one) if s.other == other and s.kind == kind)
            for one, other in ((a, b), (b, a))
        )
        points += [*out, *reversed(back)][1 if points else 0 :]
    return points


def turns(points: list[Point]) -> list[float]:
    ways = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(points) if hypot(b[0] - a[0], b[1] - a[1]) > 1e-6]
    return [abs((b - a + pi) % (2 * pi) - pi) for a, b in pairwise(ways)]


LEVEL = [(column, 5) for column in range(2, 13)]
WINDING = [*((2, row) for row in range(9, 5, -1)), (3, 5), (4, 5), (5, 4), (6, 4), (7, 4), (8, 5), (8, 6), (8, 7)]


@pytest.mark.parametrize("route", [LEVEL, WINDING], ids=["level", "winding"])
def test_road_and_rail_on_one_way_run_side_by_side_and_never_cross(qapp, route):
    scene, cells = country(route, "rail", "road")
    rail, road = line(scene, cells, "rail"), line(scene, cells, "road")
    apart = [min(hypot(x - u, y - v) for u, v in road) for x, y in rail]
    assert min(apart) > 0.6 * GAP and max(apart) < 1.6 * GAP
    hands = {
        (b[0] - a[0]) * (near[1] - a[1]) - (b[1] - a[1]) * (near[0] - a[0]) > 0
        for a, b in pairwise(rail)
        if hypot(b[0] - a[0], b[1] - a[1]) > 1e-6
        for near in [min(road, key=lambda p, a=a: hypot(p[0] - a[0], p[1] - a[1]))]
    }
    assert len(hands) == 1


@pytest.mark.parametrize(("shape", "orientation"), SHAPES)
def test_the_zigzag_of_the_grid_is_taken_out_of_a_line(qapp, shape, orientation):
    scene, cells = country(LEVEL, "rail", shape=shape, orientation=orientation)
    inner = line(scene, cells, "rail")[12:-12]
    assert max(turns(inner)) < 0.2
    assert sum(abs(b[1] - a[1]) for a, b in pairwise(inner)) < 0.1 * len(cells)


def test_no_line_is_drawn_along_a_ruler(qapp):
    scene, cells = country([(6, row) for row in range(10)], "rail")
    across = [x for x, _ in line(scene, cells, "rail")]
    assert max(across) - min(across) > 0.05


@pytest.mark.parametrize("route", [LEVEL, WINDING], ids=["level", "winding"])
def test_no_line_enters_a_cell_that_it_does_not_join(qapp, route):
    scene, cells = country(route, "rail", "road")
    for cell in cells:
        for stretch in scene.geometry.stretches(cell):
            assert {scene.grid.at(*point) for point in stretch.points} <= {cell, stretch.other}


def test_a_line_that_ends_at_the_edge_runs_off_the_map(qapp):
    scene, cells = country([(column, 5) for column in range(5)], "rail")
    (out,) = [s for s in scene.geometry.stretches(cells[0]) if s.other == cells[0]]
    assert out.points[-1][0] < 0.3
    assert not [s for s in scene.geometry.stretches(cells[-1]) if s.other == cells[-1]]


def test_a_road_that_ends_where_another_passes_runs_into_it(qapp):
    scene, cells = country(LEVEL, "rail")
    rows = Rows([records.Grid(columns=16, rows=12)])
    for n, kind in enumerate(("highway", "road", "rail")):
        rows.put(records.LinkKind(kind=kind, name=kind, style=kind, position=n))  # type: ignore[arg-type]
    label = scene.grid.label
    for kind, route in (("highway", cells), ("rail", cells), ("road", [scene.grid.cell_at(6, 4), cells[4]])):
        for a, b in pairwise(route):
            rows.put(records.Link(cell=label(a), other=label(b), kind=kind))
    found = MapScene(rows).geometry.stretches(cells[4])
    starts = {
        kind: {stretch.points[0] for stretch in found if stretch.kind == kind} for kind in ("highway", "road", "rail")
    }
    assert starts["road"] == starts["highway"] != starts["rail"]


def test_a_branch_that_turns_back_does_not_change_the_hands_of_the_lines_that_part(qapp):
    scene, cells = country(LEVEL, "rail")
    grid = scene.grid

    def hands(*branch: Cell) -> dict[tuple[Cell, Cell], int]:
        links: dict[Cell, dict[tuple[Cell, str], object]] = {}
        southward = [grid.cell_at(5, 7), grid.cell_at(5, 6), *cells[3:]]
        routes = [("rail", cells), ("road", southward), *(("road", [cells[3], cell]) for cell in branch)]
        for kind, route in routes:
            for a, b in pairwise(route):
                links.setdefault(a, {})[b, kind] = links.setdefault(b, {})[a, kind] = None
        kinds = {
            key: records.LinkKind(kind=key, name=key, style=key, position=n)  # type: ignore[arg-type]
            for n, key in enumerate(("rail", "road"))
        }
        return LinkPaths(grid, links, kinds, lambda _cell: "").sides

    assert hands(grid.cell_at(5, 4)) == hands()
