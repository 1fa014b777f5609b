"""What a combat result does, one effect after another."""

from __future__ import annotations

from engine.records.charts import AnyEffect, Choice, EliminateAll, LoseSteps, MatchLosses, RetreatHexes
from engine.rules.decision import Decision, Options, Verdict, just, one
from engine.rules.procedure import Asking, Automatic, listed
from engine.rules.table import Table
from engine.state.actions import AnyAction, Choose, LoseStep
from engine.state.events import StepLost
from engine.state.tasks import AnyTask, ApplyEffects, Battle, ChooseEffects, MatchLoss, RetreatUnits, TakeLosses

LOST = "battle.lost."
"""Prefix of the tallies of strength points that each role lost in the battle at hand."""


def involved(table: Table, battle: Battle, who: str) -> tuple[int, ...]:
    """The pieces of a role in a battle that are still on the map."""
    pieces = battle.attackers if who == "attacker" else battle.defenders
    return tuple(piece for piece in pieces if table.state.cell[piece] >= 0)


def side_of_role(battle: Battle, who: str) -> int:
    """The side that plays a role in a battle."""
    return battle.side if who == "attacker" else 1 - battle.side


def lose_step(table: Table, piece: int, attacking: bool, why: str, case: str) -> float:
    """Take one step from a piece and give the strength points that it cost."""
    counter = table.state.counter[piece]
    assert counter is not None
    faces, face = table.scenario.counters[counter].faces, table.state.face[piece]
    strength = faces[face].attack if attacking else faces[face].defence
    if face + 1 >= len(faces):
        table.eliminate(piece, why, case)
        return strength
    table.do(StepLost(piece, face, face + 1, why, case))
    return strength - (faces[face + 1].attack if attacking else faces[face + 1].defence)


class ApplyEffectsProcedure(Automatic):
    """Takes the first effect of a result and sets about it."""

    def run(self, table: Table, task: ApplyEffects) -> None:
        """Replace the task by the first effect's own task and the rest."""
        if not task.effects:
            table.swap()
            for who in ("attacker", "defender"):
                if table.count(LOST + who):
                    table.tally(LOST + who, -table.count(LOST + who))
            return
        first, rest = task.effects[0], ApplyEffects(task.battle, task.effects[1:], task.case)
        table.swap(*begin(table, task.battle, first, task.case), rest)


def begin(table: Table, battle: Battle, effect: AnyEffect, case: str) -> tuple[AnyTask, ...]:
    """Do an effect that needs no choice, or give the task that asks for one."""
    match effect:
        case EliminateAll():
            for piece in involved(table, battle, effect.who):
                table.eliminate(piece, "in battle", case)
            return ()
        case LoseSteps():
            return _begin_losses(table, battle, effect, case)
        case MatchLosses():
            other = "defender" if effect.who == "attacker" else "attacker"
            points, pieces = table.count(LOST + other), involved(table, battle, effect.who)
            chooser = side_of_role(battle, effect.who)
            return (MatchLoss(battle, pieces, points, chooser, effect.who == "attacker", case),)
        case RetreatHexes():
            pieces, owner = involved(table, battle, effect.who), side_of_role(battle, effect.who)
            chooser = owner if effect.by == "owner" else 1 - owner
            return (RetreatUnits(battle, pieces, effect.hexes, chooser, case),)
        case Choice():
            return (ChooseEffects(battle, effect, side_of_role(battle, effect.who), case),)


def _begin_losses(table: Table, battle: Battle, effect: LoseSteps, case: str) -> tuple[AnyTask, ...]:
    pieces = involved(table, battle, effect.who)
    if not effect.each:
        owner = side_of_role(battle, effect.who)
        chooser = owner if effect.chosen_by == "owner" else 1 - owner
        return (TakeLosses(battle, pieces, effect.steps, chooser, case),)
    for piece in pieces:
        for _ in range(effect.steps):
            if table.state.cell[piece] >= 0:
                lost = lose_step(table, piece, effect.who == "attacker", "in battle", case)
                table.tally(LOST + effect.who, lost)
    return ()


class TakeLossesProcedure:
    """Steps are lost one at a time by the chooser's pick."""

    def decision(self, table: Table, task: TakeLosses) -> Decision | None:
        """Waits while steps are owed and somebody can lose them."""
        if task.steps <= 0 or not _alive(table, task.pieces):
            return None
        return Decision(task.chooser, "lose", f"Choose a unit to lose a step ({task.steps} to go).", task.battle.target)

    def run(self, table: Table, task: TakeLosses) -> None:
        """All steps are lost."""
        table.swap()

    def options(self, table: Table, task: TakeLosses) -> Options:
        """Each unit that can lose a step."""
        return _losers(_alive(table, task.pieces))

    def judge(self, table: Table, task: TakeLosses, action: AnyAction) -> Verdict:
        """Only a unit of this battle."""
        return listed(self.options(table, task), action, "The loss falls on a unit of this battle.", task.case)

    def perform(self, table: Table, task: TakeLosses, action: AnyAction) -> None:
        """Take the step."""
        assert isinstance(action, LoseStep)
        who = "attacker" if action.piece in task.battle.attackers else "defender"
        table.swap(TakeLosses(task.battle, task.pieces, task.steps - 1, task.chooser, task.case))
        table.tally(LOST + who, lose_step(table, action.piece, who == "attacker", "in battle", task.case))


class MatchLossProcedure:
    """Strength points are lost until the other side's loss is matched."""

    def decision(self, table: Table, task: MatchLoss) -> Decision | None:
        """Waits while points are owed and units are left."""
        if task.points <= 0 or not _alive(table, task.pieces):
            return None
        prompt = f"Exchange: lose at least {task.points:g} more strength points; choose a unit."
        return Decision(task.chooser, "lose", prompt, task.battle.target)

    def run(self, table: Table, task: MatchLoss) -> None:
        """The loss is matched."""
        table.swap()

    def options(self, table: Table, task: MatchLoss) -> Options:
        """Each unit that can lose a step."""
        return _losers(_alive(table, task.pieces))

    def judge(self, table: Table, task: MatchLoss, action: AnyAction) -> Verdict:
        """Only a unit of this battle."""
        return listed(self.options(table, task), action, "The loss falls on a unit of this battle.", task.case)

    def perform(self, table: Table, task: MatchLoss, action: AnyAction) -> None:
        """Take a step and count its strength."""
        assert isinstance(action, LoseStep)
        lost = lose_step(table, action.piece, task.attacking, "in exchange", task.case)
        table.swap(MatchLoss(task.battle, task.pieces, task.points - lost, task.chooser, task.attacking, task.case))


class ChooseEffectsProcedure(Asking):
    """A side chooses between programs of effects."""

    def decision(self, table: Table, task: ChooseEffects) -> Decision | None:
        """Always waits."""
        return Decision(task.chooser, "choose", "Choose how to take the result.", task.battle.target)

    def options(self, table: Table, task: ChooseEffects) -> Options:
        """Each program by number."""
        return just(*(Choose(number) for number in range(len(task.choice.options))))

    def judge(self, table: Table, task: ChooseEffects, action: AnyAction) -> Verdict:
        """Only one of them."""
        return listed(self.options(table, task), action, "Choose one of the results offered.", task.case)

    def perform(self, table: Table, task: ChooseEffects, action: AnyAction) -> None:
        """Put the chosen program in place."""
        assert isinstance(action, Choose)
        table.swap(ApplyEffects(task.battle, task.choice.options[action.option], task.case))


def _alive(table: Table, pieces: tuple[int, ...]) -> list[int]:
    return [piece for piece in pieces if table.state.cell[piece] >= 0]


def _losers(pieces: list[int]) -> Options:
    return Options(tuple(one(piece, LoseStep(piece)) for piece in pieces))
