"""The graph of a grid's corners, along which rivers and borders run."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engine.geography.projection import Floats
from engine.grid import CellGrid
from engine.ids import Cell

Side = tuple[Cell, int]
"""A side between two cells: the cell with the lower index, and which of its sides."""


@dataclass(frozen=True)
class Corners:
    """Corners as points, and the sides that join them; the outer sides of the map are left out."""

    grid: CellGrid
    points: Floats
    sides: dict[tuple[int, int], Side]
    """The side between two joined corners, lower corner first."""
    cells: tuple[tuple[Cell, ...], ...]
    """The cells that meet in each corner."""
    joined: tuple[tuple[int, ...], ...] = field(repr=False)

    def side(self, a: int, b: int) -> Side:
        """The side between two joined corners."""
        return self.sides[min(a, b), max(a, b)]

    @cached_property
    def rim(self) -> frozenset[int]:
        """The corners on the edge of the map that a side within the map reaches."""
        inland = max(len(cells) for cells in self.cells)
        return frozenset(i for i, cells in enumerate(self.cells) if len(cells) < inland and self.joined[i])

    def both(self, side: Side) -> tuple[Cell, Cell]:
        """The two cells that a side parts."""
        other = self.grid.neighbour(*side)
        assert other is not None
        return side[0], other


def make_corners(grid: CellGrid) -> Corners:
    """The corner graph of a grid."""
    index: dict[tuple[int, int], int] = {}
    points: list[tuple[float, float]] = []
    cells: list[list[Cell]] = []

    def corner(point: tuple[float, float]) -> int:
        key = (round(point[0] * 1000), round(point[1] * 1000))
        if key not in index:
            index[key] = len(points)
            points.append(point)
            cells.append([])
        return index[key]

    sides: dict[tuple[int, int], Side] = {}
    for number in range(grid.size):
        cell = Cell(number)
        for point in grid.corners(cell):
            cells[corner(point)].append(cell)
        for side in range(grid.sides):
            edge, other = grid.edge(cell, side), grid.neighbour(cell, side)
            if edge is not None and other is not None and cell < other:
                a, b = corner(edge[0]), corner(edge[1])
                sides[min(a, b), max(a, b)] = (cell, side)
    joined: list[list[int]] = [[] for _ in points]
    for a, b in sides:
        joined[a].append(b)
        joined[b].append(a)
    return Corners(
        grid, np.array(points), sides, tuple(tuple(row) for row in cells), tuple(tuple(sorted(row)) for row in joined)
    )
