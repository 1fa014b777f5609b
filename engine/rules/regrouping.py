"""Regrouping: divisions break down into regiments and take them back, and worn units of a kind merge their steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.exchange import UnitSetAside
from engine.rules.mechanism import Mechanism
from engine.rules.movement import own_piece
from engine.rules.procedure import listed as one_of
from engine.rules.setup import place
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, phases_words, units_words
from engine.state import ELIMINATED, Status
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import StepLost, StepRegained
from engine.state.tasks import AnyTask, MoveUnits, Task


class Breakdown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Divisions that break down into regiments of a kind."""

    divisions: Annotated[Selector, col("Divisions")] = Selector()
    regiments: Annotated[Selector, col("Regiments", "As many as there are counters")] = Selector()
    case: Annotated[str, col("Rule case")] = ""


class BreakDown(Action, frozen=True, tag="break-down"):
    """Let a division place a regiment beside it, for one of its steps."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who breaks down."""
        return f"break {table.full_name(self.piece)} down: a regiment for a step"


class TakeBackRegiment(Action, frozen=True, tag="take-back-regiment"):
    """Let a division take a regiment back for a step."""

    piece: int
    regiment: int

    def words(self, table: Table, /) -> str:
        """Who takes whom."""
        return f"let {table.full_name(self.piece)} take {table.full_name(self.regiment)} back"


class MergeUnits(Action, frozen=True, tag="merge-units"):
    """Give the steps of one worn unit to another of its kind in the same cell."""

    piece: int
    other: int

    def words(self, table: Table, /) -> str:
        """Who fills up whom."""
        return f"fill {table.full_name(self.piece)} up from {table.full_name(self.other)}"


class Regroup(Task, frozen=True, tag="regroup"):
    """A side takes regiments back and merges worn units."""

    side: int


class Regrouping(Mechanism, frozen=True, kw_only=True):
    """Breakdowns and consolidation."""

    key: ClassVar[str] = "regrouping"
    title: ClassVar[str] = "Breakdowns and consolidation"
    help: ClassVar[str] = "Divisions place regiments for steps and take them back; worn units of a kind merge."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "breakdowns", "barred", "merging", "never"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (BreakDown,)

    phases: Annotated[tuple[str, ...], col("Phases", "Asked for the rest when one of these opens", refers="phase")] = ()
    breakdowns: Annotated[tuple[Breakdown, ...], col("Breakdowns")] = ()
    barred: Annotated[tuple[str, ...], col("Barred", "Divisions with these marks break down into nothing")] = ()
    merging: Annotated[bool, col("Consolidation", "Reduced units with the same values in a cell may merge")] = True
    never: Annotated[Selector | None, col("Never merged")] = None

    def sentences(self, rows: Rows) -> list[str]:
        """Who breaks down into what, and who merges."""
        said = [
            f"In movement {units_words(rows, each.divisions)} may place one of the {units_words(rows, each.regiments)} "
            "in their hex for a step, while a counter is left; lost regiments may be used again."
            for each in self.breakdowns
        ]
        if self.barred:
            said.append(f"Divisions that are {listed(self.barred, 'or')} do not.")
        when = phases_words(rows, self.phases) or "no phase"
        said.append(f"When {when} opens, they may take regiments of their hex back for a step each.")
        if self.merging:
            but = f", but not {units_words(rows, self.never)}" if self.never is not None else ""
            said.append(f"Then two reduced units with the same values in a hex may merge their steps{but}.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask in its phases."""
        now = table.scenario.phases[table.state.phase].phase in self.phases
        return (Regroup(side),) if now and side is not None else ()

    # Breaking down

    def line(self, table: Table, piece: int) -> Breakdown | None:
        """How a division breaks down."""
        unit = table.unit(piece)
        return next((each for each in self.breakdowns if each.divisions.matches(unit)), None)

    def counters_left(self, table: Table, side: int, each: Breakdown) -> list[int]:
        """The regiments that are not on the map."""
        return [
            piece
            for piece in table.setting.pieces(each.regiments)
            if table.side_of(piece) == side and table.state.cell[piece] in (OFF_MAP, ELIMINATED)
        ]

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every division that may break down."""
        for piece in table.on_map(task.side) if self.breakdowns else ():
            if self.judge_act(table, task, BreakDown(piece)):
                yield one(piece, BreakDown(piece))

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Only with a step to spare, and while a counter is left."""
        if not (verdict := own_piece(table, task.side, action.piece)):
            return verdict
        each = self.line(table, action.piece)
        if each is None:
            return no(f"{table.full_name(action.piece)} does not break down.", self.case("who"))
        mark = next((mark for mark in self.barred if table.marked(mark, action.piece)), None)
        if mark is not None:
            return no(f"{table.full_name(action.piece)} is {mark.replace('-', ' ')}.", self.case("barred") or each.case)
        if table.steps_left(action.piece) < 2:
            return no(f"{table.full_name(action.piece)} has no step to spare.", each.case)
        if not self.counters_left(table, task.side, each):
            return no("No counter of such a regiment is left.", self.case("counters") or each.case)
        return table.verdict("may_move", action.piece)

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """A step less, and a regiment beside it; who has moved gives one that has."""
        each = self.line(table, action.piece)
        assert each is not None
        regiment, face = self.counters_left(table, task.side, each)[0], table.state.face[action.piece]
        table.do(StepLost(action.piece, face, face + 1, "a regiment is formed", each.case))
        place(table, regiment, table.state.cell[action.piece], 0, "breakdown")
        if table.state.spent[action.piece] or table.state.status[action.piece] & Status.MOVED:
            table.mark(regiment, Status.MOVED)

    # Taking back and merging

    def takers(self, table: Table, side: int) -> list[TakeBackRegiment]:
        """Every division that may take a regiment of its cell back."""
        found = []
        for cell in sorted({table.state.cell[piece] for piece in table.on_map(side)}):
            stack = table.stack(cell)
            for piece in stack:
                each = self.line(table, piece) if table.state.face[piece] else None
                if each is not None:
                    regiments = [other for other in stack if each.regiments.matches(table.unit(other))]
                    found += [TakeBackRegiment(piece, other) for other in regiments[:1]]
        return found

    def merges(self, table: Table, side: int) -> list[MergeUnits]:
        """Every pair of worn units of a kind in a cell that may merge."""
        found: list[MergeUnits] = []
        cells = sorted({table.state.cell[piece] for piece in table.on_map(side)}) if self.merging else []
        for cell in cells:
            worn = [piece for piece in table.stack(cell) if table.state.face[piece] and self.merged(table, piece)]
            found += [
                MergeUnits(piece, other)
                for number, piece in enumerate(worn)
                for other in worn[number + 1 :]
                if _alike(table, piece, other)
            ]
        return found

    def merged(self, table: Table, piece: int) -> bool:
        """Whether a unit may merge with others at all."""
        return self.never is None or not self.never.matches(table.unit(piece))

    def take_back(self, table: Table, action: TakeBackRegiment) -> None:
        """The regiment is gone, the division has a step more."""
        each, face = self.line(table, action.piece), table.state.face[action.piece]
        assert each is not None
        table.tell("leaving", action.regiment)
        table.do(UnitSetAside(action.regiment, table.state.cell[action.regiment], OFF_MAP))
        table.unmark(action.regiment)
        table.do(StepRegained(action.piece, face, face - 1, "a regiment is taken back"))

    def merge(self, table: Table, action: MergeUnits) -> None:
        """One is filled up as far as the other has steps; who has none left is lost."""
        steps = min(table.state.face[action.piece], table.steps_left(action.other))
        face, case = table.state.face[action.piece], self.case("merge")
        table.do(StepRegained(action.piece, face, face - steps, "consolidation"))
        if table.steps_left(action.other) <= steps:
            table.eliminate(action.other, "consolidated", case)
        else:
            worn = table.state.face[action.other]
            table.do(StepLost(action.other, worn, worn + steps, "consolidated", case))


def _alike(table: Table, one_: int, other: int) -> bool:
    """Whether two units have the same values on every face."""
    first, second = table.state.counter[one_], table.state.counter[other]
    if first is None or second is None:
        return False
    values = [
        [(face.attack, face.defence, face.movement, face.extra) for face in table.scenario.counters[counter].faces]
        for counter in (first, second)
    ]
    return values[0] == values[1] and table.unit(one_).symbol == table.unit(other).symbol


class RegroupProcedure:
    """As many as the side likes."""

    def decision(self, table: Table, task: Regroup) -> Decision | None:
        """Asks while somebody may regroup."""
        rule = table.mechanism(Regrouping)
        many = len(rule.takers(table, task.side)) + len(rule.merges(table, task.side))
        if not many:
            return None
        return Decision(task.side, "regroup", f"{table.phase_name}: regroup units ({counted(many, 'way')}), or go on.")

    def run(self, table: Table, task: Regroup) -> None:
        """Nobody may."""
        table.swap()

    def options(self, table: Table, task: Regroup) -> Options:
        """Every regiment that may be taken back, every merger, or no more."""
        rule = table.mechanism(Regrouping)
        actions: list[AnyAction] = [*rule.takers(table, task.side), *rule.merges(table, task.side)]
        return Options((*(one(getattr(action, "piece", None), action) for action in actions), one(None, Done())))

    def judge(self, table: Table, task: Regroup, action: AnyAction) -> Verdict:
        """Only units of one cell, of a kind that may."""
        rule = table.mechanism(Regrouping)
        if isinstance(action, Done):
            return LEGAL
        if isinstance(action, MergeUnits) and not all(
            table.has_piece(piece) and rule.merged(table, piece) for piece in (action.piece, action.other)
        ):
            return no("Units of such formations are not merged.", rule.case("never"))
        why = "Only reduced units of a kind in one hex are merged, and regiments taken back where they stand."
        return one_of(self.options(table, task), action, why, rule.case("merge"))

    def perform(self, table: Table, task: Regroup, action: AnyAction) -> None:
        """Do it, or go on."""
        rule = table.mechanism(Regrouping)
        match action:
            case TakeBackRegiment():
                rule.take_back(table, action)
            case MergeUnits():
                rule.merge(table, action)
            case _:
                table.swap()
