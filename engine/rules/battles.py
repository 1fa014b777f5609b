"""Announcing battles and choosing the order in which they are fought."""

from __future__ import annotations

from functools import partial

import msgspec

from engine.rules.combat import ATTACKED_CELL, OddsCombat, phase_battle, phase_kind
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.joining import announced_first, attackers_of, judge_attack, judge_wider, standing, targets
from engine.rules.procedure import AskingProcedure, Automatic, listed
from engine.rules.table import Table
from engine.state import Status
from engine.state.actions import AddTarget, AnyAction, DeclareAttack, Done, FightBattle, WithdrawAttack
from engine.state.events import BattleDeclared
from engine.state.tasks import AnyTask, Battle, CloseBattle, DeclareBattles, ResolveBattles, SupportBattle


class DeclareProcedure:
    """The attacker commits units to battles, then announces them all."""

    def decision(self, table: Table, task: DeclareBattles) -> Decision | None:
        """Waits while there is anything to attack."""
        if not task.battles and not targets(table, task.side):
            return None
        what = "commit units to battles, then announce them all"
        if not announced_first(table):
            what = phase_kind(table).urge
        return Decision(task.side, "declare", f"{table.phase_name}: {what}.")

    def run(self, table: Table, task: DeclareBattles) -> None:
        """Nothing can be attacked."""
        table.swap()

    def options(self, table: Table, task: DeclareBattles) -> Options:
        """Every unit against every cell it may attack; taking one back; fighting, where that is due; announcing."""
        groups = [OptionGroup(piece, partial(_attacks, table, task, piece)) for piece in attackers_of(table, task.side)]
        if table.mechanism(OddsCombat).several:
            groups += [OptionGroup(battle.target, partial(_wider, table, task, battle)) for battle in task.battles]
        if not announced_first(table):
            groups += [one(battle.target, FightBattle(battle.target)) for battle in _ready(table, task)]
        return Options((*groups, *(() if _owed(table, task) else (one(None, Done()),))))

    def judge(self, table: Table, task: DeclareBattles, action: AnyAction) -> Verdict:
        """Whether a unit may join a battle."""
        if isinstance(action, Done):
            return _judge_announcing(table, task)
        if isinstance(action, AddTarget):
            return judge_wider(table, task, action.target, action.other)
        if isinstance(action, FightBattle):
            return _judge_fighting(table, task, action.target)
        if isinstance(action, WithdrawAttack):
            return _judge_withdrawing(table, task, action.piece)
        if not isinstance(action, DeclareAttack):
            return no("Battles are announced now.", table.phase.case("announce"))
        return judge_attack(table, task, action.piece, action.target)

    def perform(self, table: Table, task: DeclareBattles, action: AnyAction) -> None:
        """Commit or take back a unit, or announce the battles."""
        if isinstance(action, DeclareAttack):
            joined = _join(task, action.piece, action.target, phase_battle(table))
            table.swap(DeclareBattles(task.side, joined))
        elif isinstance(action, WithdrawAttack):
            table.swap(DeclareBattles(task.side, _leave(task, action.piece)))
        elif isinstance(action, AddTarget):
            table.swap(DeclareBattles(task.side, _widened(task, action.target, action.other)))
        elif isinstance(action, FightBattle):
            battle = next(battle for battle in task.battles if battle.target == action.target)
            rest = tuple(other for other in task.battles if other is not battle)
            for piece in battle.attackers:
                table.mark(piece, Status.FOUGHT)
            open_battle(table, battle, DeclareBattles(task.side, rest))
        elif task.battles and announced_first(table):
            table.swap(ResolveBattles(task.side, task.battles))
            table.do(BattleDeclared(tuple((battle.target, battle.attackers) for battle in task.battles)))
            for battle in task.battles:
                for piece in battle.attackers:
                    table.mark(piece, Status.FOUGHT)
        else:
            table.swap()


def _wider(table: Table, task: DeclareBattles, battle: Battle) -> list[AnyAction]:
    near = table.setting.neighbours[table.state.cell[battle.attackers[0]]]
    return [AddTarget(battle.target, cell) for cell in sorted(near) if judge_wider(table, task, battle.target, cell)]


def _widened(task: DeclareBattles, target: int, other: int) -> tuple[Battle, ...]:
    return tuple(
        msgspec.structs.replace(battle, others=(*battle.others, other)) if battle.target == target else battle
        for battle in task.battles
    )


def _ready(table: Table, task: DeclareBattles) -> list[Battle]:
    """The battles that may be fought as they stand; those that are owed come first."""
    owed = _owed(table, task)
    return [battle for battle in owed or task.battles if table.verdict("may_fight", standing(table, battle))]


def _owed(table: Table, task: DeclareBattles) -> list[Battle]:
    """The battles that may be neither given up nor put off."""
    return [battle for battle in task.battles if not table.verdict("bound", battle)]


def _judge_withdrawing(table: Table, task: DeclareBattles, piece: int) -> Verdict:
    battle = next((battle for battle in task.battles if piece in battle.attackers), None)
    if battle is None:
        return no("That unit is not committed to a battle.")
    return table.verdict("bound", msgspec.structs.replace(battle, attackers=(piece,)))


def _judge_fighting(table: Table, task: DeclareBattles, target: int) -> Verdict:
    battle = next((battle for battle in task.battles if battle.target == target), None)
    if battle is None or announced_first(table):
        return no("No unit is committed to that battle.", table.phase.case("announce"))
    owed = _owed(table, task)
    if owed and battle not in owed:
        return table.verdict("bound", owed[0])
    return table.verdict("may_fight", standing(table, battle))


def _judge_announcing(table: Table, task: DeclareBattles) -> Verdict:
    if not announced_first(table):
        return next((table.verdict("bound", battle) for battle in _owed(table, task)), LEGAL)
    judged = (table.verdict("may_fight", standing(table, battle)) for battle in task.battles)
    return next((found for found in judged if not found), LEGAL)


def _attacks(table: Table, task: DeclareBattles, piece: int) -> list[AnyAction]:
    if any(piece in battle.attackers for battle in task.battles):
        return [WithdrawAttack(piece)] if _judge_withdrawing(table, task, piece) else []
    near = sorted(phase_kind(table).within(table, piece))
    return [DeclareAttack(piece, cell) for cell in near if judge_attack(table, task, piece, cell)]


def _join(task: DeclareBattles, piece: int, target: int, kind: str) -> tuple[Battle, ...]:
    joined = [
        msgspec.structs.replace(battle, attackers=(*battle.attackers, piece)) if target in battle.targets else battle
        for battle in task.battles
    ]
    if not any(target in battle.targets for battle in task.battles):
        joined.append(Battle(task.side, target, (piece,), kind=kind))
    return tuple(joined)


def _leave(task: DeclareBattles, piece: int) -> tuple[Battle, ...]:
    left = [
        msgspec.structs.replace(battle, attackers=tuple(other for other in battle.attackers if other != piece))
        for battle in task.battles
    ]
    return tuple(battle for battle in left if battle.attackers)


class ResolveProcedure(AskingProcedure):
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
        open_battle(table, battle, ResolveBattles(task.side, rest))


def open_battle(table: Table, battle: Battle, then: AnyTask) -> None:
    """Begin a battle in place of the task at hand: face-down units are turned up, attackers first."""
    battle = standing(table, battle)
    first = preliminaries(table, battle)
    table.swap(*first, SupportBattle(battle), *((CloseBattle(),) if first else ()), then)
    reveal_all(table, battle)
    if table.mechanism(OddsCombat).once == "cells":
        for target in battle.targets:
            table.set_mark(ATTACKED_CELL, target)
    for piece in battle.defenders:
        if table.stands(piece):
            table.mark(piece, Status.ATTACKED)


def reveal_all(table: Table, battle: Battle) -> None:
    """Turn up everybody who takes part in a battle."""
    for piece in (*battle.attackers, *battle.defenders):
        table.reveal(piece)


def preliminaries(table: Table, battle: Battle) -> list[AnyTask]:
    """What is to be done before the dice of a battle: units are named, surprise is thrown for, and the like."""
    return [task for one in table.answering("preliminaries") for task in one.preliminaries(table, battle)]


def close_battle(table: Table) -> None:
    """Forget what counted in the battle at hand alone."""
    table.clear_tallies("battle.")


class CloseBattleProcedure(Automatic):
    """A battle is over."""

    def run(self, table: Table, task: CloseBattle) -> None:
        """What was kept for it is forgotten."""
        table.swap()
        close_battle(table)
