"""Which cells a tool touches: brush, flood, line, rectangle."""

from __future__ import annotations

from collections.abc import Callable

from engine.grid import CellGrid
from engine.ids import Cell

BRUSH_SIZES = (1, 2, 3, 4)


def brush(grid: CellGrid, cell: Cell, size: int) -> tuple[Cell, ...]:
    """The cells under a brush: size 1 is one cell, 2 adds its neighbours, and so on."""
    return grid.within(cell, size - 1)


def stroke(grid: CellGrid, before: Cell, now: Cell, size: int) -> list[Cell]:
    """The cells under a brush that was dragged from cell to cell, without gaps."""
    found: dict[Cell, None] = {}
    for cell in grid.line(before, now):
        found.update(dict.fromkeys(brush(grid, cell, size)))
    return list(found)


def flood(grid: CellGrid, start: Cell, same: Callable[[Cell], object]) -> list[Cell]:
    """The cells joined to a cell across which a property stays the same."""
    wanted = same(start)
    seen = {start}
    queue = [start]
    for cell in queue:
        for other in grid.neighbours(cell):
            if other not in seen and same(other) == wanted:
                seen.add(other)
                queue.append(other)
    return queue


def rectangle(grid: CellGrid, a: Cell, b: Cell) -> list[Cell]:
    """The cells of the columns and rows between two corners."""
    (ca, ra), (cb, rb) = grid.column_row(a), grid.column_row(b)
    return [
        grid.cell_at(column, row)
        for row in range(min(ra, rb), max(ra, rb) + 1)
        for column in range(min(ca, cb), max(ca, cb) + 1)
    ]
