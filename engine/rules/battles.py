"""Announcing battles and choosing the order in which they are fought."""

from __future__ import annotations

from functools import partial

import msgspec

from engine.rules.combat import CombatPhase, OddsCombat
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.movement import own_piece
from engine.rules.procedure import Asking, listed
from engine.rules.table import Table
from engine.state import Status
from engine.state.actions import AnyAction, DeclareAttack, Done, FightBattle, WithdrawAttack
from engine.state.events import BattleDeclared
from engine.state.tasks import Battle, DeclareBattles, ResolveBattles, SupportBattle


class DeclareProcedure:
    """The attacker commits units to battles, then announces them all."""

    def decision(self, table: Table, task: DeclareBattles) -> Decision | None:
        """Waits while there is anything to attack."""
        if not task.battles and not targets(table, task.side):
            return None
        return Decision(task.side, "declare", f"{table.phase_name}: commit units to battles, then announce them all.")

    def run(self, table: Table, task: DeclareBattles) -> None:
        """Nothing can be attacked."""
        table.swap()

    def options(self, table: Table, task: DeclareBattles) -> Options:
        """Every unit against every cell it may attack; taking one back; announcing."""
        groups = [OptionGroup(piece, partial(_attacks, table, task, piece)) for piece in attackers_of(table, task.side)]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: DeclareBattles, action: AnyAction) -> Verdict:
        """Whether a unit may join a battle."""
        if isinstance(action, Done):
            return LEGAL
        if isinstance(action, WithdrawAttack):
            committed = any(action.piece in battle.attackers for battle in task.battles)
            return LEGAL if committed else no("That unit is not committed to a battle.")
        if not isinstance(action, DeclareAttack):
            return no("Battles are announced now.", table.phase.case("announce"))
        return judge_attack(table, task, action.piece, action.target)

    def perform(self, table: Table, task: DeclareBattles, action: AnyAction) -> None:
        """Commit or take back a unit, or announce the battles."""
        if isinstance(action, DeclareAttack):
            table.swap(DeclareBattles(task.side, _join(task, action.piece, action.target)))
        elif isinstance(action, WithdrawAttack):
            table.swap(DeclareBattles(task.side, _leave(task, action.piece)))
        elif task.battles:
            table.swap(ResolveBattles(task.side, task.battles))
            table.do(BattleDeclared(tuple((battle.target, battle.attackers) for battle in task.battles)))
            for battle in task.battles:
                for piece in battle.attackers:
                    table.mark(piece, Status.FOUGHT)
        else:
            table.swap()


def attackers_of(table: Table, side: int) -> list[int]:
    """The pieces that may attack in this phase."""
    rule = table.phase
    selector = rule.units if isinstance(rule, CombatPhase) else None
    return [
        piece
        for piece in table.on_map(side)
        if not table.state.status[piece] & Status.FOUGHT and (selector is None or selector.matches(table.unit(piece)))
    ]


def targets(table: Table, side: int) -> list[int]:
    """The enemy cells that some unit may attack."""
    return table.cached(("targets", side), lambda: _targets(table, side))


def _targets(table: Table, side: int) -> list[int]:
    near = {
        neighbour
        for piece in attackers_of(table, side)
        for neighbour in table.setting.neighbours[table.state.cell[piece]]
    }
    return sorted(cell for cell in near if table.holder(cell) == 1 - side)


def judge_attack(table: Table, task: DeclareBattles, piece: int, target: int) -> Verdict:
    """Whether a unit may join the battle against a cell."""
    rule = table.mechanism(OddsCombat)
    verdict = own_piece(table, task.side, piece)
    if not verdict:
        return verdict
    if piece not in attackers_of(table, task.side):
        return no(f"{table.name(piece)} may not attack in this phase.", table.phase.case("who"))
    if any(piece in battle.attackers for battle in task.battles):
        return no(f"{table.name(piece)} is already committed to a battle.", rule.case("once"))
    if not 0 <= target < table.board.size or table.holder(target) != 1 - task.side:
        return no("There is no enemy to attack there.", rule.case("target"))
    here = table.state.cell[piece]
    if target not in table.setting.neighbours[here]:
        return no(f"{table.name(piece)} is not adjacent to {table.label(target)}.", rule.case("target"))
    if rule.one_per_hexside and _hexside_taken(table, task, here, target):
        return no("Another unit already attacks through that hexside.", rule.case("hexside-limit"))
    return LEGAL


def _hexside_taken(table: Table, task: DeclareBattles, here: int, target: int) -> bool:
    return any(
        battle.target == target and any(table.state.cell[other] == here for other in battle.attackers)
        for battle in task.battles
    )


def _attacks(table: Table, task: DeclareBattles, piece: int) -> list[AnyAction]:
    if any(piece in battle.attackers for battle in task.battles):
        return [WithdrawAttack(piece)]
    near = sorted(table.setting.neighbours[table.state.cell[piece]])
    return [DeclareAttack(piece, cell) for cell in near if judge_attack(table, task, piece, cell)]


def _join(task: DeclareBattles, piece: int, target: int) -> tuple[Battle, ...]:
    joined = [
        msgspec.structs.replace(battle, attackers=(*battle.attackers, piece)) if battle.target == target else battle
        for battle in task.battles
    ]
    if not any(battle.target == target for battle in task.battles):
        joined.append(Battle(task.side, target, (piece,)))
    return tuple(joined)


def _leave(task: DeclareBattles, piece: int) -> tuple[Battle, ...]:
    left = [
        msgspec.structs.replace(battle, attackers=tuple(other for other in battle.attackers if other != piece))
        for battle in task.battles
    ]
    return tuple(battle for battle in left if battle.attackers)


class ResolveProcedure(Asking):
    """The attacker chooses which announced battle is fought next."""

    def decision(self, table: Table, task: ResolveBattles) -> Decision | None:
        """Waits while battles are left."""
        if not task.battles:
            return None
        return Decision(task.side, "fight", f"{table.phase_name}: choose the next battle to fight.")

    def run(self, table: Table, task: ResolveBattles) -> None:
        """All battles are fought."""
        table.swap()

    def options(self, table: Table, task: ResolveBattles) -> Options:
        """Each battle that is left."""
        return Options(tuple(one(battle.target, FightBattle(battle.target)) for battle in task.battles))

    def judge(self, table: Table, task: ResolveBattles, action: AnyAction) -> Verdict:
        """Only announced battles are fought, and all of them."""
        why = "Only an announced battle can be fought, and none can be cancelled."
        return listed(self.options(table, task), action, why, table.phase.case("announce"))

    def perform(self, table: Table, task: ResolveBattles, action: AnyAction) -> None:
        """Turn face-down units up, attackers first, and go on to support and dice."""
        assert isinstance(action, FightBattle)
        battle = next(battle for battle in task.battles if battle.target == action.target)
        rest = tuple(other for other in task.battles if other is not battle)
        defenders = tuple(
            piece for piece in table.stack(battle.target) if not table.state.status[piece] & Status.ATTACKED
        )
        battle = msgspec.structs.replace(battle, defenders=defenders)
        table.swap(SupportBattle(battle), ResolveBattles(task.side, rest))
        for piece in (*battle.attackers, *defenders):
            table.reveal(piece)
        for piece in defenders:
            table.mark(piece, Status.ATTACKED)
