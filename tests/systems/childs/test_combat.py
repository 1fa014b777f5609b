"""Combat of the Child's Game: values on and around a square, support, stacking (CB 6, 7)."""

from __future__ import annotations

import msgspec
import pytest

from engine.records.counters import Face
from engine.records.play import MechanismRow
from engine.rules.value_combat import compare, value
from engine.state import Status
from engine.state.actions import Done, RemoveUnit
from engine.state.events import BattleFought
from tests.kit.childs import childs, childs_rows, go, refused
from tests.kit.drill import cell, last, move, piece, reach, where

SOVIET = "soviet-movement"
JUNE, AUTUMN, WINTER = 1, 2, 3


@pytest.mark.rule("CB-6.1")
def test_moving_onto_a_weaker_tile_eliminates_it() -> None:
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=AUTUMN)
    assert reach(game, "1-armor")["0608"] == 1
    go(game, "1-armor", "0608")
    assert where(game, "13th-army") == "lost"
    assert where(game, "1-armor") == "0608"


@pytest.mark.rule("CB-6.1")
def test_an_equal_value_does_not_win() -> None:
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=WINTER)
    assert refused(game, move(game, "1-armor", "0608")) == "CB-6.1"
    assert "0608" not in reach(game, "1-armor")
    two = childs({"13th-army": "0508", "20th-army": "0507", "98-infantry": "0608"}, turn=AUTUMN, phase=SOVIET)
    assert refused(two, move(two, "13th-army", "0608")) == "CB-6.1"


@pytest.mark.rule("CB-6.1")
def test_only_tiles_on_and_adjacent_to_the_target_count() -> None:
    beside = childs({"1-armor": "0508", "98-infantry": "0709", "13th-army": "0608"}, turn=WINTER)
    assert beside.judge(move(beside, "1-armor", "0608"))
    away = childs({"1-armor": "0508", "98-infantry": "0808", "13th-army": "0608"}, turn=WINTER)
    assert refused(away, move(away, "1-armor", "0608")) == "CB-6.1"
    theirs = childs({"1-armor": "0508", "20th-army": "0709", "13th-army": "0608"}, turn=WINTER)
    assert refused(theirs, move(theirs, "1-armor", "0608")) == "CB-6.1"


@pytest.mark.rule("CB-6.1")
def test_the_mover_counts_once() -> None:
    """A tile that starts beside its target is on the target when it fights, no longer beside it."""
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=WINTER)
    found = compare(game.table, piece(game, "1-armor"), cell(game, "0608"))
    assert (found.attack, found.defence, found.support) == (1, 1, ())


@pytest.mark.rule("CB-6.1")
def test_an_attack_ends_the_move() -> None:
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=AUTUMN)
    assert refused(game, move(game, "1-armor", "0608", "0708")) == "CB-5.7"
    go(game, "1-armor", "0608")
    assert refused(game, move(game, "1-armor", "0708")) == "CB-5.6"


@pytest.mark.rule("CB-6.2")
@pytest.mark.parametrize(
    ("turn", "axis", "soviet"), [(JUNE, 2, 1), (AUTUMN, 2, 1), (WINTER, 1, 1), (13, 1, 1), (16, 1, 2), (17, 1, 2)]
)
def test_values_follow_the_turn_track(turn: int, axis: int, soviet: int) -> None:
    game = childs({"1-armor": "0508", "13th-army": "0608"}, turn=turn, phase=SOVIET)
    assert value(game.table, piece(game, "1-armor"), attacking=False) == axis
    assert value(game.table, piece(game, "13th-army"), attacking=True) == soviet
    assert bool(game.judge(move(game, "13th-army", "0508"))) == (soviet > axis)


@pytest.mark.rule("CB-6.2")
def test_an_axis_tile_alone_takes_a_square_in_june_but_not_in_winter() -> None:
    june = childs({"1-armor": "0508", "13th-army": "0608"}, turn=JUNE, phase="axis-blitz")
    assert june.judge(move(june, "1-armor", "0608"))
    winter = childs({"1-armor": "0508", "13th-army": "0608"}, turn=WINTER)
    assert not winter.judge(move(winter, "1-armor", "0608"))


@pytest.mark.rule("CB-3.2")
def test_all_tiles_fight_alike_and_colour_gives_the_side() -> None:
    game = childs({"1-armor": "0508"}, turn=AUTUMN)
    worth = {
        (game.table.side_of(one), value(game.table, one, attacking=True)) for one in range(len(game.scenario.pieces))
    }
    assert worth == {(0, 2), (1, 1)}
    guards = childs(
        {"1st-guards": "0508", "2nd-shock": "0509", "13th-army": "0507", "4-romanian": "0608"},
        turn=AUTUMN,
        phase=SOVIET,
    )
    assert guards.judge(move(guards, "1st-guards", "0608"))


@pytest.mark.rule("CB-6.3")
def test_support_that_was_needed_ends_its_movement() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0709", "3-panzer": "0408", "13th-army": "0608"}, turn=WINTER)
    go(game, "1-armor", "0608")
    assert last(game, BattleFought).attackers == (piece(game, "1-armor"), piece(game, "98-infantry"))
    assert refused(game, move(game, "98-infantry", "0809")) == "CB-5.6"
    assert where(game, "13th-army") == "lost"
    assert game.judge(move(game, "3-panzer", "0508", "0608")), "others may pass or follow"


@pytest.mark.rule("CB-6.3")
def test_support_that_was_not_needed_may_still_move() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0709", "13th-army": "0608"}, turn=AUTUMN)
    go(game, "1-armor", "0608")
    assert game.judge(move(game, "98-infantry", "0809"))


@pytest.mark.rule("CB-6.3")
def test_tiles_that_have_moved_support_first() -> None:
    tiles = {"1-armor": "0508", "3-panzer": "0607", "98-infantry": "0809", "13th-army": "0608"}
    game = childs(tiles, turn=WINTER)
    go(game, "98-infantry", "0709")
    go(game, "1-armor", "0608")
    assert last(game, BattleFought).attackers == (piece(game, "1-armor"), piece(game, "98-infantry"))
    assert not game.state.status[piece(game, "3-panzer")] & Status.MOVED


@pytest.mark.rule("CB-6.3")
def test_garrisons_support_before_tiles_that_could_still_move() -> None:
    tiles = {"1-armor": "0406", "3-panzer": "0504", "98-infantry": "0405", "13th-army": "0505"}
    game = childs(tiles, turn=WINTER, control={"brest": "axis"})
    go(game, "1-armor", "0505")
    assert last(game, BattleFought).attackers == (piece(game, "1-armor"), piece(game, "98-infantry"))


@pytest.mark.rule("CB-6.4")
def test_tiles_that_share_a_square_do_not_support() -> None:
    tiles = {"1-armor": "0508", "98-infantry": "0709", "3-panzer": "0709", "13th-army": "0608"}
    game = childs(tiles, turn=WINTER)
    assert refused(game, move(game, "1-armor", "0608")) == "CB-6.4"
    assert "0608" not in reach(game, "1-armor")
    go(game, "3-panzer", "0809")
    go(game, "1-armor", "0608")
    assert last(game, BattleFought).attackers == (piece(game, "1-armor"), piece(game, "98-infantry"))


@pytest.mark.rule("CB-6.4")
def test_a_tile_left_alone_by_the_attacker_may_support() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0508", "13th-army": "0608"}, turn=WINTER)
    assert game.judge(move(game, "1-armor", "0608"))


@pytest.mark.rule("CB-7.1")
def test_more_than_one_tile_may_share_a_square_while_the_turn_lasts() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0608"}, turn=AUTUMN)
    go(game, "1-armor", "0608")
    assert len(game.table.stack(cell(game, "0608"))) == 2
    go(game, "98-infantry", "0708")
    game.apply(Done())
    assert where(game, "1-armor") == "0608" and where(game, "98-infantry") == "0708"


@pytest.mark.rule("CB-7.1")
def test_the_owner_removes_the_excess_at_the_end() -> None:
    game = childs({"1-armor": "0508", "98-infantry": "0608", "3-panzer": "0608", "13th-army": "1108"}, turn=AUTUMN)
    go(game, "1-armor", "0608")
    game.apply(Done())
    for key in ("1-armor", "3-panzer"):
        assert game.decision is not None and (game.decision.side, game.decision.kind) == (0, "remove")
        assert refused(game, RemoveUnit(piece(game, "13th-army"))) == "CB-7.1"
        game.apply(RemoveUnit(piece(game, key)))
    assert where(game, "1-armor") == where(game, "3-panzer") == "lost"
    assert where(game, "98-infantry") == "0608"
    assert game.decision is not None and game.decision.side == 1, "one tile is enough, the Soviets go on"


def test_without_a_chart_a_unit_is_worth_its_printed_factors() -> None:
    rows = childs_rows()
    rows.put(MechanismRow(mechanism="value-combat", params={}))
    face = rows.get(Face, "3-panzer", 0)
    assert face is not None
    rows.put(msgspec.structs.replace(face, attack=7, defence=5))
    game = childs({"3-panzer": "0301", "13th-army": "0901"}, rows=rows)
    assert [value(game.table, piece(game, "3-panzer"), attacking) for attacking in (True, False)] == [7, 5]
