"""Panzergruppe Guderian: results of combat, steps, retreats and advances (PG 9.6 to 9.8)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.state.actions import AdvanceUnit, AnyAction, DeclareAttack, FightBattle, LoseStep, RemoveUnit
from tests.kit.boards import river
from tests.kit.guderian import (
    COMBAT,
    LOSE,
    RETREAT,
    SOVIET_COMBAT,
    advance,
    advances,
    attack,
    back,
    cell,
    commit,
    division,
    face,
    fought,
    ground_rows,
    lose,
    phase,
    piece,
    refused,
    seed_showing,
    stage,
    waits,
    ways_back,
    where,
)


def options(game: Game) -> list[AnyAction]:
    return list(game.options())


@pytest.mark.rule("PG-9.3")
def test_the_victim_of_a_d1_loses_a_step_or_goes_back_one_hex_as_the_enemy_says() -> None:
    pieces = {"5-inf": "1106", "r1": ("1206", "3-4"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    assert (fought(game).code, waits(game)) == ("D1", ("soviet", "choose"))
    game.apply(LOSE)
    lose(game, "r1")
    assert where(game, "r1") == "lost"
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    assert waits(game) == ("german", "retreat")
    assert ways_back(game) == {("1207",), ("1306",), ("1307",)}
    back(game, "r1", "1307")
    assert where(game, "r1") == "1307"


@pytest.mark.rule("PG-9.3")
def test_a_stack_pays_together_or_goes_together_never_a_mixture() -> None:
    pieces = {"5-inf": "1106", "7-inf": "1106", "r1": ("1206", "3-4"), "r2": ("1206", "3-3"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf", "7-inf")
    assert fought(game).code == "D1"
    game.apply(LOSE)
    lose(game, "r2")
    assert (where(game, "r1"), where(game, "r2")) == ("1206", "lost")
    assert waits(game)[1] != "retreat"
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf", "7-inf")
    game.apply(RETREAT)
    back(game, "r1", "1207")
    assert {way[-1] for way in ways_back(game)} == {"1207", "1306", "1307"}, "together or apart"
    back(game, "r2", "1306")
    assert (where(game, "r1"), where(game, "r2")) == ("1207", "1306")


@pytest.mark.rule("PG-9.3")
def test_a_d2_is_two_steps_or_two_hexes_each_farther_away() -> None:
    pieces = {"5-inf": "1106", "r1": ("1206", "3-3"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    assert fought(game).code == "D2"
    game.apply(RETREAT)
    assert ("1306", "1406") in ways_back(game) and ("1306", "1307") not in ways_back(game)
    assert all(len(way) == 2 for way in ways_back(game))


@pytest.mark.rule("PG-9.3")
def test_attackers_go_back_from_their_own_hexes_as_the_defender_says() -> None:
    pieces = {"5-inf": ("1106", 1), "7-inf": ("1205", 1), "r1": ("1206", "5-8"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=5)
    attack(game, "1206", "5-inf", "7-inf")
    assert (fought(game).code, waits(game)) == ("A1", ("german", "choose"))
    game.apply(RETREAT)
    assert waits(game) == ("soviet", "retreat")
    assert ways_back(game) == {("1105",), ("1005",), ("1006",)}
    back(game, "5-inf", "1005")
    assert ways_back(game) == {("1204",), ("1105",), ("1305",)}
    back(game, "7-inf", "1204")
    assert (where(game, "5-inf"), where(game, "7-inf")) == ("1005", "1204")


@pytest.mark.rule("PG-9.3")
def test_an_a2_costs_two_steps_from_any_of_the_attackers() -> None:
    pieces = {"5-inf": ("1106", 1), "7-inf": ("1205", 1), "r1": ("1206", "5-8"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=6)
    attack(game, "1206", "5-inf", "7-inf")
    assert fought(game).code == "A2"
    game.apply(LOSE)
    lose(game, "5-inf")
    lose(game, "7-inf")
    assert (face(game, "5-inf"), face(game, "7-inf")) == (2, 2)


@pytest.mark.rule("PG-9.4")
def test_de_and_ae_destroy_everybody_and_the_other_side_may_advance() -> None:
    game = stage({"5-inf": "1106", "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    assert (fought(game).code, where(game, "r1"), waits(game)) == ("De", "lost", ("german", "advance"))
    pieces = {"5-inf": ("1106", 3), "7-inf": ("1106", 3), "r1": ("1206", "5-8"), "r2": ("1206", "3-4"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=5)
    attack(game, "1206", "5-inf", "7-inf")
    assert (fought(game).code, where(game, "5-inf"), where(game, "7-inf")) == ("Ae", "lost", "lost")
    assert waits(game) == ("soviet", "advance")
    assert ("1106",) in advances(game, "r1") and ("1106", "1006") in advances(game, "r1")
    advance(game, "r1", "1106", "1006")
    game.apply(AdvanceUnit(None))
    assert (where(game, "r1"), where(game, "r2")) == ("1006", "1206")


@pytest.mark.rule("PG-9.5")
def test_engaged_costs_each_side_a_step_and_nobody_moves() -> None:
    game = stage({"5-inf": "1106", "r1": ("1206", "3-4"), "konev": "1606"}, COMBAT, die=5)
    attack(game, "1206", "5-inf")
    assert (fought(game).code, waits(game)) == ("Eng", ("soviet", "lose"))
    lose(game, "r1")
    lose(game, "5-inf")
    assert (where(game, "r1"), face(game, "5-inf"), where(game, "5-inf")) == ("lost", 1, "1106")
    assert phase(game) != COMBAT, "no advance into the emptied hex"


SPLIT = {"29-mot-ir-15": "1106", "29-mot-ir-71": "1106", "5-inf": "1205", "r1": ("1206", "3-5"), "r2": ("1206", "2-2")}


def split() -> Game:
    """Twenty-one against seven, and a four."""
    game = stage({**SPLIT, "konev": "1606"}, COMBAT, die=4)
    attack(game, "1206", "29-mot-ir-15", "29-mot-ir-71", "5-inf")
    assert (fought(game).attack, fought(game).column, fought(game).code) == (21, "3:1", "D1/A1")
    return game


@pytest.mark.rule("PG-9.6")
def test_in_a_split_result_the_defender_chooses_first_and_the_step_buys_the_advance() -> None:
    game = split()
    assert waits(game) == ("soviet", "choose")
    game.apply(RETREAT)
    back(game, "r1", "1307")
    back(game, "r2", "1207")
    assert waits(game) == ("german", "choose")
    game.apply(LOSE)
    lose(game, "5-inf")
    assert face(game, "5-inf") == 1 and waits(game) == ("german", "advance")
    advance(game, "29-mot-ir-15", "1206")


@pytest.mark.rule("PG-9.6")
def test_who_retreats_after_a_split_result_advances_no_more_and_the_defender_never() -> None:
    game = split()
    game.apply(RETREAT)
    back(game, "r1", "1307")
    back(game, "r2", "1207")
    game.apply(RETREAT)
    while waits(game)[1] == "retreat":
        game.apply(options(game)[0])
    assert phase(game) != COMBAT
    pieces = {"r1": ("1206", "6-8"), "r2": ("1206", "5-5"), "konev": "1606", "5-inf": "1106"}
    game = stage(pieces, SOVIET_COMBAT, die=2)
    attack(game, "1106", "r1", "r2")
    assert fought(game).code == "D1/A1"
    game.apply(LOSE)
    lose(game, "5-inf")
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1307")
    assert (where(game, "5-inf"), phase(game)) != ("1206", SOVIET_COMBAT), "the defender lost a step: he has not won"
    assert waits(game)[1] != "advance"


@pytest.mark.rule("PG-9.6")
def test_a_defender_who_stays_leaves_nothing_to_advance_into() -> None:
    game = split()
    game.apply(LOSE)
    lose(game, "r2")
    game.apply(LOSE)
    lose(game, "5-inf")
    assert where(game, "r1") == "1206" and phase(game) != COMBAT


@pytest.mark.rule("PG-9.7")
def test_victors_follow_the_path_of_the_retreat_through_any_zone() -> None:
    pieces = {"5-inf": "1106", "7-inf": "1105", "r1": ("1206", "3-3"), "r2": "1208", "konev": "1606"}
    game = stage(pieces, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    back(game, "r1", "1306", "1406")
    assert advances(game, "5-inf") == {("1206",), ("1206", "1306")}
    assert advances(game, "7-inf") == set(), "it did not fight"
    advance(game, "5-inf", "1206", "1306")
    assert where(game, "5-inf") == "1306"


@pytest.mark.rule("PG-9.7")
def test_the_defender_follows_attackers_who_go_back() -> None:
    pieces = {"5-inf": ("1106", 1), "r1": ("1206", "5-8"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=4)
    attack(game, "1206", "5-inf")
    assert fought(game).code == "A1"
    game.apply(RETREAT)
    back(game, "5-inf", "1005")
    assert waits(game) == ("soviet", "advance") and advances(game, "r1") == {("1106",)}
    advance(game, "r1", "1106")
    assert where(game, "r1") == "1106"


# Steps


@pytest.mark.rule("PG-F9.6")
@pytest.mark.parametrize(("key", "strengths"), [("5-inf", (9, 4, 2, 1)), ("gd", (4, 2)), ("1-cav", (4, 2))])
def test_steps_fall_one_by_one(key: str, strengths: tuple[int, ...]) -> None:
    for number, strength in enumerate(strengths):
        game = stage({key: ("1106", number), "r1": ("1206", "3-8"), "konev": "1606"}, COMBAT, die=4)
        attack(game, "1206", key)
        assert (fought(game).attack, fought(game).code[0]) == (strength, "A" if strength < 8 else "E")
        if fought(game).code == "Eng":
            lose(game, "r1")
        else:
            game.apply(LOSE)
        lose(game, key)
        last = number == len(strengths) - 1
        assert where(game, key) == ("lost" if last else "1106")
        assert last or face(game, key) == number + 1


@pytest.mark.rule("PG-F9.6")
def test_every_soviet_division_has_one_step() -> None:
    game = stage({"r1": ("1106", "9-8"), "konev": "1106", "5-inf": "1206"}, SOVIET_COMBAT, die=5)
    attack(game, "1206", "r1")
    assert fought(game).code == "A1"
    game.apply(LOSE)
    lose(game, "r1")
    assert where(game, "r1") == "lost"


@pytest.mark.rule("PG-F9.6")
def test_a_leader_counts_as_a_step() -> None:
    game = stage({"5-inf": "1106", "r1": ("1206", "2-1"), "rakutin": "1206", "konev": "1606"}, COMBAT, die=3)
    attack(game, "1206", "5-inf")
    assert (fought(game).defence, fought(game).code) == (3, "D1")
    game.apply(LOSE)
    lose(game, "rakutin")
    assert (where(game, "r1"), where(game, "rakutin")) == ("1206", "lost")


# Retreats


@pytest.mark.rule("PG-F9.7")
def test_empty_hexes_first_then_friends_and_never_an_open_zone_or_a_lake() -> None:
    pieces = {"5-inf": "1106", "r1": ("1206", "3-4"), "r2": "1306", "konev": "1606"}
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    assert ways_back(game) == {("1207",), ("1307",)}, "not to the friend in 1306"
    rows = ground_rows()
    river(rows, "1206", "1307", kind="lake")
    blocked = {**pieces, "7-inf": "1308", "15-inf": "1404"}
    game = stage(blocked, COMBAT, die=2, rows=rows)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    assert ways_back(game) == {("1306",)}, "1207 and 1307 lie in zones or across a lake; a friend covers 1306"


@pytest.mark.rule("PG-F9.7")
def test_with_no_way_it_dies() -> None:
    pieces = {"5-inf": "1106", "7-inf": "1308", "15-inf": "1405", "r1": ("1206", "3-4"), "konev": "1210"}
    game = stage(pieces, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    assert where(game, "r1") == "lost"


@pytest.mark.rule("PG-F9.7")
def test_overstacking_kills_and_the_owner_picks_among_those_who_retreated() -> None:
    fence = {"5-inf": "1106", "7-inf": "1308", "15-inf": "1404"}
    stacks = {"r4": "1306", "r5": "1306", "r1": ("1206", "3-4"), "r2": ("1206", "2-2"), "konev": "1606"}
    game = stage({**fence, **stacks}, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    assert fought(game).code == "D1/A1"
    game.apply(RETREAT)
    back(game, "r1", "1306")
    back(game, "r2", "1306")
    assert waits(game) == ("soviet", "remove")
    assert {action.piece for action in options(game)} == {piece(game, "r1"), piece(game, "r2")}  # type: ignore[attr-defined]
    game.apply(RemoveUnit(piece(game, "r1")))
    assert (where(game, "r1"), where(game, "r2"), where(game, "r4")) == ("lost", "1306", "1306")


@pytest.mark.rule("PG-F9.7")
def test_newcomers_add_nothing_and_die_with_their_hex() -> None:
    pieces = {
        "5-inf": "1106",
        "7-inf": "1308",
        "15-inf": "1405",
        "r1": ("1206", "5-8"),
        "r2": ("1306", "6-6"),
        "konev": "1606",
    }
    for second, lost in ((2, True), (6, True)):
        game = stage(pieces, COMBAT, seed=_seed((2, second)))
        attack(game, "1206", "5-inf")
        game.apply(RETREAT)
        back(game, "r1", "1306")
        game.apply(AdvanceUnit(None))
        refused(game, DeclareAttack(piece(game, "5-inf"), cell(game, "1306")), "PG-F9.2")
        attack(game, "1306", "15-inf")
        assert (fought(game).defence, fought(game).defenders) == (3, (piece(game, "r2"),))
        assert (where(game, "r1") == "lost") is lost, fought(game).code


def _seed(dice: tuple[int, int]) -> int:
    return seed_showing(*(("1d6", die) for die in dice))


@pytest.mark.rule("PG-F9.7")
def test_newcomers_survive_an_attack_that_hurts_only_the_attacker() -> None:
    pieces = {
        "5-inf": "1106",
        "7-inf": "1308",
        "15-inf": ("1405", 2),
        "r1": ("1206", "5-8"),
        "r2": ("1306", "3-8"),
        "konev": "1606",
    }
    game = stage(pieces, COMBAT, seed=_seed((2, 3)))
    attack(game, "1206", "5-inf")
    game.apply(RETREAT)
    back(game, "r1", "1306")
    game.apply(AdvanceUnit(None))
    attack(game, "1306", "15-inf")
    assert (fought(game).code, where(game, "r1")) == ("A1", "1306")


# Long advances


@pytest.mark.rule("PG-F9.8")
def test_two_hexes_where_the_defenders_were_wiped_out_the_first_of_them_theirs() -> None:
    game = stage({"5-inf": "1106", "7-inf": "1106", "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    found = advances(game, "5-inf")
    assert {way[0] for way in found} == {"1206"} and {len(way) for way in found} == {1, 2}
    assert ("1206", "1306") in found and ("1206", "1406") not in found
    advance(game, "5-inf", "1206", "1306")
    assert where(game, "5-inf") == "1306"


@pytest.mark.rule("PG-F9.8")
def test_a_single_step_given_up_wipes_the_hex_out_too() -> None:
    game = stage({"5-inf": "1106", "r1": ("1206", "3-4"), "konev": "1606"}, COMBAT, die=2)
    attack(game, "1206", "5-inf")
    game.apply(LOSE)
    lose(game, "r1")
    assert ("1206", "1307") in advances(game, "5-inf")


@pytest.mark.rule("PG-F9.8")
def test_advanced_units_fight_no_more_in_that_phase_and_keep_to_the_stacking_limit() -> None:
    pieces = {**division("7-panzer", "1106"), "5-inf": "1106", "r1": ("1206", "1-1"), "r2": "1307", "konev": "1606"}
    pieces["gd"] = "1308"
    game = stage(pieces, COMBAT, die=1)
    names = [*division("7-panzer", "1106"), "5-inf"]
    commit(game, "1206", *names)
    game.apply(FightBattle(cell(game, "1206")))
    for name in names[:3]:
        advance(game, name, "1206")
    assert ("1206",) not in advances(game, "5-inf"), "three units a hex"
    game.apply(AdvanceUnit(None))
    refused(game, DeclareAttack(piece(game, names[0]), cell(game, "1307")), "PG-F9.2")
    assert not game.judge(LoseStep(piece(game, names[0])))
