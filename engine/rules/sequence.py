"""The sequence of play: phases one after another, turn after turn, and what ends each."""

from __future__ import annotations

from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.markers import date_markers
from engine.rules.procedure import Asking, Automatic, listed
from engine.rules.stacking import Stacking, enforced, excess, overstacked
from engine.rules.table import Table
from engine.rules.victory import settle
from engine.state import Status
from engine.state.actions import AnyAction, RemoveUnit
from engine.state.events import AnyEvent, MarksCleared, PhaseBegan, TallyChanged
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
        before = table.state.turn
        table.do(PhaseBegan(turn, index, before, table.state.phase))
        if turn != before:
            date_markers(table, turn)
        table.push(*table.phase.open(table, table.setting.phase_sides[index]), ClosePhase())

    def _end_turn(self, table: Table, turn: int) -> None:
        last = turn >= table.scenario.about.turns
        clear_marks(table, Status.SPENT)
        clear_tallies(table, "turn.")
        table.swap()
        if not settle(table, "end" if last else "turn") and not last:
            table.push(NextPhase(turn + 1, 0))


class ClosePhaseProcedure(Automatic):
    """Ends a phase: overstacked units go, marks come off."""

    def run(self, table: Table, task: ClosePhase) -> None:
        """Deal with one overstacked cell at a time, then go on to the next phase."""
        cell = overstacked(table) if enforced(table) else None
        if cell is not None:
            side = table.holder(cell)
            table.push(RemoveExcess(side or 0, cell))
            return
        clear_marks(table, PHASE_MARKS)
        clear_tallies(table, "phase.")
        table.swap(NextPhase(table.state.turn, table.state.phase + 1))


def clear_marks(table: Table, mask: int) -> None:
    """Take these marks off every piece."""
    marked = [piece for piece, status in enumerate(table.state.status) if status & mask]
    if marked:
        table.do(MarksCleared(tuple(marked), tuple(table.state.status[piece] for piece in marked), mask))


def clear_tallies(table: Table, prefix: str) -> None:
    """Set every count that begins like this to nothing."""
    events: list[AnyEvent] = [
        TallyChanged(key, value, 0.0)
        for key, value in sorted(table.state.tallies.items())
        if value and key.startswith(prefix)
    ]
    for event in events:
        table.do(event)


class RemoveExcessProcedure(Asking):
    """The owner removes units from an overstacked cell."""

    def decision(self, table: Table, task: RemoveExcess) -> Decision | None:
        """Which unit goes."""
        where = table.label(task.cell)
        return Decision(task.side, "remove", f"{where} is overstacked: choose a unit to remove.", task.cell)

    def options(self, table: Table, task: RemoveExcess) -> Options:
        """Every unit whose removal helps."""
        return Options(tuple(one(piece, RemoveUnit(piece)) for piece in excess(table, task.cell)))

    def judge(self, table: Table, task: RemoveExcess, action: AnyAction) -> Verdict:
        """Only such a unit may go."""
        case = table.mechanism(Stacking).case("excess")
        return listed(self.options(table, task), action, f"Remove a unit from {table.label(task.cell)}.", case)

    def perform(self, table: Table, task: RemoveExcess, action: AnyAction) -> None:
        """Take the unit off the map."""
        assert isinstance(action, RemoveUnit)
        table.swap()
        table.eliminate(action.piece, "overstacked at the end of the phase", table.mechanism(Stacking).case("excess"))
