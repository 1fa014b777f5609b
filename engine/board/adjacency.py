"""Which cells adjoin, as compressed sparse rows: grid neighbours by side, then links that leap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.grid import CellGrid
from engine.ids import Cell

Ints = npt.NDArray[np.int32]

LEAP = -1
"""The side of a directed edge that is not across a side: to or from a box, or over sea."""


@dataclass(frozen=True, eq=False, repr=False)
class Adjacency:
    """The directed edges that leave cell c are `indptr[c]` up to `indptr[c + 1]`."""

    indptr: Ints
    indices: Ints
    side: npt.NDArray[np.int8]
    reverse: Ints
    across: Ints
    """Edge of every grid cell across every side, -1 where the map ends."""

    def edge(self, a: Cell, b: Cell) -> int | None:
        """The directed edge from one cell to another, or None."""
        return self._edges[a].get(b)

    @cached_property
    def _edges(self) -> list[dict[int, int]]:
        """By cell, the edge to each cell beside it; of several that lead there the first."""
        starts, ends = self.indptr.tolist(), self.indices.tolist()
        return [{ends[edge]: edge for edge in reversed(range(first, last))} for first, last in pairwise(starts)]


def adjacency(grid: CellGrid, size: int, leaps: Iterable[tuple[Cell, Cell]]) -> Adjacency:
    """Join the neighbours of a grid, and the pairs of cells that a link joins across any distance."""
    cells, sides = np.nonzero(grid.neighbour_table >= 0)
    pairs = sorted({pair for a, b in leaps for pair in ((a, b), (b, a))})
    froms = np.concatenate([cells, np.array([a for a, _ in pairs], np.int64)])
    indices = np.concatenate([grid.neighbour_table[cells, sides], np.array([b for _, b in pairs], np.int32)])
    side = np.concatenate([sides, np.full(len(pairs), LEAP)]).astype(np.int8)
    order = np.argsort(froms, kind="stable")
    froms, indices, side = froms[order], indices[order].astype(np.int32), side[order]
    indptr = np.concatenate([[0], np.cumsum(np.bincount(froms, minlength=size))]).astype(np.int32)
    across = np.full((grid.size, grid.sides), -1, np.int32)
    on_grid = np.flatnonzero(side >= 0)
    across[froms[on_grid], side[on_grid]] = on_grid
    arrays = (indptr, indices, side, _reverse(froms, indices, size), across)
    for array in arrays:
        array.setflags(write=False)
    return Adjacency(*arrays)


def _reverse(froms: npt.NDArray[np.int64], indices: Ints, size: int) -> Ints:
    """For every edge, the edge that leads back."""
    there = froms * size + indices
    back = indices.astype(np.int64) * size + froms
    order = np.argsort(there)
    return order[np.searchsorted(there[order], back)].astype(np.int32)
