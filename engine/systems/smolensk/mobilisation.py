"""Slow mobilisation: divisions that are locked where they arrive until the schedule lets some of them go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.decision import Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words
from engine.state.actions import Action, AnyAction
from engine.state.tasks import AnyTask, Task

LOCKED = "locked"


class LockedArmy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Divisions that arrive locked."""

    name: Annotated[str, col("Name", max_length=60)] = ""
    units: Annotated[tuple[str, ...], col("Divisions", refers="unit")] = ()


class Release(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many divisions of an army are mobilised on a turn."""

    turn: Annotated[int, col("Turn", ge=1, le=200)] = 1
    army: Annotated[str, col("Army", "Its name", max_length=60)] = ""
    count: Annotated[int, col("Divisions", ge=0, le=99)] = 0


class MobiliseUnit(Action, frozen=True, tag="mobilise"):
    """Mobilise a locked division."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Which."""
        return f"mobilise {table.name(self.piece)}"


class Mobilise(Task, frozen=True, tag="mobilise-divisions"):
    """A side mobilises divisions of an army; so many may still go."""

    side: int
    army: int
    left: int


class Mobilisation(Mechanism, frozen=True, kw_only=True):
    """Armies that wake up slowly."""

    key: ClassVar[str] = "mobilisation"
    title: ClassVar[str] = "Slow mobilisation"
    help: ClassVar[str] = (
        "Divisions of some armies do not move until the schedule mobilises them, at their owner's choice."
    )
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(LOCKED, "Not mobilised", badge="L", lifted_words=("is mobilised", "are mobilised")),
    )
    told: ClassVar[frozenset[str]] = frozenset({"armies", "schedule", "phases"})

    armies: Annotated[tuple[LockedArmy, ...], col("Armies")] = ()
    schedule: Annotated[tuple[Release, ...], col("Schedule")] = ()
    phases: Annotated[tuple[str, ...], col("Phases", "Mobilised when one of these opens", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """How many when."""
        said = ["Their divisions arrive locked: they do not move until they are mobilised."]
        when = phases_words(rows, self.phases) or "a phase"
        for each in self.schedule:
            said.append(f"Turn {each.turn}, when {when} opens: {counted(each.count, 'division')} of the {each.army}.")
        return said

    def arrived(self, table: Table, piece: int) -> None:
        """They come locked, unless the schedule is over."""
        if any(table.unit(piece).unit in army.units for army in self.armies):
            table.set_mark(LOCKED, piece)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """They stay where they are."""
        if not table.marked(LOCKED, piece):
            return None
        return no(f"{table.full_name(piece)} is not mobilised yet.", self.case("locked"))

    def locked(self, table: Table, army: int) -> list[int]:
        """The divisions of an army that are locked."""
        return [piece for piece in sorted(table.bearing(LOCKED)) if table.unit(piece).unit in self.armies[army].units]

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """The strongest go first."""
        if not isinstance(action, MobiliseUnit):
            return None
        face = table.face(action.piece)
        strength = (face.attack + face.defence) / 2
        return strength, f"{table.name(action.piece)} brings {strength:g} strength points"

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Some may go."""
        phase = table.scenario.phases[table.state.phase].phase
        if side is None or phase not in self.phases:
            return ()
        found: list[AnyTask] = []
        for number, army in enumerate(self.armies):
            locked = self.locked(table, number)
            count = sum(each.count for each in self.schedule if (each.turn, each.army) == (table.state.turn, army.name))
            over = all(each.turn <= table.state.turn for each in self.schedule if each.army == army.name)
            if locked and table.side_of(locked[0]) == side:
                found.append(Mobilise(side, number, len(locked) if over else count))
        return found


class MobiliseProcedure:
    """Division by division; where all may go, they go by themselves."""

    def decision(self, table: Table, task: Mobilise) -> Decision | None:
        """Waits where there is a choice."""
        locked = table.mechanism(Mobilisation).locked(table, task.army)
        if task.left <= 0 or len(locked) <= task.left:
            return None
        army = table.mechanism(Mobilisation).armies[task.army].name
        return Decision(task.side, "mobilise", f"Mobilise {counted(task.left, 'more division')} of the {army}.")

    def run(self, table: Table, task: Mobilise) -> None:
        """No choice is left."""
        table.swap()
        if task.left > 0:
            table.lift_marks(LOCKED, table.mechanism(Mobilisation).locked(table, task.army))

    def options(self, table: Table, task: Mobilise) -> Options:
        """Each that is locked."""
        locked = table.mechanism(Mobilisation).locked(table, task.army)
        return Options(tuple(one(piece, MobiliseUnit(piece)) for piece in locked))

    def judge(self, table: Table, task: Mobilise, action: AnyAction) -> Verdict:
        """One of them."""
        case = table.mechanism(Mobilisation).case("locked")
        return listed(self.options(table, task), action, "Mobilise a locked division of that army.", case)

    def perform(self, table: Table, task: Mobilise, action: AnyAction) -> None:
        """It may move."""
        assert isinstance(action, MobiliseUnit)
        table.swap(msgspec.structs.replace(task, left=task.left - 1))
        table.set_mark(LOCKED, action.piece, None)
