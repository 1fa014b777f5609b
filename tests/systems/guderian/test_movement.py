"""Panzergruppe Guderian: costs of movement, lakes and bridges, zones of control, the second German move (PG 6 to 8)."""

from __future__ import annotations

import pytest

from tests.kit.boards import rail, river, road
from tests.kit.guderian import (
    COMBAT,
    MECHANISED,
    MOVE,
    RETREAT,
    SOVIET_MOVE,
    advance,
    attack,
    back,
    division,
    ground_rows,
    march,
    move,
    phase,
    price,
    reach,
    refused,
    skip_to,
    stage,
    terrain,
    where,
)

CLASSES = {
    "5-inf": (MOVE, 1, 2, 3, 1),
    "1-cav": (MOVE, 2, 2, 3, 1),
    "gd": (MOVE, 2, 2, 3, 0.5),
    "7-pz-pzr-25": (MOVE, 2, 2, 3, 0.5),
    "r1": (SOVIET_MOVE, 1, 2, 2, 1),
    "t1": (SOVIET_MOVE, 2, 2, 2, 0.5),
    "konev": (SOVIET_MOVE, 1, 2, 2, 0.5),
}
"""By unit: when it moves, and what forest, swamp, a river before clear ground, and a road cost it."""


@pytest.mark.rule("PG-6.1")
@pytest.mark.parametrize("name", CLASSES)
def test_every_class_pays_for_the_ground_as_the_chart_says(name: str) -> None:
    when, *costs = CLASSES[name]
    rows = ground_rows()
    terrain(rows, "forest", "1203")
    terrain(rows, "swamp", "1103")
    river(rows, "1202", "1201")
    road(rows, "1202", "1302")
    game = stage({name: "1202", "konev": "1204"} | {name: "1202"}, when, rows=rows)
    assert [price(game, name, to) for to in ("1203", "1103", "1201", "1302")] == costs


@pytest.mark.rule("PG-6.1")
def test_points_are_counted_to_the_end_and_no_further() -> None:
    game = stage({"gd": "0106", "5-inf": "0106"})
    assert reach(game, "gd")["2006"] == 9.5, "nineteen road hexes at half a point"
    east = [f"{column:02}06" for column in range(2, 21)]
    refused(game, move(game, "gd", *east, "2106"), "PG-6.1")
    game.apply(move(game, "gd", *east))
    refused(game, move(game, "gd", "2106"), "PG-6.1")
    path = [f"{column:02}06" for column in range(2, 10)]
    refused(game, move(game, "5-inf", *path), "PG-6.1")
    game.apply(move(game, "5-inf", *path[:7]))
    assert where(game, "5-inf") == "0806", "seven points, seven hexes, on the road or off it"


@pytest.mark.rule("PG-6.1")
def test_a_move_goes_on_while_points_last_and_until_another_unit_moves() -> None:
    game = stage({**division("7-panzer", "0106"), "gd": "0108"})
    names = ("7-pz-pzr-25", "7-pz-sr-6", "7-pz-sr-7")
    game.apply(march(game, names, "0206", "0306"))
    game.apply(march(game, names[:2], "0406"))
    game.apply(move(game, names[2], "0307"))
    assert [where(game, name) for name in names] == ["0406", "0406", "0307"], "a stack may part, and each part goes on"
    game.apply(move(game, "gd", "0208"))
    assert "has already moved" in refused(game, move(game, names[2], "0308"), "PG-6.1")


@pytest.mark.rule("PG-6.2")
def test_nobody_crosses_a_lake() -> None:
    rows = ground_rows()
    river(rows, "1202", "1203", "1302", "1303", kind="lake")
    game = stage({"r1": "1202", "konev": "1102"}, SOVIET_MOVE, rows=rows)
    assert reach(game, "r1")["1203"] == 2, "around the lake"
    refused(game, move(game, "r1", "1203"), "PG-6.2")


@pytest.mark.rule("PG-6.2")
def test_a_road_ends_at_a_river_and_a_railway_has_bridges() -> None:
    rows = ground_rows()
    river(rows, "1206", "1306")
    rail(rows, "1210", "1310", "1410")
    river(rows, "1310", "1410")
    pieces = {"gd": "1206", "5-inf": "1206"}
    game = stage(pieces, rows=rows)
    assert (price(game, "gd", "1306"), price(game, "gd", "1106")) == (3, 0.5)
    game = stage({"r1": "1210", "konev": "1610"}, SOVIET_MOVE, rows=rows)
    assert reach(game, "r1")["1410"] == 2, "two rail hexes, whatever flows there"


@pytest.mark.rule("PG-6.4")
def test_mechanised_units_and_cavalry_move_again_with_everything_and_infantry_stands() -> None:
    game = stage({"gd": "0106", "1-cav": "0108", "5-inf": "0110"})
    game.apply(move(game, "gd", *(f"{column:02}06" for column in range(2, 21))))
    game.apply(move(game, "1-cav", "0208"))
    skip_to(game, MECHANISED)
    assert phase(game) == MECHANISED and len(reach(game, "5-inf")) == 0
    assert reach(game, "gd")["0106"] == 9.5 and max(reach(game, "1-cav").values()) == 5
    refused(game, move(game, "5-inf", "0210"), "PG-6.4")
    game.apply(move(game, "gd", "1906"))
    assert where(game, "gd") == "1906"


@pytest.mark.rule("PG-7.1")
def test_entering_a_zone_costs_nothing_and_ends_the_move_whoever_stands_there() -> None:
    game = stage({"gd": "1006", "5-inf": "1107", "r1": "1206", "konev": "1606"})
    assert price(game, "gd", "1106") == 0.5, "nothing more than the road"
    refused(game, move(game, "gd", "1106", "1105"), "PG-7.1")
    refused(game, move(game, "gd", "1107", "1108"), "PG-7.1")
    game.apply(move(game, "gd", "1106"))
    refused(game, move(game, "gd", "1107"), "PG-7.1")


@pytest.mark.rule("PG-7.1")
def test_every_unit_has_a_zone_even_leaders_and_untried_divisions() -> None:
    for blocker in ("konev", "r1", "t1"):
        game = stage({"gd": "1006", blocker: "1206", "lukin": "1706"})
        refused(game, move(game, "gd", "1106", "1105"), "PG-7.1")


@pytest.mark.rule("PG-F8.1")
def test_a_unit_in_a_zone_stays_there() -> None:
    game = stage({"gd": "1106", "r1": "1206", "konev": "1606"})
    assert reach(game, "gd") == {}
    refused(game, move(game, "gd", "1006"), "PG-F8.1")
    game = stage({"gd": "1106", "r1": "1206", "konev": "1606"}, SOVIET_MOVE)
    refused(game, move(game, "r1", "1306"), "PG-F8.1")


@pytest.mark.rule("PG-F8.1")
def test_disrupted_units_have_no_zone_and_zones_cross_rivers_but_no_lakes() -> None:
    pieces = {"gd": "1106", "r1": "1206", "konev": "1606"}
    game = stage(pieces, marks={"disrupted": {"r1": 1}})
    assert reach(game, "gd")["1306"] == 2, "past the disrupted division"
    for kind, held in (("river", True), ("lake", False)):
        rows = ground_rows()
        river(rows, "1106", "1206", kind=kind)
        assert (reach(stage(pieces, rows=rows), "gd") == {}) is held


@pytest.mark.rule("PG-F8.1")
def test_a_zone_is_left_by_a_result_of_combat() -> None:
    game = stage({"5-inf": "1106", "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=6)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    back(game, "r1", "1306", "1406")
    advance(game, "5-inf", "1206")
    assert (where(game, "r1"), where(game, "5-inf")) == ("1406", "1206")
