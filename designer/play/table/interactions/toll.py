"""What ending a decision would cost: own units that nothing but a rule at the end of a phase takes away."""

from __future__ import annotations

from itertools import islice

from designer.play.table.interactions.shape import pieces_in
from designer.play.table.stage import Stage
from designer.play.wording import sentence
from engine.play import Game
from engine.play.journal import eliminated
from engine.rules.names import names_of
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
    if decision is not None and decision.kind == "remove" and _hits(after, mine):
        chosen = "" if decision.side == mine else ", and the enemy chooses which"
        return f"{decision.prompt.partition(':')[0]}: a unit would be lost{chosen}."
    events = [event for event in entry.events if isinstance(event, UnitEliminated)]
    own = [event for event in events if stage.table.side_of(event.piece) == mine]
    names = names_of(stage.table, [event.piece for event in own])
    return f"{sentence(names)} would be {eliminated(own[0].why)}." if own else ""


def _hits(after: Game, mine: int) -> bool:
    """Whether the units that somebody must remove are one's own, whoever it is that removes them."""
    doomed = (piece for action in after.options() for piece in pieces_in(action))
    return any(after.table.side_of(piece) == mine for piece in islice(doomed, 1))
