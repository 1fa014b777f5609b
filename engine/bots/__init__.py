"""Bots: players made of rules, that see what a player may see and say why they act."""

from __future__ import annotations

from engine.bots.bot import Bot, Choice, Rejected, Why
from engine.bots.derived import derived_doctrine, derived_plan
from engine.bots.plans import check_doctrine, draw_plan, find_plan, plans_of, rules_beside, strange_names
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
