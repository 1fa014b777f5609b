"""All bots by name, and how one is made for a side of a scenario."""

from __future__ import annotations

from collections.abc import Callable

from engine.bots.bot import Bot
from engine.bots.candidates import candidates
from engine.bots.derived import derived_doctrine
from engine.bots.doctrine.player import DoctrineBot
from engine.bots.foresight import foresight_of
from engine.bots.greedy import GreedyBot
from engine.bots.hard import HardBot
from engine.bots.naming import read_name
from engine.bots.plan_rules import first_doctrine, for_staff
from engine.bots.plans import doctrine_of, draw_plan, find_plan, plans_of
from engine.bots.random_bot import RandomBot
from engine.bots.sparring import ENCIRCLER, FIRST, RAIDER
from engine.bots.staff.player import StaffBot
from engine.errors import StavkaError
from engine.records import Rows
from engine.records.play import Doctrine
from engine.scenario import Scenario

Maker = Callable[[Scenario, int, int, tuple[Doctrine, ...]], Bot]


def following(side: int, seed: int, doctrine: tuple[Doctrine, ...]) -> Bot:
    """The staff where the plan is written in its rules, else the first release's doctrine."""
    if for_staff(doctrine):
        return StaffBot(side, seed, doctrine)
    bot = DoctrineBot(side, seed, doctrine)
    bot.tells = True
    return bot


def _looking_ahead(scenario: Scenario, side: int, seed: int, doctrine: tuple[Doctrine, ...]) -> Bot:
    """The doctrine with look-ahead: its own plan first, then whatever else it could do."""
    plans = [
        candidates(
            doctrine if number == side else None,
            [doctrine_of(scenario.rows, plan) for plan in plans_of(scenario.rows, one.side)]
            or [derived_doctrine(scenario.rows, one.side)],
        )
        for number, one in enumerate(scenario.sides)
    ]
    return HardBot(side, seed, plans, following, foresight_of(scenario))


BOTS: dict[str, Maker] = {
    "random": lambda _scenario, side, seed, doctrine: RandomBot(side, seed, doctrine),
    "greedy": lambda _scenario, side, seed, doctrine: GreedyBot(side, seed, doctrine),
    "doctrine": lambda _scenario, side, seed, doctrine: following(side, seed, doctrine),
    "hard": _looking_ahead,
}
"""The bots that play every scenario."""

SPARRING: dict[str, Rows] = {"doctrine-1": FIRST, "encircler": ENCIRCLER, "raider": RAIDER}
"""Bots kept for measurement, with plans of their own for the sides that they know."""

HOME = "arduous-beginning"
"""The system whose sides sparring partners have plans for; elsewhere they follow the scenario's own rows."""


def bot_kinds() -> list[str]:
    """Every name that a bot can be made by."""
    return [*BOTS, *SPARRING]


def known_kind(name: str) -> str:
    """The kind of bot that a name asks for; StavkaError where there is none of that name."""
    kind, _ = read_name(name)
    if kind not in bot_kinds():
        raise StavkaError(f"There is no bot {name}; the bots are: {', '.join(bot_kinds())}.")
    return kind


def make_bot(name: str, scenario: Scenario, side: int, seed: int, plan: str | None = None) -> Bot:
    """A bot for a side, its plan as named or drawn by the seed; one named `hard:24` makes 24 playouts a phase."""
    kind = known_kind(name)
    key = scenario.sides[side].side
    rows = _rows(kind, scenario, key)
    chosen = find_plan(rows, key, plan) if plan else draw_plan(rows, key, seed)
    doctrine = derived_doctrine(rows, key) if chosen is None else doctrine_of(rows, chosen)
    if kind in SPARRING:
        return DoctrineBot(side, seed, first_doctrine() if for_staff(doctrine) else doctrine)
    bot = BOTS[kind](scenario, side, seed, doctrine)
    playouts = read_name(name).playouts
    if playouts is not None and isinstance(bot, HardBot):
        bot.playouts = playouts
    return bot


def _rows(name: str, scenario: Scenario, side: str) -> Rows:
    own = SPARRING.get(name)
    at_home = scenario.about.system == HOME
    return own if own is not None and at_home and plans_of(own, side) else scenario.rows
