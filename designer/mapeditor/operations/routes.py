"""The cheapest route of a road or railway between two cells."""

from __future__ import annotations

from collections.abc import Iterator

from designer.mapeditor.operations.ground import Ground
from engine.ids import Cell
from engine.records.board import Hexside, HexsideKind, Link, TerrainKind

TERRAIN_COST = {
    "plain": 1.0,
    "steppe": 1.0,
    "woods": 1.6,
    "rough": 2.0,
    "hills": 2.0,
    "marsh": 3.0,
    "mountains": 5.0,
    "water": 40.0,
}
HEXSIDE_COST = {"river": 0.6, "major-river": 1.5, "ridge": 2.0, "coast": 20.0, "blocked": 40.0}
ALONG_ITSELF = 0.4
"""Of the price where the line already runs, so that branches join it."""


class Routes:
    """The cheapest routes from one cell: flat ground before woods, few rivers, joining lines of its own kind."""

    def __init__(self, ground: Ground, start: Cell, kind: str) -> None:
        import networkx

        self.start = start
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_node(int(start))
        graph.add_weighted_edges_from(_prices(ground, kind), weight="price")
        self._paths = networkx.single_source_dijkstra_path(graph, int(start), weight="price")

    def to(self, end: Cell) -> list[Cell]:
        """The cells of the route to a cell, both ends included."""
        return [Cell(index) for index in self._paths.get(int(end), [self.start])]


def cheapest(ground: Ground, start: Cell, end: Cell, kind: str) -> list[Cell]:
    """The cells of the cheapest route between two cells."""
    return Routes(ground, start, kind).to(end)


def _prices(ground: Ground, kind: str) -> Iterator[tuple[int, int, float]]:
    """What each step between neighbours costs."""
    pattern = {row.kind: row.pattern for row in ground.rows.all(TerrainKind)}
    entry = [
        TERRAIN_COST.get(pattern.get(ground.terrain(Cell(index)), "plain"), 1.0) for index in range(ground.grid.size)
    ]
    tolls = _tolls(ground)
    laid = {(row.cell, row.other) for row in ground.rows.all(Link) if row.kind == kind}
    labels = ground.labels
    for index, others in enumerate(ground.grid.neighbour_table.tolist()):
        for side, other in enumerate(others):
            if other > index:
                price = (entry[index] + entry[other]) / 2 + tolls.get((labels[index], side), 0.0)
                yield index, other, price * (ALONG_ITSELF if (labels[index], labels[other]) in laid else 1.0)


def _tolls(ground: Ground) -> dict[tuple[str, int], float]:
    """What crossing each hexside costs beyond the ground."""
    style = {row.kind: row.style for row in ground.rows.all(HexsideKind)}
    tolls: dict[tuple[str, int], float] = {}
    for row in ground.rows.all(Hexside):
        toll = HEXSIDE_COST.get(style.get(row.kind, ""), 0.0)
        tolls[row.cell, row.side] = tolls.get((row.cell, row.side), 0.0) + toll
    return tolls
