"""The board: everything about the map that does not move."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.board.adjacency import Adjacency, adjacency
from engine.board.checks import check_board
from engine.board.kernels import Net
from engine.board.names import CellNames
from engine.errors import ScenarioError
from engine.grid import CellGrid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records

Masks = npt.NDArray[np.uint32]


@dataclass(frozen=True)
class _Laid:
    """A link as it lies on the board: its two directed edges, its bit, its first turn."""

    edges: tuple[int, int]
    bit: int
    first_turn: int | None


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map ready for play: cells of the grid first, then boxes; directed edges as compressed sparse rows."""

    names: CellNames
    adjacency: Adjacency
    terrain: npt.NDArray[np.int16]
    terrain_kinds: tuple[str, ...]
    hexside_kinds: tuple[str, ...]
    link_kinds: tuple[str, ...]
    link_replaces: tuple[str, ...]
    edge_hexsides: Masks
    places: tuple[records.Place, ...]
    regions: Mapping[str, frozenset[Cell]]
    boxes: tuple[records.Box, ...]
    _hexsides: Mapping[tuple[Cell, int], frozenset[str]]
    _links: tuple[_Laid, ...]
    _masks: dict[int, Masks] = field(default_factory=dict)

    @classmethod
    def from_rows(cls, rows: Rows) -> Board:
        """Compile the rows of a map; a ScenarioError lists every defect that forbids it."""
        errors = [problem for problem in check_board(rows) if problem.severity == "error"]
        if errors:
            raise ScenarioError(errors)
        return _compiled(rows)

    @cached_property
    def grid(self) -> CellGrid:
        """The grid under the map."""
        return self.names.grid

    @cached_property
    def size(self) -> int:
        """How many cells there are, boxes included."""
        return len(self.names.labels)

    @cached_property
    def indptr(self) -> npt.NDArray[np.int32]:
        """Where the directed edges of each cell start."""
        return self.adjacency.indptr

    @cached_property
    def indices(self) -> npt.NDArray[np.int32]:
        """The cell to which each directed edge leads."""
        return self.adjacency.indices

    @cached_property
    def net(self) -> Net:
        """The directed edges as kernels read them."""
        return Net(self.indptr, self.indices)

    @cached_property
    def edge_side(self) -> npt.NDArray[np.int8]:
        """The side that each directed edge crosses, -1 for a leap to a box or over sea."""
        return self.adjacency.side

    @cached_property
    def reverse(self) -> npt.NDArray[np.int32]:
        """For each directed edge the one that leads back; `costs[reverse]` are the costs towards a source."""
        return self.adjacency.reverse

    def cell(self, label: str) -> Cell:
        """The cell with that number or key; a ScenarioError says what is wrong with it."""
        return self.names.cell(label)

    def label(self, cell: Cell) -> str:
        """The number of a cell, or the key of a box."""
        return self.names.labels[cell]

    def terrain_of(self, cell: Cell) -> str:
        """The kind of terrain of a cell; empty for a box without any."""
        return self._grounds[cell]

    @cached_property
    def _grounds(self) -> list[str]:
        return [self.terrain_kinds[kind] if kind >= 0 else "" for kind in self.terrain.tolist()]

    def hexsides_of(self, cell: Cell, side: int) -> frozenset[str]:
        """The kinds of feature on one side of a cell."""
        return self._hexsides.get((cell, side), frozenset())

    def hexside_bits(self, kinds: Iterable[str]) -> int:
        """The bits of these kinds in `edge_hexsides`; a kind that the map lacks has none."""
        return _bits(self.hexside_kinds, kinds)

    def link_bits(self, kinds: Iterable[str]) -> int:
        """The bits of these kinds in `link_masks`; a kind that the map lacks has none."""
        return _bits(self.link_kinds, kinds)

    def links_between(self, a: Cell, b: Cell, turn: int | None = None) -> frozenset[str]:
        """The kinds of link that join two cells on that turn."""
        edge = self.adjacency.edge(a, b)
        mask = int(self.link_masks(turn)[edge]) if edge is not None else 0
        return frozenset(kind for bit, kind in enumerate(self.link_kinds) if mask >> bit & 1)

    def link_masks(self, turn: int | None) -> Masks:
        """Bits of the link kinds on each directed edge on that turn; None: whatever their first turn."""
        dates = self._dates
        known = len(dates) if turn is None else bisect_right(dates, turn)
        if known not in self._masks:
            self._masks[known] = self._mask(set(dates[:known]))
        return self._masks[known]

    @cached_property
    def _dates(self) -> list[int]:
        return sorted({link.first_turn for link in self._links if link.first_turn is not None})

    def _mask(self, dates: set[int]) -> Masks:
        masks = np.zeros(len(self.indices), np.uint32)
        for link in self._links:
            if link.first_turn is None or link.first_turn in dates:
                masks[list(link.edges)] |= np.uint32(link.bit)
        masks.setflags(write=False)
        return masks

    @cached_property
    def _places_at(self) -> dict[Cell, tuple[records.Place, ...]]:
        found: defaultdict[Cell, list[records.Place]] = defaultdict(list)
        for place in self.places:
            found[self.cell(place.cell)].append(place)
        return {cell: tuple(places) for cell, places in found.items()}

    def places_at(self, cell: Cell) -> tuple[records.Place, ...]:
        """The places in a cell."""
        return self._places_at.get(cell, ())

    def is_box(self, cell: Cell) -> bool:
        """Whether a cell is an off-map box."""
        return cell >= self.grid.size

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that adjoin: across the sides in order, then by links that leap."""
        return tuple(Cell(int(other)) for other in self.indices[self.indptr[cell] : self.indptr[cell + 1]])

    def on_edge(self, cell: Cell) -> bool:
        """Whether a cell lies on the edge of the map; a box does not."""
        return not self.is_box(cell) and len(self.grid.neighbours(cell)) < self.grid.sides


def _bits(known: tuple[str, ...], kinds: Iterable[str]) -> int:
    return sum(1 << known.index(kind) for kind in set(kinds) if kind in known)


def _compiled(rows: Rows) -> Board:
    names = CellNames.from_rows(rows)
    links = [(names.cell(row.cell), names.cell(row.other), row) for row in rows.all(records.Link)]
    leaps = [(a, b) for a, b, _ in links if not _adjoin(names.grid, a, b)]
    joined = adjacency(names.grid, len(names.labels), leaps)
    hexside_kinds = tuple(row.kind for row in rows.all(records.HexsideKind))
    hexsides = _hexsides(rows, names)
    link_kinds = tuple(row.kind for row in rows.all(records.LinkKind))
    return Board(
        names=names,
        adjacency=joined,
        terrain=_terrain(rows, names),
        terrain_kinds=tuple(row.kind for row in rows.all(records.TerrainKind)),
        hexside_kinds=hexside_kinds,
        link_kinds=link_kinds,
        link_replaces=tuple(row.replaces for row in rows.all(records.LinkKind)),
        edge_hexsides=_edge_hexsides(hexsides, joined, hexside_kinds),
        places=tuple(rows.all(records.Place)),
        regions=_regions(rows, names),
        boxes=tuple(rows.all(records.Box)),
        _hexsides=hexsides,
        _links=tuple(_laid(joined, a, b, _bits(link_kinds, [row.kind]), row.first_turn) for a, b, row in links),
    )


def _adjoin(grid: CellGrid, a: Cell, b: Cell) -> bool:
    return max(a, b) < grid.size and grid.side_between(a, b) is not None


def _laid(joined: Adjacency, a: Cell, b: Cell, bit: int, first_turn: int | None) -> _Laid:
    edge = joined.edge(a, b)
    assert edge is not None
    return _Laid((edge, int(joined.reverse[edge])), bit, first_turn)


def _terrain(rows: Rows, names: CellNames) -> npt.NDArray[np.int16]:
    kinds = {row.kind: index for index, row in enumerate(rows.all(records.TerrainKind))}
    terrain = np.full(len(names.labels), -1, np.int16)
    for row in rows.all(records.CellRow):
        terrain[names.cell(row.cell)] = kinds[row.terrain]
    terrain.setflags(write=False)
    return terrain


def _hexsides(rows: Rows, names: CellNames) -> dict[tuple[Cell, int], frozenset[str]]:
    found: defaultdict[tuple[Cell, int], set[str]] = defaultdict(set)
    for row in rows.all(records.Hexside):
        cell = names.cell(row.cell)
        found[cell, row.side].add(row.kind)
        other = names.grid.neighbour(cell, row.side)
        if other is not None:
            found[other, names.grid.opposite(row.side)].add(row.kind)
    return {where: frozenset(kinds) for where, kinds in found.items()}


def _edge_hexsides(
    hexsides: Mapping[tuple[Cell, int], frozenset[str]], joined: Adjacency, kinds: tuple[str, ...]
) -> Masks:
    masks = np.zeros(len(joined.indices), np.uint32)
    for (cell, side), features in hexsides.items():
        edge = joined.across[cell, side]
        if edge >= 0:
            masks[edge] = _bits(kinds, features)
    masks.setflags(write=False)
    return masks


def _regions(rows: Rows, names: CellNames) -> dict[str, frozenset[Cell]]:
    found: dict[str, set[Cell]] = {row.region: set() for row in rows.all(records.Region)}
    for row in rows.all(records.RegionCell):
        found[row.region].add(names.cell(row.cell))
    return {region: frozenset(cells) for region, cells in found.items()}
