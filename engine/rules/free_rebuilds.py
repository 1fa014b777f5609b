"""Free rebuilds: units that come back at no price, by lot or by choice, by a die or on a date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import Decision, OptionGroup, Options, Verdict, one
from engine.rules.leaving import withdraw
from engine.rules.mechanism import Mechanism
from engine.rules.own_stocks import owe_stocks
from engine.rules.procedure import listed as one_of
from engine.rules.replenishing import Replenishment, bring_back, one_step
from engine.rules.table import Table
from engine.rules.variable_arrivals import VariableArrivals, fields
from engine.scenario.sentences import counted, listed, phases_words, side_words, units_words
from engine.state import ELIMINATED
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Task


class FreeLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a side receives free: on which turns, on which faces of its die, and what."""

    name: Annotated[str, col("Name", "As players read it: Special replacement", max_length=60)] = "Free rebuild"
    side: Annotated[str, col("Side", refers="side")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200
    turns: Annotated[tuple[int, ...], col("Turns", "Only these; empty: every turn between")] = ()
    faces: Annotated[tuple[int, ...], col("Faces", "Of the die that the side throws; empty: without a die")] = ()
    gives: Annotated[
        Literal["unit", "cache", "supply", "new"],
        col(
            "Gives",
            "unit: a lost unit comes back; cache: a supply cache; supply: points of it; new: units that were not in "
            "play come on for others that leave",
        ),
    ] = "unit"
    units: Annotated[Selector, col("Which units")] = Selector()
    which: Annotated[Literal["owner", "lot"], col("Chosen by")] = "owner"
    steps_lost: Annotated[int, col("Steps lost", "Of full strength; -1: it has one step", ge=-1, le=9)] = -1
    where: Annotated[Literal["hosts", "bases"], col("Where", "hosts: as replacements; bases: at air bases")] = "hosts"
    points: Annotated[int, col("Supply points", ge=0, le=99)] = 0
    leave: Annotated[Selector | None, col("Who leaves", "Where it gives new units; even if they are lost")] = None
    case: Annotated[str, col("Rule case")] = ""

    def due(self, table: Table, side: int) -> bool:
        """Whether it may be received on this turn."""
        turn = table.state.turn
        if table.scenario.sides[side].side != self.side:
            return False
        return turn in self.turns if self.turns else self.first_turn <= turn <= self.last_turn

    def words(self, rows: Rows) -> str:
        """What comes when."""
        when = (
            f"on turn {listed([str(turn) for turn in self.turns], 'or')}"
            if self.turns
            else (f"on turns {self.first_turn} to {self.last_turn}")
        )
        die = f", on {listed([str(face) for face in self.faces], 'or')} of one die," if self.faces else ""
        who = units_words(rows, self.units)
        match self.gives:
            case "cache":
                what = "a supply cache"
            case "supply":
                what = counted(self.points, "supply point")
            case "new":
                gone = units_words(rows, self.leave) if self.leave is not None else "nobody"
                what = f"{who} for {gone}, who leaves the game"
            case _:
                how = "by lot" if self.which == "lot" else "by choice"
                state = "with one step" if self.steps_lost < 0 else f"with {counted(self.steps_lost, 'step')} lost"
                what = f"one of the lost {who}, {how}, {state}"
        return f"{self.name}: {when}{die} {side_words(rows, self.side)} receives {what}."


class TakeFree(Task, frozen=True, tag="take-free"):
    """A side takes what a line of free rebuilds gives."""

    side: int
    line: int
    pieces: tuple[int, ...] = ()


class FreeRebuilds(Mechanism, frozen=True, kw_only=True):
    """What sides receive free."""

    key: ClassVar[str] = "free-rebuilds"
    title: ClassVar[str] = "Free rebuilds"
    help: ClassVar[str] = "Some lost units come back at no price, by a die or on a date; what is not taken is forfeit."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "lines"})

    phases: Annotated[tuple[str, ...], col("Phases", "Received when one of these opens", refers="phase")] = ()
    lines: Annotated[tuple[FreeLine, ...], col("What comes", "Lines with faces share one die of their side")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """When, and every line."""
        when = phases_words(rows, self.phases) or "no phase"
        first = f"When {when} opens, its side receives what is due, at once or never."
        return [first, *(each.words(rows) for each in self.lines)]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw the die where it is asked for, and take what comes."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        due = [(number, each) for number, each in enumerate(self.lines) if each.due(table, side)]
        diced = [each for _, each in due if each.faces]
        face = table.roll("1d6", diced[0].name) if diced else 0
        return [
            task
            for number, each in due
            if not each.faces or face in each.faces
            for task in self._given(table, side, number, each)
        ]

    def _given(self, table: Table, side: int, number: int, each: FreeLine) -> Iterator[AnyTask]:
        match each.gives:
            case "cache":
                table.tally(f"caches.{each.side}", 1)
                table.do(Noted(f"{each.name}: a supply cache.", each.case))
            case "supply":
                yield from table.mechanism(VariableArrivals).supply(table, side, each.points, each.case)
            case "new":
                yield from self._converted(table, side, number, each)
            case _:
                pieces = self.lost(table, side, each)
                if pieces and each.which == "lot":
                    pieces = [pieces[table.roll(f"1d{len(pieces)}", each.name) - 1]]
                if pieces:
                    yield TakeFree(side, number, tuple(pieces))

    def _converted(self, table: Table, side: int, number: int, each: FreeLine) -> Iterator[AnyTask]:
        """The old unit leaves, wherever it is, and the new one comes."""
        for piece in table.setting.pieces(each.leave) if each.leave is not None else ():
            if table.side_of(piece) == side and table.state.cell[piece] >= ELIMINATED:
                owe_stocks(table, piece)
                withdraw(table, piece, each.name, each.case)
        new = [piece for piece in table.setting.pieces(each.units) if table.state.cell[piece] == OFF_MAP]
        for piece in new[:1]:
            yield TakeFree(side, number, (piece,))

    def lost(self, table: Table, side: int, each: FreeLine) -> list[int]:
        """The lost units that a line may bring back."""
        return [
            piece
            for piece in table.setting.pieces(each.units)
            if table.side_of(piece) == side and table.state.cell[piece] == ELIMINATED
        ]


class TakeFreeProcedure:
    """One of the units is placed; nothing is saved."""

    def decision(self, table: Table, task: TakeFree) -> Decision | None:
        """Asks while there is somewhere to put one."""
        if not self._cells(table, task):
            return None
        line = self._line(table, task)
        return Decision(task.side, "replace", f"{line.name}: place one of these units, or forgo it.")

    def _line(self, table: Table, task: TakeFree) -> FreeLine:
        return table.mechanism(FreeRebuilds).lines[task.line]

    def _cells(self, table: Table, task: TakeFree) -> list[int]:
        if self._line(table, task).where == "bases":
            return fields(table, task.side)
        return table.mechanism(Replenishment).places(table, task.side)

    def run(self, table: Table, task: TakeFree) -> None:
        """Nowhere to put it."""
        table.swap()

    def options(self, table: Table, task: TakeFree) -> Options:
        """Each unit in each cell; or nobody."""
        cells = self._cells(table, task)
        groups = [
            OptionGroup(piece, partial(tuple, tuple(PlaceUnit(piece, cell) for cell in cells))) for piece in task.pieces
        ]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: TakeFree, action: AnyAction) -> Verdict:
        """Only one of them, where such units arrive."""
        return one_of(
            self.options(table, task),
            action,
            "Place one of these units where they arrive.",
            self._line(table, task).case,
        )

    def perform(self, table: Table, task: TakeFree, action: AnyAction) -> None:
        """It is there, with the steps that it has."""
        line = self._line(table, task)
        table.swap()
        if isinstance(action, PlaceUnit):
            last = one_step(table, action.piece)
            face = 0 if line.gives == "new" else last if line.steps_lost < 0 else min(line.steps_lost, last)
            bring_back(table, action.piece, action.cell, face, line.name.lower())
