"""What a combat result does, one effect after another."""

from __future__ import annotations

from engine.charts.numbers import Number
from engine.records.charts import AnyEffect, Choice, EliminateAll, LosePoints, LoseSteps, MatchLosses, RetreatHexes
from engine.rules.contributions import Contribution, folded
from engine.rules.decision import Decision, Options, Verdict, just, one
from engine.rules.procedure import Automatic, listed
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Choose, LoseStep
from engine.state.events import Noted, StepLost
from engine.state.tasks import (
    AnyTask,
    ApplyEffects,
    Battle,
    ChooseEffects,
    MatchLoss,
    PayLosses,
    RetreatUnits,
    TakeLosses,
)

LOST = "battle.lost."
"""Prefix of the tallies of strength points that each role lost in the battle at hand."""


def involved(table: Table, battle: Battle, who: str) -> tuple[int, ...]:
    """The pieces of a role in a battle that are still on the map."""
    pieces = battle.attackers if who == "attacker" else battle.defenders
    return tuple(piece for piece in pieces if table.stands(piece))


def side_of_role(battle: Battle, who: str) -> int:
    """The side that plays a role in a battle."""
    return battle.side if who == "attacker" else 1 - battle.side


def lose_step(table: Table, piece: int, why: str, case: str, attacking: bool = False) -> float:
    """Take one step from a piece and give the strength points that it cost."""
    before, face = _strength(table, piece, attacking), table.state.face[piece]
    if table.steps_left(piece) <= 1:
        table.eliminate(piece, why, case)
        return before
    table.do(StepLost(piece, face, face + 1, why, case))
    table.tell("weakened", piece, 1)
    return before - _strength(table, piece, attacking)


def _strength(table: Table, piece: int, attacking: bool) -> float:
    face = table.face(piece)
    return face.attack if attacking else face.defence


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
        case LosePoints():
            toll = float(owed(table, battle, effect.who, effect.points))
            pieces, chooser = involved(table, battle, effect.who), side_of_role(battle, effect.who)
            for each in table.answering("loss_tasks"):
                if tasks := tuple(each.loss_tasks(table, battle, effect.who, toll, case)):
                    return tasks
            return (PayLosses(battle, pieces, toll, chooser, True, case),)
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
        case _:
            return effect.begin(table, battle, case)


def owed(table: Table, battle: Battle, who: str, points: int) -> Number:
    """The loss points that a role pays, as the rules change what the table says."""
    return folded(points, loss_changes(table, battle, who))


def loss_changes(table: Table, battle: Battle, who: str) -> list[Contribution]:
    """What rules do to the loss points of a role in a battle."""
    return [each for one in table.answering("losses") for each in one.losses(table, battle, who)]


def _begin_losses(table: Table, battle: Battle, effect: LoseSteps, case: str) -> tuple[AnyTask, ...]:
    pieces = involved(table, battle, effect.who)
    if not effect.each:
        owner = side_of_role(battle, effect.who)
        chooser = owner if effect.chosen_by == "owner" else 1 - owner
        return (TakeLosses(battle, pieces, effect.steps, chooser, case),)
    for piece in pieces:
        for _ in range(effect.steps):
            if table.stands(piece):
                lost = lose_step(table, piece, "in battle", case, effect.who == "attacker")
                table.tally(LOST + effect.who, lost)
    return ()


class TakeLossesProcedure:
    """Steps are lost one at a time by the chooser's pick."""

    def decision(self, table: Table, task: TakeLosses) -> Decision | None:
        """Waits while steps are owed and somebody can lose them."""
        if task.steps <= 0 or not _alive(table, task.pieces) or len(_bound_to_lose(table, task)) == 1:
            return None
        return Decision(task.chooser, "lose", f"Choose a unit to lose a step ({task.steps} to go).", task.battle.target)

    def run(self, table: Table, task: TakeLosses) -> None:
        """All steps are lost, or the next is nobody's choice."""
        bound = _bound_to_lose(table, task)
        if task.steps > 0 and bound:
            self._take(table, task, bound[0])
        else:
            table.swap()

    def options(self, table: Table, task: TakeLosses) -> Options:
        """Each unit that can lose a step."""
        return _losers(_bound_to_lose(table, task) or _alive(table, task.pieces))

    def judge(self, table: Table, task: TakeLosses, action: AnyAction) -> Verdict:
        """Only a unit of this battle."""
        return listed(self.options(table, task), action, "The loss falls on a unit of this battle.", task.case)

    def perform(self, table: Table, task: TakeLosses, action: AnyAction) -> None:
        """Take the step."""
        assert isinstance(action, LoseStep)
        self._take(table, task, action.piece)

    def _take(self, table: Table, task: TakeLosses, piece: int) -> None:
        who = "attacker" if piece in task.battle.attackers else "defender"
        table.swap(TakeLosses(task.battle, task.pieces, task.steps - 1, task.chooser, task.case))
        table.tally(LOST + who, lose_step(table, piece, "in battle", task.case, who == "attacker"))


class MatchLossProcedure:
    """Strength points are lost until the other side's loss is matched."""

    def decision(self, table: Table, task: MatchLoss) -> Decision | None:
        """Waits while points are owed and units are left."""
        if task.points <= 0 or not _alive(table, task.pieces):
            return None
        owed = counted(task.points, "more strength point")
        prompt = f"Exchange: lose at least {owed}; choose a unit."
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
        lost = lose_step(table, action.piece, "in exchange", task.case, task.attacking)
        table.swap(MatchLoss(task.battle, task.pieces, task.points - lost, task.chooser, task.attacking, task.case))


class ChooseEffectsProcedure:
    """A side chooses between programs of effects, as far as other rules leave it a choice."""

    def decision(self, table: Table, task: ChooseEffects) -> Decision | None:
        """Waits, unless another rule settles it."""
        if not table.verdict("waived", task.battle, task.choice.who) or len(_open(table, task)) < 2:
            return None
        where = table.label(task.battle.target)
        after = [each for each in table.state.agenda if isinstance(each, ApplyEffects) and each.battle == task.battle]
        later = tuple(effect for each in after for effect in each.effects)
        notes = (
            each.choice_note(table, task.battle, task.choice.who, later) for each in table.answering("choice_note")
        )
        prompt = "; ".join(
            [f"Battle for {where}: choose how the {task.choice.who} takes the result", *filter(None, notes)]
        )
        return Decision(task.chooser, "choose", f"{prompt}.", task.battle.target)

    def options(self, table: Table, task: ChooseEffects) -> Options:
        """Each program that is open, by number."""
        return just(*(Choose(number) for number in _open(table, task)))

    def judge(self, table: Table, task: ChooseEffects, action: AnyAction) -> Verdict:
        """Only one of them."""
        return listed(self.options(table, task), action, "Choose one of the results offered.", task.case)

    def perform(self, table: Table, task: ChooseEffects, action: AnyAction) -> None:
        """Put the chosen program in place."""
        assert isinstance(action, Choose)
        table.swap(ApplyEffects(task.battle, task.choice.options[action.option], task.case))

    def run(self, table: Table, task: ChooseEffects) -> None:
        """Nothing need be taken, or there is only one way to take it."""
        verdict = table.verdict("waived", task.battle, task.choice.who)
        if not verdict:
            table.swap()
            table.do(Noted(verdict.why, verdict.case))
            table.tell("let_off", task.battle, task.choice.who)
            return
        table.swap(
            *(ApplyEffects(task.battle, task.choice.options[number], task.case) for number in _open(table, task))
        )


def _open(table: Table, task: ChooseEffects) -> list[int]:
    """The programs that other rules leave open; all where they leave none."""
    choice = task.choice
    every = list(range(len(choice.options)))
    if not table.answering("may_choose"):
        return every
    asked = [table.verdict("may_choose", task.battle, choice.who, program) for program in choice.options]
    return [number for number, verdict in enumerate(asked) if verdict] or every


def _alive(table: Table, pieces: tuple[int, ...]) -> list[int]:
    return [piece for piece in pieces if table.stands(piece)]


def _bound_to_lose(table: Table, task: TakeLosses) -> list[int]:
    """The units of which one must lose the next step, where a rule says so."""
    alive = _alive(table, task.pieces)
    asked = (each for one in table.answering("losers") for each in one.losers(table, task.battle, tuple(alive)))
    return [piece for piece in dict.fromkeys(asked) if piece in alive]


def _losers(pieces: list[int]) -> Options:
    return Options(tuple(one(piece, LoseStep(piece)) for piece in pieces))
