"""The table a game is played at: the setting, the state, and the only ways to change it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.network import Roads
from engine.charts.numbers import Number, exact
from engine.ids import Cell
from engine.records.counters import Face, Selector, Unit
from engine.records.weather import Weather
from engine.rules.contributions import folded
from engine.rules.decision import LEGAL, Verdict
from engine.rules.dice import throw
from engine.rules.memory import Memory
from engine.rules.names import names_of
from engine.rules.phase import PhaseRule
from engine.rules.setting import Setting
from engine.scenario.sentences import flagged_arm
from engine.state import ELIMINATED, State
from engine.state.events import (
    AgendaChanged,
    AnyEvent,
    ControlChanged,
    DieRolled,
    MarkSet,
    MarksLifted,
    PointsScored,
    PointsSpent,
    StatusChanged,
    TallyChanged,
    UnitEliminated,
    UnitRevealed,
)
from engine.state.modes import ModeChanged
from engine.state.tasks import AnyTask

FIRST_PLAYER = "first-player"
"""The mark of the side that goes first on a turn, where a rule settles that."""

T = TypeVar("T")


class Table:
    """A game in progress as the rules see it; every change goes through `do`."""

    def __init__(self, setting: Setting, state: State, seed: int, memory: Memory | None = None) -> None:
        self.setting = setting
        self.scenario = setting.scenario
        self.board = setting.board
        self.state = state
        self.seed = seed
        self.unseen: frozenset[int] = frozenset()
        self.events: list[AnyEvent] = []
        self.memory = memory or Memory(len(state.fronts))
        self.answering = setting.answering
        """Gives the mechanisms that have something to say on a question or an occasion."""
        self.mechanism = setting.mechanism
        """Gives a mechanism with this scenario's parameters."""

    def show(self, state: State, unseen: frozenset[int]) -> None:
        """Lay another state out, with pieces in it that are not seen; what was worked out before is forgotten."""
        self.state, self.unseen = state, unseen
        self.memory = Memory(len(state.fronts))

    # What is where

    def side_of(self, piece: int) -> int:
        """The side that a piece belongs to."""
        return self.setting.side_of[piece]

    def unit(self, piece: int) -> Unit:
        """The record of a piece, as far as it is known, and as it is in its mode."""
        counter = self.state.counter[piece]
        if counter is None:
            return self.scenario.pieces[piece].unit
        mode, known = self.state.mode[piece], self.scenario.counters[counter]
        return known.unit_in(self.setting.shown.get(mode, mode)) if mode else known.unit

    def name(self, piece: int) -> str:
        """What players call a piece; whoever lies unseen beneath others has no name."""
        if piece in self.unseen:
            return "an unseen unit"
        if self.state.counter[piece] is None:
            unit = self.scenario.pieces[piece].unit
            return f"an untried {flagged_arm(unit) or unit.symbol} {unit.size}"
        return self.unit(piece).name

    def full_name(self, piece: int) -> str:
        """What players call a piece in a sentence: the 19th infantry division."""
        counter = self.state.counter[piece]
        if counter is None or piece in self.unseen or self.state.mode[piece]:
            return names_of(self, (piece,))
        return self.setting.kept(("full name", piece, counter), lambda: names_of(self, (piece,)))

    def inscription(self, piece: int) -> str:
        """What stands for a piece in lists: its name; a bare number with what it is the number of."""
        name, unit = self.name(piece), self.unit(piece)
        return name if any(letter.isalpha() for letter in name) else f"{name} {unit.symbol} {unit.size}".strip()

    def face(self, piece: int) -> Face:
        """The face that is up; a face-down piece shows only what its whole pool has in common."""
        counter = self.state.counter[piece]
        if counter is None:
            return self.pool_of(piece)[0][1]
        mode, known = self.state.mode[piece], self.scenario.counters[counter]
        if not mode:
            return known.faces[self.state.face[piece]]
        return known.face_in(self.setting.shown.get(mode, mode), self.state.face[piece])

    def can_attack(self, piece: int) -> bool:
        """Whether a unit has any strength to attack with."""
        return self.face(piece).attack > 0

    def pool_of(self, piece: int) -> list[tuple[int, Face]]:
        """The counters that a face-down piece may turn out to be."""
        return self.pool_members(self.scenario.pieces[piece].pool, self.state.batch[piece])

    def pool_members(self, pool: str, batch: int = 0) -> list[tuple[int, Face]]:
        """The counters still face down in a filling of a pool, each as often as it is there, with their front faces."""
        return self.cached(("pool", pool, batch), lambda: self._pool_members(pool, batch))

    def _pool_members(self, pool: str, batch: int) -> list[tuple[int, Face]]:
        batches, counters = self.state.batch, self.state.counter
        pieces = [piece for piece in self.setting.pool_pieces(pool) if batches[piece] == batch]
        shown = [counter for piece in pieces if (counter := counters[piece]) is not None]
        ground = (self.state.batches.get(f"{pool}.{batch}"), shown)
        return self.cached_on(ground, ("pool", pool, batch), lambda: self._left_in(pool, batch, shown))

    def _left_in(self, pool: str, batch: int, shown: list[int]) -> list[tuple[int, Face]]:
        held = self.filling(pool, batch)
        held.subtract(shown)
        return [(index, self.scenario.counters[index].faces[0]) for index in sorted(held) for _ in range(held[index])]

    def filling(self, pool: str, batch: int) -> Tally[int]:
        """How often each counter belongs to a filling of a pool, shown or not."""
        filled = self.state.batches.get(f"{pool}.{batch}")
        if filled is not None:
            return Tally(filled)
        return Tally(self.setting.pool_counters(pool))

    def steps_left(self, piece: int) -> int:
        """How many losses would eliminate a piece that is known."""
        counter = self.state.counter[piece]
        return 1 if counter is None else len(self.scenario.counters[counter].faces) - self.state.face[piece]

    def has_piece(self, number: int) -> bool:
        """Whether there is a piece of this number; whoever acts may name any."""
        return 0 <= number < len(self.scenario.pieces)

    def has_cell(self, number: int) -> bool:
        """Whether there is a cell or box of this number."""
        return 0 <= number < self.board.size

    def stands(self, piece: int) -> bool:
        """Whether a piece is on the map."""
        return self.state.cell[piece] >= 0

    def stack(self, cell: int) -> list[int]:
        """The pieces in a cell."""
        return self.state.stacks.get(cell, [])

    def holder(self, cell: int) -> int | None:
        """The side whose pieces hold a cell."""
        stack = self.garrison(cell)
        return self.setting.side_of[stack[0]] if stack else None

    def garrison(self, cell: int) -> list[int]:
        """The pieces that hold a cell: all that stand there but bystanders."""
        stack, others = self.state.stacks.get(cell, []), self.setting.bystanders
        return [piece for piece in stack if piece not in others] if others and stack else stack

    def on_map(self, side: int) -> list[int]:
        """A side's pieces on the map."""
        return list(self.cached_for(side, "on map", lambda: self._on_map(side)))

    def _on_map(self, side: int) -> list[int]:
        owners = self.setting.side_of
        return [piece for piece, cell in enumerate(self.state.cell) if cell >= 0 and owners[piece] == side]

    def matching(self, selector: Selector, pieces: list[int]) -> list[int]:
        """Those of the pieces that a selector means, as they are known now."""
        return [piece for piece in pieces if selector.matches(self.unit(piece))]

    def label(self, cell: int) -> str:
        """The number of a cell, with the name of its place."""
        return self.setting.label(cell)

    def weather_at(self, cell: int) -> Weather | None:
        """The weather of a cell, if it lies in a zone that has any."""
        if not self.state.weather:
            return None
        zone = int(self.setting.zones[cell])
        return self.scenario.weathers[self.state.weather[zone]] if zone < len(self.state.weather) else None

    def ground(self, cell: int) -> str:
        """The terrain that a cell counts as in its weather."""
        kind, treated = self.board.terrain_of(Cell(cell)), self.setting.treated
        weather = self.weather_at(cell) if treated else None
        return treated[weather.weather].get(kind, kind) if weather is not None else kind

    # The rules in force

    @property
    def phase(self) -> PhaseRule:
        """The rule of the current phase."""
        return self.setting.phases[self.state.phase]

    @property
    def phase_sides(self) -> list[int | None]:
        """The side of every phase of this turn."""
        first = next(iter(self.bearing(FIRST_PLAYER)), None)
        if first is None:
            return self.setting.phase_sides
        order = {"first": first, "second": 1 - first}
        rows = zip(self.scenario.phases, self.setting.phase_sides, strict=True)
        return [order.get(row.player, side) for row, side in rows]

    def phase_side(self, index: int) -> int | None:
        """The side whose phase it is; None: nobody's, or not yet settled."""
        if not self.scenario.phases[index].player:
            return self.setting.phase_sides[index]
        return self.phase_sides[index]

    @property
    def phase_name(self) -> str:
        """The name of the current phase."""
        return self.scenario.phases[self.state.phase].name

    def cached(self, key: object, make: Callable[[], T]) -> T:
        """A value worked out from positions, kept until a piece moves or turns."""
        return self.memory.standing(self.state, key, make)

    def cached_on(self, ground: object, key: object, make: Callable[[], T]) -> T:
        """A value that hangs on nothing but a ground, as on what is left of a pool, kept while that is the same."""
        return self.memory.lasting(key, ground, make)

    def cached_for(self, side: int, key: object, make: Callable[[], T]) -> T:
        """A value worked out from the positions of one side alone, kept until a piece of that side moves or turns."""
        return self.memory.front(self.state, side, key, make)

    def cached_now(self, key: object, make: Callable[[], T]) -> T:
        """A value that also hangs on the phase and on what pieces have done in it."""
        return self.memory.passing(self.state, key, make)

    def verdict(self, question: str, *about: object) -> Verdict:
        """The first reason that a mechanism has against something; legal where there is none."""
        for one in self.answering(question):
            verdict: Verdict | None = getattr(one, question)(self, *about)
            if verdict is not None and not verdict:
                return verdict
        return LEGAL

    def tell(self, occasion: str, *about: object) -> None:
        """Let every mechanism take note of an occasion."""
        for one in self.answering(occasion):
            getattr(one, occasion)(self, *about)

    def allowance(self, piece: int, group: tuple[int, ...] = ()) -> Number:
        """A piece's movement allowance, as the rules leave it, alone or when it moves with a group."""
        printed = exact(self.face(piece).movement)
        said = [each for one in self.answering("allowance") for each in one.allowance(self, piece)]
        for one in self.answering("company"):
            said += one.company(self, piece, group or (piece,))
        return folded(printed, said) if said else printed

    def ignored(self, side: int) -> tuple[str, ...]:
        """The kinds of hexside that a side's units do not mind now."""
        asked = self.answering("ignored")
        return tuple(sorted({kind for one in asked for kind in one.ignored(self, side)})) if asked else ()

    def roads(self) -> Roads:
        """The kinds of link that lead only through certain terrain now, or nowhere any more."""
        asked = self.answering("roads")
        return tuple(sorted({each for one in asked for each in one.roads(self)})) if asked else ()

    # Marks

    def marked(self, mark: str, subject: int) -> bool:
        """Whether a thing bears a mark."""
        return subject in self.state.marks.get(mark, ())

    def bearing(self, mark: str) -> dict[int, int]:
        """Everything that bears a mark, with its value."""
        return self.state.marks.get(mark, {})

    def occupied(self, side: int) -> npt.NDArray[np.uint8]:
        """Where a side's pieces stand, for the kernels."""
        return self.cached(("occupied", side), lambda: self._occupied(side))

    def _occupied(self, side: int) -> npt.NDArray[np.uint8]:
        cells = np.zeros(self.board.size, np.uint8)
        owners, others, stacks = self.setting.side_of, self.setting.bystanders, self.state.stacks
        if others:
            cells[[cell for cell in stacks if self.holder(cell) == side]] = 1
        else:
            cells[[cell for cell, stack in stacks.items() if owners[stack[0]] == side]] = 1
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

    def set_mark(self, mark: str, subject: int, value: int | None = 1) -> None:
        """Put a mark on a thing; without a value, take it off."""
        before = self.bearing(mark).get(subject)
        if before != value:
            self.do(MarkSet(mark, subject, before, value))

    def lift_marks(self, mark: str, subjects: Iterable[int] | None = None) -> None:
        """Take a mark off some things, or off all that bear it."""
        bearing = self.bearing(mark)
        found = sorted(bearing if subjects is None else (subject for subject in subjects if subject in bearing))
        if found:
            self.do(MarksLifted(mark, tuple(found), tuple(bearing[subject] for subject in found)))

    def turn_over(self, pieces: Iterable[int], mode: str) -> None:
        """Bring pieces into a mode."""
        who = tuple(piece for piece in pieces if self.state.mode[piece] != mode)
        if who:
            self.do(ModeChanged(who, tuple(self.state.mode[piece] for piece in who), mode))

    def spend(self, pieces: Iterable[int], ticks: Iterable[int]) -> None:
        """Let pieces spend ticks of their allowances."""
        who = tuple(pieces)
        before = tuple(self.state.spent[piece] for piece in who)
        after = tuple(old + more for old, more in zip(before, ticks, strict=True))
        if after != before:
            self.do(PointsSpent(who, before, after))

    def score(self, side: int, points: float, why: str, case: str = "", cell: int | None = None) -> None:
        """Write points into a side's ledger."""
        self.do(PointsScored(self.scenario.sides[side].side, points, why, case, cell))

    def tally(self, key: str, amount: float) -> None:
        """Add to a count."""
        before = self.state.tallies.get(key, 0.0)
        self.do(TallyChanged(key, before, before + amount))

    def remember(self, key: str) -> None:
        """Keep in mind that something has happened, where nobody asks how often."""
        self.tally(key, 1)

    def clear_tallies(self, prefix: str) -> None:
        """Set every count that begins like this to nothing."""
        found = [(key, value) for key, value in self.state.tallies.items() if value and key.startswith(prefix)]
        for key, value in sorted(found):
            self.do(TallyChanged(key, value, 0.0))

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
            members = [counter for counter, _ in self.pool_of(piece)]
            self.do(UnitRevealed(piece, members[self.draw(piece, members) - 1]))
            self.tell("revealed", piece)

    def draw(self, piece: int, members: list[int]) -> int:
        """Draw for a face-down piece from the counters that it may be: the how manyeth of them it is."""
        return self.roll(f"1d{len(members)}", f"draw from the pool of {len(members)}")

    def eliminate(self, piece: int, why: str, case: str) -> None:
        """Take a piece off the map; one that was never tried is turned up first."""
        self.reveal(piece)
        if self.state.cell[piece] != ELIMINATED:
            self.tell("weakened", piece, self.steps_left(piece))
            self.tell("leaving", piece)
            self.do(UnitEliminated(piece, self.state.cell[piece], ELIMINATED, why, case))
            self.unmark(piece)
            self.tell("eliminated", piece)

    def unmark(self, piece: int) -> None:
        """Take every mark off a piece that leaves the map."""
        for kind in self.setting.mark_kinds.values():
            if kind.on == "piece" and self.marked(kind.key, piece):
                self.set_mark(kind.key, piece, None)
