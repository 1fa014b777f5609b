"""Units of three steps: what each step costs is the difference to the next face, not to the last."""

from __future__ import annotations

from engine.play import Game
from engine.play.sandbox import Spot
from engine.records.counters import Face
from engine.state.actions import Done, LoseStep
from engine.state.events import BattleFought
from tests.kit.drill import attack, drill, drill_rows, fight, last, piece, seed_showing, where


def exchange(pieces: dict[str, object], attacker: str) -> Game:
    """An exchange at 1:1 for 0505, after the defender has paid."""
    rows = drill_rows()
    rows.put(Face(unit="xlvi-pz", face=2, attack=2, defence=2, movement=6))
    rows.put(Face(unit="3rd-army", face=2, attack=1, defence=1, movement=4))
    game = drill(pieces, rows=rows, phase="german-combat", seed=seed_showing(("1d6", 4)))
    attack(game, "0505", attacker)
    game.apply(Done())
    fight(game, "0505")
    assert (last(game, BattleFought).column, last(game, BattleFought).code) == ("1:1", "EX")
    return game


def test_the_second_step_of_an_attacker_is_worth_five_less_two() -> None:
    game = exchange({"xlvi-pz": Spot("0404", 1), "brest-garrison": "0505"}, "xlvi-pz")
    assert where(game, "brest-garrison") == "lost" and game.decision is not None and game.decision.kind == "lose"
    game.apply(LoseStep(piece(game, "xlvi-pz")))
    assert (where(game, "xlvi-pz"), game.state.face[piece(game, "xlvi-pz")]) == ("0404", 2)
    assert game.decision is not None and game.decision.kind == "advance", "three points for three"


def test_the_second_step_of_a_defender_is_worth_four_less_one() -> None:
    game = exchange({"vi": "0404", "3rd-army": Spot("0505", 1)}, "vi")
    assert game.state.face[piece(game, "3rd-army")] == 2
    assert game.decision is not None and game.decision.kind == "lose", "three points are owed"
    game.apply(LoseStep(piece(game, "vi")))
    assert game.decision is not None and game.decision.kind == "retreat", "five less two are three"
