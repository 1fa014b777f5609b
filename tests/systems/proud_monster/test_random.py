"""Proud Monster played at random without a broken invariant; its sectors and twenty campaigns to the end by -m soak."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

import pytest

from engine.play import Game
from engine.rules.setting import Setting
from engine.rules.stacking import broken_limit
from engine.scenario import compile_scenario
from engine.state.events import BattleFought, PhaseBegan
from engine.systems import setting_of
from tests.kit.laws import check_table
from tests.kit.monster import SLUG, shipped
from tests.kit.players import ENDLESS, any_action, setting_for

SECTORS = ("army-group-north", "army-group-centre", "army-group-south")

STACKED = {f"{side}-assault-{number}" for side in ("axis", "soviet") for number in (1, 2)}
"""Phases before which the stacking limits have been enforced."""


def check_phase(game: Game) -> None:
    """What holds whenever a phase begins: stacking, and no counter twice."""
    check_table(game)
    if game.scenario.phases[game.state.phase].phase in STACKED:
        assert all(broken_limit(game.table, stack, cell) is None for cell, stack in game.state.stacks.items())
    shown = Counter(counter for counter in game.state.counter if counter is not None)
    assert not shown or max(shown.values()) == 1, "no counter lies on the table twice"


def play(seed: int, turns: int, setting: Setting | None = None) -> Game:
    game = Game.begin(setting or setting_for(SLUG), seed)
    chance = random.Random(seed)
    while game.decision is not None and game.state.turn <= turns:
        if any(isinstance(event, PhaseBegan) for event in game.apply(any_action(game, chance))):
            check_phase(game)
        assert game.cursor < ENDLESS, game.decision
    return game


def test_the_first_turns_are_played_at_random() -> None:
    game = play(100, 2)
    assert game.outcome is None and game.state.turn == 3


@lru_cache(maxsize=1)
def whole() -> Setting:
    """The setting with all sections of the rules."""
    return setting_of(compile_scenario(shipped(), {"sections": "more"}))


def test_the_first_turn_is_played_at_random_with_more_sections() -> None:
    game = play(101, 1, whole())
    battles = [event for entry in game.log for event in entry.events if isinstance(event, BattleFought)]
    assert game.outcome is None and game.state.turn == 2
    assert {battle.kind for battle in battles} == {"", "overrun"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_twenty_random_campaigns_reach_their_end(seed: int) -> None:
    """Every other one with all sections of the rules."""
    game = play(seed, 12, whole() if seed % 2 else None)
    assert game.outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "seed"), [(slug, seed) for slug in SECTORS for seed in range(100)])
def test_three_hundred_random_games_of_a_sector_reach_their_end(slug: str, seed: int) -> None:
    game = play(seed, ENDLESS, setting_for(slug))
    assert game.outcome is not None
