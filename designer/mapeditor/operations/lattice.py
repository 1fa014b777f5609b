"""Cells as vectors, so that moving, turning and mirroring never break the shifted lines of a hex map."""

from __future__ import annotations

from dataclasses import dataclass

from engine.grid import CellGrid, HexGrid
from engine.ids import Cell

Vector = tuple[int, int]

_STEPS: dict[str, tuple[Vector, ...]] = {
    "flat hexes": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "pointy hexes": ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0)),
    "squares of 4 neighbours": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "squares of 8 neighbours": ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
}


@dataclass(frozen=True)
class Rotation:
    """A rotation, or a reflection followed by one: side i becomes side sign * i + shift."""

    shift: int = 0
    sign: int = 1

    def side(self, side: int, sides: int) -> int:
        """Where a side goes."""
        return (self.sign * side + self.shift) % sides


class Lattice:
    """The cells of a grid as vectors; a vector is the same walk wherever it starts."""

    def __init__(self, grid: CellGrid) -> None:
        self.grid = grid
        self._hex = isinstance(grid, HexGrid)
        squares = f"squares of {grid.sides} neighbours"
        self.family = f"{grid.orientation} hexes" if isinstance(grid, HexGrid) else squares
        self.steps = _STEPS[self.family]
        self._flat = isinstance(grid, HexGrid) and grid.orientation == "flat"
        self._parity = int(isinstance(grid, HexGrid) and grid.shifted == "odd")

    def vector(self, cell: Cell) -> Vector:
        """A cell as a vector from the north-west corner."""
        column, row = self.grid.column_row(cell)
        if not self._hex:
            return column, row
        line, along = (column, row) if self._flat else (row, column)
        return line, along - self._fall(line)

    def cell(self, vector: Vector) -> Cell | None:
        """The cell of a vector, or None off the map."""
        column, row = vector
        if self._hex:
            line, along = vector[0], vector[1] + self._fall(vector[0])
            column, row = (line, along) if self._flat else (along, line)
        inside = 0 <= column < self.grid.columns and 0 <= row < self.grid.rows
        return self.grid.cell_at(column, row) if inside else None

    def _fall(self, line: int) -> int:
        """How far a line has slid against the vectors' slanting axis."""
        return (line + 1 - self._parity) // 2

    def turned(self, vector: Vector, turn: Rotation) -> Vector:
        """A vector after a turn about the origin."""
        sides = len(self.steps)
        a = self.steps[turn.side(self.steps.index((1, 0)), sides)]
        b = self.steps[turn.side(self.steps.index((0, 1)), sides)]
        return vector[0] * a[0] + vector[1] * b[0], vector[0] * a[1] + vector[1] * b[1]

    def rotation(self, clockwise: bool) -> Rotation:
        """One hexside's turn, or a quarter turn of squares."""
        step = 2 if len(self.steps) == 8 else 1
        return Rotation(step if clockwise else -step)

    def mirror(self, *, east_west: bool) -> Rotation:
        """The reflection that swaps east and west, or north and south."""
        sides = len(self.steps)
        if self.family == "pointy hexes":
            return Rotation(5 if east_west else 2, -1)
        return Rotation(0 if east_west else sides // 2, -1)
