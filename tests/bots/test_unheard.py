"""Bots whose reasons nobody reads do what they would do, and leave out what only reasons ask for."""

from __future__ import annotations

import pytest

from engine.bots import make_bot
from engine.bots.bot import unheard
from engine.lab.match import bot_seed, seat_bots
from engine.play import Game
from engine.rules.setting import Setting
from tests.kit.digest import bot_game, digests
from tests.kit.players import setting_for

SEED = 3


def quiet_game(setting: Setting, seed: int) -> Game:
    """A whole game of the doctrine against itself that nobody listens to."""
    sides = range(len(setting.scenario.sides))
    players = [unheard(make_bot("doctrine", setting.scenario, side, bot_seed(seed, side))) for side in sides]
    game = Game.begin(setting, seed)
    while game.decision is not None:
        action, why = players[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


@pytest.fixture(scope="module")
def games() -> tuple[Game, Game]:
    setting = setting_for("arduous-beginning")
    return bot_game(setting, "doctrine", SEED), quiet_game(setting, SEED)


def test_whoever_is_not_heard_does_the_same(games: tuple[Game, Game]) -> None:
    told, quiet = games
    assert digests([quiet])[0] == digests([told])[0]


def test_whoever_is_not_heard_says_less(games: tuple[Game, Game]) -> None:
    told, quiet = (sum(any((entry.why or {}).get("reasons", [])) for entry in game.log) for game in games)
    assert told > 100
    assert quiet < told / 2
    assert not [entry for entry in games[1].log if "plan" in (entry.why or {})]


def test_games_of_an_arena_are_not_heard_and_others_are() -> None:
    setting = setting_for("arduous-beginning")
    bots = {side.side: "doctrine" for side in setting.scenario.sides}
    assert [getattr(bot, "heard", None) for bot in seat_bots(setting, bots, SEED, {})] == [True, True]
    assert [getattr(bot, "heard", None) for bot in seat_bots(setting, bots, SEED, {}, heard=False)] == [False, False]
