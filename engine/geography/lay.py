"""A map laid from its recipe: the rows of the board, in the order of the tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.errors import Problem, ScenarioError
from engine.geography.borders import border_sides, cells_beyond, crossed_cells
from engine.geography.corners import Corners, make_corners
from engine.geography.corrections import apply_corrections, link_row, side_row, spans
from engine.geography.fit import Fit
from engine.geography.frame import MapFrame
from engine.geography.gazetteer import Gazetteer, LatLon, Stop, TrafficLine, load_gazetteer
from engine.geography.places import Sited, site
from engine.geography.recipe import LinePlan, Recipe, RegionPlan, Route, read_recipe
from engine.geography.rivers import Chain, RiverNet
from engine.geography.routes import LinkNet, Track, junctions
from engine.geography.terrain import lay_terrain
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records.board import CellRow, Region, RegionCell


@dataclass(frozen=True)
class LaidMap:
    """A laid map: its rows, and how each river and line of the recipe runs before corrections."""

    rows: Rows
    frame: MapFrame
    fit: Fit | None
    corners: Corners
    chains: tuple[Chain, ...]
    tracks: tuple[Track, ...]


def lay_from_recipe(path: Path) -> list[Record]:
    """The rows of the map whose recipe lies at the path: grid, cells, sides, links, places, regions, boxes."""
    return list(lay(read_recipe(path), load_gazetteer()).rows)


def residual_table(path: Path) -> str:
    """How well the control places of a recipe fit, as text."""
    recipe, gazetteer = read_recipe(path), load_gazetteer()
    result = site(recipe, gazetteer).fit
    return result.table() if result else "no control places: the window was chosen, not fitted"


def lay(recipe: Recipe, gazetteer: Gazetteer) -> LaidMap:
    """Lay a map."""
    sited = site(recipe, gazetteer)
    frame, grid = sited.frame, sited.frame.grid
    terrain = _terrain(recipe, gazetteer, sited)
    corners = make_corners(grid)
    water = frozenset(kind for kind in (recipe.terrain.sea, recipe.terrain.lake) if kind is not None)
    rivers = RiverNet(frame, corners, terrain, water)
    rivers.lay(gazetteer, recipe.river, sited.banked)
    rows = Rows([recipe.grid])
    for cell, kind in terrain.items():
        rows.put(CellRow(cell=grid.label(cell), terrain=kind))
    for box in recipe.box:
        rows.put(box)
    for side, (kind, name) in rivers.sides().items():
        rows.put(side_row(grid, *corners.both(side), kind, name))
    tracks = _links(recipe, gazetteer, sited, rivers, terrain, rows)
    for place in sited.places:
        rows.put(place)
    regions = _regions(recipe, gazetteer, frame, terrain, rows)
    _borders(recipe, gazetteer, rivers, regions, rows)
    apply_corrections(rows, grid, recipe.correction)
    return LaidMap(rows, frame, sited.fit, corners, tuple(rivers.chains), tuple(tracks))


def _terrain(recipe: Recipe, gazetteer: Gazetteer, sited: Sited) -> dict[Cell, str]:
    cells = {place.place: sited.frame.grid.parse(place.cell) for place in sited.places}
    opened = {cells[place.place] for place in sited.places if place.kind in recipe.terrain.open}
    terrain = lay_terrain(sited.frame, gazetteer, recipe.terrain, set(cells.values()), opened)
    # Lines and regions must see the corrected terrain, so these corrections come first as well as last.
    for edit in recipe.correction:
        if edit.do == "terrain":
            terrain.update(dict.fromkeys(spans(sited.frame.grid, edit.cells), edit.to))
    return terrain


def _links(
    recipe: Recipe, gazetteer: Gazetteer, sited: Sited, rivers: RiverNet, terrain: dict[Cell, str], rows: Rows
) -> list[Track]:
    """Lay railways, then roads; where two kinds of one sort would share a link the first kind has it."""
    grid = sited.frame.grid
    barred = frozenset(cell for cell, kind in terrain.items() if kind in rivers.water or kind in recipe.terrain.barred)
    tracks: list[Track] = []
    for plans, lines in ((recipe.rail, gazetteer.railways), (recipe.road, gazetteer.roads)):
        net = LinkNet(sited.frame, rivers.sides(), barred)
        served = _served(sited, lines, plans, barred)
        for line, exact, kind, least in _chosen(sited, plans, lines, recipe.route, gazetteer):
            net.lay(line, kind, served, exact, least)
        drawn: set[tuple[Cell, Cell]] = set()
        for track in net.tracks:
            for a, b in pairwise(track.cells):
                if (min(a, b), max(a, b)) not in drawn:
                    drawn.add((min(a, b), max(a, b)))
                    rows.put(link_row(grid, a, b, track.kind, track.line, recipe.dated.get(track.line)))
        tracks += net.tracks
    return tracks


def _served(
    sited: Sited, lines: dict[str, TrafficLine], plans: Iterable[LinePlan], barred: frozenset[Cell]
) -> dict[str, Cell]:
    """The cell of every town that lines must pass on this map."""
    chosen = [line for line in lines.values() if any(_wanted(plan, line) for plan in plans)]
    served = dict(sited.towns)
    at = {stop.town: stop.at for line in chosen for stop in line.stops if stop.town}
    for town in junctions(chosen, sited.towns):
        if town not in served and town in at:
            cell = sited.frame.cell(at[town])
            if cell is not None and cell not in barred:
                served[town] = cell
    return served


def _wanted(plan: LinePlan, line: TrafficLine) -> bool:
    return (line.grade in plan.grades or line.name in plan.names) and line.name not in plan.without


def _chosen(
    sited: Sited,
    plans: Iterable[LinePlan],
    lines: dict[str, TrafficLine],
    routes: Iterable[Route],
    gazetteer: Gazetteer,
) -> Iterable[tuple[TrafficLine, dict[Stop, Cell], str, int]]:
    """The lines of the plans in order, with the stops that a route of the recipe gives them."""
    by_name = {route.line: route for route in routes}
    done: set[str] = set()
    for plan in plans:
        for line in lines.values():
            if not _wanted(plan, line) or line.name in done:
                continue
            done.add(line.name)
            route = by_name.get(line.name)
            if route is None:
                yield line, {}, plan.kind, plan.least
            else:
                yield *_routed(sited, line, route, gazetteer), plan.kind, plan.least


def _routed(
    sited: Sited, line: TrafficLine, route: Route, gazetteer: Gazetteer
) -> tuple[TrafficLine, dict[Stop, Cell]]:
    stops: list[Stop] = []
    exact: dict[Stop, Cell] = {}
    for text in route.through:
        if text.startswith("@"):
            lat, _, lon = text[1:].partition(",")
            stops.append(Stop((float(lat), float(lon))))
        elif text[0].isdigit():
            cell = sited.frame.grid.parse(text)
            lat, lon = sited.frame.globe(np.array([sited.frame.grid.centre(cell)]))[0].tolist()
            stop = Stop((lat, lon), text)
            stops.append(stop)
            exact[stop] = cell
        else:
            town = gazetteer.town(text)
            stops.append(Stop(town.at, town.name))
    return TrafficLine(line.name, line.grade, tuple(stops), line.opened), exact


def _borders(recipe: Recipe, gazetteer: Gazetteer, net: RiverNet, regions: dict[str, set[Cell]], rows: Rows) -> None:
    """Draw borders, but not across open water."""
    frame, corners = net.frame, net.corners
    for plan in recipe.border:
        if plan.border:
            sides = border_sides(frame, corners, gazetteer.borders[plan.border].line)
        else:
            inner = regions[plan.region]
            sides = [side for side in corners.sides.values() if len(inner & set(corners.both(side))) == 1]
        for side in sides:
            both = corners.both(side)
            if not all(net.terrain[cell] in net.water for cell in both):
                rows.put(side_row(frame.grid, *both, plan.kind, plan.name))


def _regions(
    recipe: Recipe, gazetteer: Gazetteer, frame: MapFrame, terrain: dict[Cell, str], rows: Rows
) -> dict[str, set[Cell]]:
    found: dict[str, set[Cell]] = {}
    for plan in recipe.region:
        cells = _region_cells(plan, gazetteer, frame)
        if plan.terrain:
            cells = {cell for cell in cells if terrain[cell] in plan.terrain}
        for other in plan.without:
            cells -= found.get(other, set())
        found[plan.region] = cells
        rows.put(Region(region=plan.region, name=plan.name, colour=plan.colour, kind=plan.kind, shown=plan.shown))
        for cell in sorted(cells):
            rows.put(RegionCell(region=plan.region, cell=frame.grid.label(cell)))
    return found


def _region_cells(plan: RegionPlan, gazetteer: Gazetteer, frame: MapFrame) -> set[Cell]:
    grid = frame.grid
    cells = set(spans(grid, plan.cells))
    everywhere = [Cell(cell) for cell in range(grid.size)]
    last = {"west": 0, "east": grid.columns - 1, "north": 0, "south": grid.rows - 1}
    if plan.edge:
        along = 0 if plan.edge in ("west", "east") else 1
        cells |= {cell for cell in everywhere if grid.column_row(cell)[along] == last[plan.edge]}
    if plan.columns is not None:
        first = grid.numbering.first_column
        low, high = (number - first for number in plan.columns)
        cells |= {cell for cell in everywhere if low <= grid.column_row(cell)[0] <= high}
    if plan.border:
        if plan.border not in gazetteer.borders:
            raise ScenarioError([Problem(f"there is no border {plan.border}", "map.toml", (plan.region,))])
        cells |= _beside(frame, gazetteer.borders[plan.border].line, plan)
    return cells


def _beside(frame: MapFrame, line: tuple[LatLon, ...], plan: RegionPlan) -> set[Cell]:
    """The cells on a border, or on one side of it."""
    on = crossed_cells(frame, line)
    if plan.part == "on":
        return on
    cells = cells_beyond(frame, line, plan.part == "west")
    if plan.within is None:
        return cells
    return cells & {other for cell in on for other in frame.grid.within(cell, plan.within)}
