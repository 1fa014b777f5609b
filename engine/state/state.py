"""The state of a game: compact lists by piece and by place, an agenda of tasks, a few tallies."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any

from engine.ids import OFF_MAP, Cell
from engine.scenario import Scenario
from engine.state.tasks import AnyTask

ELIMINATED = Cell(-2)
"""Where a piece is that was eliminated."""


class Status(IntFlag):
    """What a piece has done or suffered; cleared at the end of the phase but for SPENT."""

    NONE = 0
    MOVED = 1
    FOUGHT = 2
    ATTACKED = 4
    REPLACED = 8
    SPENT = 16


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning side's index or None for a draw, the level and the rule case."""

    winner: int | None
    level: str
    case: str = ""


@dataclass
class State:
    """Everything that changes during a game."""

    cell: list[int]
    face: list[int]
    counter: list[int | None]
    status: list[int]
    control: list[int | None]
    turn: int = 0
    phase: int = -1
    agenda: list[AnyTask] = field(default_factory=list)
    tallies: dict[str, float] = field(default_factory=dict)
    rolls: int = 0
    outcome: Outcome | None = None
    stacks: dict[int, list[int]] = field(default_factory=dict)
    weather: list[int] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    version: int = 0

    @classmethod
    def at_start(cls, scenario: Scenario) -> State:
        """No unit placed yet, places held by their owners, weather and markers as they begin."""
        count = len(scenario.pieces)
        owners = [None if place.owner is None else scenario.side_index[place.owner] for place in scenario.places]
        return cls(
            cell=[OFF_MAP] * count,
            face=[0] * count,
            counter=[piece.counter for piece in scenario.pieces],
            status=[0] * count,
            control=owners,
            weather=[scenario.weather_index[zone.at_start] for zone in scenario.zones],
            markers=[
                scenario.board.cell(row.cell) if (row.first_turn or 1) == 1 else OFF_MAP for row in scenario.markers
            ],
        )

    def relocate(self, piece: int, target: int) -> None:
        """Move a piece and keep the stacks in step; pieces of a stack stay in order."""
        origin = self.cell[piece]
        if origin >= 0:
            stack = self.stacks[origin]
            stack.remove(piece)
            if not stack:
                del self.stacks[origin]
        self.cell[piece] = target
        if target >= 0:
            stack = self.stacks.setdefault(target, [])
            stack.append(piece)
            if len(stack) > 1:
                stack.sort()
        self.version += 1

    def copy(self) -> State:
        """An independent copy."""
        return State(
            list(self.cell),
            list(self.face),
            list(self.counter),
            list(self.status),
            list(self.control),
            self.turn,
            self.phase,
            list(self.agenda),
            dict(self.tallies),
            self.rolls,
            self.outcome,
            {cell: list(stack) for cell, stack in self.stacks.items()},
            list(self.weather),
            list(self.markers),
            self.version,
        )

    def facts(self) -> tuple[Any, ...]:
        """All that counts, for comparing two states; caches and version are left out."""
        tallies = {key: value for key, value in self.tallies.items() if value}
        return (
            self.cell,
            self.face,
            self.counter,
            self.status,
            self.control,
            self.turn,
            self.phase,
            self.agenda,
            tallies,
            self.rolls,
            self.outcome,
            self.weather,
            self.markers,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]
