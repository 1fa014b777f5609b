"""The small drawn marks of a terrain: trees, tufts, hachures, peaks; they ignore the grid and join across cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from designer.paint.map.mesh import middle, noise, noises
from engine.grid import Grid, Point
from engine.ids import Cell

Alike = Callable[[Cell], bool]


Tree = tuple[float, float, int]
"""A tree: where it stands, and which of the crowns it has."""


@dataclass
class Marks:
    """Marks by the pen or brush that draws them; trees are kept as points until someone wants their outlines."""

    strokes: QPainterPath = field(default_factory=QPainterPath)
    fine: QPainterPath = field(default_factory=QPainterPath)
    shade: QPainterPath = field(default_factory=QPainterPath)
    trees: list[Tree] = field(default_factory=list)

    @cached_property
    def crowns(self) -> tuple[QPainterPath, QPainterPath, QPainterPath]:
        """The trees drawn out: their shades, their tops and the gleam on them."""
        paths = QPainterPath(), QPainterPath(), QPainterPath()
        for x, y, kind in self.trees:
            for path, part in zip(paths, tree_parts(kind), strict=True):
                path.addPolygon(part.translated(x, y))
        return paths


def cell_marks(grid: Grid, cell: Cell, pattern: str, alike: Alike) -> Marks:
    """The marks of a pattern that stand in a cell; they keep away from sides where the terrain ends."""
    made = Marks()
    recipe = _RECIPES.get(pattern)
    if recipe is not None:
        step, draw, margin = recipe
        x, y, i, j = _places(grid, cell, step, margin, alike)
        for place in zip(x.tolist(), y.tolist(), noises(i, j, 3).tolist(), noises(i, j, 4).tolist(), strict=True):
            draw(made, *place)
    return made


_Floats = npt.NDArray[np.float64]
_Whole = npt.NDArray[np.int64]


def _places(
    grid: Grid, cell: Cell, step: tuple[float, float], margin: float, alike: Alike
) -> tuple[_Floats, _Floats, _Whole, _Whole]:
    """Points of one lattice over the whole map that fall into a cell, shaken a little, with their numbers."""
    cx, cy = grid.centre(cell)
    wide, high = step
    j, i = np.mgrid[
        floor((cy - 0.6) / high) : ceil((cy + 0.6) / high) + 1,
        floor((cx - 0.6) / wide) - 1 : ceil((cx + 0.6) / wide) + 1,
    ].reshape(2, -1)
    first = noises(i, j)
    x = (i + 0.5 * (j % 2) + 0.62 * (first - 0.5)) * wide
    y = (j + 0.42 * ((first * 65536) % 1 - 0.5)) * high
    walls = np.array(list(_walls(grid, cell, margin, alike)))
    inside = (np.outer(x - cx, walls[:, 0]) + np.outer(y - cy, walls[:, 1]) < walls[:, 2]).all(axis=1)
    return x[inside], y[inside], i[inside], j[inside]


def _walls(grid: Grid, cell: Cell, margin: float, alike: Alike) -> Iterator[tuple[float, float, float]]:
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
            yield x, y, long - (0.07 if len(corners) == 6 else 0.175) - margin * 0.8


@lru_cache(maxsize=8)
def _directions(grid: Grid) -> tuple[tuple[tuple[float, float, float], ...], ...]:
    """From a cell's centre to the middles of its sides and to its corners: unit vectors and distances."""
    cx, cy = grid.centre(Cell(0))
    corners = [(x - cx, y - cy) for x, y in grid.corners(Cell(0))]
    sides = [middle(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return tuple(
        tuple((x / hypot(x, y), y / hypot(x, y), hypot(x, y)) for x, y in points) for points in (sides, corners)
    )


_RADII = tuple(0.05 + 0.0048 * n for n in range(6))

TREES = len(_RADII)
"""How many crowns there are."""


@lru_cache(maxsize=TREES)
def tree_parts(kind: int) -> tuple[QPolygonF, QPolygonF, QPolygonF]:
    """The shade, the top and the gleam of a tree at the origin; polygons, because true circles are slow."""
    radius = _RADII[kind]
    crown = _disc(radius, 12)
    return crown.translated(0.016, 0.024), crown, _disc(radius * 0.44, 8).translated(-radius * 0.3, -radius * 0.34)


def _disc(radius: float, sides: int) -> QPolygonF:
    turns = [2 * pi * n / sides for n in range(sides + 1)]
    return QPolygonF([QPointF(radius * cos(turn), radius * 0.95 * sin(turn)) for turn in turns])


def _tree(made: Marks, x: float, y: float, one: float, _two: float) -> None:
    made.trees.append((x, y, int(one * len(_RADII))))


def _reed(made: Marks, x: float, y: float, one: float, two: float) -> None:
    half = 0.06 + 0.05 * one
    made.strokes.moveTo(x - half, y)
    made.strokes.lineTo(x + half, y)
    if two < 0.55:
        for lean in (-0.034, 0.0, 0.034):
            made.fine.moveTo(x + lean * 0.5, y - 0.012)
            made.fine.lineTo(x + lean, y - (0.085 if lean == 0 else 0.066))


def _hill(made: Marks, x: float, y: float, one: float, two: float) -> None:
    wide, high = 0.10 + 0.035 * one, 0.062 + 0.02 * two
    made.strokes.moveTo(x - wide, y + high)
    made.strokes.cubicTo(x - wide * 0.55, y - high * 0.9, x + wide * 0.45, y - high * 0.9, x + wide, y + high)
    for share in (0.16, 0.42, 0.7):
        made.fine.moveTo(x + wide * share, y - high * (0.35 - share * 0.62))
        made.fine.lineTo(x + wide * share + 0.014, y + high * (0.28 + share * 0.62))


def _peak(made: Marks, x: float, y: float, one: float, two: float) -> None:
    wide, high = 0.115 + 0.04 * one, 0.15 + 0.06 * two
    top = QPointF(x + 0.01, y - high * 0.6)
    made.shade.moveTo(top)
    made.shade.lineTo(x + wide, y + high * 0.4)
    made.shade.lineTo(x + wide * 0.1, y + high * 0.4)
    made.shade.lineTo(x + wide * 0.22, y)
    made.shade.closeSubpath()
    made.strokes.moveTo(x - wide, y + high * 0.4)
    made.strokes.lineTo(top)
    made.strokes.lineTo(x + wide, y + high * 0.4)


def _stone(made: Marks, x: float, y: float, one: float, _two: float) -> None:
    size = 0.028 + 0.022 * one
    made.fine.moveTo(x - size, y + size * 0.6)
    made.fine.lineTo(x - size * 0.2, y - size * 0.7)
    made.fine.lineTo(x + size, y + size * 0.5)


def _grass(made: Marks, x: float, y: float, one: float, _two: float) -> None:
    lean = 0.02 * sin(2 * pi * one)
    for away in (-0.022, 0.022):
        made.fine.moveTo(x + away * 0.3, y)
        made.fine.lineTo(x + away + lean, y - 0.05)


_Draw = Callable[[Marks, float, float, float, float], None]
"""Draws a mark at a point, after two throws of the dice."""

_RECIPES: dict[str, tuple[tuple[float, float], _Draw, float]] = {
    "woods": ((0.172, 0.142), _tree, 0.055),
    "marsh": ((0.29, 0.145), _reed, 0.10),
    "hills": ((0.40, 0.27), _hill, 0.20),
    "mountains": ((0.32, 0.25), _peak, 0.12),
    "rough": ((0.2, 0.17), _stone, 0.07),
    "steppe": ((0.34, 0.26), _grass, 0.07),
}


def hachures(line: tuple[Point, ...], seed: int, length: float) -> QPainterPath:
    """Short strokes that fall from the edge of high ground inwards; the ground lies on the line's left."""
    path = QPainterPath()
    for n, (a, b) in enumerate(pairwise(line)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = (dx * dx + dy * dy) ** 0.5 or 1.0
        for half in (0.25, 0.75):
            reach = length * (0.6 + 0.6 * noise(seed, n, int(half * 4)))
            x, y = a[0] + dx * half, a[1] + dy * half
            path.moveTo(x, y)
            path.lineTo(x + dy / long * reach, y - dx / long * reach)
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
