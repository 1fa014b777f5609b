"""Proud Monster: Guards conversions, and divisions that come back from the dead pile (PM 8.11, 8.13)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.play import Game
from engine.records import Rows
from engine.records.board import RegionCell
from engine.rules.exchange import Exchange, Exchanges, ExchangeUnits
from engine.rules.returns import DeadReturned, ReturningDead
from engine.state.actions import Done, PlaceUnit
from engine.state.events import UnitRevealed
from tests.kit.guderian import cell, face, piece, refused, waits, where
from tests.kit.monster import MOVE, MUTUAL_SOVIET, ground_rows, last, reinforced, stage, supplied


def convert(game: Game, key: str, number: int = 0) -> ExchangeUnits:
    """The action that gives a piece up in one of the exchanges of the scenario."""
    return ExchangeUnits(number, (piece(game, key),))


def given_up(game: Game) -> set[str]:
    """Whoever may be given up now."""
    keys = {number: key for key, number in game.scenario.piece_index.items()}
    return {keys[action.piece] for action in game.options() if isinstance(action, ExchangeUnits)}


GONE = -3


@pytest.mark.rule("PM-8.11")
def test_a_tried_division_becomes_guards_where_it_stands() -> None:
    game = stage({"rd-1": ("1506", "3-3"), "rd-2": ("1506", "1-1"), "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)
    assert waits(game) == ("soviet", "exchange") and given_up(game) == {"rd-1", "rd-2"}
    game.apply(convert(game, "rd-1"))
    assert where(game, "gds-rd-1") == "1506" and face(game, "gds-rd-1") == 0
    assert game.state.cell[piece(game, "rd-1")] == GONE, "it never comes back from any pile"
    assert game.table.steps_left(piece(game, "gds-rd-1")) == 2
    game.apply(convert(game, "rd-2"))
    assert where(game, "gds-rd-2") == "1506"
    assert game.state.cell[piece(game, "gds-rd-3")] == -1, "one for one"


@pytest.mark.rule("PM-8.11", "PM-17.6")
@pytest.mark.parametrize(
    ("turn", "unit", "pool", "most"),
    [
        (7, "gds-rd", "rd", 7),
        (7, "gds-mrd", "mrd", 1),
        (10, "gds-tb", "tb", 1),
        (11, "gds-rd", "rd", 2),
        (11, "gds-cd", "cd", 4),
        (8, "gds-rd", "rd", 0),
        (10, "gds-rd", "rd", 0),
    ],
)
def test_so_many_become_guards_on_their_turns_and_never_later(turn: int, unit: str, pool: str, most: int) -> None:
    strength = {"rd": "1-1", "cd": "1-1", "tb": "1-1", "mrd": "2-2"}[pool]
    cells = [f"15{row:02}" for row in range(2, 12)]
    own = {f"{pool}-{n}": (at, strength) for n, at in zip(range(1, most + 3), cells, strict=False)}
    gone = {f"gds-rd-{n}": "" for n in range(1, 8)} if (turn, unit) == (11, "gds-rd") else {}
    game = stage({**own, "inf-61": "0506"}, MUTUAL_SOVIET, turn=turn, gone=gone)
    numbers = [n for n, each in enumerate(rule(game).exchanges) if each.takes[0].units.flags == (unit,)]
    number = next((n for n in numbers if turn in rule(game).exchanges[n].turns), numbers[0])
    made = 0
    for key in own:
        if game.judge(convert(game, key, number)):
            game.apply(convert(game, key, number))
            made += 1
    assert made == min(most, len(own))
    if most and most <= len(own):
        assert not game.judge(convert(game, list(own)[-1], number)), "the number for the turn is used up"


@pytest.mark.rule("PM-8.11", "PM-17.6")
def test_turn_11_makes_two_rifle_divisions_guards_even_if_more_counters_are_left() -> None:
    own = {f"rd-{n}": (f"15{n + 1:02}", "1-1") for n in range(1, 5)}
    game = stage({**own, "inf-61": "0506"}, MUTUAL_SOVIET, turn=11)
    number = next(n for n, each in enumerate(rule(game).exchanges) if each.turns == (11,) and "rd" in pools_of(each))
    for key in list(own)[:2]:
        game.apply(convert(game, key, number))
    assert game.state.cell[piece(game, "gds-rd-3")] == -1, "those of turn 7 that were forgone"
    assert not any(game.judge(convert(game, key, number)) for key in list(own)[2:])


def pools_of(exchange: Exchange) -> tuple[str, ...]:
    """The pools that an exchange takes its units from."""
    return exchange.gives[0].units.pools


KINDS = {"rd": "3-3", "cd": "1-1", "td": "4-2", "mrd": "2-2", "rb": "1-1", "tb": "1-1"}


@pytest.mark.rule("PM-8.11")
@pytest.mark.parametrize("number", range(5))
def test_only_a_unit_of_the_same_kind_becomes_guards(number: int) -> None:
    exchanges = rule(stage({"rd-1": "1506", "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)).exchanges
    own = {f"{pool}-1": (f"15{row:02}", strength) for row, (pool, strength) in enumerate(KINDS.items(), 2)}
    game = stage({**own, "inf-61": "0506"}, MUTUAL_SOVIET, turn=exchanges[number].turns[0])
    (wanted,) = {flag.removeprefix("gds-") for flag in exchanges[number].takes[0].units.flags}
    assert {key for key in own if game.judge(convert(game, key, number))} == {f"{wanted}-1"}


@pytest.mark.rule("PM-8.11")
@pytest.mark.parametrize("number", range(5))
def test_of_every_kind_an_untried_unit_waits_until_no_tried_one_can_be_taken(number: int) -> None:
    exchange = rule(stage({"rd-1": "1506", "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)).exchanges[number]
    (pool,) = pools_of(exchange)
    both = {f"{pool}-1": "1506", f"{pool}-2": ("1508", KINDS[pool]), "inf-61": "0506"}
    game = stage(both, MUTUAL_SOVIET, turn=exchange.turns[0])
    refused(game, convert(game, f"{pool}-1", number), "PM-8.11")
    assert game.judge(convert(game, f"{pool}-2", number))


def rule(game: Game) -> Exchanges:
    return game.table.mechanism(Exchanges)


@pytest.mark.rule("PM-8.11")
def test_nobody_beside_the_enemy_is_converted() -> None:
    game = stage({"rd-1": ("0606", "3-3"), "rd-2": ("1506", "1-1"), "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)
    assert given_up(game) == {"rd-2"}
    refused(game, convert(game, "rd-1"), "PM-8.11")


@pytest.mark.rule("PM-8.11")
def test_untried_units_are_converted_only_where_no_other_can_be() -> None:
    both = stage({"rd-1": "1506", "rd-2": ("1508", "1-1"), "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)
    refused(both, convert(both, "rd-1"), "PM-8.11")
    near = stage({"rd-1": "1506", "rd-2": ("0606", "1-1"), "inf-61": "0506"}, MUTUAL_SOVIET, turn=7)
    assert given_up(near) == {"rd-1"}, "the tried one stands beside the enemy"
    near.apply(convert(near, "rd-1"))
    shown = last(near, UnitRevealed)
    assert shown.piece == piece(near, "rd-1"), "it is turned up as it goes, so that the pool stays known"
    assert where(near, "gds-rd-1") == "1506"


@pytest.mark.rule("PM-8.11")
def test_a_unit_out_of_supply_or_not_in_full_supply_is_not_converted() -> None:
    far = {"rd-1": ("1005", "3-3"), "rd-2": ("2006", "1-1"), "inf-61": "0506"}
    game = stage(far, MUTUAL_SOVIET, turn=7, setting=supplied())
    assert given_up(game) == {"rd-1", "rd-2"}
    wall = {
        f"inf-{n}": f"12{row:02}"
        for row, n in enumerate((217, 291, 1, 21, 11, 30, 126, 122, 123, 290, 32, 254, 206), 1)
    }
    cut = stage({**far, **wall}, MUTUAL_SOVIET, turn=7, setting=supplied())
    assert given_up(cut) == {"rd-2"}, "a wall of divisions cuts the other off from the east"
    poor = stage(far, MUTUAL_SOVIET, turn=7, setting=supplied(15))
    assert given_up(poor) == {"rd-1"}, "full supply is asked for"
    refused(poor, convert(poor, "rd-2"), "PM-8.11")


@pytest.mark.rule("PM-8.11")
def test_a_conversion_in_the_reserve_leaves_the_guards_in_the_reserve() -> None:
    game = stage({"inf-61": "0506"}, MUTUAL_SOVIET, turn=7, setting=reinforced())
    assert waits(game) == ("soviet", "exchange")
    waiting = next(action for action in game.options() if isinstance(action, ExchangeUnits) and action.exchange == 0)
    before = game.table.count("arrived.soviet-02-rd")
    game.apply(waiting)
    assert where(game, "gds-rd-1") == "off" and game.state.cell[waiting.piece] == GONE
    assert game.table.count("arrived.soviet-02-rd") == before + 1, "the schedule owes one less"
    game.apply(Done())
    assert waits(game) == ("soviet", "arrive")
    game.apply(PlaceUnit(piece(game, "gds-rd-1"), cell(game, "2203")))
    assert where(game, "gds-rd-1") == "2203"
    refused(game, PlaceUnit(piece(game, "gds-rd-2"), cell(game, "2203")), "PM-8.1")


@pytest.mark.rule("PM-8.11")
def test_whoever_is_in_reserve_stands_beside_no_enemy_wherever_he_is() -> None:
    """2412 lies beside the last hex of the ground."""
    far, near = (stage({"inf-61": at}, MUTUAL_SOVIET, turn=7, setting=reinforced()) for at in ("0506", "2412"))
    assert cell(near, "2413") == near.setting.board.size - 1
    assert given_up(near) == given_up(far) != set()


# Divisions from the dead pile


def dead(game_turn: int, many: int, *, rows: Rows | None = None, **position: Any) -> Game:
    """The Soviet reinforcement phase with dead rifle divisions: half of them good, half of them bad."""
    lost = {f"rd-{n}": unit for n, unit in enumerate(good_and_bad(many), 1)}
    return stage({"rd-300": "2304", "inf-61": "0506"}, MUTUAL_SOVIET, turn=game_turn, rows=rows, lost=lost, **position)


def good_and_bad(many: int) -> list[str]:
    """Units of the rifle pool in turn from its best and its worst."""
    scenario = supplied().scenario
    pool = [counter for counter in scenario.counters if counter.unit.pool == "rd"]
    pool.sort(key=lambda counter: counter.faces[0].attack + counter.faces[0].defence)
    ends = [(pool[n], pool[-1 - n]) for n in range(many)]
    return [counter.unit.unit for pair in ends for counter in pair][:many]


RATES = {3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5, 12: 6}


@pytest.mark.rule("PM-8.13")
@pytest.mark.parametrize(("turn", "rate"), [(2, 0), *RATES.items()])
def test_so_many_divisions_come_back_for_every_district(turn: int, rate: int) -> None:
    game = dead(turn, 20)
    back = [event for entry in game.log for event in entry.events if isinstance(event, DeadReturned)]
    assert sum(len(event.pieces) for event in back) == min(20, 3 * rate), "Minsk and both hexes of Moscow"


@pytest.mark.rule("PM-8.13")
def test_a_district_that_is_lost_or_cut_off_gives_nothing() -> None:
    lost = dead(4, 20, control={"minsk": "german"})
    assert len(last(lost, DeadReturned).pieces) == 4
    rule = lost.table.mechanism(ReturningDead)
    assert [lost.setting.board.label(at) for at in rule.held(lost.table, 1)] == ["2203", "2204"]  # type: ignore[arg-type]
    strong = dead(4, 20, setting=supplied())
    assert len(last(strong, DeadReturned).pieces) == 6
    poor = supplied(15)
    game = stage({"rd-300": "2304", "inf-61": "0506"}, MUTUAL_SOVIET, turn=4, setting=poor, lost={"rd-1": "rd-10"})
    held = game.table.mechanism(ReturningDead).held(game.table, 1)
    assert [game.setting.board.label(at) for at in held] == ["1203"], "only overland and in full"  # type: ignore[arg-type]


@pytest.mark.rule("PM-8.13")
def test_the_best_come_back_face_down_and_enter_like_reinforcements() -> None:
    game = dead(3, 8)
    event = last(game, DeadReturned)
    assert len(event.pieces) == 3
    assert all(game.state.counter[each] is None for each in event.pieces), "nobody knows who is who"
    members = game.table.pool_of(event.pieces[0])
    worth = sorted(face.attack + face.defence for _, face in members)
    assert len(members) == 3 and worth[0] >= 9, "the strongest of the dead"
    assert waits(game) == ("soviet", "arrive")
    unit = event.pieces[0]
    refused(game, PlaceUnit(unit, cell(game, "1006")), "PM-8.13")
    game.apply(PlaceUnit(unit, cell(game, "2203")))
    game.table.reveal(unit)
    counter = game.state.counter[unit]
    assert counter is not None and counter in event.counters


@pytest.mark.rule("PM-8.13")
def test_only_rifle_divisions_come_back_and_never_those_out_of_the_game() -> None:
    lost = {"td-1": "td-8", "cd-1": "cd-24", "gds-rd-1": "", "rd-1": "rd-10"}
    game = stage({"inf-61": "0506"}, MUTUAL_SOVIET, turn=5, lost=lost, gone={"rd-2": "rd-90"})
    assert last(game, DeadReturned).pieces == (piece(game, "rd-1"),)
    assert game.state.cell[piece(game, "rd-2")] == GONE


@pytest.mark.rule("PM-8.13", "PM-8.1")
def test_more_than_the_reserve_holds_must_come_on_and_nothing_is_saved_up() -> None:
    game = dead(12, 18)
    assert len(last(game, DeadReturned).pieces) == 18
    refused(game, Done(), "PM-8.1")
    for _ in range(8):
        action = next(each for each in game.options() if isinstance(each, PlaceUnit))
        game.apply(action)
    game.apply(Done())
    assert len(game.table.bearing("returned")) == 10, "ten stay in the reserve"
    undone = game.state.copy()
    while game.cursor > 1:
        assert game.undo(through_dice=True)
    game.go_to(len(game.log))
    assert game.state == undone


@pytest.mark.rule("PM-8.13")
def test_where_there_is_no_room_the_rest_is_forfeit() -> None:
    rows = ground_rows()
    for row in list(rows.all(RegionCell)):
        if row.region == "soviet-entry":
            rows.drop(RegionCell, *row.identity())
    game = dead(12, 18, rows=rows)
    assert len(game.table.bearing("returned")) == 10
    again = [key for key in (f"rd-{n}" for n in range(1, 19)) if where(game, key) == "lost"]
    assert len(again) == 8


@pytest.mark.rule("PM-8.13")
@pytest.mark.parametrize(("many", "left"), [(2, 2), (9, 9), (10, 10), (11, 10), (12, 10)])
def test_a_reserve_that_is_not_full_keeps_all_who_are_back(many: int, left: int) -> None:
    game = dead(12, 18)
    back = sorted(game.table.bearing("returned"))
    for each in back[many:]:
        game.table.set_mark("returned", each, None)
    rule = game.table.mechanism(ReturningDead)
    msgspec.structs.replace(rule, phases=(MOVE,)).closing(game.table, 1)
    msgspec.structs.replace(rule, side="german").closing(game.table, 1)
    assert len(game.table.bearing("returned")) == many, "nobody is forfeit while they may come on, or without a limit"
    rule.closing(game.table, 1)
    assert len(game.table.bearing("returned")) == left
