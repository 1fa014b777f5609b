"""The ninth worked example as scripted games: hex or step, and an attacker who retreats (OS 9.6, 9.8, 6.3)."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.state.actions import Choose
from tests.kit.smolensk import (
    MOTORISED,
    SOVIET_COMBAT,
    attack,
    back,
    face,
    fought,
    lose,
    marked,
    stage,
    waits,
    where,
)

RIFLES = "sov-rd-100"
"""The rifle division 13-3-3 of the example, three steps: the rating unit."""

TANKS = "sov-td-50"
"""The tank division 18-1-3, begun with two steps left."""

OTHER = "ger-pz-7-6-inf"
"""The second motorised regiment, of one step like the first."""

RING = {"ger-id-17": "0509", "ger-id-28": "0308", "ger-id-35": "0708"}
"""Divisions behind the attackers, so that every hex they may go back to lies in a zone."""


def example_9() -> Game:
    """The attack of the example fought up to the attacker's option, his division having lost its step."""
    pieces = {RIFLES: "0507", TANKS: ("0507", 1), MOTORISED: "0506", OTHER: "0506", **RING}
    game = stage(pieces, SOVIET_COMBAT, rolls=(("2d6", 8), ("2d6", 5)))
    attack(game, "0506", RIFLES, TANKS, against=MOTORISED)
    assert (fought(game).attack, fought(game).defence, fought(game).code) == (49, 14, "AL1o1/Do1")
    return game


def go_back(game: Game) -> None:
    """The attackers pay their option with a hex, all into the same one."""
    game.apply(Choose(0))
    for key in (RIFLES, TANKS):
        if waits(game) == ("soviet", "retreat"):
            back(game, key, "0508")


@pytest.mark.rule("OS-9.6")
def test_example_9_the_loss_is_the_rating_units_and_nobody_is_asked() -> None:
    game = example_9()
    assert (face(game, RIFLES), face(game, TANKS)) == (1, 1)
    assert waits(game) == ("soviet", "choose"), "the attacker acts first"


@pytest.mark.rule("OS-9.6", "OS-9.8", "OS-6.3")
def test_example_9_a_all_attackers_go_back_and_are_disorganised_in_a_zone() -> None:
    game = example_9()
    go_back(game)
    assert (where(game, RIFLES), where(game, TANKS)) == ("0508", "0508"), "the tanks too, that lost nothing"
    assert marked(game, "dg", RIFLES) and marked(game, "dg", TANKS)
    assert (face(game, RIFLES), face(game, TANKS)) == (1, 1), "one step and a retreat are all it cost"
    assert (where(game, MOTORISED), where(game, OTHER)) == ("0506", "0506")
    assert waits(game)[1] not in ("choose", "retreat", "lose", "advance"), "the defender ignores his, and keeps the hex"


@pytest.mark.rule("OS-9.6")
@pytest.mark.parametrize("payer", [RIFLES, TANKS])
@pytest.mark.parametrize("hexes", [True, False])
def test_example_9_b_and_c_a_step_of_either_leaves_the_defender_his_option(payer: str, hexes: bool) -> None:
    game = example_9()
    game.apply(Choose(1))
    lose(game, payer)
    assert (face(game, RIFLES), face(game, TANKS)) == ((2, 1) if payer == RIFLES else (1, 2))
    assert waits(game) == ("axis", "choose")
    game.apply(Choose(0 if hexes else 1))
    while waits(game) == ("axis", "retreat"):
        game.apply(next(iter(game.options())))
    here = [key for key in (MOTORISED, OTHER) if where(game, key) == "0506"]
    lost = [key for key in (MOTORISED, OTHER) if where(game, key) == "lost"]
    assert (here, lost) == (([], []) if hexes else ([OTHER], [MOTORISED])), "both a hex back, or one regiment"


def alone(steps: int) -> Game:
    """The rifle division alone with so many steps left."""
    pieces = {RIFLES: ("0507", 3 - steps), MOTORISED: "0506"}
    game = stage(pieces, SOVIET_COMBAT, rolls=(("2d6", 8), ("2d6", 7)))
    attack(game, "0506", RIFLES)
    assert fought(game).code == "AL1o1/Do1", fought(game)
    return game


@pytest.mark.rule("OS-9.6")
def test_example_9_a_division_killed_by_its_loss_frees_the_defender() -> None:
    game = alone(1)
    assert (where(game, RIFLES), where(game, MOTORISED)) == ("lost", "0506")
    assert waits(game)[1] != "choose"


@pytest.mark.rule("OS-9.6")
def test_example_9_an_option_paid_with_the_last_step_is_paid() -> None:
    game = alone(2)
    assert waits(game) == ("soviet", "choose")
    game.apply(Choose(1))
    if waits(game) == ("soviet", "lose"):
        lose(game, RIFLES)
    assert where(game, RIFLES) == "lost"
    assert waits(game) == ("axis", "choose"), "the defender still owes his"
