"""What the painter needs of a scenario's map rows, by cell, kept in step with edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from engine.board.names import CellNames
from engine.grid import CellGrid
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records.board import (
    Box,
    CellRow,
    Hexside,
    HexsideKind,
    Link,
    LinkKind,
    Place,
    PlaceKind,
    Region,
    RegionCell,
    TerrainKind,
)
from engine.records.changes import Change

K = TypeVar("K")
V = TypeVar("V")

TABLES: tuple[str, ...] = ("cell", "hexside", "link", "place", "region", "region_cell")
"""The tables whose rows change the map cell by cell; a change of any other table of the map changes all of it."""

Side = tuple[Cell, int]
"""A side of a cell, named by the cell whose index is lower."""


@dataclass
class Touched:
    """What an edit reached: cells whose drawing changed, by rows of which tables, or everything."""

    cells: set[Cell] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    everything: bool = False


class PaintedSheet:
    """A map's rows sorted by cell; rows that name no cell of the map are left out, the linter speaks of them."""

    def __init__(self, rows: Rows) -> None:
        self.names = CellNames.from_rows(rows)
        self.grid: CellGrid = self.names.grid
        self.terrain_kinds = {row.kind: row for row in rows.all(TerrainKind)}
        self.hexside_kinds = {row.kind: row for row in rows.all(HexsideKind)}
        self.link_kinds = {row.kind: row for row in rows.all(LinkKind)}
        self.place_kinds = {row.kind: row for row in rows.all(PlaceKind)}
        self.boxes = {row.box: row for row in rows.all(Box)}
        self.terrain: list[str] = [""] * self.grid.size
        self.hexsides: dict[Side, dict[str, Hexside]] = {}
        self.links: dict[Cell, dict[tuple[Cell, str], Link]] = {}
        self.places: dict[Cell, dict[str, Place]] = {}
        self.regions = {row.region: row for row in rows.all(Region)}
        self.region_cells: dict[str, set[Cell]] = {}
        for kind in (CellRow, Hexside, Link, Place, RegionCell):
            for row in rows.all(kind):
                self._put(row)

    def cell(self, name: str) -> Cell | None:
        """The cell or box that a row names, or None."""
        return self.names.find(name)

    def box_of(self, cell: Cell) -> Box | None:
        """The off-map box that a cell is, or None."""
        number = cell - self.grid.size
        return list(self.boxes.values())[number] if 0 <= number < len(self.boxes) else None

    def terrain_of(self, cell: Cell) -> TerrainKind | None:
        """The terrain of a cell, or None where it has none."""
        return self.terrain_kinds.get(self.terrain[cell]) if cell < self.grid.size else None

    def side(self, cell: Cell, side: int) -> Side:
        """A side by the name under which it is kept."""
        other = self.grid.neighbour(cell, side)
        if other is None or cell < other:
            return cell, side
        return other, self.grid.opposite(side)

    def features(self, cell: Cell, side: int) -> dict[str, Hexside]:
        """What lies on a side, by kind."""
        return self.hexsides.get(self.side(cell, side), {})

    def apply(self, changes: Iterable[Change]) -> Touched:
        """Take over changes of rows; tells what must be drawn anew."""
        touched = Touched()
        for change in changes:
            for row, take in ((change.before, self._drop), (change.after, self._put)):
                if row is not None:
                    self._note(row, touched, take)
        return touched

    def _note(self, row: Record, touched: Touched, take: Callable[[Record], set[Cell]]) -> None:
        if row.table in ("grid", "terrain_kind", "hexside_kind", "link_kind", "place_kind", "box"):
            touched.everything = True
            return
        if row.table in TABLES:
            touched.cells |= take(row)
            touched.tables.add(row.table)

    def _put(self, row: Record) -> set[Cell]:
        return self._take(row, True)

    def _drop(self, row: Record) -> set[Cell]:
        return self._take(row, False)

    def _take(self, row: Record, there: bool) -> set[Cell]:
        if isinstance(row, CellRow):
            return self._take_cell(row, there)
        if isinstance(row, Hexside):
            return self._take_hexside(row, there)
        if isinstance(row, Link):
            return self._take_link(row, there)
        if isinstance(row, Place):
            return self._take_place(row, there)
        if isinstance(row, RegionCell):
            return self._take_region_cell(row, there)
        if isinstance(row, Region):
            return self._take_region(row, there)
        return set()

    def _take_cell(self, row: CellRow, there: bool) -> set[Cell]:
        cell = self.cell(row.cell)
        if cell is None or cell >= self.grid.size:
            return set()
        self.terrain[cell] = row.terrain if there else ""
        return {cell}

    def _take_hexside(self, row: Hexside, there: bool) -> set[Cell]:
        cell = self.cell(row.cell)
        if cell is None or cell >= self.grid.size or row.side >= self.grid.sides:
            return set()
        _set(self.hexsides.setdefault(self.side(cell, row.side), {}), row.kind, row, there)
        other = self.grid.neighbour(cell, row.side)
        return {cell} if other is None else {cell, other}

    def _take_link(self, row: Link, there: bool) -> set[Cell]:
        one, two = self.cell(row.cell), self.cell(row.other)
        if one is None or two is None:
            return set()
        for here, away in ((one, two), (two, one)):
            _set(self.links.setdefault(here, {}), (away, row.kind), row, there)
        return {one, two}

    def _take_place(self, row: Place, there: bool) -> set[Cell]:
        cell = self.cell(row.cell)
        if cell is None:
            return set()
        _set(self.places.setdefault(cell, {}), row.place, row, there)
        return {cell}

    def _take_region_cell(self, row: RegionCell, there: bool) -> set[Cell]:
        cell = self.cell(row.cell)
        if cell is None:
            return set()
        cells = self.region_cells.setdefault(row.region, set())
        (cells.add if there else cells.discard)(cell)
        return {cell}

    def _take_region(self, row: Region, there: bool) -> set[Cell]:
        _set(self.regions, row.region, row, there)
        return set(self.region_cells.get(row.region, set()))


def _set(table: dict[K, V], key: K, value: V, there: bool) -> None:
    if there:
        table[key] = value
    else:
        table.pop(key, None)
