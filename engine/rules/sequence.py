"""The sequence of play: phases one after another, turn after turn, and what ends each."""

from __future__ import annotations

from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.markers import date_markers
from engine.rules.procedure import AskingProcedure, Automatic, listed
from engine.rules.retreat import RETREATED, Retreat
from engine.rules.stacking import Stacking, enforced, excess, overstacked
from engine.rules.table import Table
from engine.rules.victory import settle
from engine.state import Status
from engine.state.actions import AnyAction, RemoveUnit
from engine.state.events import MarksCleared, PhaseBegan, PointsSpent
from engine.state.tasks import ClosePhase, NextPhase, RemoveExcess

PHASE_MARKS = Status.MOVED | Status.FOUGHT | Status.ATTACKED | Status.REPLACED


class NextPhaseProcedure(Automatic):
    """Begins the next phase that applies on this turn, or the next turn."""

    def run(self, table: Table, task: NextPhase) -> None:
        """Find the phase, announce it and put its tasks on the agenda."""
        for index in range(task.phase, len(table.scenario.phases)):
            phase = table.scenario.phases[index]
            first, last = phase.first_turn or 1, phase.last_turn or table.scenario.about.turns
            if first <= task.turn <= last:
                self._begin(table, task.turn, index)
                return
        self._end_turn(table, task.turn)

    def _begin(self, table: Table, turn: int, index: int) -> None:
        table.swap()
        before, side = table.state.turn, table.phase_side(index)
        told = side if table.scenario.phases[index].player else None
        table.do(PhaseBegan(turn, index, before, table.state.phase, told))
        if turn != before:
            date_markers(table, turn)
        first = [task for each in table.answering("opening") for task in each.opening(table, side)]
        table.push(*first, *table.phase.open(table, side), ClosePhase())

    def _end_turn(self, table: Table, turn: int) -> None:
        last = turn >= table.scenario.about.turns
        clear_marks(table, Status.SPENT)
        table.clear_tallies("turn.")
        lift_lapsed(table, "turn")
        table.swap()
        settle(table, "end" if last else "turn")
        if table.state.outcome is None:
            table.push(NextPhase(turn + 1, 0))


class ClosePhaseProcedure(Automatic):
    """Ends a phase: overstacked units go, marks come off."""

    def run(self, table: Table, task: ClosePhase) -> None:
        """Deal with one overstacked cell at a time, then go on to the next phase."""
        cell = overstacked(table) if enforced(table) else None
        if cell is not None:
            owner = table.holder(cell) or 0
            chooser = owner if table.mechanism(Stacking).removed_by == "owner" else 1 - owner
            table.push(RemoveExcess(chooser, cell))
            return
        side = table.phase_side(table.state.phase)
        table.tell("closing", side)
        clear_marks(table, PHASE_MARKS)
        table.clear_tallies("phase.")
        _forget_spent(table)
        lift_lapsed(table, "phase")
        if _ends_player_turn(table):
            lift_lapsed(table, "player turn")
        table.swap(NextPhase(table.state.turn, table.state.phase + 1))


def _ends_player_turn(table: Table) -> bool:
    """Whether the next phase of this turn, if there is one, is not the same side's."""
    sides = table.phase_sides
    return table.state.phase + 1 >= len(sides) or sides[table.state.phase + 1] != sides[table.state.phase]


def lift_lapsed(table: Table, over: str) -> None:
    """Take off every mark that lasts no longer than what is now over."""
    for kind in table.setting.mark_kinds.values():
        if kind.lasts == over:
            table.lift_marks(kind.key)


def _forget_spent(table: Table) -> None:
    spent = [piece for piece, ticks in enumerate(table.state.spent) if ticks]
    if spent:
        before = tuple(table.state.spent[piece] for piece in spent)
        table.do(PointsSpent(tuple(spent), before, (0,) * len(spent)))


def clear_marks(table: Table, mask: int) -> None:
    """Take these marks off every piece."""
    marked = [piece for piece, status in enumerate(table.state.status) if status & mask]
    if marked:
        table.do(MarksCleared(tuple(marked), tuple(table.state.status[piece] for piece in marked), mask))


class RemoveExcessProcedure(AskingProcedure):
    """Units are removed from an overstacked cell, by the choice of their owner or of his opponent."""

    def decision(self, table: Table, task: RemoveExcess) -> Decision | None:
        """Which unit goes."""
        where = table.label(task.cell)
        return Decision(task.side, "remove", f"{where} is overstacked: choose a unit to remove.", task.cell)

    def options(self, table: Table, task: RemoveExcess) -> Options:
        """Every unit whose removal helps."""
        found = excess(table, task.cell)
        if task.retreated:
            found = [piece for piece in found if table.marked(RETREATED, piece)]
        return Options(tuple(one(piece, RemoveUnit(piece)) for piece in found))

    def judge(self, table: Table, task: RemoveExcess, action: AnyAction) -> Verdict:
        """Only such a unit may go."""
        case = table.mechanism(Stacking).case("excess")
        return listed(self.options(table, task), action, f"Remove a unit from {table.label(task.cell)}.", case)

    def perform(self, table: Table, task: RemoveExcess, action: AnyAction) -> None:
        """Take the unit off the map."""
        assert isinstance(action, RemoveUnit)
        table.swap()
        why = "no room where it retreated" if task.retreated else "overstacked at the end of the phase"
        case = table.mechanism(Retreat).case("no-path") if task.retreated else table.mechanism(Stacking).case("excess")
        table.eliminate(action.piece, why, case)
