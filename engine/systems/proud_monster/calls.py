"""Units that a side calls out when it wants them: security divisions for points, the siege artillery for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.arrivals import bring_on
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.special_arrivals import waiting_units
from engine.rules.stacking import fits
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, place_meets
from engine.rules.table import Table
from engine.scenario.sentences import counted, kind_words, listed, named, phases_words, plural, whom
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.tasks import AnyTask, Task

RESTING = "resting"


class Call(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that may be called out, in groups, at a price, in certain places."""

    units: Annotated[Selector, col("Which units")] = Selector()
    group: Annotated[int, col("A group", "So many come together", ge=1, le=99)] = 1
    price: Annotated[float, col("Price", "Points that the side loses for a group", ge=0, le=99)] = 0.0
    apart: Annotated[bool, col("Not beside the enemy")] = False
    need: Annotated[Need, col("Supply of the place", NEED_HELP)] = "none"
    rests: Annotated[bool, col("Rests first", "It may not move before the rest is over")] = False
    case: Annotated[str, col("Rule case")] = ""


class CallUnits(Task, frozen=True, tag="call-units"):
    """A side may call out units, at a price in points; of a group that was called so many are still to be placed."""

    side: int
    call: int
    left: int = 0
    price: float = 0.0


class CalledOut(Mechanism, frozen=True, kw_only=True):
    """Units on call."""

    key: ClassVar[str] = "called-out"
    title: ClassVar[str] = "Units on call"
    help: ClassVar[str] = "A side may call out certain units in places that it holds."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(RESTING, "Just called out"),)

    told: ClassVar[frozenset[str]] = frozenset({"phases", "calls", "kinds", "rest_until"})

    phases: Annotated[tuple[str, ...], col("Phases", refers="phase")] = ()
    kinds: Annotated[tuple[str, ...], col("Kinds of place", refers="place_kind")] = ()
    calls: Annotated[tuple[Call, ...], col("Calls")] = ()
    rest_until: Annotated[str, col("The rest ends with", refers="phase")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who, where, and for how much."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.kinds], "or")
        when = phases_words(rows, self.phases) or "a phase"
        said = [f"When {when} opens, units on call may be placed in a {kinds or 'place'} that their side holds."]
        for each in self.calls:
            price = f", each group for {counted(each.price, 'point')}" if each.price else ""
            group = f" in groups of {each.group}" if each.group > 1 else ""
            terms = f", where it is {WORDS[each.need]}" if WORDS[each.need] else ""
            terms += ", not beside the enemy" if each.apart else ""
            said.append(f"{whom(rows, each.units)} come{group}{price}{terms}.")
            if each.rests:
                until = phases_words(rows, (self.rest_until,))
                said.append(f"{whom(rows, each.units)} may not move before {until} is over.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask for each of the calls."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        return [CallUnits(side, number, 0, call.price) for number, call in enumerate(self.calls)]

    def closing(self, table: Table, side: int | None) -> None:
        """The rest is over."""
        if table.scenario.phases[table.state.phase].phase == self.rest_until:
            table.lift_marks(RESTING)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who rests."""
        if not table.marked(RESTING, piece):
            return None
        return no(f"{table.full_name(piece)} was called out this turn and may not move yet.", self.case("rest"))

    def cells(self, table: Table, side: int, call: Call, piece: int) -> list[int]:
        """Where a unit may be placed."""
        return [cell for cell in sorted(self._held(table, side)) if self._suits(table, side, call, piece, cell)]

    def _held(self, table: Table, side: int) -> set[int]:
        return {
            table.board.cell(row.cell)
            for row, holder in zip(table.scenario.places, table.state.control, strict=True)
            if holder == side and row.kind in self.kinds
        }

    def open_to(self, table: Table, side: int, call: Call, piece: int, cell: int) -> Verdict:
        """Whether a unit may be placed there, or why not."""
        if cell not in self._held(table, side):
            names = listed([plural(named(table.scenario.rows, PlaceKind, key).lower()) for key in self.kinds], "or")
            return no(f"Units on call are placed in {names or 'places'} that their side holds.", call.case)
        return self._suits(table, side, call, piece, cell)

    def _suits(self, table: Table, side: int, call: Call, piece: int, cell: int) -> Verdict:
        """Whether a place that its side holds is open to a unit."""
        if not fits(table, piece, cell):
            return no(f"There is no room for {table.full_name(piece)}.", call.case)
        if call.apart and _beside(table, cell, side):
            return no(f"{table.full_name(piece)} is not placed beside the enemy.", call.case)
        if not place_meets(table, cell, side, call.need):
            return no(f"{table.full_name(piece)} is placed where it is {WORDS[call.need]}.", call.case)
        return LEGAL


def _beside(table: Table, cell: int, side: int) -> bool:
    return any(table.holder(near) == 1 - side for near in table.setting.neighbours[cell])


class CallUnitsProcedure:
    """A side calls out units one by one; a group that was begun is finished as long as there is room."""

    def decision(self, table: Table, task: CallUnits) -> Decision | None:
        """Asks while somebody may come."""
        pieces = self._pieces(table, task)
        if not pieces:
            return None
        call, who = self._call(table, task), _kinds(table, pieces)
        if task.left:
            return Decision(task.side, "arrive", f"{table.phase_name}: place {task.left} more of the {who}.")
        price = f" for {counted(call.price, 'victory point')} a group" if call.price else ""
        return Decision(task.side, "call", f"{table.phase_name}: call out {who}{price}, or nobody.")

    def _call(self, table: Table, task: CallUnits) -> Call:
        return table.mechanism(CalledOut).calls[task.call]

    def _pieces(self, table: Table, task: CallUnits) -> list[int]:
        call = self._call(table, task)
        waiting = waiting_units(table, task.side, call.units)
        if not task.left and len(waiting) < call.group:
            return []
        return [piece for piece in waiting if table.mechanism(CalledOut).cells(table, task.side, call, piece)]

    def run(self, table: Table, task: CallUnits) -> None:
        """Nobody may come."""
        table.swap()

    def options(self, table: Table, task: CallUnits) -> Options:
        """Every unit in every place that is open to it; nobody, unless a group was begun."""
        groups = [OptionGroup(piece, partial(self._answers, table, task, piece)) for piece in self._pieces(table, task)]
        return Options((*groups, *(() if task.left else (one(None, Done()),))))

    def _answers(self, table: Table, task: CallUnits, piece: int) -> list[AnyAction]:
        cells = table.mechanism(CalledOut).cells(table, task.side, self._call(table, task), piece)
        return [PlaceUnit(piece, cell) for cell in cells]

    def judge(self, table: Table, task: CallUnits, action: AnyAction) -> Verdict:
        """Only a unit on call, in a place that is open to it."""
        call = self._call(table, task)
        if isinstance(action, Done):
            return no("The group that was called out comes whole.", call.case) if task.left else LEGAL
        if not isinstance(action, PlaceUnit) or action.piece not in self._pieces(table, task):
            return no("Only units on call are placed now.", call.case)
        return table.mechanism(CalledOut).open_to(table, task.side, call, action.piece, action.cell)

    def perform(self, table: Table, task: CallUnits, action: AnyAction) -> None:
        """Place the unit; the first of a group costs points."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        call = self._call(table, task)
        left = task.left - 1 if task.left else call.group - 1
        table.swap(CallUnits(task.side, task.call, left, task.price))
        if not task.left and call.price:
            table.score(task.side, -call.price, "units were called out", call.case)
        bring_on(table, action.piece, action.cell, "called out")
        if call.rests:
            table.set_mark(RESTING, action.piece)


def _kinds(table: Table, pieces: list[int]) -> str:
    """Whom a side may call out: the only one by its name, several by what they are."""
    if len(pieces) == 1:
        return table.name(pieces[0])
    return listed(sorted({plural(kind_words(table.unit(piece))) for piece in pieces}))
