"""Air missions as every bot rates them, in steps: barrages, strikes at bases and railways, sweeps, supply, transfers.

Aircraft that fly together come from one base, because one base pays; those of a box beside the map bring their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.bots.firing import Aim, worth
from engine.bots.quartermaster import needs
from engine.play.view import View
from engine.rules.air import air_of
from engine.rules.air_combat import combat_of
from engine.rules.air_missions import AimMission, PlanMission, missions_of
from engine.rules.air_tasks import PURPOSES, FacilityHit, FacilityStrike, Mission, price_of
from engine.rules.barrage import INACTIVE, Barrage
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.state.tasks import Battle

SEEN = 6
"""So many of the best targets of a barrage are looked at closely: those where disorder is worth most."""

HIT = 0.2
"""What a level of an enemy base is worth, beside a lost step."""

CUT = 0.15
"""What it is worth to cut the line of an enemy headquarters for a turn."""

SWEPT = 0.15
"""What it is worth to meet an enemy fighter with a better one."""

RISK = 0.1
"""What a fighter of the enemy's costs a mission that nobody escorts."""


@dataclass(frozen=True)
class PlannedFlight:
    """A mission with those who fly it, what it is worth, and why."""

    aim: AimMission
    force: tuple[int, ...]
    worth: float
    why: str


def best_flight(view: View, task: PlanMission, aim: Aim) -> PlannedFlight | None:
    """The mission that is worth most of all that can be flown now, or of those against the target at hand."""
    return max(_flights(view, task, aim), key=lambda one: (one.worth, -one.aim.target, one.aim.mission), default=None)


def _flights(view: View, task: PlanMission, aim: Aim) -> Iterator[PlannedFlight]:
    """Every mission that is worth thinking of."""
    table, found = view.table, missions_of(view.table).targets(view.table, task.side, hip=task.hip)
    by_kind: dict[str, list[AimMission]] = {}
    for one in found:
        if task.mission is None or (one.mission, one.target) == (task.mission.kind, task.mission.target):
            by_kind.setdefault(one.mission, []).append(one)
    for kind, aims in by_kind.items():
        match kind:
            case "barrage" | "hip-shoot":
                yield from _barrages(view, task.side, _dense(table, task.side, aims, aim), aim)
            case "transport":
                yield from _supplies(table, task.side, aims, aim)
            case "facility":
                yield from _strikes(table, task.side, aims, aim)
            case "trainbusting":
                yield from _busts(table, task.side, aims, aim)
            case "sweep":
                yield from _sweeps(table, task.side, aims)
            case _:
                pass


def _groups(table: Table, mission: Mission) -> list[tuple[int, ...]]:
    """Those who could fly a mission, by the base that they come from."""
    found: dict[int, list[int]] = {}
    for piece in missions_of(table).joiners(table, mission):
        found.setdefault(table.state.cell[piece], []).append(piece)
    return [tuple(pieces) for _, pieces in sorted(found.items())]


def _points(table: Table, piece: int) -> float:
    return float(table.face(piece).extra.get(table.mechanism(Barrage).points, 0.0))


def _bombing(table: Table, mission: Mission) -> Iterator[Mission]:
    """The mission with the strongest bombers of a base that can pay for them, half of them where it cannot."""
    rule = missions_of(table)
    most = rule.at_most(table, mission.target)
    for group in _groups(table, mission):
        bombers = sorted((-_points(table, each), each) for each in group if _points(table, each) > 0)
        sizes = sorted({min(most, len(bombers)), min(most, len(bombers)) // 2} - {0}, reverse=True)
        forces = (_escorted(table, mission, [each for _, each in bombers[:size]], group) for size in sizes)
        full = next((one for one in forces if rule.judge_flying(table, one)), None)
        if full is not None:
            yield full


def _escorted(table: Table, mission: Mission, force: list[int], group: tuple[int, ...]) -> Mission:
    """The mission with these, and with the best fighter of their base where the enemy may rise and there is room."""
    combat, most = combat_of(table), missions_of(table).at_most(table, mission.target)
    others = [each for each in group if combat.starts(table, each) and each not in force]
    alone = not any(combat.starts(table, each) for each in force)
    if others and alone and len(force) < most and combat.watching(table, 1 - mission.side, mission.target):
        force = [*force, max(others, key=lambda one: (combat.rated(table, one), -one))]
    return Mission(mission.side, mission.kind, mission.target, tuple(force))


def _risk(table: Table, mission: Mission) -> float:
    watched = combat_of(table).watching(table, 1 - mission.side, mission.target)
    return RISK if watched and not any(combat_of(table).starts(table, each) for each in mission.aircraft) else 0.0


def _tokens(table: Table, mission: Mission) -> int:
    price = price_of(missions_of(table), table, mission)
    return 0 if price is None else price.tokens


def _dense(table: Table, side: int, aims: Sequence[AimMission], aim: Aim) -> list[AimMission]:
    """The targets beside a spotter that promise most."""
    barrage = table.mechanism(Barrage)
    seen = [one for one in aims if barrage.spotted(table, one.target, side)]
    return sorted(seen, key=lambda one: (-aim.disorder(one.target), -len(table.garrison(one.target)), one.target))[
        :SEEN
    ]


def _barrages(view: View, side: int, aims: Sequence[AimMission], aim: Aim) -> Iterator[PlannedFlight]:
    table, rule = view.table, missions_of(view.table)
    for one in aims:
        for full in _bombing(table, Mission(side, one.mission, one.target)):
            battle = Battle(side, one.target, full.aircraft, kind=Barrage.key)
            free = PURPOSES[one.mission].price(rule, table, full) - _tokens(table, full)
            value = worth(view, battle, aim) + free * aim.token - _risk(table, full)
            yield PlannedFlight(one, full.aircraft, value, "no other mission promises as much")


def _supplies(table: Table, side: int, aims: Sequence[AimMission], aim: Aim) -> Iterator[PlannedFlight]:
    """Tokens from beside the map to a headquarters of the front that lacks them."""
    short = {need.cell: need.short("") for need in needs(table, side) if need.short("")}
    box, purpose, rule = air_of(table).box_cell(table, side), PURPOSES["transport"], missions_of(table)
    for one in aims:
        for group in _groups(table, Mission(side, one.mission, one.target)) if one.target in short else ():
            able = [each for each in group if purpose.serves(rule, table, each)][: rule.at_most(table, one.target)]
            full = Mission(side, one.mission, one.target, tuple(able))
            if able and table.state.cell[able[0]] == box:
                load = min(purpose.load(rule, table, tuple(able)), short[one.target])  # type: ignore[attr-defined]
                yield PlannedFlight(
                    one, full.aircraft, load * aim.token - _risk(table, full), f"it brings {load} tokens"
                )


def _chances(table: Table, mission: Mission) -> list[FacilityHit]:
    purpose = PURPOSES[mission.kind]
    assert isinstance(purpose, FacilityStrike)
    return purpose.strikes(missions_of(table), table, mission)


def _strikes(table: Table, side: int, aims: Sequence[AimMission], aim: Aim) -> Iterator[PlannedFlight]:
    """Bombs on a base, best where many aircraft of the enemy stand inactive."""
    for one in aims:
        there = [each for each in air_of(table).flying(table, 1 - side) if table.state.cell[each] == one.target]
        caught = sum(table.marked(INACTIVE, each) for each in there)
        for full in _bombing(table, Mission(side, one.mission, one.target)):
            value = 0.0
            for strike in _chances(table, full):
                hurt = (7 - strike.strafes) / 6 if strike.strafes is not None else 0.0
                value += (HIT * strike.hits + caught * hurt) / 6
            value -= aim.token * _tokens(table, full) + _risk(table, full)
            yield PlannedFlight(one, full.aircraft, value, f"{caught} aircraft stand inactive there")


def _busts(table: Table, side: int, aims: Sequence[AimMission], aim: Aim) -> Iterator[PlannedFlight]:
    """Trains are stopped where the lines of most enemy headquarters pass."""
    lines = _lines(table, 1 - side)
    for one in sorted((each for each in aims if lines.get(each.target)), key=lambda each: -lines[each.target])[:3]:
        for full in _bombing(table, Mission(side, one.mission, one.target)):
            shut = sum(strike.busts for strike in _chances(table, full)) / 6
            value = CUT * shut * lines[one.target] - aim.token * _tokens(table, full) - _risk(table, full)
            yield PlannedFlight(one, full.aircraft, value, f"the lines of {lines[one.target]} headquarters pass there")


def _lines(table: Table, side: int) -> dict[int, int]:
    """By cell, how many headquarters of a side have their line of supply through it."""
    rule, found = table.setting.by_key(TraceSupply.key), dict[int, int]()
    if not isinstance(rule, TraceSupply):
        return found
    for piece in table.matching(rule.throwers, table.on_map(side)):
        line = rule.supply_line(table, piece)
        for cell in set(line.path(table.state.cell[piece])) if line is not None else ():
            found[cell] = found.get(cell, 0) + 1
    return found


def _sweeps(table: Table, side: int, aims: Sequence[AimMission]) -> Iterator[PlannedFlight]:
    """Fighters over a base where the enemy's are worse."""
    combat = combat_of(table)
    for one in aims:
        mission = Mission(side, one.mission, one.target)
        theirs = max((combat.rated(table, each) for each in combat.watching(table, 1 - side, one.target)), default=0)
        for group in _groups(table, mission):
            best = max(group, key=lambda each: (combat.rated(table, each), -each))
            if (more := combat.rated(table, best) - theirs) > 0:
                yield PlannedFlight(one, (best,), SWEPT * more, "our fighter is better than theirs")
