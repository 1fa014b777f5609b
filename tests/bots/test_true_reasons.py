"""A hundred reasons drawn at random from games of the doctrine are held against the state by a program."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.bots import make_bot
from engine.lab.match import bot_seed
from engine.play import Game
from tests.kit.players import setting_for
from tests.kit.reasons import check

DRAWN = 100


def played(slug: str, seed: int, actions: int) -> Game:
    setting = setting_for(slug)
    game = Game.begin(setting, seed)
    bots = [make_bot("doctrine", setting.scenario, side, bot_seed(seed, side)) for side in (0, 1)]
    while game.decision is not None and len(game.log) < actions:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return game


@pytest.mark.parametrize(
    ("slug", "games", "actions", "kinds"),
    [
        ("arduous-beginning", 2, 2000, {"odds", "way", "brace", "falls", "comes up", "placed"}),
        ("childs-barbarossa", 1, 700, {"placed", "way", "blow"}),
        ("panzergruppe-guderian", 1, 420, {"way", "comes up"}),
        ("army-group-north", 1, 420, {"way", "odds", "post", "overrun"}),
        ("smolensk-third-counteroffensive", 1, 900, {"way", "comes up", "odds", "barrage", "rating"}),
    ],
)
def test_a_hundred_reasons_are_true(slug: str, games: int, actions: int, kinds: set[str]) -> None:
    checked: Counter[str] = Counter()
    for seed in range(games):
        game = played(slug, seed + 11, actions)
        drawn = set(random.Random(seed).sample(range(1, len(game.log)), min(len(game.log) - 1, 4 * DRAWN)))
        again = Game.replay(game.setting, game.seed, game.log, 1)
        for position in range(1, len(game.log)):
            if position in drawn and (kind := check(again, game.log, position)) is not None:
                checked[kind] += 1
            again.go_to(position + 1)
    assert sum(checked.values()) >= DRAWN, checked
    assert kinds <= set(checked), checked
