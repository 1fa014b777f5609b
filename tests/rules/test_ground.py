"""Ground at its edges: several places in a hex, weather on one bank only, and what steps cost a mixed group."""

from __future__ import annotations

import pytest

from engine.records.board import Tec
from engine.records.weather import Weather, WeatherZone
from engine.rules.forecast import support_of
from engine.rules.ground import _standing, hexsides_between
from engine.rules.reach import MoveMode, reaches
from tests.kit.boards import place, region, river, road, tec
from tests.kit.drill import cell, drill, drill_rows, piece


@pytest.mark.parametrize("order", [("city", "fort"), ("fort", "city")])
def test_the_best_of_several_places_in_a_hex_counts(order: tuple[str, str]) -> None:
    rows = drill_rows()
    tec(rows, "combat.multiple", {("place", "city"): "2", ("place", "fort"): "3", ("terrain", "clear"): "1"})
    for kind in order:
        place(rows, f"Brest {kind}", "0202", kind=kind, key=f"brest-{kind}")
    place(rows, "Kovel", "0203", kind="town", key="kovel")
    game = drill({"vi": "0304"}, rows=rows)
    assert _standing(game.table, "clear", cell(game, "0202")) == [(3.0, "defending in a fort")]
    assert _standing(game.table, "clear", cell(game, "0203")) == [], "a town counts once"
    assert _standing(game.table, "clear", cell(game, "0204")) == [], "nothing lies there"


@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize("zones", [("0405",), ("0505",), ("0405", "0505")])
def test_a_river_is_frozen_over_only_where_both_banks_are(frozen: bool, zones: tuple[str, ...]) -> None:
    rows = drill_rows()
    river(rows, "0405", "0505")
    region(rows, "cold", *zones)
    rows.put(Weather(weather="frost", name="Frost", frozen=("river",) if frozen else ()))
    rows.put(WeatherZone(zone="cold", name="Cold", region="cold", at_start="frost"))
    game = drill({"vi": "0405", "3rd-army": "0505"}, rows=rows)
    here, there = cell(game, "0405"), cell(game, "0505")
    wanted = [] if frozen and len(zones) == 2 else ["river"]
    assert list(hexsides_between(game.table, 0, here, there)) == wanted
    assert list(hexsides_between(game.table, 0, there, here)) == wanted


@pytest.mark.parametrize("free", ["move.infantry", "move.tank"])
def test_a_step_that_costs_one_of_a_group_nothing_costs_the_group_what_the_other_pays(free: str) -> None:
    rows = drill_rows()
    road(rows, "0305", "0405")
    rows.put(Tec(layer="link", kind="road", effect=free, value="0"))
    game = drill({"vi": "0305", "xxiv-pz": "0305"}, rows=rows)
    pieces = piece(game, "vi"), piece(game, "xxiv-pz")
    assert [game.table.unit(each).move_class for each in pieces] == ["infantry", "tank"]
    there = cell(game, "0405")
    for group in (pieces, pieces[::-1]):
        assert [
            each.points(there) for each in reaches(game.table, group[0], (MoveMode(name="march"),), group=group)
        ] == [1]
    alone = {game.table.unit(each).move_class: reaches(game.table, each, (MoveMode(name="march"),)) for each in pieces}
    assert alone[free.removeprefix("move.")][0].points(there) == 0


def test_a_mode_that_keeps_out_of_zones_enters_neither_a_zone_nor_what_a_rule_has_shut() -> None:
    game = drill({"xxiv-pz": "0305", "3rd-army": "0506"})
    mode = MoveMode(name="rail", not_into_zoc=True)
    (found,) = reaches(game.table, piece(game, "xxiv-pz"), (mode,))
    near = {*game.setting.neighbours[cell(game, "0506")], cell(game, "0506")}
    assert near.isdisjoint(found.cells()) and len(list(found.cells())) > 5


def test_whoever_has_no_support_is_moved_by_no_column() -> None:
    game = drill({"xxiv-pz": "0305"})
    markers = [n for n, each in enumerate(game.scenario.pieces) if "shift" in game.table.face(n).extra]
    assert support_of(game.table, None) == 0 and markers
    assert {support_of(game.table, marker) for marker in markers} == {
        int(game.scenario.counters[marker_counter].faces[0].extra["shift"])
        for marker in markers
        if (marker_counter := game.state.counter[marker]) is not None
    }
