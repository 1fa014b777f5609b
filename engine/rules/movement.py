"""Movement: unit by unit, each once a phase, along a path it can pay for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, ClassVar

from engine.board.network import TICKS
from engine.records.base import col
from engine.rules.control import enter
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.phase import PhaseRule, Ways
from engine.rules.reach import MoveMode, Reach, modes_for, reaches, walk
from engine.rules.table import Table
from engine.state import Status
from engine.state.actions import AnyAction, Done, MoveUnit
from engine.state.events import UnitMoved
from engine.state.tasks import AnyTask, MoveUnits


class MovementPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side moves units."""

    key: ClassVar[str] = "movement"
    title: ClassVar[str] = "Movement"
    help: ClassVar[str] = "Units move one at a time, each once, spending movement points by terrain."

    modes: Annotated[tuple[MoveMode, ...], col("Who moves how", "A unit may use any mode that fits it")] = (MoveMode(),)

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task: the side moves its units."""
        return (MoveUnits(side or 0),)

    def reach(self, table: Table, piece: int) -> Sequence[Reach]:
        """What a unit can reach, mode by mode."""
        return reaches(table, piece, self.modes)


def phase_modes(table: Table) -> tuple[MoveMode, ...]:
    """The modes of the current phase."""
    rule = table.phase
    return rule.modes if isinstance(rule, MovementPhase) else ()


def movable(table: Table, side: int) -> list[int]:
    """The pieces that may still move in this phase."""
    modes = phase_modes(table)
    return [
        piece
        for piece in table.on_map(side)
        if not table.state.status[piece] & Status.MOVED
        and table.face(piece).movement > 0
        and modes_for(table, piece, modes)
    ]


def reach_of(table: Table, piece: int) -> Sequence[Ways]:
    """Where a piece can go now, mode by mode."""
    if table.state.status[piece] & Status.MOVED or table.state.cell[piece] < 0:
        return ()
    return table.phase.reach(table, piece)


class MoveProcedure:
    """The movement of a side's units, until it is done."""

    def decision(self, table: Table, task: MoveUnits) -> Decision | None:
        """The side moves another unit or ends the phase."""
        return Decision(task.side, "move", f"{table.phase_name}: move your units, or end the phase.")

    def run(self, table: Table, task: MoveUnits) -> None:
        """Never runs by itself."""

    def options(self, table: Table, task: MoveUnits) -> Options:
        """For each unit every cell it can reach; and ending the phase."""
        groups = [OptionGroup(piece, partial(_moves, table, piece)) for piece in movable(table, task.side)]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: MoveUnits, action: AnyAction) -> Verdict:
        """Whether a unit may move along a path."""
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, MoveUnit):
            return no("Only moves are made in this phase.")
        return judge_move(table, task.side, action)[0]

    def perform(self, table: Table, task: MoveUnits, action: AnyAction) -> None:
        """Move the unit, or end the phase."""
        if isinstance(action, MoveUnit):
            _, spent = judge_move(table, task.side, action)
            target = action.path[-1]
            table.do(UnitMoved(action.piece, table.state.cell[action.piece], target, action.path, spent / TICKS))
            table.mark(action.piece, Status.MOVED)
            enter(table, action.piece, action.path)
        else:
            table.swap()


def _moves(table: Table, piece: int) -> list[AnyAction]:
    found: dict[int, MoveUnit] = {}
    for reach in reach_of(table, piece):
        for cell in reach.cells():
            if cell not in found:
                found[cell] = MoveUnit(piece, reach.path(cell))
    return [found[cell] for cell in sorted(found)]


def judge_move(table: Table, side: int, action: MoveUnit) -> tuple[Verdict, int]:
    """Whether some mode allows the move, else why the most promising one does not; and the ticks spent."""
    verdict = own_piece(table, side, action.piece)
    if not verdict:
        return verdict, 0
    rule, piece = table.phase, action.piece
    if table.state.status[piece] & Status.MOVED:
        return no(f"{table.name(piece)} has already moved in this phase.", rule.case("once")), 0
    if not action.path:
        return no("A move goes at least one cell.", rule.case("path")), 0
    modes = modes_for(table, piece, phase_modes(table))
    if not modes:
        return no(f"{table.name(piece)} may not move in this phase.", rule.case("who")), 0
    judged = [walk(table, piece, action.path, mode, rule.cases) for mode in modes]
    return next((found for found in judged if found[0]), judged[0])


def own_piece(table: Table, side: int, piece: int) -> Verdict:
    """Whether a piece exists, stands on the map and is the side's own."""
    if not 0 <= piece < len(table.scenario.pieces):
        return no("There is no such unit.")
    if table.side_of(piece) != side:
        return no(f"{table.name(piece)} is not yours.")
    if table.state.cell[piece] < 0:
        return no(f"{table.name(piece)} is not on the map.")
    return LEGAL
