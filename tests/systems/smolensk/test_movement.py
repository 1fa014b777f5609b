"""Smolensk on the move: costs, minimum move, zones, overrun, stacking (OS 2.1, 4.1, 4.2, 6.1, 6.2, 7.1, 7.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.records.counters import Face
from engine.rules.initiative import GoFirst, Initiative, _winner
from engine.state.actions import Done
from tests.kit.boards import river, road
from tests.kit.smolensk import (
    COMBAT,
    INFANTRY,
    INFANTRY_2,
    MOTORISED,
    MOVE,
    PANZER,
    RECON,
    RIFLE,
    SOVIET_MOVE,
    WEAK,
    attack,
    fought,
    ground_rows,
    marked,
    move,
    name,
    overrun,
    phase,
    piece,
    price,
    reach,
    refused,
    seed_showing,
    skip_to,
    stage,
    terrain,
    waits,
    where,
)

MILITIA = "sov-alarm-militia+1"


@pytest.mark.rule("OS-4.1")
def test_every_class_pays_for_terrain_and_rivers_and_a_road_replaces_both() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0509")
    terrain(rows, "swamp", "0609")
    river(rows, "0510", "0509", "0511")
    road(rows, "0510", "0511", kind="highway")
    game = stage({PANZER: "0510", INFANTRY: "0510", MOTORISED: ("0510", 0, "move"), RIFLE: "2001"}, rows=rows)
    assert [price(game, key, "0509") for key in (PANZER, INFANTRY, MOTORISED)] == [6, 3, 9]
    assert {reach(game, key)["0511"] for key in (PANZER, INFANTRY, MOTORISED)} == {0.5}, "the highway and its bridge"
    assert reach(game, INFANTRY)["0609"] == 3
    assert "0609" not in reach(game, PANZER)


@pytest.mark.rule("OS-4.1")
def test_foot_crosses_a_major_river_for_all_it_has_and_wheels_do_not() -> None:
    rows = ground_rows()
    river(rows, "0510", "0509", kind="major-river")
    for other in ("0409", "0609"):
        river(rows, "0510", other, kind="major-river")
    game = stage({INFANTRY: "0510", PANZER: "0510", RIFLE: "2001"}, rows=rows)
    assert reach(game, INFANTRY)["0509"] == 3
    assert "0509" not in reach(game, PANZER) or reach(game, PANZER)["0509"] > 1
    game.apply(move(game, INFANTRY, "0509"))
    assert reach(game, INFANTRY) == {}, "that was all it had"
    tired = stage({INFANTRY: "0511", RIFLE: "2001"}, rows=rows)
    tired.apply(move(tired, INFANTRY, "0510"))
    assert "0509" not in reach(tired, INFANTRY), "only from a fresh start"


@pytest.mark.rule("OS-4.2")
def test_a_unit_that_has_spent_nothing_may_always_go_one_hex() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0509", "0508")
    game = stage({WEAK: "0510", INFANTRY: "2001"}, SOVIET_MOVE, rows=rows)
    assert reach(game, WEAK)["0509"] == 1, "an allowance of 1, woods cost 2"
    assert "0508" not in reach(game, WEAK)
    terrain(rows, "swamp", "0509")
    game = stage({PANZER: "0510", RIFLE: "2001"}, rows=rows)
    assert "0509" not in reach(game, PANZER), "what is prohibited stays so"


@pytest.mark.rule("OS-6.2")
def test_zones_stop_trucks_but_neither_foot_nor_tracks() -> None:
    game = stage({MOTORISED: ("0509", 0, "move"), PANZER: "0509", INFANTRY: "0509", RIFLE: "0506"})
    refused(game, move(game, MOTORISED, "0508", "0507", "0607"), "OS-6.2")
    assert game.judge(move(game, MOTORISED, "0508", "0507"))
    assert game.judge(move(game, PANZER, "0508", "0507", "0407", "0406"))
    assert game.judge(move(game, INFANTRY, "0508", "0507", "0407"))
    beside = stage({MOTORISED: ("0507", 0, "move"), RIFLE: "0506"})
    assert beside.judge(move(beside, MOTORISED, "0508", "0509")), "leaving is free"


@pytest.mark.rule("OS-6.1")
def test_units_that_cannot_attack_have_no_zone() -> None:
    game = stage({MOTORISED: ("0509", 0, "move"), "sov-nkvd-bdr-86": "0506"})
    assert game.judge(move(game, MOTORISED, "0508", "0507", "0607"))


@pytest.mark.rule("OS-6.1")
@pytest.mark.parametrize("strength", [0, 1])
def test_the_least_strength_to_attack_is_enough_for_a_zone(strength: int) -> None:
    rows = ground_rows()
    for row in rows.all(Face):
        if row.unit == RIFLE:
            rows.put(replace(row, attack=strength))
    game = stage({MOTORISED: ("0509", 0, "move"), RIFLE: "0506"}, rows=rows)
    stopped = not game.judge(move(game, MOTORISED, "0508", "0507", "0607"))
    assert stopped == (strength == 1)


@pytest.mark.rule("OS-7.1", "OS-7.2")
def test_the_second_worked_example_an_overrun() -> None:
    rows = ground_rows()
    terrain(rows, "woods", "0507")
    road(rows, "0508", "0507")
    rolls = (("2d6", 5), ("1d6", 2), ("2d6", 7))
    game = stage({PANZER: "0508", RECON: "0508", MILITIA: "0507"}, rows=rows, rolls=rolls)
    game.apply(overrun(game, "0507", PANZER, RECON))
    name(game, PANZER)
    battle = fought(game)
    assert (battle.attack, battle.defence, battle.odds) == (9, 3, "3:1")
    assert (battle.column, battle.total, battle.code) == ("6:1", 11, "Ae4/DL1o2")
    assert (where(game, MILITIA), where(game, PANZER), where(game, RECON)) == ("lost", "0507", "0507")
    assert [game.state.spent[piece(game, key)] / 4 for key in (PANZER, RECON)] == [6, 6], "the road does not count"
    assert not marked(game, "exploit", PANZER), "overruns give no exploit"
    assert waits(game) == ("axis", "move")
    assert reach(game, PANZER)["0506"] == 1, "two points are left"


@pytest.mark.rule("OS-7.1")
def test_dear_or_forbidden_ground_is_not_overrun() -> None:
    rows = ground_rows()
    river(rows, "0508", "0507")
    game = stage({PANZER: "0508", INFANTRY: "0508", MILITIA: "0507"}, rows=rows)
    why = refused(game, overrun(game, "0507", PANZER), "OS-7.1")
    assert why == "0507 costs I/25 Pz Rgt 4 movement points off the road; from 4 on nobody overruns it."
    dry = ground_rows()
    terrain(dry, "woods", "0507")
    game = stage({MOTORISED: ("0508", 0, "move"), MILITIA: "0507"}, rows=dry)
    assert "4 movement points off the road" in refused(game, overrun(game, "0507", MOTORISED), "OS-7.1")
    terrain(dry, "swamp", "0507")
    game = stage({PANZER: "0508", MILITIA: "0507"}, rows=dry)
    assert "cannot enter 0507 off the road" in refused(game, overrun(game, "0507", PANZER), "OS-7.1")
    far = stage({PANZER: "0509", MILITIA: "0507"}, rows=dry)
    assert "not adjacent" in far.judge(overrun(far, "0507", PANZER)).why, "that comes first"
    poor = stage({INFANTRY: "0508", MILITIA: "0507"})
    assert "4 movement points" in refused(poor, overrun(poor, "0507", INFANTRY), "OS-7.1"), "1 and 3 of 3"
    apart = stage({PANZER: "0508", RECON: "0606", MILITIA: "0507"})
    refused(apart, overrun(apart, "0507", PANZER, RECON), "OS-7.1")


@pytest.mark.rule("OS-7.2")
def test_where_the_defender_holds_the_move_is_over() -> None:
    rolls = (("2d6", 5), ("2d6", 4))
    game = stage({PANZER: "0508", RIFLE: "0507", WEAK: "0507"}, rolls=rolls)
    game.apply(overrun(game, "0507", PANZER))
    while waits(game)[1] != "move":
        game.apply(next(reversed(list(game.options()))))
    assert where(game, RIFLE) == "0507"
    assert reach(game, PANZER) == {} if where(game, PANZER) != "lost" else True


@pytest.mark.rule("OS-7.2")
def test_overruns_have_their_own_numbers_of_surprise() -> None:
    rolls = (("2d6", 6), ("1d6", 1), ("2d6", 7))
    game = stage({PANZER: "0508", RIFLE: "0507"}, rolls=rolls)
    game.apply(overrun(game, "0507", PANZER))
    assert [shift[0] for shift in fought(game).shifts] == [1], "6 and 3 are 9, enough for an overrun"
    game = stage({PANZER: "0508", RIFLE: "0507"}, COMBAT, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0507", PANZER)
    assert fought(game).shifts == (), "but not for a battle"


@pytest.mark.rule("OS-2.1")
def test_ten_regiments_stand_in_a_hex_when_a_phase_ends_and_steps_are_losses() -> None:
    pieces = {INFANTRY: "0510", INFANTRY_2: "0510", "ger-id-17": "0509", PANZER: "0510", RECON: "0510", RIFLE: "2001"}
    game = stage(pieces)
    assert game.table.steps_left(piece(game, INFANTRY)) == 4
    game.apply(move(game, "ger-id-17", "0510"))
    assert phase(game) == MOVE
    game.apply(Done())
    assert waits(game) == ("axis", "remove"), "4, 4, 4, 1/2 and 1/2 are thirteen"
    game.apply(next(action for action in game.options() if action.piece == piece(game, "ger-id-17")))
    assert phase(game) != MOVE
    assert where(game, "ger-id-17") == "lost"


@pytest.mark.rule("OS-2.1")
def test_transport_takes_no_room() -> None:
    pieces = {INFANTRY: "0510", INFANTRY_2: "0510", "ger-truck-points+1": "0510", RIFLE: "2001"}
    game = stage(pieces)
    game.apply(Done())
    assert phase(game) != MOVE


@pytest.mark.rule("OS-1.2", "OS-1.3")
def test_a_player_turn_has_its_phases_in_order() -> None:
    game = stage({INFANTRY: "0510", RIFLE: "2001"})
    keys = [row.phase for row in game.scenario.phases]
    wanted = ["reinforcement", "movement", "reaction", "combat", "exploitation", "exploitation-combat", "clean-up"]
    for me, other in (("first", "second"), ("second", "first")):
        own = [key.removeprefix(f"{me}-") for key in keys if key.startswith(f"{me}-")]
        assert [key for key in own if key in wanted] == wanted
        players = {row.phase: row.player for row in game.scenario.phases}
        assert players[f"{me}-reaction"] == other
        assert players[f"{me}-combat"] == me


@pytest.mark.rule("OS-1.1")
def test_a_side_may_go_second_and_then_first() -> None:
    game = stage({INFANTRY: "0510", RIFLE: "2001"}, "second-movement", turn=15)
    skip_to(game, "initiative")
    assert game.decision is not None and game.decision.kind == "choose"
    winner = game.scenario.sides[game.decision.side].side
    game.apply(GoFirst(winner == "soviet"))
    skip_to(game, "first-movement")
    assert waits(game) == ("soviet", "move"), "who went second goes first"


@pytest.mark.rule("OS-1.1", "SM-4.2")
@pytest.mark.parametrize("before", [0, 1])
def test_a_tie_is_thrown_again_or_goes_to_whoever_went_first(before: int) -> None:
    table = stage({INFANTRY: "0510", RIFLE: "2001"}, turn=15).table
    table.seed = seed_showing(("1d6", 4), ("1d6", 4), ("1d6", 5), ("1d6", 2))
    kept, again = (Initiative(dice="1d6", ties=ties) for ties in ("as before", "again"))  # type: ignore[arg-type]
    table.state.rolls = 0
    table.lift_marks("first-player")
    table.set_mark("first-player", before)
    assert _winner(table, kept) == before and table.state.rolls == 2
    table.state.rolls = 0
    assert _winner(table, again) == 0 and table.state.rolls == 4, "thrown again, the first side has more"
    table.lift_marks("first-player")
    table.state.rolls = 0
    assert _winner(table, kept) == 0, "nobody went first before"
