"""Where cells meet: the nodes of a grid, and the small unevenness that takes the ruler out of the drawing.

Everything organic on the map (shores, woods, rivers) is built around nodes.  At a node the cells around it
and the sides between them are known in clockwise order, so a shape is decided locally, joins its neighbours
exactly, and can be made anew for a few cells without touching the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, sin

from engine.grid import Grid, Point
from engine.ids import Cell

CURVE_STEPS = 7


@dataclass(frozen=True)
class Corner:
    """One cell's part in a node: clockwise round the node, it lies between `start` and `end`."""

    cell: Cell
    centre: Point
    start: Point
    end: Point
    start_side: int
    end_side: int


@dataclass(frozen=True)
class Node:
    """A point where cells meet, with their corners in clockwise order."""

    at: Point
    corners: tuple[Corner, ...]
    inland: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that meet here."""
        return tuple(corner.cell for corner in self.corners)


class Mesh:
    """The nodes of a grid, each known by its number, and the nodes of every cell."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.nodes: list[Node] = []
        self.of_cell: list[list[int]] = [[] for _ in range(grid.size)]
        self._build()

    def _build(self) -> None:
        found: dict[tuple[int, int], list[Corner]] = {}
        places: dict[tuple[int, int], Point] = {}
        for index in range(self.grid.size):
            cell = Cell(index)
            for point, corner in _corners(self.grid, cell):
                key = round(point[0] * 512), round(point[1] * 512)
                found.setdefault(key, []).append(corner)
                places.setdefault(key, point)
        full = 3 if self.grid.sides == 6 else 4
        for key, corners in found.items():
            at = places[key]
            ordered = _clockwise(at, corners)
            for corner in ordered:
                self.of_cell[corner.cell].append(len(self.nodes))
            self.nodes.append(Node(at, ordered, len(ordered) == full))

    def around(self, cells: Iterable[Cell]) -> set[int]:
        """The numbers of all nodes of some cells."""
        return {number for cell in cells if cell < self.grid.size for number in self.of_cell[cell]}


def _corners(grid: Grid, cell: Cell) -> Iterable[tuple[Point, Corner]]:
    centre, points = grid.centre(cell), grid.corners(cell)
    many = len(points)
    step = grid.sides // many
    for i, point in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % many]
        sides = _sides_at(grid, i, many, step)
        yield point, Corner(cell, centre, middle(point, after), middle(before, point), *sides)


def _sides_at(grid: Grid, i: int, many: int, step: int) -> tuple[int, int]:
    """The sides that leave and reach corner i, clockwise round the cell."""
    return (i * step) % grid.sides, ((i - 1) % many) * step


def _clockwise(at: Point, corners: list[Corner]) -> tuple[Corner, ...]:
    """Corners by their angle; at the map's edge the first follows the gap."""
    ordered = sorted(corners, key=lambda c: atan2(c.centre[1] - at[1], c.centre[0] - at[0]))
    for n, corner in enumerate(ordered):
        if not near(ordered[n - 1].end, corner.start):
            return tuple(ordered[n:] + ordered[:n])
    return tuple(ordered)


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def near(a: Point, b: Point) -> bool:
    """Whether two points are one but for rounding."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1e-6


def uneven(point: Point) -> Point:
    """The point moved a little, always by the same amount in the same place."""
    x, y = point
    dx = 0.036 * sin(2.3 * x - 2.9 * y + 0.7) + 0.028 * sin(5.1 * x + 3.3 * y + 0.4)
    dx += 0.019 * sin(11.7 * y - 7.9 * x + 2.1) + 0.009 * sin(23.0 * x + 17.0 * y)
    dy = 0.036 * sin(2.7 * x + 2.1 * y + 1.9) + 0.028 * sin(4.3 * y - 5.7 * x + 1.7)
    dy += 0.019 * sin(12.9 * x + 8.3 * y + 0.9) + 0.009 * sin(19.0 * x - 25.0 * y)
    return x + dx, y + dy


def curve(a: Point, control: Point, b: Point, steps: int = CURVE_STEPS) -> list[Point]:
    """Points of an uneven curve from a to b that leaves towards the control point; both ends included."""
    found = []
    for n in range(steps + 1):
        t = n / steps
        p, q, r = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        found.append(uneven((p * a[0] + q * control[0] + r * b[0], p * a[1] + q * control[1] + r * b[1])))
    return found


def noise(*numbers: int) -> float:
    """A number from 0 to 1 that depends on whole numbers only: the map's dice, thrown once for all."""
    mixed = 2166136261
    for number in numbers:
        mixed = ((mixed ^ (number & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
        mixed ^= mixed >> 13
        mixed = (mixed * 1274126177) & 0xFFFFFFFF
        mixed ^= mixed >> 16
    return mixed / 4294967296


@lru_cache(maxsize=100_000)
def shaken(i: int, j: int) -> tuple[float, float]:
    """How far a mark of the map's lattice is out of its place, each way from -0.5 to 0.5."""
    first = noise(i, j)
    return first - 0.5, (first * 65536) % 1 - 0.5
