"""How every bot flies: the barrage that promises most, fighters where they are likely to win, and refits everywhere."""

from __future__ import annotations

from engine.bots.bot import Choice, Why
from engine.bots.firing import LEAST, USUAL, Aim, worth
from engine.play.view import View
from engine.rules.air import air_of
from engine.rules.air_combat import combat_of
from engine.rules.air_missions import AimMission, FlyMission, JoinMission, MeetMission, PlanMission, missions_of
from engine.rules.air_refit import RefitBase
from engine.rules.air_tasks import PURPOSES, AirBarrage, Mission
from engine.rules.barrage import Barrage
from engine.state.actions import Done
from engine.state.tasks import Battle

KINDS = ("fly", "intercept", "land", "refit-air")
"""The decisions that are answered here."""

SEEN = 12
"""So many of the best targets are looked at closely: those with most to hit beside a spotter."""


def next_flight(view: View, aim: Aim = USUAL) -> Choice | None:
    """The answer of an air fleet; None: it is not asked."""
    if view.decision is None or view.decision.kind not in KINDS:
        return None
    match view.decision.kind:
        case "fly":
            return _fly(view, aim)
        case "intercept":
            return _rise(view)
        case "refit-air":
            return _refit(view)
    return Done(), _why("aircraft fly home")


def _why(reason: str, goal: str = "soften the enemy from the air") -> Why:
    return Why(rule="air", goal=goal, expects="what the tables say", reasons=[reason])


def _fly(view: View, aim: Aim) -> Choice:
    task = view.state.agenda[-1]
    assert isinstance(task, PlanMission)
    if task.mission is None:
        best = _best_target(view, task, aim)
        return (best, _why("no other target promises as much")) if best else (Done(), _why("no target pays"))
    wanted = next((piece for piece in _force(view, task.mission) if piece not in task.mission.aircraft), None)
    if wanted is not None and view.judge(JoinMission(wanted)):
        return JoinMission(wanted), _why("it makes the mission better")
    if view.judge(FlyMission()):
        return FlyMission(), _why("the mission is ready")
    return Done(), _why("the mission cannot begin as it stands")


def _best_target(view: View, task: PlanMission, by: Aim) -> AimMission | None:
    """The barrage that is worth most."""
    rule, table = missions_of(view.table), view.table
    barrage = table.mechanism(Barrage)
    aims = [
        aim
        for aim in rule.targets(table, task.side, hip=task.hip)
        if isinstance(PURPOSES[aim.mission], AirBarrage) and barrage.spotted(table, aim.target, task.side)
    ]
    aims.sort(key=lambda aim: (-by.disorder(aim.target), -len(table.garrison(aim.target)), aim.target))
    best, found = LEAST, None
    for aim in aims[:SEEN]:
        mission = Mission(task.side, aim.mission, aim.target)
        force = _force(view, mission)
        full = Mission(task.side, aim.mission, aim.target, tuple(force))
        if force and rule.judge_flying(table, full):
            value = worth(view, Battle(task.side, aim.target, tuple(force), kind=Barrage.key), by)
            if value > best:
                best, found = value, aim
    return found


def _force(view: View, mission: Mission) -> list[int]:
    """The strongest bombers in range, and a fighter where the enemy may rise."""
    table, rule = view.table, missions_of(view.table)
    alone = Mission(mission.side, mission.kind, mission.target)
    able = rule.joiners(table, alone)
    points, starts = table.mechanism(Barrage).points, combat_of(table).starts
    bombers = [piece for piece in able if table.face(piece).extra.get(points, 0.0) > 0]
    bombers.sort(key=lambda piece: (-table.face(piece).extra.get(points, 0.0), piece))
    most = rule.at_most(table, mission.target)
    watched = combat_of(table).watching(table, 1 - mission.side, mission.target)
    escorts = [piece for piece in able if starts(table, piece) and piece not in bombers[: most - 1]]
    if watched and escorts and most > 1 and not any(starts(table, piece) for piece in bombers[:most]):
        best = max(escorts, key=lambda piece: (combat_of(table).rated(table, piece), -piece))
        return [*bombers[: most - 1], best]
    return bombers[:most]


def _rise(view: View) -> Choice:
    """Meet bombers always, and fighters where ours are no worse."""
    task, rule = view.state.agenda[-1], combat_of(view.table)
    assert isinstance(task, MeetMission)
    ours = [action for action in view.options() if isinstance(action, JoinMission)]
    ours.sort(key=lambda action: (-rule.rated(view.table, action.piece), action.piece))
    theirs = max((rule.rated(view.table, piece) for piece in task.mission.aircraft), default=0)
    if ours and (rule.rated(view.table, ours[0].piece) >= theirs or not view.judge(Done())):
        return ours[0], _why("our fighter is as good as theirs", "keep the sky")
    return Done(), _why("their fighters are better", "keep the sky")


def _refit(view: View) -> Choice:
    """Every base that can, those with most aircraft first."""
    bases = [action for action in view.options() if isinstance(action, RefitBase)]
    if not bases:
        return Done(), _why("everything is ready that can be", "keep aircraft ready")
    planes = air_of(view.table).flying(view.table, view.side)
    standing = {action.cell: sum(view.state.cell[each] == action.cell for each in planes) for action in bases}
    best = max(bases, key=lambda action: (standing[action.cell], -action.cell))
    return best, _why("aircraft wait there", "keep aircraft ready")
