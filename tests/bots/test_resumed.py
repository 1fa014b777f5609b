"""A game that was put away and taken up again goes on as it would have: bots know from the log what they knew."""

from __future__ import annotations

from functools import lru_cache

import pytest
from _pytest.mark.structures import ParameterSet

from engine.bots import SPARRING, Bot, bot_kinds, make_bot
from engine.bots.hard import FEW, HardBot
from engine.lab.match import bot_seed
from engine.play import Game
from engine.state.events import PhaseBegan
from tests.kit.players import setting_for

SLUGS = ("arduous-beginning", "childs-barbarossa")
LARGE = ("panzergruppe-guderian", "army-group-north", "smolensk-third-counteroffensive")
VAST = ("smolensk-third-counteroffensive",)
SEED = 11
ACTIONS = 260


def bots_for(slug: str, name: str) -> list[Bot]:
    """A bot for each side; who looks ahead does so over a few playouts, which is the same to what is tested here."""
    scenario = setting_for(slug).scenario
    bots = [make_bot(name, scenario, side, bot_seed(SEED, side)) for side in (0, 1)]
    for bot in bots:
        if isinstance(bot, HardBot):
            bot.playouts = 2 * FEW
    return bots


def go_on(game: Game, bots: list[Bot], actions: int) -> Game:
    """Let the bots answer so many decisions."""
    for _ in range(actions):
        if game.decision is None:
            break
        action, why = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action, dict(why))
    return game


@lru_cache(maxsize=8)
def played(slug: str, name: str, actions: int = ACTIONS) -> Game:
    return go_on(Game.begin(setting_for(slug), SEED), bots_for(slug, name), actions)


def resumed(game: Game, position: int) -> Game:
    return Game.replay(game.setting, game.seed, game.log[:position], position)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", sorted(bot_kinds()))
def test_a_resumed_game_goes_on_as_if_it_had_never_been_left(slug: str, name: str) -> None:
    game, within, step = played(slug, name), 0, 40 if name == "hard" else 5
    for position in range(2, len(game.log) - 2, step):
        again = go_on(resumed(game, position), bots_for(slug, name), 2)
        assert again.log == game.log[: len(again.log)], f"left at {position}"
        within += not any(isinstance(event, PhaseBegan) for event in game.log[position - 1].events)
    assert within > 100 / step, "most of the time a phase was under way"


@lru_cache(maxsize=4)
def at_the_first_move(slug: str) -> Game:
    """A large game as far as the first side may move: all before is done at random."""
    game, bots = Game.begin(setting_for(slug), SEED), bots_for(slug, "random")
    while game.decision is not None and game.decision.kind != "move":
        go_on(game, bots, 1)
    return game


def in_large_games() -> list[ParameterSet]:
    """Every bot in every large system; what plans hundreds of pieces by the first release's doctrine is dear."""
    return [
        pytest.param(slug, name, marks=[pytest.mark.soak] if slug in VAST and name in (*SPARRING, "hard") else [])
        for slug in LARGE
        for name in sorted(bot_kinds())
    ]


@pytest.mark.parametrize(("slug", "name"), in_large_games())
def test_a_resumed_large_game_goes_on_as_if_it_had_never_been_left(slug: str, name: str) -> None:
    start = at_the_first_move(slug)
    game = go_on(resumed(start, start.cursor), bots_for(slug, name), 24)
    assert game.cursor == start.cursor + 24
    for position in range(start.cursor + 2, game.cursor - 2, 15 if name == "hard" else 7):
        again = go_on(resumed(game, position), bots_for(slug, name), 2)
        assert again.log == game.log[: position + 2], f"left at {position}"


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", ["greedy", "doctrine"])
def test_a_bot_follows_the_log_even_where_it_is_not_what_it_saw(slug: str, name: str) -> None:
    """The same bots are asked about one place after another, backwards: nothing of what they saw before matters."""
    game, bots = played(slug, name), bots_for(slug, name)
    for position in range(len(game.log) - 1, 2, -9):
        again = resumed(game, position)
        assert again.decision is not None
        action, why = bots[again.decision.side].choose(again.view(again.decision.side))
        assert (action, why) == (game.log[position].action, game.log[position].why), position


@pytest.mark.parametrize("slug", SLUGS)
def test_after_a_person_has_acted_the_plan_is_made_anew(slug: str) -> None:
    """What a person did in the phase is no plan of the bot's: it begins from where the person left off."""
    game = played(slug, "doctrine")
    position = next(
        place
        for place in range(len(game.log) - 1, 2, -1)
        if (before := resumed(game, place)).decision is not None
        and before.decision.kind == "move"
        and game.log[place - 1].side == game.log[place].side
        and not any(isinstance(event, PhaseBegan) for event in game.log[place - 1].events)
    )
    by_hand = resumed(game, position - 1)
    action = game.log[position - 1].action
    assert action is not None
    by_hand.apply(action)
    side = game.log[position].side
    fresh = bots_for(slug, "doctrine")[side]
    asked: list[int] = []
    view = by_hand.view(side)
    view.past = lambda positions: asked.extend(positions) or iter(())  # type: ignore[method-assign]
    fresh.choose(view)
    assert asked == []
