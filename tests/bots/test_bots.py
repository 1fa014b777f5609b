"""Bots: they finish whole games legally, know only what a player may know, and repeat themselves exactly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bots import make_bot
from engine.play import Game
from tests.kit.players import setting_for

AB = "arduous-beginning"

STORY = """
from engine.bots import make_bot
from engine.play import Game
from tests.kit.players import setting_for
setting = setting_for("arduous-beginning")
game = Game.begin(setting, 5)
bots = [make_bot("doctrine", setting.scenario, side, 7 + side) for side in (0, 1)]
for _ in range(80):
    action, _ = bots[game.decision.side].choose(game.view(game.decision.side))
    game.apply(action)
    print(action)
"""


def play(german: str, soviet: str, seed: int, actions: int | None = None) -> Game:
    setting = setting_for(AB)
    game = Game.begin(setting, seed)
    bots = [make_bot(name, setting.scenario, side, 7 + side) for side, name in enumerate((german, soviet))]
    while game.decision is not None and (actions is None or len(game.log) <= actions):
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, why)
    return game


@pytest.mark.parametrize(("german", "soviet"), [("doctrine", "greedy"), ("greedy", "doctrine"), ("random", "random")])
def test_bots_play_whole_games_by_the_rules(german: str, soviet: str) -> None:
    assert play(german, soviet, seed=2).outcome is not None


def test_a_doctrine_bot_says_which_rule_made_it_act() -> None:
    game = play("doctrine", "doctrine", seed=2, actions=60)
    told = [entry.why for entry in game.log if entry.action is not None]
    assert all(why and why["rule"] and why["goal"] for why in told)


def test_bots_do_not_depend_on_what_they_may_not_know() -> None:
    """Two games with other dice and other draws are the same to a bot until the first of them shows."""
    first, second = (play("doctrine", "doctrine", seed, actions=23) for seed in (1, 2))
    assert [entry.action for entry in first.log] == [entry.action for entry in second.log]
    assert first.state.rolls == second.state.rolls == 0


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    root = Path(__file__).parents[2]
    stories = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            cwd=root,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert stories[0] == stories[1] and stories[0].count("\n") == 80
