"""The map's shapes, made once and kept by node and by cell; an edit drops only what it touched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from math import floor

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF

from designer.paint.map.blobs import Patch, patch
from designer.paint.map.chunks import Chunk, Look
from designer.paint.map.frame import CellNumber, land, number, papers, sheet_rect
from designer.paint.map.links import LinkPaths, LinkStretch
from designer.paint.map.marks import Mark, cell_marks
from designer.paint.map.mesh import Mesh
from designer.paint.map.places import LOOSE_SIGNS, SIGNS, SMALL, spots
from designer.paint.map.rivers import RiverHalf, Streams
from designer.paint.map.sheet import TABLES, PaintedSheet
from engine.grid import Point
from engine.ids import Cell
from engine.records.board import Place

CHUNK = 3
"""A chunk is a block of so many columns and rows whose paths are kept together."""

SQUARE = 0.75
"""The side of the squares by which points of lines are found."""

_BEYOND = 1.3
"""How far from the centres of its cells a chunk may draw."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "water": ("river", "major-river", "coast"),
    "border": ("border",),
    "fort": ("fort",),
    "ridge": ("ridge",),
    "blocked": ("blocked",),
}
"""Hexside styles whose lines join each other; later ones in a family lead where they meet."""


@dataclass(frozen=True)
class PlacedSign:
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

    def __init__(self, sheet: PaintedSheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.mesh = Mesh(sheet.grid)
        self.land = land(sheet.grid)
        self.bounds = sheet_rect(sheet.grid, list(sheet.boxes.values()))
        self.papers = papers(sheet.grid, list(sheet.boxes.values()))
        self.centres = self.mesh.nodes.centres
        self._spots = np.array(self.centres)
        self._looks = [self._look(Cell(cell)) for cell in range(sheet.grid.size)]
        self._families = [self._family(styles) for styles in FAMILIES.values()]
        self._net = LinkPaths(sheet.grid, sheet.links, sheet.link_kinds, self._pinned)
        self._bordered = {cell for side, rows in sheet.hexsides.items() if rows for cell in self._beside(*side)}
        self._patches: dict[int, dict[Look, Patch]] = {}
        self._reaches: dict[int, list[RiverHalf]] = {}
        self._marks: dict[Cell, list[Mark]] = {}
        self._stretches: dict[Cell, list[LinkStretch]] = {}
        self._numbers: dict[Cell, CellNumber] = {}
        self._signs: list[PlacedSign] | None = None
        self._leaps: list[tuple[Cell, Cell, str]] | None = None
        self._line_points: dict[tuple[int, int], list[Point]] | None = None
        self._chunk_of, self._chunk_of_node, self._chunks = self._cut()
        self._extents = self._measure()

    def _cut(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], list[Chunk]]:
        """Cut the map into chunks; a node belongs to the chunk of its lowest cell."""
        wide = -(-self.grid.columns // CHUNK)
        row, column = np.divmod(np.arange(self.grid.size), self.grid.columns)
        of_cell = (row // CHUNK) * wide + column // CHUNK
        of_node = of_cell[self.mesh.nodes.lowest_cells]
        cells: list[list[Cell]] = [[] for _ in range(int(of_cell.max()) + 1)]
        nodes: list[list[int]] = [[] for _ in cells]
        for n, which in enumerate(of_cell.tolist()):
            cells[which].append(Cell(n))
        for n, which in enumerate(of_node.tolist()):
            nodes[which].append(n)
        return of_cell, of_node, [Chunk(self, *parts) for parts in zip(nodes, cells, strict=True)]

    def _measure(self) -> npt.NDArray[np.float64]:
        """West, north, east and south of what each chunk may draw."""
        many = len(self._chunks)
        found = np.concatenate([np.full((many, 2), np.inf), np.full((many, 2), -np.inf)], axis=1)
        np.minimum.at(found[:, :2], self._chunk_of, self._spots - _BEYOND)
        np.maximum.at(found[:, 2:], self._chunk_of, self._spots + _BEYOND)
        return found

    def _family(self, styles: tuple[str, ...]) -> Streams:
        kinds = {key: kind.style for key, kind in self.sheet.hexside_kinds.items() if kind.style in styles}
        ranks = {key: styles.index(style) for key, style in kinds.items()}
        return Streams(self.mesh, self.sheet.features, kinds, ranks, self._is_water)

    def _pinned(self, cell: Cell) -> str:
        """Whether a place holds the lines of a cell: firmly at its centre, or loosely, for its sign moves with them."""
        rows = list(self.sheet.places.get(cell, {}).values())
        if not rows:
            return ""
        kind = self.sheet.place_kinds.get(rows[0].kind)
        return "loosely" if len(rows) == 1 and (kind is None or kind.symbol in LOOSE_SIGNS) else "firmly"

    def _beside(self, cell: Cell, side: int) -> tuple[Cell, ...]:
        """The cells on both sides of a side."""
        other = self.grid.neighbour(cell, side)
        return (cell,) if other is None else (cell, other)

    def _look(self, cell: Cell) -> Look | None:
        kind = self.sheet.terrain_of(cell)
        return None if kind is None else (kind.pattern, kind.colour)

    def look(self, cell: Cell) -> Look | None:
        """How a cell's terrain is drawn, or None where there is only paper."""
        return self._looks[cell]

    def looks_round(self, node: int) -> set[Look]:
        """How the terrain round a node is drawn."""
        return {look for cell in self.mesh.nodes.cells(node) if (look := self._looks[cell]) is not None}

    def cells_in(self, rect: QRectF, margin: float = 0.9) -> list[Cell]:
        """The cells whose centres lie in a rectangle or near it."""
        x, y = self._spots[:, 0], self._spots[:, 1]
        inside = (
            (x > rect.left() - margin)
            & (x < rect.right() + margin)
            & (y > rect.top() - margin)
            & (y < rect.bottom() + margin)
        )
        return [Cell(index) for index in np.flatnonzero(inside).tolist()]

    def chunks_in(self, rect: QRectF) -> list[Chunk]:
        """The chunks that may draw in a rectangle."""
        west, north, east, south = self._extents.T
        inside = (west < rect.right()) & (east > rect.left()) & (north < rect.bottom()) & (south > rect.top())
        return [self._chunks[which] for which in np.flatnonzero(inside).tolist()]

    def invalidate(self, cells: Iterable[Cell], tables: Collection[str] = TABLES) -> set[Cell]:
        """Forget what touches these cells, so far as rows of these tables matter; gives the cells to draw anew."""
        mine = {cell for cell in cells if cell < self.grid.size}
        reached = mine | {other for cell in mine for other in self.grid.neighbours(cell)}
        ground = "cell" in tables
        hexsides = "hexside" in tables or (ground and not self._bordered.isdisjoint(mine))
        ways, regions = not {"link", "place"}.isdisjoint(tables), not {"region", "region_cell"}.isdisjoint(tables)
        nodes = self.mesh.around(reached if hexsides else mine)
        if ground:
            self._forget_ground(mine, reached, nodes)
        if hexsides:
            self._forget_hexsides(mine, nodes)
        if hexsides or ways:
            self._line_points = None
        bent = self._forget_ways(mine) if ways else set()
        whose = {self._chunk_of[cell] for cell in reached | bent} | {self._chunk_of_node[node] for node in nodes}
        for which in whose:
            self._chunks[which].forget(ground=ground, hexsides=hexsides, ways=ways, regions=regions)
        return mine | bent | (reached if "hexside" in tables else set())

    def _forget_ground(self, mine: set[Cell], reached: set[Cell], nodes: set[int]) -> None:
        for cell in mine:
            self._looks[cell] = self._look(cell)
        for cell in reached:
            self._marks.pop(cell, None)
        for node in nodes:
            self._patches.pop(node, None)

    def _forget_hexsides(self, mine: set[Cell], nodes: set[int]) -> None:
        for cell in mine:
            bears = any(self.sheet.features(cell, side) for side in range(self.grid.sides))
            (self._bordered.add if bears else self._bordered.discard)(cell)
        for node in nodes:
            self._reaches.pop(node, None)
            for cell in self.mesh.nodes.cells(node):
                self._numbers.pop(cell, None)
        for family in self._families:
            family.forget(nodes)

    def _forget_ways(self, mine: set[Cell]) -> set[Cell]:
        self._signs, self._leaps = None, None
        bent = {cell for cell in self._net.forget(mine) if cell in mine or cell in self.sheet.links}
        for cell in bent:
            self._stretches.pop(cell, None)
            self._numbers.pop(cell, None)
        return bent

    def patch(self, node: int, look: Look) -> Patch | None:
        """The area of a look round a node, or None where there is none."""
        kept = self._patches.setdefault(node, {})
        if look not in kept:
            if look not in self.looks_round(node):
                return None
            kept[look] = patch(self.mesh.nodes[node], lambda cell: self._looks[cell] == look)
        return kept[look]

    def patches(self, node: int) -> dict[Look, Patch]:
        """The areas round a node by their look."""
        return {look: piece for look in sorted(self.looks_round(node)) if (piece := self.patch(node, look)) is not None}

    def reaches(self, node: int) -> list[RiverHalf]:
        """The pieces of rivers and lines round a node."""
        if node not in self._reaches:
            bare = self._bordered.isdisjoint(self.mesh.nodes.cells(node))
            self._reaches[node] = [] if bare else [reach for family in self._families for reach in family.reaches(node)]
        return self._reaches[node]

    def streams(self) -> Iterator[RiverHalf]:
        """All pieces of rivers and lines on the map."""
        for node in sorted(self.mesh.around(self._bordered)):
            yield from self.reaches(node)

    def line_points(self) -> dict[tuple[int, int], list[Point]]:
        """Points of every line on the map, by squares of `SQUARE` cells a side."""
        if self._line_points is None:
            ways = (self.stretches(cell) for cell in self.sheet.links if cell < self.grid.size)
            lines = [stretch.points for found in ways for stretch in found] + [reach.points for reach in self.streams()]
            self._line_points = {}
            for x, y in (point for line in lines for point in line[::2]):
                self._line_points.setdefault((floor(x / SQUARE), floor(y / SQUARE)), []).append((x, y))
        return self._line_points

    def _is_water(self, cell: Cell) -> bool:
        kind = self.sheet.terrain_of(cell)
        return kind is not None and kind.pattern == "water"

    def marks(self, cell: Cell) -> list[Mark]:
        """The drawn marks in a cell."""
        if cell not in self._marks:
            look = self.look(cell)
            pattern = look[0] if look else "plain"
            self._marks[cell] = cell_marks(self.grid, cell, pattern, lambda other: self.look(other) == look)
        return self._marks[cell]

    def stretches(self, cell: Cell) -> list[LinkStretch]:
        """A cell's part of its roads and railways."""
        if cell not in self._stretches:
            self._stretches[cell] = self._net.stretches(cell) if self.sheet.links.get(cell) else []
        return self._stretches[cell]

    def number(self, cell: Cell) -> CellNumber:
        """The number of a cell, made when it is first large enough to read."""
        if cell not in self._numbers:
            lines = [point for stretch in self.stretches(cell) for point in stretch.points]
            lines += [p for node in self.mesh.of_cell[cell] for reach in self.reaches(node) for p in reach.points]
            lines += self._roofs(cell)
            self._numbers[cell] = number(self.grid, cell, lines)
        return self._numbers[cell]

    def _roofs(self, cell: Cell) -> list[Point]:
        """The upper rim of a sign that stands firmly in the middle of a cell; many points, for it hides all of them."""
        if self._pinned(cell) != "firmly":
            return []
        x, y = self.grid.centre(cell)
        return [(x + away / 20, y - 0.2) for away in range(-4, 5)] * 4

    def signs(self) -> list[PlacedSign]:
        """Every place on the grid with its sign and where the sign stands."""
        if self._signs is None:
            self._signs = list(_signs(self.sheet, self._net.town))
        return self._signs

    def leaps(self) -> list[tuple[Cell, Cell, str]]:
        """The links that do not join neighbours: to boxes, over the sea."""
        if self._leaps is None:
            self._leaps = [
                (cell, other, kind)
                for cell, joined in self.sheet.links.items()
                for other, kind in joined
                if cell < other and (other >= self.grid.size or self.grid.side_between(cell, other) is None)
            ]
        return self._leaps


def _signs(sheet: PaintedSheet, town: Callable[[Cell], Point]) -> Iterator[PlacedSign]:
    for cell, places in sheet.places.items():
        if cell >= sheet.grid.size:
            continue
        rows = list(places.values())
        kinds = [sheet.place_kinds.get(row.kind) for row in rows]
        symbols = [kind.symbol if kind else "dot" for kind in kinds]
        middle = town(cell)
        for row, symbol, spot in zip(rows, symbols, spots(symbols, middle), strict=True):
            yield PlacedSign(cell, row, symbol, spot, 1.0 if spot == middle else SMALL)
