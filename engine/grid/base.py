"""What hex and square grids share: a rectangle of numbered cells with numbered sides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.grid.numbering import Numbering
from engine.ids import Cell

Point = tuple[float, float]


@dataclass(frozen=True)
class CellGrid(ABC):
    """A rectangle of cells; on the plane neighbouring centres lie 1.0 apart and y points south.

    The west and north edges of the map lie at 0.  Sides are counted clockwise from the north.
    """

    columns: int
    rows: int
    numbering: Numbering

    @property
    @abstractmethod
    def sides(self) -> int:
        """How many neighbours a cell inland has: 6, 4 or 8."""

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def cell_at(self, column: int, row: int) -> Cell:
        """The cell in a column and row, both counted from 0."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise IndexError(f"no cell in column {column}, row {row}")
        return Cell(row * self.columns + column)

    def column_row(self, cell: Cell) -> tuple[int, int]:
        """The column and row of a cell, both counted from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def label(self, cell: Cell) -> str:
        """The number of a cell as players read it."""
        return self.numbering.label(*self.column_row(cell))

    def parse(self, text: str) -> Cell:
        """The cell that a label means; a ScenarioError says what is wrong with it."""
        return self.cell_at(*self.numbering.parse(text))

    @cached_property
    def neighbour_table(self) -> npt.NDArray[np.int32]:
        """Neighbour of every cell across every side, -1 where the map ends."""
        table = self._neighbour_table()
        table.setflags(write=False)
        return table

    @cached_property
    def _neighbours(self) -> list[list[int]]:
        return self.neighbour_table.tolist()  # type: ignore[no-any-return]

    @abstractmethod
    def _neighbour_table(self) -> npt.NDArray[np.int32]: ...

    def neighbour(self, cell: Cell, side: int) -> Cell | None:
        """The cell across a side, or None where the map ends."""
        other = self._neighbours[cell][side]
        return Cell(other) if other >= 0 else None

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The neighbours of a cell, in order of its sides."""
        return tuple(Cell(other) for other in self._neighbours[cell] if other >= 0)

    def side_between(self, a: Cell, b: Cell) -> int | None:
        """The side of `a` across which `b` lies, or None if they are not neighbours."""
        row = self._neighbours[a]
        return row.index(b) if b in row else None

    def opposite(self, side: int) -> int:
        """The same side as numbered by the neighbour across it."""
        return (side + self.sides // 2) % self.sides

    def stored_side(self, cell: Cell, side: int) -> tuple[Cell, int]:
        """The cell and side that a feature on this side is stored with: of the two cells the lower index."""
        other = self.neighbour(cell, side)
        return (cell, side) if other is None or cell < other else (other, self.opposite(side))

    def ring(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """The cells on the map at exactly that distance, by index."""
        return tuple(other for other in self._around(cell, radius) if self.distance(cell, other) == radius)

    def within(self, cell: Cell, radius: int) -> tuple[Cell, ...]:
        """The cells on the map at most that far away, the cell itself included, by index."""
        return tuple(other for other in self._around(cell, radius) if self.distance(cell, other) <= radius)

    def _around(self, cell: Cell, radius: int) -> Iterator[Cell]:
        """The cells of a square that holds every cell within the radius."""
        column, row = self.column_row(cell)
        for r in range(max(0, row - radius), min(self.rows, row + radius + 1)):
            for c in range(max(0, column - radius), min(self.columns, column + radius + 1)):
                yield Cell(r * self.columns + c)

    def line(self, a: Cell, b: Cell) -> tuple[Cell, ...]:
        """A shortest straight path with both ends; the same cells whichever end comes first."""
        return self._line(a, b) if a <= b else self._line(b, a)[::-1]

    @abstractmethod
    def _line(self, a: Cell, b: Cell) -> tuple[Cell, ...]: ...

    @abstractmethod
    def distance(self, a: Cell, b: Cell) -> int:
        """How many steps from cell to cell, on a map without an edge."""

    def distances(self, cell: Cell) -> npt.NDArray[np.int32]:
        """How many steps from a cell to every cell, on a map without an edge."""
        return np.array([self.distance(cell, Cell(other)) for other in range(self.size)], np.int32)

    @abstractmethod
    def centre(self, cell: Cell) -> Point:
        """Where the centre of a cell lies."""

    @abstractmethod
    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell, clockwise; `edge` says which two bound a side."""

    @abstractmethod
    def edge(self, cell: Cell, side: int) -> tuple[Point, Point] | None:
        """The ends of a side, clockwise; None for a square's diagonal, which is only a corner."""

    @abstractmethod
    def at(self, x: float, y: float) -> Cell | None:
        """The cell at a point, or None off the map."""

    @abstractmethod
    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south ends of the map."""
