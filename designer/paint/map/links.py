"""Railways and roads: gentle lines through the cells they join, side by side where they share the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot

from designer.paint.map.mesh import noise
from engine.grid import CellGrid, Point
from engine.ids import Cell
from engine.records.board import LinkKind

Links = Mapping[Cell, Mapping[tuple[Cell, str], object]]
"""For every cell the cells that lines lead to, and of which kind."""

Edge = tuple[Cell, Cell]
"""Two neighbouring cells, the lower first."""

Fellows = Callable[[Cell, Cell], dict[str, tuple[Cell, ...]]]
"""The lines from a cell to its neighbour, with all their ways from the cell."""

RAILS = frozenset({"rail", "double-rail"})
"""The styles of railways; all others are roads of a kind."""

GAP = 0.16
"""From the middle of a line to the middle of the one beside it."""

REACH = 4
"""How many cells away a new link can bend a line."""

_STRAY = 0.27
"""How far from the centre of a cell a line may pass."""

_CROSSING = 0.18
"""How far from the middle of a side a line may cross it."""

_TOWN_STRAY = 0.2
_WANDER = 0.1
_LATTICE = 3.3
_STEPS = 6


@dataclass(frozen=True)
class LinkStretch:
    """Part of a line: from where it passes through a cell to the middle of the way to its neighbour.

    A line that runs on to the map's edge leads to its own cell.
    """

    kind: str
    other: Cell
    points: tuple[Point, ...]


class LinkPaths:
    """The lines of one map, each point of them found when it is first wanted."""

    def __init__(
        self, grid: CellGrid, links: Links, kinds: Mapping[str, LinkKind], pinned: Callable[[Cell], str]
    ) -> None:
        self._grid = grid
        self._links = links
        self._order = {key: kind.position for key, kind in kinds.items()}
        self._rails = {key for key, kind in kinds.items() if kind.style in RAILS}
        self._pinned = pinned
        self._near: dict[Cell, dict[str, tuple[Cell, ...]]] = {}
        self._points: dict[tuple[str, Cell], Point] = {}
        self._sides: dict[Edge, int] | None = None

    def stretches(self, cell: Cell) -> list[LinkStretch]:
        """A cell's part of every line through it; lines to cells that are not neighbours are not among them."""
        found = [
            LinkStretch(kind, other, self._half(kind, cell, other))
            for kind, others in self.near(cell).items()
            for other in others
        ]
        return found + [LinkStretch(kind, cell, points) for kind, points in self._run_outs(cell)]

    def forget(self, cells: set[Cell]) -> set[Cell]:
        """Forget what links or places of these cells may have bent; gives every cell that must be drawn anew."""
        for cell in cells:
            self._near.pop(cell, None)
        before, self._sides = self._sides, None
        moved = set(cells)
        if before is not None:
            now = self.sides
            moved |= {cell for edge in before.keys() | now if before.get(edge) != now.get(edge) for cell in edge}
        wide = self._round(moved)
        for kind, cell in [key for key in self._points if key[1] in wide]:
            del self._points[kind, cell]
        return wide

    def _round(self, cells: set[Cell]) -> set[Cell]:
        wide, rim = set(cells), set(cells)
        for _ in range(REACH):
            rim = {other for cell in rim for other in self._grid.neighbours(cell)} - wide
            wide |= rim
        return wide

    def near(self, cell: Cell) -> dict[str, tuple[Cell, ...]]:
        """Where lines lead from a cell, by kind; neighbours only."""
        if cell not in self._near:
            found: dict[str, list[Cell]] = {}
            for other, kind in self._links.get(cell, ()):
                if other < self._grid.size and self._grid.side_between(cell, other) is not None:
                    found.setdefault(kind, []).append(other)
            self._near[cell] = {kind: tuple(sorted(others)) for kind, others in found.items()}
        return self._near[cell]

    def town(self, cell: Cell) -> Point:
        """Where a small place stands: on the lines that pass through its cell."""
        centre = self._grid.centre(cell)
        kinds = self.near(cell)
        if self._pinned(cell) != "loosely" or not kinds:
            return centre
        return _strayed(centre, [self._calm(kind, cell) for kind in kinds], _TOWN_STRAY)

    @property
    def sides(self) -> dict[Edge, int]:
        """Which hand the first of several lines keeps to on the ways that they share, seen from the lower cell."""
        if self._sides is None:
            self._sides = dict(_sided(self._grid, self._shared(), self._fellows))
        return self._sides

    def _shared(self) -> set[Edge]:
        count: dict[Edge, int] = {}
        for cell in self._links:
            if cell < self._grid.size:
                for others in self.near(cell).values():
                    for other in others:
                        if cell < other:
                            count[cell, other] = count.get((cell, other), 0) + 1
        return {edge for edge, many in count.items() if many > 1}

    def point(self, kind: str, cell: Cell) -> Point:
        """Where a line passes through a cell."""
        if (kind, cell) not in self._points:
            self._points[kind, cell] = self._found(kind, cell)
        return self._points[kind, cell]

    def _found(self, kind: str, cell: Cell) -> Point:
        onward = self._onward(kind, cell)
        if onward is not None:
            return self.point(onward, cell)
        if self._pinned(cell):
            x, y = self.town(cell)
        else:
            x, y = _strayed(self._grid.centre(cell), [self._calm(k, cell) for k in self._together(kind, cell)], _STRAY)
        main = self._main(kind, cell) or self.near(cell)[kind][:1]
        asides = [self._aside(kind, cell, other) for other in main]
        dx, dy = sum(aside[0] for aside in asides) / len(asides), sum(aside[1] for aside in asides) / len(asides)
        return x + dx, y + dy

    def _onward(self, kind: str, cell: Cell) -> str | None:
        """The line into which another runs that ends in a cell: a road into a road, a railway into a railway."""
        lines = self.near(cell)
        if len(lines[kind]) > 1:
            return None
        through = [k for k, ways in lines.items() if len(ways) > 1 and (k in self._rails) == (kind in self._rails)]
        ending = [k for k, ways in lines.items() if len(ways) == 1 and (k in self._rails) == (kind in self._rails)]
        best = min(through or ending, key=lambda k: (self._order.get(k, 0), k))
        return best if best != kind and (through or lines[best] != lines[kind]) else None

    def _together(self, kind: str, cell: Cell) -> list[str]:
        """The kinds of line that share a way of this one through a cell, itself among them."""
        mine = set(self.near(cell)[kind])
        return [other for other, ways in self.near(cell).items() if not mine.isdisjoint(ways)]

    def _main(self, kind: str, cell: Cell) -> tuple[Cell, ...]:
        """The two ways of a line that go on into each other, or none where it ends or turns back."""
        others = self.near(cell).get(kind, ())
        if len(others) < 2:
            return ()
        best = min(
            ((a, b) for n, a in enumerate(others) for b in others[n + 1 :]), key=lambda pair: self._bend(cell, *pair)
        )
        return best if len(others) == 2 or self._bend(cell, *best) < -0.4 else ()

    def _bend(self, cell: Cell, a: Cell, b: Cell) -> float:
        """How sharply a line bends from one way into another: -1 is straight on."""
        return _cosine(self._way(cell, a), self._way(cell, b))

    def _way(self, cell: Cell, other: Cell) -> Point:
        (x, y), (ox, oy) = self._grid.centre(cell), self._grid.centre(other)
        return ox - x, oy - y

    def _calm(self, kind: str, cell: Cell) -> Point:
        """A line's point after the zigzag of the grid is taken out of it."""
        own, main = self._calmer(kind, cell), self._main(kind, cell)
        if not main:
            return own
        a, b = (self._calmer(kind, other) for other in main)
        return own[0] / 2 + (a[0] + b[0]) / 4, own[1] / 2 + (a[1] + b[1]) / 4

    def _calmer(self, kind: str, cell: Cell) -> Point:
        x, y = self._grid.centre(cell)
        main = self._main(kind, cell)
        if not main:
            return x, y
        (ax, ay), (bx, by) = self._grid.centre(main[0]), self._grid.centre(main[1])
        return x / 2 + (ax + bx) / 4, y / 2 + (ay + by) / 4

    def _aside(self, kind: str, cell: Cell, other: Cell) -> Point:
        """How far a line steps aside on a way that it shares."""
        edge = (cell, other) if cell < other else (other, cell)
        hand = self.sides.get(edge)
        if hand is None:
            return 0.0, 0.0
        fellows = list(self._fellows(cell, other))
        away = (fellows.index(kind) - (len(fellows) - 1) / 2) * GAP * hand
        dx, dy = self._way(*edge)
        long = hypot(dx, dy)
        return dy / long * away, -dx / long * away

    def _fellows(self, cell: Cell, other: Cell) -> dict[str, tuple[Cell, ...]]:
        """The lines that lead from a cell to another, from the one hand to the other, with all their ways there."""
        kinds = sorted(self.near(cell).items(), key=lambda line: (self._order.get(line[0], 0), line[0]))
        return {kind: ways for kind, ways in kinds if other in ways}

    def _lead(self, kind: str, cell: Cell, other: Cell) -> Point:
        """The direction in which a line leaves a cell."""
        here, there = self.point(kind, cell), self.point(kind, other)
        way = there[0] - here[0], there[1] - here[1]
        rest = [o for o in self.near(cell)[kind] if o != other]
        if not rest:
            return way
        back = self.point(kind, min(rest, key=lambda o: self._bend(cell, o, other)))
        lead = (there[0] - back[0]) / 2, (there[1] - back[1]) / 2
        return lead if hypot(*lead) > 0.05 and _cosine(lead, way) > 0.3 else way

    def _half(self, kind: str, cell: Cell, other: Cell) -> tuple[Point, ...]:
        """The half of a line between two cells that lies in the first."""
        a, d = self.point(kind, cell), self.point(kind, other)
        out, into = self._lead(kind, cell, other), self._lead(kind, other, cell)
        b = a[0] + out[0] / 3, a[1] + out[1] / 3
        c = d[0] + into[0] / 3, d[1] + into[1] / 3
        back = self._overshoot(cell, other, _cubic(a, b, c, d, 0.5), self._aside(kind, cell, other))
        found = []
        for t in (n / _STEPS / 2 for n in range(_STEPS + 1)):
            (x, y), share = _cubic(a, b, c, d, t), (4 * t * (1 - t)) ** 2
            found.append((x - back[0] * share, y - back[1] * share))
        return tuple(found)

    def _overshoot(self, cell: Cell, other: Cell, crossing: Point, aside: Point) -> Point:
        """By how much a line would cross a side too near to its end, where it would seem to enter a third cell."""
        (x, y), (ox, oy) = self._grid.centre(cell), self._grid.centre(other)
        dx, dy = crossing[0] - aside[0] - (x + ox) / 2, crossing[1] - aside[1] - (y + oy) / 2
        share = max(0.0, 1 - _CROSSING / max(1e-9, hypot(dx, dy)))
        return dx * share, dy * share

    def _run_outs(self, cell: Cell) -> Iterator[tuple[str, tuple[Point, ...]]]:
        """Lines that come to a cell at the map's edge and to no place there: they run on, as the country does."""
        open_sides = [side for side in range(self._grid.sides) if self._grid.neighbour(cell, side) is None]
        if not open_sides or self._pinned(cell):
            return
        centre = self._grid.centre(cell)
        ends = [edge for edge in (self._grid.edge(cell, side) for side in open_sides) if edge is not None]
        for kind, others in self.near(cell).items():
            if len(others) != 1:
                continue
            x, y = self.point(kind, cell)
            dx, dy = self._way(others[0], cell)
            middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends]
            best = max(middles, key=lambda m: _cosine((m[0] - centre[0], m[1] - centre[1]), (dx, dy)))
            if _cosine((best[0] - centre[0], best[1] - centre[1]), (dx, dy)) > 0.3:
                b, c = (x + dx / 6, y + dy / 6), (best[0] * 0.7 + x * 0.3, best[1] * 0.7 + y * 0.3)
                yield kind, tuple(_cubic((x, y), b, c, best, n / 4) for n in range(5))


def _sided(grid: CellGrid, shared: set[Edge], fellows: Fellows) -> Iterator[tuple[Edge, int]]:
    """A hand for every shared way; where shared ways follow each other no line changes sides."""
    at: dict[Cell, list[Cell]] = {}
    for a, b in sorted(shared):
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    left = set(shared)
    for start in sorted(shared):
        if start in left:
            left.discard(start)
            ahead = list(_run(grid, at, left, *start))
            behind = list(_run(grid, at, left, start[1], start[0]))
            run = [(b, a) for a, b in reversed(behind)] + [start, *ahead]
            hand = _hand(grid, run, fellows)
            for a, b in run:
                yield ((a, b), hand) if a < b else ((b, a), -hand)


def _run(grid: CellGrid, at: dict[Cell, list[Cell]], left: set[Edge], a: Cell, b: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The shared ways that follow one, each the straightest that is still free."""
    while True:
        x, y = grid.centre(b)
        free = [c for c in at[b] if c != a and ((b, c) if b < c else (c, b)) in left]
        if not free:
            return
        px, py = grid.centre(a)
        onward = max(free, key=lambda c: _cosine((x - px, y - py), (grid.centre(c)[0] - x, grid.centre(c)[1] - y)))
        left.discard((b, onward) if b < onward else (onward, b))
        yield b, onward
        a, b = b, onward


def _hand(grid: CellGrid, run: list[tuple[Cell, Cell]], fellows: Fellows) -> int:
    """The hand that lets the lines of a shared run part at its ends without crossing."""
    (first, second), (before, last) = run[0], run[-1]
    start = _parting(grid, second, first, fellows(first, second))
    votes = _parting(grid, before, last, fellows(last, before)) - start
    return 1 if votes >= 0 else -1


def _parting(grid: CellGrid, before: Cell, cell: Cell, lines: dict[str, tuple[Cell, ...]]) -> int:
    """Whether the first of the lines leaves a shared way to the right (1) or to the left (-1) of the last."""
    x, y = grid.centre(cell)
    px, py = grid.centre(before)
    dx, dy = x - px, y - py
    turns = []
    for ways in lines.values():
        onward = [(grid.centre(other)[0] - x, grid.centre(other)[1] - y) for other in ways if other != before]
        ox, oy = max(onward, key=lambda way: _cosine((dx, dy), way), default=(0.0, 0.0))
        turns.append(dx * oy - dy * ox)
    if len(turns) < 2 or abs(turns[0] - turns[-1]) < 1e-6:
        return 0
    return 1 if turns[0] > turns[-1] else -1


def _strayed(centre: Point, points: list[Point], most: float) -> Point:
    """The middle of some points, taken a little off the ruler, but not far from the centre of the cell."""
    wx, wy = _wander(*centre)
    dx = sum(point[0] for point in points) / len(points) - centre[0] + wx
    dy = sum(point[1] for point in points) / len(points) - centre[1] + wy
    share = min(1.0, most / max(1e-9, hypot(dx, dy)))
    return centre[0] + dx * share, centre[1] + dy * share


@lru_cache(maxsize=50_000)
def _wander(x: float, y: float) -> Point:
    """A slow drift of the whole country, so that no line is drawn along a ruler."""
    gx, gy = x / _LATTICE, y / _LATTICE
    i, j = floor(gx), floor(gy)
    u, v = gx - i, gy - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    found = []
    for seed in (71, 72):
        north = noise(i, j, seed) * (1 - u) + noise(i + 1, j, seed) * u
        south = noise(i, j + 1, seed) * (1 - u) + noise(i + 1, j + 1, seed) * u
        found.append((north * (1 - v) + south * v - 0.5) * 2 * _WANDER)
    return found[0], found[1]


def _cosine(a: Point, b: Point) -> float:
    return (a[0] * b[0] + a[1] * b[1]) / max(1e-9, hypot(*a) * hypot(*b))


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def ticks(points: tuple[Point, ...], count: int, half: float) -> list[tuple[Point, Point]]:
    """Short strokes across a line at even steps, for railways."""
    marks = _marks(points)
    found = []
    for n in range(count):
        (x, y), (dx, dy) = _at(points, marks, (n + 0.5) / count)
        found.append(((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)))
    return found


def dashes(points: tuple[Point, ...], count: int) -> list[list[Point]]:
    """A line as even dashes that keep their step where the next stretch goes on."""
    marks = _marks(points)
    return [[_at(points, marks, (n + share) / count)[0] for share in (0.2, 0.4, 0.6, 0.8)] for n in range(count)]


def _marks(points: tuple[Point, ...]) -> list[float]:
    """How far along a line each of its points lies."""
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    return lengths


def _at(points: tuple[Point, ...], marks: list[float], share: float) -> tuple[Point, Point]:
    """The point at a share of a line's length, and the line's direction there."""
    wanted, i = marks[-1] * share, 1
    while marks[i] < wanted:
        i += 1
    (ax, ay), (bx, by) = points[i - 1], points[i]
    long = marks[i] - marks[i - 1] or 1.0
    t = (wanted - marks[i - 1]) / long
    return (ax + (bx - ax) * t, ay + (by - ay) * t), ((bx - ax) / long, (by - ay) / long)
