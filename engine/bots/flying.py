"""How every bot flies: the barrage that promises most, fighters where they are likely to win, and refits everywhere."""

from __future__ import annotations

from engine.bots.bot import Choice, Why
from engine.bots.firing import LEAST, USUAL, Aim
from engine.bots.missions import best_flight
from engine.play.view import View
from engine.rules.air import air_of
from engine.rules.air_combat import combat_of
from engine.rules.air_missions import FlyMission, JoinMission, LandMission, MeetMission, PlanMission
from engine.rules.air_refit import RefitBase
from engine.state.actions import Done, PlaceUnit

KINDS = ("fly", "intercept", "land", "refit-air")
"""The decisions that are answered here."""


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
    return _land(view)


def _why(reason: str, goal: str = "soften the enemy from the air") -> Why:
    return Why(rule="air", goal=goal, expects="what the tables say", reasons=[reason])


def _fly(view: View, aim: Aim) -> Choice:
    """The mission that is worth most, aircraft by aircraft."""
    task = view.state.agenda[-1]
    assert isinstance(task, PlanMission)
    best = best_flight(view, task, aim)
    if task.mission is None:
        return (best.aim, _why(best.why)) if best and best.worth > LEAST else (Done(), _why("no mission pays"))
    wanted = next((piece for piece in best.force if piece not in task.mission.aircraft), None) if best else None
    if wanted is not None and view.judge(JoinMission(wanted)):
        return JoinMission(wanted), _why("it makes the mission better")
    if view.judge(FlyMission()):
        return FlyMission(), _why("the mission is ready")
    return Done(), _why("the mission cannot begin as it stands")


def _land(view: View) -> Choice:
    """Whoever reaches the front from beside the map stands there: it is ready again free, and brings its own."""
    task = view.state.agenda[-1]
    assert isinstance(task, LandMission)
    box, fights = air_of(view.table).box_cell(view.table, view.side), combat_of(view.table).starts
    for action in view.options():
        if isinstance(action, PlaceUnit) and action.cell == box and not fights(view.table, action.piece):
            return action, _why("beside the map it is made ready free, and the front is in range from there")
    return Done(), _why("aircraft fly home")


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
