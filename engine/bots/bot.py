"""What a bot is: something that answers the decisions of one side and says why."""

from __future__ import annotations

import random
from typing import Any, Protocol, TypedDict, runtime_checkable

from engine.play.view import View
from engine.state.actions import AnyAction

Rejected = TypedDict("Rejected", {"action text": str, "score": float, "why": str})


class Why(TypedDict, total=False):
    """Why an action was taken; kept in the log beside it."""

    rule: str
    goal: str
    expects: str
    reasons: list[str]
    rejected: list[Rejected]
    plan: dict[str, Any]
    """The intent of the turn, with the first order of it; see `engine.play.intent`."""


Choice = tuple[AnyAction, Why]


class Bot(Protocol):
    """A player made of rules; it sees a view and nothing else."""

    def choose(self, view: View) -> Choice:
        """The answer to the decision that the side owes, and why."""

    def explain_not(self, view: View, action: AnyAction) -> str:
        """Why it would not do this instead, in a sentence or two."""


@runtime_checkable
class Composer(Protocol):
    """A bot that takes its time to put reasons into words, and need not where nobody reads them."""

    heard: bool


def unheard(bot: Bot) -> Bot:
    """The bot, told that nobody reads its reasons; it does what it would do."""
    if isinstance(bot, Composer):
        bot.heard = False
    return bot


def chance(seed: int, view: View) -> random.Random:
    """Chance for one decision: the same seed at the same place in the log gives the same numbers."""
    return random.Random(f"{seed}:{view.side}:{len(view.log())}")
