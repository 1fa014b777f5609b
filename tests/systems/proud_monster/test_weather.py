"""Proud Monster: weather by couplet and zone, what it does, and the highway that ends with it (PM 12.20, 13)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from engine.ids import Cell
from engine.play import Game
from engine.records.board import Link
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.events import DieRolled, WeatherChanged
from engine.systems import setting_of
from tests.kit.boards import river, road
from tests.kit.guderian import cell, march, move, overrun, phase, piece, price, reach, refused, seed_showing, skip_to
from tests.kit.monster import (
    ASSAULT,
    BEGINNERS,
    MOVE,
    SOVIET_ASSAULT,
    SOVIET_MOVE,
    attack,
    full,
    ground_rows,
    shipped,
    stage,
    terrain,
)

FAR = {"pz-1": "0506", "rd-1": "2006"}
WEATHERS = ("dry", "rain", "mud", "frost", "snow")


def skies(game: Game) -> tuple[str, str]:
    """The weather of the northern and of the southern zone."""
    north, south = (game.scenario.weathers[now].weather for now in game.state.weather)
    return north, south


@lru_cache(maxsize=1)
def ground() -> Setting:
    """A ground with everything that weather changes.

    Around 0506: clear 0505, forest 0405, hills 0507, marsh 0606, and a river to 0605.  Lakes lie in column 10, but for
    1001.  A highway runs 1406, 1506, 1606, 1706, in forest but for hills in 1706, with a river before 1606.
    """
    rows = ground_rows()
    terrain(rows, "forest", "0405", "1506", "1606", "1405")
    terrain(rows, "hills", "0507", "1706")
    terrain(rows, "marsh", "0606")
    terrain(rows, "lake", *(f"10{row:02}" for row in range(2, 14)))
    river(rows, "0506", "0605")
    road(rows, "1406", "1506", "1606", "1706", kind="highway")
    river(rows, "1506", "1606")
    return setting_of(compile_scenario(rows))


def both(weather: str) -> dict[str, str]:
    return {} if weather == "dry" else {"north": weather, "south": weather}


def thrown(game: Game) -> list[DieRolled]:
    rolls = [event for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
    return [roll for roll in rolls if roll.why.startswith("weather")]


# One die a couplet, two zones


@pytest.mark.rule("PM-13.2")
def test_nothing_is_thrown_before_the_seventh_turn_and_then_one_die_a_couplet() -> None:
    game = stage(FAR, MOVE, turn=6)
    skip_to(game, MOVE, 7)
    assert len(thrown(game)) == 1, "none on turn 6, one before the first couplet of turn 7"
    skip_to(game, "axis-movement-2", 7)
    assert len(thrown(game)) == 2
    changed = [event for entry in game.log for event in entry.events if isinstance(event, WeatherChanged)]
    assert [event.zone for event in changed] == [0, 1, 0, 1], "both zones read each die"


@pytest.mark.rule("PM-13.2", "PM-17.1")
@pytest.mark.parametrize(
    ("turn", "couplet", "die", "north", "south"),
    [
        (8, 1, 6, "mud", "rain"),
        (8, 2, 6, "mud", "rain"),
        (9, 1, 4, "mud", "rain"),
        (9, 2, 6, "frost", "mud"),
        (10, 1, 1, "rain", "rain"),
        (10, 2, 2, "mud", "rain"),
        (11, 1, 6, "snow", "frost"),
        (12, 1, 1, "frost", "mud"),
        (12, 2, 1, "snow", "frost"),
    ],
)
def test_the_south_reads_the_same_die_less_two_in_the_column_of_the_couplet(
    turn: int, couplet: int, die: int, north: str, south: str
) -> None:
    game = stage(FAR, f"weather-{couplet}", turn=turn, die=die)
    assert skies(game) == (north, south) and phase(game) != f"weather-{couplet}"
    assert len(thrown(game)) == 1


@pytest.mark.rule("PM-13.8")
def test_the_first_northern_snow_stays_while_the_south_goes_on_throwing() -> None:
    game = stage(FAR, "weather-1", turn=11, seed=seed_showing(("1d6", 6), ("1d6", 1)))
    assert skies(game) == ("snow", "frost")
    skip_to(game, "axis-movement-2", 11)
    assert thrown(game)[-1].total == 1 and skies(game) == ("snow", "mud"), "a 1 is mud in the north's own column"


@pytest.mark.rule("PM-13.8")
def test_snow_in_the_south_stays_too() -> None:
    game = stage(FAR, "weather-1", turn=12, seed=seed_showing(("1d6", 5), ("1d6", 1)))
    assert skies(game) == ("snow", "snow")
    skip_to(game, "axis-movement-2", 12)
    assert thrown(game)[-1].total == 1 and skies(game) == ("snow", "snow")


def test_the_beginners_game_has_no_weather() -> None:
    game = stage(FAR, MOVE, turn=7, options=BEGINNERS)
    assert game.state.weather == [] and not any(row.kind == "weather" for row in game.scenario.phases)


# What each does to movement


@pytest.mark.rule("PM-13.3", "PM-13.5", "PM-13.6", "PM-13.7", "PM-17.9")
@pytest.mark.parametrize(
    ("weather", "costs"),
    [
        ("dry", ((1, 1), (2, 1), (3, 2), (4, 2))),
        ("rain", ((1, 1), (2, 1), (3, 2), (4, 2))),
        ("mud", ((2, 2), (4, 2), (6, 4), (8, 4))),
        ("frost", ((1, 1), (2, 1), (3, 2), (1, 1))),
        ("snow", ((2, 2), (4, 2), (6, 4), (2, 2))),
    ],
)
def test_what_terrain_costs_in_each_weather(weather: str, costs: tuple[tuple[int, int], ...]) -> None:
    game = stage({"pz-1": "0506", "inf-61": "0506", "rd-1": "2006"}, MOVE, setting=ground(), weather=both(weather))
    soviet = stage({"td-1": "0506", "inf-61": "2006"}, SOVIET_MOVE, setting=ground(), weather=both(weather))
    for at, (mechanised, other) in zip(("0505", "0405", "0507", "0606"), costs, strict=True):
        assert (price(game, "pz-1", at), price(game, "inf-61", at)) == (mechanised, other)
        assert price(soviet, "td-1", at) == min(mechanised, 7), "both sides alike"


@pytest.mark.rule("PM-13.4")
def test_rain_takes_a_point_from_the_german_side_alone() -> None:
    pieces = {"pz-1": "0506", "ro-cav-1": "0512", "rd-1": "2006"}
    for weather, points in (("dry", 12), ("rain", 11), ("mud", 12)):
        game = stage(pieces, MOVE, weather=both(weather))
        assert game.table.allowance(piece(game, "pz-1")) == points
        assert game.table.allowance(piece(game, "ro-cav-1")) == (6 if weather == "rain" else 7)
    game = stage({"inf-61": "0506", "rd-1": "2006"}, MOVE, weather=both("rain"))
    refused(game, march(game, ("inf-61",), "0606", "0706", "0806", "0906", "1006"), "PM-12.10")
    game.apply(march(game, ("inf-61",), "0606", "0706", "0806", "0906"))
    soviet = stage({"rd-1": "0506", "inf-61": "2006"}, SOVIET_MOVE, weather=both("rain"))
    soviet.apply(move(soviet, "rd-1", "0606", "0706", "0806", "0906", "1006"))
    south = stage({"pz-1": "2213", "pz-6": "0506", "rd-1": "1001"}, MOVE, weather={"north": "rain"})
    assert [south.table.allowance(piece(south, key)) for key in ("pz-1", "pz-6")] == [12, 11], "zone by zone"


@pytest.mark.rule("PM-13.5")
def test_mud_leaves_hexsides_as_they_are() -> None:
    game = stage({"pz-1": "0506", "inf-61": "0506", "rd-1": "2006"}, MOVE, setting=ground(), weather=both("mud"))
    assert (price(game, "pz-1", "0605"), price(game, "inf-61", "0605")) == (2 + 2, 2 + 1)


@pytest.mark.rule("PM-13.6", "PM-13.7")
def test_frost_and_snow_do_away_with_rivers_in_movement_and_attack() -> None:
    for weather, cost, shift in (("dry", 3, -1), ("mud", 4, -1), ("frost", 1, 0), ("snow", 2, 0)):
        game = stage({"pz-1": "0506", "rd-1": "2006"}, MOVE, setting=ground(), weather=both(weather))
        assert price(game, "pz-1", "0605") == cost
        game = stage({"inf-61": "0506", "rd-1": ("0605", "3-3")}, ASSAULT, setting=ground(), weather=both(weather))
        assert sum(columns for columns, _, _ in attack(game, "0605", "inf-61").shifts) == shift


@pytest.mark.rule("PM-13.6")
def test_frozen_marsh_is_clear_in_every_respect() -> None:
    for weather, attack_factor in (("dry", 5), ("frost", 9), ("snow", 9)):
        game = stage({"pz-1": "0506", "rd-1": ("0606", "3-3")}, ASSAULT, setting=ground(), weather=both(weather))
        assert attack(game, "0606", "pz-1").attack == attack_factor
    pieces = {"pz-1": "0506", "pz-6": "0506", "rd-1": ("0606", "1-1")}
    game = stage(pieces, MOVE, setting=ground())
    refused(game, overrun(game, "0606", "pz-1", "pz-6"), "PM-15.3")
    game = stage(pieces, MOVE, setting=ground(), weather=both("frost"))
    assert game.judge(overrun(game, "0606", "pz-1", "pz-6"))


@pytest.mark.rule("PM-13.5", "PM-13.7", "PM-15.3")
@pytest.mark.parametrize("weather", WEATHERS)
def test_no_mobile_assault_in_mud_or_snow(weather: str) -> None:
    game = stage({"pz-1": "0506", "pz-6": "0506", "rd-1": ("0606", "1-1")}, MOVE, weather=both(weather))
    soviet = stage({"td-1": ("0506", "4-2"), "stug-184": "0606"}, SOVIET_MOVE, weather=both(weather))
    if weather in ("mud", "snow"):
        refused(game, overrun(game, "0606", "pz-1", "pz-6"), "PM-15.3" if weather == "mud" else "PM-13.7")
        assert not soviet.judge(overrun(soviet, "0606", "td-1"))
        assert not any(type(action).__name__ == "OverrunStack" for action in game.options())
    else:
        assert game.judge(overrun(game, "0606", "pz-1", "pz-6")) and soviet.judge(overrun(soviet, "0606", "td-1"))


@pytest.mark.rule("PM-13.7")
def test_the_straits_are_nothing_in_southern_snow() -> None:
    pieces = {"pz-1": "3215S", "inf-61": "3214S", "inf-217": "3216S", "rd-1": "5017N"}
    taken = {"ruined": {"3216S": 1}}
    for weather in ({}, {"north": "snow"}, {"south": "frost", "north": "snow"}):
        game = stage(pieces, MOVE, turn=12, setting=full(), weather=weather, marks=taken)
        assert price(game, "pz-1", "3216S") == price(game, "inf-217", "3215S") + 7 == 12, "the hexsides are the south's"
    game = stage(pieces, MOVE, turn=12, setting=full(), weather=both("snow"), marks=taken)
    assert price(game, "pz-1", "3216S") == price(game, "inf-217", "3215S") == 2
    game.apply(move(game, "inf-61", "3215S", "3216S"))
    for weather, factor in ((both("frost"), 1), (both("snow"), 9)):
        game = stage({"pz-1": "3215S", "rd-1": ("3216S", "3-3")}, ASSAULT, turn=12, setting=full(), weather=weather)
        fight = attack(game, "3216S", "pz-1")
        assert fight.attack == factor and (-2 in [shift[0] for shift in fight.shifts]) == (factor == 1)


@pytest.mark.rule("PM-13.7")
def test_lakes_bear_in_snow_but_nobody_ends_on_them() -> None:
    pieces = {"pz-1": "0906", "arko": "0908", "rd-1": ("2006", "3-3")}
    game = stage(pieces, MOVE, setting=ground(), weather=both("frost"))
    refused(game, move(game, "pz-1", "1006", "1106"), "PM-12.14")
    game = stage(pieces, MOVE, setting=ground(), weather=both("snow"))
    assert "1006" not in reach(game, "pz-1") and reach(game, "pz-1")["1106"] == 4
    refused(game, move(game, "pz-1", "1006"), "PM-13.7")
    refused(game, move(game, "arko", "1008"), "PM-13.7")
    game.apply(move(game, "pz-1", "1006", "1106"))
    soviet = stage({"rd-1": "1106", "inf-61": "2006"}, SOVIET_MOVE, setting=ground(), weather=both("snow"))
    soviet.apply(move(soviet, "rd-1", "1006", "0906"))


@pytest.mark.rule("PM-13.7")
def test_soviet_prepared_assaults_gain_a_column_in_snow() -> None:
    for weather, gained in (("dry", 0), ("frost", 0), ("snow", 1)):
        game = stage({"rd-1": ("0506", "3-3"), "inf-61": "0606"}, SOVIET_ASSAULT, turn=12, weather=both(weather))
        assert game.view(1).forecast(cell(game, "0606"), [piece(game, "rd-1")]).shift == gained
        assert sum(columns for columns, _, _ in attack(game, "0606", "rd-1").shifts) == gained
    game = stage({"inf-61": "0506", "rd-1": ("0606", "3-3")}, ASSAULT, turn=12, weather=both("snow"))
    assert attack(game, "0606", "inf-61").shifts == (), "not the German side"


# The highway


ROAD = {"pz-1": "1406", "pz-6": "1606", "inf-61": "1406", "rd-1": "2001"}


@pytest.mark.rule("PM-12.20")
def test_the_highway_makes_forest_easy_and_nothing_else() -> None:
    game = stage(ROAD, MOVE, setting=ground())
    assert price(game, "pz-1", "1506") == 1 and price(game, "pz-1", "1405") == 2
    assert price(game, "pz-1", "1506", "1606") == 1 + (1 + 2), "the river is paid"
    assert price(game, "pz-6", "1706") == 3, "hills stay hills"
    assert price(game, "inf-61", "1506") == 1
    for weather, cost in (("rain", 1), ("frost", 1), ("mud", 4), ("snow", 4)):
        game = stage(ROAD, MOVE, setting=ground(), weather={"north": weather})
        assert price(game, "pz-1", "1506") == cost


@pytest.mark.rule("PM-12.20")
def test_the_highway_ends_for_good_with_the_first_northern_mud() -> None:
    for dice, first, cost in (((6, 3), "mud", 2), ((5, 4), "rain", 1)):
        seed = seed_showing(*(("1d6", die) for die in dice))
        game = stage(ROAD, "weather-1", turn=8, setting=ground(), seed=seed)
        assert skies(game)[0] == first
        skip_to(game, "axis-movement-2", 8)
        assert skies(game)[0] == "rain" and price(game, "pz-1", "1506") == cost
    south = stage(ROAD, "mutual-axis", turn=8, setting=ground(), weather={"south": "mud"}, die=1)
    skip_to(south, MOVE, 8)
    assert price(south, "pz-1", "1506") == 1, "nor does mud in the south harm it"


@pytest.mark.rule("PM-12.20")
def test_the_highway_runs_from_minsk_to_moscow() -> None:
    board = full().board
    ends = {board.cell("2817N"), board.cell("5017N")}
    steps = [(board.cell(row.cell), board.cell(row.other)) for row in shipped().all(Link) if row.kind == "highway"]
    meets = {cell: sum(cell in step for step in steps) for step in steps for cell in step}
    assert {Cell(cell) for cell, count in meets.items() if count == 1} == ends
    assert all(count == 2 for cell, count in meets.items() if cell not in ends)
