"""The table a game is played at: the setting, the state, and the only ways to change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.ids import Cell
from engine.records.counters import Face, Selector, Unit
from engine.records.weather import Weather
from engine.rules.dice import throw
from engine.rules.parameters import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.setting import Setting
from engine.state import ELIMINATED, State
from engine.state.events import (
    AgendaChanged,
    AnyEvent,
    ControlChanged,
    DieRolled,
    StatusChanged,
    TallyChanged,
    UnitEliminated,
    UnitRevealed,
)
from engine.state.tasks import AnyTask

M = TypeVar("M", bound=Mechanism)
T = TypeVar("T")


class Table:
    """A game in progress as the rules see it; every change goes through `do`."""

    def __init__(self, setting: Setting, state: State, seed: int) -> None:
        self.setting = setting
        self.scenario = setting.scenario
        self.board = setting.board
        self.state = state
        self.seed = seed
        self.events: list[AnyEvent] = []
        self._cache: dict[object, Any] = {}
        self._cache_version = -1

    # What is where

    def side_of(self, piece: int) -> int:
        """The side that a piece belongs to."""
        return self.setting.side_of[piece]

    def unit(self, piece: int) -> Unit:
        """The record of a piece, as far as it is known."""
        counter = self.state.counter[piece]
        return self.scenario.pieces[piece].unit if counter is None else self.scenario.counters[counter].unit

    def name(self, piece: int) -> str:
        """What players call a piece."""
        if self.state.counter[piece] is None:
            return f"an untried {self.scenario.pieces[piece].unit.symbol} {self.scenario.pieces[piece].unit.size}"
        return self.unit(piece).name

    def face(self, piece: int) -> Face:
        """The face that is up; a face-down piece shows only what its whole pool has in common."""
        counter = self.state.counter[piece]
        if counter is not None:
            return self.scenario.counters[counter].faces[self.state.face[piece]]
        return self.pool_members(self.scenario.pieces[piece].pool)[0][1]

    def pool_members(self, pool: str) -> list[tuple[int, Face]]:
        """The counters still face down in a pool, with their front faces."""
        return self.cached(("pool", pool), lambda: self._pool_members(pool))

    def _pool_members(self, pool: str) -> list[tuple[int, Face]]:
        shown = {
            counter
            for piece, counter in zip(self.scenario.pieces, self.state.counter, strict=True)
            if piece.pool == pool and counter is not None
        }
        return [
            (index, counter.faces[0])
            for index, counter in enumerate(self.scenario.counters)
            if counter.unit.pool == pool and index not in shown
        ]

    def stack(self, cell: int) -> list[int]:
        """The pieces in a cell."""
        return self.state.stacks.get(cell, [])

    def holder(self, cell: int) -> int | None:
        """The side whose pieces stand in a cell."""
        stack = self.state.stacks.get(cell)
        return self.setting.side_of[stack[0]] if stack else None

    def on_map(self, side: int) -> list[int]:
        """A side's pieces on the map."""
        return [
            piece for piece, cell in enumerate(self.state.cell) if cell >= 0 and self.setting.side_of[piece] == side
        ]

    def matching(self, selector: Selector, pieces: list[int]) -> list[int]:
        """Those of the pieces that a selector means, as they are known now."""
        return [piece for piece in pieces if selector.matches(self.unit(piece))]

    def label(self, cell: int) -> str:
        """The number of a cell, with the name of its place."""
        names = [self.scenario.places[index].name for index in self.setting.places_at.get(cell, [])]
        number = self.board.label(Cell(cell))
        return f"{names[0]} ({number})" if names else number

    def weather_at(self, cell: int) -> Weather | None:
        """The weather of a cell, if it lies in a zone that has any."""
        if not self.state.weather:
            return None
        zone = int(self.setting.zones[cell])
        return self.scenario.weathers[self.state.weather[zone]] if zone < len(self.state.weather) else None

    # The rules in force

    def mechanism(self, kind: type[M]) -> M:
        """A mechanism with this scenario's parameters."""
        return self.setting.mechanism(kind)

    @property
    def phase(self) -> PhaseRule:
        """The rule of the current phase."""
        return self.setting.phases[self.state.phase]

    @property
    def phase_name(self) -> str:
        """The name of the current phase."""
        return self.scenario.phases[self.state.phase].name

    def cached(self, key: object, make: Callable[[], T]) -> T:
        """A value worked out from positions, kept until a piece moves or turns."""
        if self._cache_version != self.state.version:
            self._cache.clear()
            self._cache_version = self.state.version
        if key not in self._cache:
            self._cache[key] = make()
        found: T = self._cache[key]
        return found

    def occupied(self, side: int) -> npt.NDArray[np.uint8]:
        """Where a side's pieces stand, for the kernels."""
        return self.cached(("occupied", side), lambda: self._occupied(side))

    def _occupied(self, side: int) -> npt.NDArray[np.uint8]:
        cells = np.zeros(self.board.size, np.uint8)
        for cell, stack in self.state.stacks.items():
            if self.setting.side_of[stack[0]] == side:
                cells[cell] = 1
        return cells

    # Changes

    def do(self, event: AnyEvent) -> None:
        """Make a fact so and write it down."""
        event.apply(self.state)
        self.events.append(event)

    def push(self, *tasks: AnyTask) -> None:
        """Put tasks on the agenda, the first of them to be done first."""
        if tasks:
            self.do(AgendaChanged((), tuple(reversed(tasks))))

    def swap(self, *tasks: AnyTask) -> None:
        """Take the current task off the agenda and put these in its place, the first of them to be done first."""
        self.do(AgendaChanged((self.state.agenda[-1],), tuple(reversed(tasks))))

    def roll(self, dice: str, why: str) -> int:
        """Throw dice and give their total."""
        event = DieRolled(self.state.rolls, dice, throw(self.seed, self.state.rolls, dice), why)
        self.do(event)
        return event.total

    def mark(self, piece: int, mark: int) -> None:
        """Put a mark on a piece."""
        before = self.state.status[piece]
        if before | mark != before:
            self.do(StatusChanged(piece, before, before | mark))

    def tally(self, key: str, amount: float) -> None:
        """Add to a count."""
        before = self.state.tallies.get(key, 0.0)
        self.do(TallyChanged(key, before, before + amount))

    def count(self, key: str) -> float:
        """What a count stands at."""
        return self.state.tallies.get(key, 0.0)

    def take_control(self, place: int, side: int) -> None:
        """Give a place to a side, if it is not its already."""
        before = self.state.control[place]
        if before != side:
            self.do(ControlChanged(place, before, side))

    def reveal(self, piece: int) -> None:
        """Turn a face-down piece up: it is drawn now from what is left of its pool."""
        if self.state.counter[piece] is None:
            members = self.pool_members(self.scenario.pieces[piece].pool)
            drawn = self.roll(f"1d{len(members)}", f"draw from the pool of {len(members)}")
            self.do(UnitRevealed(piece, members[drawn - 1][0]))

    def eliminate(self, piece: int, why: str, case: str) -> None:
        """Take a piece off the map; one that was never tried is turned up first."""
        self.reveal(piece)
        self.do(UnitEliminated(piece, self.state.cell[piece], ELIMINATED, why, case))
