"""Games of Smolensk played at random to their end without a broken invariant, with -m soak; a stretch in every run."""

from __future__ import annotations

import random

import pytest

from engine.play import Game
from engine.state.events import PhaseBegan
from tests.kit.laws import check_table
from tests.kit.ledger import check_books
from tests.kit.players import ENDLESS, any_action, setting_for

SHORT = (
    "smolensk-third-counteroffensive",
    "smolensk-second-counteroffensive",
    "smolensk-first-counteroffensive",
    "smolensk-vitebsk",
    "smolensk-short",
)
"""The scenarios of a few turns."""

GAMES = 300


def play(slug: str, seed: int, actions: int = ENDLESS) -> Game:
    game, chance = Game.begin(setting_for(slug), seed), random.Random(seed)
    while game.decision is not None and game.cursor < actions:
        if any(isinstance(event, PhaseBegan) for event in game.apply(any_action(game, chance))):
            check_table(game)
    check_books(game)
    return game


def test_a_stretch_is_played_at_random() -> None:
    assert play(SHORT[1], 60, 120).cursor == 120


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "seed"), [(slug, seed) for slug in SHORT for seed in range(GAMES // len(SHORT))])
def test_random_games_reach_their_end(slug: str, seed: int) -> None:
    game = play(slug, seed)
    assert game.outcome is not None and game.cursor < ENDLESS
