"""Bots: players made of rules, that see what a player may see and say why they act."""

from __future__ import annotations

from engine.bots.bot import Bot, Choice, Rejected, Why
from engine.bots.plans import check_doctrine, draw_plan, find_plan, plans_of
from engine.bots.registry import BOTS, make_bot

__all__ = [
    "BOTS",
    "Bot",
    "Choice",
    "Rejected",
    "Why",
    "check_doctrine",
    "draw_plan",
    "find_plan",
    "make_bot",
    "plans_of",
]
