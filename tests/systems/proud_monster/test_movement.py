"""Proud Monster: ground movement, stacking and control (PM 3.9, 5.5, 6, 12)."""

from __future__ import annotations

import pytest

from engine.records.counters import Face
from engine.state.actions import Done, RemoveUnit
from tests.kit.boards import river
from tests.kit.guderian import cell, march, move, phase, piece, price, reach, refused, waits, where
from tests.kit.monster import (
    ASSAULT,
    BEGINNERS,
    MOVE,
    SOVIET_ASSAULT,
    SOVIET_MOVE,
    full,
    ground_rows,
    real,
    stage,
    terrain,
)


@pytest.mark.rule("PM-12.10", "PM-12.19")
@pytest.mark.parametrize(
    ("kind", "mechanised", "other", "mountain"),
    [("clear", 1, 1, 1), ("forest", 2, 1, 1), ("hills", 3, 2, 1), ("marsh", 4, 2, 2)],
)
def test_terrain_costs_by_class(kind: str, mechanised: int, other: int, mountain: int) -> None:
    rows = ground_rows()
    terrain(rows, kind, "0606", "1607")
    game = stage({"pz-1": "0506", "inf-61": "0507", "cav-1": "0506", "jaeger-97": "1707"}, rows=rows)
    costs = [price(game, key, "0606") for key in ("pz-1", "inf-61", "cav-1")]
    assert costs == [mechanised, other, mountain]
    assert price(game, "jaeger-97", "1607") == other, "a town costs what its terrain does"


@pytest.mark.rule("PM-12.15", "PM-12.21")
def test_rivers_cost_more_on_top_of_the_terrain() -> None:
    rows = ground_rows()
    terrain(rows, "hills", "0606")
    river(rows, "0506", "0606")
    game = stage({"pz-1": "0506", "inf-61": "0506"}, rows=rows)
    assert (price(game, "pz-1", "0606"), price(game, "inf-61", "0606")) == (5, 3)


@pytest.mark.rule("PM-5.5")
def test_on_the_first_turn_rivers_are_nothing_to_the_axis_alone() -> None:
    rows = ground_rows()
    river(rows, "0506", "0606")
    pieces = {"pz-1": "0506", "td-1": "0606"}
    assert price(stage({"pz-1": "0506"}, turn=1, rows=rows), "pz-1", "0606") == 1
    assert price(stage({"pz-1": "0506"}, turn=2, rows=rows), "pz-1", "0606") == 3
    assert price(stage({"td-1": "0606"}, SOVIET_MOVE, turn=1, rows=rows), "td-1", "0506") == 3
    for turn, shifts in ((1, 0), (2, 1)):
        game = stage({**pieces, "td-1": ("0606", "1-1")}, ASSAULT, turn=turn, rows=rows)
        view = game.view(0).forecast(cell(game, "0606"), [piece(game, "pz-1")])
        assert -view.shift == shifts
    game = stage({"pz-1": "0506", "td-1": ("0606", "1-1")}, SOVIET_ASSAULT, turn=1, rows=rows)
    assert game.view(1).forecast(cell(game, "0506"), [piece(game, "td-1")]).shift == -1


@pytest.mark.rule("PM-12.3")
def test_a_unit_that_has_spent_nothing_may_always_enter_a_neighbour() -> None:
    rows = ground_rows()
    terrain(rows, "marsh", "0606")
    river(rows, "0506", "0606")
    weak = {"td-1": ("0506", "1-1")}
    game = stage(weak, SOVIET_MOVE, rows=rows)
    assert price(game, "td-1", "0606") == 6
    terrain(rows, "marsh", "0706", "0806")
    game = stage({"arko": "0506"}, MOVE, rows=rows)
    assert price(game, "arko", "0606") == 3
    # One movement point is not enough for anything but the first step.
    rows.put(Face(unit="arko", face=0, attack=0, defence=1, movement=1))
    game = stage({"arko": "0506"}, MOVE, rows=rows)
    assert price(game, "arko", "0606") == reach(game, "arko")["0606"] == 1 and "0706" not in reach(game, "arko")
    game.apply(move(game, "arko", "0606"))
    refused(game, move(game, "arko", "0506"), "PM-12.10")
    terrain(rows, "sea", "0606")
    game = stage({"arko": "0506"}, MOVE, rows=rows)
    refused(game, move(game, "arko", "0606"), "PM-12.14")


@pytest.mark.rule("PM-12.4")
def test_nobody_enters_a_hex_of_the_enemy() -> None:
    game = stage({"pz-1": "0506", "rd-1": "0606"})
    refused(game, move(game, "pz-1", "0606"), "PM-12.4")
    assert "0606" not in reach(game, "pz-1") and "0706" in reach(game, "pz-1")


@pytest.mark.rule("PM-12.5")
def test_only_units_that_began_together_move_together_at_the_pace_of_the_slowest() -> None:
    game = stage({"pz-1": "0506", "inf-61": "0506", "inf-217": "0706"})
    both = ("pz-1", "inf-61")
    refused(game, march(game, both, "0606", "0706", "0806", "0906", "1006", "1106"), "PM-12.10")
    game.apply(march(game, both, "0606", "0706"))
    refused(game, march(game, ("pz-1", "inf-217"), "0806"), "PM-12.5")
    refused(game, march(game, ("pz-1", "inf-61", "inf-217"), "0806"), "PM-12.5")
    game.apply(march(game, both, "0806", "0906", "1006"))
    game.apply(move(game, "pz-1", "1106", "1206"))
    assert (where(game, "pz-1"), where(game, "inf-61")) == ("1206", "1006")
    game.apply(move(game, "inf-217", "0806"))
    refused(game, move(game, "pz-1", "1306"), "PM-12.5")


@pytest.mark.rule("PM-12.14", "PM-12.22")
def test_sea_and_the_edge_of_the_map_are_closed() -> None:
    game = stage({"pz-1": "1906N"}, setting=real())
    land = set(reach(game, "pz-1"))
    ground = game.setting.board
    assert land and all(ground.terrain_of(ground.cell(label)) not in ("sea", "lake", "outside") for label in land)
    refused(game, move(game, "pz-1", "1806N"), "PM-12.14")


@pytest.mark.rule("PM-12.16")
def test_the_straits_take_the_whole_allowance_from_a_start_beside_them() -> None:
    game = stage({"pz-1": "3215S", "inf-61": "3214S", "inf-217": "3216S"}, setting=real())
    assert price(game, "pz-1", "3216S") == 12
    refused(game, move(game, "inf-61", "3215S", "3216S"), "PM-12.14")
    game.apply(move(game, "inf-61", "3215S"))
    refused(game, move(game, "inf-61", "3216S"), "PM-12.14")
    game.apply(move(game, "pz-1", "3216S"))
    refused(game, move(game, "pz-1", "3217S"), "PM-12.5")


@pytest.mark.rule("PM-8.6")
def test_soviets_enter_the_zone_but_nothing_behind_it() -> None:
    game = stage({"td-1": "2007N", "inf-61": "1912N"}, SOVIET_MOVE, turn=2, setting=full())
    assert "1907N" in reach(game, "td-1")
    board = game.setting.board
    assert all(board.terrain_of(board.cell(label)) != "outside" for label in reach(game, "td-1"))


@pytest.mark.rule("PM-6.1")
def test_six_units_are_one_too_many_when_movement_ends() -> None:
    five = dict.fromkeys(("inf-61", "inf-217", "inf-291", "inf-1", "stug-184"), "0506")
    game = stage(five, options=BEGINNERS)
    game.apply(Done())
    assert phase(game) != MOVE
    game = stage({**five, "inf-21": "0406"}, options=BEGINNERS)
    game.apply(move(game, "inf-21", "0506"))
    game.apply(Done())
    assert phase(game) == MOVE


@pytest.mark.rule("PM-6.2")
def test_the_opponent_removes_what_is_too_many() -> None:
    six = dict.fromkeys(("inf-61", "inf-217", "inf-291", "inf-1", "inf-11", "inf-21"), "0506")
    game = stage({**six, "rd-1": "0606"})
    game.apply(Done())
    assert waits(game) == ("soviet", "remove") and phase(game) == MOVE, "at the end of movement, not of the assaults"
    game.apply(RemoveUnit(piece(game, "inf-291")))
    assert where(game, "inf-291") == "lost" and phase(game) != MOVE


@pytest.mark.rule("PM-3.9")
def test_a_city_changes_hands_at_once_when_it_is_entered() -> None:
    game = stage({"pz-1": "1106", "inf-61": "1012", "inf-217": "1708"})
    held = {row.place: number for number, row in enumerate(game.scenario.places)}
    assert game.state.control[held["minsk"]] == 1
    game.apply(move(game, "pz-1", "1105", "1104", "1203", "1303"))
    assert game.state.control[held["minsk"]] == 0 and where(game, "pz-1") == "1303"
    game.apply(move(game, "inf-217", "1807"))
    game.apply(move(game, "inf-61", "1112", "1211"))
    assert [game.state.control[held[key]] for key in ("riga", "tula", "moscow")] == [0, 0, 1]
    game = stage({"rd-1": "1104"}, SOVIET_MOVE, control={"minsk": "german"})
    game.apply(move(game, "rd-1", "1203"))
    assert game.state.control[held["minsk"]] == 1
