"""Events: facts in the past tense; each changes the state in one way and can be taken back exactly."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from engine.records.family import Family
from engine.scenario.sentences import counted, listed, numbered
from engine.state.state import NO_LINE, Outcome, State
from engine.state.tasks import AnyTask


class AnyEvent(Family):
    """The family of events: facts of the game; most change the state, some only tell the story."""

    __slots__ = ()

    seals: ClassVar[bool] = False

    def words(self, _table: Any, /) -> str | None:
        """What the journal says of it once it is so, where the journal does not know better; None: nothing."""
        return None

    def apply(self, state: State) -> None:
        """Make it so."""

    def revert(self, state: State) -> None:
        """Make it as if it had not been."""


class Event(msgspec.Struct, AnyEvent, frozen=True, tag_field="event", gc=False):
    """One fact of the game."""


class Relocation(Event, frozen=True):
    """A piece went from one cell to another; negative cells are off the map."""

    piece: int
    origin: int
    target: int

    def apply(self, state: State) -> None:
        """Put the piece in the target cell."""
        state.relocate(self.piece, self.target)

    def revert(self, state: State) -> None:
        """Put the piece back."""
        state.relocate(self.piece, self.origin)


class UnitPlaced(Relocation, frozen=True, tag="placed", omit_defaults=True):
    """A piece was set up, under a line of the set-up, or arrived."""

    why: str = ""
    line: int | None = None

    def apply(self, state: State) -> None:
        """Put the piece in its cell, and remember the line."""
        super().apply(state)
        if self.line is not None:
            state.lines[self.piece] = self.line

    def revert(self, state: State) -> None:
        """Put the piece back, and forget the line."""
        if self.line is not None:
            state.lines[self.piece] = NO_LINE
        super().revert(state)


class UnitMoved(Relocation, frozen=True, tag="moved"):
    """A piece moved along a path."""

    path: tuple[int, ...] = ()
    spent: float = 0.0


class UnitRetreated(Relocation, frozen=True, tag="retreated"):
    """A piece was made to retreat."""

    path: tuple[int, ...] = ()


class UnitAdvanced(Relocation, frozen=True, tag="advanced"):
    """A piece advanced after combat."""


class UnitEliminated(Relocation, frozen=True, tag="eliminated"):
    """A piece was eliminated."""

    why: str = ""
    case: str = ""


class FaceChanged(Event, frozen=True):
    """A piece was turned to another face."""

    piece: int
    before: int
    after: int

    def apply(self, state: State) -> None:
        """Turn the counter."""
        state.face[self.piece] = self.after
        state.touch(self.piece)

    def revert(self, state: State) -> None:
        """Turn it back."""
        state.face[self.piece] = self.before
        state.touch(self.piece)


class StepLost(FaceChanged, frozen=True, tag="step-lost"):
    """A piece lost a step and is now weaker."""

    why: str = ""
    case: str = ""


class StepRegained(FaceChanged, frozen=True, tag="step-regained"):
    """A piece regained a step."""

    why: str = ""


class FaceSet(FaceChanged, frozen=True, tag="face-set"):
    """A piece came on with this face up."""


class UnitRevealed(Event, frozen=True, tag="revealed"):
    """A face-down piece turned out to be this counter."""

    seals: ClassVar[bool] = True
    piece: int
    counter: int

    def apply(self, state: State) -> None:
        """Give the piece its counter."""
        state.counter[self.piece] = self.counter
        state.alter()

    def revert(self, state: State) -> None:
        """Turn it face down again."""
        state.counter[self.piece] = None
        state.alter()


class StatusChanged(Event, frozen=True, tag="status"):
    """A piece's marks changed: moved, fought, attacked, replaced, spent."""

    piece: int
    before: int
    after: int

    def apply(self, state: State) -> None:
        """Set the marks."""
        state.status[self.piece] = self.after
        state.moment += 1

    def revert(self, state: State) -> None:
        """Set them back."""
        state.status[self.piece] = self.before
        state.moment += 1


class MarksCleared(Event, frozen=True, tag="marks-cleared"):
    """Marks came off several pieces at once."""

    pieces: tuple[int, ...]
    before: tuple[int, ...]
    mask: int

    def apply(self, state: State) -> None:
        """Take the marks off."""
        for piece, status in zip(self.pieces, self.before, strict=True):
            state.status[piece] = status & ~self.mask
        state.moment += 1

    def revert(self, state: State) -> None:
        """Put them on again."""
        for piece, status in zip(self.pieces, self.before, strict=True):
            state.status[piece] = status
        state.moment += 1


class MarkSet(Event, frozen=True, tag="mark"):
    """A mark was put on a thing, changed or taken off; no value: it bears none."""

    mark: str
    subject: int
    before: int | None
    after: int | None

    def apply(self, state: State) -> None:
        """Set the mark."""
        state.put_mark(self.mark, self.subject, self.after)

    def revert(self, state: State) -> None:
        """Set it back."""
        state.put_mark(self.mark, self.subject, self.before)

    def words(self, table: Any, /) -> str | None:
        """Who bears the mark now, for marks that a story tells of."""
        said = table.setting.mark_kinds[self.mark].set_words
        new = self.before is None and self.after is not None
        return _bearers(table, self.mark, (self.subject,), said) if new else None


def _bearers(table: Any, mark: str, subjects: tuple[int, ...], said: tuple[str, str]) -> str | None:
    """A sentence about those who bear a mark, or bore it; only units have names in it."""
    if not said[0] or table.setting.mark_kinds[mark].on != "piece":
        return None
    there: dict[int, list[str]] = {}
    for piece in subjects:
        there.setdefault(table.state.cell[piece], []).append(table.name(piece))
    where = {cell: f" in {table.label(cell)}" if cell >= 0 else "" for cell in there}
    groups = [f"{listed(numbered(names))}{where[cell]}" for cell, names in there.items()]
    sentence = f"{listed(groups)} {said[len(subjects) > 1]}."
    return sentence[:1].upper() + sentence[1:]


class MarksLifted(Event, frozen=True, tag="marks-lifted"):
    """A mark came off several things at once."""

    mark: str
    subjects: tuple[int, ...]
    before: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Take the mark off."""
        for subject in self.subjects:
            state.put_mark(self.mark, subject, None)

    def revert(self, state: State) -> None:
        """Put it on again."""
        for subject, value in zip(self.subjects, self.before, strict=True):
            state.put_mark(self.mark, subject, value)

    def words(self, table: Any, /) -> str | None:
        """Who bears it no more, for marks that a story tells of."""
        return _bearers(table, self.mark, self.subjects, table.setting.mark_kinds[self.mark].lifted_words)


class PointsSpent(Event, frozen=True, tag="spent"):
    """Pieces spent movement points, counted in ticks; or a phase ended, and none are spent any more."""

    pieces: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Set what they have spent."""
        self._set(state, self.after)

    def revert(self, state: State) -> None:
        """Set it back."""
        self._set(state, self.before)

    def _set(self, state: State, spent: tuple[int, ...]) -> None:
        for piece, ticks in zip(self.pieces, spent, strict=True):
            state.spent[piece] = ticks
        state.moment += 1


class PointsScored(Event, frozen=True, tag="scored"):
    """A side gained points, or lost them where they are negative, and why."""

    side: str
    points: float
    why: str
    case: str = ""
    cell: int | None = None

    def apply(self, state: State) -> None:
        """Write them into the ledger."""
        self._add(state, self.points)

    def revert(self, state: State) -> None:
        """Strike them out."""
        self._add(state, -self.points)

    def _add(self, state: State, points: float) -> None:
        key = f"points.{self.side}"
        state.tallies[key] = state.tallies.get(key, 0.0) + points

    def words(self, table: Any, /) -> str | None:
        """Who scored how much, and what for."""
        side = table.scenario.sides[table.scenario.side_index[self.side]].name
        return f"The {side} side scores {counted(self.points, 'point')}: {self.why}."


class ControlChanged(Event, frozen=True, tag="control"):
    """A place changed hands."""

    place: int
    before: int | None
    after: int | None

    def apply(self, state: State) -> None:
        """Give the place to its new owner."""
        state.control[self.place] = self.after
        state.moment += 1

    def revert(self, state: State) -> None:
        """Give it back."""
        state.control[self.place] = self.before
        state.moment += 1


class WeatherChanged(Event, frozen=True, tag="weather"):
    """The weather of a zone was determined: by a dice total on its table, or without dice."""

    zone: int
    before: int
    after: int
    total: int | None = None

    def apply(self, state: State) -> None:
        """Let the weather change."""
        state.weather[self.zone] = self.after
        state.alter()

    def revert(self, state: State) -> None:
        """Let it be as it was."""
        state.weather[self.zone] = self.before
        state.alter()


class MarkerMoved(Event, frozen=True):
    """A marker went from one cell to another; negative cells are off the map."""

    marker: int
    origin: int
    target: int

    def apply(self, state: State) -> None:
        """Put the marker in the target cell."""
        state.markers[self.marker] = self.target
        state.alter()

    def revert(self, state: State) -> None:
        """Put the marker back."""
        state.markers[self.marker] = self.origin
        state.alter()


class MarkerPlaced(MarkerMoved, frozen=True, tag="marker-placed"):
    """A marker was laid on the map."""


class MarkerRemoved(MarkerMoved, frozen=True, tag="marker-removed"):
    """A marker was taken off the map."""

    why: str = ""
    case: str = ""


class TallyChanged(Event, frozen=True, tag="tally"):
    """A count changed: steps used, points scored, strength lost in a battle."""

    tally: str
    before: float
    after: float

    def apply(self, state: State) -> None:
        """Set the count."""
        state.tallies[self.tally] = self.after
        state.moment += 1

    def revert(self, state: State) -> None:
        """Set it back."""
        state.tallies[self.tally] = self.before
        state.moment += 1


class DieRolled(Event, frozen=True, tag="rolled"):
    """Dice were thrown; the roll's number in the game fixes what they show."""

    seals: ClassVar[bool] = True
    number: int
    dice: str
    shown: tuple[int, ...]
    why: str = ""

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.shown)

    def apply(self, state: State) -> None:
        """Count the roll."""
        state.rolls += 1

    def revert(self, state: State) -> None:
        """Uncount it."""
        state.rolls -= 1


class PhaseBegan(Event, frozen=True, tag="phase", omit_defaults=True):
    """A phase began; its side is told where it is not always the same."""

    turn: int
    phase: int
    turn_before: int
    phase_before: int
    side: int | None = None

    def apply(self, state: State) -> None:
        """Set turn and phase."""
        state.turn, state.phase = self.turn, self.phase
        state.moment += 1

    def revert(self, state: State) -> None:
        """Set them back."""
        state.turn, state.phase = self.turn_before, self.phase_before
        state.moment += 1


class AgendaChanged(Event, frozen=True, tag="agenda"):
    """Tasks were taken from the end of the agenda and others put there."""

    taken: tuple[AnyTask, ...]
    put: tuple[AnyTask, ...]

    def apply(self, state: State) -> None:
        """Replace the tail of the agenda."""
        if self.taken:
            del state.agenda[-len(self.taken) :]
        state.agenda.extend(self.put)

    def revert(self, state: State) -> None:
        """Put the old tail back."""
        if self.put:
            del state.agenda[-len(self.put) :]
        state.agenda.extend(self.taken)


class BattleDeclared(Event, frozen=True, tag="declared"):
    """All battles of a phase were announced: the cells attacked and by whom."""

    battles: tuple[tuple[int, tuple[int, ...]], ...]


class BattleFought(Event, frozen=True, tag="fought"):
    """A battle was resolved: odds, shifts with their causes, column, dice total and result; why strengths changed.

    Modifiers are in the total.
    """

    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    attack: float
    defence: float
    odds: str
    shifts: tuple[tuple[int, str, str], ...]
    column: str
    total: int | None
    code: str
    result: str
    others: tuple[int, ...] = ()
    kind: str = ""
    causes: tuple[tuple[str, str], ...] = ()
    modifiers: tuple[tuple[int, str, str], ...] = ()


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over."""

    winner: int | None
    level: str
    case: str = ""

    def apply(self, state: State) -> None:
        """Record the outcome."""
        state.outcome = Outcome(self.winner, self.level, self.case)

    def revert(self, state: State) -> None:
        """The game goes on."""
        state.outcome = None


class Noted(Event, frozen=True, tag="noted"):
    """Something worth telling that changes nothing."""

    text: str
    case: str = ""
