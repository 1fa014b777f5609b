"""Doctrine: hold the places that victory counts, as strongly as the threat asks for."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.bots.ground import Objective
from engine.bots.words import percent
from engine.records.base import col


class GarrisonPlaces(FieldRule, frozen=True, kw_only=True):
    """Puts units into our places where that makes them safer."""

    key: ClassVar[str] = "garrison"
    title: ClassVar[str] = "Hold what victory counts"
    help: ClassVar[str] = (
        "A unit in a place that victory asks for is worth what it adds to the chance that the place is still ours "
        "after the enemy's turn.  Early in the game that counts for less than on the last turn."
    )
    goal: ClassVar[str] = "hold the places that count"

    early: Annotated[float, col("Worth on the first turn", ge=0, le=1)] = 0.3
    late: Annotated[float, col("Worth on the last turn", ge=0, le=1)] = 1.0
    last: Annotated[int, col("Last turns", "From so many turns before the end the late worth counts in full", ge=1)] = 2
    spare: Annotated[
        float, col("Spare the strong", "The strongest unit counts so much less as a guard", ge=0, le=1)
    ] = 0.3
    flat: Annotated[float, col("Small places", "Worth of a place without value, against the best", ge=0, le=1)] = 0.3

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """What each unit adds to the chance of holding each place."""
        found = np.zeros(draft.can.shape, np.float64)
        worth = self.worth(look)
        for one in look.held:
            key = ("garrison", one.cell, draft.refreshed, float(draft.strength[one.cell]))
            gain = draft.kept(key, lambda cell=one.cell: _gain(draft, cell))  # type: ignore[misc]
            found[:, one.cell] = worth * self._share(look, one) * gain
        keen: Floats = 1 - self.spare * draft.force.attack / max(float(draft.force.attack.max(initial=0.0)), 1.0)
        return found * keen[:, None]

    def detain(self, look: Appraisal, draft: FirstDraft) -> None:
        """On the last turn the weakest unit in each place that the enemy can reach stays there."""
        if look.turn < look.turns:
            return
        for one in look.held:
            rows = [row for row in range(len(draft.pieces)) if draft.force.cell[row] == one.cell]
            if rows and draft.raided[one.cell] and not draft.held[one.cell]:
                stays = min(rows, key=lambda row: (float(draft.force.defence[row]), row))
                draft.can[stays] = 0
                draft.can[stays, one.cell] = 1

    def _share(self, look: Appraisal, one: Objective) -> float:
        """What a place counts against the best of all."""
        return self.flat + (1 - self.flat) * one.worth / look.lie.ground.most

    def worth(self, look: Appraisal) -> float:
        """How much a place counts now."""
        span = max(look.turns - self.last, 1)
        share = min((look.turn - 1) / span, 1.0)
        return self.early + (self.late - self.early) * share

    def say(self, post: Post) -> str:
        """How much safer the place becomes."""
        unit = post.draft.force.defence[post.row]
        now, then = post.draft.hold(post.cell, 0.0)[0], post.draft.hold(post.cell, unit)[0]
        return f"raises the chance to hold {post.look.label(post.cell)} from {percent(now)} to {percent(then)}"


def _gain(draft: FirstDraft, cell: int) -> Floats:
    """What each unit adds to the chance of holding a cell."""
    if not draft.can[:, cell].any():
        return np.zeros(len(draft.pieces), np.float64)
    return np.maximum(draft.hold(cell, draft.force.defence) - draft.hold(cell, 0.0), 0.0)
