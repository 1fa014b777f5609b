"""The special rules of the Child's Game: Panzerblitz, partisans, no retreat, railway construction (CB 8)."""

from __future__ import annotations

import pytest

from engine.records.board import Link
from engine.state.actions import Done
from tests.kit.boards import rail
from tests.kit.childs import childs, childs_rows, go, refused, source, terrain, unrailed
from tests.kit.drill import move, piece, reach, where
from tests.systems.childs.test_movement import squares_around

SOVIET = "soviet-movement"
BLITZ = "axis-blitz"


@pytest.mark.rule("CB-8.1")
def test_in_june_axis_tiles_move_three_squares_overland() -> None:
    june = childs({"1-armor": "0508"}, rows=unrailed(childs_rows()), turn=1, phase=BLITZ)
    soviet_cities = {"0405", "0703", "0807", "1007"}
    assert set(reach(june, "1-armor")) == squares_around("0508", 3), "Kiev itself is among them"
    assert soviet_cities & set(reach(june, "1-armor")) == {"0405", "0807"}
    autumn = childs({"1-armor": "0508"}, rows=unrailed(childs_rows()), turn=2)
    assert set(reach(autumn, "1-armor")) == squares_around("0508", 2)
    assert refused(autumn, move(autumn, "1-armor", "0608", "0708", "0808")) == "CB-5.1"


@pytest.mark.rule("CB-8.1")
def test_the_third_square_is_not_for_moves_by_rail() -> None:
    game = childs({"1-armor": "0205", "98-infantry": "0405"}, turn=1, phase=BLITZ, control={"brest": "axis"})
    assert game.judge(move(game, "1-armor", "0305", "0405", "0406")), "two factors"
    assert refused(game, move(game, "1-armor", "0305", "0405", "0406", "0407")) == "CB-8.1"
    assert reach(game, "1-armor")["0407"] == 2, "but overland it is two squares away"


@pytest.mark.rule("CB-8.1")
def test_in_june_axis_tiles_pass_over_soviet_tiles_and_leave_them() -> None:
    tiles = {"1-armor": "0508", "13th-army": "0608", "20th-army": "0607", "21st-army": "0609"}
    game = childs(tiles, turn=1, phase=BLITZ)
    go(game, "1-armor", "0608", "0708", "0808")
    assert where(game, "1-armor") == "0808"
    assert where(game, "13th-army") == "0608", "passed over, not beaten"
    autumn = childs(tiles, turn=2)
    assert refused(autumn, move(autumn, "1-armor", "0608", "0708")) == "CB-5.7"


@pytest.mark.rule("CB-8.1")
def test_soviet_tiles_have_no_such_bonus_in_june() -> None:
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=1, phase=SOVIET)
    assert refused(game, move(game, "13th-army", "0508", "0408")) == "CB-5.7"
    assert refused(game, move(game, "13th-army", "0708", "0808", "0908")) == "CB-5.1"


@pytest.mark.rule("CB-8.2")
def test_the_first_axis_tile_in_a_soviet_city_stops_there() -> None:
    game = childs({"1-armor": "0305", "3-panzer": "0205"})
    assert refused(game, move(game, "1-armor", "0405", "0506")) == "CB-8.2"
    assert refused(game, move(game, "3-panzer", "0305", "0405", "0506", "0607")) == "CB-8.2"
    assert "0607" not in reach(game, "3-panzer")
    go(game, "1-armor", "0405")
    assert reach(game, "3-panzer")["0607"] == 2, "with a tile in Brest the next may pass"
    go(game, "3-panzer", "0305", "0405", "0506", "0607")


@pytest.mark.rule("CB-8.2")
def test_nobody_passes_over_a_soviet_city_in_june_either() -> None:
    game = childs({"1-armor": "0305", "13th-army": "0405"}, turn=1, phase=BLITZ)
    assert refused(game, move(game, "1-armor", "0405", "0505")) == "CB-8.2"
    go(game, "1-armor", "0405")
    assert where(game, "13th-army") == "lost"


@pytest.mark.rule("CB-8.2")
def test_axis_cities_and_soviet_tiles_know_no_partisans() -> None:
    axis = childs({"1-armor": "0201"})
    assert axis.judge(move(axis, "1-armor", "0202", "0203"))
    soviet = childs({"13th-army": "0504", "20th-army": "0205"}, phase=SOVIET, control={"brest": "axis"})
    assert soviet.judge(move(soviet, "13th-army", "0405", "0305", "0205"))
    go(soviet, "20th-army", "0305", "0405", "0506")


@pytest.mark.rule("CB-8.3")
def test_an_axis_tile_leaves_a_soviet_city_only_when_relieved() -> None:
    game = childs({"1-armor": "0405", "98-infantry": "0305"}, control={"brest": "axis"})
    assert refused(game, move(game, "1-armor", "0505")) == "CB-8.3"
    assert reach(game, "1-armor") == {}
    assert game.options().of(piece(game, "1-armor")) == []
    go(game, "98-infantry", "0405")
    go(game, "1-armor", "0505")
    assert refused(game, move(game, "98-infantry", "0305")) == "CB-5.6"
    assert where(game, "98-infantry") == "0405"


@pytest.mark.rule("CB-8.3")
def test_of_two_tiles_in_a_city_one_stays() -> None:
    game = childs({"1-armor": "0405", "98-infantry": "0405"}, control={"brest": "axis"})
    go(game, "1-armor", "0505")
    assert refused(game, move(game, "98-infantry", "0506")) == "CB-8.3"


@pytest.mark.rule("CB-8.3")
def test_a_city_is_lost_in_combat() -> None:
    tiles = {"98-infantry": "0405", "13th-army": "0504", "20th-army": "0505", "21st-army": "0506", "1-armor": "0205"}
    game = childs(tiles, phase=SOVIET, control={"brest": "axis"})
    go(game, "13th-army", "0405")
    assert where(game, "98-infantry") == "lost"
    brest = next(index for index, place in enumerate(game.scenario.places) if place.place == "brest")
    assert game.state.control[brest] == 1


@pytest.mark.rule("CB-8.4")
def test_a_railway_does_not_exist_before_its_date() -> None:
    before = childs({"13th-army": "1103"}, turn=5, phase=SOVIET)
    along = ("1104", "1105", "1106", "1207")
    assert refused(before, move(before, "13th-army", *along)) == "CB-8.4"
    assert "1207" not in reach(before, "13th-army")
    after = childs({"13th-army": "1103"}, turn=6, phase=SOVIET)
    assert reach(after, "13th-army")["1207"] == 1
    go(after, "13th-army", *along)


@pytest.mark.rule("CB-8.4")
def test_where_land_does_not_join_the_date_is_named() -> None:
    rows = terrain(childs_rows(), "sea", "0402", "0303")
    rail(rows, "0302", "0403", first_turn=6)
    before = childs({"13th-army": "0302"}, rows=rows, turn=5, phase=SOVIET)
    assert refused(before, move(before, "13th-army", "0403")) == "CB-8.4"
    after = childs({"13th-army": "0302"}, rows=rows, turn=6, phase=SOVIET)
    assert after.judge(move(after, "13th-army", "0403"))


@pytest.mark.rule("CB-8.4")
def test_the_map_has_dated_railways() -> None:
    dated = {link.first_turn for link in source().all(Link) if link.first_turn is not None}
    assert dated and all(1 < turn <= 17 for turn in dated)


def test_ending_the_phase_is_always_allowed() -> None:
    game = childs({"1-armor": "0405"}, control={"brest": "axis"})
    assert list(game.options()) == [Done()]
