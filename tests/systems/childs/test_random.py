"""Games of the Child's Game played at random to their end, without a broken invariant; three hundred by hand."""

from __future__ import annotations

import random

import pytest

from engine.play import Game
from engine.rules.garrison import garrisoned
from engine.state.actions import Done
from engine.state.events import BattleFought, UnitEliminated
from tests.kit.childs import SLUG, lively
from tests.kit.laws import check_table
from tests.kit.players import ENDLESS, setting_for

GAMES, LOTS = 300, 10


def check_turn(game: Game, garrisons: set[int]) -> set[int]:
    """What holds whenever a phase ends; the Soviet cities where the Axis now stands."""
    check_table(game)
    board = game.setting.board
    assert all(board.terrain_of(cell) == "clear" for cell in game.state.stacks)  # type: ignore[arg-type]
    held = {cell for cell in garrisoned(game.table, 0) if game.table.holder(cell) == 0}
    given_up = {cell for cell in garrisons - held if game.table.holder(cell) is None}
    assert not given_up, "the Axis never abandons a city"
    resting = 1 - game.scenario.side_index[game.scenario.phases[game.state.phase].side or ""]
    stacks = game.state.stacks.items()
    crowded = [cell for cell, stack in stacks if len(stack) > 1 and game.table.holder(cell) == resting]
    assert not crowded, "whoever is not at play has one tile a square"
    return held


def play(seed: int) -> Game:
    game = Game.begin(setting_for(SLUG), seed)
    chance = random.Random(seed)
    garrisons: set[int] = set()
    while game.decision is not None:
        assert game.cursor < ENDLESS, game.decision
        action = lively(game, chance)
        game.apply(action)
        if action == Done():
            garrisons = check_turn(game, garrisons)
    return game


@pytest.mark.parametrize("lot", [0, *(pytest.param(lot, marks=pytest.mark.soak) for lot in range(1, LOTS))])
def test_random_games_reach_their_end(lot: int) -> None:
    fought = 0
    for seed in range(lot, GAMES, LOTS):
        game = play(seed)
        assert game.outcome is not None and (game.state.turn == 17 or game.outcome.winner is not None)
        events = [event for entry in game.log for event in entry.events]
        battles = [event for event in events if isinstance(event, BattleFought)]
        fought += len(battles)
        assert all(event.attack > event.defence for event in battles)
        beaten = [event for event in events if isinstance(event, UnitEliminated) and event.case == "CB-6.3"]
        assert len(beaten) == len(battles), "every attack costs the defender his one tile"
    assert fought > GAMES // LOTS
