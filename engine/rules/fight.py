"""Fighting one battle: support, dice, result."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.charts import CombatTable
from engine.charts.numbers import Number
from engine.records.charts import Result, hurt_by
from engine.rules.answers import Modifier, Shift
from engine.rules.columns import Ends, column_name, column_of, shifted
from engine.rules.combat import OddsCombat, Support, kind_of
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import loss_changes
from engine.rules.forecast import all_modifiers, all_shifts, support_of
from engine.rules.procedure import Automatic, listed
from engine.rules.retreat import TRAIL, lose_newcomers
from engine.rules.strength import reckoning
from engine.rules.table import Table
from engine.rules.weather import judge_flying
from engine.state import Status
from engine.state.actions import AnyAction, CommitSupport
from engine.state.events import BattleFought
from engine.state.tasks import Battle, RetreatUnits, RollBattle, SupportBattle


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
        """Whoever cannot take part falls out; then work out the column, throw, look up, and queue the effects."""
        battle = still_there(table, task.battle)
        asked = (piece for each in table.answering("dropouts") for piece in each.dropouts(table, battle))
        fallen = tuple(dict.fromkeys(asked))
        if fallen:
            left = tuple(piece for piece in battle.attackers if piece not in fallen)
            rest = msgspec.structs.replace(battle, attackers=left)
            back = RetreatUnits(battle, fallen, 1, battle.side, table.mechanism(OddsCombat).case("dropouts"))
            table.swap(back, RollBattle(rest, task.marker))
            return
        if not battle.attackers:
            table.swap(*kind_of(table, battle).abandoned(table, battle))
            return
        table.lift_marks(TRAIL)
        _throw(table, battle, task.marker)


@dataclass(frozen=True)
class Throw:
    """A battle as it stands when its dice are thrown: the table, the strengths, and the column with what led to it."""

    crt: CombatTable
    ends: Ends
    attack: Number
    defence: Number
    before: int
    shifts: tuple[Shift, ...]
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def needs_dice(self) -> bool:
        """Whether dice decide, and not the column alone."""
        return self.ends.code(self.crt, self.column) is None

    @property
    def more(self) -> int:
        """What is added to the dice."""
        return sum(modifier.points for modifier in self.modifiers)

    def result(self, table: Table, battle: Battle, total: int | None) -> Result | None:
        """What the dice say with all that is added, or the result that needs none; None: nothing happens."""
        if total is None:
            found = self.crt.results.get(self.ends.code(self.crt, self.column) or "")
        else:
            found = self.crt.result(self.column, total)
        return self.crt.results[kind_of(table, battle).read(table, battle, found.code)] if found else None


def throw_of(table: Table, battle: Battle, marker: int | None) -> Throw:
    """Work out the column of a battle, everybody being known."""
    kind = kind_of(table, battle)
    crt, ends = kind.crt(table, battle), kind.ends(table)
    attack, defence = strengths(table, battle)
    shifts, modifiers = tuple(all_shifts(table, battle, marker)), tuple(all_modifiers(table, battle))
    before = column_of(crt, attack, defence, ends)
    moved, lift = sum(shift.columns for shift in shifts), support_of(table, marker)
    return Throw(crt, ends, attack, defence, before, shifts, shifted(crt, before, moved, ends, lift), modifiers)


def _throw(table: Table, battle: Battle, marker: int | None) -> None:
    """Work out the column, throw, look up, and queue what follows."""
    kind, found = kind_of(table, battle), throw_of(table, battle, marker)
    total = None
    if found.needs_dice:
        total = table.roll(found.crt.table.chart.dice, f"battle for {table.label(battle.target)}") + found.more
    result = found.result(table, battle, total)
    table.swap(*kind.aftermath(table, battle, result))
    table.do(
        BattleFought(
            battle.target,
            battle.attackers,
            battle.defenders,
            float(found.attack),
            float(found.defence),
            column_name(found.crt, found.before, found.ends),
            tuple((shift.columns, shift.why, shift.case) for shift in found.shifts),
            column_name(found.crt, found.column, found.ends),
            total,
            result.code if result else "",
            result.name if result else "No effect",
            battle.others,
            battle.kind,
            _causes(table, battle),
            tuple((modifier.points, modifier.why, modifier.case) for modifier in found.modifiers),
        )
    )
    if result is not None:
        kind.struck(table, battle, result)
        table.tell("fought", battle, result)
    if result is not None and "defender" in hurt_by(result.effects):
        lose_newcomers(table, battle)


def strengths(table: Table, battle: Battle) -> tuple[Number, Number]:
    """What both sides of a battle come to, everybody being known."""
    sides, kind = [], kind_of(table, battle)
    for attacking in (True, False):
        sums = reckoning(table, battle, attacking=attacking)
        sides.append(sums.worth({piece: kind.printed(table, piece, attacking=attacking) for piece in sums.pieces}))
    return sides[0], sides[1]


def still_there(table: Table, battle: Battle) -> Battle:
    """A battle with those of its units that are still there."""
    kind = kind_of(table, battle)
    attackers, defenders = (
        tuple(piece for piece in pieces if kind.stays(table, piece)) for pieces in (battle.attackers, battle.defenders)
    )
    if (attackers, defenders) == (battle.attackers, battle.defenders):
        return battle
    return msgspec.structs.replace(battle, attackers=attackers, defenders=defenders)


def _causes(table: Table, battle: Battle) -> tuple[tuple[str, str], ...]:
    """Why strengths are not what is printed, each cause once, with its case."""
    found = [
        (each.why, each.case)
        for attacking in (True, False)
        for each in reckoning(table, battle, attacking=attacking).causes()
    ]
    found += [(each.why, each.case) for who in ("defender", "attacker") for each in loss_changes(table, battle, who)]
    return tuple(dict.fromkeys(found))
