"""The level `hard`: playouts decide between plans; they foresee nothing and follow from seed and number alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pytest

from engine.bots import make_bot, plans_of
from engine.bots.hard import HardBot, Trial, candidates, turn_began
from engine.bots.outlook import outlook
from engine.bots.plans import doctrine_of
from engine.bots.registry import BOTS
from engine.lab.match import bot_seed
from engine.play import Game
from engine.play.view import View
from engine.state.events import PhaseBegan
from tests.kit.doctrine import doctrine
from tests.kit.players import setting_for

AB = setting_for("arduous-beginning")
SEED = 5


@lru_cache(maxsize=1)
def late() -> Game:
    """A game of two doctrines at the beginning of the last Soviet turn."""
    game = Game.begin(AB, SEED)
    bots = [make_bot("doctrine", AB.scenario, side, bot_seed(SEED, side)) for side in (0, 1)]
    while game.decision is not None and not (game.state.turn == 7 and game.decision.side == 1):
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return game


def hard(playouts: int = 5) -> HardBot:
    bot = make_bot("hard", AB.scenario, 1, 3)
    assert isinstance(bot, HardBot)
    bot.playouts = playouts
    return bot


def test_it_is_a_bot_like_any_other() -> None:
    assert list(BOTS) == ["random", "greedy", "doctrine", "hard"]


def test_its_plans_are_its_own_first_then_the_others_then_variants() -> None:
    plans = [doctrine_of(AB.scenario.rows, plan) for plan in plans_of(AB.scenario.rows, "soviet")]
    found = candidates(plans[1], plans)
    assert found[0] == plans[1] and found[1:3] == [plans[0], plans[2]] and len(found) == 5
    fears = [next(row.params["fear"] for row in rows if row.rule == "campaign") for rows in (found[0], *found[3:])]
    assert fears[1] < fears[0] < fears[2]
    assert candidates(None, []) == [()]


def test_the_plan_whose_playouts_are_worth_most_is_followed() -> None:
    game = late()
    for best in range(3):
        bot, asked = hard(), []

        def speak_for(
            _view: View, trials: Sequence[Trial], best: int = best, asked: list[Trial] = asked
        ) -> list[float]:
            asked += trials
            return [float(trial.rules[1] == hard().plans[1][best]) for trial in trials]

        bot.playing = speak_for
        wanted = BOTS["doctrine"](AB.scenario, 1, 3, bot.plans[1][best])
        assert bot.choose(game.view(1)) == wanted.choose(game.view(1))
        assert len({trial.seed for trial in asked}) == len(asked) // len(bot.plans[1])


def test_the_same_seed_and_number_of_playouts_choose_the_same_whatever_the_dice_will_be() -> None:
    game, chosen = late(), []
    for seed in (1, 2, 2):
        other = Game.replay(AB, seed, game.log[: game.cursor], game.cursor)
        chosen.append(hard().choose(other.view(1)))
    assert chosen[0] == chosen[1] == chosen[2]


def test_a_playout_leaves_the_game_alone() -> None:
    game = late()
    before, length = game.state.copy(), len(game.log)
    hard().choose(game.view(1))
    assert game.state.facts() == before.facts() and len(game.log) == length


def test_a_turn_begins_with_its_first_phase() -> None:
    game = late()
    position = turn_began(AB, game.log, 1)
    assert position is not None
    began = [event for event in game.log[position - 1].events if isinstance(event, PhaseBegan)]
    assert AB.scenario.phases[began[-1].phase].phase == "soviet-build-up"


@pytest.mark.parametrize("side", [0, 1])
def test_the_outlook_of_both_sides_adds_up_to_one(side: int) -> None:
    table = late().table
    assert outlook(table, side) + outlook(table, 1 - side) == pytest.approx(1.0)


def test_without_another_plan_there_is_nothing_to_look_ahead_for() -> None:
    rows = doctrine({"objectives": {}})
    bot = HardBot(1, 3, [[rows], [rows]], lambda side, seed, given: BOTS["doctrine"](AB.scenario, side, seed, given))
    bot.playing = lambda _view, _trials: pytest.fail("nothing was to be played out")
    assert bot.choose(late().view(1))
