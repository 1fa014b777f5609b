"""Who marches although the enemy is near: whoever would take an open place that counts, and nobody else."""

from __future__ import annotations

import pytest

from engine.bots.dashing import ENOUGH, dashers, pressing
from engine.bots.turning import next_turning
from engine.play import Game
from engine.records import Rows
from engine.records.play import HoldsPlaces, Victory
from engine.systems.smolensk.modes import ChangeMode
from tests.kit.boards import place, road
from tests.kit.smolensk import INFANTRY, MOTORISED, PANZER, PANZER_2, RIFLE, WEAK, ground_rows, piece, stage

PANZER_3 = "ger-pz-7-iii-25-pz"
TOWN = "1606"
"""Ten hexes of open ground from 0606: a panzer battalion of 8 points gets there only on the march, with its 14."""


def rows() -> Rows:
    """The training ground with a Soviet town that the Axis is to take."""
    made = ground_rows()
    place(made, "Pochinok", TOWN, owner="soviet", key="pochinok")
    made.put(
        Victory(victory="axis", name="Axis", winner="axis", condition=HoldsPlaces(side="axis", places=("pochinok",)))
    )
    return made


def dashing(pieces: dict[str, str], made: Rows | None = None) -> set[str]:
    """Who would march on it, of the Axis."""
    game = stage(pieces, rows=made or rows())
    return {game.scenario.pieces[one].key for one in dashers(game.table, 0, "move")}


def turned(game: Game) -> set[str]:
    """Who goes over to march at the first order of the staff."""
    found = next_turning(game.view(0), far=3, farther=12)
    assert found is not None and isinstance(found[0], ChangeMode) and found[0].mode == "move"
    return {game.scenario.pieces[one].key for one in found[0].pieces}


def test_a_battalion_beside_the_enemy_marches_on_an_open_town_that_it_would_not_reach_ready_to_fight() -> None:
    assert dashing({PANZER: "0606", RIFLE: "0505"}) == {PANZER}
    assert dashing({INFANTRY: "0606", RIFLE: "0505"}) == set(), "an infantry division is too slow"
    game = stage({PANZER: "0606", INFANTRY: "0606", RIFLE: "0505"}, rows=rows())
    assert turned(game) == {PANZER}


@pytest.mark.parametrize("near", ["0806", "0906"])
def test_nobody_marches_where_somebody_gets_there_ready_to_fight(near: str) -> None:
    """Eight hexes of open ground are eight points."""
    found = dashing({PANZER: "0606", PANZER_2: near, RIFLE: "0505"})
    assert found == set()
    assert dashing({PANZER: "0606", PANZER_2: "0706", RIFLE: "0505"}) == {PANZER, PANZER_2}, "nine are too far"


def test_nobody_marches_on_a_town_that_is_held_or_ours() -> None:
    assert dashing({PANZER: "0606", RIFLE: TOWN}) == set()
    made = rows()
    place(made, "Pochinok", TOWN, owner="axis", key="pochinok")
    assert not dashers(stage({PANZER: "0606", RIFLE: "0505"}, rows=made).table, 0, "move")


def test_no_more_march_than_one_town_needs_and_the_nearest_do() -> None:
    found = dashing({PANZER: "0406", PANZER_2: "0506", PANZER_3: "0606", RIFLE: "0505"})
    assert len(found) == ENOUGH and found == {PANZER_2, PANZER_3}


def test_what_marches_on_wheels_stops_in_zones_and_tracks_do_not() -> None:
    """Two divisions beside a road: their zones touch across it, and only a battalion on tracks slips through."""
    made, wall = rows(), {RIFLE: "1004", WEAK: "1007"}
    road(made, *(f"{column:02}06" for column in range(6, 17)))
    assert dashing({PANZER: "0606", **wall}, made) == {PANZER}
    assert dashing({MOTORISED: "0606", **wall}, made) == set()
    assert dashing({MOTORISED: "0606", RIFLE: "0505"}, made) == {MOTORISED}, "the road is free, and he begins in a zone"


def test_it_is_worked_out_for_the_pieces_of_one_side_only() -> None:
    game = stage({PANZER: "0606", RIFLE: "0505"}, rows=rows())
    assert dashers(game.table, 1, "move") == frozenset()
    assert piece(game, PANZER) in dashers(game.table, 0, "move")


# Pressing on


def pressed(pieces: dict[str, str], odds: float = 4.0) -> set[str]:
    """Who would march past the enemies about him, of the Axis."""
    game = stage(pieces, rows=rows())
    return {game.scenario.pieces[one].key for one in pressing(game.table, 0, "move", odds)}


def test_who_is_many_times_as_strong_as_the_enemies_about_him_marches_on() -> None:
    """Eighteen points of three battalions stand against the eleven of a division."""
    three = {PANZER: "0406", PANZER_2: "0406", PANZER_3: "0406"}
    assert pressed({**three, WEAK: "0607"}) == set()
    assert pressed({**three, WEAK: "0607"}, 1.5) == set(three), "a little more than 1.6 times as many"
    assert pressed({**three, WEAK: "0607"}, 1.7) == set()
    assert pressed({**three, WEAK: "0607"}, 0.0) == set(), "never"


def test_enemies_count_within_three_hexes() -> None:
    assert pressed({PANZER: "0306", WEAK: "0606"}) == set()
    assert pressed({PANZER: "0206", WEAK: "0606"}) == {PANZER}


def test_who_reaches_a_place_ready_to_fight_does_not() -> None:
    assert pressed({PANZER: "0806", RIFLE: "2911"}) == set(), "eight hexes are what it goes ready to fight"
    assert pressed({PANZER: "0706", RIFLE: "2911"}) == {PANZER}


def test_the_staff_marches_on_only_as_its_plan_says() -> None:
    """Fifteen hexes from the town, which is farther than they march in a turn."""
    game = stage({PANZER: "0106", PANZER_2: "0106", PANZER_3: "0106", WEAK: "0307"}, rows=rows())
    assert next_turning(game.view(0), far=3, farther=12) is None
    found = next_turning(game.view(0), far=3, farther=12, odds=1.5)
    assert found is not None and len(found[0].pieces) == 3  # type: ignore[union-attr]
