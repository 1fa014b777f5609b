"""Blocks of the map whose paths are kept joined; each part of a block is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from designer.paint.map.blobs import Patch, line_path, winding
from designer.paint.map.frame import RegionPart, grid_lines, region_part
from designer.paint.map.links import RAILS, LinkStretch, dashes, ticks
from designer.paint.map.marks import beside, hachures
from engine.grid import Point
from engine.ids import Cell

if TYPE_CHECKING:
    from designer.paint.map.geometry import Geometry

Look = tuple[str, str]
"""Pattern and colour: terrains that look alike are drawn as one area."""

DASHED = frozenset({"track", "sea", "box"})
"""Link styles drawn as dashes."""

_STREAMS = ("river", "major-river", "coast")
"""Hexside styles without dashes, whose pieces may be drawn as one line."""


@dataclass(frozen=True)
class DrawnPath:
    """A path, and the part of the map that it lies in."""

    path: QPainterPath
    rect: QRectF


@dataclass(frozen=True)
class AreaShare:
    """A block's share of an area: its surface, its edges, and the lines that follow them on the inside."""

    fill: DrawnPath
    edges: DrawnPath
    inner: tuple[DrawnPath, ...]


@dataclass
class BlockLinks:
    """A block's roads and railways by kind, and the ticks of the railways."""

    lines: dict[str, DrawnPath] = field(default_factory=dict)
    ticks: dict[str, DrawnPath] = field(default_factory=dict)


class Chunk:
    """The joined paths of a block of cells and of the nodes that belong to it."""

    def __init__(self, geometry: Geometry, nodes: Sequence[int], cells: Sequence[Cell]) -> None:
        self._geometry = geometry
        self._nodes = nodes
        self._cells = cells
        self._round: frozenset[Cell] | None = None
        self._looks: frozenset[Look] | None = None
        self._areas: dict[Look, AreaShare] = {}
        self._hexsides: dict[str, DrawnPath] | None = None
        self._ways: BlockLinks | None = None
        self._regions: dict[str, RegionPart] | None = None
        self._grid: QPainterPath | None = None
        self.prepared = False

    def prepare(self, wanted: Callable[[Look], bool]) -> None:
        """Make everything that painting will want, areas only of the looks that are wanted."""
        areas = [self.area(look) for look in self.looks if wanted(look)]
        self.prepared = None not in (*areas, self.hexsides, self.ways, self.regions, self.grid)

    def forget(self, *, ground: bool, hexsides: bool, ways: bool, regions: bool) -> None:
        """Make these parts anew when they are next wanted."""
        self.prepared = False
        if ground:
            self._looks, self._areas = None, {}
        self._hexsides = None if hexsides else self._hexsides
        self._ways = None if ways else self._ways
        self._regions = None if regions else self._regions

    @property
    def looks(self) -> frozenset[Look]:
        """What terrain looks like here."""
        if self._looks is None:
            if self._round is None:
                meeting = self._geometry.mesh.nodes.cells
                self._round = frozenset(cell for node in self._nodes for cell in meeting(node))
            looks = (self._geometry.look(cell) for cell in self._round)
            self._looks = frozenset(look for look in looks if look is not None)
        return self._looks

    def area(self, look: Look) -> AreaShare | None:
        """The share of the areas of a look, or None where there is none."""
        if look not in self.looks:
            return None
        if look not in self._areas:
            self._areas[look] = self._make_area(look)
        return self._areas[look]

    @property
    def hexsides(self) -> dict[str, DrawnPath]:
        """What runs along sides, by kind."""
        if self._hexsides is None:
            self._hexsides = self._make_hexsides()
        return self._hexsides

    @property
    def ways(self) -> BlockLinks:
        """Roads and railways."""
        if self._ways is None:
            self._ways = self._make_ways()
        return self._ways

    @property
    def regions(self) -> dict[str, RegionPart]:
        """The parts of regions by key."""
        if self._regions is None:
            self._regions = self._make_regions()
        return self._regions

    @property
    def grid(self) -> QPainterPath:
        """The lines of the grid."""
        if self._grid is None:
            self._grid = QPainterPath()
            for cell in self._cells:
                self._grid.addPath(grid_lines(self._geometry.grid, cell))
        return self._grid

    def _make_area(self, look: Look) -> AreaShare:
        fill, inner = winding(), (QPainterPath(), QPainterPath())
        edges: list[Sequence[Point]] = []
        for node in self._nodes:
            piece = self._geometry.patch(node, look)
            if piece is None:
                continue
            fill.addPath(piece.fill)
            edges += piece.edges
            for n, path in enumerate(_inner_lines(look[0], piece, node)):
                inner[n].addPath(path)
        return AreaShare(drawn(fill), drawn(line_path(chained(edges))), tuple(drawn(path) for path in inner))

    def _make_hexsides(self) -> dict[str, DrawnPath]:
        found: dict[str, list[Sequence[Point]]] = {}
        for node in self._nodes:
            for reach in self._geometry.reaches(node):
                found.setdefault(reach.kind, []).append(reach.points)
        kinds = self._geometry.sheet.hexside_kinds
        return {
            kind: drawn(line_path(chained(lines) if kinds[kind].style in _STREAMS else lines))
            for kind, lines in found.items()
        }

    def _make_ways(self) -> BlockLinks:
        lines: dict[str, list[Sequence[Point]]] = {}
        marks: dict[str, QPainterPath] = {}
        for cell in self._cells:
            for stretch in self._geometry.stretches(cell):
                dashed = self._style(stretch.kind) in DASHED
                lines.setdefault(stretch.kind, []).extend(dashes(stretch.points, 3) if dashed else [stretch.points])
                self._tick(marks, stretch)
        paths = {
            kind: line_path(found if self._style(kind) in DASHED else chained(found)) for kind, found in lines.items()
        }
        return BlockLinks(*({key: drawn(path) for key, path in made.items()} for made in (paths, marks)))

    def _style(self, kind: str) -> str:
        row = self._geometry.sheet.link_kinds.get(kind)
        return "" if row is None else row.style

    def _tick(self, marks: dict[str, QPainterPath], stretch: LinkStretch) -> None:
        style = self._style(stretch.kind)
        if style in RAILS:
            path = marks.setdefault(stretch.kind, QPainterPath())
            for a, b in ticks(stretch.points, 3, 0.05 if style == "rail" else 0.065):
                path.moveTo(*a)
                path.lineTo(*b)

    def _make_regions(self) -> dict[str, RegionPart]:
        found: dict[str, RegionPart] = {}
        mine, grid = set(self._cells), self._geometry.grid
        for n, (key, members) in enumerate(sorted(self._geometry.sheet.region_cells.items())):
            for cell in sorted(mine & members):
                part = region_part(grid, cell, members, 0.035 + 0.035 * (n % 3))
                whole = found.setdefault(key, RegionPart(QPainterPath()))
                whole.surface.addPath(part.surface)
                whole.rim.addPath(part.rim)
                whole.outer.addPath(part.outer)
        return found


def drawn(path: QPainterPath) -> DrawnPath:
    """A path with its extent; a straight line has one too."""
    return DrawnPath(path, QRectF() if path.isEmpty() else path.controlPointRect().adjusted(-0.01, -0.01, 0.01, 0.01))


def _inner_lines(pattern: str, piece: Patch, seed: int) -> list[QPainterPath]:
    """What follows an area's edge on its inside: hachures of high ground, lines along a shore."""
    if pattern in ("hills", "mountains") and piece.edges:
        path = QPainterPath()
        for line in piece.edges:
            path.addPath(hachures(line, seed, 0.13))
        return [path]
    if pattern == "water" and piece.edges:
        return [line_path(tuple(tuple(beside(line, away)) for line in piece.edges)) for away in (0.07, 0.15)]
    return []


def chained(lines: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """Pieces that meet end to end as longer lines: a pen has fewer ends to round off."""
    at: dict[tuple[int, int], list[int]] = {}
    for n, line in enumerate(lines):
        for end in (line[0], line[-1]):
            at.setdefault(_key(end), []).append(n)
    free, found = set(range(len(lines))), []
    for n in range(len(lines)):
        if n in free:
            free.discard(n)
            ahead = _follow(list(lines[n]), lines, at, free)
            found.append(_follow(ahead[::-1], lines, at, free))
    return found


def _follow(
    chain: list[Point], lines: Sequence[Sequence[Point]], at: dict[tuple[int, int], list[int]], free: set[int]
) -> list[Point]:
    """Add to the end of a chain whatever begins or ends there."""
    while True:
        key = _key(chain[-1])
        following = next((n for n in at[key] if n in free), None)
        if following is None:
            return chain
        free.discard(following)
        line = lines[following]
        chain += line[1:] if _key(line[0]) == key else line[-2::-1]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 4096), round(point[1] * 4096)
