"""Bots for seats: which there are, how one is made, and what people call them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from designer.play.running.seats import Seat
from engine.bots.naming import KINDS, kind_of, with_playouts
from engine.bots.plans import draw_plan, plans_of
from engine.records.play import Plan
from engine.scenario import Scenario
from engine.workers.messages import Player

if TYPE_CHECKING:
    from engine.bots import Bot

TITLES = {
    "doctrine": ("Staff", "Regular: follows the doctrine of its plan and weighs every battle"),
    "hard": (
        "Staff, looking ahead",
        "Hard: before every phase it plays its plans out and goes on with the best, and takes its time over it",
    ),
    "greedy": ("Greedy", "Quick: takes the best odds and the nearest objective"),
    "random": ("Random", "Makes any legal move; good for a first look at the rules"),
}
"""What the bots are called, and what they are like, the best first."""


def bot_names() -> list[str]:
    """The bots there are, the best first."""
    return [*TITLES, *(name for name in KINDS if name not in TITLES)]


def best_bot() -> str:
    """The bot to be recommended: a staff, which takes its plan from the victory conditions where a side has none."""
    return bot_names()[0]


def bot_title(name: str) -> str:
    """What people call a bot."""
    kind = kind_of(name)
    return with_playouts(TITLES.get(kind, (kind.capitalize(), ""))[0], name)


def bot_help(name: str) -> str:
    """What a bot is like, in a few words."""
    return TITLES.get(kind_of(name), ("", ""))[1]


def own_seed(seed: int, side: int) -> int:
    """The chance of a bot, which tells it nothing of the dice."""
    return random.Random(f"bot:{seed}:{side}").getrandbits(31)


def seat_player(seat: Seat, side: int, seed: int) -> Player:
    """The bot that sits on a seat, as it is asked for."""
    return Player(seat.bot, own_seed(seed, side), seat.plan)


def advising(side: int, seed: int) -> Player:
    """The bot that advises a person: the best there is."""
    return Player(best_bot(), own_seed(seed, side))


def adviser(scenario: Scenario, side: int, seed: int) -> Bot:
    """The bot that advises a person, at work here and now."""
    from engine.bots.registry import make_bot  # a hundred modules, for which no game shall wait

    player = advising(side, seed)
    return make_bot(player.bot, scenario, side, player.seed)


def plan_of(scenario: Scenario, seat: Seat, side: int, seed: int) -> Plan | None:
    """The plan that the bot on a seat follows."""
    key = scenario.sides[side].side
    if seat.plan:
        return next((plan for plan in plans_of(scenario.rows, key) if plan.plan == seat.plan), None)
    return draw_plan(scenario.rows, key, own_seed(seed, side))
