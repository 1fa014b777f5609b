"""What every bot answers alike: a set-up by hand takes over what was prepared, and a battle that is owed is fought."""

from __future__ import annotations

from engine.bots.bot import Choice, Why
from engine.play.view import View
from engine.rules.free_setup import LayOut, SetUpByHand
from engine.state.actions import Done, FightBattle


def duty(view: View) -> Choice | None:
    """The answer where there is nothing to think about; None: think."""
    assert view.decision is not None
    task = view.state.agenda[-1]
    if isinstance(task, SetUpByHand):
        return _prepared(view)
    if view.decision.kind == "declare" and not view.judge(Done()):
        fights = next((action for action in view.options() if isinstance(action, FightBattle)), None)
        if fights is not None:
            why = Why(rule="owed", goal="keep to the rules", expects="no more than the rules ask for")
            return fights, why | Why(reasons=["this battle is owed"])
    return None


def _prepared(view: View) -> Choice:
    """Lay everything out as it was prepared, then end the set-up."""
    laid_out = any(isinstance(entry.action, LayOut) and entry.side == view.side for entry in view.log())
    why = Why(rule="set-up", goal="stand ready", expects="a sound first turn", reasons=["it was prepared so"])
    return (Done(), why) if laid_out and view.judge(Done()) else (LayOut(), why)
