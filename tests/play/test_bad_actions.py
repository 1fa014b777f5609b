"""Actions that make no sense are refused with a reason and change nothing."""

from __future__ import annotations

import random

import pytest

from engine.errors import IllegalAction
from engine.play import Game
from engine.state.actions import (
    AdvanceUnit,
    AnyAction,
    Choose,
    CommitSupport,
    DeclareAttack,
    Done,
    FightBattle,
    LoseStep,
    MoveUnit,
    PlaceUnit,
    RemoveUnit,
    RestoreStep,
    RetreatUnit,
    WithdrawAttack,
)
from tests.kit.drill import cell, cells, drill, piece
from tests.kit.players import any_action, setting_for


def nonsense(chance: random.Random, game: Game) -> AnyAction:
    """An action with numbers drawn from on and off the board."""
    pieces, size = len(game.scenario.pieces), game.setting.board.size
    one = chance.randint(-3, pieces + 3)
    there = chance.randint(-3, size + 3)
    path = tuple(chance.randint(-3, size + 3) for _ in range(chance.randint(0, 4)))
    made: list[AnyAction] = [
        MoveUnit(one, path),
        PlaceUnit(one, there),
        RestoreStep(one),
        DeclareAttack(one, there),
        WithdrawAttack(one),
        FightBattle(there),
        CommitSupport(one),
        LoseStep(one),
        RetreatUnit(one, path),
        AdvanceUnit(one),
        RemoveUnit(one),
        Choose(there),
    ]
    return chance.choice(made)


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_is_refused_and_leaves_state_log_and_dice_untouched(seed: int) -> None:
    chance = random.Random(seed)
    game = Game.begin(setting_for("arduous-beginning"), seed)
    refused = 0
    while game.decision is not None:
        for _ in range(8):
            action = nonsense(chance, game)
            if game.judge(action):
                continue
            before, rolls, entries = game.state.copy(), game.state.rolls, len(game.log)
            with pytest.raises(IllegalAction) as caught:
                game.apply(action)
            assert caught.value.why.endswith(".")
            assert game.state == before and game.state.rolls == rolls and len(game.log) == entries
            assert not game.table.events
            refused += 1
        game.apply(any_action(game, chance))
    assert refused > 1000


def test_a_dead_unit_a_foreign_unit_and_a_cell_off_the_map_are_named_as_such() -> None:
    game = drill({"liii": "0305", "3rd-army": "0905"})
    game.table.eliminate(piece(game, "liii"), "test", "")
    game.table.events.clear()
    assert "not on the map" in game.judge(MoveUnit(piece(game, "liii"), cells(game, "0405"))).why
    assert "not yours" in game.judge(MoveUnit(piece(game, "3rd-army"), cells(game, "0805"))).why
    game = drill({"liii": "0305", "3rd-army": "0905"})
    assert "off the map" in game.judge(MoveUnit(piece(game, "liii"), (9999,))).why
    assert "no such unit" in game.judge(MoveUnit(999, cells(game, "0405"))).why


def test_an_answer_to_a_decision_that_is_past_is_refused() -> None:
    game = drill({"liii": "0305", "3rd-army": "0905"})
    stale = MoveUnit(piece(game, "liii"), (cell(game, "0405"),))
    game.apply(Done())
    game.apply(Done())
    with pytest.raises(IllegalAction):
        game.apply(stale)
    with pytest.raises(IllegalAction, match="over"):
        finished = drill({"liii": "0305"}, turn=7, phase="soviet-movement")
        finished.apply(Done())
        finished.apply(Done())


def test_only_the_side_that_owes_the_decision_is_offered_anything() -> None:
    game = drill({"liii": "0305", "3rd-army": "0905"})
    assert game.decision is not None
    owing, waiting = game.view(game.decision.side), game.view(1 - game.decision.side)
    assert owing.my_turn and list(owing.options()) == list(game.options())
    assert not waiting.my_turn and list(waiting.options()) == [] and list(waiting.options().groups) == []
