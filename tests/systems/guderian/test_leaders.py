"""Panzergruppe Guderian: leaders, their radius and bonus, where they go, and how they are flown out (PG 10)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.overrun import OverrunStack
from engine.state.actions import DeclareAttack, Done, FightBattle, MoveUnit, PlaceUnit, RemoveUnit
from tests.kit.guderian import (
    COMBAT,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    WALL,
    attack,
    back,
    cell,
    commit,
    drawing,
    fought,
    ground_rows,
    march,
    move,
    overrun,
    piece,
    real,
    refused,
    seed_showing,
    skip_to,
    stage,
    waits,
    ways_back,
    where,
)

ELSEWHERE = {"r9": ("2010", "3-3"), "rakutin": "2010", "7-inf": "1910"}
"""An attack that may be made, so that the phase waits for it."""


@pytest.mark.rule("PG-10.35")
def test_nobody_attacks_outside_a_radius() -> None:
    for leader, at, legal in (("lukin", "1306", True), ("lukin", "1406", False), ("konev", "1506", True)):
        game = stage({"r1": ("1006", "3-3"), "5-inf": "0906", leader: at, **ELSEWHERE}, SOVIET_COMBAT)
        action = DeclareAttack(piece(game, "r1"), cell(game, "0906"))
        if legal:
            assert game.judge(action)
        else:
            refused(game, action, "PG-10.35")


@pytest.mark.rule("PG-10.35")
def test_out_of_supply_but_led_it_attacks_at_half() -> None:
    game = stage({"r1": ("1006", "6-8"), "5-inf": "0906", "konev": "1306", **WALL}, SOVIET_COMBAT, die=1)
    attack(game, "0906", "r1")
    assert fought(game).attack == 3


@pytest.mark.rule("PG-10.35")
def test_it_defends_without_a_leader_at_half() -> None:
    game = stage({"r1": ("1006", "6-8"), "5-inf": "0906"}, COMBAT, die=1)
    attack(game, "1006", "5-inf")
    assert fought(game).defence == 4


@pytest.mark.rule("PG-10.35")
def test_a_disrupted_leader_leads_nobody() -> None:
    pieces = {"r1": ("1006", "3-3"), "r2": ("1106", "3-3"), "5-inf": "0906", "lukin": "1106"}
    game = stage({**pieces, **ELSEWHERE}, SOVIET_COMBAT, marks={"disrupted": {"lukin": 1}})
    refused(game, DeclareAttack(piece(game, "r1"), cell(game, "0906")), "PG-10.35")


BONUS = [
    ({"r1": "6-8"}, True, 10),
    ({"r1": "6-8"}, False, 6),
    ({"r1": "1-2"}, True, 2),
    ({"r1": "1-2", "r2": "3-3"}, True, 8),
]
"""The rulebook's examples with a leader of four: who attacks with him, whether in supply, and the strength."""


@pytest.mark.rule("PG-10.36")
@pytest.mark.parametrize(("units", "in_supply", "strength"), BONUS)
def test_the_bonus_of_a_leader_as_the_rulebook_reckons_it(
    units: dict[str, str], in_supply: bool, strength: int
) -> None:
    pieces = {name: ("1006", printed) for name, printed in units.items()}
    game = stage({**pieces, "kurochkin": "1006", "5-inf": "0906", **({} if in_supply else WALL)}, SOVIET_COMBAT, die=1)
    attack(game, "0906", *units, "kurochkin")
    assert fought(game).attack == strength


@pytest.mark.rule("PG-10.36")
def test_he_helps_one_attack_of_his_own_hex_and_no_defence() -> None:
    pieces = {"r1": ("1006", "6-8"), "r2": ("1106", "5-5"), "kurochkin": "1006", "5-inf": "1005", "7-inf": "1007"}
    game = stage(pieces, SOVIET_COMBAT, die=1)
    commit(game, "1005", "r1", "r2", "kurochkin")
    refused(game, DeclareAttack(piece(game, "kurochkin"), cell(game, "1007")), "PG-F9.2")
    game.apply(FightBattle(cell(game, "1005")))
    assert fought(game).attack == 6 + 5 + 4
    game = stage(pieces, COMBAT, die=1)
    attack(game, "1006", "5-inf", "7-inf")
    assert fought(game).defence == 8 + 4, "his rating as a unit, but no bonus"


@pytest.mark.rule("PG-10.36")
def test_he_does_not_attack_without_his_own_stack() -> None:
    pieces = {"r1": ("1106", "6-8"), "kurochkin": "1006", "5-inf": "1005"}
    game = stage(pieces, SOVIET_COMBAT, die=1)
    commit(game, "1005", "r1", "kurochkin")
    assert "stacked with him" in refused(game, FightBattle(cell(game, "1005")), "PG-10.36")


@pytest.mark.rule("PG-10.36")
def test_two_leaders_add_up_within_their_stack() -> None:
    pieces = {"r1": ("1006", "6-8"), "kurochkin": "1006", "konev": "1006", "5-inf": "1005"}
    game = stage(pieces, SOVIET_COMBAT, die=1)
    attack(game, "1005", "r1", "kurochkin", "konev")
    assert fought(game).attack == 12


# Where he goes


@pytest.mark.rule("PG-F10.2")
def test_a_leader_enters_an_enemy_zone_only_with_a_unit_that_can_attack() -> None:
    pieces = {"lukin": "1206", "r1": "1206", "r2": ("1206", "0-1"), "5-inf": "1006"}
    game = stage(pieces, SOVIET_MOVE)
    refused(game, move(game, "lukin", "1106"), "PG-F10.2")
    refused(game, march(game, ("lukin", "r2"), "1106"), "PG-F10.2")
    game.apply(march(game, ("lukin", "r1"), "1106"))
    assert where(game, "lukin") == where(game, "r1") == "1106"


@pytest.mark.rule("PG-F10.2")
def test_he_may_join_one_who_stands_there() -> None:
    game = stage({"lukin": "1206", "r1": "1106", "r2": ("1107", "0-1"), "5-inf": "1006"}, SOVIET_MOVE)
    refused(game, move(game, "lukin", "1107"), "PG-F10.2")
    game.apply(move(game, "lukin", "1106"))


def committed(strength: str, die: int | None = None) -> Game:
    """An untried division and a leader attack; it turns out to be of a strength."""
    pieces = {"r1": "1006", "lukin": "1006", "5-inf": "0906", "r2": ("1206", "4-4")}
    roll = drawing(stage(pieces, SOVIET_COMBAT), "r1", strength)
    seed = seed_showing(roll, *([("1d6", die)] if die else []))
    game = stage(pieces, SOVIET_COMBAT, seed=seed)
    attack(game, "0906", "r1", "lukin")
    return game


@pytest.mark.rule("PG-F10.2", "PG-12.3")
def test_where_his_unit_vanishes_he_goes_back_by_his_owners_choice() -> None:
    game = committed("0-0")
    assert where(game, "r1") == "lost" and waits(game) == ("soviet", "retreat")
    assert ("1106",) in ways_back(game) and ("1005",) not in ways_back(game), "no zone that nobody covers"
    back(game, "lukin", "1106")
    assert where(game, "lukin") == "1106" and face_up(game) == 0


def face_up(game: Game) -> int:
    """The German division's face: no battle was fought."""
    return game.state.face[piece(game, "5-inf")]


@pytest.mark.rule("PG-F10.2", "PG-12.3")
def test_where_it_can_only_defend_both_go_back() -> None:
    game = committed("0-1")
    back(game, "lukin", "1107")
    back(game, "r1", "1106")
    assert (where(game, "r1"), where(game, "lukin")) == ("1106", "1107")


@pytest.mark.rule("PG-F10.2")
def test_with_no_way_back_he_dies() -> None:
    pieces = {"r1": "1006", "lukin": "1006", "5-inf": "0906", "7-inf": "1107", "15-inf": "1004"}
    roll = drawing(stage(pieces, SOVIET_COMBAT), "r1", "0-0")
    game = stage(pieces, SOVIET_COMBAT, seed=seed_showing(roll))
    attack(game, "0906", "r1", "lukin")
    assert where(game, "lukin") == "lost"


# Overruns


@pytest.mark.rule("PG-F6.5c")
def test_who_was_outside_a_radius_when_the_phase_began_may_not_overrun() -> None:
    pieces = {"r1": ("0906", "9-8"), "lukin": "1706", "5-inf": ("0806", 3)}
    game = stage(pieces, SOVIET_MOVE, die=1)
    game.apply(move(game, "lukin", "1606", "1506", "1406", "1306", "1206"))
    assert "when the phase began" in refused(game, overrun(game, "0806", "r1"), "PG-F6.5c")
    game = stage({**pieces, "r1": ("1006", "9-8"), "lukin": "1206"}, SOVIET_MOVE, die=1)
    game.apply(move(game, "r1", "0906"))
    game.apply(overrun(game, "0806", "r1"))
    assert fought(game).attack == 4


@pytest.mark.rule("PG-F6.5c", "PG-14.0")
def test_a_leader_who_arrives_lets_those_overrun_who_arrive_with_him_and_nobody_else() -> None:
    stood = {"r1": ("5806", "9-8"), "5-inf": ("5706", 3), "6-inf": ("5909", 3)}
    game = stage(stood, SOVIET_MOVE, turn=7, setting=real(), seed=1)
    while waits(game)[1] != "move":
        entering = [each for each in game.options() if isinstance(each, PlaceUnit)]
        at_x = [each for each in entering if each.cell == cell(game, "5907")]
        buying = waits(game)[1] == "buy" or not entering
        game.apply(Done() if buying else (at_x or entering)[0])
    assert where(game, "maslennikov") == "5907"
    assert "when the phase began" in refused(game, overrun(game, "5706", "r1"), "PG-F6.5c")
    fresh = next(at for at in game.table.stack(cell(game, "5907")) if game.scenario.pieces[at].pool)
    game.apply(MoveUnit(fresh, (cell(game, "5908"),)))
    assert game.judge(OverrunStack((fresh,), cell(game, "5909")))


@pytest.mark.rule("PG-F6.5c")
def test_a_leader_never_overruns_alone() -> None:
    game = stage({"r1": ("0906", "9-8"), "konev": "0906", "5-inf": ("0806", 3)}, SOVIET_MOVE, die=1)
    refused(game, overrun(game, "0806", "konev"), "PG-F6.5c")
    game.apply(overrun(game, "0806", "r1", "konev"))
    assert fought(game).attack == 7, "nine and five, halved last"


# Flying out


POCKET = {"konev": "1006", "r1": "1106", "5-inf": "1004", "7-inf": "1008", "15-inf": "0806", "gd": "1206"}
EVACUATION = {"leader-evacuation": "on"}


@pytest.mark.rule("PG-10.4")
def test_a_surrounded_leader_is_flown_out_and_comes_back_by_entrance_x() -> None:
    game = stage(POCKET, SOVIET_MOVE, turn=3, rows=ground_rows(), options=EVACUATION)
    assert waits(game) == ("soviet", "remove"), "his own division beside him lifts no zone for this"
    refused(game, RemoveUnit(piece(game, "r1")), "PG-10.4")
    game.apply(RemoveUnit(piece(game, "konev")))
    assert where(game, "konev") == "off" and waits(game) == ("soviet", "move")
    assert game.table.marked("unsupplied", piece(game, "r1")), "judged without him"
    skip_to(game, SOVIET_MOVE, 4)
    assert waits(game) == ("soviet", "arrive")
    refused(game, PlaceUnit(piece(game, "konev"), cell(game, "4405")), "PG-10.4")
    game.apply(Done())
    skip_to(game, SOVIET_MOVE, 5)
    game.apply(PlaceUnit(piece(game, "konev"), cell(game, "4404")))
    assert where(game, "konev") == "4404"


@pytest.mark.rule("PG-10.4")
def test_one_open_hex_is_enough_to_stay_and_without_the_option_nobody_flies() -> None:
    open_side = {name: at for name, at in POCKET.items() if name not in ("gd", "7-inf")}
    game = stage(open_side, SOVIET_MOVE, turn=3, rows=ground_rows(), options=EVACUATION)
    assert waits(game) == ("soviet", "move")
    game = stage(POCKET, SOVIET_MOVE, turn=3)
    assert waits(game) == ("soviet", "move")


@pytest.mark.rule("PG-10.4")
def test_one_a_turn_and_two_a_game() -> None:
    leaders = {"konev": "1006", "lukin": "1006", "rakutin": "1006"}
    game = stage(POCKET | leaders, SOVIET_MOVE, turn=3, rows=ground_rows(), options=EVACUATION)
    game.apply(RemoveUnit(piece(game, "konev")))
    assert waits(game) == ("soviet", "move"), "one a turn"
    skip_to(game, SOVIET_MOVE, 4)
    assert waits(game) == ("soviet", "remove")
    game.apply(RemoveUnit(piece(game, "lukin")))
    skip_to(game, SOVIET_MOVE, 5)
    assert waits(game) == ("soviet", "arrive"), "two a game: Rakutin stays"
    stays = refused(game, PlaceUnit(piece(game, "rakutin"), cell(game, "4404")), "PG-10.4")
    assert "not flown out" in stays


@pytest.mark.rule("PG-10.4")
def test_a_surrounded_leader_may_stay_with_his_men() -> None:
    game = stage(POCKET, SOVIET_MOVE, turn=3, rows=ground_rows(), options=EVACUATION)
    game.apply(Done())
    assert waits(game) == ("soviet", "move") and where(game, "konev") == "1006"
