"""Square grids with four neighbours, or eight with the diagonals."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.grid.base import CellGrid, Point
from engine.ids import Cell

_EIGHT = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


@dataclass(frozen=True)
class SquareGrid(CellGrid):
    """Squares; sides with four 0=N 1=E 2=S 3=W, with eight 0=N 1=NE and so on clockwise to 7=NW.

    Corners run clockwise from the north-west.  With four neighbours side i runs from corner i to
    corner i + 1; with eight only the even sides are edges, side i from corner i / 2.
    """

    ways: Literal[4, 8] = 8

    @property
    def sides(self) -> int:
        """Four, or eight with the diagonals."""
        return self.ways

    def _neighbour_table(self) -> npt.NDArray[np.int32]:
        row, column = np.divmod(np.arange(self.size), self.columns)
        table = np.full((self.size, self.ways), -1, np.int32)
        for side, (dc, dr) in enumerate(_EIGHT[:: 8 // self.ways]):
            c, r = column + dc, row + dr
            inside = (c >= 0) & (c < self.columns) & (r >= 0) & (r < self.rows)
            table[inside, side] = (r * self.columns + c)[inside]
        return table

    def distance(self, a: Cell, b: Cell) -> int:
        """How many squares from cell to cell."""
        (ca, ra), (cb, rb) = self.column_row(a), self.column_row(b)
        across, down = abs(cb - ca), abs(rb - ra)
        return max(across, down) if self.ways == 8 else across + down

    def _line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        (ca, ra), (cb, rb) = self.column_row(a), self.column_row(b)
        if self.ways == 8:
            steps = max(1, self.distance(a, b))
            return tuple(
                self.cell_at(_part(ca, cb, step, steps), _part(ra, rb, step, steps))
                for step in range(self.distance(a, b) + 1)
            )
        return self._staircase(ca, ra, cb, rb)

    def _staircase(self, c: int, r: int, cb: int, rb: int) -> tuple[Cell, ...]:
        across, down, done_across, done_down = abs(cb - c), abs(rb - r), 0, 0
        found = [self.cell_at(c, r)]
        while done_across + done_down < across + down:
            if (2 * done_across + 1) * down <= (2 * done_down + 1) * across and done_across < across:
                c, done_across = c + (1 if cb > c else -1), done_across + 1
            else:
                r, done_down = r + (1 if rb > r else -1), done_down + 1
            found.append(self.cell_at(c, r))
        return tuple(found)

    def centre(self, cell: Cell) -> Point:
        """Where the centre of a square lies."""
        column, row = self.column_row(cell)
        return column + 0.5, row + 0.5

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The four corners, clockwise from the north-west."""
        x, y = (float(part) for part in self.column_row(cell))
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def edge(self, cell: Cell, side: int) -> tuple[Point, Point] | None:
        """The ends of a side, clockwise; None for a diagonal."""
        first, diagonal = divmod(side * 4, self.ways)
        corners = self.corners(cell)
        return None if diagonal else (corners[first], corners[(first + 1) % 4])

    def at(self, x: float, y: float) -> Cell | None:
        """The square at a point, or None off the map."""
        column, row = floor(x), floor(y)
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return Cell(row * self.columns + column) if inside else None

    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south ends of the map."""
        return 0.0, 0.0, float(self.columns), float(self.rows)


def _part(start: int, end: int, step: int, steps: int) -> int:
    """The whole number nearest to a point between two; halves go up."""
    return start + ((end - start) * step * 2 + steps) // (2 * steps)
