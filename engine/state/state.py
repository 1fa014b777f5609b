"""The state of a game: compact lists by piece and by place, an agenda of tasks, a few tallies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, Literal, NamedTuple

from engine.ids import OFF_MAP, Cell
from engine.records.markers import MarkerStart
from engine.scenario import Scenario
from engine.state.tasks import AnyTask

ELIMINATED = Cell(-2)
"""Where a piece is that was eliminated."""

WITHDRAWN = Cell(-3)
"""Where a piece is that left the game without being lost: withdrawn, or exchanged for another."""

NO_LINE = -1
"""The line of a piece that no line of the set-up placed."""


class Status(IntEnum):
    """What a piece has done or suffered, a bit each; cleared at the end of the phase but for SPENT."""

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


class Store(NamedTuple):
    """Where tokens of a kind lie, or which piece carries them, and whose they are: a side's, or a group's of it."""

    on: Literal["cell", "piece"]
    where: int
    side: int
    kind: str = "supply"
    group: str = ""


class Held(NamedTuple):
    """How many tokens a store holds, and how many of them were carried in this phase."""

    tokens: int = 0
    carried: int = 0


def _column(copied: Callable[[Any], Any], told: Callable[[Any], Any] | None = None, *, derived: bool = False) -> Any:
    """How a part of the state is copied, and how it is told when two states are compared; what is derived is not."""
    return {"copied": copied, "told": told or (lambda value: value), "derived": derived}


def _same(value: Any) -> Any:
    return value


def _without_zeros(tallies: dict[str, float]) -> dict[str, float]:
    return {key: value for key, value in tallies.items() if value}


def _without_empty(marks: dict[str, dict[int, int]]) -> dict[str, dict[int, int]]:
    return {key: marked for key, marked in marks.items() if marked}


def _without_void(stores: dict[Store, Held]) -> dict[Store, Held]:
    return {store: held for store, held in stores.items() if held.tokens}


def _each(copied: Callable[[Any], Any]) -> Callable[[dict[Any, Any]], dict[Any, Any]]:
    return lambda held: {key: copied(value) for key, value in held.items()}


@dataclass
class State:
    """Everything that changes during a game; each column says how it is copied and compared."""

    cell: list[int] = field(metadata=_column(list))
    face: list[int] = field(metadata=_column(list))
    counter: list[int | None] = field(metadata=_column(list))
    status: list[int] = field(metadata=_column(list))
    control: list[int | None] = field(metadata=_column(list))
    lines: list[int] = field(metadata=_column(list))
    """By piece, the line of the set-up that placed it."""
    turn: int = field(default=0, metadata=_column(_same))
    phase: int = field(default=-1, metadata=_column(_same))
    agenda: list[AnyTask] = field(default_factory=list, metadata=_column(list))
    tallies: dict[str, float] = field(default_factory=dict, metadata=_column(dict, _without_zeros))
    rolls: int = field(default=0, metadata=_column(_same))
    outcome: Outcome | None = field(default=None, metadata=_column(_same))
    stacks: dict[int, list[int]] = field(default_factory=dict, metadata=_column(_each(list), derived=True))
    weather: list[int] = field(default_factory=list, metadata=_column(list))
    markers: list[int] = field(default_factory=list, metadata=_column(list))
    spent: list[int] = field(default_factory=list, metadata=_column(list))
    """By piece, ticks of its allowance that it has spent in this phase."""
    batch: list[int] = field(default_factory=list, metadata=_column(list))
    """By piece, which filling of its pool it is drawn from; 0 is the pool as it begins."""
    batches: dict[str, tuple[int, ...]] = field(default_factory=dict, metadata=_column(dict))
    """By pool and filling, the counters that belong to it, shown or not; none where it was never filled again."""
    marks: dict[str, dict[int, int]] = field(default_factory=dict, metadata=_column(_each(dict), _without_empty))
    """By mark, the things that bear it (pieces, cells, places or sides, as the mark's kind says) and its value."""
    mode: list[str] = field(default_factory=list, metadata=_column(list))
    """By piece, the mode it is in; empty: its usual one."""
    stores: dict[Store, Held] = field(default_factory=dict, metadata=_column(dict, _without_void))
    """Tokens on the map and with pieces, as far as there are any."""
    owners: tuple[int, ...] = field(default=(), metadata=_column(_same, derived=True))
    """By piece, the side that it belongs to."""
    version: int = field(default=0, metadata=_column(_same, derived=True))
    """Grows when a piece moves or turns, a mark is set, or the ground changes."""
    fronts: list[int] = field(default_factory=lambda: [0, 0], metadata=_column(list, derived=True))
    """By side, the same, but for what only pieces of the other side do."""
    moment: int = field(default=0, metadata=_column(_same, derived=True))
    """Grows when a phase begins, a piece has done something, or a count changes."""

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
            lines=[NO_LINE] * count,
            weather=[scenario.weather_index[zone.at_start] for zone in scenario.zones],
            markers=[_marker_start(scenario, row) for row in scenario.markers],
            spent=[0] * count,
            batch=[0] * count,
            mode=[""] * count,
            owners=tuple(scenario.side_index[piece.unit.side] for piece in scenario.pieces),
            fronts=[0] * len(scenario.sides),
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
        self.touch(piece)

    def touch(self, piece: int) -> None:
        """Note that a piece has moved or turned."""
        self.version += 1
        self.fronts[self.owners[piece]] += 1

    def alter(self) -> None:
        """Note that something has changed which may concern the pieces of any side."""
        self.version += 1
        for side in range(len(self.fronts)):
            self.fronts[side] += 1

    def put_mark(self, mark: str, subject: int, value: int | None) -> None:
        """Mark a thing, or take the mark off where there is no value."""
        marked = self.marks.setdefault(mark, {})
        if value is None:
            marked.pop(subject, None)
        else:
            marked[subject] = value
        self.alter()

    def put_tokens(self, store: Store, tokens: int, carried: int) -> None:
        """Add tokens to a store, or take them where they are negative; so many of them were carried in this phase."""
        held = self.stores.get(store, Held())
        after = Held(held.tokens + tokens, held.carried + carried)
        if after == Held():
            self.stores.pop(store, None)
        else:
            self.stores[store] = after
        self.moment += 1

    def copy(self) -> State:
        """An independent copy."""
        return State(*(copied(getattr(self, name)) for name, copied in _COPIED))

    def facts(self) -> tuple[Any, ...]:
        """All that counts, for comparing two states; what is derived is left out."""
        return tuple(told(getattr(self, name)) for name, told in _TOLD)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]


def _marker_start(scenario: Scenario, row: MarkerStart) -> int:
    """Where a marker begins: on its cell, or off the map until its turn comes or somebody places it."""
    due = (row.first_turn or 1) <= scenario.about.first_turn
    return scenario.board.cell(row.cell) if row.cell is not None and due else OFF_MAP


_COPIED = [(part.name, part.metadata["copied"]) for part in fields(State)]
_TOLD = [(part.name, part.metadata["told"]) for part in fields(State) if not part.metadata["derived"]]
