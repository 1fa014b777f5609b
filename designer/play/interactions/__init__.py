"""How each kind of decision is answered with mouse and keyboard: one table, and a list for what is not in it."""

from __future__ import annotations

from designer.play.interactions.base import Ending, Interaction
from designer.play.interactions.declaring import DeclareInteraction
from designer.play.interactions.fighting import FightInteraction, SupportInteraction
from designer.play.interactions.listing import ListInteraction
from designer.play.interactions.moving import MoveInteraction
from designer.play.interactions.picking import PickInteraction
from designer.play.interactions.placing import PlaceInteraction
from designer.play.interactions.retreating import RetreatInteraction
from designer.play.stage import Stage

INTERACTIONS: dict[str, type[Interaction]] = {
    "set-up": PlaceInteraction,
    "arrive": PlaceInteraction,
    "replace": PlaceInteraction,
    "produce": PlaceInteraction,
    "move": MoveInteraction,
    "declare": DeclareInteraction,
    "fight": FightInteraction,
    "support": SupportInteraction,
    "lose": PickInteraction,
    "remove": PickInteraction,
    "advance": PickInteraction,
    "retreat": RetreatInteraction,
    "choose": ListInteraction,
}
"""Interactions by kind of decision; a kind that is not here is answered from a list."""


def interaction_for(stage: Stage) -> Interaction:
    """The interaction for the decision that the person owes, or one that does nothing."""
    decision = stage.decision
    if decision is None:
        return Interaction(stage)
    return INTERACTIONS.get(decision.kind, ListInteraction)(stage)


__all__ = ["INTERACTIONS", "Ending", "Interaction", "interaction_for"]
