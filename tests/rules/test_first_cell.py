"""The first cell of the map, whose number within is nought, is a cell like any other."""

from __future__ import annotations

import pytest

from engine.play import Game
from engine.rules.lines import Leg, _steps
from engine.state.actions import AdvanceUnit, DeclareAttack, Done, LoseStep
from engine.state.events import BattleFought
from tests.kit.drill import attack, cell, drill, fight, last, move, piece, seed_showing, where

CORNER = "0101"


def battle(pieces: dict[str, object], die: int, target: str, *attackers: str) -> Game:
    game = drill(pieces, phase="german-combat", seed=seed_showing(("1d6", die)))
    assert cell(game, CORNER) == 0
    attack(game, target, *attackers)
    game.apply(Done())
    fight(game, target)
    return game


def test_an_attacker_who_stands_there_takes_his_loss() -> None:
    game = battle({"xlvi-pz": CORNER, "3rd-army": "0102"}, 1, "0102", "xlvi-pz")
    assert last(game, BattleFought).code == "AL"
    assert game.decision is not None and game.decision.kind == "lose"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert (where(game, "xlvi-pz"), game.state.face[piece(game, "xlvi-pz")]) == (CORNER, 1)


def test_a_defender_there_is_turned_up_pays_and_retreats_and_an_attacker_advances() -> None:
    pieces = {"xlvi-pz": "0102", "mech-1": CORNER, "3rd-army": CORNER}
    game = drill(pieces, phase="german-combat", seed=seed_showing(("1d10", 1), ("1d6", 6)))
    attack(game, CORNER, "xlvi-pz")
    game.apply(Done())
    fight(game, CORNER)
    assert game.view(0).face(piece(game, "mech-1")) is not None
    assert len(last(game, BattleFought).defenders) == 2
    exchange = battle({"xlvi-pz": "0102", "3rd-army": CORNER}, 4, CORNER, "xlvi-pz")
    assert last(exchange, BattleFought).code == "EX"
    assert exchange.state.face[piece(exchange, "3rd-army")] == 1, "it has paid"
    exchange.apply(LoseStep(piece(exchange, "xlvi-pz")))
    assert exchange.decision is not None and exchange.decision.kind == "retreat"
    exchange.apply(next(iter(exchange.options())))
    assert where(exchange, "3rd-army") not in (CORNER, "off")
    exchange.apply(AdvanceUnit(piece(exchange, "xlvi-pz")))
    assert where(exchange, "xlvi-pz") == CORNER


def test_who_was_attacked_there_is_not_attacked_again_and_may_be_entered_and_left() -> None:
    game = drill({"xlvi-pz": CORNER, "3rd-army": "0905"}, phase="german-movement")
    assert game.judge(move(game, "xlvi-pz", "0102")), "it may leave"
    game = drill({"xlvi-pz": "0102", "vi": "0905"}, phase="german-movement")
    game.apply(move(game, "xlvi-pz", CORNER))
    assert where(game, "xlvi-pz") == CORNER
    joined = drill({"xlvi-pz": "0102", "vi": "0201", "3rd-army": CORNER}, phase="german-combat")
    for key in ("xlvi-pz", "vi"):
        assert joined.judge(DeclareAttack(piece(joined, key), cell(joined, CORNER)))


@pytest.mark.parametrize("side", [0, 1])
def test_whoever_stands_there_is_on_the_map(side: int) -> None:
    key = ("xlvi-pz", "3rd-army")[side]
    game = drill({key: CORNER, ("3rd-army", "xlvi-pz")[side]: "0905"})
    assert piece(game, key) in game.table.on_map(side)
    assert game.table.holder(0) == side and game.view(1 - side).zone(side)[cell(game, "0102")]


def test_a_line_of_supply_goes_in_every_direction_the_first_too() -> None:
    game = drill({"xlvi-pz": CORNER, "3rd-army": "0905"})
    steps, sides = _steps(game.table, Leg(), ground=False), game.setting.board.edge_side
    assert {int(side) for side in sides[steps > 0]} == set(range(6))
