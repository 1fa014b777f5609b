"""Places become cells: those with a known cell exactly there, the others where they lie."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from math import cos, radians

import numpy as np

from engine.errors import Problem, ScenarioError
from engine.geography.fit import Fit, fit, window
from engine.geography.frame import MapFrame
from engine.geography.gazetteer import Gazetteer, LatLon
from engine.geography.projection import Projection
from engine.geography.recipe import ControlPoint, MapCorner, PlacePlan, Recipe, TownsPlan
from engine.grid import CellGrid, Point, make_grid
from engine.ids import Cell
from engine.records.board import Place

_DEGREE_KM = 111.2
_SNAP = 1.0
"""How many cells around a place follow it to the centre of its cell."""


@dataclass(frozen=True)
class Sited:
    """A frame with the places of a recipe on it."""

    frame: MapFrame
    fit: Fit | None
    places: tuple[Place, ...]
    towns: dict[str, Cell]
    """The cell in which lines serve a town of the gazetteer that is a place of this map."""
    banked: dict[str, Cell]
    """The same without towns of two cells, which a river may part."""


def midpoint(grid: CellGrid, cells: str) -> Point:
    """The centre of a cell, or the point half-way between two (`5017N/5116N`)."""
    centres = [grid.centre(grid.parse(part)) for part in cells.split("/")]
    x, y = np.mean(np.array(centres), axis=0).tolist()
    return x, y


def base_frame(recipe: Recipe, gazetteer: Gazetteer) -> tuple[MapFrame, Fit | None]:
    """The frame by window or by fit, before any place is pulled to its cell."""
    grid = make_grid(recipe.grid)
    if recipe.window is not None:
        return _windowed(recipe.window, grid, recipe.grid.km), None
    used = [control for control in recipe.control if control.fitted]
    points = [_control_at(control, gazetteer) for control in used]
    middle = np.array(points).mean(axis=0)
    projection = Projection(round(float(middle[0]), 1), round(float(middle[1]), 1))
    names = [control.name or control.town for control in used]
    targets = np.array([midpoint(grid, control.cell) for control in used])
    result = fit(recipe.fit, names, projection.plane(points), targets)
    return MapFrame(grid, projection, result.transform), result


def _windowed(view: MapCorner, grid: CellGrid, km: float) -> MapFrame:
    """A frame whose projection is centred on the middle of the map."""
    west, north, east, south = grid.bounds()
    lat = view.south + (south - north) * km / 2 / _DEGREE_KM
    lon = view.west + (east - west) * km / 2 / (_DEGREE_KM * cos(radians(lat)))
    projection = Projection(round(lat, 1), round(lon, 1))
    corner_x, corner_y = projection.plane([(view.south, view.west)])[0].tolist()
    return MapFrame(grid, projection, window(corner_x, corner_y, south, km, view.rotate))


def site(recipe: Recipe, gazetteer: Gazetteer) -> Sited:
    """Lay the frame, pull the control places to their cells, and put every place into a cell."""
    frame, result = base_frame(recipe, gazetteer)
    controls = {control.name or control.town: control for control in recipe.control}
    points = {name: _control_at(control, gazetteer) for name, control in controls.items()}
    targets = {name: midpoint(frame.grid, control.cell) for name, control in controls.items()}
    frame = frame.pulled(points, targets, recipe.reach)
    rows: list[Place] = []
    towns: dict[str, Cell] = {}
    for plan in recipe.place:
        for one in _singles(plan):
            cell = _cell_of(frame, gazetteer, one, controls)
            rows.append(_row(one, frame.grid.label(cell)))
            if one.town:
                towns.setdefault(gazetteer.town(one.town).name, cell)
    for group in recipe.towns:
        rows += _towns(frame, gazetteer, group, towns)
    _refuse_doubles(rows)
    single = {name: cell for name, cell in towns.items() if "/" not in getattr(controls.get(name), "cell", "")}
    return Sited(_snapped(frame, gazetteer, single), result, tuple(rows), towns, single)


def _control_at(control: ControlPoint, gazetteer: Gazetteer) -> LatLon:
    return control.at or gazetteer.town(control.town).at


def _singles(plan: PlacePlan) -> list[PlacePlan]:
    if not plan.towns:
        return [plan]
    return [
        PlacePlan(
            kind=plan.kind,
            town=town,
            value=plan.value,
            owner=plan.owner,
            label_at=plan.label_at,
            provenance=plan.provenance,
            note=plan.note,
        )
        for town in plan.towns
    ]


def _cell_of(frame: MapFrame, gazetteer: Gazetteer, plan: PlacePlan, controls: dict[str, ControlPoint]) -> Cell:
    if plan.cell:
        return frame.grid.parse(plan.cell)
    if plan.town in controls:
        return frame.grid.parse(controls[plan.town].cell.split("/")[0])
    point = plan.at or gazetteer.town(plan.town).at
    cell = frame.cell(point)
    if cell is None:
        raise ScenarioError([Problem(f"{plan.town or plan.name} lies off the map", "map.toml", (plan.kind,))])
    return cell


def _row(plan: PlacePlan, cell: str) -> Place:
    name = plan.name or plan.town
    return Place(
        place=plan.place or slug(name),
        name=name,
        kind=plan.kind,
        cell=cell,
        value=plan.value,
        owner=plan.owner,
        label_at=plan.label_at,  # type: ignore[arg-type]
        provenance=plan.provenance,
        note=plan.note,
    )


def _towns(frame: MapFrame, gazetteer: Gazetteer, group: TownsPlan, towns: dict[str, Cell]) -> list[Place]:
    """Towns of a size as places, the larger and the earlier in the gazetteer first, one a cell."""
    rows = []
    full = set(towns.values())
    wanted = [town for town in gazetteer.towns.values() if town.size in group.sizes and town.name not in group.without]
    for town in sorted(wanted, key=lambda town: -town.size):
        cell = frame.cell(town.at)
        if town.name in towns or cell is None or cell in full:
            continue
        full.add(cell)
        towns[town.name] = cell
        rows.append(Place(place=slug(town.name), name=town.name, kind=group.kind, cell=frame.grid.label(cell)))
    return rows


def _snapped(frame: MapFrame, gazetteer: Gazetteer, towns: dict[str, Cell]) -> MapFrame:
    """The frame with towns pulled to the centres of their cells."""
    points = {name: gazetteer.towns[name].at for name in towns}
    return frame.pulled(points, {name: frame.grid.centre(cell) for name, cell in towns.items()}, _SNAP)


def _refuse_doubles(rows: list[Place]) -> None:
    seen: set[str] = set()
    for row in rows:
        if row.place in seen:
            raise ScenarioError([Problem("the place is there twice", "map.toml", (row.place,))])
        seen.add(row.place)


def slug(name: str) -> str:
    """A key made from a name: `Velikiye Luki` becomes `velikiye-luki`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
