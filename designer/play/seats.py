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


def to_players(sides: Sequence[Side], seats: tuple[Seat, ...]) -> dict[str, dict[str, str]]:
    """The seats as the store keeps them, by the key of the side."""
    return {side.side: {"bot": seat.bot, "plan": seat.plan} for side, seat in zip(sides, seats, strict=True)}


def from_players(scenario: Scenario, players: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats of a stored game; whatever is not understood is a person."""
    return tuple(_seat(players.get(side.side)) for side in scenario.sides)


def _seat(stored: Any) -> Seat:
    if not isinstance(stored, Mapping):
        return Seat()
    return Seat(str(stored.get("bot") or ""), str(stored.get("plan") or ""))
