"""Hedgehogs: stacks in towns that defend all round and give up the attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.counters import Nationality
from engine.rules.answers import MarkKind, Shift
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, side_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Battle, Task

HEDGEHOG = "hedgehog"


class FormHedgehog(Action, frozen=True, tag="form-hedgehog"):
    """Let the units of a cell form a hedgehog."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Where."""
        return f"form a hedgehog in {table.label(self.cell)}"


class BreakHedgehog(Action, frozen=True, tag="break-hedgehog"):
    """Let a hedgehog break up."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Where."""
        return f"break up the hedgehog in {table.label(self.cell)}"


class FormHedgehogs(Task, frozen=True, tag="form-hedgehogs"):
    """A side forms hedgehogs and breaks them up; those of the cells that it has dealt with stay as they are."""

    side: int
    settled: tuple[int, ...] = ()


class Hedgehogs(Mechanism, frozen=True, kw_only=True):
    """Who may form hedgehogs, where and when, and what they are worth."""

    key: ClassVar[str] = "hedgehog-stacks"
    title: ClassVar[str] = "Hedgehogs"
    help: ClassVar[str] = "Late in the war stacks in towns may form hedgehogs: they defend better and do not attack."
    of_ground: ClassVar[bool] = True
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(HEDGEHOG, "Hedgehog", on="cell", badge="H", set_words=("becomes a hedgehog", "become hedgehogs")),
    )
    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "first_turn", "kinds", "nationality", "columns"})

    side: Annotated[str, col("Side", refers="side")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    kinds: Annotated[tuple[str, ...], col("Kinds of place", "Where they may be formed", refers="place_kind")] = ()
    nationality: Annotated[
        str, col("Nationality", "One unit of it must be there; empty: anybody", refers="nationality")
    ] = ""
    columns: Annotated[int, col("Columns", "By which the odds go to the left", ge=0, le=9)] = 2

    def sentences(self, rows: Rows) -> list[str]:
        """Who, when, where, and what for."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.kinds], "or")
        there = f" that holds a {named(rows, Nationality, self.nationality)} unit" if self.nationality else ""
        when = phases_words(rows, self.phases) or "a phase"
        return [
            f"From turn {self.first_turn}, when {when} opens, {side_words(rows, self.side)} may form hedgehogs in any "
            f"{kinds or 'place'}{there}, or break them up.",
            f"Attacks on a hedgehog go {counted(self.columns, 'column')} to the left and are never concentric; its "
            "units neither attack nor retreat. It is gone when nobody is left in it.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Forget those that nobody holds any more, and ask."""
        gone = [cell for cell in table.bearing(HEDGEHOG) if not self._manned(table, cell)]
        table.lift_marks(HEDGEHOG, gone)
        if table.state.turn < self.first_turn:
            return []
        return [FormHedgehogs(each) for each in asked(table, self.phases, self.side, side)]

    def _manned(self, table: Table, cell: int) -> bool:
        """Whether a unit stands in a cell around which others may form up."""
        ours = table.scenario.side_index.get(self.side)
        stack = table.stack(cell) if table.holder(cell) == ours else []
        return any(not self.nationality or table.unit(piece).nationality == self.nationality for piece in stack)

    def judge(self, table: Table, cell: int) -> Verdict:
        """Whether a hedgehog may be formed in a cell."""
        if not table.has_cell(cell) or not self._manned(table, cell):
            return no("Nobody stands there who could form a hedgehog.", self.case("who"))
        if not any(place.kind in self.kinds for place in table.board.places_at(Cell(cell))):
            return no(f"{table.label(cell)} is no place for a hedgehog.", self.case("where"))
        return LEGAL

    def places(self, table: Table) -> list[int]:
        """The cells where one may be formed now."""
        cells = sorted({table.board.cell(place.cell) for place in table.board.places})
        return [cell for cell in cells if self.judge(table, cell)]

    def stands(self, table: Table, battle: Battle) -> bool:
        """Whether the defenders of a battle form a hedgehog."""
        ours = table.scenario.side_index.get(self.side)
        return battle.side != ours and table.marked(HEDGEHOG, battle.target)

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Against whoever attacks one."""
        return (Shift(-self.columns, "a hedgehog", self.case("worth")),) if self.stands(table, battle) else ()

    def may_yield(self, table: Table, battle: Battle) -> Verdict | None:
        """A hedgehog does not retreat."""
        return no("A hedgehog does not retreat.", self.case("worth")) if self.stands(table, battle) else None

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nor does it attack."""
        return self._bound(table, piece)

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """In no way."""
        return next((found for piece in pieces if (found := self._bound(table, piece)) is not None), None)

    def _bound(self, table: Table, piece: int) -> Verdict | None:
        ours = table.scenario.side_index.get(self.side) == table.side_of(piece)
        if not ours or not table.marked(HEDGEHOG, table.state.cell[piece]):
            return None
        return no(f"{table.full_name(piece)} is in a hedgehog and does not attack.", self.case("worth"))

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """The enemy breaks up what he enters."""
        if table.scenario.side_index.get(self.side) != table.side_of(piece):
            table.lift_marks(HEDGEHOG, path)


class FormHedgehogsProcedure:
    """A side forms as many as it likes."""

    def decision(self, table: Table, task: FormHedgehogs) -> Decision | None:
        """Asks while there is a place left."""
        if not self._open(table, task):
            return None
        return Decision(task.side, "hedgehog", f"{table.phase_name}: form hedgehogs or break them up, or go on.")

    def _open(self, table: Table, task: FormHedgehogs) -> list[AnyAction]:
        rule = table.mechanism(Hedgehogs)
        cells = [cell for cell in rule.places(table) if cell not in task.settled]
        return [BreakHedgehog(cell) if table.marked(HEDGEHOG, cell) else FormHedgehog(cell) for cell in cells]

    def run(self, table: Table, task: FormHedgehogs) -> None:
        """There is nowhere to form one."""
        table.swap()

    def options(self, table: Table, task: FormHedgehogs) -> Options:
        """Every place, or none."""
        found = self._open(table, task)
        return Options((*(one(getattr(action, "cell", None), action) for action in found), one(None, Done())))

    def judge(self, table: Table, task: FormHedgehogs, action: AnyAction) -> Verdict:
        """Only where one may be."""
        rule = table.mechanism(Hedgehogs)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, FormHedgehog | BreakHedgehog):
            return no("Hedgehogs are formed or broken up now, or the side goes on.", rule.case("when"))
        if action.cell in task.settled:
            return no(f"{table.label(action.cell)} has been settled in this phase.", rule.case("when"))
        if isinstance(action, FormHedgehog) == table.marked(HEDGEHOG, action.cell):
            return no("It is so already.", rule.case("when"))
        return rule.judge(table, action.cell)

    def perform(self, table: Table, task: FormHedgehogs, action: AnyAction) -> None:
        """Put the marker down, take it off, or go on."""
        if isinstance(action, FormHedgehog | BreakHedgehog):
            table.swap(FormHedgehogs(task.side, (*task.settled, action.cell)))
            table.set_mark(HEDGEHOG, action.cell, 1 if isinstance(action, FormHedgehog) else None)
        else:
            table.swap()
