"""How many playouts of a phase there is time for on this machine: found once, by making a few of them."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import NamedTuple

from engine.bots.greedy import GreedyBot
from engine.bots.hard import DECIDED, FEW, HardBot, phase_began
from engine.bots.naming import MOST_PLAYOUTS
from engine.play.game import Game
from engine.play.view import View

WARM = 2.0
"""A playout that takes longer than these seconds tells its time even where it had to get much ready."""

LEAST = 0.001
"""Seconds that every playout takes."""


class PlayoutCost(NamedTuple):
    """Seconds for opening a game by a plan, which is done once, and for carrying it on, which is done every time."""

    opening: float
    carrying: float

    def playouts(self, plans: int, seconds: float, hands: int) -> int:
        """How many playouts there is time for; every hand may have to open every plan for itself."""
        many = int(seconds * hands / self.carrying)
        while many and self.opening * min(plans, many // FEW) + self.carrying * many / hands > seconds:
            many -= 1
        return many


def gauge(game: Game, bots: Mapping[int, HardBot], seconds: float, hands: int) -> int:
    """How many playouts these bots can make within so many seconds of each of their phases, the slowest of them."""
    looks = [(bots[side], view) for side in bots if (view := _first_look(game, side)) is not None]
    found = [_cost(view, bot).playouts(len(bot.plans[bot.side]), seconds, hands) for bot, view in looks]
    return min(min(found, default=0), MOST_PLAYOUTS)


def _first_look(game: Game, side: int) -> View | None:
    """The game as a side sees it when it first would look ahead, arrived at quickly; None: it never does."""
    ahead = game.fork()
    players = [GreedyBot(one, one) for one in range(len(game.scenario.sides))]
    while (decision := ahead.decision) is not None:
        view = ahead.view(decision.side)
        if decision.side == side and decision.kind in DECIDED and phase_began(ahead.setting, view.log(), side):
            return view
        action, why = players[decision.side].choose(view)
        ahead.apply(action, dict(why))
    return None


def _cost(view: View, bot: HardBot) -> PlayoutCost:
    """What a playout costs here: of one plan the first time and again, of another first where that was quick."""
    position = phase_began(view.setting, view.log(), view.side)
    assert position is not None

    def seconds(plan: int, number: int) -> float:
        began = perf_counter()
        bot.play_out(view, bot.trial(position, plan, number))
        return perf_counter() - began

    first = seconds(0, 0)
    if first < WARM and len(bot.plans[bot.side]) > 1:
        first = seconds(1, 0)
        again = seconds(1, 1)
    else:
        again = seconds(0, 1)
    return PlayoutCost(max(first - again, 0.0), max(again, LEAST))
