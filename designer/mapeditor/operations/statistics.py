"""What is on a map, counted and measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import dist

from designer.mapeditor.operations.ground import Ground
from engine.ids import Cell
from engine.records.board import (
    Grid,
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

KM_PER_MILE = 1.609344


@dataclass(frozen=True)
class Statistic:
    """One line of the statistics: what, how many, and its length or area in kilometres."""

    group: str
    name: str
    count: int
    km: float = 0.0
    share: float = 0.0


def statistics(ground: Ground) -> list[Statistic]:
    """Cells by terrain, lengths of hexside features and links, places by kind, sizes of regions."""
    return [*_terrain(ground), *_hexsides(ground), *_links(ground), *_places(ground), *_regions(ground)]


def _terrain(ground: Ground) -> list[Statistic]:
    counts = Counter(ground.terrain(Cell(index)) for index in range(ground.grid.size))
    kinds = sorted(ground.rows.all(TerrainKind), key=lambda kind: kind.position)
    return [
        Statistic("Terrain", kind.name, counts[kind.kind], share=counts[kind.kind] / ground.grid.size) for kind in kinds
    ]


def _hexsides(ground: Ground) -> list[Statistic]:
    counts = Counter(row.kind for row in ground.rows.all(Hexside))
    edge = next(found for side in range(ground.grid.sides) if (found := ground.grid.edge(Cell(0), side)))
    length = dist(*edge) * ground.rows.the(Grid).km
    kinds = sorted(ground.rows.all(HexsideKind), key=lambda kind: kind.position)
    return [Statistic("Hexsides", kind.name, counts[kind.kind], counts[kind.kind] * length) for kind in kinds]


def _links(ground: Ground) -> list[Statistic]:
    km = ground.rows.the(Grid).km
    lengths: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for row in ground.rows.all(Link):
        a, b = ground.cell(row.cell), ground.cell(row.other)
        counts[row.kind] += 1
        if a is not None and b is not None:
            lengths[row.kind] += dist(ground.grid.centre(a), ground.grid.centre(b)) * km  # type: ignore[assignment]
    kinds = sorted(ground.rows.all(LinkKind), key=lambda kind: kind.position)
    return [Statistic("Links", kind.name, counts[kind.kind], float(lengths[kind.kind])) for kind in kinds]


def _places(ground: Ground) -> list[Statistic]:
    counts = Counter(row.kind for row in ground.rows.all(Place))
    kinds = sorted(ground.rows.all(PlaceKind), key=lambda kind: kind.position)
    return [Statistic("Places", kind.name, counts[kind.kind]) for kind in kinds]


def _regions(ground: Ground) -> list[Statistic]:
    counts = Counter(row.region for row in ground.rows.all(RegionCell))
    return [Statistic("Regions", region.name, counts[region.region]) for region in ground.rows.all(Region)]
