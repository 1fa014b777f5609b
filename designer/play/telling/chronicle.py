"""The story of a game and its score, turn by turn, told by walking the log beside the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.play import Entry, Game
from engine.play.journal import JournalLine, tell_entry
from engine.records.board import PlaceKind
from engine.records.play import AllOf, AnyCondition, AnyOf, HoldsPlaces
from engine.rules import score
from engine.rules.table import Table
from engine.rules.victory import meant_places
from engine.scenario import Scenario
from engine.scenario.sentences import common
from engine.state import ELIMINATED, State
from engine.state.actions import FightBattle
from engine.state.events import (
    BattleFought,
    ControlChanged,
    PhaseBegan,
    PointsScored,
    StepLost,
    TallyChanged,
    UnitEliminated,
)

RECKONED = (ControlChanged, PhaseBegan, PointsScored, TallyChanged)
"""Events with which the points of a side may change."""


@dataclass(frozen=True)
class Told:
    """A sentence with its turn and the battle it belongs to; battle 0 is none."""

    line: JournalLine
    turn: int
    battle: int


@dataclass(frozen=True)
class Score:
    """How the sides stand: places held, victory points, units off the table, steps lost so far."""

    places: tuple[int, ...]
    points: tuple[float, ...]
    units_lost: tuple[int, ...]
    steps_lost: tuple[int, ...]


class Chronicle:
    """Follows a game forward and back; never changes it."""

    def __init__(self, game: Game, eyes: Callable[[], int] | None = None) -> None:
        self._game = game
        self._eyes = eyes
        self._table = Table(game.setting, State.at_start(game.scenario), seed=0)
        self._entries: list[Entry] = []
        self._told: list[list[Told]] = []
        self._scores: list[Score] = []
        self._steps: list[tuple[int, ...]] = [(0,) * len(game.scenario.sides)]
        self._battles = [0]
        self._fighting = [False]
        self.places = objectives(self._table)

    def follow(self) -> int:
        """Catch up with the game; the answer is the first entry that is told anew."""
        log, known = self._game.log[: self._game.cursor], len(self._entries)
        grown = known <= len(log) and (not known or log[known - 1] is self._entries[-1])
        same = known if grown else 0  # an entry follows upon all before it: where the last is the same, all are
        while same < min(len(log), len(self._entries)) and log[same] is self._entries[same]:
            same += 1
        while len(self._entries) > same:
            self._step_back()
        for entry in log[same:]:
            self._step(entry)
        return same

    def _step(self, entry: Entry) -> None:
        number = len(self._entries)
        begins = isinstance(entry.action, FightBattle) or (
            not self._fighting[-1] and any(isinstance(event, BattleFought) for event in entry.events)
        )
        battle = self._battles[-1] + begins
        inside = begins or self._fighting[-1]
        lines = tell_entry(self._table, number, entry, self._eyes() if self._eyes is not None else None)
        turn = self._table.state.turn
        self._told.append([Told(line, turn, battle if inside else 0) for line in lines])
        self._entries.append(entry)
        self._battles.append(battle)
        self._fighting.append(any(hasattr(task, "battle") for task in self._table.state.agenda))
        self._steps.append(self._count_steps(entry))
        self._scores.append(self._score(entry))

    def _step_back(self) -> None:
        for event in reversed(self._entries.pop().events):
            event.revert(self._table.state)
        for column in (self._told, self._battles, self._fighting, self._steps, self._scores):
            column.pop()

    def _count_steps(self, entry: Entry) -> tuple[int, ...]:
        steps = list(self._steps[-1])
        for event in entry.events:
            if isinstance(event, StepLost):
                steps[self._table.side_of(event.piece)] += event.after - event.before
            elif isinstance(event, UnitEliminated) and event.origin >= 0:
                counter = self._table.state.counter[event.piece]
                left = self._table.scenario.counters[counter].steps if counter is not None else 1
                steps[self._table.side_of(event.piece)] += max(1, left - self._table.state.face[event.piece])
        return tuple(steps)

    def _points(self, entry: Entry) -> tuple[float, ...]:
        """The points of the sides; they are reckoned anew where they may have changed, and when a phase begins."""
        if self._scores and not any(isinstance(event, RECKONED) for event in entry.events):
            return self._scores[-1].points
        return tuple(score.points(self._table, row.side) for row in self._table.scenario.sides)

    def _score(self, entry: Entry) -> Score:
        state, scenario = self._table.state, self._table.scenario
        sides = range(len(scenario.sides))
        gone = [self._table.side_of(piece) for piece, cell in enumerate(state.cell) if cell == ELIMINATED]
        return Score(
            tuple(sum(state.control[place] == side for place in self.places) for side in sides),
            self._points(entry),
            tuple(gone.count(side) for side in sides),
            self._steps[-1],
        )

    def label(self, cell: int) -> str:
        """What a cell is called."""
        return self._table.label(cell)

    @property
    def told(self) -> list[Told]:
        """The whole story so far."""
        return [line for lines in self._told for line in lines]

    def told_since(self, entry: int) -> list[Told]:
        """The story from an entry on."""
        return [line for lines in self._told[entry:] for line in lines]

    def last_before(self, entry: int) -> Told | None:
        """The last sentence before an entry."""
        return next((lines[-1] for lines in reversed(self._told[:entry]) if lines), None)

    @property
    def now(self) -> Score:
        """How the sides stand."""
        return self._scores[-1]

    def after(self, entries: int) -> Score:
        """How the sides stood after so many entries."""
        return self._scores[entries - 1]

    def by_turn(self) -> dict[int, Score]:
        """How the sides stood at the end of each turn, the running one last."""
        found: dict[int, Score] = {}
        for turn, standing in zip(self._turns(), self._scores, strict=True):
            found[turn] = standing
        return found

    def _turns(self) -> Iterator[int]:
        """The turn in which each entry ended."""
        turn = 0
        for entry in self._entries:
            for event in entry.events:
                turn = getattr(event, "turn", turn)
            yield turn


def objectives(table: Table) -> tuple[int, ...]:
    """The places that victory speaks of, or all of them."""
    found = {
        place
        for row in table.scenario.victories
        for part in parts_of(row.condition)
        if isinstance(part, HoldsPlaces)
        for place in meant_places(table, part)
    }
    return tuple(sorted(found)) or tuple(range(len(table.scenario.places)))


def noun_of(scenario: Scenario, places: Sequence[int]) -> str:
    """What one of these places is called: a city where all are cities, else an objective."""
    kinds = {scenario.places[place].kind for place in places}
    kind = scenario.rows.get(PlaceKind, next(iter(kinds))) if len(kinds) == 1 else None
    return "objective" if kind is None else common(scenario.rows, kind.name)


def parts_of(condition: AnyCondition) -> Iterator[AnyCondition]:
    """The plain conditions that a condition is made of."""
    if isinstance(condition, AllOf | AnyOf):
        for part in condition.parts:
            yield from parts_of(part)
    else:
        yield condition
