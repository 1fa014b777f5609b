"""Laid maps for tests, each laid once a run, with the graphs that prove them sound."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import networkx as nx

from engine.geography import Gazetteer, LaidMap, Recipe, lay, load_gazetteer, read_recipe
from engine.ids import Cell
from engine.records.board import CellRow, Link, Place, RegionCell

SCENARIOS = Path(__file__).resolve().parents[2] / "resources" / "scenarios"
SLUGS = ("arduous-beginning", "childs-barbarossa", "smolensk", "panzergruppe-guderian", "proud-monster")
BARRED = {
    "arduous-beginning": set(),
    "childs-barbarossa": {"sea", "forest", "swamp", "mountain"},
    "smolensk": {"outside"},
    "panzergruppe-guderian": set(),
    "proud-monster": {"sea", "lake", "outside"},
}
"""Terrain that no unit can enter, by map."""


def recipe_path(slug: str) -> Path:
    """Where the recipe of a map lies."""
    return SCENARIOS / slug / "map.toml"


@cache
def gazetteer() -> Gazetteer:
    """The gazetteer."""
    return load_gazetteer()


@cache
def recipe(slug: str) -> Recipe:
    """The recipe of a map."""
    return read_recipe(recipe_path(slug))


@cache
def laid(slug: str) -> LaidMap:
    """The map, laid."""
    return lay(recipe(slug), gazetteer())


def terrain(slug: str) -> dict[str, str]:
    """The terrain of every cell by its label."""
    return {row.cell: row.terrain for row in laid(slug).rows.all(CellRow)}


def region(slug: str, name: str) -> set[str]:
    """The labels of a region's cells."""
    return {row.cell for row in laid(slug).rows.all(RegionCell) if row.region == name}


def cell_of(slug: str, place: str) -> str:
    """The label of a place's cell."""
    row = laid(slug).rows.get(Place, place)
    assert row is not None, place
    return row.cell


def links(slug: str, *kinds: str) -> nx.Graph[str]:
    """The graph of links of some kinds, or of all."""
    graph: nx.Graph[str] = nx.Graph()
    for row in laid(slug).rows.all(Link):
        if not kinds or row.kind in kinds:
            graph.add_edge(row.cell, row.other, first_turn=row.first_turn)
    return graph


def ground(slug: str) -> nx.Graph[str]:
    """The graph of cells that units can enter."""
    grid = laid(slug).frame.grid
    kinds = terrain(slug)
    open_cells = {label for label, kind in kinds.items() if kind not in BARRED[slug]}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(open_cells)
    for number in range(grid.size):
        here = grid.label(Cell(number))
        for other in grid.neighbours(Cell(number)):
            there = grid.label(other)
            if here in open_cells and there in open_cells:
                graph.add_edge(here, there)
    return graph


def on_edge(slug: str, label: str) -> bool:
    """Whether a cell lies on the edge of the map."""
    grid = laid(slug).frame.grid
    return len(grid.neighbours(grid.parse(label))) < grid.sides
