"""Games of The Arduous Beginning played at random to their end, without a broken invariant; three hundred by hand."""

from __future__ import annotations

import random

import pytest

from engine.play import Game
from engine.state.events import BattleFought, PhaseBegan, UnitRevealed
from tests.kit.laws import check_table
from tests.kit.players import ENDLESS, any_action, setting_for

SLUG, GAMES, LOTS = "arduous-beginning", 300, 10


def check_phase(game: Game) -> None:
    """What holds whenever a phase begins: stacking, and no counter that lies on the map twice."""
    check_table(game)
    for stack in game.state.stacks.values():
        units = [game.scenario.pieces[piece].unit for piece in stack]
        assert len([unit for unit in units if "support" not in unit.flags]) <= 2
        assert sum(unit.size == "army" for unit in units) <= 1
    shown = [counter for counter in game.state.counter if counter is not None]
    assert len(shown) == len(set(shown)), "no corps is drawn twice"


def play(seed: int) -> Game:
    game = Game.begin(setting_for(SLUG), seed)
    chance = random.Random(seed)
    while game.decision is not None:
        assert game.cursor < ENDLESS, game.decision
        if any(isinstance(event, PhaseBegan) for event in game.apply(any_action(game, chance))):
            check_phase(game)
    return game


@pytest.mark.parametrize("lot", [0, *(pytest.param(lot, marks=pytest.mark.soak) for lot in range(1, LOTS))])
def test_random_games_reach_their_end(lot: int) -> None:
    fought = 0
    for seed in range(lot, GAMES, LOTS):
        game = play(seed)
        assert game.outcome is not None and game.state.turn == 7
        events = [event for entry in game.log for event in entry.events]
        fought += sum(isinstance(event, BattleFought) for event in events)
        assert sum(isinstance(event, UnitRevealed) for event in events) <= 10
    assert fought > 10 * GAMES // LOTS
