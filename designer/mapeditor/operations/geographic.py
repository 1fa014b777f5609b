"""A map laid out from the gazetteer: what the dialog asks for, as a recipe."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians

from designer.mapeditor.operations.blank import completed
from engine.geography import Gazetteer, Recipe, lay
from engine.geography.recipe import Layer, LinePlan, MapCorner, TerrainPlan, TownsPlan
from engine.records import Rows
from engine.records.board import Grid
from engine.scenario.template import blank_scenario

KM_PER_DEGREE = 111.2


@dataclass(frozen=True)
class Area:
    """A part of the front to begin with: its middle and how wide it is."""

    name: str
    latitude: float
    longitude: float
    km: float


AREAS: tuple[Area, ...] = (
    Area("Belorussia, Brest to Vyazma", 53.9, 29.3, 900),
    Area("Smolensk", 54.6, 31.8, 420),
    Area("Baltic, Memel to Leningrad", 57.4, 25.9, 850),
    Area("Ukraine, Lvov to Kharkov", 49.8, 30.3, 1050),
    Area("Moscow", 55.5, 37.0, 450),
    Area("The whole front", 53.0, 31.0, 2000),
)


@dataclass(frozen=True)
class MapWish:
    """What the map should show."""

    grid: Grid
    latitude: float
    longitude: float
    rotate: float = 0.0
    rivers: int = 2
    railways: bool = True
    roads: bool = True
    towns: int = 2
    woods: float = 0.3


def window(wish: MapWish) -> MapCorner:
    """The south-west corner of a map whose middle is given."""
    grid = wish.grid
    wide = grid.columns * grid.km * (0.866 if grid.shape == "hex" and grid.orientation == "flat" else 1.0)
    high = grid.rows * grid.km * (0.866 if grid.shape == "hex" and grid.orientation == "pointy" else 1.0)
    south = wish.latitude - high / 2 / KM_PER_DEGREE
    west = wish.longitude - wide / 2 / (KM_PER_DEGREE * cos(radians(wish.latitude)))
    return MapCorner(west=west, south=south, rotate=wish.rotate)


def recipe(wish: MapWish) -> Recipe:
    """The recipe of a map."""
    layers = (
        Layer(terrain="hills", areas=("hills",), share=0.4),
        Layer(terrain="mountains", areas=("mountains",), share=0.4),
        Layer(terrain="forest", areas=("forest",), share=wish.woods),
        Layer(terrain="marsh", areas=("swamp",), share=wish.woods),
    )
    rivers = (
        LinePlan(kind="major-river", grades=(1,)),
        LinePlan(kind="river", grades=(2,), least=2),
        LinePlan(kind="river", grades=(3,), least=2),
    )
    towns = tuple(TownsPlan(kind=kind, sizes=(size,)) for kind, size in (("city", 3), ("town", 2), ("village", 1)))
    return Recipe(
        grid=wish.grid,
        window=window(wish),
        terrain=TerrainPlan(sea="water", lake="water", layer=layers, open=("city",)),
        river=rivers[: wish.rivers],
        rail=(LinePlan(kind="rail", grades=(1, 2)),) if wish.railways else (),
        road=(LinePlan(kind="highway", grades=(1,)), LinePlan(kind="road", grades=(2, 3))) if wish.roads else (),
        towns=towns[: wish.towns],
    )


def laid(wish: MapWish, gazetteer: Gazetteer, title: str) -> Rows:
    """The rows of a new scenario on a map laid from the gazetteer."""
    rows = lay(recipe(wish), gazetteer).rows
    kinds = blank_scenario(title, Grid(columns=1, rows=1), 7)
    for row in kinds:
        if row.table in ("terrain_kind", "hexside_kind", "link_kind", "place_kind"):
            rows.put(row)
    return completed(rows, title)
