"""Traces: a path of any length to a region, past neither enemy units nor their zones of control."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.kernels import flood
from engine.rules.markers import barriers
from engine.rules.table import Table
from engine.rules.zoc import zone


def connected(table: Table, side: int, region: str) -> npt.NDArray[np.uint8]:
    """The cells from which a side's path reaches the region's own free cells."""
    return table.cached(("trace", side, region), lambda: _connected(table, side, region))


def _connected(table: Table, side: int, region: str) -> npt.NDArray[np.uint8]:
    closed = ((zone(table, 1 - side) > 0) | (table.occupied(1 - side) > 0)).astype(np.uint8)
    closed[barriers(table, side)] = 1
    cells = sorted(table.board.regions.get(region, frozenset()))
    sources = np.array([cell for cell in cells if not closed[cell]], np.int32)
    return flood(table.board.net, open_edges(table), closed, sources)


def open_edges(table: Table) -> npt.NDArray[np.uint8]:
    """Every step between neighbouring cells."""
    return np.ones(len(table.board.indices), np.uint8)


def in_communication(table: Table, cell: int, side: int, region: str) -> bool:
    """Whether a path leads from a cell, itself not counted, to the region."""
    if cell in table.board.regions.get(region, frozenset()):
        return True
    reached = connected(table, side, region)
    return any(reached[neighbour] for neighbour in table.setting.neighbours[cell])
