"""What ending a decision would cost: own units that nothing but a rule at the end of a phase takes away."""

from __future__ import annotations

from designer.play.table.stage import Stage
from engine.play.journal import eliminated
from engine.scenario.sentences import listed
from engine.state.actions import Done
from engine.state.events import UnitEliminated


def toll(stage: Stage) -> str:
    """Which own units the end of the decision would cost, in a sentence; empty: none, or dice decide it."""
    if not stage.judge(Done()):
        return ""
    after, mine = stage.tried(Done()), stage.view.side
    entry, decision = after.log[-1], after.decision
    if entry.sealed:
        return ""
    if decision is not None and decision.kind == "remove" and decision.side == mine:
        return f"{decision.prompt.partition(':')[0]}: a unit would be lost."
    events = [event for event in entry.events if isinstance(event, UnitEliminated)]
    own = [event for event in events if stage.table.side_of(event.piece) == mine]
    names = listed([stage.name(event.piece) for event in own])
    return f"{names} would be {eliminated(own[0].why)}." if own else ""
