"""Flying leaders out: who is surrounded may leave the map, and come back by an entrance on a later turn (PG 10.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.arrivals import bring_on
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed
from engine.rules.special_arrivals import free_cell
from engine.rules.supply import judge_supply
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import counted, named, units_words
from engine.state.actions import AnyAction, Done, PlaceUnit, RemoveUnit
from engine.state.events import Relocation
from engine.state.tasks import AnyTask, Task
from engine.systems.guderian.leadership import Leadership

FLOWN_OUT = "flown-out"
FLIGHTS = "flown-out"


class FlyLeaderOut(Task, frozen=True, tag="fly-leader-out"):
    """A side may take a surrounded leader off the map."""

    side: int


class ReturnLeaders(Task, frozen=True, tag="return-leaders"):
    """Leaders who were flown out may come back."""

    side: int


class LeaderFlownOut(Relocation, frozen=True, tag="leader-flown-out"):
    """A leader was flown out of a pocket."""

    def words(self, table: Any, /) -> str:
        """Who left, and from where."""
        return f"{table.name(self.piece)} is flown out of {table.label(self.origin)}."


class Evacuation(Mechanism, frozen=True, kw_only=True):
    """Leaders who are flown out."""

    key: ClassVar[str] = "evacuation"
    title: ClassVar[str] = "Flying leaders out"
    help: ClassVar[str] = "A surrounded leader may leave the map when the phase opens, and come back on a later turn."
    told: ClassVar[frozenset[str]] = frozenset({"phase", "leaders", "a_turn", "a_game", "region"})
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(FLOWN_OUT, "Flown out on turn"),)

    phase: Annotated[str, col("Phase", "When this phase opens", refers="phase")] = ""
    leaders: Annotated[Selector, col("Leaders")] = Selector(flags=("leader",))
    a_turn: Annotated[int, col("A turn", "At most so many", ge=1, le=99)] = 1
    a_game: Annotated[int, col("A game", "At most so many; 0: nobody is flown out", ge=0, le=99)] = 0
    region: Annotated[str, col("Return by", refers="region")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """What it says, with its numbers."""
        if not self.a_game:
            return ["Nobody is flown out."]
        limits = f"{self.a_turn} a turn and {self.a_game} in the game"
        return [
            f"When the phase opens, {units_words(rows, self.leaders)} whose every neighbouring hex holds enemies or "
            f"lies in an enemy zone may be taken off the map, {limits}; friends do not lift a zone for this.",
            f"They come back by {named(rows, Region, self.region)} on the next turn or later.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask who leaves, and who comes back."""
        if side is None or not self.a_game or table.scenario.phases[table.state.phase].phase != self.phase:
            return ()
        return (FlyLeaderOut(side), ReturnLeaders(side))

    def may_leave(self, table: Table, side: int) -> list[int]:
        """The surrounded leaders, while somebody may still be flown out."""
        if table.count(FLIGHTS) >= self.a_game or table.count(f"turn.{FLIGHTS}") >= self.a_turn:
            return []
        return [piece for piece in table.matching(self.leaders, table.on_map(side)) if surrounded(table, piece)]

    def away(self, table: Table) -> list[int]:
        """Those who left on an earlier turn and are not back."""
        return [piece for piece, turn in sorted(table.bearing(FLOWN_OUT).items()) if turn < table.state.turn]

    def entries(self, table: Table, side: int) -> list[int]:
        """Where they may come back."""
        cells = sorted(table.board.regions.get(self.region, frozenset()))
        return [cell for cell in cells if free_cell(table, side, cell)]


def surrounded(table: Table, piece: int) -> bool:
    """Whether every hex around a unit holds enemies or lies in their zone, whoever else stands there."""
    side = table.side_of(piece)
    around = table.setting.neighbours[table.state.cell[piece]]
    return all(table.holder(cell) == 1 - side or in_enemy_zone(table, cell, side) for cell in around)


class FlyLeaderOutProcedure:
    """One leader after another, as long as one may leave."""

    def decision(self, table: Table, task: FlyLeaderOut) -> Decision | None:
        """Asks while somebody may be flown out."""
        if not table.mechanism(Evacuation).may_leave(table, task.side):
            return None
        return Decision(task.side, "remove", f"{table.phase_name}: fly a surrounded leader out, or nobody.")

    def run(self, table: Table, task: FlyLeaderOut) -> None:
        """Nobody may leave."""
        table.swap()

    def options(self, table: Table, task: FlyLeaderOut) -> Options:
        """Every surrounded leader, or nobody."""
        found = table.mechanism(Evacuation).may_leave(table, task.side)
        return Options((*(one(piece, RemoveUnit(piece)) for piece in found), one(None, Done())))

    def judge(self, table: Table, task: FlyLeaderOut, action: AnyAction) -> Verdict:
        """Only surrounded leaders, within the limits."""
        rule = table.mechanism(Evacuation)
        most = f"{counted(rule.a_turn, 'leader')} a turn and {rule.a_game} in the game"
        why = f"Only a leader who is surrounded may be flown out, {most}."
        return listed(self.options(table, task), action, why, rule.case("leave"))

    def perform(self, table: Table, task: FlyLeaderOut, action: AnyAction) -> None:
        """Take him off the map; supply and radius are judged without him."""
        if not isinstance(action, RemoveUnit):
            table.swap()
            return
        table.do(LeaderFlownOut(action.piece, table.state.cell[action.piece], OFF_MAP))
        table.set_mark(FLOWN_OUT, action.piece, table.state.turn)
        table.tally(FLIGHTS, 1)
        table.tally(f"turn.{FLIGHTS}", 1)
        judge_supply(table, task.side)
        table.mechanism(Leadership).judge_radius(table, task.side)


class ReturnLeadersProcedure:
    """Leaders come back one by one, or wait."""

    def decision(self, table: Table, task: ReturnLeaders) -> Decision | None:
        """Asks while somebody can come back."""
        rule = table.mechanism(Evacuation)
        if not rule.away(table) or not rule.entries(table, task.side):
            return None
        return Decision(task.side, "arrive", f"{table.phase_name}: bring back a leader who was flown out, or wait.")

    def run(self, table: Table, task: ReturnLeaders) -> None:
        """Nobody can come back."""
        table.swap()

    def options(self, table: Table, task: ReturnLeaders) -> Options:
        """Everybody who is away, in every entry cell, or nobody."""
        rule = table.mechanism(Evacuation)
        cells = rule.entries(table, task.side)
        groups = [one(piece, PlaceUnit(piece, cell)) for piece in rule.away(table) for cell in cells]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: ReturnLeaders, action: AnyAction) -> Verdict:
        """Only those who are away, and only there."""
        if isinstance(action, Done):
            return LEGAL
        rule = table.mechanism(Evacuation)
        if isinstance(action, PlaceUnit) and action.piece not in rule.away(table):
            return no("That leader was not flown out on an earlier turn.", rule.case("return"))
        return listed(self.options(table, task), action, "He comes back by his own entrance.", rule.case("return"))

    def perform(self, table: Table, task: ReturnLeaders, action: AnyAction) -> None:
        """Bring him on."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        table.set_mark(FLOWN_OUT, action.piece, None)
        bring_on(table, action.piece, action.cell, "back from the rear")
