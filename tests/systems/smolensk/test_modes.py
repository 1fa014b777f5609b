"""Smolensk: modes, reserves, exploitation and disorder (OS 3.1 to 3.6, SM 2.3e)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.records.play import MechanismRow
from engine.rules.zoc import zone
from engine.state.actions import Done
from engine.systems.smolensk.reserves import GoIntoReserve, LeaveReserve, ReleaseReserve, Reserves
from tests.kit.smolensk import (
    COMBAT,
    EXPLOITATION,
    EXPLOITING,
    INFANTRY,
    INFANTRY_2,
    MOTORISED,
    MOVE,
    PANZER,
    REACTION,
    RIFLE,
    RIFLE_2,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    WEAK,
    attack,
    cell,
    declare,
    fought,
    ground_rows,
    marked,
    move,
    phase,
    piece,
    reach,
    refused,
    skip_to,
    stage,
    turn_over,
    waits,
)


def zoned(game: Game, label: str, side: int = 0) -> bool:
    """Whether a cell lies in a zone of a side."""
    return bool(zone(game.table, side)[cell(game, label)])


@pytest.mark.rule("OS-3.1", "OS-4.1")
def test_a_mode_is_picked_before_points_are_spent_and_has_its_own_values() -> None:
    game = stage({MOTORISED: "0510", RIFLE: "2001"})
    foot = reach(game, MOTORISED)
    assert (game.table.unit(piece(game, MOTORISED)).move_class, max(foot.values())) == ("leg", 4)
    game.apply(turn_over(game, MOTORISED, "move"))
    rolling = game.table.face(piece(game, MOTORISED))
    assert (rolling.attack, rolling.extra["rating"], rolling.movement) == (4, 5, 14)
    assert game.table.unit(piece(game, MOTORISED)).move_class == "truck"
    assert reach(game, MOTORISED)["0503"] == 14, "seven open hexes at two points for trucks"
    refused(game, turn_over(game, MOTORISED, ""), "OS-3.1")


@pytest.mark.rule("OS-3.1")
def test_who_has_moved_keeps_its_mode_and_no_other_phase_lets_anybody_pick_one() -> None:
    game = stage({INFANTRY: "0510", RIFLE: "2001"})
    game.apply(move(game, INFANTRY, "0509"))
    refused(game, turn_over(game, INFANTRY, "move"), "OS-3.1")
    game = stage({INFANTRY: "0510", RIFLE: "0504"}, EXPLOITATION, marks={"exploit": {INFANTRY: 1}})
    refused(game, turn_over(game, INFANTRY, "move"), "OS-3.1")


@pytest.mark.rule("OS-3.2", "OS-6.1")
def test_only_combat_mode_has_a_zone() -> None:
    game = stage({INFANTRY: "0510", RIFLE: "2001"})
    assert zoned(game, "0509")
    game.apply(turn_over(game, INFANTRY, "move"))
    assert not zoned(game, "0509")


@pytest.mark.rule("OS-3.3")
def test_strategic_mode_doubles_the_allowance_and_shuns_the_enemy() -> None:
    game = stage({MOTORISED: "0512", RIFLE: "0504"})
    game.apply(turn_over(game, MOTORISED, "strat"))
    assert game.table.allowance(piece(game, MOTORISED)) == 28
    assert "0506" in reach(game, MOTORISED)
    assert "0505" not in reach(game, MOTORISED), "beside an enemy that can attack"
    refused(game, move(game, MOTORISED, "0511", "0510", "0509", "0508", "0507", "0506", "0505"), "OS-3.3")
    near = stage({MOTORISED: "0505", RIFLE: "0504"})
    refused(near, turn_over(near, MOTORISED, "strat"), "OS-3.3")


@pytest.mark.rule("OS-3.3")
def test_in_strategic_mode_a_unit_defends_with_nothing_and_does_not_attack() -> None:
    game = stage(
        {INFANTRY: ("0507", 0, "strat"), MOTORISED: "0507", RIFLE: "0506"},
        SOVIET_COMBAT,
        rolls=(("2d6", 9), ("2d6", 7)),
    )
    attack(game, "0507", RIFLE, against=INFANTRY)
    assert fought(game).defence == 7, "the regiment alone counts"
    assert sum(each[0] for each in fought(game).modifiers) == 2, "its rating is 0, although 4 is printed"
    game = stage({INFANTRY: ("0507", 0, "strat"), MOTORISED: "0507", RIFLE: "0506"}, COMBAT)
    refused(game, declare(game, INFANTRY, "0506"), "OS-3.3")


@pytest.mark.rule("SM-2.3e")
def test_soviet_units_have_no_strategic_mode_before_august() -> None:
    game = stage({RIFLE: "0512", INFANTRY: "2001"}, SOVIET_MOVE, turn=7)
    assert "turn 8" in refused(game, turn_over(game, RIFLE, "strat"), "SM-2.3e")
    assert stage({RIFLE: "0512", INFANTRY: "2001"}, SOVIET_MOVE, turn=8).judge(turn_over(game, RIFLE, "strat"))
    axis = stage({INFANTRY: "0512", RIFLE: "2001"}, turn=2)
    assert axis.judge(turn_over(axis, INFANTRY, "strat")), "it binds the Soviets alone"


@pytest.mark.rule("OS-3.4")
def test_a_reserve_needs_a_marker_and_distance() -> None:
    game = stage({PANZER: "0510", INFANTRY: "0510", MOTORISED: "0506", RIFLE: "0504"})
    units = (piece(game, PANZER), piece(game, INFANTRY))
    refused(game, GoIntoReserve((piece(game, MOTORISED),)), "OS-3.4")
    game.apply(GoIntoReserve(units))
    assert marked(game, "reserve", PANZER) and marked(game, "reserve", INFANTRY)
    assert game.table.allowance(units[0]) == 2, "a quarter of 8"
    assert not zoned(game, "0509")
    refused(game, LeaveReserve(units), "OS-3.4")
    july = stage({RIFLE: "0510", INFANTRY: "2001"}, SOVIET_MOVE, turn=3)
    assert "marker" in refused(july, GoIntoReserve((piece(july, RIFLE),)), "OS-3.4")


@pytest.mark.rule("OS-3.4")
def test_those_of_every_stack_who_may_go_into_reserve_are_told_together() -> None:
    game = stage({PANZER: "0510", INFANTRY: "0510", INFANTRY_2: "0710", MOTORISED: "0506", RIFLE: "0504"})

    def ready() -> set[frozenset[int]]:
        return {frozenset(stack) for stack in game.table.mechanism(Reserves).reserves(game.table, 0)}

    first, alone = (frozenset(piece(game, key) for key in keys) for keys in ((PANZER, INFANTRY), (INFANTRY_2,)))
    assert ready() == {first, alone}, "not those beside an enemy zone"
    assert all(game.judge(GoIntoReserve(tuple(stack))) for stack in ready())
    game.apply(move(game, PANZER, "0511"))
    assert ready() == {first - {piece(game, PANZER)}, alone}, "nor who has moved"


@pytest.mark.rule("OS-3.4", "OS-1.3")
def test_a_reserve_is_released_in_reaction_with_half_its_allowance_and_nobody_else_moves() -> None:
    pieces = {RIFLE: "0510", RIFLE_2: "0710", INFANTRY: "2001"}
    game = stage(pieces, REACTION, marks={"reserve": {RIFLE: 1}})
    assert waits(game) == ("soviet", "release"), "the other player reacts"
    game.apply(ReleaseReserve(cell(game, "0510")))
    assert waits(game) == ("soviet", "move")
    assert set(reach(game, RIFLE).values()) == {1.0}, "half of 2"
    refused(game, move(game, RIFLE_2, "0709"), "OS-1.3")
    game.apply(Done())
    assert not marked(game, "released", RIFLE), "it ends with the reaction"


@pytest.mark.rule("OS-3.4", "OS-1.3")
def test_a_reserve_released_in_exploitation_moves_in_full_and_attacks() -> None:
    game = stage({PANZER: "0510", RIFLE: "0504", INFANTRY: "0503"}, EXPLOITATION, marks={"reserve": {PANZER: 1}})
    game.apply(ReleaseReserve(cell(game, "0510")))
    assert reach(game, PANZER)["0505"] == 5
    game.apply(move(game, PANZER, "0509", "0508", "0507", "0506", "0505"))
    game.apply(Done())
    assert phase(game) == EXPLOITING
    assert game.judge(declare(game, PANZER, "0504"))
    refused(game, declare(game, INFANTRY, "0504"), "OS-1.3")


@pytest.mark.rule("OS-3.4")
def test_unreleased_it_neither_attacks_nor_defends_well() -> None:
    reserve = {"reserve": {RIFLE: 1}}
    game = stage({RIFLE: "0506", WEAK: "0506", INFANTRY: "0507"}, SOVIET_COMBAT, marks=reserve)
    refused(game, declare(game, RIFLE, "0507"), "OS-3.4")
    game = stage({RIFLE: "0506", INFANTRY: "0507"}, COMBAT, marks=reserve, rolls=(("2d6", 6), ("2d6", 7)))
    attack(game, "0506", INFANTRY)
    assert fought(game).defence == 6
    while game.table.marked("reserve", piece(game, RIFLE)):
        game.apply(next(iter(game.options())))
    assert fought(game).code != "", "any harm ends it"


@pytest.mark.rule("OS-3.5", "OS-1.3")
def test_exploiting_units_alone_move_half_and_attack_once_more() -> None:
    pieces = {PANZER: "0510", INFANTRY: "0610", RIFLE: "0505"}
    game = stage(pieces, EXPLOITATION, marks={"exploit": {PANZER: 1}})
    assert max(reach(game, PANZER).values()) == 4
    assert reach(game, INFANTRY) == {}
    game.apply(move(game, PANZER, "0509", "0508", "0507", "0506"))
    game.apply(Done())
    assert game.judge(declare(game, PANZER, "0505"))
    skip_to(game, "second-reinforcement")
    assert not marked(game, "exploit", PANZER), "it ends with the player turn"


@pytest.mark.rule("OS-3.6")
def test_disorder_halves_strength_and_allowance_and_lowers_the_rating() -> None:
    dg = {"dg": {INFANTRY: 1}}
    game = stage({INFANTRY: "0507", RIFLE: "0506"}, COMBAT, marks=dg, rolls=(("2d6", 6), ("2d6", 7)))
    assert not zoned(game, "0508")
    attack(game, "0506", INFANTRY)
    assert fought(game).attack == 10
    assert sum(each[0] for each in fought(game).modifiers) == (4 - 1) - 2
    game = stage({INFANTRY: "0510", RIFLE: "2001"}, MOVE, marks=dg)
    assert game.table.allowance(piece(game, INFANTRY)) == 2, "half of 3, rounded up"
    refused(game, GoIntoReserve((piece(game, INFANTRY),)), "OS-3.4")


@pytest.mark.rule("OS-3.6", "OS-1.2")
def test_it_comes_off_in_the_clean_up_of_its_own_side() -> None:
    game = stage({INFANTRY: "0510", RIFLE: "2001"}, COMBAT, marks={"dg": {INFANTRY: 1, RIFLE: 1}})
    skip_to(game, "second-movement")
    assert (marked(game, "dg", INFANTRY), marked(game, "dg", RIFLE)) == (False, True)
    skip_to(game, "first-movement")
    assert not marked(game, "dg", RIFLE)


@pytest.mark.rule("OS-3.3")
def test_nobody_out_of_supply_goes_into_strategic_mode() -> None:
    rows = ground_rows()
    row = rows.get(MechanismRow, "modes")
    assert row is not None
    rows.put(MechanismRow(mechanism="modes", params={**row.params, "strat_barred": ["dg"]}))
    game = stage({MOTORISED: "0512", INFANTRY: "0513", RIFLE: "2904"}, rows=rows, marks={"dg": {MOTORISED: 1}})
    assert "is not in supply" in refused(game, turn_over(game, MOTORISED, "strat"), "OS-3.3")
    assert game.judge(turn_over(game, INFANTRY, "strat")) and game.judge(turn_over(game, MOTORISED, "move"))


@pytest.mark.rule("OS-3.3")
def test_strategic_mode_keeps_away_from_an_enemy_that_can_attack_though_he_has_no_zone() -> None:
    game = stage({MOTORISED: "0509", RIFLE: ("0508", 0, "move")}, turn=9)
    refused(game, turn_over(game, MOTORISED, "strat"), "OS-3.3")
