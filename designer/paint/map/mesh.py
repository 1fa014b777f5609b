"""Where cells meet: the nodes of a grid, and the small unevenness that takes the ruler out of the drawing.

Everything organic on the map (shores, woods, rivers) is built around nodes.  At a node the cells around it
and the sides between them are known in clockwise order, so a shape is decided locally, joins its neighbours
exactly, and can be made anew for a few cells without touching the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, sin
from typing import overload

import numpy as np
import numpy.typing as npt

from engine.grid import CellGrid, Point
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


class Nodes(Sequence[Node]):
    """The nodes of a grid by number, each made when it is first wanted."""

    def __init__(self, grid: CellGrid) -> None:
        self._grid = grid
        self.centres: list[Point] = [grid.centre(Cell(cell)) for cell in range(grid.size)]
        corners = _corner_points(grid, self.centres)
        numbers = _numbered(corners)
        order = np.argsort(numbers.ravel(), kind="stable")
        first = np.searchsorted(numbers.ravel()[order], np.arange(numbers.max() + 2))
        self.of_cell: list[list[int]] = numbers.tolist()
        self.lowest_cells: npt.NDArray[np.int64] = order[first[:-1]] // corners.shape[1]
        """For every node the lowest of the cells that meet there."""
        self._many = corners.shape[1]
        self._corners: list[list[list[float]]] = corners.tolist()
        self._meeting: list[int] = order.tolist()
        self._first: list[int] = first.tolist()
        self._made: dict[int, Node] = {}

    def __len__(self) -> int:
        return len(self._first) - 1

    @overload
    def __getitem__(self, index: int) -> Node: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Node]: ...

    def __getitem__(self, index: int | slice) -> Node | Sequence[Node]:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        if index not in self._made:
            if index >= len(self):
                raise IndexError(index)
            self._made[index] = self._node(index)
        return self._made[index]

    def cells(self, index: int) -> list[Cell]:
        """The cells that meet at a node, by number; the node itself is not made."""
        many = self._many
        return [Cell(which // many) for which in self._meeting[self._first[index] : self._first[index + 1]]]

    def _node(self, number: int) -> Node:
        corners, at = [], (0.0, 0.0)
        for which in self._meeting[self._first[number] : self._first[number + 1]]:
            cell, i = divmod(which, self._many)
            points = self._corners[cell]
            before, point, after = points[i - 1], points[i], points[(i + 1) % self._many]
            sides = _sides_at(self._grid, i, self._many, self._grid.sides // self._many)
            corners.append(Corner(Cell(cell), self.centres[cell], middle(point, after), middle(before, point), *sides))
            at = at if len(corners) > 1 else (point[0], point[1])
        full = 3 if self._grid.sides == 6 else 4
        return Node(at, _clockwise(at, corners), len(corners) == full)


def _corner_points(grid: CellGrid, centres: list[Point]) -> npt.NDArray[np.float64]:
    """The corners of every cell; all cells of a grid have one shape."""
    x, y = centres[0]
    shape = np.array([(cx - x, cy - y) for cx, cy in grid.corners(Cell(0))])
    return np.array(centres)[:, None, :] + shape[None, :, :]  # type: ignore[no-any-return]


def _numbered(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """The node of every corner of every cell, counted in the order in which the cells first reach them."""
    keys = np.rint(corners * 512).astype(np.int64)
    flat = (keys[..., 0] * (1 << 31) + keys[..., 1]).ravel()
    _, first, which = np.unique(flat, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[which].reshape(corners.shape[:2])


class Mesh:
    """The nodes of a grid, each known by its number, and the nodes of every cell."""

    def __init__(self, grid: CellGrid) -> None:
        self.grid = grid
        self.nodes = Nodes(grid)
        self.of_cell = self.nodes.of_cell

    def around(self, cells: Iterable[Cell]) -> set[int]:
        """The numbers of all nodes of some cells."""
        return {number for cell in cells if cell < self.grid.size for number in self.of_cell[cell]}


def _sides_at(grid: CellGrid, i: int, many: int, step: int) -> tuple[int, int]:
    """The sides that leave and reach corner i, clockwise round the cell."""
    return (i * step) % grid.sides, ((i - 1) % many) * step


def _clockwise(at: Point, corners: list[Corner]) -> tuple[Corner, ...]:
    """Corners by their angle; at the map's edge the first follows the gap."""
    ordered = sorted(corners, key=lambda c: atan2(c.centre[1] - at[1], c.centre[0] - at[0]))
    for n, corner in enumerate(ordered):
        if not near(ordered[n - 1].end, corner.start):
            return tuple(ordered[n:] + ordered[:n])
    return tuple(ordered)


def middle(a: Sequence[float], b: Sequence[float]) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def near(a: Point, b: Point) -> bool:
    """Whether two points are one but for rounding."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1e-6


_WAVES = ((0.040, 2.3, -2.9, 0.7), (0.032, 5.1, 3.3, 0.4), (0.021, -7.9, 11.7, 2.1), (0.010, 23.0, 17.0, 0.0))
_SWELLS = ((0.040, 2.7, 2.1, 1.9), (0.032, -5.7, 4.3, 1.7), (0.021, 12.9, 8.3, 0.9), (0.010, 19.0, -25.0, 0.0))
"""The waves of the unevenness, east and south: how high, how many a cell each way, and where they begin."""


@lru_cache(maxsize=50_000)
def uneven(point: Point) -> Point:
    """The point moved a little, always by the same amount in the same place."""
    x, y = point
    dx = sum(high * sin(across * x + down * y + start) for high, across, down, start in _WAVES)
    dy = sum(high * sin(across * x + down * y + start) for high, across, down, start in _SWELLS)
    return x + dx, y + dy


def drift(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """By how much many points would be moved."""
    dx = sum((high * np.sin(across * x + down * y + start) for high, across, down, start in _WAVES), np.zeros(x.shape))
    dy = sum((high * np.sin(across * x + down * y + start) for high, across, down, start in _SWELLS), np.zeros(x.shape))
    return dx, dy


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


def noises(i: npt.NDArray[np.int64], j: npt.NDArray[np.int64], *more: int) -> npt.NDArray[np.float64]:
    """The same for many pairs of numbers at once, each followed by the further numbers."""
    mixed = np.full(i.shape, 2166136261, np.uint64)
    mask = np.uint64(0xFFFFFFFF)
    for number in (i, j, *more):
        mixed = ((mixed ^ (np.asarray(number).astype(np.uint64) & mask)) * np.uint64(16777619)) & mask
        mixed ^= mixed >> np.uint64(13)
        mixed = (mixed * np.uint64(1274126177)) & mask
        mixed ^= mixed >> np.uint64(16)
    return mixed / 4294967296
