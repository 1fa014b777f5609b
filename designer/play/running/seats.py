"""Who sits on which side: a person, or a bot with its plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.records.counters import Side
from engine.scenario import Scenario


@dataclass(frozen=True)
class Seat:
    """The player of one side; an empty bot is a person, an empty plan is drawn when the game begins."""

    bot: str = ""
    plan: str = ""

    @property
    def person(self) -> bool:
        """Whether somebody at the window plays this side."""
        return not self.bot


@dataclass(frozen=True)
class Manners:
    """What the players agreed on: whether dice may be taken back, and whether a curtain falls between two persons."""

    practice: bool = False
    curtain: bool = False


PLAIN = Manners()
"""Dice stand, and nobody hides anything."""

_MANNERS = ""
"""Where the manners stand among the seats; no side has an empty key."""


def to_players(
    sides: Sequence[Side], seats: tuple[Seat, ...], manners: Manners = PLAIN
) -> dict[str, dict[str, str | bool]]:
    """The seats as the store keeps them, by the key of the side, and the manners beside them."""
    players: dict[str, dict[str, str | bool]] = {
        side.side: {"bot": seat.bot, "plan": seat.plan} for side, seat in zip(sides, seats, strict=True)
    }
    if manners != PLAIN:
        players[_MANNERS] = {"practice": manners.practice, "curtain": manners.curtain}
    return players


def manners_of(players: Mapping[str, Any]) -> Manners:
    """The manners of a stored game; whatever is not understood was not agreed on."""
    stored = players.get(_MANNERS)
    if not isinstance(stored, Mapping):
        return PLAIN
    return Manners(stored.get("practice") is True, stored.get("curtain") is True)


def from_players(scenario: Scenario, players: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats of a stored game; whatever is not understood is a person."""
    return tuple(_seat(players.get(side.side)) for side in scenario.sides)


def _seat(stored: Any) -> Seat:
    if not isinstance(stored, Mapping):
        return Seat()
    return Seat(str(stored.get("bot") or ""), str(stored.get("plan") or ""))
