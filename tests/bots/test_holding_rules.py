"""Doctrine rules that hold and spare: each alone on the drill ground does what it says, and off it does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.garrison import GarrisonPlaces
from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.board import CellRow
from tests.kit.boards import place
from tests.kit.doctrine import ends, explains, far, orders, taken
from tests.kit.drill import cell, drill, drill_rows

# Hold what victory counts


@pytest.fixture
def open_minsk() -> Game:
    """Minsk lies empty, a panzer corps can walk in, an army can be there first."""
    return drill({"3rd-army": "0905", "xxiv-pz": "0405"}, turn=6, phase="soviet-movement", control=taken("minsk"))


def test_garrison_goes_into_a_threatened_place(open_minsk: Game) -> None:
    where, why = orders(open_minsk, {"garrison": {}})["3rd-army"]
    assert where == "0705" and explains(why, "garrison")
    assert "hold Minsk (0705) from 0% to" in why["reasons"][0] and len(why["rejected"]) == 2


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}, {"early": 0.0, "late": 0.0}])
def test_garrison_off_or_worth_nothing_leaves_it_empty(open_minsk: Game, row: dict[str, Any]) -> None:
    assert ends(open_minsk, {"garrison": row}) == {"3rd-army": "0905"}


def test_garrison_stays_away_from_a_place_that_nobody_threatens() -> None:
    game = drill({"3rd-army": "0905", "liii": "0101"}, turn=6, phase="soviet-movement", control=taken("minsk"))
    assert ends(game, {"garrison": {}}) == {"3rd-army": "0905"}


def test_garrison_counts_for_more_towards_the_end() -> None:
    worth = {}
    for turn in (1, 5, 6, 7):
        game = drill({"3rd-army": "0905", "liii": "0101"}, turn=turn, phase="soviet-movement")
        worth[turn] = GarrisonPlaces(early=0.2, late=1.0, last=2).worth(Appraisal(game.view(1)))
    assert worth[1] == pytest.approx(0.2) and 0.2 < worth[5] < 1.0
    assert worth[6] == worth[7] == pytest.approx(1.0)


def test_garrison_keeps_the_weakest_unit_in_its_place_on_the_last_turn() -> None:
    pieces = {"xxiv-pz": "0305", "v": "0305", "10th-army": "0505"}
    game = drill(pieces, turn=7, phase="german-special", control=taken("minsk", "smolensk"))
    assert ends(game, {"objectives": {}})["v"] != "0305"
    kept = ends(game, {"objectives": {}, "garrison": {"weight": 0.001}})
    assert kept["v"] == "0305" and kept["xxiv-pz"] == "0705"


def test_garrison_counts_small_places_for_as_much_as_it_is_told() -> None:
    """Minsk has no value here, for Brest has all of it."""
    rows = drill_rows()
    place(rows, "Brest", "0305", value=4, owner="soviet", key="brest")
    pieces = {"3rd-army": "0905", "xxiv-pz": "0405"}
    game = drill(pieces, rows=rows, turn=6, phase="soviet-movement", control=taken("minsk"))
    assert ends(game, {"garrison": {"flat": 0.0}}) == {"3rd-army": "0905"}
    assert ends(game, {"garrison": {"flat": 0.5}}) == {"3rd-army": "0705"}


def test_garrison_spares_the_strong_as_much_as_it_is_told() -> None:
    """The strongest unit counts for nothing as a guard where it is spared altogether."""
    pieces = {"3rd-army": "0905", "10th-army": Spot("0904", face=1), "v": "0505"}
    game = drill(pieces, turn=6, phase="soviet-movement", control=taken("minsk"))
    guards = [
        {key for key, where in ends(game, {"garrison": {"spare": spare}}).items() if where == "0705"}
        for spare in (0.0, 1.0)
    ]
    assert guards == [{"3rd-army"}, {"10th-army"}]


# Bar the enemy's way


@pytest.fixture
def road_to_minsk() -> Game:
    """A panzer corps in the west, Minsk behind, an army beside the way."""
    return drill({"3rd-army": "0502", "xxiv-pz": "0105"}, phase="soviet-movement", control=taken("minsk"))


def test_bar_the_way_stands_between_the_enemy_and_the_place(road_to_minsk: Game) -> None:
    where, why = orders(road_to_minsk, {"bar-the-way": {"slack": 0.0}})["3rd-army"]
    whole = far(road_to_minsk, "0105", "0705")
    assert far(road_to_minsk, "0105", where) + far(road_to_minsk, where, "0705") == whole
    assert explains(why, "bar-the-way") and "way to Minsk (0705)" in why["reasons"][0]


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}])
def test_bar_the_way_off_leaves_it_open(road_to_minsk: Game, row: dict[str, Any]) -> None:
    assert ends(road_to_minsk, {"bar-the-way": row}) == {"3rd-army": "0502"}


def test_bar_the_way_keeps_the_depth_it_is_told(road_to_minsk: Game) -> None:
    stops = [ends(road_to_minsk, {"bar-the-way": {"slack": 0.0, "depth": depth}})["3rd-army"] for depth in (0, 0.5, 1)]
    steps = [far(road_to_minsk, "0105", stop) for stop in stops]
    assert steps[0] < steps[1] < steps[2] and stops[2] == "0705"


def test_bar_the_way_likes_good_ground() -> None:
    rows = drill_rows()
    rows.put(CellRow(cell="0404", terrain="forest"))
    pieces = {"3rd-army": "0502", "xxiv-pz": "0105"}
    game = drill(pieces, rows=rows, phase="soviet-movement", control=taken("minsk"))
    where, why = orders(game, {"bar-the-way": {"slack": 2.0}})["3rd-army"]
    assert where == "0404" and "shifts the odds -1" in why["reasons"][0]


def test_bar_the_way_counts_detours_only_as_far_as_it_is_told() -> None:
    """An army that cannot get to the straight way has nowhere to go, unless detours count."""
    pieces = {"3rd-army": "0901", "xxiv-pz": "0105"}
    game = drill(pieces, phase="soviet-movement", control=taken("minsk"))
    assert ends(game, {"bar-the-way": {"slack": 0.0}}) == {"3rd-army": "0901"}
    wide = ends(game, {"bar-the-way": {"slack": 2.0}})["3rd-army"]
    whole = far(game, "0105", "0705")
    assert whole < far(game, "0105", wide) + far(game, wide, "0705") <= whole + 2


# Gather for the last stand


@pytest.fixture
def two_places() -> Game:
    """Minsk near the enemy, Vyazma far from him, two armies between."""
    pieces = {"3rd-army": "0704", "10th-army": "0706", "xxiv-pz": "0105"}
    return drill(pieces, phase="soviet-movement", control=taken("minsk", "vyazma"))


def test_last_stand_gathers_where_the_enemy_comes_last(two_places: Game) -> None:
    moved = orders(two_places, {"last-stand": {"places": 1}})
    assert {far(two_places, where, "1005") for where, _ in moved.values()} == {0, 1}
    assert all(explains(why, "last-stand") and "Vyazma" in why["reasons"][0] for _, why in moved.values())


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}])
def test_last_stand_off_gathers_nobody(two_places: Game, row: dict[str, Any]) -> None:
    assert ends(two_places, {"last-stand": row}) == {"3rd-army": "0704", "10th-army": "0706"}


def test_last_stand_gathers_round_as_many_places_as_it_is_told(two_places: Game) -> None:
    assert set(ends(two_places, {"last-stand": {"places": 2}}).values()) == {"0705", "1005"}


def test_last_stand_palls_where_a_crowd_has_gathered() -> None:
    armies = {"3rd-army": "0803", "10th-army": "0804", "4th-army": "0805", "19th-army": "0903", "20th-army": "0905"}
    game = drill(armies | {"xxiv-pz": "0105"}, phase="soviet-movement", control=taken("smolensk", "roslavl"))

    def near_smolensk(crowd: int) -> int:
        stops = ends(game, {"last-stand": {"places": 2, "crowd": crowd}}).values()
        return sum(far(game, stop, "0904") < far(game, stop, "0907") for stop in stops)

    assert near_smolensk(1) < near_smolensk(5)


# Stay out of harm's way


@pytest.fixture
def exposed() -> Game:
    """An army before three German corps."""
    pieces = {"3rd-army": "0605", "xxiv-pz": "0405", "liii": "0406", "v": "0404"}
    return drill(pieces, phase="soviet-movement", control=taken())


def test_caution_draws_back_from_a_superior_enemy(exposed: Game) -> None:
    where, why = orders(exposed, {"caution": {}})["3rd-army"]
    germans = ("0405", "0406", "0404")
    assert min(far(exposed, where, one) for one in germans) > min(far(exposed, "0605", one) for one in germans)
    assert explains(why, "caution") and "expected loss" in why["reasons"][0]


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}, {"nerve": 1.0}])
def test_caution_off_or_with_strong_nerves_stays(exposed: Game, row: dict[str, Any]) -> None:
    assert ends(exposed, {"caution": row}) == {"3rd-army": "0605"}


def test_caution_says_where_nothing_can_attack() -> None:
    game = drill({"3rd-army": "0605", "xliii": "0405"}, phase="soviet-movement", control=taken())
    where, why = orders(game, {"caution": {}})["3rd-army"]
    assert why["reasons"] == [f"no enemy can attack {game.table.label(cell(game, where))} next turn"]


# Stand together


@pytest.fixture
def scattered() -> Game:
    """Three armies, each three hexes from the next."""
    pieces = {"3rd-army": "0602", "10th-army": "0605", "4th-army": "0608", "xxiv-pz": "0105"}
    return drill(pieces, phase="soviet-movement", control=taken())


def test_stand_together_closes_up(scattered: Game) -> None:
    moved = orders(scattered, {"stand-together": {}})
    stops = ends(scattered, {"stand-together": {}})
    assert all(min(far(scattered, stops[key], stops[other]) for other in stops if other != key) <= 1 for key in moved)
    assert len(moved) >= 1 and all(explains(why, "stand-together") for _, why in moved.values())


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}])
def test_stand_together_off_stays_scattered(scattered: Game, row: dict[str, Any]) -> None:
    assert ends(scattered, {"stand-together": row}) == {"3rd-army": "0602", "10th-army": "0605", "4th-army": "0608"}


def test_stand_together_is_content_with_enough() -> None:
    """Two armies stand together; a third joins both of them, or just one if that is enough."""
    pieces = {"3rd-army": "0603", "4th-army": "0602", "10th-army": "0605", "xxiv-pz": "0105"}
    game = drill(pieces, phase="soviet-movement", control=taken())

    def friends(enough: float) -> int:
        stops = ends(game, {"stand-together": {"enough": enough}})
        return sum(far(game, stops["10th-army"], stops[key]) <= 1 for key in ("3rd-army", "4th-army"))

    assert friends(16.0) == 2
    assert friends(8.0) == 1


# Hold a mobile reserve


@pytest.fixture
def brittle() -> Game:
    """A mechanised corps and an army face to face with two German corps."""
    pieces: dict[str, Any] = {"3rd-army": "0606", "liii": "0405", "xii": "0406"}
    pieces["mech-1"] = Spot("0605", revealed="5th-mech")
    return drill(pieces, turn=5, phase="soviet-movement")


def test_reserve_withdraws_the_mechanised_and_leaves_the_army(brittle: Game) -> None:
    moved = orders(brittle, {"reserve": {}})
    where, why = moved["mech-1"]
    assert set(moved) == {"mech-1"} and min(far(brittle, where, one) for one in ("0405", "0406")) > 3
    assert explains(why, "reserve") and "places within a turn's march" in why["reasons"][0]


@pytest.mark.parametrize("row", [{"on": False}, {"weight": 0.0}, {"release": 3}, {"strike": 1.0}])
def test_reserve_off_released_or_bold_stays(brittle: Game, row: dict[str, Any]) -> None:
    assert ends(brittle, {"reserve": row}) == {"mech-1": "0605", "3rd-army": "0606"}


def test_reserve_is_whom_the_flags_say(brittle: Game) -> None:
    stops = ends(brittle, {"reserve": {"flags": ["army"]}})
    assert stops["mech-1"] == "0605" and stops["3rd-army"] != "0606"
