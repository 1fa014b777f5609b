"""Players for tests: one that plays any legal action, from a seed of its own."""

from __future__ import annotations

import random
from functools import lru_cache

from engine.bots.naming import AHEAD
from engine.play import Game
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.actions import AnyAction, WithdrawAttack
from engine.systems import setting_of
from tests.kit.shipped import shipped_rows

ENDLESS = 100_000
"""Actions that no game has."""


def brisk(kind: str) -> str:
    """The name of a bot of a kind that does not think long: who looks ahead does so over a few playouts."""
    return f"{kind}:4" if kind == AHEAD else kind


@lru_cache(maxsize=4)
def setting_for(slug: str) -> Setting:
    """The setting of a shipped scenario, made once."""
    return setting_of(compile_scenario(shipped_rows(slug)))


def any_action(game: Game, chance: random.Random) -> AnyAction:
    """A legal action at random: first whom it concerns, then what."""
    groups = list(game.options().groups)
    chance.shuffle(groups)
    for group in groups:
        actions = [action for action in group.make() if not isinstance(action, WithdrawAttack)]
        if actions:
            return chance.choice(actions)
    raise AssertionError(f"a decision without an option: {game.decision}")


def play_on(game: Game, chance: random.Random, actions: int | None = None) -> int:
    """Play at random to the end, or for so many actions; how many were applied."""
    applied = 0
    while game.decision is not None and (actions is None or applied < actions):
        game.apply(any_action(game, chance))
        applied += 1
        assert applied < ENDLESS, f"the game does not end: {game.decision}"
    return applied


def random_game(slug: str, seed: int, actions: int | None = None) -> Game:
    """A game of a shipped scenario played at random."""
    game = Game.begin(setting_for(slug), seed)
    play_on(game, random.Random(seed), actions)
    return game
