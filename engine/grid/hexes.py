"""Hex grids: flat side or corner to the north, and either parity of lines shifted.

Both orientations are one grid seen from two sides.  A `line` is a straight run of hexes (a column
when flat, a row when pointy), `along` counts within it.  Axial coordinates (u, v) have u = line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor, sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.grid.base import CellGrid, Point
from engine.ids import Cell

RADIUS = 1 / sqrt(3)
"""From the centre of a hex to its corner."""

STEP = sqrt(3) / 2
"""From one line of hexes to the next."""

_STEPS = {
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy": ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)),
}
_HALF = RADIUS / 2
_FLAT = ((-_HALF, -0.5), (_HALF, -0.5), (RADIUS, 0.0), (_HALF, 0.5), (-_HALF, 0.5), (-RADIUS, 0.0))
_POINTY = ((0.0, -RADIUS), (0.5, -_HALF), (0.5, _HALF), (0.0, RADIUS), (-0.5, _HALF), (-0.5, -_HALF))
_NUDGE = 1e-6


@dataclass(frozen=True)
class HexGrid(CellGrid):
    """Hexes; sides flat 0=N 1=NE 2=SE 3=S 4=SW 5=NW, pointy 0=NE 1=E 2=SE 3=SW 4=W 5=NW.

    Side i runs from corner i to corner i + 1.
    """

    orientation: Literal["flat", "pointy"] = "flat"
    shifted: Literal["odd", "even"] = "odd"

    @property
    def sides(self) -> int:
        """Six."""
        return 6

    @property
    def _flat(self) -> bool:
        return self.orientation == "flat"

    @property
    def _parity(self) -> int:
        return int(self.shifted == "odd")

    def _is_shifted(self, line: int) -> bool:
        return line % 2 == self._parity

    def _axial(self, cell: Cell) -> tuple[int, int]:
        row, column = divmod(cell, self.columns)
        u, along = (column, row) if self.orientation == "flat" else (row, column)
        parity = 1 if self.shifted == "odd" else 0
        return u, (2 * along + (u % 2 == parity) - u - 1 + parity) // 2

    def _cell(self, u: int, v: int) -> Cell | None:
        along = (2 * v - self._is_shifted(u) + u + 1 - self._parity) // 2
        column, row = (u, along) if self._flat else (along, u)
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return Cell(row * self.columns + column) if inside else None

    def _neighbour_table(self) -> npt.NDArray[np.int32]:
        row, column = np.divmod(np.arange(self.size), self.columns)
        u, along = (column, row) if self._flat else (row, column)
        table = np.full((self.size, 6), -1, np.int32)
        for side, (du, dv) in enumerate(_STEPS[self.orientation]):
            line = u + du
            doubled = 2 * along + (u % 2 == self._parity) + 2 * dv + du
            place = (doubled - (line % 2 == self._parity)) // 2
            c, r = (line, place) if self._flat else (place, line)
            inside = (c >= 0) & (c < self.columns) & (r >= 0) & (r < self.rows)
            table[inside, side] = (r * self.columns + c)[inside]
        return table

    @cached_property
    def _axials(self) -> npt.NDArray[np.int32]:
        """Axial coordinates of all cells, a row of each."""
        return np.array([self._axial(Cell(cell)) for cell in range(self.size)], np.int32).T

    def distance(self, a: Cell, b: Cell) -> int:
        """How many hexes from cell to cell, on a map without an edge."""
        (ua, va), (ub, vb) = self._axial(a), self._axial(b)
        du, dv = ub - ua, vb - va
        return max(abs(du), abs(dv), abs(du + dv))

    def distances(self, cell: Cell) -> npt.NDArray[np.int32]:
        """How many hexes from a cell to every cell, on a map without an edge."""
        u, v = self._axial(cell)
        du, dv = self._axials[0] - u, self._axials[1] - v
        found: npt.NDArray[np.int32] = np.maximum(np.maximum(np.abs(du), np.abs(dv)), np.abs(du + dv))
        return found

    def _line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        # A line along a hexside may run just off a ragged edge of the map; the other side of it stays on.
        return self._nudged(a, b, _NUDGE) or self._nudged(a, b, -_NUDGE)

    def _nudged(self, a: Cell, b: Cell, nudge: float) -> tuple[Cell, ...]:
        (ua, va), (ub, vb), steps = self._axial(a), self._axial(b), self.distance(a, b)
        found = []
        for step in range(steps + 1):
            t = step / max(1, steps)
            cell = self._cell(*_rounded(ua + (ub - ua) * t, va + (vb - va) * t + nudge))
            if cell is None:
                return ()
            found.append(cell)
        return tuple(found)

    def centre(self, cell: Cell) -> Point:
        """Where the centre of a hex lies."""
        column, row = self.column_row(cell)
        if self._flat:
            return RADIUS + column * STEP, 0.5 + row + 0.5 * self._is_shifted(column)
        return 0.5 + column + 0.5 * self._is_shifted(row), RADIUS + row * STEP

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The six corners, clockwise; flat from the north-west, pointy from the north."""
        x, y = self.centre(cell)
        return tuple((x + dx, y + dy) for dx, dy in (_FLAT if self._flat else _POINTY))

    def edge(self, cell: Cell, side: int) -> tuple[Point, Point]:
        """The ends of a side, clockwise."""
        corners = self.corners(cell)
        return corners[side], corners[(side + 1) % 6]

    def at(self, x: float, y: float) -> Cell | None:
        """The hex at a point, or None off the map."""
        across, along = (x, y) if self._flat else (y, x)
        u = (across - RADIUS) / STEP
        return self._cell(*_rounded(u, (2 * along - 1 - u - 1 + self._parity) / 2))

    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south ends of the map."""
        lines, places = (self.columns, self.rows) if self._flat else (self.rows, self.columns)
        across = 2 * RADIUS + (lines - 1) * STEP
        first = 0.5 if lines == 1 and self._is_shifted(0) else 0.0
        last = places + 0.5 * (lines > 1 or self._is_shifted(0))
        return (0.0, first, across, last) if self._flat else (first, 0.0, last, across)


def _rounded(u: float, v: float) -> tuple[int, int]:
    """The hex that holds a point in axial coordinates."""
    w = -u - v
    ru, rv, rw = floor(u + 0.5), floor(v + 0.5), floor(w + 0.5)
    du, dv, dw = abs(ru - u), abs(rv - v), abs(rw - w)
    if du > dv and du > dw:
        return -rv - rw, rv
    return (ru, rv) if dw >= dv else (ru, -ru - rw)
