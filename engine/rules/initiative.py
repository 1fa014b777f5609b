"""Initiative: who goes first on a turn is thrown for, and chosen by whoever throws more."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import AskingProcedure, Automatic, listed
from engine.rules.table import FIRST_PLAYER, Table
from engine.scenario.sentences import side_words
from engine.state.actions import Action, AnyAction
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Task


class ThrowInitiative(Task, frozen=True, tag="throw-initiative"):
    """Both sides throw for the right to choose who goes first."""


class ChooseOrder(Task, frozen=True, tag="choose-order"):
    """A side chooses whether it goes first."""

    side: int


class GoFirst(Action, frozen=True, tag="go-first"):
    """Go first on this turn, or let the other side do so."""

    first: bool

    def words(self, _table: Table, /) -> str:
        """Which of both."""
        return "go first on this turn" if self.first else "let the other side go first"


class Initiative(Mechanism, frozen=True, kw_only=True):
    """Who goes first on a turn."""

    key: ClassVar[str] = "initiative"
    title: ClassVar[str] = "Initiative"
    help: ClassVar[str] = "Both sides throw dice; whoever throws more chooses who goes first on the turn."
    told: ClassVar[frozenset[str]] = frozenset({"first", "dice", "ties"})
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(FIRST_PLAYER, "Goes first", on="side"),)

    first: Annotated[
        str, col("First at the start", "Who goes first on the first turn; empty: thrown for", refers="side")
    ] = ""
    dice: Annotated[Literal["1d6", "2d6", "1d10"], col("Dice", "Thrown by each side")] = "2d6"
    ties: Annotated[
        Literal["again", "as before"],
        col("Ties", "again: both throw again; as before: the side that went first on the last turn wins them"),
    ] = "again"

    def sentences(self, rows: Rows) -> list[str]:
        """What is thrown, what a tie means, and how it begins."""
        said = [f"Each side throws {self.dice}; whoever throws more chooses who goes first on the turn."]
        said.append(
            "After a tie both throw again."
            if self.ties == "again"
            else "The side that went first on the last turn wins ties."
        )
        if self.first:
            said.append(f"On the first turn nobody throws: {side_words(rows, self.first)} goes first.")
        return said

    def advise(self, table: Table, side: int, action: AnyAction) -> tuple[float, str] | None:
        """Whoever moves may go first, twice running if he can; but the last turn has a last word."""
        if not isinstance(action, GoFirst):
            return None
        last = table.state.turn >= table.scenario.about.turns
        twice = side not in table.bearing(FIRST_PLAYER)
        if last:
            return float(not action.first), "on the last turn the second has the last word"
        return float(action.first), "that makes two turns running" if twice else "the enemy gets no two turns running"


class InitiativePhase(PhaseRule, frozen=True, kw_only=True):
    """The phase in which the order of a turn is settled."""

    key: ClassVar[str] = "initiative"
    title: ClassVar[str] = "Initiative"
    help: ClassVar[str] = "It is settled who goes first on the turn."

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task: the dice."""
        return (ThrowInitiative(),)


class ThrowInitiativeProcedure(Automatic):
    """Throws until somebody has more, or takes the first side of the first turn."""

    def run(self, table: Table, task: ThrowInitiative) -> None:
        """Settle who chooses."""
        rule = table.mechanism(Initiative)
        opening = table.state.turn == table.scenario.about.first_turn
        if rule.first and opening:
            table.swap()
            goes_first(table, table.scenario.side_index[rule.first])
            return
        table.swap(ChooseOrder(_winner(table, rule)))


def _winner(table: Table, rule: Initiative) -> int:
    before = next(iter(table.bearing(FIRST_PLAYER)), None)
    while True:
        names = [side.name for side in table.scenario.sides]
        thrown = [table.roll(rule.dice, f"initiative: {name}") for name in names]
        table.do(Noted(f"Initiative: {names[0]} {thrown[0]}, {names[1]} {thrown[1]}.", rule.case("throw")))
        if thrown[0] != thrown[1]:
            return thrown.index(max(thrown))
        if rule.ties == "as before" and before is not None:
            return before


def goes_first(table: Table, side: int) -> None:
    """Settle who goes first on the turn."""
    table.lift_marks(FIRST_PLAYER, [1 - side])
    table.set_mark(FIRST_PLAYER, side)
    name = table.scenario.sides[side].name
    table.do(Noted(f"The {name} side goes first.", table.mechanism(Initiative).case("first")))


class ChooseOrderProcedure(AskingProcedure):
    """The winner of the throw goes first, or does not."""

    def decision(self, table: Table, task: ChooseOrder) -> Decision | None:
        """Always asks."""
        return Decision(task.side, "choose", f"{table.phase_name}: go first on this turn, or second?")

    def options(self, table: Table, task: ChooseOrder) -> Options:
        """First or second."""
        return Options((one(None, GoFirst(True)), one(None, GoFirst(False))))

    def judge(self, table: Table, task: ChooseOrder, action: AnyAction) -> Verdict:
        """One of both."""
        case = table.mechanism(Initiative).case("first")
        return listed(self.options(table, task), action, "Choose who goes first on this turn.", case)

    def perform(self, table: Table, task: ChooseOrder, action: AnyAction) -> None:
        """Settle it."""
        assert isinstance(action, GoFirst)
        table.swap()
        goes_first(table, task.side if action.first else 1 - task.side)
