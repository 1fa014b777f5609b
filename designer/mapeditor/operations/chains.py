"""Chains of hexsides: what a pen that is dragged along the sides of cells draws."""

from __future__ import annotations

from collections import deque
from math import hypot

from designer.mapeditor.operations.ground import Ground, Side
from engine.grid import CellGrid, Point
from engine.ids import Cell

Corner = tuple[int, int]
"""A corner of cells, rounded so that the cells that share it agree."""

FINE = 1000


def _corner(point: Point) -> Corner:
    return round(point[0] * FINE), round(point[1] * FINE)


def nearest_side(ground: Ground, x: float, y: float) -> Side | None:
    """The side nearest to a point of the map."""
    grid = ground.grid
    cell = grid.at(x, y)
    if cell is None:
        return None
    edges = [(side, edge) for side in range(grid.sides) if (edge := grid.edge(cell, side)) is not None]
    side, _ = min(edges, key=lambda item: _distance((x, y), *item[1]))
    return ground.side(cell, side)


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return hypot(a[0] + share * dx - point[0], a[1] + share * dy - point[1])


def nearest_corner(grid: CellGrid, x: float, y: float) -> tuple[Cell, Corner] | None:
    """The corner nearest to a point, with the cell that holds the point."""
    cell = grid.at(x, y)
    if cell is None:
        return None
    point = min(grid.corners(cell), key=lambda corner: hypot(corner[0] - x, corner[1] - y))
    return cell, _corner(point)


def chain(ground: Ground, start: tuple[Cell, Corner], end: tuple[Cell, Corner]) -> list[Side]:
    """The fewest hexsides that join two corners, near the straight line between their cells."""
    graph = _graph(ground, _corridor(ground.grid, start[0], end[0]))
    came: dict[Corner, tuple[Corner, Side]] = {}
    queue = deque([start[1]])
    seen = {start[1]}
    while queue and end[1] not in seen:
        corner = queue.popleft()
        for other, side in graph.get(corner, ()):
            if other not in seen:
                seen.add(other)
                came[other] = (corner, side)
                queue.append(other)
    found: list[Side] = []
    corner = end[1]
    while corner in came:
        corner, side = came[corner]
        found.append(side)
    return found[::-1]


def _corridor(grid: CellGrid, a: Cell, b: Cell) -> list[Cell]:
    """The cells on and beside a straight line."""
    found: dict[Cell, None] = {}
    for cell in grid.line(a, b):
        found.update(dict.fromkeys(grid.within(cell, 1)))
    return list(found)


def _graph(ground: Ground, cells: list[Cell]) -> dict[Corner, list[tuple[Corner, Side]]]:
    """Corners joined by the sides of some cells."""
    graph: dict[Corner, list[tuple[Corner, Side]]] = {}
    for cell in cells:
        for side in range(ground.grid.sides):
            edge = ground.grid.edge(cell, side)
            if edge is None:
                continue
            a, b = _corner(edge[0]), _corner(edge[1])
            stored = ground.side(cell, side)
            graph.setdefault(a, []).append((b, stored))
            graph.setdefault(b, []).append((a, stored))
    return graph
