"""Set-up wiggle: before play a side's whole divisions send regiments out to hexes nearby, each for a step (SM-4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.rules.decision import Decision, OptionGroup, Options, Verdict, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed
from engine.rules.reach import closures
from engine.rules.regrouping import Regrouping
from engine.rules.setup import place
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.scenario.sentences import counted, side_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import StepLost
from engine.state.tasks import AnyTask, Task

ASKED = "detachments.asked"


class SendRegiment(Action, frozen=True, tag="send-regiment"):
    """Let a division place a regiment in a cell near it."""

    piece: int
    cell: int

    def words(self, table: Table, /) -> str:
        """Whose, and where."""
        return f"place a regiment of {table.full_name(self.piece)} in {table.label(self.cell)}"


class SendRegiments(Task, frozen=True, tag="send-regiments"):
    """A side places so many more regiments of its divisions; each gives one."""

    side: int
    left: int
    given: tuple[int, ...] = ()


class Detachments(Mechanism, frozen=True, kw_only=True):
    """Regiments that divisions place before play."""

    key: ClassVar[str] = "detachments"
    title: ClassVar[str] = "Regiments at the set-up"
    help: ClassVar[str] = "Before play whole divisions of a side may place regiments in hexes nearby."
    told: ClassVar[frozenset[str]] = frozenset({"side", "count", "hexes"})

    side: Annotated[str, col("Side", refers="side")] = ""
    count: Annotated[int, col("How many", "Divisions that place one; 0: none", ge=0, le=99)] = 0
    hexes: Annotated[int, col("Within", "Hexes of the division", ge=0, le=9)] = 2

    def sentences(self, rows: Rows) -> list[str]:
        """How many, and how far."""
        if not self.count:
            return []
        return [
            f"Before play up to {counted(self.count, 'whole division')} of {side_words(rows, self.side)} may each "
            f"place a breakdown regiment within {counted(self.hexes, 'hex')} for a step, while counters last."
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Before the first phase of the game its owner is asked."""
        begun = table.state.turn == table.scenario.about.first_turn and table.state.phase == 0
        if not self.count or not begun or table.count(ASKED):
            return ()
        table.remember(ASKED)
        return (SendRegiments(table.scenario.side_index[self.side], self.count),)

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """A division that is whole holds better than its parts."""
        if isinstance(action, SendRegiment):
            return 0.0, "its division would be weaker"
        return (1.0, "divisions stay whole") if isinstance(table.state.agenda[-1], SendRegiments) else None

    def givers(self, table: Table, task: SendRegiments) -> list[int]:
        """The whole divisions that may still give a regiment of which a counter is left."""
        rule = table.mechanism(Regrouping)
        found = []
        for piece in table.on_map(task.side) if task.left > 0 else ():
            kind = rule.line(table, piece)
            whole = not table.state.face[piece] and table.steps_left(piece) > 1 and piece not in task.given
            if kind is not None and whole and rule.counters_left(table, task.side, kind):
                found.append(piece)
        return found

    def cells(self, table: Table, piece: int) -> list[int]:
        """Where a division may place its regiment."""
        shut = [closure.cells for closure in closures(table, piece, (piece,))]
        return [
            cell
            for cell in sorted(table.board.grid.within(Cell(table.state.cell[piece]), self.hexes))
            if table.holder(cell) != 1 - table.side_of(piece) and not any(cells[cell] for cells in shut)
        ]


class SendRegimentsProcedure:
    """Division by division, until their owner is content."""

    def decision(self, table: Table, task: SendRegiments) -> Decision | None:
        """Asks while a division has one to give."""
        if not table.mechanism(Detachments).givers(table, task):
            return None
        many = counted(task.left, "more regiment")
        return Decision(task.side, "detach", f"Place up to {many} of whole divisions, or go on.")

    def run(self, table: Table, task: SendRegiments) -> None:
        """Nobody has one to give."""
        table.swap()

    def options(self, table: Table, task: SendRegiments) -> Options:
        """Each division in each hex near it; or no more."""
        groups = (
            OptionGroup(piece, partial(self._of, table, piece))
            for piece in table.mechanism(Detachments).givers(table, task)
        )
        return Options((*groups, one(None, Done())))

    def _of(self, table: Table, piece: int) -> tuple[AnyAction, ...]:
        rule = table.mechanism(Detachments)
        regiment = self._regiment(table, piece)
        return tuple(SendRegiment(piece, cell) for cell in rule.cells(table, piece) if fits(table, regiment, cell))

    def _regiment(self, table: Table, piece: int) -> int:
        rule = table.mechanism(Regrouping)
        kind = rule.line(table, piece)
        assert kind is not None
        return rule.counters_left(table, table.side_of(piece), kind)[0]

    def judge(self, table: Table, task: SendRegiments, action: AnyAction) -> Verdict:
        """Only a whole division, and a hex near it."""
        rule = table.mechanism(Detachments)
        why = f"A whole division places a regiment within {counted(rule.hexes, 'hex')}, while counters last."
        return listed(self.options(table, task), action, why, rule.case("send"))

    def perform(self, table: Table, task: SendRegiments, action: AnyAction) -> None:
        """A step less, and a regiment near it; or it is done."""
        if not isinstance(action, SendRegiment):
            table.swap()
            return
        piece, regiment = action.piece, self._regiment(table, action.piece)
        table.swap(msgspec.structs.replace(task, left=task.left - 1, given=(*task.given, piece)))
        case = table.mechanism(Detachments).case("send")
        table.do(StepLost(piece, table.state.face[piece], table.state.face[piece] + 1, "a regiment is formed", case))
        place(table, regiment, action.cell, 0, "breakdown")
