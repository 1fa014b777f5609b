"""Railways and roads: smooth lines through the centres of cells, each cell drawing its own part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from engine.grid import Grid, Point
from engine.ids import Cell

Kindred = Callable[[Cell, str], list[Cell]]
_SIDESTEP = 0.085
_SLACK = 0.13
"""How far a line in open country leaves the centre to run straighter."""


@dataclass(frozen=True)
class Stretch:
    """Part of a line: from the centre of a cell to the middle of the way to its neighbour."""

    kind: str
    other: Cell
    points: tuple[Point, ...]


def stretches(grid: Grid, cell: Cell, links: Iterable[tuple[Cell, str]], *, pinned: bool) -> list[Stretch]:
    """A cell's part of every line through it; pinned to the centre where a place stands.

    Lines to cells that are not neighbours are not among them.
    """
    near: dict[str, list[Cell]] = {}
    kinds_to: dict[Cell, list[str]] = {}
    for other, kind in links:
        if other < grid.size and grid.side_between(cell, other) is not None:
            near.setdefault(kind, []).append(other)
            kinds_to.setdefault(other, []).append(kind)
    found = []
    for kind, others in near.items():
        partners = _partners(grid, cell, sorted(others))
        for other in others:
            aside = sorted(kinds_to[other]).index(kind)
            loose = not pinned and len(others) == 2
            points = _half(grid, cell, other, partners.get(other), aside, loose=loose)
            found.append(Stretch(kind, other, points))
    return found


def _partners(grid: Grid, cell: Cell, others: list[Cell]) -> dict[Cell, Cell]:
    """Which way a line goes on at the centre: each end with the one most nearly straight across."""
    x, y = grid.centre(cell)
    ways = {other: (grid.centre(other)[0] - x, grid.centre(other)[1] - y) for other in others}
    pairs = sorted(
        ((_cosine(ways[a], ways[b]), a, b) for n, a in enumerate(others) for b in others[n + 1 :]),
        key=lambda pair: pair[0],
    )
    found: dict[Cell, Cell] = {}
    for _, a, b in pairs:
        if a not in found and b not in found:
            found[a], found[b] = b, a
    for _, a, b in pairs:
        found.setdefault(a, b)
        found.setdefault(b, a)
    return found


def _cosine(a: Point, b: Point) -> float:
    return (a[0] * b[0] + a[1] * b[1]) / (hypot(*a) * hypot(*b))


def _half(grid: Grid, cell: Cell, other: Cell, partner: Cell | None, aside: int, *, loose: bool) -> tuple[Point, ...]:
    """The smooth way from the centre to the side; further kinds on the same way step aside."""
    c, o = grid.centre(cell), grid.centre(other)
    way = (o[0] - c[0], o[1] - c[1])
    low = 1 if cell < other else -1
    off = (-way[1] * low * _SIDESTEP * aside, way[0] * low * _SIDESTEP * aside)
    end = ((c[0] + o[0]) / 2 + off[0], (c[1] + o[1]) / 2 + off[1])
    lead = way
    if partner is not None:
        p = grid.centre(partner)
        lead = ((o[0] - p[0]) * 0.5, (o[1] - p[1]) * 0.5)
        if loose:
            c = (c[0] + (o[0] + p[0] - 2 * c[0]) * _SLACK, c[1] + (o[1] + p[1] - 2 * c[1]) * _SLACK)
        if _cosine(lead, way) < 0.2:
            lead = way
    one = (c[0] + lead[0] * 0.2, c[1] + lead[1] * 0.2)
    two = (end[0] - way[0] * 0.18, end[1] - way[1] * 0.18)
    return tuple(_cubic(c, one, two, end, n / 8) for n in range(9))


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def ticks(points: tuple[Point, ...], count: int, half: float) -> list[tuple[Point, Point]]:
    """Short strokes across a line at even steps, for railways."""
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    found = []
    for n in range(count):
        wanted, i = lengths[-1] * (n + 0.5) / count, 1
        while lengths[i] < wanted:
            i += 1
        (ax, ay), (bx, by) = points[i - 1], points[i]
        long = lengths[i] - lengths[i - 1] or 1.0
        t = (wanted - lengths[i - 1]) / long
        x, y, dx, dy = ax + (bx - ax) * t, ay + (by - ay) * t, (bx - ax) / long, (by - ay) / long
        found.append(((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)))
    return found
