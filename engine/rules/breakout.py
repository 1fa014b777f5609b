"""Breakout: an unsupplied stack is taken off the map, and some of its units come back in later turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.exchange import UnitSetAside
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed as one_of
from engine.rules.replenishing import CUT_OFF, Replenishment, bring_back, one_step
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words
from engine.state.actions import Action, AnyAction, Done, PlaceUnit
from engine.state.tasks import AnyTask, MoveUnits, Task

ESCAPED = "broken-out"


class BreakOut(Action, frozen=True, tag="break-out"):
    """Take the unsupplied units of a cell off the map."""

    cell: int

    def words(self, table: Table, /) -> str:
        """From where."""
        return f"break out of {table.label(self.cell)}"


class ComeBack(Task, frozen=True, tag="come-back"):
    """A side places units that broke out and are back."""

    side: int


class Breakout(Mechanism, frozen=True, kw_only=True):
    """How unsupplied stacks break out."""

    key: ClassVar[str] = "breakout"
    title: ClassVar[str] = "Breakout"
    help: ClassVar[str] = "Unsupplied units of a hex may be taken off the map; a die for each says when it is back."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "dies"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (BreakOut,)
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(ESCAPED, "Broken out, back on turn"),
        MarkKind(
            CUT_OFF,
            "Out of supply",
            badge="U",
            set_words=("is out of supply", "are out of supply"),
            lifted_words=("is in supply again", "are in supply again"),
        ),
    )

    phases: Annotated[tuple[str, ...], col("Phases", "They come back when one of these opens", refers="phase")] = ()
    dies: Annotated[
        int, col("Lost on", "So much or less with one die; from there on sooner and sooner", ge=0, le=6)
    ] = 3

    def sentences(self, rows: Rows) -> list[str]:
        """What the die does."""
        when = phases_words(rows, self.phases) or "no phase"
        return [
            "In movement the units of a hex that are out of supply may break out: they leave the map, and one die is "
            f"thrown for each. Up to {self.dies} it is lost; on a 6 it is back on the next turn, a turn later for each "
            f"point less, when {when} opens, with one step, where replacements arrive."
        ]

    def unsupplied(self, table: Table, side: int, cell: int) -> list[int]:
        """The units of a cell that could break out."""
        here = table.garrison(cell)
        return [piece for piece in here if table.side_of(piece) == side and table.marked(CUT_OFF, piece)]

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every cell with unsupplied units."""
        cells = {table.state.cell[piece] for piece in table.bearing(CUT_OFF) if table.side_of(piece) == task.side}
        for cell in sorted(cells):
            if self.judge_act(table, task, BreakOut(cell)):
                yield one(cell, BreakOut(cell))

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Only units that are out of supply, and have not moved."""
        if not (there := self.unsupplied(table, task.side, action.cell)):
            return no("Nobody there is out of supply.", self.case("who"))
        if any(table.state.spent[piece] for piece in there):
            return no("Units that have moved do not break out.", self.case("who"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """A die for each of them."""
        for piece in self.unsupplied(table, task.side, action.cell):
            die = table.roll("1d6", f"{table.name(piece)} breaks out")
            if die <= self.dies:
                table.eliminate(piece, "lost in the breakout", self.case("die"))
                continue
            table.tell("leaving", piece)
            table.do(UnitSetAside(piece, table.state.cell[piece], OFF_MAP))
            table.unmark(piece)
            table.set_mark(ESCAPED, piece, table.state.turn + 7 - die)

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Those whose turn has come are placed."""
        now = table.scenario.phases[table.state.phase].phase in self.phases
        return (ComeBack(side),) if now and side is not None else ()

    def back(self, table: Table, side: int) -> list[int]:
        """The units that are back by now."""
        return [
            piece
            for piece, turn in sorted(table.bearing(ESCAPED).items())
            if turn <= table.state.turn and table.side_of(piece) == side
        ]


class ComeBackProcedure:
    """One after the other, where replacements arrive."""

    def decision(self, table: Table, task: ComeBack) -> Decision | None:
        """Asks while one is back and finds a place."""
        back = table.mechanism(Breakout).back(table, task.side)
        if not back or not table.mechanism(Replenishment).places(table, task.side):
            return None
        many = counted(len(back), "unit")
        return Decision(task.side, "replace", f"{table.phase_name}: place {many} that broke out.")

    def run(self, table: Table, task: ComeBack) -> None:
        """Nobody is back."""
        table.swap()

    def options(self, table: Table, task: ComeBack) -> Options:
        """Each of them wherever replacements arrive; they may wait."""
        cells = table.mechanism(Replenishment).places(table, task.side)
        groups = [
            OptionGroup(piece, partial(tuple, tuple(PlaceUnit(piece, cell) for cell in cells)))
            for piece in table.mechanism(Breakout).back(table, task.side)
        ]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: ComeBack, action: AnyAction) -> Verdict:
        """Only where replacements arrive."""
        case = table.mechanism(Breakout).case("back")
        return one_of(self.options(table, task), action, "They come back where replacements arrive.", case)

    def perform(self, table: Table, task: ComeBack, action: AnyAction) -> None:
        """It is back, with one step."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        table.set_mark(ESCAPED, action.piece, None)
        bring_back(table, action.piece, action.cell, one_step(table, action.piece), "back from a breakout")
