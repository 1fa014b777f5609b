"""The map of the Child's Game: centres, cities, railways, the frontier and the set-up."""

from __future__ import annotations

import itertools

import networkx as nx

from engine.records.board import Link, Place
from tests.kit.laid import cell_of, laid, links, region, terrain

SLUG = "childs-barbarossa"
CENTRES = {
    "warsaw": 6,
    "bucharest": 4,
    "budapest": 2,
    "moscow": 2,
    "leningrad": 2,
    "kiev": 1,
    "kharkov": 2,
    "stalingrad": 1,
    "rostov": 1,
    "gorki": 1,
}


def at(label: str) -> tuple[int, int]:
    grid = laid(SLUG).frame.grid
    return grid.column_row(grid.parse(label))


def test_the_centres_produce_what_they_should() -> None:
    places = {row.place: row for row in laid(SLUG).rows.all(Place) if row.kind.endswith("-centre")}
    assert {key: row.value for key, row in places.items()} == CENTRES
    assert {key for key, row in places.items() if row.owner == "axis"} == {"warsaw", "bucharest", "budapest"}


def test_no_two_cities_share_a_square_and_all_stand_on_clear_ground() -> None:
    places = laid(SLUG).rows.all(Place)
    assert len({row.cell for row in places}) == len(places)
    assert {terrain(SLUG)[row.cell] for row in places} == {"clear"}


def test_the_printed_example_of_movement_can_be_played() -> None:
    rails = links(SLUG, "rail")
    warsaw, brest, kiev = (cell_of(SLUG, place) for place in ("warsaw", "brest", "kiev"))
    assert (at(brest)[0] - at(warsaw)[0], at(brest)[1] - at(warsaw)[1]) == (2, 0)
    assert nx.shortest_path_length(rails, warsaw, brest) == 2
    cities = {row.cell for row in laid(SLUG).rows.all(Place)} - {brest, kiev}
    way = nx.shortest_path(rails.subgraph(set(rails) - cities), brest, kiev)
    assert all(at(a)[1] <= at(b)[1] for a, b in itertools.pairwise(way)), "it runs south"
    grid = laid(SLUG).frame.grid
    south = grid.label(grid.cell_at(at(kiev)[0], at(kiev)[1] + 1))
    assert terrain(SLUG)[south] == "clear" and south not in rails
    column, row = at(way[-2])
    assert abs(column - at(south)[0]) == abs(row - at(south)[1]) == 1, "the last stop lies diagonally from it"


def test_every_city_is_on_the_railway() -> None:
    rails = links(SLUG, "rail")
    old = rails.edge_subgraph([(a, b) for a, b, turn in rails.edges(data="first_turn") if turn is None])
    cells = {row.cell for row in laid(SLUG).rows.all(Place)}
    assert cells <= max(nx.connected_components(old), key=len)


def test_some_railways_were_built_in_the_war() -> None:
    dated = {row.name: row.first_turn for row in laid(SLUG).rows.all(Link) if row.first_turn is not None}
    assert dated == {"Ilovlya-Kamyshin-Saratov": 6, "Staryy Oskol-Rzhava": 9, "Kerch-Krymskaya": 14}


def test_the_axis_has_room_to_set_up_behind_the_frontier() -> None:
    axis, border = region(SLUG, "axis-land"), region(SLUG, "border")
    assert len(axis) >= 22
    assert not axis & border
    assert {terrain(SLUG)[cell] for cell in axis} == {"clear"}
    assert {"warsaw", "bucharest", "budapest"} <= {
        row.place for row in laid(SLUG).rows.all(Place) if row.cell in axis | border
    }
    soviet = {row.cell for row in laid(SLUG).rows.all(Place) if row.owner == "soviet"}
    assert not axis & soviet


def test_twenty_squares_bear_the_hammer_and_sickle() -> None:
    start = region(SLUG, "soviet-start")
    assert len(start) == 20
    assert {terrain(SLUG)[cell] for cell in start} == {"clear"}
    assert not start & region(SLUG, "axis-land")
    for place in ("leningrad", "moscow", "kiev", "minsk", "odessa", "brest", "riga", "lvov", "smolensk", "kharkov"):
        assert cell_of(SLUG, place) in start
