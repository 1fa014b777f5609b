"""A system made up for tests, whole in one file: partisans who blow up railways, and tire of it.

It brings a kind of phase, a task, an action, an event, an effect, a condition and a mechanism with a mark of its own.
Nothing else in the program knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Grid, Place, PlaceKind
from engine.records.charts import Effect, Result
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Condition, MechanismRow, Phase, Placement, ScenarioRow, Victory
from engine.rules.answers import MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import Decision, Options, Verdict, one
from engine.rules.effects import involved
from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import AskingProcedure, listed
from engine.rules.table import Table
from engine.scenario.sentences import counted, side_words, units_words
from engine.scenario.template import blank_scenario
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import Event
from engine.state.state import State
from engine.state.tasks import AnyTask, Battle, Task
from engine.systems.system import System

TIRED, RAIDS = "tired", "raids."


class Raid(Task, frozen=True, tag="raid"):
    """A side blows up railways."""

    side: int


class BlowUp(Action, frozen=True, tag="blow-up"):
    """Blow up the railway where a piece stands."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Where the charge goes off."""
        return f"blow up the railway in {table.label(table.state.cell[self.piece])}"


class RailwayBlownUp(Event, frozen=True, tag="railway-blown-up"):
    """A railway was blown up; the side's raids are counted."""

    side: str
    cell: int

    def apply(self, state: State) -> None:
        """One more."""
        state.tallies[RAIDS + self.side] = state.tallies.get(RAIDS + self.side, 0.0) + 1

    def revert(self, state: State) -> None:
        """One less."""
        state.tallies[RAIDS + self.side] -= 1

    def words(self, table: Any, /) -> str:
        """Where the railway lies in ruins."""
        return f"The railway in {table.label(self.cell)} is blown up."


class RaidPhase(PhaseRule, frozen=True, kw_only=True):
    """Raids, until the side has had enough."""

    key: ClassVar[str] = "raid"
    title: ClassVar[str] = "Raids"
    help: ClassVar[str] = "Rested units blow up railways where they stand."
    told: ClassVar[frozenset[str]] = frozenset({"raiders"})

    raiders: Annotated[Selector, col("Raiders")] = Selector()

    def sentences(self, rows: Rows) -> list[str]:
        """Who raids."""
        return [f"Every rested unit ({units_words(rows, self.raiders)}) may blow up the railway where it stands."]

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task for the side whose phase it is."""
        return () if side is None else (Raid(side),)


class RaidProcedure(AskingProcedure):
    """One raid after another."""

    def decision(self, table: Table, task: Raid) -> Decision | None:
        """Asks until the side is done."""
        return Decision(task.side, "raid", f"{table.phase_name}: blow up a railway, or end the phase.")

    def options(self, table: Table, task: Raid) -> Options:
        """Every rested unit, or nobody."""
        rule = table.phase
        assert isinstance(rule, RaidPhase)
        rested = [each for each in table.on_map(task.side) if not table.marked(TIRED, each)]
        return Options((*(one(each, BlowUp(each)) for each in table.matching(rule.raiders, rested)), one(None, Done())))

    def judge(self, table: Table, task: Raid, action: AnyAction) -> Verdict:
        """Only the rested raid."""
        return listed(self.options(table, task), action, "A tired unit does not raid.", table.phase.case("tired"))

    def perform(self, table: Table, task: Raid, action: AnyAction) -> None:
        """Blow it up; whoever did it is tired."""
        if not isinstance(action, BlowUp):
            table.swap()
            return
        table.do(RailwayBlownUp(table.scenario.sides[task.side].side, table.state.cell[action.piece]))
        table.set_mark(TIRED, action.piece)


class Fatigue(Mechanism, frozen=True, kw_only=True):
    """Units that are tired, and how they walk."""

    key: ClassVar[str] = "fatigue"
    title: ClassVar[str] = "Fatigue"
    help: ClassVar[str] = "Tired units are slow, and rest after their turn."
    told: ClassVar[frozenset[str]] = frozenset({"slower"})
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(TIRED, "Tired", badge="T", set_words=("tires", "is rested")),)

    slower: Annotated[int, col("Slower by", "Movement points that a tired unit lacks", ge=0, le=9)] = 2

    def sentences(self, rows: Rows) -> list[str]:
        """By how much."""
        return [f"A tired unit has {counted(self.slower, 'movement point')} less; it is rested after its movement."]

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """The tired walk slowly."""
        if table.marked(TIRED, piece):
            yield Contribution("add", Fraction(-self.slower), "tired", self.case("slower"), least=Fraction(0))

    def closing(self, table: Table, side: int | None) -> None:
        """A movement phase rests those who have been tired through it."""
        if table.scenario.phases[table.state.phase].kind == "movement":
            table.lift_marks(TIRED, [piece for piece in table.bearing(TIRED) if table.side_of(piece) == side])


class Panic(Effect, frozen=True, kw_only=True, tag="panic"):
    """A combat result that tires whoever is left."""

    who: Annotated[Literal["attacker", "defender"], col("Who")] = "defender"

    def words(self) -> str:
        """Who is tired by it."""
        return f"the {self.who} is tired"

    def begin(self, table: Any, battle: Battle, case: str) -> tuple[AnyTask, ...]:
        """At once."""
        for piece in involved(table, battle, self.who):
            table.set_mark(TIRED, piece)
        return ()


class RaidsMade(Condition, frozen=True, kw_only=True, tag="raids-made"):
    """A side has blown up a number of railways."""

    side: Annotated[str, col("Side", refers="side")] = ""
    at_least: Annotated[int, col("At least", ge=1, le=99)] = 1

    def words(self, rows: Rows) -> str:
        """How many raids are asked for."""
        return f"{side_words(rows, self.side)} has made {counted(self.at_least, 'raid')}"

    def holds(self, table: Table) -> bool:
        """Whether so many were made."""
        return table.count(RAIDS + self.side) >= self.at_least


SYSTEM = System(
    key="partisans",
    title="Partisans",
    prefix="PT",
    mechanisms={Fatigue.key: Fatigue},
    phases={RaidPhase.key: RaidPhase},
    procedures={Raid: RaidProcedure()},
)


def partisan_rows() -> Rows:
    """A small scenario of the system: four Germans, four partisans, a town."""
    rows = blank_scenario("Woods of Bryansk", Grid(columns=8, rows=6), turns=4)
    rows.put(msgspec.structs.replace(rows.the(ScenarioRow), system=SYSTEM.key))
    for number in range(4):
        for side, cell in (("german", f"020{number + 1}"), ("soviet", f"060{number + 1}")):
            key = f"{side}-{number}"
            rows.put(Unit(unit=key, name=f"{side.title()} {number + 1}", side=side, nationality=side))
            rows.put(Face(unit=key, face=0, attack=4, defence=3, movement=4))
            rows.put(Placement(placement=key, side=side, units=Selector(units=(key,)), cell=cell))
    town = rows.all(PlaceKind)[0].kind
    rows.put(Place(place="bryansk", name="Bryansk", kind=town, cell="0403", owner="soviet"))
    last = max(phase.position for phase in rows.all(Phase))
    raiders = {"raiders": {"sides": ["soviet"]}}
    rows.put(Phase(phase="raid", name="Raids", kind=RaidPhase.key, side="soviet", position=last + 1, params=raiders))
    rows.put(MechanismRow(mechanism=Fatigue.key, params={"slower": 3}))
    retreat = next(result for result in rows.all(Result) if result.code == "DR")
    rows.put(msgspec.structs.replace(retreat, effects=(*retreat.effects, Panic(who="defender"))))
    goal = RaidsMade(side="soviet", at_least=12)
    rows.put(Victory(victory="raids", name="Railways cut", winner="soviet", condition=goal, when="always", position=-1))
    return rows
