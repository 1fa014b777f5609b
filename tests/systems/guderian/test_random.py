"""Games of Panzergruppe Guderian played at random to their end without a broken invariant; 300 with -m soak."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.play import Game
from engine.state.events import BattleFought, PhaseBegan
from tests.kit.guderian import SLUG
from tests.kit.laws import check_table
from tests.kit.players import ENDLESS, any_action, setting_for

BINDING = {"soviet-combat", "soviet-disruption", "german-combat", "german-mechanised-movement", "german-disruption"}
"""Phases before which the stacking limits have been enforced."""


def check_phase(game: Game) -> None:
    """What holds whenever a phase begins: stacking, counters, and nobody who suffers what is over."""
    check_table(game)
    if game.scenario.phases[game.state.phase].phase in BINDING:
        for stack in game.state.stacks.values():
            leaders = sum("leader" in game.table.unit(at).flags for at in stack)
            assert len(stack) - leaders <= 3 and len(stack) <= (4 if leaders else 3)
    assert not any(game.table.bearing(mark) for mark in ("retreated", "trail"))
    for at in game.table.bearing("disrupted"):
        assert game.state.cell[at] >= 0
    shown = Counter(counter for counter in game.state.counter if counter is not None)
    assert not shown or max(shown.values()) == 1, "no counter lies on the table twice"


def play(seed: int) -> Game:
    game = Game.begin(setting_for(SLUG), seed)
    chance = random.Random(seed)
    while game.decision is not None:
        assert game.cursor < ENDLESS, game.decision
        if any(isinstance(event, PhaseBegan) for event in game.apply(any_action(game, chance))):
            check_phase(game)
    return game


def check_end(game: Game) -> None:
    assert game.outcome is not None and game.state.turn == 12
    battles = [event for entry in game.log for event in entry.events if isinstance(event, BattleFought)]
    assert len(battles) > 20 and {battle.kind for battle in battles} == {"", "overrun"}


@pytest.mark.parametrize("seed", [100, 101])
def test_random_games_reach_their_end(seed: int) -> None:
    check_end(play(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_three_hundred_random_games_reach_their_end(seed: int) -> None:
    check_end(play(seed))
