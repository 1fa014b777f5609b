"""A stock of replacement steps for the whole game: reduced units on the map regain steps while it lasts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector, Side
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import asked
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, meets
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, phases_words, whom
from engine.state.actions import AnyAction, Done, RestoreStep
from engine.state.events import StepRegained
from engine.state.tasks import AnyTask, Task

USED = "steps-used."
"""Prefix of the counts of how many steps of its stock a side has used."""


class RestoreUnits(Task, frozen=True, tag="restore-units"):
    """A side may give steps of its stock to reduced units."""

    side: int


class StepStock(Mechanism, frozen=True, kw_only=True):
    """How many steps a side may give back in the game, to whom, and when."""

    key: ClassVar[str] = "step-stock"
    title: ClassVar[str] = "Stock of replacement steps"
    help: ClassVar[str] = "A side has so many steps for the whole game, and gives them to reduced units on the map."

    told: ClassVar[frozenset[str]] = frozenset({"side", "steps", "units", "phases", "need"})

    side: Annotated[str, col("Side", refers="side")] = ""
    steps: Annotated[int, col("Steps", "For the whole game", ge=0, le=999)] = 0
    units: Annotated[Selector, col("Which units", "Only these are given steps")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Asked when one of these opens", refers="phase")] = ()
    need: Annotated[Need, col("Supply", NEED_HELP)] = "none"

    def sentences(self, rows: Rows) -> list[str]:
        """How many, for whom, when."""
        terms = f" and are {WORDS[self.need]}" if WORDS[self.need] else ""
        return [
            f"The {named(rows, Side, self.side)} side has {counted(self.steps, 'replacement step')} for the whole "
            f"game. When {phases_words(rows, self.phases) or 'a phase'} opens it may use any number of them.",
            f"{whom(rows, self.units)} that stand reduced on the map{terms} regain a step for each; nobody comes back "
            "who is lost.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask in its phases."""
        return [RestoreUnits(each) for each in asked(table, self.phases, self.side, side)]

    def left(self, table: Table) -> int:
        """How many steps are left."""
        return self.steps - int(table.count(USED + self.side))

    def judge(self, table: Table, side: int, piece: int) -> Verdict:
        """Whether a unit may have a step back."""
        if not table.has_piece(piece) or table.side_of(piece) != side:
            return no("Only units of your own regain steps.", self.case("who"))
        if not table.stands(piece) or table.state.face[piece] == 0:
            return no(f"{table.full_name(piece)} is not a reduced unit on the map.", self.case("who"))
        if not self.units.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} never regains steps so.", self.case("who"))
        if self.left(table) <= 0:
            return no("No replacement steps are left.", self.case("steps"))
        if not meets(table, piece, self.need):
            return no(f"{table.full_name(piece)} is not {WORDS[self.need]}.", self.case("supply"))
        return LEGAL


class RestoreUnitsProcedure:
    """A side uses as many steps as it likes."""

    def decision(self, table: Table, task: RestoreUnits) -> Decision | None:
        """Asks while a step can be used."""
        if not self._pieces(table, task):
            return None
        left = counted(table.mechanism(StepStock).left(table), "replacement step")
        return Decision(task.side, "replace", f"{table.phase_name}: use replacement steps ({left} left), or go on.")

    def _pieces(self, table: Table, task: RestoreUnits) -> list[int]:
        rule = table.mechanism(StepStock)
        return [piece for piece in table.on_map(task.side) if rule.judge(table, task.side, piece)]

    def run(self, table: Table, task: RestoreUnits) -> None:
        """No step can be used."""
        table.swap()

    def options(self, table: Table, task: RestoreUnits) -> Options:
        """Every unit that may have a step, or nobody."""
        return Options((*(one(piece, RestoreStep(piece)) for piece in self._pieces(table, task)), one(None, Done())))

    def judge(self, table: Table, task: RestoreUnits, action: AnyAction) -> Verdict:
        """Only a reduced unit of the right kind, in supply, while steps last."""
        rule = table.mechanism(StepStock)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, RestoreStep):
            return no("Replacement steps are used now: restore a unit, or go on.", rule.case("who"))
        return rule.judge(table, task.side, action.piece)

    def perform(self, table: Table, task: RestoreUnits, action: AnyAction) -> None:
        """Give the step, or go on."""
        if not isinstance(action, RestoreStep):
            table.swap()
            return
        face = table.state.face[action.piece]
        table.do(StepRegained(action.piece, face, face - 1, "replacement"))
        table.tally(USED + table.mechanism(StepStock).side, 1)
        table.tell("restored", action.piece)
