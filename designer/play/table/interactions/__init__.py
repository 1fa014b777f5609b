"""How each kind of decision is answered with mouse and keyboard: by a table, and else by the shape of its answers."""

from __future__ import annotations

from designer.play.table.interactions.allocating import AllocateInteraction, several_due
from designer.play.table.interactions.base import Ending, Interaction
from designer.play.table.interactions.declaring import DeclareInteraction
from designer.play.table.interactions.deploying import DeployInteraction
from designer.play.table.interactions.fighting import FightInteraction, SupportInteraction
from designer.play.table.interactions.laying import LayInteraction
from designer.play.table.interactions.listing import ListInteraction
from designer.play.table.interactions.moving import MoveInteraction
from designer.play.table.interactions.picking import PickInteraction
from designer.play.table.interactions.placing import PlaceInteraction
from designer.play.table.interactions.pointing import PointInteraction
from designer.play.table.interactions.retreating import RetreatInteraction
from designer.play.table.interactions.shape import Shape, shape_of
from designer.play.table.interactions.wayfaring import WayInteraction
from designer.play.table.stage import Stage
from engine.rules.combat import phase_battle

INTERACTIONS: dict[str, type[Interaction]] = {
    "set-up": PlaceInteraction,
    "deploy": DeployInteraction,
    "arrive": PlaceInteraction,
    "replace": PlaceInteraction,
    "produce": PlaceInteraction,
    "move": MoveInteraction,
    "declare": DeclareInteraction,
    "fight": FightInteraction,
    "support": SupportInteraction,
    "retreat": RetreatInteraction,
    "choose": ListInteraction,
    "lay": LayInteraction,
}
"""Interactions by kind of decision; a kind that is not here is answered as the shape of its answers asks for."""

SHAPES: dict[Shape, type[Interaction]] = {
    "place": PlaceInteraction,
    "pick": PickInteraction,
    "point": PointInteraction,
    "route": WayInteraction,
    "list": ListInteraction,
}
"""Interactions by the shape of the answers."""

SHARED = frozenset({"lose", "pay", "allocate"})
"""Kinds of decision in which something is shared out among pieces, one answer after the other."""


def manner_of(stage: Stage) -> str:
    """In which way a decision is answered: its kind says so, or else the shape that its answers have just now."""
    decision = stage.decision
    if decision is not None and decision.kind == "declare":
        return phase_battle(stage.table)  # a barrage is announced in other words than an attack
    return "" if decision is None or decision.kind in INTERACTIONS else shape_of(stage)


def interaction_for(stage: Stage) -> Interaction:
    """The interaction for the decision that the person owes, or one that does nothing."""
    decision = stage.decision
    if decision is None:
        return Interaction(stage)
    made = INTERACTIONS.get(decision.kind) or SHAPES[shape_of(stage)]
    if made is PickInteraction and decision.kind in SHARED and several_due(stage):
        made = AllocateInteraction
    return made(stage)


__all__ = ["INTERACTIONS", "SHAPES", "Ending", "Interaction", "interaction_for", "manner_of"]
