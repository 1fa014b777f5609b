"""Panzergruppe Guderian: sequence of play, set-up, the first turn, the western columns (PG 4, 5, 6.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.play import Game
from engine.state.actions import Done, MoveUnit, PlaceUnit
from engine.state.events import Noted, PhaseBegan
from engine.systems.guderian.first_turn import FirstTurn
from tests.kit.boards import rail, river
from tests.kit.guderian import (
    COMBAT,
    RETREAT,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    attack,
    cell,
    fought,
    ground_rows,
    label,
    last,
    march,
    move,
    overrun,
    phase,
    piece,
    price,
    quiet,
    reach,
    real,
    refused,
    seed_showing,
    stage,
    terrain,
    waits,
    where,
)

ARMIES = {"16th": "16-army-rifle", "13th": "13-army-rifle"}
"""By army, a line of the set-up that lays it out."""


@pytest.mark.rule("PG-5.1")
def test_twelve_turns_of_soviet_and_german_phases_in_their_order() -> None:
    game = stage({"gd": "0106", "r1": "4010"}, SOVIET_MOVE, turn=1)
    while game.decision is not None:
        game.apply(quiet(game))
    began = [event for entry in game.log for event in entry.events if isinstance(event, PhaseBegan)]
    phases = [game.scenario.phases[event.phase].phase for event in began if event.turn == 3]
    assert phases == [
        "soviet-movement",
        "soviet-combat",
        "soviet-disruption",
        "soviet-interdiction",
        "german-initial-movement",
        "german-combat",
        "german-mechanised-movement",
        "german-disruption",
        "german-air-interdiction",
    ]
    assert sorted({event.turn for event in began}) == list(range(1, 13))
    assert game.outcome is not None


# Set-up


def set_up(seed: int = 1) -> Game:
    """The set-up done, no air marker laid, at the first Soviet movement."""
    game = Game.begin(real(), seed)
    while waits(game)[1] == "set-up":
        places = [action for action in game.options() if isinstance(action, PlaceUnit)]
        game.apply(min(places, key=lambda action: (len(game.table.stack(action.cell)), action.cell)))
    game.apply(Done())
    return game


@pytest.mark.rule("PG-F5.1")
def test_five_armies_of_thirty_nine_units_three_of_them_too_many_for_their_hex() -> None:
    game = Game.begin(real(), 1)
    assert waits(game) == ("soviet", "set-up")
    first = next(iter(game.options()))
    assert isinstance(first, PlaceUnit)
    refused(game, PlaceUnit(first.piece, cell(game, "0122")), "PG-F5.1")
    for _ in range(3):
        placed = next(action for action in game.options() if action.cell == cell(game, "0123"))  # type: ignore[union-attr]
        game.apply(placed)
    fourth = next(iter(game.options()))
    refused(game, PlaceUnit(fourth.piece, cell(game, "0123")), "PG-F5.1")  # type: ignore[union-attr]
    game = set_up()
    on_map = game.table.on_map(1)
    arrived = game.table.bearing("fresh")
    began = [at for at in on_map if at not in arrived]
    assert len(began) == 39 and not game.table.on_map(0)
    crowds = Counter(label(game, game.state.cell[at]) for at in began)
    assert (crowds["4015"], crowds["2216"], crowds["1414"]) == (7, 7, 5)
    areas = {f"01{row:02}" for row in (*range(8, 16), *range(23, 27))}
    assert set(crowds) - {"4015", "2216", "1414"} <= areas
    assert all(game.state.counter[at] is None for at in began if game.table.scenario.pieces[at].pool)


# The armies of the first turn


def first_turn(pieces: dict[str, object], army: str, *rolls: tuple[str, int], rows: object = None) -> Game:
    """A position of the first Soviet movement phase with units of one army."""
    lines = dict.fromkeys(pieces, ARMIES[army])
    seed = seed_showing(*rolls) if rolls else 1
    return stage(pieces, SOVIET_MOVE, turn=1, lines=lines, seed=seed, rows=rows)  # type: ignore[arg-type]


CROWD = dict.fromkeys(("r1", "r2", "r3", "r4", "r5", "lukin"), "2006")


@pytest.mark.rule("PG-F5.2")
def test_an_army_marches_only_on_a_one_to_three() -> None:
    for die in (3, 4):
        game = first_turn(CROWD, "16th", ("1d6", die))
        assert ("does not march" in last(game, Noted).text) is (die > 3)
        assert bool(game.judge(move(game, "r1", "2106", "2206"))) is (die <= 3)


@pytest.mark.rule("PG-F5.2")
@pytest.mark.parametrize(("die", "may"), [(3, True), (4, False)])
def test_a_halted_army_overruns_nobody(die: int, may: bool) -> None:
    game = first_turn(CROWD, "16th", ("1d6", die))
    rule, units = game.table.mechanism(FirstTurn), (piece(game, "r1"), piece(game, "r2"))
    verdict = rule.may_overrun(game.table, units)
    assert (verdict is None) is may and (verdict is None or (not verdict and verdict.case == "PG-F5.2"))


@pytest.mark.rule("PG-F5.2")
def test_a_halted_army_only_steps_aside_where_too_many_stand() -> None:
    game = first_turn(CROWD, "16th", ("1d6", 6))
    refused(game, move(game, "r1", "2106", "2206"), "PG-F5.2")
    refused(game, move(game, "lukin", "2106"), "PG-F5.2")
    refused(game, march(game, ("r1", "r2", "r3"), "2106"), "PG-F5.2")
    game.apply(march(game, ("r1", "r2"), "2106"))
    refused(game, move(game, "r1", "2206"), "PG-F5.2")
    refused(game, move(game, "r3", "2106"), "PG-F5.2")
    game.apply(Done())
    assert where(game, "r3") == "2006"


@pytest.mark.rule("PG-F5.2")
def test_halted_and_marching_armies_take_no_train() -> None:
    rows = ground_rows()
    rail(rows, *(f"{column:02}06" for column in range(3, 30)))
    far = [f"{column:02}06" for column in range(21, 29)]
    game = first_turn(CROWD, "16th", ("1d6", 6), rows=rows)
    refused(game, move(game, "r1", *far), "PG-F5.2")
    game = first_turn({"r1": "2006", "remezov": "2006"}, "13th", rows=rows)
    refused(game, move(game, "r1", *far), "PG-F5.2")


@pytest.mark.rule("PG-F5.2")
def test_a_marching_unit_goes_as_far_as_it_can_never_west_and_nowhere_twice() -> None:
    game = first_turn({"r1": "1010", "r2": "1410", "remezov": "1211"}, "13th")
    assert "must march on" in refused(game, Done(), "PG-F5.2")
    refused(game, move(game, "r1", "0910"), "PG-F5.2")
    refused(game, move(game, "r1", "1011", "1010"), "PG-F5.2")
    refused(game, move(game, "r1", "1011", "1012", "1011"), "PG-F5.2")
    game.apply(move(game, "r1", "1011", "1012"))
    refused(game, move(game, "r1", "1011"), "PG-F5.2")
    game.apply(move(game, "r2", "1510"))
    refused(game, Done(), "PG-F5.2")
    game.apply(move(game, "r1", "1013"))
    assert where(game, "r1") == "1013", "another moved in between, but it owes its march"
    while not game.judge(Done()):
        owing = next(at for at in game.table.on_map(1) if not game.table.verdict("owes", at))
        steps = [action for action in game.options() if isinstance(action, MoveUnit) and action.piece == owing]
        game.apply(max(steps, key=lambda action: len(action.path)))
    assert [game.state.spent[piece(game, name)] / 4 for name in ("r1", "r2")] == [6, 6]


@pytest.mark.rule("PG-F5.2")
def test_the_march_ends_where_no_step_can_be_paid() -> None:
    rows = ground_rows()
    terrain(rows, "swamp", *(f"{column:02}{row:02}" for column in range(3, 9) for row in range(1, 14)))
    game = first_turn({"r1": "0407", "remezov": "4401"}, "13th", rows=rows)
    assert not game.table.verdict("owes", piece(game, "r1"))
    game.apply(move(game, "r1", "0507"))
    assert game.table.verdict("owes", piece(game, "r1")), "a point is left, and every step costs two"


@pytest.mark.rule("PG-F5.2")
def test_whoever_does_not_get_out_of_the_western_columns_is_lost() -> None:
    rows = ground_rows(roads=False)
    terrain(rows, "swamp", *(f"{column:02}{row:02}" for column in (2, 3) for row in range(1, 14)))
    for row in range(1, 14):
        river(rows, f"02{row:02}", *(f"03{other:02}" for other in (row, row + 1) if other <= 13))
        river(rows, f"01{row:02}", *(f"02{other:02}" for other in (row - 1, row) if other >= 1))
    game = stage(
        {"r1": "0107", "r2": "0110", "konev": "4401"},
        SOVIET_MOVE,
        turn=1,
        rows=rows,
        lines={"r1": "20-army-rifle", "r2": "13-army-rifle"},
        marks={"fresh": {"r1": 1, "r2": 1}},
        markers={"air-1": "0207"},
    )
    game.apply(move(game, "r2", "0210", "0310"))
    game.apply(move(game, "r1", "0207"))
    while not game.judge(Done()):
        game.apply(next(action for action in game.options() if isinstance(action, MoveUnit)))
    game.apply(Done())
    assert (where(game, "r1"), where(game, "r2")) == ("lost", "0310")


@pytest.mark.rule("PG-F5.2")
def test_on_the_real_map_all_of_the_thirteenth_and_twentieth_get_away() -> None:
    game = set_up(seed_showing(("1d6", 5), ("1d6", 2)))
    notes = [event.text for entry in game.log for event in entry.events if isinstance(event, Noted)]
    assert any("16th Army does not march" in text for text in notes)
    assert any("19th Army marches" in text for text in notes)
    while waits(game)[1] in ("arrive", "buy"):
        game.apply(Done() if game.judge(Done()) else next(iter(game.options())))
    refused(game, Done(), "PG-F5.2")
    rule = game.table.mechanism(FirstTurn)
    marching = [at for army in rule.armies if army.marches for at in rule.units(game.table, army)]
    for at in marching:
        while not game.table.verdict("owes", at):
            group = [each for each in game.options().of(at) if isinstance(each, MoveUnit)]
            game.apply(max(group, key=lambda action: (action.path[-1] % 59, len(action.path))))
    game.apply(Done())
    while waits(game)[1] == "remove":
        game.apply(next(iter(game.options())))
    assert all(game.state.cell[at] % 59 >= 2 for at in marching if game.state.cell[at] >= 0)
    assert sum(game.state.cell[at] >= 0 for at in marching) > 10


# The western columns


@pytest.mark.rule("PG-F6.4")
def test_no_soviet_enters_the_western_columns_before_turn_seven() -> None:
    for turn in (6, 7):
        game = stage({"r1": "0307", "konev": "0507", "gd": "4401"}, SOVIET_MOVE, turn=turn)
        if turn == 6:
            assert "before turn 7" in refused(game, move(game, "r1", "0206"), "PG-F6.4")
            assert not any(to.startswith("02") for to in reach(game, "r1"))
        else:
            assert price(game, "r1", "0206") == 1


@pytest.mark.rule("PG-F6.4")
def test_nor_by_retreat_advance_or_overrun() -> None:
    fence = {"5-inf": "0406", "7-inf": "0404", "15-inf": "0409", "gd": "1010"}
    game = stage({**fence, "r1": ("0307", "3-4"), "konev": "1401"}, COMBAT, turn=5, die=2)
    attack(game, "0307", "5-inf")
    game.apply(RETREAT)
    assert where(game, "r1") == "lost", "the only way led west"
    game = stage({**fence, "r1": ("0307", "3-4"), "konev": "1401"}, COMBAT, turn=7, die=2)
    attack(game, "0307", "5-inf")
    game.apply(RETREAT)
    assert waits(game) == ("german", "retreat")
    pieces = {"r1": ("0307", "9-8"), "konev": "0307", "5-inf": ("0206", 3)}
    game = stage(pieces, SOVIET_MOVE, turn=5, die=1)
    refused(game, overrun(game, "0206", "r1"), "PG-F6.4")
    game = stage(pieces, SOVIET_COMBAT, turn=5, die=1)
    attack(game, "0206", "r1")
    assert phase(game) != SOVIET_COMBAT or waits(game)[1] != "advance"


@pytest.mark.rule("PG-F6.4")
def test_lines_may_pass_through_them() -> None:
    pieces = {"r1": ("0304", "3-3"), "remezov": "0307", "5-inf": "0404", "7-inf": "0406"}
    game = stage(pieces, SOVIET_COMBAT, turn=5, die=1)
    attack(game, "0404", "r1")
    assert fought(game).attack == 3, "led round by column 02"
