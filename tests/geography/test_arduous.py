"""The map of The Arduous Beginning: what the rulebook, its combat example and our reconstruction ask of it."""

from __future__ import annotations

from itertools import combinations, pairwise

import networkx as nx

from engine.records.board import Hexside, Place
from tests.kit.laid import cell_of, laid, links, region, terrain

SLUG = "arduous-beginning"
CITIES = (
    "brest",
    "baranovichi",
    "minsk",
    "bobruisk",
    "polotsk",
    "vitebsk",
    "velikie-luki",
    "mogilev",
    "smolensk",
    "gomel",
    "roslavl",
    "vyazma",
)


def near(label: str) -> set[str]:
    grid = laid(SLUG).frame.grid
    return {grid.label(cell) for cell in grid.neighbours(grid.parse(label))}


def river_between(a: str, b: str) -> bool:
    grid = laid(SLUG).frame.grid
    low, high = sorted((grid.parse(a), grid.parse(b)))
    side = grid.side_between(low, high)
    return any(
        (row.cell, row.side, row.kind) == (grid.label(low), side, "river") for row in laid(SLUG).rows.all(Hexside)
    )


def test_the_twelve_cities_are_soviet_and_in_hexes_of_their_own() -> None:
    cities = [row for row in laid(SLUG).rows.all(Place) if row.kind == "city"]
    assert {row.place for row in cities} == set(CITIES)
    assert {row.owner for row in cities} == {"soviet"}
    assert len({row.cell for row in cities}) == 12


def test_the_forts_stand_at_their_cities() -> None:
    for city in ("minsk", "brest", "mogilev"):
        assert cell_of(SLUG, f"{city}-fort") == cell_of(SLUG, city)


def test_forest_and_swamp_are_neither_rare_nor_everywhere() -> None:
    kinds = list(terrain(SLUG).values())
    assert 0.25 <= kinds.count("forest") / len(kinds) <= 0.35
    assert 0.08 <= kinds.count("swamp") / len(kinds) <= 0.12


def test_seven_stars_face_eight_crosses() -> None:
    stars, crosses = region(SLUG, "front"), region(SLUG, "crosses")
    assert (len(stars), len(crosses)) == (7, 8)
    assert not stars & crosses
    german = region(SLUG, "german-ground")
    assert crosses <= german and not stars & german
    assert all(near(star) & crosses for star in stars), "every star faces a cross"
    assert all(near(cross) & (stars | {cell_of(SLUG, "brest")}) for cross in crosses)
    assert len(near(cell_of(SLUG, "brest")) & crosses) >= 2


def test_three_armies_can_stand_apart_in_the_stars() -> None:
    stars = region(SLUG, "front")
    apart = [three for three in combinations(stars, 3) if not any(b in near(a) for a, b in combinations(three, 2))]
    assert apart


def test_the_printed_combat_example_can_be_set_up() -> None:
    stars, crosses = region(SLUG, "front"), region(SLUG, "crosses")
    kinds = terrain(SLUG)
    fits = [
        (army, mech, corps)
        for army in stars
        if kinds[army] == "forest"
        for mech in stars & near(army)
        for corps in crosses & near(army) & near(mech)
        if river_between(corps, mech) and len(crosses & near(army)) == 3 and _retreat_fits(army, mech, crosses)
    ]
    assert len(fits) == 1
    army = fits[0][0]
    assert army == min(stars, key=lambda label: int(label[2:])), "it is the northern end of the line"


def _retreat_fits(army: str, mech: str, crosses: set[str]) -> bool:
    """The first hexes of the retreat lie in enemy ZOC, one of them only because of LIII Corps in the mech's hex."""
    grid = laid(SLUG).frame.grid
    occupied = (crosses & near(army)) | {mech}
    zoc = set().union(*(near(label) for label in occupied))
    first = near(army) - occupied
    start = grid.parse(army)
    north_east = grid.neighbour(start, 1)
    assert north_east is not None
    step = grid.label(north_east)
    second = {label for label in near(step) if grid.distance(start, grid.parse(label)) == 2}
    onward = grid.neighbour(north_east, 1)
    return (
        first <= zoc
        and step in near(mech)
        and onward is not None
        and grid.label(onward) in second - zoc
        and bool(second & near(mech))
    )


def test_the_rails_join_the_cities_and_reach_the_east_edge() -> None:
    rails = links(SLUG, "rail")
    assert all(nx.has_path(rails, cell_of(SLUG, "brest"), cell_of(SLUG, city)) for city in CITIES)
    for way in (
        ("brest", "baranovichi", "minsk", "smolensk", "vyazma"),
        ("minsk", "bobruisk", "gomel"),
        ("polotsk", "vitebsk", "smolensk", "roslavl"),
        ("mogilev", "roslavl"),
        ("polotsk", "velikie-luki"),
    ):
        for a, b in pairwise(way):
            assert _direct(rails, a, b), f"{a} to {b}"
    east = region(SLUG, "east-edge")
    assert min(nx.shortest_path_length(rails, cell_of(SLUG, "vyazma"), hex_) for hex_ in east & set(rails)) <= 4


def _direct(rails: nx.Graph[str], a: str, b: str) -> bool:
    """Whether a railway joins two cities without passing a third."""
    others = {cell_of(SLUG, city) for city in CITIES if city not in (a, b)}
    return nx.has_path(rails.subgraph(set(rails) - others), cell_of(SLUG, a), cell_of(SLUG, b))


def test_the_edges_are_the_first_and_last_columns() -> None:
    assert region(SLUG, "west-edge") == {f"01{row:02}" for row in range(1, 15)}
    assert region(SLUG, "east-edge") == {f"24{row:02}" for row in range(1, 15)}
