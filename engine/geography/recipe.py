"""The recipe of a map: which grid, how it lies on the earth, what is drawn on it, and hand corrections."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.errors import Problem, ScenarioError
from engine.geography.fit import Kind
from engine.records.board import Box, Grid, Provenance
from engine.records.family import convert


class RecipeTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of a recipe."""


class MapCorner(RecipeTable, frozen=True, kw_only=True):
    """The south-west corner of the map and how many degrees west of north its top points."""

    west: float
    south: float
    rotate: float = 0.0


class ControlPoint(RecipeTable, frozen=True, kw_only=True):
    """A place whose cell is known; two cells (4201N/4202N) mean the point half-way between them."""

    cell: str
    town: str = ""
    name: str = ""
    at: tuple[float, float] | None = None
    fitted: bool = True
    """Whether the fit uses it; if not, the place only lies there."""


class Layer(RecipeTable, frozen=True, kw_only=True):
    """A terrain that covers a cell when areas of these kinds cover enough of it."""

    terrain: str
    areas: tuple[str, ...]
    share: float = 0.5
    patch: int = 1
    without: tuple[str, ...] = ()


class TerrainPlan(RecipeTable, frozen=True, kw_only=True):
    """How areas, seas and lakes become terrain; later layers cover earlier ones."""

    base: str = "clear"
    sea: str | None = None
    lake: str | None = None
    sea_share: float = 0.5
    lake_share: float = 0.5
    island: int = 1
    """Land of fewer cells, with no place on it, is sea."""
    wave: float = 2.0
    """Across how many cells the scatter of half-covered areas swings; 0: they are thinned evenly instead."""
    open: tuple[str, ...] = ()
    """Kinds of place that stand on base terrain whatever surrounds them."""
    barred: tuple[str, ...] = ()
    """Terrains besides water that railways and roads go round."""
    layer: tuple[Layer, ...] = ()


class LinePlan(RecipeTable, frozen=True, kw_only=True):
    """Which rivers, railways or roads are drawn as which kind: all of these grades, or these names."""

    kind: str
    grades: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    least: int = 1
    """Shorter pieces are left out."""


class BorderPlan(RecipeTable, frozen=True, kw_only=True):
    """A line drawn along sides: a border of the gazetteer, or the outline of a region of this map."""

    kind: str
    border: str = ""
    region: str = ""
    name: str = ""


class Route(RecipeTable, frozen=True, kw_only=True):
    """The stops of a line on this map, in place of the gazetteer's: towns, cells, or @lat,lon."""

    line: str
    through: tuple[str, ...]


class PlacePlan(RecipeTable, frozen=True, kw_only=True):
    """One place, or several of one kind in `towns`."""

    kind: str
    town: str = ""
    towns: tuple[str, ...] = ()
    place: str = ""
    name: str = ""
    cell: str = ""
    at: tuple[float, float] | None = None
    value: float = 0.0
    owner: str | None = None
    label_at: str = "auto"
    provenance: Provenance = "ours"
    note: str = ""


class TownsPlan(RecipeTable, frozen=True, kw_only=True):
    """Every town of these sizes that no place stands for yet, at most one a cell."""

    kind: str
    sizes: tuple[int, ...]
    without: tuple[str, ...] = ()


class RegionPlan(RecipeTable, frozen=True, kw_only=True):
    """A region: listed cells, an edge of the map, columns, or the side of a border."""

    region: str
    name: str
    colour: str = "#a03030"
    kind: Literal["zone", "edge", "entry", "setup", "weather"] = "zone"
    shown: bool = True
    cells: tuple[str, ...] = ()
    edge: Literal["", "north", "east", "south", "west"] = ""
    columns: tuple[int, int] | None = None
    border: str = ""
    part: Literal["west", "east", "on"] = "on"
    within: int | None = None
    """Only cells at most so far from the border."""
    terrain: tuple[str, ...] = ()
    """Only cells of these terrains; empty: any."""
    without: tuple[str, ...] = ()
    """Cells of these regions are left out."""


class Correction(RecipeTable, frozen=True, kw_only=True):
    """A hand correction, applied last and in order."""

    do: Literal[
        "terrain", "blank", "hexside", "no-hexside", "link", "no-link", "place", "no-place", "region", "no-region"
    ]
    cells: tuple[str, ...] = ()
    """Cells to change; for hexsides pairs `a/b`; for links a chain; to blank also `@region`."""
    to: str = ""
    """The terrain, kind, place or region."""
    name: str = ""
    first_turn: int | None = None
    why: str = ""


class Recipe(RecipeTable, frozen=True, kw_only=True):
    """Everything from which a map is laid."""

    grid: Grid
    window: MapCorner | None = None
    fit: Kind = "similarity"
    reach: float = 5.0
    """How many cells around a control place follow it to its cell."""
    control: tuple[ControlPoint, ...] = ()
    terrain: TerrainPlan = TerrainPlan()
    river: tuple[LinePlan, ...] = ()
    rail: tuple[LinePlan, ...] = ()
    road: tuple[LinePlan, ...] = ()
    border: tuple[BorderPlan, ...] = ()
    route: tuple[Route, ...] = ()
    dated: dict[str, int] = {}
    """First turn of lines that were built in the war."""
    place: tuple[PlacePlan, ...] = ()
    towns: tuple[TownsPlan, ...] = ()
    region: tuple[RegionPlan, ...] = ()
    box: tuple[Box, ...] = ()
    correction: tuple[Correction, ...] = ()


def read_recipe(path: Path) -> Recipe:
    """The recipe in a TOML file."""
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        recipe = convert(raw, Recipe)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScenarioError([Problem(f"cannot be used: {error}", path.name)]) from error
    if (recipe.window is None) == (not any(control.fitted for control in recipe.control)):
        raise ScenarioError([Problem("needs either a window or control places", path.name)])
    return recipe
