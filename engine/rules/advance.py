"""Advance after combat: one attacker may enter the cell that the defender left."""

from __future__ import annotations

from engine.rules.combat import OddsCombat
from engine.rules.control import enter
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import involved
from engine.rules.procedure import listed
from engine.rules.table import Table
from engine.state.actions import AdvanceUnit, AnyAction
from engine.state.events import UnitAdvanced
from engine.state.tasks import AdvanceAfterCombat


class AdvanceProcedure:
    """The attacker may advance one unit of the battle, if the cell is empty."""

    def decision(self, table: Table, task: AdvanceAfterCombat) -> Decision | None:
        """Waits if the cell is empty and somebody is left to enter it."""
        if table.stack(task.battle.target) or not involved(table, task.battle, "attacker"):
            return None
        where = table.label(task.battle.target)
        return Decision(task.battle.side, "advance", f"Advance one unit into {where}?", task.battle.target)

    def run(self, table: Table, task: AdvanceAfterCombat) -> None:
        """No advance is possible."""
        table.swap()

    def options(self, table: Table, task: AdvanceAfterCombat) -> Options:
        """Each attacker, or none."""
        pieces = involved(table, task.battle, "attacker")
        groups = [one(piece, AdvanceUnit(piece)) for piece in pieces]
        return Options((*groups, one(None, AdvanceUnit(None))))

    def judge(self, table: Table, task: AdvanceAfterCombat, action: AnyAction) -> Verdict:
        """Only a unit of this battle."""
        case = table.mechanism(OddsCombat).case("advance")
        return listed(self.options(table, task), action, "Only one of the attacking units may advance.", case)

    def perform(self, table: Table, task: AdvanceAfterCombat, action: AnyAction) -> None:
        """Enter the cell, or stay."""
        assert isinstance(action, AdvanceUnit)
        table.swap()
        if action.piece is not None:
            target = task.battle.target
            table.do(UnitAdvanced(action.piece, table.state.cell[action.piece], target))
            enter(table, action.piece, (target,))
