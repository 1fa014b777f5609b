"""All bots by name, and how one is made for a side of a scenario."""

from __future__ import annotations

from collections.abc import Callable

from engine.bots.bot import Bot
from engine.bots.doctrine.player import DoctrineBot
from engine.bots.greedy import GreedyBot
from engine.bots.plans import doctrine_of, draw_plan, find_plan
from engine.bots.random_bot import RandomBot
from engine.errors import StavkaError
from engine.records.play import Doctrine
from engine.scenario import Scenario

BOTS: dict[str, Callable[[int, int, tuple[Doctrine, ...]], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "doctrine": DoctrineBot,
}


def make_bot(name: str, scenario: Scenario, side: int, seed: int, plan: str | None = None) -> Bot:
    """A bot for a side; its plan is the one named, or drawn by the seed."""
    kind = BOTS.get(name)
    if kind is None:
        raise StavkaError(f"There is no bot {name}; the bots are: {', '.join(BOTS)}.")
    key = scenario.sides[side].side
    chosen = find_plan(scenario.rows, key, plan) if plan else draw_plan(scenario.rows, key, seed)
    return kind(side, seed, doctrine_of(scenario.rows, chosen))
