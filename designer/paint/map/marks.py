"""Where the figures of a terrain stand; they ignore the grid and join across cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainterPath

from designer.paint.map.figures import SORTS
from designer.paint.map.mesh import drift, middle, noise, noises
from engine.grid import CellGrid, Point
from engine.ids import Cell

Alike = Callable[[Cell], bool]

Mark = tuple[float, float, int]
"""A figure: where it stands, and which one of its sort it is."""

_Floats = npt.NDArray[np.float64]
_Whole = npt.NDArray[np.int64]


def cell_marks(grid: CellGrid, cell: Cell, pattern: str, alike: Alike) -> list[Mark]:
    """The figures of a pattern that stand in a cell; they keep away from sides where the terrain ends."""
    sort = SORTS.get(pattern)
    if sort is None:
        return []
    x, y, i, j = _places(grid, cell, sort.step, sort.margin, alike)
    which, whether = noises(i, j, 3), noises(i, j, 4)
    kinds = (which * sort.many).astype(np.int64)
    kept = whether < sort.full
    return list(zip(x[kept].tolist(), y[kept].tolist(), kinds[kept].tolist(), strict=True))


def _places(
    grid: CellGrid, cell: Cell, step: tuple[float, float], margin: float, alike: Alike
) -> tuple[_Floats, _Floats, _Whole, _Whole]:
    """Points of one lattice over the whole map that fall into a cell, shaken a little, with their numbers."""
    cx, cy = grid.centre(cell)
    wide, high = step
    j, i = np.mgrid[
        floor((cy - 0.75) / high) : ceil((cy + 0.75) / high) + 1,
        floor((cx - 0.75) / wide) - 1 : ceil((cx + 0.75) / wide) + 1,
    ].reshape(2, -1)
    first = noises(i, j)
    x = (i + 0.5 * (j % 2) + 0.7 * (first - 0.5)) * wide
    y = (j + 0.55 * ((first * 65536) % 1 - 0.5)) * high
    dx, dy = drift(x, y)
    # The areas are drawn with uneven edges; the lattice is held against the even cell by taking the unevenness back.
    inside = _within(x - dx - cx, y - dy - cy, list(_walls(grid, cell, margin, alike)))
    inside &= _within(x - cx, y - cy, list(_ends(grid, cell)))
    return x[inside], y[inside], i[inside], j[inside]


def _within(x: _Floats, y: _Floats, walls: list[tuple[float, float, float]]) -> npt.NDArray[np.bool_]:
    """Which points lie on the inner side of every wall."""
    if not walls:
        return np.ones(x.shape, np.bool_)
    made = np.array(walls)
    beyond = np.outer(x, made[:, 0]) + np.outer(y, made[:, 1]) >= made[:, 2]
    return np.asarray(~beyond.any(axis=1), np.bool_)


def _ends(grid: CellGrid, cell: Cell) -> Iterator[tuple[float, float, float]]:
    """The sides on which the map ends; no figure may hang over them."""
    sides, _ = _directions(grid)
    step = grid.sides // len(sides)
    for n, (x, y, long) in enumerate(sides):
        if grid.neighbour(cell, n * step) is None:
            yield x, y, long - _HANG


_HANG = 0.07
"""How far the middle of a figure keeps from the map's end."""


def _walls(grid: CellGrid, cell: Cell, margin: float, alike: Alike) -> Iterator[tuple[float, float, float]]:
    """For every side its outward direction, and how far from the centre a mark may stand."""
    sides, corners = _directions(grid)
    step = grid.sides // len(sides)
    ends, closed = [], []
    for n, (x, y, long) in enumerate(sides):
        other = grid.neighbour(cell, n * step)
        joined = other is not None and alike(other)
        ends.append(other is not None and not joined)
        closed.append((x, y, long if joined else long - margin))
    yield from closed
    for n, (x, y, long) in enumerate(corners):
        if ends[n] and ends[n - 1]:
            # Where two sides with other terrain meet, the area is rounded, and marks keep out of the corner.
            yield x, y, long - (0.13 if len(corners) == 6 else 0.23) - margin * 0.8


@lru_cache(maxsize=8)
def _directions(grid: CellGrid) -> tuple[tuple[tuple[float, float, float], ...], ...]:
    """From a cell's centre to the middles of its sides and to its corners: unit vectors and distances."""
    cx, cy = grid.centre(Cell(0))
    corners = [(x - cx, y - cy) for x, y in grid.corners(Cell(0))]
    sides = [middle(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return tuple(
        tuple((x / hypot(x, y), y / hypot(x, y), hypot(x, y)) for x, y in points) for points in (sides, corners)
    )


def hachures(line: tuple[Point, ...], seed: int, length: float) -> QPainterPath:
    """Strokes down the slopes of high ground that lie in the shade; the ground lies on the line's left."""
    path = QPainterPath()
    for n, (a, b) in enumerate(pairwise(line)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = hypot(dx, dy) or 1.0
        away = (-dy / long, dx / long)
        shaded = away[0] * 0.6 + away[1] * 0.8
        if shaded <= 0.05:
            continue
        for share in (0.17, 0.5, 0.83):
            deep = length * shaded * (0.7 + 0.6 * noise(seed, n, int(share * 8)))
            x, y = a[0] + dx * share, a[1] + dy * share
            path.moveTo(x, y)
            path.lineTo(x - away[0] * deep, y - away[1] * deep)
    return path


def beside(line: tuple[Point, ...], away: float) -> list[Point]:
    """The line moved to its left, for the lines that follow a shore inside the water."""
    found = []
    for n, point in enumerate(line):
        a, b = line[max(0, n - 1)], line[min(len(line) - 1, n + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = (dx * dx + dy * dy) ** 0.5 or 1.0
        found.append((point[0] + dy / long * away, point[1] - dx / long * away))
    return found
