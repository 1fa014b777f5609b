"""The cheapest route of a road or railway between two cells."""

from __future__ import annotations

from designer.mapeditor.operations.ground import Ground
from engine.ids import Cell
from engine.records.board import Hexside, HexsideKind, Link, TerrainKind

TERRAIN_COST = {
    "plain": 1.0, "steppe": 1.0, "woods": 1.6, "rough": 2.0, "hills": 2.0, "marsh": 3.0, "mountains": 5.0,
    "water": 40.0,
}
HEXSIDE_COST = {"river": 0.6, "major-river": 1.5, "ridge": 2.0, "coast": 20.0, "blocked": 40.0}
ALONG_ITSELF = 0.4
"""Of the price where the line already runs, so that branches join it."""


def cheapest(ground: Ground, start: Cell, end: Cell, kind: str) -> list[Cell]:
    """The cells of the cheapest route: flat ground before woods, few rivers, joining lines of its own kind."""
    import networkx

    pattern = {row.kind: row.pattern for row in ground.rows.all(TerrainKind)}
    entry = [TERRAIN_COST.get(pattern.get(ground.terrain(Cell(index)), "plain"), 1.0)
             for index in range(ground.grid.size)]
    tolls = _tolls(ground)
    laid = {(row.cell, row.other) for row in ground.rows.all(Link) if row.kind == kind}
    labels = ground.labels
    graph: networkx.Graph[int] = networkx.Graph()
    for index in range(ground.grid.size):
        for side, other in enumerate(ground.grid.neighbour_table[index].tolist()):
            if other > index:
                price = (entry[index] + entry[other]) / 2 + tolls.get((labels[index], side), 0.0)
                if (labels[index], labels[other]) in laid:
                    price *= ALONG_ITSELF
                graph.add_edge(index, other, price=price)
    if start == end or start not in graph or end not in graph:
        return [start]
    return [Cell(index) for index in networkx.dijkstra_path(graph, start, end, weight="price")]


def _tolls(ground: Ground) -> dict[tuple[str, int], float]:
    """What crossing each hexside costs beyond the ground."""
    style = {row.kind: row.style for row in ground.rows.all(HexsideKind)}
    tolls: dict[tuple[str, int], float] = {}
    for row in ground.rows.all(Hexside):
        toll = HEXSIDE_COST.get(style.get(row.kind, ""), 0.0)
        tolls[row.cell, row.side] = tolls.get((row.cell, row.side), 0.0) + toll
    return tolls
