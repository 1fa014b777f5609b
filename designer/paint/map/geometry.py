"""The map's shapes, made once and kept by node and by cell; an edit drops only what it touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath

from designer.paint.map.blobs import Patch, line_path, patch
from designer.paint.map.frame import RegionPart, grid_lines, land, number, region_part, sheet_rect
from designer.paint.map.links import Stretch, stretches, ticks
from designer.paint.map.marks import Marks, beside, cell_marks, hachures
from designer.paint.map.mesh import Mesh
from designer.paint.map.places import SIGNS, SMALL, spots
from designer.paint.map.rivers import Reach, reaches
from designer.paint.map.sheet import Sheet
from engine.grid import Point
from engine.ids import Cell
from engine.records.board import Place

CHUNK = 6
"""A chunk is a block of so many columns and rows whose paths are kept together."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "water": ("river", "major-river", "coast"),
    "border": ("border",), "fort": ("fort",), "ridge": ("ridge",), "blocked": ("blocked",),
}
"""Hexside styles whose lines join each other; later ones in a family lead where they meet."""

Look = tuple[str, str]
"""Pattern and colour: terrains that look alike are drawn as one area."""


@dataclass
class Chunk:
    """The joined paths of a block of cells."""

    fills: dict[Look, QPainterPath] = field(default_factory=dict)
    edges: dict[Look, QPainterPath] = field(default_factory=dict)
    inner: dict[Look, list[QPainterPath]] = field(default_factory=dict)
    hexsides: dict[str, QPainterPath] = field(default_factory=dict)
    links: dict[str, QPainterPath] = field(default_factory=dict)
    ticks: dict[str, QPainterPath] = field(default_factory=dict)
    grid: QPainterPath = field(default_factory=QPainterPath)
    regions: dict[str, RegionPart] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    """A place's sign where it stands."""

    cell: Cell
    row: Place
    symbol: str
    at: Point
    share: float = 1.0

    @property
    def radius(self) -> float:
        """How far the sign reaches."""
        return SIGNS[self.symbol].radius * self.share


class Geometry:
    """Every shape of one map."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.mesh = Mesh(sheet.grid)
        self.land = land(sheet.grid)
        self.bounds = sheet_rect(sheet.grid, list(sheet.boxes.values()))
        self._centres = _centres(sheet)
        self._chunk_of: list[int] = _chunks(sheet)
        self._chunk_nodes: dict[int, list[int]] = {}
        for n, node in enumerate(self.mesh.nodes):
            self._chunk_nodes.setdefault(self._chunk_of[min(node.cells)], []).append(n)
        self._ranks = [
            {key: styles.index(kind.style) for key, kind in sheet.hexside_kinds.items() if kind.style in styles}
            for styles in FAMILIES.values()
        ]
        self._bordered = self._cells_with_hexsides()
        self._patches: dict[int, dict[Look, Patch]] = {}
        self._reaches: dict[int, list[Reach]] = {}
        self._marks: dict[Cell, Marks] = {}
        self._stretches: dict[Cell, list[Stretch]] = {}
        self._chunks: dict[int, Chunk] = {}
        self._numbers: dict[Cell, QPainterPath] = {}
        self._lines: dict[Cell, QPainterPath] = {}
        self._signs: list[Standing] | None = None
        self._leaps: list[tuple[Cell, Cell, str]] | None = None

    def _cells_with_hexsides(self) -> set[Cell]:
        found: set[Cell] = set()
        for (cell, side), rows in self.sheet.hexsides.items():
            other = self.grid.neighbour(cell, side)
            if rows:
                found |= {cell} if other is None else {cell, other}
        return found

    def look(self, cell: Cell) -> Look | None:
        """How a cell's terrain is drawn, or None where there is only paper."""
        kind = self.sheet.terrain_of(cell)
        return None if kind is None else (kind.pattern, kind.colour)

    def cells_in(self, rect: QRectF, margin: float = 0.7) -> list[Cell]:
        """The cells whose centres lie in a rectangle or near it."""
        x, y = self._centres[:, 0], self._centres[:, 1]
        inside = (
            (x > rect.left() - margin) & (x < rect.right() + margin)
            & (y > rect.top() - margin) & (y < rect.bottom() + margin)
        )
        return [Cell(int(index)) for index in np.flatnonzero(inside)]

    def chunks_in(self, cells: Sequence[Cell]) -> list[Chunk]:
        """The chunks that hold these cells, made where they are missing; for a few cells one of just these."""
        if len(cells) <= CHUNK * CHUNK:
            return [self._join(sorted(self.mesh.around(cells)), cells)]
        return [self.chunk(number) for number in sorted({self._chunk_of[cell] for cell in cells})]

    def chunk(self, which: int) -> Chunk:
        """One chunk, made when it is first wanted."""
        if which not in self._chunks:
            self._chunks[which] = self._join(self._chunk_nodes.get(which, []), self._cells_of(which))
        return self._chunks[which]

    def invalidate(self, cells: Iterable[Cell]) -> None:
        """Forget what touches these cells."""
        mine = {cell for cell in cells if cell < self.grid.size}
        self._bordered = self._cells_with_hexsides()
        self._signs, self._leaps = None, None
        reached = mine | {other for cell in mine for other in self.grid.neighbours(cell)}
        for node in self.mesh.around(mine):
            self._patches.pop(node, None)
            self._reaches.pop(node, None)
        for cell in reached:
            self._marks.pop(cell, None)
            self._stretches.pop(cell, None)
            self._chunks.pop(self._chunk_of[cell], None)
        for node in self.mesh.around(mine):
            self._chunks.pop(self._chunk_of[min(self.mesh.nodes[node].cells)], None)

    def patches(self, node: int) -> dict[Look, Patch]:
        """The areas round a node by their look."""
        if node not in self._patches:
            here = self.mesh.nodes[node]
            looks = {look for cell in here.cells if (look := self.look(cell)) is not None}
            self._patches[node] = {
                look: patch(here, lambda cell, look=look: self.look(cell) == look)  # type: ignore[misc]
                for look in sorted(looks)
            }
        return self._patches[node]

    def reaches(self, node: int) -> list[Reach]:
        """The pieces of rivers and lines round a node."""
        if node not in self._reaches:
            here = self.mesh.nodes[node]
            bare = self._bordered.isdisjoint(here.cells)
            self._reaches[node] = [] if bare else [
                reach for ranks in self._ranks
                for reach in reaches(here, self.sheet.features, ranks, self._is_water)
            ]
        return self._reaches[node]

    def _is_water(self, cell: Cell) -> bool:
        kind = self.sheet.terrain_of(cell)
        return kind is not None and kind.pattern == "water"

    def marks(self, cell: Cell) -> Marks:
        """The drawn marks in a cell."""
        if cell not in self._marks:
            look = self.look(cell)
            pattern = look[0] if look else "plain"
            self._marks[cell] = cell_marks(self.grid, cell, pattern, lambda other: self.look(other) == look)
        return self._marks[cell]

    def stretches(self, cell: Cell) -> list[Stretch]:
        """A cell's part of its roads and railways."""
        if cell not in self._stretches:
            joined = self.sheet.links.get(cell, {})
            self._stretches[cell] = stretches(self.grid, cell, joined, pinned=bool(self.sheet.places.get(cell)))
        return self._stretches[cell]

    def number(self, cell: Cell) -> QPainterPath:
        """The number of a cell, made when it is first large enough to read."""
        if cell not in self._numbers:
            self._numbers[cell] = number(self.grid, cell)
        return self._numbers[cell]

    def signs(self) -> list[Standing]:
        """Every place on the grid with its sign and where the sign stands."""
        if self._signs is None:
            self._signs = list(_signs(self.sheet))
        return self._signs

    def leaps(self) -> list[tuple[Cell, Cell, str]]:
        """The links that do not join neighbours: to boxes, over the sea."""
        if self._leaps is None:
            self._leaps = [
                (cell, other, kind) for cell, joined in self.sheet.links.items() for other, kind in joined
                if cell < other and (other >= self.grid.size or self.grid.side_between(cell, other) is None)
            ]
        return self._leaps

    def _join(self, nodes: Sequence[int], cells: Sequence[Cell]) -> Chunk:
        made = Chunk()
        for node in nodes:
            self._add_patches(made, node)
            for reach in self.reaches(node):
                _path(made.hexsides, reach.kind).addPath(line_path((reach.points,)))
        for cell in cells:
            made.grid.addPath(self._grid_lines(cell))
            for stretch in self.stretches(cell):
                self._add_stretch(made, stretch)
        self._add_regions(made, cells)
        return made

    def _grid_lines(self, cell: Cell) -> QPainterPath:
        if cell not in self._lines:
            self._lines[cell] = grid_lines(self.grid, cell)
        return self._lines[cell]

    def _cells_of(self, which: int) -> list[Cell]:
        wide = -(-self.grid.columns // CHUNK)
        row, column = divmod(which, wide)
        return [
            Cell(r * self.grid.columns + c)
            for r in range(row * CHUNK, min(self.grid.rows, (row + 1) * CHUNK))
            for c in range(column * CHUNK, min(self.grid.columns, (column + 1) * CHUNK))
        ]

    def _add_patches(self, made: Chunk, node: int) -> None:
        for look, piece in self.patches(node).items():
            _path(made.fills, look).addPath(piece.fill)
            if not piece.edges:
                continue
            _path(made.edges, look).addPath(line_path(piece.edges))
            for n, path in enumerate(_inner_lines(look[0], piece, node)):
                layers = made.inner.setdefault(look, [])
                while len(layers) <= n:
                    layers.append(QPainterPath())
                layers[n].addPath(path)

    def _add_stretch(self, made: Chunk, stretch: Stretch) -> None:
        kind = self.sheet.link_kinds.get(stretch.kind)
        _path(made.links, stretch.kind).addPath(line_path((stretch.points,)))
        if kind is not None and kind.style in ("rail", "double-rail"):
            path = _path(made.ticks, stretch.kind)
            for a, b in ticks(stretch.points, 3, 0.055 if kind.style == "rail" else 0.075):
                path.moveTo(*a)
                path.lineTo(*b)

    def _add_regions(self, made: Chunk, cells: Sequence[Cell]) -> None:
        mine = set(cells)
        for n, (key, members) in enumerate(sorted(self.sheet.region_cells.items())):
            for cell in sorted(mine & members):
                part = region_part(self.grid, cell, members, 0.035 + 0.035 * (n % 3))
                whole = made.regions.setdefault(key, RegionPart(QPainterPath()))
                whole.surface.addPath(part.surface)
                whole.rim.addPath(part.rim)
                whole.outer.addPath(part.outer)


def _signs(sheet: Sheet) -> Iterator[Standing]:
    for cell, places in sheet.places.items():
        if cell >= sheet.grid.size:
            continue
        rows = list(places.values())
        kinds = [sheet.place_kinds.get(row.kind) for row in rows]
        symbols = [kind.symbol if kind else "dot" for kind in kinds]
        for row, symbol, spot in zip(rows, symbols, spots(symbols, sheet.grid.centre(cell)), strict=True):
            yield Standing(cell, row, symbol, spot, 1.0 if spot == sheet.grid.centre(cell) else SMALL)


def _inner_lines(pattern: str, piece: Patch, seed: int) -> list[QPainterPath]:
    """What follows an area's edge on its inside: hachures of high ground, lines along a shore."""
    if pattern in ("hills", "mountains"):
        path = QPainterPath()
        for line in piece.edges:
            path.addPath(hachures(line, seed, 0.13))
        return [path]
    if pattern == "water":
        return [line_path(tuple(tuple(beside(line, away)) for line in piece.edges)) for away in (0.07, 0.15)]
    return []


def _path(paths: dict[str, QPainterPath] | dict[Look, QPainterPath], key: str | Look) -> QPainterPath:
    path = paths.get(key)  # type: ignore[arg-type]
    if path is None:
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        paths[key] = path  # type: ignore[index]
    return path


def _centres(sheet: Sheet) -> npt.NDArray[np.float64]:
    return np.array([sheet.grid.centre(Cell(cell)) for cell in range(sheet.grid.size)])


def _chunks(sheet: Sheet) -> list[int]:
    wide = -(-sheet.grid.columns // CHUNK)
    row, column = np.divmod(np.arange(sheet.grid.size), sheet.grid.columns)
    return ((row // CHUNK) * wide + column // CHUNK).tolist()  # type: ignore[no-any-return]
