"""The map's rows looked up by cell, for the operations and the inspector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.errors import ScenarioError
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records.board import Box, CellRow, Grid, Hexside, Link, Place, Region, RegionCell, TerrainKind

Side = tuple[Cell, int]
"""A side of a cell, as the cell with the lower index has it."""


class Ground:
    """A view of a scenario's map rows by cell; it reads the rows as they are at each question."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.grid = make_grid(rows.the(Grid))

    @cached_property
    def labels(self) -> list[str]:
        """The label of every cell of the grid."""
        return [self.grid.label(Cell(index)) for index in range(self.grid.size)]

    @cached_property
    def _by_label(self) -> dict[str, Cell]:
        return {label: Cell(index) for index, label in enumerate(self.labels)}

    def label(self, cell: Cell) -> str:
        """The number of a cell."""
        return self.labels[cell]

    def cell(self, label: str) -> Cell | None:
        """The cell with a label, or None for a box or a stranger."""
        found = self._by_label.get(label)
        if found is not None or not label[:1].isdigit() or self.rows.has(Box, label):
            return found
        try:
            return self.grid.parse(label)
        except ScenarioError:
            return None

    def find(self, text: str) -> Cell | None:
        """The cell that a typed number or the name of a place means; the start of a name will do."""
        try:
            return self.grid.parse(text)
        except ScenarioError:
            wanted = text.strip().casefold()
        places = self.rows.all(Place)
        exact = [place for place in places if wanted in (place.name.casefold(), place.place.casefold())]
        begun = [place for place in places if place.name.casefold().startswith(wanted)]
        return next((cell for place in exact + begun if (cell := self.cell(place.cell)) is not None), None)

    @property
    def plain(self) -> str:
        """The terrain of cells that have no row: the first kind in the charts' order."""
        kinds = sorted(self.rows.all(TerrainKind), key=lambda kind: kind.position)
        return kinds[0].kind if kinds else ""

    def terrain(self, cell: Cell) -> str:
        """The terrain of a cell."""
        row = self.rows.get(CellRow, self.labels[cell])
        return row.terrain if row else self.plain

    def side(self, cell: Cell, side: int) -> Side:
        """A side as it is stored: with the cell whose index is lower."""
        return self.grid.stored_side(cell, side)

    def sides_of(self, cell: Cell) -> list[Side]:
        """Every side of a cell that is an edge, as stored."""
        return [self.side(cell, side) for side in range(self.grid.sides) if self.grid.edge(cell, side) is not None]

    def hexsides(self, sides: Iterable[Side]) -> Iterator[Hexside]:
        """The features on some sides."""
        wanted = {(self.labels[cell], side) for cell, side in sides}
        return (row for row in self.rows.all(Hexside) if (row.cell, row.side) in wanted)

    def links(self, cells: Iterable[Cell]) -> Iterator[Link]:
        """The links with an end in some cells."""
        wanted = {self.labels[cell] for cell in cells}
        return (row for row in self.rows.all(Link) if row.cell in wanted or row.other in wanted)

    def places(self, cells: Iterable[Cell]) -> Iterator[Place]:
        """The places in some cells."""
        wanted = {self.labels[cell] for cell in cells}
        return (row for row in self.rows.all(Place) if row.cell in wanted)

    def regions(self, cell: Cell) -> list[Region]:
        """The regions that hold a cell."""
        label = self.labels[cell]
        return [region for region in self.rows.all(Region) if self.rows.has(RegionCell, region.region, label)]

    def box_at(self, x: float, y: float) -> Box | None:
        """The off-map box drawn at a point."""
        return next(
            (
                box
                for box in reversed(self.rows.all(Box))
                if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height
            ),
            None,
        )
