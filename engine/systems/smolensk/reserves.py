"""Reserves: stacks held back under a marker, released when the enemy has moved or when a hole is open."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import Closure, MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.movement import movable, moving, own_piece, resume
from engine.rules.procedure import listed as one_of
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import counted, listed, multiple, phases_words, side_words
from engine.state import Status
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Battle, MoveUnits, Task

RESERVE, RELEASED, CHANGED = "reserve", "released", "reserve-changed"
DG = "dg"


class MarkerStock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many reserve markers a side has from a turn on."""

    side: Annotated[str, col("Side", refers="side")] = ""
    count: Annotated[int, col("Markers", ge=0, le=99)] = 0
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1


class GoIntoReserve(Action, frozen=True, tag="go-into-reserve"):
    """Put pieces of one cell into reserve under one marker."""

    aside: ClassVar[bool] = True

    pieces: tuple[int, ...]

    def words(self, table: Table, /) -> str:
        """Who is held back."""
        return f"hold {listed([table.name(piece) for piece in self.pieces])} in reserve"


class LeaveReserve(Action, frozen=True, tag="leave-reserve"):
    """Take pieces out of reserve in their own movement, without releasing them."""

    aside: ClassVar[bool] = True

    pieces: tuple[int, ...]

    def words(self, table: Table, /) -> str:
        """Who is held back no longer."""
        return f"take {listed([table.name(piece) for piece in self.pieces])} out of reserve"


class ReleaseReserve(Action, frozen=True, tag="release-reserve"):
    """Release what stands in reserve in a cell."""

    cell: int

    def words(self, table: Table, /) -> str:
        """From where."""
        return f"release the reserve in {table.label(self.cell)}"


class ReleaseReserves(Task, frozen=True, tag="release-reserves"):
    """A side releases reserves as a phase begins."""

    side: int


class Reserves(Mechanism, frozen=True, kw_only=True):
    """How reserves are formed, what they are worth meanwhile, and when they are released."""

    key: ClassVar[str] = "reserves"
    title: ClassVar[str] = "Reserves"
    help: ClassVar[str] = "A stack under a reserve marker hardly moves, and acts when it is released in a later phase."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(RESERVE, "In reserve", badge="RES", set_words=("goes into reserve", "go into reserve")),
        MarkKind(RELEASED, "Released", lasts="player turn", badge="REL", set_words=("is released", "are released")),
        MarkKind(CHANGED, "Has gone into reserve or out of it", lasts="phase"),
    )
    acts: ClassVar[tuple[type[AnyAction], ...]] = (GoIntoReserve, LeaveReserve)
    told: ClassVar[frozenset[str]] = frozenset(
        {"stock", "phases", "reaction", "exploitation", "share", "reacting", "exploiting", "defends", "forts", "order"}
    )

    stock: Annotated[tuple[MarkerStock, ...], col("Markers", "The last that has begun counts")] = ()
    phases: Annotated[tuple[str, ...], col("Formed in", "Movement phases", refers="phase")] = ()
    reaction: Annotated[tuple[str, ...], col("Reaction", "Phases that begin with a release", refers="phase")] = ()
    exploitation: Annotated[
        tuple[str, ...], col("Exploitation", "Phases that begin with a release", refers="phase")
    ] = ()
    share: Annotated[float, col("In reserve", "Share of the allowance", gt=0, le=1)] = 0.25
    reacting: Annotated[float, col("In reaction", "Share of the allowance when released", gt=0, le=1)] = 0.5
    exploiting: Annotated[float, col("In exploitation", "Share of the allowance when released", gt=0, le=1)] = 1.0
    defends: Annotated[float, col("Defends times", "While it is in reserve", gt=0, le=1)] = 0.5
    forts: Annotated[tuple[str, ...], col("Not in", "Kinds of marker in which no reserve forms", refers="marker")] = ()
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 22

    def sentences(self, rows: Rows) -> list[str]:
        """How many, where, and what they do."""
        said = []
        for each in self.stock:
            who = side_words(rows, each.side)
            said.append(f"From turn {each.first_turn} on {who} has {counted(each.count, 'reserve marker')}.")
        return [
            *said,
            f"In {phases_words(rows, self.phases) or 'movement'} units of one hex that have not moved may go into "
            "reserve under one marker, where no neighbouring hex lies in an enemy zone and no fort shelters them. In "
            f"reserve they have {self.share:g} of their allowance and no zone, keep as far from enemy zones when they "
            f"move, do not attack and defend {self.defends:g} times; any harm ends it.",
            f"They may be released when {phases_words(rows, self.reaction) or 'a reaction phase'} begins, with "
            f"{self.reacting:g} of their allowance, or when {phases_words(rows, self.exploitation) or 'exploitation'} "
            f"begins, with {self.exploiting:g} of it, and act in that phase.",
        ]

    # What it does

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Those held back creep; those released have a part of it."""
        if table.marked(RESERVE, piece):
            yield Contribution("times", Fraction(self.share), "in reserve", self.case("reserve"), 30)
        elif table.marked(RELEASED, piece):
            share = self.reacting if self._phase(table) in self.reaction else self.exploiting
            if share != 1:
                yield Contribution("times", Fraction(share), "released", self.case("released"), 30)

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Who is not released defends badly."""
        pieces = battle.attackers if attacking else battle.defenders
        found = tuple(piece for piece in pieces if table.marked(RESERVE, piece))
        if found:
            why = f"in reserve: {multiple(self.defends)}"
            yield Contribution("times", Fraction(self.defends), why, self.case("reserve"), self.order, found)

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """Reserves have no zone."""
        return table.bearing(RESERVE)

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nor do they attack."""
        if not table.marked(RESERVE, piece):
            return None
        return no(f"{table.full_name(piece)} is in reserve and does not attack.", self.case("reserve"))

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Not in passing either."""
        held = next((piece for piece in pieces if table.marked(RESERVE, piece)), None)
        return None if held is None else self.may_attack(table, held)

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """What is held back is not brought near the enemy under its marker."""
        if any(table.marked(RESERVE, each) for each in (piece, *group)):
            why = "Units in reserve come neither into an enemy zone nor beside one."
            yield Closure(self._near_enemy(table, table.side_of(piece)), why, self.case("reserve"), retreats=False)

    def _near_enemy(self, table: Table, side: int) -> npt.NDArray[np.uint8]:
        """The cells of enemy zones, and those beside them."""
        return table.cached(("reserve", side), lambda: _beside(table, zone(table, 1 - side) > 0))

    def weakened(self, table: Table, piece: int, steps: int) -> None:
        """Any harm ends it."""
        if table.marked(RESERVE, piece):
            table.set_mark(RESERVE, piece, None)

    def retreated(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """So does a retreat."""
        self.weakened(table, piece, 0)

    # Forming them

    def _phase(self, table: Table) -> str:
        return table.scenario.phases[table.state.phase].phase

    def markers_of(self, table: Table, side: int) -> int:
        """How many markers a side has now."""
        key = table.scenario.sides[side].side
        begun = [each for each in self.stock if each.side == key and each.first_turn <= table.state.turn]
        return max(begun, key=lambda each: each.first_turn).count if begun else 0

    def _in_use(self, table: Table, side: int) -> set[int]:
        return {value for piece, value in table.bearing(RESERVE).items() if table.side_of(piece) == side}

    def _next_marker(self, table: Table, side: int) -> int | None:
        used = self._in_use(table, side)
        return next((number for number in range(1, self.markers_of(table, side) + 1) if number not in used), None)

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Whole stacks, and single units."""
        if self._phase(table) not in self.phases:
            return
        stacks: dict[int, list[int]] = {}
        for piece in movable(table, task.side):
            if not (piece in task.moving or table.state.spent[piece]) and table.can_attack(piece):
                stacks.setdefault(table.state.cell[piece], []).append(piece)
        for stack in stacks.values():
            yield OptionGroup(stack[0], partial(self._acts, table, task, tuple(stack)), aside=True)

    def reserves(self, table: Table, side: int) -> Iterable[tuple[int, ...]]:
        """Those of every stack that have not moved and may be held back, while a marker is left."""
        task = MoveUnits(side, moving(table))
        stacks: dict[int, list[int]] = {}
        for piece in movable(table, side):
            if self._phase(table) in self.phases and self._judge_piece(table, task, piece, True):
                stacks.setdefault(table.state.cell[piece], []).append(piece)
        return [stack for each in stacks.values() if self._judge_place(table, side, stack := tuple(each))]

    def held_back(self, table: Table, side: int) -> Iterable[tuple[int, ...]]:
        """The reserves of every cell."""
        for cell in self.held_cells(table, side):
            yield tuple(piece for piece in table.stack(cell) if table.marked(RESERVE, piece))

    def _acts(self, table: Table, task: MoveUnits, stack: tuple[int, ...]) -> list[AnyAction]:
        held = tuple(piece for piece in stack if table.marked(RESERVE, piece))
        free = tuple(piece for piece in stack if piece not in held)
        every: list[AnyAction] = [GoIntoReserve(free), LeaveReserve(held)]
        every += [GoIntoReserve((piece,)) for piece in free if len(free) > 1]
        return [action for action in every if self.judge_act(table, task, action)]

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether units may go into reserve, or out of it."""
        pieces = action.pieces
        if self._phase(table) not in self.phases:
            return no("Reserves are formed in the movement phase.", self.case("reserve"))
        if not pieces or len({table.state.cell[piece] for piece in pieces if 0 <= piece < len(table.state.cell)}) != 1:
            return no("A marker serves units of one hex.", self.case("reserve"))
        for piece in pieces:
            verdict = own_piece(table, task.side, piece)
            verdict = self._judge_piece(table, task, piece, isinstance(action, GoIntoReserve)) if verdict else verdict
            if not verdict:
                return verdict
        return self._judge_place(table, task.side, pieces) if isinstance(action, GoIntoReserve) else LEGAL

    def _judge_piece(self, table: Table, task: MoveUnits, piece: int, into: bool) -> Verdict:
        name = table.name(piece)
        if piece in task.moving or table.state.spent[piece] or table.state.status[piece] & Status.MOVED:
            return no(f"{name} has moved in this phase.", self.case("reserve"))
        if table.marked(CHANGED, piece):
            return no(f"{name} has gone into reserve or out of it in this phase.", self.case("reserve"))
        if into == table.marked(RESERVE, piece):
            return no(f"{name} is {'already' if into else 'not'} in reserve.", self.case("reserve"))
        if into and table.marked(DG, piece):
            return no(f"{name} is disorganised.", self.case("reserve"))
        if into and not table.can_attack(piece):
            return no(f"{name} cannot attack and is no reserve.", self.case("reserve"))
        return LEGAL

    def _judge_place(self, table: Table, side: int, pieces: tuple[int, ...]) -> Verdict:
        here = table.state.cell[pieces[0]]
        if self._next_marker(table, side) is None:
            return no("No reserve marker is left.", self.case("markers"))
        if self._near_enemy(table, side)[here]:
            return no(f"{table.label(here)} is too near an enemy zone for a reserve.", self.case("reserve"))
        lying = (number for number, cell in enumerate(table.state.markers) if cell == here)
        if any(table.scenario.markers[number].marker in self.forts for number in lying):
            return no(f"No reserve forms in the works of {table.label(here)}.", self.case("reserve"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Set the marker, or take it off."""
        number = self._next_marker(table, task.side) if isinstance(action, GoIntoReserve) else None
        for piece in action.pieces:
            table.set_mark(RESERVE, piece, number)
            table.set_mark(CHANGED, piece)
        resume(table, task, task.moving)

    # Releasing them

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Some phases begin with a release."""
        phase = self._phase(table)
        if side is None or phase not in (*self.reaction, *self.exploitation):
            return ()
        return (ReleaseReserves(side),) if self.held_cells(table, side) else ()

    def held_cells(self, table: Table, side: int) -> list[int]:
        """The cells where a side has reserves that it may release."""
        return sorted({table.state.cell[piece] for piece in table.bearing(RESERVE) if table.side_of(piece) == side})


def _beside(table: Table, cells: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """These cells and their neighbours."""
    found = cells.astype(np.uint8)
    for cell in np.flatnonzero(cells).tolist():
        found[list(table.setting.neighbours[cell])] = 1
    return found


class ReleaseReservesProcedure:
    """A side releases reserves hex by hex, or keeps them."""

    def decision(self, table: Table, task: ReleaseReserves) -> Decision | None:
        """Waits while something is held back."""
        if not table.mechanism(Reserves).held_cells(table, task.side):
            return None
        asked = f"{table.phase_name}: release reserves, or keep them."
        return Decision(task.side, "release", asked, ending="Keep the others back")

    def run(self, table: Table, task: ReleaseReserves) -> None:
        """Nobody is left to be released."""
        table.swap()

    def options(self, table: Table, task: ReleaseReserves) -> Options:
        """Every hex with a reserve, and keeping the rest."""
        cells = table.mechanism(Reserves).held_cells(table, task.side)
        return Options((*(one(cell, ReleaseReserve(cell)) for cell in cells), one(None, Done())))

    def judge(self, table: Table, task: ReleaseReserves, action: AnyAction) -> Verdict:
        """Only what is there."""
        case = table.mechanism(Reserves).case("released")
        return one_of(self.options(table, task), action, "Release a reserve, or keep the rest.", case)

    def perform(self, table: Table, task: ReleaseReserves, action: AnyAction) -> None:
        """Take the marker off; they may act in this phase."""
        if not isinstance(action, ReleaseReserve):
            table.swap()
            return
        for piece in list(table.stack(action.cell)):
            if table.marked(RESERVE, piece):
                table.set_mark(RESERVE, piece, None)
                table.set_mark(RELEASED, piece)
