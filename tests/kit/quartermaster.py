"""A system made up for tests whose decisions are of kinds that the window was not written for.

A side pays with points that its units bear, builds one of two kinds of depot in a cell, posts whoever waits, and picks
one unit for a duty or one of two others' ways out.  Each decision has the shape of its kind and nothing else.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.board import Grid
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Phase, Placement, ScenarioRow
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.phase import PhaseRule
from engine.rules.procedure import AskingProcedure, listed
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.scenario.template import blank_scenario
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Task
from engine.systems.system import System

PRICE = 4
"""Points that are paid; no unit pays more than two of them."""


class PayDues(Task, frozen=True, tag="pay-dues"):
    """A side pays points."""

    side: int
    left: int


class BuildDepot(Task, frozen=True, tag="build-depot"):
    """A side builds depots."""

    side: int


class PostUnits(Task, frozen=True, tag="post-units"):
    """A side posts whoever waits."""

    side: int


class ChooseGuard(Task, frozen=True, tag="choose-guard"):
    """A side chooses who stands guard."""

    side: int


class Pay(Action, frozen=True, tag="pay"):
    """Let a piece pay a point."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who pays."""
        return f"let {table.name(self.piece)} pay"


class Build(Action, frozen=True, tag="build"):
    """Build a depot of a kind in a cell."""

    kind: str
    cell: int

    def words(self, table: Table, /) -> str:
        """What and where."""
        return f"build a {self.kind} depot in {table.label(self.cell)}"


class Post(Action, frozen=True, tag="post"):
    """Post a piece to a cell."""

    piece: int
    cell: int

    def words(self, table: Table, /) -> str:
        """Who goes where."""
        return f"post {table.name(self.piece)} to {table.label(self.cell)}"


class Guard(Action, frozen=True, tag="guard"):
    """Let a piece stand guard."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who guards."""
        return f"let {table.name(self.piece)} stand guard"


class HireGuard(Action, frozen=True, tag="hire-guard"):
    """Hire somebody instead."""

    def words(self, _table: Any, /) -> str:
        """What is done."""
        return "hire a guard"


class PayProcedure(AskingProcedure):
    """Point by point."""

    def decision(self, table: Table, task: PayDues) -> Decision | None:
        """Asks while something is owed."""
        owed = counted(task.left, "point")
        return Decision(task.side, "pay", f"{table.phase_name}: pay {owed}.") if task.left else None

    def run(self, table: Table, _task: PayDues) -> None:
        """Everything is paid."""
        table.swap()

    def options(self, table: Table, task: PayDues) -> Options:
        """Everybody who has not paid twice."""
        able = [piece for piece in table.on_map(task.side) if table.count(f"paid.{piece}") < 2]
        return Options(tuple(one(piece, Pay(piece)) for piece in able))

    def judge(self, table: Table, task: PayDues, action: AnyAction) -> Verdict:
        """Nobody pays three times."""
        return listed(self.options(table, task), action, "Nobody pays more than two points.", "QM-1")

    def perform(self, table: Table, task: PayDues, action: AnyAction) -> None:
        """Pay it."""
        assert isinstance(action, Pay)
        table.swap(PayDues(task.side, task.left - 1))
        table.tally(f"paid.{action.piece}", 1)


class BuildProcedure(AskingProcedure):
    """Depots, one after the other."""

    def decision(self, table: Table, task: BuildDepot) -> Decision | None:
        """Asks until the side goes on."""
        return Decision(task.side, "build", f"{table.phase_name}: build depots, or go on.")

    def options(self, _table: Table, _task: BuildDepot) -> Options:
        """Two kinds in six cells."""
        actions = [Build(kind, cell) for kind in ("fuel", "food") for cell in range(6)]
        return Options((*(one(action.cell, action) for action in actions), one(None, Done())))

    def judge(self, table: Table, task: BuildDepot, action: AnyAction) -> Verdict:
        """Only there."""
        return listed(self.options(table, task), action, "Depots are built in the first column.", "QM-2")

    def perform(self, table: Table, task: BuildDepot, action: AnyAction) -> None:
        """Build it, or go on."""
        if isinstance(action, Build):
            table.tally(f"depot.{action.kind}.{action.cell}", 1)
        else:
            table.swap()


class PostProcedure(AskingProcedure):
    """Whoever waits is posted."""

    def decision(self, table: Table, task: PostUnits) -> Decision | None:
        """Asks while somebody waits."""
        return Decision(task.side, "duty", f"{table.phase_name}: post your reserve.") if _waiting(table) else None

    def run(self, table: Table, _task: PostUnits) -> None:
        """Nobody waits."""
        table.swap()

    def options(self, table: Table, _task: PostUnits) -> Options:
        """To one of three cells."""
        return Options(tuple(one(piece, Post(piece, cell)) for piece in _waiting(table) for cell in (7, 8, 9)))

    def judge(self, table: Table, task: PostUnits, action: AnyAction) -> Verdict:
        """Only there."""
        return listed(self.options(table, task), action, "The reserve is posted to the second column.", "QM-3")

    def perform(self, table: Table, _task: PostUnits, action: AnyAction) -> None:
        """It stands there."""
        assert isinstance(action, Post)
        table.tally(f"posted.{action.piece}.{action.cell}", 1)


class GuardProcedure(AskingProcedure):
    """One answer."""

    def decision(self, table: Table, task: ChooseGuard) -> Decision | None:
        """Asks once."""
        return Decision(task.side, "duty", f"{table.phase_name}: who stands guard?")

    def options(self, table: Table, task: ChooseGuard) -> Options:
        """Everybody, a stranger, or nobody."""
        units = [one(piece, Guard(piece)) for piece in table.on_map(task.side)]
        return Options((*units, one(None, HireGuard()), one(None, Done())))

    def judge(self, table: Table, task: ChooseGuard, action: AnyAction) -> Verdict:
        """Only one's own."""
        return listed(self.options(table, task), action, "Only units of the side stand guard.", "QM-4")

    def perform(self, table: Table, task: ChooseGuard, action: AnyAction) -> None:
        """So be it."""
        table.swap()
        table.tally("guards", 1 if isinstance(action, Guard) else 10 if isinstance(action, HireGuard) else 100)


def _waiting(table: Table) -> list[int]:
    """The pieces that wait and were not posted."""
    cells = enumerate(table.state.cell)
    posted = [key for key in table.state.tallies if key.startswith("posted.")]
    return [piece for piece, cell in cells if cell == OFF_MAP and not any(f".{piece}." in key for key in posted)]


class DutiesPhase(PhaseRule, frozen=True, kw_only=True):
    """Everything that a quartermaster is asked, one thing after the other."""

    key: ClassVar[str] = "duties"
    title: ClassVar[str] = "Duties"
    help: ClassVar[str] = "The side pays, builds, posts and chooses."

    def sentences(self, _rows: Rows) -> list[str]:
        """In one sentence."""
        return ["The side pays, builds, posts and chooses a guard."]

    def open(self, _table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """In this order."""
        who = side or 0
        return (PayDues(who, PRICE), BuildDepot(who), PostUnits(who), ChooseGuard(who))


SYSTEM = System(
    key="quartermaster",
    title="Quartermaster",
    prefix="QM",
    phases={DutiesPhase.key: DutiesPhase},
    procedures={
        PayDues: PayProcedure(),
        BuildDepot: BuildProcedure(),
        PostUnits: PostProcedure(),
        ChooseGuard: GuardProcedure(),
    },
)


def quartermaster_rows() -> Rows:
    """A small scenario of the system: three Germans on the map, one who waits, and a Soviet unit."""
    rows = blank_scenario("Depots", Grid(columns=8, rows=6), turns=3)
    rows.put(msgspec.structs.replace(rows.the(ScenarioRow), system=SYSTEM.key))
    for phase in list(rows.all(Phase)):
        rows.drop(Phase, phase.phase)
    rows.put(Phase(phase="duties", name="Duties", kind=DutiesPhase.key, side="german", position=0))
    for key, side, cell in (
        ("first", "german", "0301"),
        ("second", "german", "0302"),
        ("third", "german", "0303"),
        ("reserve", "german", ""),
        ("enemy", "soviet", "0704"),
    ):
        rows.put(Unit(unit=key, name=key.title(), side=side, nationality=side))
        rows.put(Face(unit=key, face=0, attack=4, defence=3, movement=4))
        if cell:
            rows.put(Placement(placement=key, side=side, units=Selector(units=(key,)), cell=cell))
    return rows
