"""Random events of the Axis: supply trains, and raids on Moscow that call bombers away (SM-3.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.air import AircraftMoved, air_of
from engine.rules.barrage import INACTIVE
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import lose_step
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.procedure import AskingProcedure, listed
from engine.rules.stores import in_use
from engine.rules.table import Table
from engine.rules.variable_arrivals import VariableArrivals
from engine.scenario.sentences import counted, phases_words, side_words, units_words
from engine.scenario.sentences import listed as joined
from engine.state.actions import Action, AnyAction
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Task
from engine.systems.smolensk.supply_table import PlaceSupply, SupplyArrivals, divided


class RandomEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What some faces of the die bring: supply, or aircraft that are called away."""

    faces: Annotated[tuple[int, ...], col("Faces")] = ()
    name: Annotated[str, col("Name", max_length=60)] = "Supply train"
    points: Annotated[int, col("Supply points", ge=0, le=99)] = 0
    aircraft: Annotated[int, col("Aircraft", "So many fly off, inactive, to the box", ge=0, le=9)] = 0
    units: Annotated[Selector, col("Which aircraft")] = Selector()
    loss_on: Annotated[int, col("Loss", "One of them loses a step on so much with a die; 0: never", ge=0, le=6)] = 0


class SendAircraft(Action, frozen=True, tag="send-aircraft"):
    """Let an aircraft be called away."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who goes."""
        return f"send {table.name(self.piece)} from {table.label(table.state.cell[self.piece])}"


class CallAway(Task, frozen=True, tag="call-away"):
    """A side chooses aircraft that are called away by an event."""

    side: int
    event: int
    left: int
    sent: tuple[int, ...] = ()


class RandomEvents(Mechanism, frozen=True, kw_only=True):
    """The die of random events."""

    key: ClassVar[str] = "random-events"
    title: ClassVar[str] = "Random events"
    help: ClassVar[str] = "In some turns a side throws a die for events: supply trains, or aircraft called away."
    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "first_turn", "last_turn", "events", "trains"})

    side: Annotated[str, col("Side", refers="side")] = "axis"
    phases: Annotated[tuple[str, ...], col("Phases", "Thrown when one of these opens", refers="phase")] = ()
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 4
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 12
    events: Annotated[tuple[RandomEvent, ...], col("Events")] = ()
    trains: Annotated[tuple[int, ...], col("Extra trains", "On these turns the first event comes without a die")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """When, and what each face brings."""
        when = phases_words(rows, self.phases) or "no phase"
        said = [
            f"On turns {self.first_turn} to {self.last_turn}, when {when} opens for "
            f"{side_words(rows, self.side)}, one die says what happens."
        ]
        for each in self.events:
            faces = joined([str(face) for face in each.faces], "or")
            what = (
                [f"{side_words(rows, self.side)} receives {counted(each.points, 'supply point')}"]
                if each.points
                else []
            )
            if each.aircraft:
                what.append(f"{each.aircraft} of {units_words(rows, each.units)} go to the box, inactive")
            if each.loss_on:
                what.append(f"one of them loses a step on {each.loss_on} or more")
            said.append(f"{faces}, {each.name}: {joined(what) or 'nothing'}.")
        if self.trains:
            said.append(
                f"On turn {joined([str(turn) for turn in self.trains], 'or')} the first of them comes by itself."
            )
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw, and let it happen."""
        found: list[AnyTask] = []
        for ours in asked(table, self.phases, self.side, side):
            if table.state.turn in self.trains and self.events:
                found += self.happen(table, ours, 0)
            if self.first_turn <= table.state.turn <= self.last_turn:
                face = table.roll("1d6", "random event")
                found += [
                    task
                    for number, each in enumerate(self.events)
                    if face in each.faces
                    for task in self.happen(table, ours, number)
                ]
        return found

    def happen(self, table: Table, side: int, number: int) -> list[AnyTask]:
        """What an event leads to."""
        each = self.events[number]
        table.do(Noted(f"Random event: {each.name}.", self.case("event")))
        found: list[AnyTask] = []
        if each.points:
            found += self._train(table, side, each.points)
        if each.aircraft:
            found.append(CallAway(side, number, each.aircraft))
        return found

    def _train(self, table: Table, side: int, points: int) -> Iterable[AnyTask]:
        """Supply that a train brings: placed like that of the supply tables, where there are any."""
        if table.setting.by_key(SupplyArrivals.key) is not None and in_use(table) is not None:
            return (PlaceSupply(side, divided(table, side, points)),)
        return table.mechanism(VariableArrivals).supply(table, side, points, self.case("train"))

    def callable(self, table: Table, task: CallAway) -> list[int]:
        """The aircraft that may be called away."""
        units, box = self.events[task.event].units, air_of(table).box_cell(table, task.side)
        planes = table.matching(units, air_of(table).flying(table, task.side))
        fresh = [piece for piece in planes if piece not in task.sent]
        abroad = [piece for piece in fresh if table.state.cell[piece] != box]
        return abroad or [piece for piece in fresh if not table.marked(INACTIVE, piece)]


class CallAwayProcedure(AskingProcedure):
    """The owner chooses who flies to Moscow."""

    def decision(self, table: Table, task: CallAway) -> Decision | None:
        """Asks while somebody is left to go."""
        rule = table.mechanism(RandomEvents)
        if not task.left or not rule.callable(table, task):
            return None
        name = rule.events[task.event].name
        return Decision(task.side, "call-away", f"{name}: choose an aircraft that is called away ({task.left} to go).")

    def run(self, table: Table, task: CallAway) -> None:
        """All are gone; one of them may not come back whole."""
        table.swap()
        rule = table.mechanism(RandomEvents)
        least = rule.events[task.event].loss_on
        if least and task.sent and table.roll("1d6", "losses over Moscow") >= least:
            lose_step(table, task.sent[0], "lost over Moscow", rule.case("raid"))

    def options(self, table: Table, task: CallAway) -> Options:
        """Each aircraft of the kind."""
        return Options(
            tuple(one(each, SendAircraft(each)) for each in table.mechanism(RandomEvents).callable(table, task))
        )

    def judge(self, table: Table, task: CallAway, action: AnyAction) -> Verdict:
        """Only such an aircraft."""
        case = table.mechanism(RandomEvents).case("raid")
        return listed(self.options(table, task), action, "Choose an aircraft that the event calls away.", case)

    def perform(self, table: Table, task: CallAway, action: AnyAction) -> None:
        """It stands in the box, inactive."""
        assert isinstance(action, SendAircraft)
        table.swap(msgspec.structs.replace(task, left=task.left - 1, sent=(*task.sent, action.piece)))
        box, here = air_of(table).box_cell(table, task.side), table.state.cell[action.piece]
        if box is not None and box != here:
            table.do(AircraftMoved(action.piece, here, box, "called away"))
        if not table.marked(INACTIVE, action.piece):
            table.set_mark(INACTIVE, action.piece)
