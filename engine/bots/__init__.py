"""Bots: players made of rules, that see what a player may see and say why they act.

A name is looked up in its module when somebody asks for it: a window that only lists bots and plans does not load them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.bots.bot import Bot, Choice, Rejected, Why
    from engine.bots.derived import derived_doctrine, derived_plan
    from engine.bots.plan_rules import check_doctrine, rules_beside, strange_names
    from engine.bots.plans import draw_plan, find_plan, plans_of
    from engine.bots.registry import BOTS, SPARRING, bot_kinds, following, known_kind, make_bot

__all__ = [
    "BOTS",
    "SPARRING",
    "Bot",
    "Choice",
    "Rejected",
    "Why",
    "bot_kinds",
    "check_doctrine",
    "derived_doctrine",
    "derived_plan",
    "draw_plan",
    "find_plan",
    "following",
    "known_kind",
    "make_bot",
    "plans_of",
    "rules_beside",
    "strange_names",
]

_HOMES = {
    "bot": ("Bot", "Choice", "Rejected", "Why"),
    "derived": ("derived_doctrine", "derived_plan"),
    "plan_rules": ("check_doctrine", "rules_beside", "strange_names"),
    "plans": ("draw_plan", "find_plan", "plans_of"),
    "registry": ("BOTS", "SPARRING", "bot_kinds", "following", "known_kind", "make_bot"),
}


def __getattr__(name: str) -> object:
    """One of the names above, from its module."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
