"""Panzergruppe Guderian: lines of supply, and what the lack of one does (PG 11)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.score import lines
from engine.rules.supply import line_of, supplied
from engine.state.actions import AdvanceUnit, Done
from tests.kit.boards import river
from tests.kit.guderian import (
    COMBAT,
    MECHANISED,
    MOVE,
    SOVIET_MOVE,
    WALL,
    attack,
    cell,
    division,
    fought,
    ground_rows,
    march,
    move,
    overrun,
    piece,
    reach,
    refused,
    skip_to,
    stage,
    terrain,
    where,
)


def out(game: Game, name: str) -> bool:
    """Whether a unit was out of supply when the phase opened; at this moment it must be so too."""
    marked = game.table.marked("unsupplied", piece(game, name))
    assert marked is not supplied(game.table, piece(game, name))
    return marked


@pytest.mark.rule("PG-11.0")
def test_for_movement_it_is_judged_when_the_phase_opens_and_for_the_whole_of_it() -> None:
    game = stage({"gd": "4206", "r1": "4401"})
    assert max(reach(game, "gd").values()) == 5
    game.apply(move(game, "gd", "4106", "4006", "3906"))
    assert supplied(game.table, piece(game, "gd"))
    assert max(reach(game, "gd").values()) == 2, "still out of supply for this phase"
    skip_to(game, MECHANISED)
    assert max(reach(game, "gd").values()) == 10, "judged anew"


@pytest.mark.rule("PG-11.0")
def test_for_combat_it_is_judged_at_that_very_moment() -> None:
    pieces = {"5-inf": "1206", "7-inf": "1206", "rakutin": "1306", "15-inf": "1207", "r1": ("1307", "3-3")}
    game = stage(pieces, COMBAT, die=1)
    assert supplied(game.table, piece(game, "r1"))
    attack(game, "1306", "5-inf", "7-inf")
    assert fought(game).code == "De" and where(game, "rakutin") == "lost"
    game.apply(AdvanceUnit(None))
    attack(game, "1307", "15-inf")
    assert (fought(game).attack, fought(game).defence) == (9, 1), "its leader fell in the battle before"


# German supply


@pytest.mark.rule("PG-11.11")
def test_twenty_hexes_from_a_road_to_the_terminus() -> None:
    game = stage({"gd": "4006", "lehr": "4106", "r1": "4401"})
    assert not out(game, "gd")
    assert out(game, "lehr")


@pytest.mark.rule("PG-11.11")
def test_neither_the_way_nor_the_road_may_be_cut() -> None:
    for extra, cut in (
        ({"r2": "1007"}, True),
        ({"r2": "1007", "5-inf": "1006"}, False),
        ({"r2": "1006"}, True),
    ):
        game = stage({"gd": "3506", **extra, "konev": "4401"})
        assert out(game, "gd") is cut, "a zone on the road, a friend in it, an enemy on the road"
    screen = {f"r{row}": f"30{row:02}" for row in range(1, 14, 2)}
    game = stage({"gd": "3506", **screen, "konev": "4401"})
    assert out(game, "gd"), "a closed front between unit and road"
    game = stage({"gd": "3506", **screen, "5-inf": "2906", "7-inf": "3006", "konev": "4401"} | {"r5": "3103"})
    assert not out(game, "gd"), "friends negate the zones where they stand"


@pytest.mark.rule("PG-11.12")
def test_twenty_points_to_the_west_edge_counted_as_the_unit_moves() -> None:
    rows = ground_rows(roads=False)
    terrain(rows, "forest", *(f"{column}{row:02}" for column in ("05", "06") for row in range(1, 14)))
    game = stage({"5-inf": "2108", "7-inf": "2208", "gd": "1908", "lehr": "2008", "r1": "4401"}, rows=rows)
    assert (out(game, "5-inf"), out(game, "7-inf")) == (False, True), "forest costs infantry no more"
    assert (out(game, "gd"), out(game, "lehr")) == (False, True), "and motorised units double"


@pytest.mark.rule("PG-11.12")
def test_rivers_are_paid_on_the_way_to_the_edge() -> None:
    rows = ground_rows(roads=False)
    for row in range(1, 14):
        east = [f"11{other:02}" for other in (row, row + 1) if other <= 13]
        river(rows, f"10{row:02}", *east)
    game = stage({"5-inf": "1908", "7-inf": "2008", "r1": "4401"}, rows=rows)
    assert (out(game, "5-inf"), out(game, "7-inf")) == (False, True)


@pytest.mark.rule("PG-11.13")
def test_for_supply_a_road_crosses_rivers() -> None:
    rows = ground_rows()
    river(rows, "1006", "1106")
    game = stage({"gd": "3506", "r1": "4401"}, rows=rows)
    assert not out(game, "gd")
    traced = line_of(game.table, piece(game, "gd"))
    assert traced is not None and traced.rule.name == "by road"
    path = [game.setting.board.label(at) for at in traced.path(cell(game, "3506"))]  # type: ignore[arg-type]
    assert (path[0], path[-1]) == ("3506", "0106") and "1006" in path


# Soviet supply


@pytest.mark.rule("PG-11.21")
def test_a_line_to_a_leader_and_his_line_to_the_east_edge() -> None:
    game = stage({"r1": "1006", "r2": "0601", "konev": "1306", "gd": "0106"}, SOVIET_MOVE)
    assert (out(game, "r1"), out(game, "r2"), out(game, "konev")) == (False, True, False)
    game = stage({"r1": "1006", "konev": "1306", **WALL}, SOVIET_MOVE)
    assert (out(game, "r1"), out(game, "konev")) == (True, True), "the leader is cut off"
    game = stage({"r1": "1006", "konev": "1306", "r2": "2907", "r3": "3006", "r4": "3106", **WALL}, SOVIET_MOVE)
    assert (out(game, "r1"), out(game, "konev")) == (False, False), "friends negate the zones where they stand"


@pytest.mark.rule("PG-11.21")
def test_an_enemy_zone_on_the_way_to_the_leader_cuts_it() -> None:
    pieces = {"r1": "1006", "lukin": "1306", "gd": "1205", "5-inf": "1207"}
    assert out(stage(pieces, SOVIET_MOVE), "r1")
    assert not out(stage({**pieces, "r2": "1106", "r3": "1206"}, SOVIET_MOVE), "r1")


@pytest.mark.rule("PG-11.22")
def test_the_line_is_no_longer_than_the_rating() -> None:
    game = stage({"r1": "1006", "r2": "0906", "lukin": "1306", "rakutin": "0706", "gd": "0106"}, SOVIET_MOVE)
    assert not out(game, "r1"), "three hexes to Lukin"
    assert not out(game, "r2"), "four to Lukin, but two to Rakutin"
    game = stage({"r2": "0906", "lukin": "1306", "gd": "0106"}, SOVIET_MOVE)
    assert out(game, "r2")


@pytest.mark.rule("PG-11.23")
def test_a_leader_serves_any_number_and_nobody_traces_to_the_edge_himself() -> None:
    crowd = {f"r{number}": f"{4000 + number:04}" for number in range(1, 13)}
    game = stage({**crowd, "r13": "4401", "konev": "3806", "gd": "0106"}, SOVIET_MOVE)
    near = [name for name in crowd if not out(game, name)]
    assert len(near) >= 9
    assert out(game, "r13"), "on the very edge, without a leader"


@pytest.mark.rule("PG-11.24")
def test_a_leader_needs_his_own_line_and_no_other_leader() -> None:
    pieces = {"lukin": "2006", "rakutin": "3506", **WALL}
    game = stage(pieces, SOVIET_MOVE)
    assert (out(game, "lukin"), out(game, "rakutin")) == (True, False)
    assert max(reach(game, "lukin").values()) == 5


# What it does


@pytest.mark.rule("PG-11.31")
def test_strengths_and_allowance_are_halved_and_fractions_dropped() -> None:
    game = stage({"5-inf": "4206", "r1": ("4306", "1-1"), "konev": "4401"})
    assert refused(game, move(game, "5-inf", "4205", "4204", "4203", "4202"), "PG-F8.1")
    game = stage({"5-inf": "4210", "r1": "4401"})
    assert max(reach(game, "5-inf").values()) == 3, "7 becomes 3"
    game = stage({"5-inf": "4206", "r1": ("4307", "1-1"), "konev": "4401"}, COMBAT, die=1)
    attack(game, "4307", "5-inf")
    assert (fought(game).attack, fought(game).column) == (4, "4:1"), "9 becomes 4"


@pytest.mark.rule("PG-11.31")
def test_supply_counts_before_terrain() -> None:
    rows = ground_rows()
    terrain(rows, "forest", "1206")
    river(rows, "1106", "1206")
    game = stage({"5-inf": "1106", "r1": ("1206", "3-3")}, COMBAT, die=1, rows=rows)
    attack(game, "1206", "5-inf")
    assert fought(game).defence == 3, "3 becomes 1, tripled 3"


@pytest.mark.rule("PG-11.32")
def test_nothing_falls_below_one() -> None:
    game = stage({"5-inf": ("4206", 3), "r1": ("4307", "1-1")}, COMBAT, die=1)
    attack(game, "4307", "5-inf")
    assert (fought(game).attack, fought(game).defence) == (1, 1)


@pytest.mark.rule("PG-11.34")
def test_nobody_is_lost_by_hunger_alone() -> None:
    game = stage({"r1": ("1006", "3-3"), "gd": "4206"}, SOVIET_MOVE, turn=2)
    while game.decision is not None:
        game.apply(Done())
    assert (where(game, "r1"), where(game, "gd"), game.state.turn) == ("1006", "4206", 12)


@pytest.mark.rule("PG-11.35")
def test_who_is_out_of_supply_keeps_his_zone() -> None:
    game = stage({"gd": "1006", "r1": "1206"})
    assert out(stage({"gd": "1006", "r1": "1206"}, SOVIET_MOVE), "r1")
    refused(game, move(game, "gd", "1106", "1105"), "PG-7.1")


@pytest.mark.rule("PG-11.36")
def test_an_overrun_looks_at_supply_anew() -> None:
    pieces = {**division("7-panzer", "4106"), "r1": ("3706", "1-1"), "konev": "3712"}
    names = tuple(division("7-panzer", "4106"))
    game = stage(pieces, die=1)
    assert out(game, names[0])
    game.apply(march(game, names, "4006", "3906"))
    game.apply(march(game, names, "3805"))
    refused(game, overrun(game, "3706", *names), "PG-F6.5a")
    game = stage({**division("7-panzer", "3905"), "r2": "3401", "r1": ("3706", "1-1"), "konev": "3712"}, die=1)
    game.apply(march(game, names, "3805"))
    game.apply(overrun(game, "3706", *names))
    assert fought(game).attack == 8, "sixteen, halved once for the overrun"


@pytest.mark.rule("PG-11.36")
def test_one_that_came_into_supply_on_the_way_overruns_with_all_it_has() -> None:
    names = tuple(division("7-panzer", "4106"))
    game = stage({**division("7-panzer", "4106"), "r1": ("3806", "1-1"), "konev": "3812"}, die=1)
    assert all(out(game, name) for name in names)
    game.apply(march(game, names, "4006", "3906"))
    assert supplied(game.table, piece(game, names[0]))
    game.apply(overrun(game, "3806", *names))
    assert fought(game).attack == 8


@pytest.mark.rule("PG-11.4")
def test_a_line_enters_a_swamp_but_does_not_pass_it_nor_cross_a_lake() -> None:
    rows = ground_rows()
    terrain(rows, "swamp", *(f"12{row:02}" for row in range(1, 14)))
    game = stage({"r1": "1106", "r2": "1206", "lukin": "1306", "gd": "0101"}, SOVIET_MOVE, rows=rows)
    assert (out(game, "r1"), out(game, "r2")) == (True, False), "not through it, but out of it"
    game = stage({"r1": "1106", "lukin": "1206", "gd": "0101"}, SOVIET_MOVE, rows=rows)
    assert (out(game, "r1"), out(game, "lukin")) == (False, False), "one line ends in it, another begins"
    rows = ground_rows()
    for row in range(1, 14):
        river(rows, f"12{row:02}", *(f"13{other:02}" for other in (row, row + 1) if other <= 13), kind="lake")
    game = stage({"r1": "1206", "lukin": "1306", "gd": "0101"}, SOVIET_MOVE, rows=rows)
    assert out(game, "r1")


@pytest.mark.rule("PG-11.4")
def test_a_road_runs_through_swamp_and_a_victory_line_over_any_ground() -> None:
    rows = ground_rows()
    terrain(rows, "swamp", *(f"10{row:02}" for row in range(1, 14)))
    game = stage({"gd": "3506", "r1": "4401"}, rows=rows, control={"roslavl": "german"})
    assert not out(game, "gd")
    assert [line.why for line in lines(game.table)] == ["Roslavl held"]


@pytest.mark.rule("PG-11.33")
def test_whoever_comes_on_is_supplied_in_that_player_turn_and_then_needs_a_line() -> None:
    game = stage({"gd": "4001", "5-inf": "2006"}, SOVIET_MOVE, rows=ground_rows(arrivals=True), turn=2, seed=3)
    while game.decision is not None and game.decision.kind != "move":
        game.apply(next(iter(game.options())))
    arrived = [at for at in game.table.bearing("fresh") if game.table.unit(at).pool]
    assert arrived and not any(game.table.marked("unsupplied", at) for at in arrived)
    assert all(supplied(game.table, at) for at in arrived), "though no leader is on the map"
    skip_to(game, MOVE)
    assert not game.table.bearing("fresh")
    left = [at for at in arrived if game.state.cell[at] >= 0]
    assert left and not any(supplied(game.table, at) for at in left)
