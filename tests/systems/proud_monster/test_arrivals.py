"""Proud Monster: reinforcements, reserve areas, tank brigades by dice, units on call (PM 5.2 to 5.4, 8)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.state.actions import Done, PlaceUnit
from engine.state.events import DieRolled, PhaseBegan
from engine.systems.proud_monster.entry import ShiftReserve
from tests.kit.guderian import (
    cell,
    label,
    move,
    phase,
    piece,
    points,
    quiet,
    refused,
    seed_showing,
    skip_to,
    waits,
    where,
)
from tests.kit.monster import MOVE, MUTUAL_AXIS, MUTUAL_SOVIET, SOVIET_MOVE, around, reinforced, stage


def coming(pieces: dict[str, object], phase: str, **position: object) -> Game:
    """A position on the training ground to which reinforcements come."""
    return stage(pieces, phase, setting=reinforced(), **position)


def offered(game: Game, prefix: str) -> set[str]:
    """The hexes in which a unit whose key begins so may be placed."""
    keys = {number: key for key, number in game.scenario.piece_index.items()}
    return {
        label(game, action.cell)
        for action in game.options()
        if isinstance(action, PlaceUnit) and keys[action.piece].startswith(prefix)
    }


def phases_of(turn: int) -> list[str]:
    game = coming({"inf-61": "0506", "rd-1": "1506"}, MUTUAL_AXIS, turn=turn)
    while game.decision is not None and game.state.turn == turn:
        game.apply(quiet(game))
    begun = [event for entry in game.log for event in entry.events if isinstance(event, PhaseBegan)]
    return [game.scenario.phases[event.phase].phase for event in begun if event.turn == turn]


@pytest.mark.rule("PM-5.2")
def test_a_turn_has_two_couplets_the_axis_first_between_reinforcement_and_the_check() -> None:
    couplets = [
        f"{side}-{what}-{number}"
        for number in (1, 2)
        for side in ("axis", "soviet")
        for what in ("movement", "assault")
    ]
    begun = phases_of(2)
    assert [phase for phase in begun if phase in couplets] == couplets
    assert begun.index("mutual-soviet") < begun.index(couplets[0]) and begun[-1] == "victory-check"
    for number in (1, 2):
        before = [begun.index(f"axis-{what}-{number}") for what in ("refit", "aircraft", "movement")]
        assert before == sorted(before), "refits and aircraft come before movement"


@pytest.mark.rule("PM-5.4")
def test_the_first_turn_has_one_couplet() -> None:
    assert phases_of(1)[-5:] == [
        "axis-movement-1",
        "axis-assault-1",
        "soviet-movement-1",
        "soviet-assault-1",
        "victory-check",
    ]
    assert not any(phase.endswith("-2") for phase in phases_of(1))


@pytest.mark.rule("PM-8.7", "PM-3.5")
def test_soviet_units_enter_in_places_they_hold_and_around_their_districts() -> None:
    game = coming({"rd-300": "2304", "inf-61": "1303"}, MUTUAL_SOVIET, turn=2, control={"riga": "german"})
    assert waits(game) == ("soviet", "arrive")
    around = {"1103", "1104", "1202", "1204", "1304"}
    assert offered(game, "rd") == {"1203", *around, "1807", "2203", "2204", "2211"} | {
        *("2103", "2104", "2105", "2202", "2205", "2303", "2304", "2305")
    }, "not in Riga, which is lost, and not where the enemy stands"
    unit = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
    refused(game, PlaceUnit(unit, cell(game, "1211")), "PM-8.7")
    refused(game, PlaceUnit(unit, cell(game, "1004")), "PM-17.6")
    lost = coming({"rd-300": "2304"}, MUTUAL_SOVIET, turn=2, control={"minsk": "german"})
    assert not offered(lost, "rd") & {"1203", *around}
    refused(lost, PlaceUnit(unit, cell(lost, "1104")), "PM-8.7")


@pytest.mark.rule("PM-8.7")
def test_a_hex_takes_no_more_than_may_stack() -> None:
    game = coming({"rd-300": "1807"}, MUTUAL_SOVIET, turn=2)
    for _ in range(4):
        unit = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
        game.apply(PlaceUnit(unit, cell(game, "1807")))
    assert "1807" not in offered(game, "rd") and "2203" in offered(game, "rd")


@pytest.mark.rule("PM-8.8")
def test_who_comes_from_the_reserve_in_his_own_player_turn_moves_with_all_he_has() -> None:
    game = coming({"inf-61": "0506"}, SOVIET_MOVE, turn=2)
    unit = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
    game.apply(PlaceUnit(unit, cell(game, "1807")))
    while not game.judge(Done()):
        game.apply(next(action for action in game.options() if isinstance(action, PlaceUnit)))
    game.apply(Done())
    moves = game.view(1).reach(unit)
    assert max(one.points(at) for one in moves for at in one.cells()) == game.table.face(unit).movement
    axis = coming({"rd-300": "2304"}, MOVE, turn=2)
    axis.apply(Done())
    axis.apply(PlaceUnit(piece(axis, "inf-15"), cell(axis, "0103")))
    assert axis.table.steps_left(piece(axis, "inf-15")) == 2, "at full strength"


@pytest.mark.rule("PM-8.8")
def test_reinforcements_act_at_once_with_all_they_have() -> None:
    game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=2)
    unit = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
    key = next(key for key, number in game.scenario.piece_index.items() if number == unit)
    game.apply(PlaceUnit(unit, cell(game, "1807")))
    while waits(game)[1] == "arrive":
        action = next(action for action in game.options() if isinstance(action, PlaceUnit))
        game.apply(action)
    skip_to(game, SOVIET_MOVE)
    moves = game.view(1).reach(unit)
    assert moves and max(one.points(at) for one in moves for at in one.cells()) == game.table.face(unit).movement
    assert where(game, key) == "1807"


@pytest.mark.rule("PM-8.1")
def test_the_soviet_reserve_holds_ten_units_and_gives_them_out_in_any_player_turn() -> None:
    game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=2)
    assert not game.judge(Done()), "twenty are due"
    for _ in range(10):
        refused(game, Done(), "PM-8.1")
        game.apply(next(action for action in game.options() if isinstance(action, PlaceUnit)))
    game.apply(Done())
    skip_to(game, SOVIET_MOVE)
    assert waits(game) == ("soviet", "arrive") and "1807" in offered(game, "")
    unit = next(action.piece for action in game.options() if isinstance(action, PlaceUnit))
    game.apply(PlaceUnit(unit, cell(game, "1807")))
    game.apply(Done())
    assert waits(game) == ("soviet", "move")
    skip_to(game, "soviet-movement-2")
    assert waits(game) == ("soviet", "arrive")


@pytest.mark.rule("PM-8.3")
def test_axis_reinforcements_enter_from_the_north_and_pay_or_go_south_first() -> None:
    game = coming({"inf-61": "0506"}, MOVE, turn=2)
    assert waits(game) == ("german", "shift")
    game.apply(ShiftReserve(piece(game, "inf-15")))
    refused(game, ShiftReserve(piece(game, "inf-15")), "PM-8.3")
    game.apply(Done())
    assert offered(game, "mot-60") == {f"01{row:02}" for row in range(1, 8)}
    assert offered(game, "inf-15") == set()
    refused(game, PlaceUnit(piece(game, "mot-60"), cell(game, "0109")), "PM-8.3")
    game.apply(PlaceUnit(piece(game, "mot-60"), cell(game, "0103")))
    game.apply(Done())
    assert game.table.state.spent[piece(game, "mot-60")] == 4
    game.apply(move(game, "mot-60", *(f"{column:02}03" for column in range(2, 13))))
    assert where(game, "mot-60") == "1203"
    skip_to(game, "axis-movement-2")
    game.apply(Done())
    assert offered(game, "inf-15") == {f"01{row:02}" for row in range(8, 14)}
    assert offered(game, "inf-52") == {f"01{row:02}" for row in range(1, 8)}


@pytest.mark.rule("PM-8.3", "PM-7.5")
@pytest.mark.parametrize(("key", "turn"), [("inf-250-sp", 8), ("croat-369", 8), ("french-638", 10)])
def test_spaniards_croats_and_frenchmen_come_by_the_north_as_germans_do(key: str, turn: int) -> None:
    game = coming({"inf-61": "0506"}, MOVE, turn=turn)
    assert game.judge(ShiftReserve(piece(game, key)))
    game.apply(Done())
    assert offered(game, key) == {f"01{row:02}" for row in range(1, 8)}


@pytest.mark.rule("PM-8.4", "PM-5.3")
def test_units_of_the_start_that_were_held_back_enter_like_reinforcements() -> None:
    game = coming({"inf-61": "0506"}, MOVE, turn=1)
    assert waits(game) == ("german", "arrive"), "nobody is sent south on the first turn"
    assert offered(game, "") == {f"01{row:02}" for row in range(1, 8)}


@pytest.mark.rule("PM-8.5")
def test_romanians_enter_by_their_own_country_and_keep_out_of_hungary() -> None:
    game = coming({"ro-inf-5": "0110", "hf-corps": "0109"}, MOVE, turn=4)
    game.apply(Done())
    assert offered(game, "ro-inf-1") == {"0110", "0111", "0112", "0113"}
    assert offered(game, "it-") == {f"01{row:02}" for row in range(8, 14)}
    refused(game, ShiftReserve(piece(game, "ro-inf-1")), "")
    game.apply(Done())
    refused(game, move(game, "ro-inf-5", "0109"), "PM-8.5")
    refused(game, move(game, "hf-corps", "0110"), "PM-8.5")


def brigades(lost: dict[str, str], dice: int = 7, **position: object) -> float:
    """How many tank brigades the dice of turn 3 have let come in all."""
    seed = seed_showing(("2d6", dice))
    game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=3, seed=seed, control=lost, **position)
    return game.table.count("granted.soviet-03-tb-dice")


@pytest.mark.rule("PM-8.9")
def test_tank_brigades_come_by_two_dice_less_three_for_each_great_city_lost() -> None:
    assert brigades({}) == 7
    assert brigades({"leningrad": "german"}) == brigades({"moscow-2": "german"}) == 4
    both = {"leningrad": "german", "moscow": "german", "moscow-2": "german"}
    assert brigades(both) == 1 and brigades(both, 2) == 0, "less than nothing is nothing"
    assert brigades({}, tallies={"granted.soviet-03-tb-dice": 44}) == 48, "there are no more than forty-eight"
    for granted, thrown in ((47, True), (48, False)):
        tallies = {"granted.soviet-03-tb-dice": granted}
        game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=3, tallies=tallies)
        rolled = [event.why for entry in game.log for event in entry.events if isinstance(event, DieRolled)]
        assert ("units that come by dice" in rolled) is thrown, granted
    game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=3, seed=seed_showing(("2d6", 7)))
    count = 0
    while offered(game, "tb"):
        action = next(
            action
            for action in game.options()
            if isinstance(action, PlaceUnit) and game.scenario.pieces[action.piece].pool == "tb"
        )
        game.apply(action)
        count += 1
    assert count == 7
    early = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=2)
    assert not offered(early, "tb") and early.table.count("granted.soviet-03-tb-dice") == 0


@pytest.mark.rule("PM-8.21")
def test_security_divisions_come_in_threes_for_a_point() -> None:
    game = coming({"inf-61": "0506"}, MUTUAL_AXIS, turn=4, control={"minsk": "german", "riga": "german"})
    assert waits(game) == ("german", "call")
    units = [key for key in game.scenario.piece_index if key.startswith("sec-")]
    first = sorted({action.piece for action in game.options() if isinstance(action, PlaceUnit)})
    assert len(first) == 9 and len(units) in (0, 9)
    assert game.decision is not None
    assert "call out security divisions for 1 victory point a group, or nobody" in game.decision.prompt
    refused(game, PlaceUnit(first[0], cell(game, "1807")), "PM-8.21")
    town = coming({"inf-61": "0506"}, MUTUAL_AXIS, turn=4, control={"riga": "german", "vyazma": "german"})
    assert offered(town, "sec-") == {"1211"}, "not in Vyazma, which is a mere town"
    others = {f"rd-{number}": at for number, at in enumerate(around("1211"), 1)}
    cut = coming({"inf-61": "0506", **others}, MUTUAL_AXIS, turn=4, control={"riga": "german", "minsk": "german"})
    assert offered(cut, "sec-") == {"1203"}, "no supply comes to Riga"
    game.apply(PlaceUnit(first[0], cell(game, "1203")))
    assert points(game, "german") == -1
    assert "place 2 more of the security divisions" in game.decision.prompt
    refused(game, Done(), "PM-8.21")
    for unit in first[1:3]:
        game.apply(PlaceUnit(unit, cell(game, "1211")))
    assert points(game, "german") == -1 and waits(game) == ("german", "call")
    game.apply(Done())
    none = coming({"inf-61": "0506"}, MUTUAL_AXIS, turn=4)
    assert phase(none) != MUTUAL_AXIS, "no place is held"


@pytest.mark.rule("PM-14.41")
def test_siege_artillery_is_organised_away_from_the_enemy_and_rests_for_a_couplet() -> None:
    held = {"minsk": "german", "riga": "german"}
    game = coming({"rd-300": "1204", "inf-61": "0506"}, MUTUAL_AXIS, turn=4, control=held)
    game.apply(Done())
    assert game.decision is not None and game.decision.prompt.endswith("call out ArKo, or nobody.")
    assert offered(game, "arko") == {"1211"}, "Minsk has an enemy beside it"
    closed = {where: game.judge(PlaceUnit(piece(game, "arko"), cell(game, where))).why for where in ("1203", "1607")}
    assert closed["1203"] == "ArKo is not placed beside the enemy."
    assert closed["1607"].endswith("that their side holds.")
    game.apply(PlaceUnit(piece(game, "arko"), cell(game, "1211")))
    skip_to(game, MOVE)
    while waits(game)[1] != "move":
        game.apply(Done())
    refused(game, move(game, "arko", "1212"), "PM-14.41")
    skip_to(game, "axis-movement-2")
    while waits(game)[1] != "move":
        game.apply(Done())
    assert game.judge(move(game, "arko", "1212"))


def test_a_full_town_is_refused_to_a_unit_on_call_for_want_of_room() -> None:
    full = dict.fromkeys((f"inf-{number}" for number in (1, 11, 21, 61, 217)), "1807")
    game = coming(full, MUTUAL_AXIS, turn=4, control={"tula": "german", "riga": "german"})
    game.apply(Done())
    assert offered(game, "arko") == {"1211"}
    said = game.judge(PlaceUnit(piece(game, "arko"), cell(game, "1807")))
    assert said.why == "There is no room for ArKo."


def test_units_that_are_set_aside_do_not_come() -> None:
    game = coming({"inf-61": "0506"}, MUTUAL_SOVIET, turn=11)
    assert not offered(game, "gds") and not offered(game, "air")


@pytest.mark.rule("PM-14.41")
def test_nobody_but_units_on_call_is_placed_and_only_where_supply_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = coming({"inf-61": "0506"}, MUTUAL_AXIS, turn=4, control={"riga": "german", "tula": "german"})
    game.apply(Done())
    for key in ("inf-61", "pz-1"):
        other = game.judge(PlaceUnit(piece(game, key), cell(game, "1211")))
        assert (other.legal, other.why) == (False, "Only units on call are placed now.")
    cut_off = cell(game, "1211")
    supply_comes = lambda _table, at, *_: at != cut_off  # noqa: E731
    monkeypatch.setattr("engine.systems.proud_monster.calls.place_meets", supply_comes)
    game.table.set_mark("resting", piece(game, "inf-61"))  # whatever was known before is asked again
    assert game.judge(PlaceUnit(piece(game, "arko"), cell(game, "1807")))
    there = game.judge(PlaceUnit(piece(game, "arko"), cut_off))
    assert not there and there.why.startswith("ArKo is placed where it is ") and there.case == "PM-14.41"
