"""Fighting one battle: support, dice, result."""

from __future__ import annotations

from fractions import Fraction

from engine.records.charts import Result
from engine.rules.combat import OddsCombat, Support
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.forecast import all_shifts, column_name, combat_table, shifted
from engine.rules.procedure import Automatic, listed
from engine.rules.strength import attack_factor
from engine.rules.table import Table
from engine.rules.weather import judge_flying
from engine.state import Status
from engine.state.actions import AnyAction, CommitSupport
from engine.state.events import BattleFought
from engine.state.tasks import AdvanceAfterCombat, ApplyEffects, Battle, RollBattle, SupportBattle


def free_markers(table: Table, side: int) -> list[int]:
    """The support markers that a side has not used this turn."""
    rule = table.mechanism(Support)
    if not rule.per_battle:
        return []
    return [
        piece
        for piece in table.setting.pieces(rule.markers)
        if table.side_of(piece) == side and not table.state.status[piece] & Status.SPENT
    ]


def ready_markers(table: Table, battle: Battle) -> list[int]:
    """The free markers that the weather lets support a battle."""
    return [marker for marker in free_markers(table, battle.side) if judge_flying(table, marker, battle.target)]


class SupportProcedure:
    """The attacker sees the odds and may commit a marker."""

    def decision(self, table: Table, task: SupportBattle) -> Decision | None:
        """Waits while a marker is free."""
        if not task.battle.defenders or not ready_markers(table, task.battle):
            return None
        where = table.label(task.battle.target)
        return Decision(
            task.battle.side, "support", f"Battle for {where}: commit a support marker?", task.battle.target
        )

    def run(self, table: Table, task: SupportBattle) -> None:
        """No marker: on to the dice, if there is still somebody to fight."""
        table.swap(*((RollBattle(task.battle),) if task.battle.defenders else ()))

    def options(self, table: Table, task: SupportBattle) -> Options:
        """Each free marker, or none."""
        markers = ready_markers(table, task.battle)
        groups = [one(marker, CommitSupport(marker)) for marker in markers]
        return Options((*groups, one(None, CommitSupport(None))))

    def judge(self, table: Table, task: SupportBattle, action: AnyAction) -> Verdict:
        """Only a free marker, one a battle."""
        case = table.mechanism(OddsCombat).case("support")
        if isinstance(action, CommitSupport) and action.marker in free_markers(table, task.battle.side):
            return judge_flying(table, action.marker, task.battle.target)
        return listed(self.options(table, task), action, "That marker is not free to support this battle.", case)

    def perform(self, table: Table, task: SupportBattle, action: AnyAction) -> None:
        """Spend the marker."""
        assert isinstance(action, CommitSupport)
        table.swap(RollBattle(task.battle, action.marker))
        if action.marker is not None:
            table.mark(action.marker, Status.SPENT)


class RollProcedure(Automatic):
    """Dice are thrown and the result begins to be applied."""

    def run(self, table: Table, task: RollBattle) -> None:
        """Work out the column, throw, look up, and queue the effects."""
        battle, crt = task.battle, combat_table(table)
        attack = sum(
            (attack_factor(table, piece, table.face(piece).attack, battle.target).value for piece in battle.attackers),
            Fraction(0),
        )
        defence = sum((Fraction(table.face(piece).defence) for piece in battle.defenders), Fraction(0))
        shifts = all_shifts(table, battle.target, battle.attackers, task.marker)
        before = crt.column(attack, defence)
        column = shifted(crt, before, sum(shift.columns for shift in shifts))
        total = table.roll(crt.table.chart.dice, f"battle for {table.label(battle.target)}") if column >= 0 else None
        result = crt.result(column, total) if total is not None else None
        table.swap(*_aftermath(table, battle, result))
        table.do(
            BattleFought(
                battle.target,
                battle.attackers,
                battle.defenders,
                float(attack),
                float(defence),
                column_name(crt, before),
                tuple((shift.columns, shift.why, shift.case) for shift in shifts),
                column_name(crt, column),
                total,
                result.code if result else "",
                result.name if result else "No effect",
            )
        )


def _aftermath(table: Table, battle: Battle, result: Result | None) -> list[ApplyEffects | AdvanceAfterCombat]:
    if result is None:
        return []
    tasks: list[ApplyEffects | AdvanceAfterCombat] = [ApplyEffects(battle, result.effects, result.case)]
    if result.advance and table.mechanism(OddsCombat).advance:
        tasks.append(AdvanceAfterCombat(battle))
    return tasks
