"""Every shipped map is sound: cities on land and in reach, rivers that end somewhere, lines in one piece."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from engine.geography.shapes import finer, left_of, nearest_index
from engine.records.board import CellRow, Hexside, Link, Place, Region, RegionCell
from tests.kit.laid import BARRED, SLUGS, cell_of, gazetteer, ground, laid, on_edge, recipe, terrain

MAPS = pytest.mark.parametrize("slug", SLUGS)


@MAPS
def test_every_cell_has_one_terrain(slug: str) -> None:
    grid = laid(slug).frame.grid
    labels = [row.cell for row in laid(slug).rows.all(CellRow)]
    assert len(labels) == len(set(labels)) == grid.size


@MAPS
def test_every_place_stands_on_land_and_can_be_reached_from_every_other(slug: str) -> None:
    places = laid(slug).rows.all(Place)
    kinds = terrain(slug)
    assert places
    assert {place.place for place in places if kinds[place.cell] in BARRED[slug]} == set()
    land = ground(slug)
    main = max(nx.connected_components(land), key=len)
    assert {place.place for place in places if place.cell not in main} == set()


@MAPS
def test_regions_name_cells_of_the_map(slug: str) -> None:
    rows = laid(slug).rows
    names = {row.region for row in rows.all(Region)}
    kinds = terrain(slug)
    for row in rows.all(RegionCell):
        assert row.region in names and row.cell in kinds


@MAPS
def test_a_river_is_a_simple_chain_of_sides(slug: str) -> None:
    map_ = laid(slug)
    for chain in map_.chains:
        assert len(set(chain.corners)) == len(chain.corners), f"{chain.river} meets itself"
        for a, b in pairwise(chain.corners):
            assert (min(a, b), max(a, b)) in map_.corners.sides


@MAPS
def test_no_river_stops_in_the_middle_of_nowhere(slug: str) -> None:
    map_ = laid(slug)
    water = {kind for kind in (recipe(slug).terrain.sea, recipe(slug).terrain.lake) if kind}
    kinds = terrain(slug)
    grid = map_.frame.grid
    for number, chain in enumerate(map_.chains):
        others = {corner for n, other in enumerate(map_.chains) if n != number for corner in other.corners}
        last = chain.corners[-1]
        wet = any(kinds[grid.label(cell)] in water for cell in map_.corners.cells[last])
        assert last in others or wet or last in map_.corners.rim, f"{chain.river} stops nowhere"
        first = chain.corners[0]
        if chain.starts_at != "source":
            wet = any(kinds[grid.label(cell)] in water for cell in map_.corners.cells[first])
            assert wet or first in map_.corners.rim, f"{chain.river} begins nowhere"


@MAPS
def test_rivers_share_no_side_and_touch_only_where_one_joins_another(slug: str) -> None:
    inner: dict[int, str] = {}
    for chain in laid(slug).chains:
        for corner in chain.corners[:-1]:
            assert inner.setdefault(corner, chain.river) == chain.river, f"{chain.river} crosses {inner[corner]}"


@MAPS
def test_tributaries_join_the_river_that_the_gazetteer_names(slug: str) -> None:
    rivers = gazetteer().rivers
    owner: dict[int, set[str]] = {}
    for chain in laid(slug).chains:
        for corner in chain.corners:
            owner.setdefault(corner, set()).add(chain.river)
    joined = [chain for chain in laid(slug).chains if chain.ends_at == "river"]
    right = [chain for chain in joined if rivers[chain.river].mouth in owner[chain.corners[-1]]]
    assert len(right) >= 0.9 * len(joined)


@MAPS
def test_every_line_of_the_recipe_is_one_path_between_its_ends(slug: str) -> None:
    map_ = laid(slug)
    grid = map_.frame.grid
    drawn = {frozenset((row.cell, row.other)) for row in map_.rows.all(Link)}
    tracks: dict[str, list[tuple[str, ...]]] = {}
    for track in map_.tracks:
        cells = tuple(grid.label(cell) for cell in track.cells)
        tracks.setdefault(track.line, []).append(cells)
        if not any(terrain(slug)[cell] == "outside" for cell in cells):
            assert all(frozenset(pair) in drawn for pair in pairwise(cells)), track.line
    for name, parts in tracks.items():
        loose = [end for part in parts for end in (part[0], part[-1]) if not _may_end(slug, name, end)]
        assert loose == [], f"{name} ends in the open"


def _may_end(slug: str, name: str, label: str) -> bool:
    """A line may end at the edge of the map, or in the cell of its first or last stop."""
    if on_edge(slug, label):
        return True
    book = gazetteer()
    stops = (book.railways.get(name) or book.roads[name]).stops
    grid = laid(slug).frame.grid
    route = next((route for route in recipe(slug).route if route.line == name), None)
    ends = (route.through[0], route.through[-1]) if route else (stops[0].town, stops[-1].town)
    cells = set()
    for end in ends:
        if end and end[0].isdigit():
            cells.add(grid.label(grid.parse(end)))
        elif end:
            here = laid(slug).frame.cell(book.town(end).at)
            cells |= {grid.label(here)} if here is not None else set()
            cells |= {row.cell for row in laid(slug).rows.all(Place) if row.name == end}
    return label in cells


@MAPS
def test_lines_stay_on_land(slug: str) -> None:
    kinds = terrain(slug)
    for row in laid(slug).rows.all(Link):
        assert kinds[row.cell] not in BARRED[slug] and kinds[row.other] not in BARRED[slug]


@MAPS
def test_a_railway_does_not_weave_across_a_river(slug: str) -> None:
    map_ = laid(slug)
    grid = map_.frame.grid
    river_at = {(row.cell, row.side): row.name for row in map_.rows.all(Hexside) if row.name}
    for track in map_.tracks:
        crossed: dict[str, int] = {}
        for a, b in pairwise(track.cells):
            low, high = min(a, b), max(a, b)
            name = river_at.get((grid.label(low), grid.side_between(low, high) or 0))
            if name:
                crossed[name] = crossed.get(name, 0) + 1
        legs = len(track.cells)
        assert all(count <= 2 + legs // 12 for count in crossed.values()), (track.line, crossed)


@MAPS
def test_towns_stand_on_their_bank(slug: str) -> None:
    map_ = laid(slug)
    places = {row.name: row.cell for row in map_.rows.all(Place)}
    wrong = []
    for town in gazetteer().towns.values():
        if town.bank is None or town.name not in places or _doubled(slug, town.name):
            continue
        centre = np.array(map_.frame.grid.centre(map_.frame.grid.parse(places[town.name])))
        for chain in map_.chains:
            line = finer(map_.corners.points[list(chain.corners)], 0.05)
            index = int(nearest_index(centre[None, :], line)[0])
            beside = np.hypot(*(line[index] - centre)) < 0.62 and 4 < index < len(line) - 5
            left = left_of(centre, line, index)
            if chain.river == town.bank[0] and beside and left != (town.bank[1] == "left"):
                wrong.append(town.name)
    assert wrong == []


def _doubled(slug: str, name: str) -> bool:
    return sum(row.name == name and row.kind != "fort" for row in laid(slug).rows.all(Place)) > 1


def test_the_same_recipe_gives_the_same_map_every_time() -> None:
    from engine.geography import lay_from_recipe
    from tests.kit.laid import recipe_path

    assert lay_from_recipe(recipe_path("arduous-beginning")) == list(laid("arduous-beginning").rows)
    assert cell_of("arduous-beginning", "minsk") == "1109"
