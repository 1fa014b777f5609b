"""Panzergruppe Guderian: what nobody knows is nowhere to be found, and the same seed gives the same game."""

from __future__ import annotations

import random

from engine.play import Game
from engine.state.events import UnitRevealed
from tests.kit.guderian import COMBAT, SLUG, commit, piece, real, stage
from tests.kit.players import any_action, random_game


def test_dice_and_draws_to_come_change_nothing_that_may_be_seen() -> None:
    """Twins of a game with other seeds offer the same actions and forecasts, at moments all through a game."""
    game = random_game(SLUG, 4, actions=260)
    for position in range(1, len(game.log), 37):
        twins = [Game.replay(game.setting, seed, game.log[:position], position) for seed in (1, 2)]
        decisions = [twin.decision for twin in twins]
        assert decisions[0] == decisions[1]
        if decisions[0] is not None:
            chance = random.Random(position)
            groups = [list(twin.view(decisions[0].side).options().groups) for twin in twins]
            assert len(groups[0]) == len(groups[1])
            for at in chance.sample(range(len(groups[0])), min(4, len(groups[0]))):
                assert list(groups[0][at].make()) == list(groups[1][at].make())


def test_a_face_down_division_may_be_anything_to_both_sides() -> None:
    game = Game.begin(real(), 3)
    hidden = [at for at in game.table.on_map(1) if game.scenario.pieces[at].pool]
    assert hidden
    for side in (0, 1):
        view = game.view(side)
        for at in hidden:
            assert view.face(at) is None and len(view.pool(at)) in (78, 20)
            assert view.table.name(at).startswith("an untried")
    assert not any(isinstance(event, UnitRevealed) for entry in game.log for event in entry.events)


def test_commitment_shows_nothing_before_the_die() -> None:
    stories = []
    for seed in (1, 2):
        game = stage({"5-inf": "1106", "r1": "1206", "konev": "1506"}, COMBAT, seed=seed)
        commit(game, "1206", "5-inf")
        stories.append((game.log[-1].events, game.view(0).forecast(game.state.cell[piece(game, "r1")], (44,))))
    assert stories[0][0] == stories[1][0]
    assert stories[0][1].chances == stories[1][1].chances


def test_the_same_seed_gives_the_same_game() -> None:
    first = random_game(SLUG, 6, actions=120)
    second = Game.begin(real(), 6)
    chance = random.Random(6)
    for _ in range(120):
        second.apply(any_action(second, chance))
    assert [entry.action for entry in first.log] == [entry.action for entry in second.log]
    assert first.state == second.state
