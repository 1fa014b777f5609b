"""How the cells of a board are called: by their number on the grid, or by the key of a box."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import ScenarioError
from engine.grid import CellGrid, make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records


@dataclass(frozen=True)
class CellNames:
    """The names of all cells of a board, boxes after the grid."""

    grid: CellGrid
    labels: tuple[str, ...]
    cells: dict[str, Cell]

    @classmethod
    def from_rows(cls, rows: Rows) -> CellNames:
        """Name the cells of the grid and the boxes of a scenario, once until one of these changes."""
        return rows.kept("names of cells", ("grid", "box"), lambda: cls._made(rows))

    @classmethod
    def _made(cls, rows: Rows) -> CellNames:
        grid = make_grid(rows.the(records.Grid))
        labels = tuple(grid.label(Cell(cell)) for cell in range(grid.size))
        labels += tuple(box.box for box in rows.all(records.Box))
        # Backwards, so that a box never hides a cell of the grid.
        return cls(grid, labels, {labels[cell]: Cell(cell) for cell in reversed(range(len(labels)))})

    def cell(self, label: str) -> Cell:
        """The cell with that name, however carelessly typed; a ScenarioError says what is wrong with it."""
        found = self.cells.get(label)
        return self.grid.parse(label) if found is None else found

    def find(self, label: str) -> Cell | None:
        """The cell with that name, or None."""
        try:
            return self.cell(label)
        except ScenarioError:
            return None
