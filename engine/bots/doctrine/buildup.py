"""Doctrine for units that come on: arrivals, replacements."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.rule import ActionRule
from engine.bots.words import points
from engine.records.base import col
from engine.state.actions import AnyAction, PlaceUnit, RestoreStep


class BringOn(ActionRule, frozen=True, kw_only=True):
    """Brings units on where they are needed soonest."""

    key: ClassVar[str] = "arrivals"
    title: ClassVar[str] = "Bring reserves to the threatened sector"
    help: ClassVar[str] = "Units that arrive enter by the cell from which they are soonest where they are needed."
    goal: ClassVar[str] = "bring reserves up in time"
    kinds: ClassVar[tuple[str, ...]] = ("arrive",)

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """By the way to where they are needed."""
        if not isinstance(action, PlaceUnit):
            return 0.0
        return float(look.need(look.lie.kind(look.view.unit(action.piece)))[action.cell])

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """Where it enters."""
        if not isinstance(action, PlaceUnit):
            return "nobody comes on"
        return f"{look.label(action.cell)} is nearest to the threatened sector"


class Replenish(ActionRule, frozen=True, kw_only=True):
    """Spends replacements where they hold ground."""

    key: ClassVar[str] = "replacements"
    title: ClassVar[str] = "Spend replacements where they hold ground"
    help: ClassVar[str] = "A step is worth the strength it brings, more so near the places in dispute."
    goal: ClassVar[str] = "rebuild the front"
    kinds: ClassVar[tuple[str, ...]] = ("replace",)

    strength: Annotated[float, col("Worth of strength", ge=0, le=1)] = 0.6
    nearness: Annotated[float, col("Worth of nearness", ge=0, le=1)] = 0.4

    def score(self, look: Appraisal, action: AnyAction) -> float:
        """Strength gained and nearness to where it is needed."""
        if not isinstance(action, PlaceUnit | RestoreStep):
            return 0.01
        piece = action.piece
        cell = action.cell if isinstance(action, PlaceUnit) else look.view.state.cell[piece]
        gained = min(self._gained(look, action) / 6.0, 1.0)
        near = float(look.need(look.lie.kind(look.view.unit(piece)))[cell])
        return max(self.strength * gained + self.nearness * near, 0.02)

    def _gained(self, look: Appraisal, action: PlaceUnit | RestoreStep) -> float:
        counter = look.view.state.counter[action.piece]
        if counter is None:
            return 1.0
        faces = look.view.scenario.counters[counter].faces
        if isinstance(action, PlaceUnit):
            return (faces[-1].attack + faces[-1].defence) / 2
        face = look.view.state.face[action.piece]
        return faces[face - 1].defence - faces[face].defence

    def say(self, look: Appraisal, action: AnyAction) -> str:
        """What the step brings."""
        if not isinstance(action, PlaceUnit | RestoreStep):
            return "nothing is worth a step"
        gained = self._gained(look, action)
        cell = action.cell if isinstance(action, PlaceUnit) else look.view.state.cell[action.piece]
        if not gained:
            return f"{look.label(cell)} is nearest to where it is needed"
        return f"brings {points(gained)} back where they are needed"
