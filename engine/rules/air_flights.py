"""How a mission is flown: it is planned, met by fighters, fired at, carried out, and its aircraft land."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from engine.rules.air import STRUCK, AircraftMoved, air_of
from engine.rules.air_combat import combat_of
from engine.rules.air_missions import (
    AimMission,
    FlyMission,
    JoinMission,
    LandMission,
    MeetMission,
    PlanMission,
    StrikeMission,
    flak_fires,
    missions_of,
)
from engine.rules.air_tasks import PURPOSES, FighterSweep, Mission, price_of
from engine.rules.barrage import INACTIVE
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.prices import payment
from engine.rules.procedure import Automatic, listed
from engine.rules.table import Table
from engine.scenario.sentences import listed as joined
from engine.scenario.sentences import numbered
from engine.state.actions import AnyAction, Done, PlaceUnit, WithdrawAttack
from engine.state.tasks import AnyTask


class PlanMissionProcedure:
    """First the target, then the aircraft, then off they go."""

    def decision(self, table: Table, task: PlanMission) -> Decision | None:
        """Waits while a mission could be flown."""
        if task.mission is None:
            if not missions_of(table).targets(table, task.side, hip=task.hip):
                return None
            if task.hip:
                asked = f"{table.phase_name}: plan a hip shoot, or go on moving."
                return Decision(task.side, "fly", asked, ending="Back to the moves")
            asked = f"{table.phase_name}: plan an air mission, or go on."
            return Decision(task.side, "fly", asked, ending="No more missions")
        where, called = table.label(task.mission.target), PURPOSES[task.mission.kind].called
        sent = joined(numbered([table.name(piece) for piece in task.mission.aircraft])) or "nobody yet"
        asked = f"Choose aircraft for {called} {where} ({sent})."
        return Decision(task.side, "fly", asked, task.mission.target, ending="Call it off")

    def run(self, table: Table, task: PlanMission) -> None:
        """Nothing can be flown."""
        table.swap()

    def options(self, table: Table, task: PlanMission) -> Options:
        """Every mission by its kind; or the aircraft that may join, taking one out, and the start."""
        rule, mission = missions_of(table), task.mission
        if mission is None:
            kinds: dict[str, list[AnyAction]] = {}
            for action in rule.targets(table, task.side, hip=task.hip):
                kinds.setdefault(action.mission, []).append(action)
            groups = [OptionGroup(None, partial(tuple, actions)) for actions in kinds.values()]
            return Options((*groups, one(None, Done())))
        groups = [one(piece, JoinMission(piece)) for piece in rule.joiners(table, mission)]
        groups += [one(piece, WithdrawAttack(piece)) for piece in mission.aircraft]
        end = one(None, FlyMission() if rule.judge_flying(table, mission) else Done())
        return Options((*groups, end))

    def judge(self, table: Table, task: PlanMission, action: AnyAction) -> Verdict:
        """Whether a mission may be planned so."""
        rule, mission = missions_of(table), task.mission
        if mission is None:
            return self._judge_aim(table, task, action)
        if isinstance(action, JoinMission):
            return rule.judge_joining(table, mission, action.piece)
        if isinstance(action, FlyMission):
            return rule.judge_flying(table, mission)
        if isinstance(action, Done) and not rule.judge_flying(table, mission):
            return LEGAL
        if isinstance(action, WithdrawAttack) and action.piece in mission.aircraft:
            return LEGAL
        return no("Choose aircraft for the mission, and let it begin.", rule.case("who"))

    def _judge_aim(self, table: Table, task: PlanMission, action: AnyAction) -> Verdict:
        rule = missions_of(table)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, AimMission) or action.mission not in PURPOSES:
            return no("Plan a mission, or go on.", rule.case("when"))
        if action in rule.targets(table, task.side, hip=task.hip):
            return LEGAL
        far = no("No aircraft can fly that mission there.", rule.case("range"))
        if not table.has_cell(action.target):
            return far
        return rule.judge_target(table, Mission(task.side, action.mission, action.target)) and far

    def perform(self, table: Table, task: PlanMission, action: AnyAction) -> None:
        """Note it, or let the mission begin."""
        match action:
            case AimMission():
                table.swap(msgspec.structs.replace(task, mission=Mission(task.side, action.mission, action.target)))
            case JoinMission() | WithdrawAttack():
                table.swap(msgspec.structs.replace(task, mission=self._changed(task.mission, action)))
            case FlyMission():
                assert task.mission is not None
                table.swap(*_program(table, task))
                if PURPOSES[task.mission.kind].armed:
                    table.set_mark(STRUCK, task.mission.target)
            case _ if task.mission is not None:
                table.swap(msgspec.structs.replace(task, mission=None))
            case _:
                table.swap()

    def _changed(self, mission: Mission | None, action: JoinMission | WithdrawAttack) -> Mission | None:
        """The mission with one aircraft more or less; with none left it is called off."""
        assert mission is not None
        if isinstance(action, JoinMission):
            return msgspec.structs.replace(mission, aircraft=(*mission.aircraft, action.piece))
        rest = tuple(piece for piece in mission.aircraft if piece != action.piece)
        return msgspec.structs.replace(mission, aircraft=rest) if rest else None


def _program(table: Table, task: PlanMission) -> tuple[AnyTask, ...]:
    """Everything that a mission goes through, and the next plan."""
    mission = task.mission
    assert mission is not None
    price = price_of(missions_of(table), table, mission)
    paid = payment(table, price) if price is not None else ()
    then = () if task.hip else (PlanMission(task.side),)
    return (*paid, MeetMission(mission), StrikeMission(mission), LandMission(mission), *then)


class MeetMissionProcedure:
    """The other side lets fighters rise, or must where they are looked for; then they fight."""

    def decision(self, table: Table, task: MeetMission) -> Decision | None:
        """Asks while a fighter could rise."""
        if not self._free(table, task.mission):
            return None
        mission = task.mission
        what, where = PURPOSES[mission.kind].called, table.label(mission.target)
        who = joined(numbered([table.name(piece) for piece in mission.aircraft]))
        rest = "" if self._must(task.mission) else ", or none"
        prompt = f"{who} fly {what} {where}: choose a fighter to meet them{rest}."
        return Decision(1 - mission.side, "intercept", prompt, mission.target, ending="Let them come")

    def _must(self, mission: Mission) -> bool:
        """Whether somebody has to rise: in a sweep, the first fighter."""
        return mission.kind == "sweep" and not mission.interceptors

    def _free(self, table: Table, mission: Mission) -> list[int]:
        """The fighters that may still rise against a mission."""
        rule = combat_of(table)
        if len(mission.interceptors) >= rule.interceptors:
            return []
        purpose = PURPOSES[mission.kind]
        found = (
            purpose.meets(table, mission.side, mission.target)
            if isinstance(purpose, FighterSweep)
            else rule.watching(table, 1 - mission.side, mission.target)
        )
        return [piece for piece in found if piece not in mission.interceptors]

    def run(self, table: Table, task: MeetMission) -> None:
        """Nobody else rises: they fight, those who started it attacking."""
        table.swap()
        mission = task.mission
        if mission.interceptors:
            pair = (mission.aircraft, mission.interceptors)
            combat_of(table).fight(table, *(pair if mission.kind == "sweep" else reversed(pair)))
            for piece in mission.interceptors:
                if air_of(table).active(table, piece):
                    table.set_mark(INACTIVE, piece)

    def options(self, table: Table, task: MeetMission) -> Options:
        """Each fighter, or none."""
        groups = [one(piece, JoinMission(piece)) for piece in self._free(table, task.mission)]
        return Options((*groups, *([] if self._must(task.mission) else [one(None, Done())])))

    def judge(self, table: Table, task: MeetMission, action: AnyAction) -> Verdict:
        """Only a fighter that is near enough and ready."""
        case = combat_of(table).case("intercept")
        return listed(self.options(table, task), action, "That aircraft cannot meet the mission.", case)

    def perform(self, table: Table, task: MeetMission, action: AnyAction) -> None:
        """One more rises; or the fight begins."""
        mission = task.mission
        if isinstance(action, JoinMission):
            mission = msgspec.structs.replace(mission, interceptors=(*mission.interceptors, action.piece))
            table.swap(MeetMission(mission))
        if not isinstance(action, JoinMission) or not self._free(table, mission):
            self.run(table, MeetMission(mission))


class StrikeMissionProcedure(Automatic):
    """Flak, then the task, with whoever is left."""

    def run(self, table: Table, task: StrikeMission) -> None:
        """Throw for flak, and do what they were sent for."""
        mission = self._left(table, task.mission)
        if mission.aircraft and flak_fires(table, mission):
            low = mission.kind == "trainbusting"
            combat_of(table).fire_flak(table, mission.side, mission.target, mission.aircraft, low)
            mission = self._left(table, mission)
        table.swap()
        if mission.aircraft:
            table.push(*PURPOSES[mission.kind].carry_out(missions_of(table), table, mission))

    def _left(self, table: Table, mission: Mission) -> Mission:
        here = tuple(piece for piece in mission.aircraft if air_of(table).active(table, piece))
        return msgspec.structs.replace(mission, aircraft=here)


class LandMissionProcedure:
    """Aircraft land where they came from, unless their owner sends them to another base in range."""

    def decision(self, table: Table, task: LandMission) -> Decision | None:
        """Asks while one that came through could land elsewhere."""
        if not PURPOSES[task.mission.kind].lands or not any(self._places(table, task)):
            return None
        asked = "Land aircraft at other bases, or let them fly home."
        return Decision(task.mission.side, "land", asked, ending="Let them fly home")

    def _places(self, table: Table, task: LandMission) -> Iterator[tuple[int, list[int]]]:
        mission, air = task.mission, air_of(table)
        for piece in mission.aircraft:
            if not air.active(table, piece):
                continue
            cells = [
                cell
                for cell in air.landings(table, mission.side)
                if cell != table.state.cell[piece]
                and air.distance(table, mission.side, mission.target, cell) <= air.range_of(table, piece)
            ]
            if cells:
                yield piece, cells

    def run(self, table: Table, task: LandMission) -> None:
        """The rest is home, and inactive."""
        table.swap()
        for piece in task.mission.aircraft:
            if air_of(table).active(table, piece):
                table.set_mark(INACTIVE, piece)

    def options(self, table: Table, task: LandMission) -> Options:
        """Each aircraft at each other base; or all fly home."""
        groups = [
            OptionGroup(piece, partial(lambda who, there: tuple(PlaceUnit(who, cell) for cell in there), piece, cells))
            for piece, cells in self._places(table, task)
        ]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: LandMission, action: AnyAction) -> Verdict:
        """Only a base with room, in range of the target."""
        why, case = "It lands at a base of its side with room, in range of the target.", missions_of(table).case("land")
        return listed(self.options(table, task), action, why, case)

    def perform(self, table: Table, task: LandMission, action: AnyAction) -> None:
        """One lands elsewhere, inactive; or the rest flies home."""
        if not isinstance(action, PlaceUnit):
            self.run(table, task)
            return
        table.do(AircraftMoved(action.piece, table.state.cell[action.piece], action.cell))
        table.set_mark(INACTIVE, action.piece)
