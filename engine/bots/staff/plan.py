"""What a plan is: orders with their motives and figures, from which reasons are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from engine.bots.rule import DoctrineRule, Weighted
from engine.play.intent import Intent
from engine.state.actions import AnyAction

R = TypeVar("R", bound=DoctrineRule)

Rated = tuple[float, Callable[[], str]]
"""How good an answer is, and why; the reason is put into words only where somebody reads it."""


@dataclass(frozen=True)
class Motive:
    """Why an order is given: the rule, the place or cell it is about, and what is expected, in words and figures."""

    rule: str
    goal: str
    about: int | None
    reason: str
    expects: str
    figures: dict[str, float] = field(default_factory=dict)
    others: tuple[tuple[str, float, str], ...] = ()


UNTOLD = Motive("", "", None, "", "")
"""The motive of whoever need not say why."""


@dataclass
class Orders:
    """The orders of a phase, in the order in which they are carried out, and posts that are kept."""

    orders: list[tuple[AnyAction, Motive]] = field(default_factory=list)
    stays: dict[int, Motive] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    """Places that are left to the enemy, with the reason for each."""
    intent: Callable[[], Intent] | None = None
    """What all of it is for, where everybody's part is decided; put into words only where it is told."""


class Book:
    """The rules of a plan, each at hand by its kind."""

    def __init__(self, rules: list[Weighted]) -> None:
        self.rules = rules
        self._by_kind = {type(one.rule): one for one in rules}

    def get(self, kind: type[R]) -> tuple[float, R] | None:
        """A rule's weight and its parameters, or None while it is off."""
        found = self._by_kind.get(kind)
        return None if found is None else (found.weight, found.rule)  # type: ignore[return-value]

    def of(self, kind: type[R]) -> R:
        """A rule's parameters, as usual where the plan does not have it."""
        found = self._by_kind.get(kind)
        return kind() if found is None else found.rule  # type: ignore[return-value]
