"""Loss points: what a battle costs, paid with steps of units that their owner chooses."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.rules.contributions import Contribution
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import LOST, lose_step
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed as one_of
from engine.rules.reach import Weight
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, multiple, units_words
from engine.state.actions import AnyAction, LoseStep
from engine.state.tasks import Battle, PayLosses


class LossPoints(Mechanism, frozen=True, kw_only=True):
    """How loss points are paid."""

    key: ClassVar[str] = "loss-points"
    title: ClassVar[str] = "Loss points"
    help: ClassVar[str] = "Every step that a unit gives up pays a loss point; the owner chooses the units."
    reads: ClassVar[tuple[str, ...]] = ("losses.multiple",)
    told: ClassVar[frozenset[str]] = frozenset({"weights", "first_flags", "even"})

    weights: Annotated[tuple[Weight, ...], col("Worth", "What a step of certain units pays; the first that fits")] = ()
    first_flags: Annotated[
        tuple[str, ...],
        col("First loss", "The attacker's first loss falls on a unit with one of these flags, if he has one"),
    ] = ()
    even: Annotated[
        bool, col("Last steps last", "Nobody is eliminated before every unit of the side is at its last step")
    ] = False

    def sentences(self, rows: Rows) -> list[str]:
        """What a step pays, and who goes first."""
        said = ["Every step that a unit of the battle gives up pays one loss point; its owner chooses."]
        said += [f"A step of {units_words(rows, each.units)} pays {each.weight:g}." for each in self.weights]
        if self.first_flags:
            said.append(f"The attacker's first loss falls on {listed(self.first_flags, 'or')} units, if he has any.")
        if self.even:
            said.append("After that, nobody loses a last step while another unit of the battle has more than one.")
        said.append("Where the terrain chart multiplies losses, both sides pay so many times as much, and at least 1.")
        return said

    def losses(self, table: Table, battle: Battle, who: str) -> Iterable[Contribution]:
        """What the terrain chart says of the place that is attacked."""
        found = [
            (table.scenario.tec.number("place", place.kind, "losses.multiple") or 1.0, place.kind)
            for place in table.board.places_at(Cell(battle.target))
        ]
        times, kind = max(found, default=(1.0, ""))
        if times != 1:
            why, case = (
                f"losses in a {kind.replace('-', ' ')}: {multiple(times)}, and at least 1",
                self.case("multiple"),
            )
            yield Contribution("times", Fraction(times), why, case, 80)
            yield Contribution("at least", Fraction(1), why, case, 90)

    def worth(self, table: Table, piece: int) -> float:
        """What a step of a unit pays."""
        unit = table.unit(piece)
        return next((each.weight for each in self.weights if each.units.matches(unit)), 1.0)

    def payers(self, table: Table, task: PayLosses) -> list[int]:
        """The units of which one may give up a step now."""
        alive = [piece for piece in task.pieces if table.stands(piece)]
        if task.first and alive and alive[0] in task.battle.attackers:
            armour = [piece for piece in alive if any(flag in table.unit(piece).flags for flag in self.first_flags)]
            if armour:
                return armour
        if self.even:
            strong = [piece for piece in alive if table.steps_left(piece) > 1]
            return strong or alive
        return alive


class PayLossesProcedure:
    """The owner gives up steps until the points are paid, or nobody is left."""

    def decision(self, table: Table, task: PayLosses) -> Decision | None:
        """Waits where there is a choice."""
        if task.points <= 0 or len(table.mechanism(LossPoints).payers(table, task)) < 2 or _all_go(table, task):
            return None
        owed = counted(task.points, "loss point")
        return Decision(task.chooser, "lose", f"Choose a unit to lose a step ({owed} to pay).", task.battle.target)

    def run(self, table: Table, task: PayLosses) -> None:
        """Everything is paid, or the next step is nobody's choice."""
        payers = table.mechanism(LossPoints).payers(table, task)
        if task.points <= 0 or not payers:
            table.swap()
        else:
            _pay(table, task, payers[0])

    def options(self, table: Table, task: PayLosses) -> Options:
        """Each unit that may give up a step."""
        return Options(tuple(one(piece, LoseStep(piece)) for piece in table.mechanism(LossPoints).payers(table, task)))

    def judge(self, table: Table, task: PayLosses, action: AnyAction) -> Verdict:
        """Only a unit of this battle whose turn it is."""
        rule = table.mechanism(LossPoints)
        if isinstance(action, LoseStep) and action.piece in task.pieces and table.stands(action.piece):
            if task.first and rule.first_flags and action.piece in task.battle.attackers:
                why = f"The first loss of an attack falls on {listed(rule.first_flags, 'or')} units."
            else:
                why = "Nobody gives up a last step while another unit of the battle has more than one."
            return one_of(self.options(table, task), action, why, rule.case("order"))
        return one_of(self.options(table, task), action, "The loss falls on a unit of this battle.", task.case)

    def perform(self, table: Table, task: PayLosses, action: AnyAction) -> None:
        """Give up the step."""
        assert isinstance(action, LoseStep)
        _pay(table, task, action.piece)


def _pay(table: Table, task: PayLosses, piece: int) -> None:
    attacking = piece in task.battle.attackers
    paid = table.mechanism(LossPoints).worth(table, piece)
    table.swap(PayLosses(task.battle, task.pieces, task.points - paid, task.chooser, False, task.case))
    lost = lose_step(table, piece, "in battle", task.case, attacking)
    table.tally(LOST + ("attacker" if attacking else "defender"), lost)


def _all_go(table: Table, task: PayLosses) -> bool:
    """Whether all steps together do not pay for more than is owed."""
    rule = table.mechanism(LossPoints)
    alive = [piece for piece in task.pieces if table.stands(piece)]
    return sum(table.steps_left(piece) * rule.worth(table, piece) for piece in alive) <= task.points
