"""Panzergruppe Guderian: who attacks whom, odds, terrain, untried divisions (PG 9.1 to 9.5, 12)."""

from __future__ import annotations

import pytest

from engine.records.board import Place
from engine.state.actions import AddTarget, AdvanceUnit, DeclareAttack, Done, FightBattle, WithdrawAttack
from engine.state.events import DieRolled, UnitEliminated, UnitRevealed
from tests.kit.boards import place, river
from tests.kit.guderian import (
    COMBAT,
    LOSE,
    SOVIET_COMBAT,
    advances,
    attack,
    back,
    cell,
    commit,
    drawing,
    fought,
    ground_rows,
    last,
    lose,
    phase,
    piece,
    refused,
    seed_showing,
    stage,
    terrain,
    waits,
    where,
)

FACES = {9: 0, 4: 1, 2: 2, 1: 3}
KEYS = ("5-inf", "7-inf", "15-inf")
COLUMNS = {
    "1:3": ((1,), "1-3"),
    "1:2": ((1,), "2-2"),
    "1:1": ((1,), "1-1"),
    "2:1": ((2,), "1-1"),
    "3:1": ((2, 1), "1-1"),
    "4:1": ((4,), "1-1"),
    "5:1": ((4, 1), "1-1"),
    "6:1": ((4, 2), "1-1"),
    "7:1": ((4, 2, 1), "1-1"),
    "8:1": ((4, 4), "1-1"),
    "9:1": ((9,), "1-1"),
    "10:1": ((9, 1), "1-1"),
}
"""By column, German strengths and a division that make it."""

TABLE = """
    A1  D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De    De
    A1  Eng   D1/A1 D1    D2    D2    D2    D2    De/A1 De    De    De
    A1  A1    D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De    De
    A2  A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De/A1 De
    Ae  A2    A1    Eng   D1/A1 D1/A1 D1    D2/A1 D2    D2    D2    De
    Ae  Ae    A2    A1    Eng   Eng   D1/A1 D1    D2/A1 D2    D2    D2
"""


def germans(strengths: tuple[int, ...], at: str = "1106") -> dict[str, object]:
    return {key: (at, FACES[strength]) for key, strength in zip(KEYS, strengths, strict=False)}


@pytest.mark.rule("PG-9.8")
@pytest.mark.parametrize("column", COLUMNS)
def test_every_cell_of_the_table_is_fought(column: str) -> None:
    strengths, defender = COLUMNS[column]
    at = list(COLUMNS).index(column)
    for die, line in enumerate(TABLE.strip().splitlines(), 1):
        pieces = germans(strengths)
        game = stage({**pieces, "r1": ("1206", defender), "konev": "1506"}, COMBAT, die=die)
        attack(game, "1206", *pieces)
        assert (fought(game).column, fought(game).total, fought(game).code) == (column, die, line.split()[at])


@pytest.mark.rule("PG-9.1")
@pytest.mark.parametrize(
    ("strengths", "defender", "column"),
    [
        ((9,), "3-3", "3:1"),
        ((9,), "3-4", "2:1"),
        ((9,), "3-5", "1:1"),
        ((9, 9, 1), "1-2", "9:1"),
        ((9, 9, 2), "1-2", "10:1"),
        ((9, 9, 9), "1-1", "10:1"),
        ((4,), "5-8", "1:2"),
        ((2,), "6-7", "1:3"),
        ((1,), "9-8", "1:3"),
        ((4,), "3-5", "1:2"),
    ],
)
def test_odds_are_rounded_for_the_defender_and_end_at_the_edges(
    strengths: tuple[int, ...], defender: str, column: str
) -> None:
    pieces = germans(strengths)
    game = stage({**pieces, "r1": ("1206", defender), "konev": "1506"}, COMBAT, die=1)
    attack(game, "1206", *pieces)
    assert fought(game).column == column


@pytest.mark.rule("PG-9.2", "PG-F9.33")
@pytest.mark.parametrize(
    ("forest", "city", "first", "second", "times"),
    [
        (True, False, False, False, 2),
        (False, True, False, False, 2),
        (False, False, True, True, 2),
        (False, False, True, False, 1),
        (True, False, True, True, 3),
        (False, True, True, True, 3),
        (True, True, True, True, 4),
        (True, False, True, False, 2),
    ],
)
def test_terrain_multiplies_the_defence_and_multiples_add_less_one(
    forest: bool, city: bool, first: bool, second: bool, times: int
) -> None:
    rows = ground_rows()
    if forest:
        terrain(rows, "forest", "1206")
    if city:
        place(rows, "Orsha", "1206", kind="major-city", owner="soviet", key="orsha")
    if first:
        river(rows, "1106", "1206")
    if second:
        river(rows, "1205", "1206")
    pieces = {"5-inf": "1106", "7-inf": "1205", "r1": ("1206", "3-3"), "konev": "1506"}
    game = stage(pieces, COMBAT, die=1, rows=rows)
    attack(game, "1206", "5-inf", "7-inf")
    assert fought(game).defence == 3 * times


@pytest.mark.rule("PG-9.2")
def test_swamps_and_small_towns_help_nobody_and_no_attack_crosses_a_lake() -> None:
    rows = ground_rows()
    terrain(rows, "swamp", "1206")
    place(rows, "Krasny", "1206", kind="minor-city", owner="soviet", key="krasny")
    river(rows, "1106", "1206", kind="lake")
    game = stage({"5-inf": "1106", "7-inf": "1205", "r1": ("1206", "3-3"), "konev": "1506"}, COMBAT, die=1, rows=rows)
    refused(game, DeclareAttack(piece(game, "5-inf"), cell(game, "1206")), "PG-9.2")
    attack(game, "1206", "7-inf")
    assert fought(game).defence == 3
    assert rows.get(Place, "krasny") is not None


# Who attacks whom


@pytest.mark.rule("PG-F9.2")
def test_attacking_is_voluntary_and_a_unit_attacks_once_and_is_attacked_once() -> None:
    pieces = {"5-inf": "1106", "7-inf": "1207", "r1": ("1206", "3-3"), "r2": ("1306", "3-3"), "konev": "1606"}
    game = stage(pieces, COMBAT, die=6)
    game.apply(Done())
    assert phase(game) == "german-mechanised-movement", "nobody has to attack"
    game = stage(pieces, COMBAT, die=6)
    commit(game, "1206", "5-inf")
    refused(game, DeclareAttack(piece(game, "5-inf"), cell(game, "1206")), "PG-F9.2")
    refused(game, DeclareAttack(piece(game, "7-inf"), cell(game, "1105")), "PG-F9.2")


@pytest.mark.rule("PG-F9.2")
def test_neither_side_of_a_battle_fights_again_in_the_phase() -> None:
    pieces: dict[str, object] = {
        "5-inf": "1106",
        "7-inf": "1207",
        "r1": ("1206", "5-8"),
        "r2": ("1105", "3-3"),
        "konev": "1606",
    }
    pieces["15-inf"] = "1004"
    game = stage(pieces, COMBAT, die=3)
    attack(game, "1206", "5-inf")
    assert fought(game).code == "D1/A1"
    game.apply(LOSE)
    lose(game, "r1")
    game.apply(LOSE)
    lose(game, "5-inf")
    while waits(game)[1] == "advance":
        game.apply(AdvanceUnit(None))
    refused(game, DeclareAttack(piece(game, "5-inf"), cell(game, "1105")), "PG-F9.2")


@pytest.mark.rule("PG-F9.2")
def test_a_hex_that_was_attacked_is_left_alone() -> None:
    pieces: dict[str, object] = {
        "5-inf": ("1106", 1),
        "7-inf": "1207",
        "r1": ("1206", "5-8"),
        "r2": "1205",
        "konev": "1606",
    }
    pieces["15-inf"] = "1204"
    game = stage(pieces, COMBAT, die=3)
    attack(game, "1206", "5-inf")
    assert fought(game).code == "A1"
    game.apply(LOSE)
    lose(game, "5-inf")
    assert "has been attacked" in refused(game, DeclareAttack(piece(game, "7-inf"), cell(game, "1206")), "PG-F9.2")


@pytest.mark.rule("PG-F9.2")
def test_a_hex_defends_whole() -> None:
    pieces = {"5-inf": "1106", "r1": ("1206", "3-3"), "r2": ("1206", "4-4"), "lukin": "1206", "konev": "1606"}
    game = stage(pieces, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    assert fought(game).defence == 3 + 4 + 3


@pytest.mark.rule("PG-F9.2")
def test_several_hexes_are_attacked_together_if_every_attacker_touches_all() -> None:
    rows = ground_rows()
    terrain(rows, "forest", "1206")
    pieces = {
        "5-inf": "1106",
        "7-inf": "1106",
        "15-inf": "1207",
        "r1": ("1206", "3-3"),
        "r2": ("1205", "4-4"),
        "r3": ("1307", "2-2"),
        "konev": "1606",
    }
    game = stage(pieces, COMBAT, die=1, rows=rows)
    commit(game, "1206", "5-inf")
    game.apply(AddTarget(cell(game, "1206"), cell(game, "1205")))
    refused(game, DeclareAttack(piece(game, "15-inf"), cell(game, "1206")), "PG-F9.2")
    refused(game, AddTarget(cell(game, "1206"), cell(game, "1307")), "PG-F9.2")
    commit(game, "1205", "7-inf")
    game.apply(FightBattle(cell(game, "1206")))
    assert (fought(game).attack, fought(game).defence) == (18, 3 * 2 + 4), "each hex by its own ground"
    assert set(fought(game).others) == {cell(game, "1205")}
    assert fought(game).code == "D1"
    game.apply(LOSE)
    assert {action.piece for action in game.options()} == {piece(game, "r1"), piece(game, "r2")}  # type: ignore[union-attr]


# Untried divisions


@pytest.mark.rule("PG-12.2")
def test_divisions_are_turned_up_when_the_die_is_due_and_nobody_withdraws_then() -> None:
    pieces = {"r1": "1106", "r2": "1106", "5-inf": "1206", "konev": "1306"}
    game = stage(pieces, SOVIET_COMBAT, seed=4)
    commit(game, "1206", "r1", "r2")
    assert game.state.counter[piece(game, "r1")] is None, "committed, but not yet known"
    game.apply(WithdrawAttack(piece(game, "r2")))
    game.apply(DeclareAttack(piece(game, "r2"), cell(game, "1206")))
    game.apply(FightBattle(cell(game, "1206")))
    events = game.log[-1].events
    shown = [number for number, event in enumerate(events) if isinstance(event, UnitRevealed)]
    die = [number for number, event in enumerate(events) if isinstance(event, DieRolled) and event.dice == "1d6"]
    assert len(shown) == 2 and shown[-1] < die[0]
    assert not game.judge(WithdrawAttack(piece(game, "r2")))
    assert not game.can_undo()


@pytest.mark.rule("PG-12.2")
def test_a_defender_is_turned_up_too_and_stays_so() -> None:
    game = stage({"5-inf": "1106", "r1": "1206", "konev": "1606"}, COMBAT, seed=5)
    attack(game, "1206", "5-inf")
    assert game.state.counter[piece(game, "r1")] is not None


@pytest.mark.rule("PG-12.3")
def test_a_division_without_strength_vanishes_and_the_hex_is_taken_without_a_die() -> None:
    pieces = {"5-inf": "1106", "r1": "1206", "konev": "1606"}
    roll = drawing(stage(pieces, COMBAT), "r1", "0-0")
    game = stage(pieces, COMBAT, seed=seed_showing(roll))
    attack(game, "1206", "5-inf")
    assert where(game, "r1") == "lost"
    assert (fought(game).code, fought(game).total) == ("De", None)
    assert waits(game) == ("german", "advance")
    assert ("1206",) in advances(game, "5-inf") and ("1206", "1306") in advances(game, "5-inf"), "two hexes"


@pytest.mark.rule("PG-12.3")
def test_beside_others_it_vanishes_and_the_rest_defend() -> None:
    pieces = {"5-inf": "1106", "r1": "1206", "r2": ("1206", "3-3"), "konev": "1606"}
    roll = drawing(stage(pieces, COMBAT), "r1", "0-0")
    game = stage(pieces, COMBAT, seed=seed_showing(roll, ("1d6", 1)))
    attack(game, "1206", "5-inf")
    assert (fought(game).defence, fought(game).column) == (3, "3:1")
    gone = [event for entry in game.log for event in entry.events if isinstance(event, UnitEliminated)]
    assert [(event.piece, event.case) for event in gone] == [(piece(game, "r1"), "PG-12.3")], (
        "before the dice, not by them"
    )


@pytest.mark.rule("PG-12.3")
def test_a_known_division_that_cannot_attack_never_does() -> None:
    pieces = {"r1": ("1106", "0-1"), "r2": ("1106", "4-4"), "5-inf": "1206", "konev": "1306"}
    game = stage(pieces, SOVIET_COMBAT, die=1)
    refused(game, DeclareAttack(piece(game, "r1"), cell(game, "1206")), "PG-12.3")
    game = stage({"5-inf": "1106", "r1": ("1206", "0-1"), "konev": "1606"}, COMBAT, die=1)
    attack(game, "1206", "5-inf")
    assert fought(game).defence == 1, "but it defends"


@pytest.mark.rule("PG-12.3")
def test_committed_unknown_it_falls_back_and_the_others_fight_on() -> None:
    pieces = {"r1": "1106", "r2": ("1106", "9-8"), "5-inf": "1206", "konev": "1006"}
    roll = drawing(stage(pieces, SOVIET_COMBAT), "r1", "0-1")
    game = stage(pieces, SOVIET_COMBAT, seed=seed_showing(roll, ("1d6", 4)))
    attack(game, "1206", "r1", "r2")
    assert waits(game) == ("soviet", "retreat")
    back(game, "r1", "1005")
    assert (fought(game).attack, fought(game).attackers) == (9, (piece(game, "r2"),))
    assert where(game, "r1") == "1005" and last(game, UnitRevealed).piece == piece(game, "r1")
    assert phase(game) == SOVIET_COMBAT
