"""What a bot's turn costs on fronts of 75 to 600 units a side on one board: the time per unit must not grow.

pytest tests/benchmarks/test_large_fronts.py --benchmark-enable -s
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from engine.bots import Bot
from engine.bots.random_bot import RandomBot
from engine.bots.staff.player import StaffBot
from tests.kit.doctrine import doctrine
from tests.kit.front import front

SIZES = (75, 150, 300, 600)
GROWTH, A_TURN = 1.3, 3.0
"""How much the time per unit may grow from the smallest front to the largest; seconds for a side-turn at 300."""

ATTACK = {"campaign": {}, "drive": {}, "hold": {}, "guard": {}, "pocket": {"weight": 0.3}}
ACTIONS = 150


def side_turn(units: int, make: Callable[[], Bot], most: int | None = None) -> tuple[float, int]:
    """Seconds that a bot thinks about a side's turn, and how often it was asked."""
    game, bot, asked, took = front(units), make(), 0, 0.0
    turn, chance = game.state.turn, random.Random(1)
    while game.decision is not None and game.state.turn == turn and (most is None or asked < most):
        owner = game.setting.phase_sides[game.state.phase]
        if game.decision.side != 0:
            if owner == 1:
                break
            game.apply(chance.choice(list(game.options())))
            continue
        started = time.process_time()
        action, _ = bot.choose(game.view(0))
        took += time.process_time() - started
        asked += 1
        game.apply(action)
    return took, asked


def test_the_staffs_time_per_unit_does_not_grow(request: pytest.FixtureRequest) -> None:
    measured = request.config.getoption("--benchmark-enable")
    plan = doctrine(ATTACK)
    side_turn(12, lambda: StaffBot(0, 1, plan))
    took = {}
    for units in SIZES if measured else (12, 24):
        took[units] = min(side_turn(units, lambda: StaffBot(0, 1, plan))[0] for _ in range(3 if measured else 1))
        print(f"\n{units} a side: a side-turn {took[units]:.2f} s, {1000 * took[units] / units:.1f} ms a unit")
    assert all(took.values())
    if measured:
        assert took[600] / 600 <= GROWTH * took[75] / 75
        assert took[300] <= A_TURN


def test_random_plays_time_per_action_does_not_grow_with_the_units(request: pytest.FixtureRequest) -> None:
    measured = request.config.getoption("--benchmark-enable")
    took, tries = {}, 5 if measured else 1
    for units in SIZES if measured else (12, 24):
        rounds = [side_turn(units, lambda: RandomBot(0, 1), ACTIONS if measured else 10) for _ in range(tries)]
        took[units] = min(seconds / asked for seconds, asked in rounds)
        print(f"\n{units} a side: {1000 * took[units]:.1f} ms an action at random")
    assert all(took.values())
    if measured:  # the list of those who may move is as long as the army: per unit, not per action
        assert took[600] / 600 <= GROWTH * took[75] / 75
