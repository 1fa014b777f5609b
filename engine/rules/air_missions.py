"""Air missions: a target is chosen, aircraft join, the enemy may intercept, flak fires, the task is done, they land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.charts import Chart
from engine.records.counters import Selector
from engine.records.markers import Marker
from engine.rules.air import STRUCK, air_of
from engine.rules.air_combat import combat_of
from engine.rules.air_tasks import PURPOSES, Mission, percent, price_of
from engine.rules.barrage import Barrage
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no, one
from engine.rules.laying import numbers
from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.prices import affordable, cost_words
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, phases_words, units_words
from engine.state.actions import Action, AnyAction
from engine.state.events import MarkerRemoved
from engine.state.tasks import AnyTask, MoveUnits, Task

Kind = Literal["barrage", "hip-shoot", "facility", "trainbusting", "sweep", "transport", "transfer"]
HIP = "hip-shoot"


class MissionRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of mission: who flies it when, whether weather or a missing spotter forbids it, and what flak does."""

    kind: Annotated[Kind, col("Kind")] = "barrage"
    units: Annotated[Selector, col("Which aircraft")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Empty: every phase of missions", refers="phase")] = ()
    limited: Annotated[bool, col("In limited flight too")] = True
    spotter: Annotated[bool, col("Spotter", "Only at a target beside a spotter")] = False
    flak: Annotated[Literal["always", "patrol", "never"], col("Flak", "patrol: only in an enemy patrol zone")] = (
        "always"
    )
    case: Annotated[str, col("Rule case")] = ""


class TrainLines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The railways that a side's trains use."""

    side: Annotated[str, col("Side", refers="side")] = ""
    links: Annotated[tuple[str, ...], col("Railways", refers="link_kind")] = ()


class AimMission(Action, frozen=True, tag="aim-mission"):
    """Plan a mission of a kind against a cell."""

    mission: str
    target: int

    def words(self, table: Table, /) -> str:
        """What is planned, and where."""
        return f"plan {PURPOSES[self.mission].called} {table.label(self.target)}"


class JoinMission(Action, frozen=True, tag="join-mission"):
    """Let an aircraft fly the mission at hand, or rise against it."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who flies, from where."""
        return f"send {table.name(self.piece)} from {table.label(table.state.cell[self.piece])}"


class FlyMission(Action, frozen=True, tag="fly-mission"):
    """Let the mission at hand begin."""

    def words(self, table: Table, /) -> str:
        """What is to be expected."""
        task = table.state.agenda[-1]
        if not isinstance(task, PlanMission) or task.mission is None:
            return "fly the mission"
        where = table.label(task.mission.target)
        return f"fly {PURPOSES[task.mission.kind].called} {where}: {promise(table, task.mission)}"


class CallAircraft(Action, frozen=True, tag="call-aircraft"):
    """Plan a mission in the midst of movement."""

    def words(self, _table: Table, /) -> str:
        """What it is."""
        return "call aircraft for a hip shoot"


class PlanMission(Task, frozen=True, tag="plan-mission"):
    """A side plans missions, one after the other; one in the midst of movement is the only one."""

    side: int
    mission: Mission | None = None
    hip: bool = False


class MeetMission(Task, frozen=True, tag="meet-mission"):
    """The other side may let fighters rise against a mission."""

    mission: Mission


class StrikeMission(Task, frozen=True, tag="strike-mission"):
    """Flak fires at a mission, and whoever comes through does what it was sent for."""

    mission: Mission


class LandMission(Task, frozen=True, tag="land-mission"):
    """The aircraft of a mission land, inactive, where they came from or at another base in range."""

    mission: Mission


class AirMissionsPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side flies missions."""

    key: ClassVar[str] = "air-missions"
    title: ClassVar[str] = "Air missions"
    help: ClassVar[str] = "A side flies missions with its active aircraft, one after the other."

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Plan the first."""
        return () if side is None else (PlanMission(side),)


class AirMissions(Mechanism, frozen=True, kw_only=True):
    """Which missions there are, and how many aircraft fly them."""

    key: ClassVar[str] = "air-missions"
    title: ClassVar[str] = "Air missions"
    help: ClassVar[str] = "Active aircraft fly missions within their range and are inactive afterwards."
    told: ClassVar[frozenset[str]] = frozenset(
        {"missions", "most", "limited_most", "facilities", "tokens", "rails", "marker", "phases", "drops", "capacity"}
    )
    acts: ClassVar[tuple[type[AnyAction], ...]] = (CallAircraft,)

    missions: Annotated[
        tuple[MissionRule, ...], col("Missions", "A mission that none of these allows is not flown")
    ] = ()
    most: Annotated[int, col("Aircraft", "At most, in one mission", ge=1, le=9)] = 4
    limited_most: Annotated[int, col("In limited flight", "At most", ge=0, le=9)] = 2
    capacity: Annotated[str, col("Capacity", "The value of a counter, in tokens", word="value")] = "capacity"
    drops: Annotated[bool, col("Drops", "Supply may be dropped to units, too")] = True
    facilities: Annotated[str, col("Facility table", "One die by barrage points", refers="chart")] = ""
    tokens: Annotated[str, col("Row of the price", "In the facility table; empty: it costs nothing")] = ""
    rails: Annotated[tuple[TrainLines, ...], col("Railways", "What trainbusting may stop")] = ()
    marker: Annotated[str, col("Trainbusting marker", refers="marker")] = ""
    phases: Annotated[
        tuple[str, ...], col("Repaired", "When one of these ends, markers against its side come off", refers="phase")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """How many fly, each kind of mission, and what strikes do."""
        said = [
            f"Up to {self.most} active aircraft within range of the target fly a mission together "
            f"({self.limited_most} in limited flight); the enemy may intercept, flak fires, and they land, "
            "inactive, at a base in range of the target."
        ]
        for each in self.missions:
            when = f" in {phases_words(rows, each.phases)}" if each.phases else ""
            terms = "" if each.limited else ", but not in limited flight"
            terms += ", with a spotter beside the target" if each.spotter else ""
            who = "any aircraft" if each.units == Selector() else units_words(rows, each.units)
            said.append(f"{each.kind.capitalize()}: by {who}{when}{terms}; flak {_FLAK[each.flak]}.")
        if self.facilities:
            said.append(f"Strikes at bases and railways are thrown for on {named(rows, Chart, self.facilities)}.")
        if self.marker:
            until = phases_words(rows, self.phases) or "never"
            said.append(f"{named(rows, Marker, self.marker)} lies until the railway's owner ends {until}.")
        return said

    # What may be flown

    def rules_now(self, table: Table, side: int, *, hip: bool = False) -> list[MissionRule]:
        """The missions that a side may fly in this phase."""
        return table.cached_now(("mission-rules", side, hip), lambda: self._rules_now(table, side, hip))

    def _rules_now(self, table: Table, side: int, hip: bool) -> list[MissionRule]:
        phase = table.scenario.phases[table.state.phase].phase
        own = air_of(table).flying(table, side)
        return [
            rule
            for rule in self.missions
            if (rule.kind == HIP) == hip
            and (not rule.phases or phase in rule.phases)
            and any(rule.units.matches(table.unit(piece)) for piece in own)
        ]

    def rule_of(self, table: Table, side: int, kind: str) -> MissionRule | None:
        """The rule by which a side flies a kind of mission now."""
        return next((rule for rule in self.rules_now(table, side, hip=kind == HIP) if rule.kind == kind), None)

    def targets(self, table: Table, side: int, *, hip: bool = False) -> list[AimMission]:
        """Every mission that some aircraft could fly now."""
        return table.cached_now(("missions", side, hip), lambda: list(self._targets(table, side, hip)))

    def _targets(self, table: Table, side: int, hip: bool) -> Iterator[AimMission]:
        air = air_of(table)
        ready = [piece for piece in air.flying(table, side) if air.active(table, piece)]
        for rule in self.rules_now(table, side, hip=hip):
            purpose = PURPOSES[rule.kind]
            able = [piece for piece in table.matching(rule.units, ready) if purpose.serves(self, table, piece)]
            for cell in sorted(set(purpose.targets(self, table, side))) if able else ():
                mission = Mission(side, rule.kind, cell)
                near = [piece for piece in able if air.reaches(table, piece, cell)]
                flies = any(purpose.joins(self, table, mission, piece) for piece in near)
                if flies and self.judge_target(table, mission):
                    yield AimMission(rule.kind, cell)

    def judge_target(self, table: Table, mission: Mission) -> Verdict:
        """Whether the rules of a mission let it be flown against a cell."""
        rule = self.rule_of(table, mission.side, mission.kind)
        if rule is None:
            return no("That mission is not flown in this phase.", self.case("when"))
        if PURPOSES[mission.kind].armed and table.marked(STRUCK, mission.target):
            return no(f"{table.label(mission.target)} was struck in this phase.", self.case("once") or rule.case)
        if not rule.limited and air_of(table).is_limited(table, mission.target):
            return no("It is not flown in limited flight.", self.case("limited") or rule.case)
        if rule.spotter and not table.mechanism(Barrage).spotted(table, mission.target, mission.side):
            return no(f"No spotter stands beside {table.label(mission.target)}.", rule.case)
        return LEGAL

    def at_most(self, table: Table, target: int) -> int:
        """How many aircraft may fly to a cell together."""
        return self.limited_most if air_of(table).is_limited(table, target) else self.most

    def joiners(self, table: Table, mission: Mission) -> list[int]:
        """The aircraft that may still join a mission."""
        return [
            piece for piece in air_of(table).flying(table, mission.side) if self.judge_joining(table, mission, piece)
        ]

    def judge_joining(self, table: Table, mission: Mission, piece: int) -> Verdict:
        """Whether an aircraft may fly a mission."""
        air, rule = air_of(table), self.rule_of(table, mission.side, mission.kind)
        if rule is None or piece not in air.flying(table, mission.side):
            return no("That is no aircraft of yours.", self.case("who"))
        if not air.active(table, piece):
            return no(f"{table.full_name(piece)} is inactive.", self.case("active"))
        if piece in mission.aircraft:
            return no(f"{table.full_name(piece)} flies it already.", self.case("who"))
        if not rule.units.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} does not fly such missions.", rule.case)
        if not air.reaches(table, piece, mission.target):
            far = counted(air.range_of(table, piece), "hex")
            return no(
                f"{table.label(mission.target)} is beyond the {far} of {table.full_name(piece)}.", self.case("range")
            )
        if len(mission.aircraft) >= self.at_most(table, mission.target):
            return no(f"No more than {self.at_most(table, mission.target)} fly together.", self.case("most"))
        return PURPOSES[mission.kind].joins(self, table, mission, piece)

    def judge_flying(self, table: Table, mission: Mission) -> Verdict:
        """Whether a mission may begin as it stands."""
        purpose = PURPOSES[mission.kind]
        if not any(purpose.serves(self, table, piece) for piece in mission.aircraft):
            return no("Nobody in the mission can do what it is for.", self.case("who"))
        price = price_of(self, table, mission)
        return LEGAL if price is None else affordable(table, price)

    # In the midst of movement

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Aircraft may be called while units move."""
        return (one(None, CallAircraft()),) if self.judge_act(table, task, CallAircraft()) else ()

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Only where some aircraft could come."""
        if self.targets(table, task.side, hip=True):
            return LEGAL
        return no("No aircraft can be called to a target that a spotter sees.", self.case("hip"))

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Movement waits while the mission is planned and flown."""
        table.push(PlanMission(task.side, None, True))

    def closing(self, table: Table, side: int | None) -> None:
        """Railways are open again when their owner has cleaned up."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return
        for number in numbers(table, 1 - side, self.marker):
            cell = table.state.markers[number]
            if cell >= 0 and table.verdict("may_mend", side, cell):
                table.do(MarkerRemoved(number, cell, -1, "trains run again", self.case("busting")))


_FLAK = {"always": "fires", "patrol": "fires only in an enemy patrol zone", "never": "does not fire"}


def missions_of(table: Table) -> AirMissions:
    """The rule of missions."""
    return table.mechanism(AirMissions)


def promise(table: Table, mission: Mission) -> str:
    """What may be expected of a mission: its task, its price, flak and fighters."""
    rule = missions_of(table)
    said = [PURPOSES[mission.kind].promise(rule, table, mission)]
    price = price_of(rule, table, mission)
    if price is not None:
        said.append(cost_words(table, [price]))
    if flak_fires(table, mission):
        low = mission.kind == "trainbusting"
        chance = combat_of(table).flak_chance(table, mission.side, mission.target, mission.aircraft, low)
        said.append(f"flak hits {percent(chance)}")
    watching = combat_of(table).watching(table, 1 - mission.side, mission.target)
    said += [f"{counted(len(watching), 'fighter')} may intercept"] if watching and mission.kind != "sweep" else []
    return "; ".join(part for part in said if part)


def flak_fires(table: Table, mission: Mission) -> bool:
    """Whether flak fires at a mission."""
    rule = missions_of(table).rule_of(table, mission.side, mission.kind)
    if rule is None or rule.flak == "never":
        return False
    return rule.flak == "always" or bool(combat_of(table).watching(table, 1 - mission.side, mission.target))
