"""Panzergruppe Guderian: stacking, and divisions that fight as one (PG 7)."""

from __future__ import annotations

import pytest

from engine.state.actions import Done, RemoveUnit
from tests.kit.guderian import (
    COMBAT,
    MOVE,
    SOVIET_COMBAT,
    SOVIET_MOVE,
    attack,
    division,
    fought,
    move,
    overrun,
    phase,
    piece,
    stage,
    waits,
    where,
)


@pytest.mark.rule("PG-F7.1", "PG-8.1")
@pytest.mark.parametrize(
    ("names", "too_many"),
    [
        (("r1", "r2", "r3"), 0),
        (("r1", "r2", "r3", "konev"), 0),
        (("r1", "r2", "r3", "r4"), 1),
        (("r1", "r2", "r3", "r4", "konev"), 1),
        (("r1", "konev", "lukin", "rakutin"), 0),
        (("r1", "r2", "r3", "konev", "lukin"), 1),
        (("r1", "r2", "konev", "lukin", "rakutin"), 1),
        (("t1", "t2", "r1", "r2", "r3"), 2),
    ],
)
def test_three_a_hex_and_four_with_a_leader_when_movement_ends(names: tuple[str, ...], too_many: int) -> None:
    game = stage({**dict.fromkeys(names, "1206"), "5-inf": "0106"}, SOVIET_MOVE)
    game.apply(Done())
    gone = 0
    while game.decision is not None and game.decision.kind == "remove":
        assert waits(game) == ("soviet", "remove")
        game.apply(next(iter(game.options())))
        gone += 1
    assert gone == too_many
    assert sum(where(game, name) == "1206" for name in names) == len(names) - too_many


@pytest.mark.rule("PG-F7.1")
def test_the_owner_chooses_who_dies_and_three_germans_may_stack() -> None:
    pieces = {"5-inf": "1206", "7-inf": "1206", "gd": "1206", "lehr": "1205"}
    game = stage(pieces, MOVE)
    game.apply(move(game, "lehr", "1206"))
    game.apply(Done())
    assert waits(game) == ("german", "remove")
    game.apply(RemoveUnit(piece(game, "gd")))
    assert (where(game, "gd"), phase(game)) == ("lost", "german-mechanised-movement")


@pytest.mark.rule("PG-8.1")
@pytest.mark.parametrize(
    ("pieces", "strength"),
    [
        (division("7-panzer", "1106"), 16),
        (division("7-panzer", "1106", 1, 0, 0), 12),
        (division("29-motorised", "1106"), 12),
        (division("das-reich", "1106"), 18),
        ({**division("29-motorised", "1106"), "gd": "1106"}, 16),
        ({**division("29-motorised", "1106"), "lehr": "1106"}, 15),
        ({**division("29-motorised", "1106"), "5-inf": "1106"}, 15),
        ({**division("29-motorised", "1106"), "7-pz-pzr-25": "1106"}, 10),
        ({"7-pz-pzr-25": "1106", "7-pz-sr-6": "1106"}, 6),
        ({"7-pz-pzr-25": "1106", "7-pz-sr-6": "1106", "gd": "1106"}, 10),
    ],
)
@pytest.mark.rule("PG-F7.3")
def test_all_regiments_of_a_division_alone_in_a_hex_count_double(pieces: dict[str, object], strength: int) -> None:
    game = stage({**pieces, "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=6)
    attack(game, "1206", *pieces)
    assert fought(game).attack == strength
    game = stage({**pieces, "r1": ("1206", "9-8"), "konev": "1206"}, SOVIET_COMBAT, die=6)
    attack(game, "1106", "r1")
    assert fought(game).defence == strength, "and in defence"


@pytest.mark.rule("PG-F7.3")
def test_a_division_that_lost_a_regiment_is_never_whole_again() -> None:
    pieces = {"7-pz-pzr-25": "1106", "7-pz-sr-6": "1106"}
    game = stage({**pieces, "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=6, lost={"7-pz-sr-7": ""})
    attack(game, "1206", *pieces)
    assert fought(game).attack == 6
    pair = {"29-mot-ir-15": "1106"}
    game = stage(
        {**pair, "gd": "1106", "r1": ("1206", "1-1"), "konev": "1606"}, COMBAT, die=6, lost={"29-mot-ir-71": ""}
    )
    attack(game, "1206", "29-mot-ir-15", "gd")
    assert fought(game).attack == 7


@pytest.mark.rule("PG-F7.3", "PG-F6.5a")
def test_a_regiment_in_passing_spoils_a_division_of_three_but_not_one_of_two() -> None:
    for formation, strength in (("7-panzer", 8 // 2), ("29-motorised", 2 * 6 // 2)):
        pieces = division(formation, "1106")
        game = stage({**pieces, "gd": "1106", "r1": ("1206", "1-1"), "konev": "1606"}, MOVE, die=6)
        game.apply(overrun(game, "1206", *pieces))
        assert fought(game).attack == strength, formation
