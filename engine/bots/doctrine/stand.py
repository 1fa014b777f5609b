"""Doctrine: gather round the places that can be held longest."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col

TURN = 24.0
"""Ticks that count as a turn's march."""


class LastStand(FieldRule, frozen=True, kw_only=True):
    """Draws units to those of our places that the enemy reaches last."""

    key: ClassVar[str] = "last-stand"
    title: ClassVar[str] = "Gather for the last stand"
    help: ClassVar[str] = (
        "Of our places those are kept that lie farthest from the enemy, so many of them; units gather round them."
    )
    goal: ClassVar[str] = "gather where the campaign will be decided"

    places: Annotated[int, col("Places", "How many places to gather round", ge=1, le=50)] = 4
    crowd: Annotated[int, col("Units to a place", "So many units may gather before it palls", ge=1)] = 5

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """How near each cell is to one of the places."""
        if not look.horizon.enemy_moves:
            return None
        found = np.zeros(draft.can.shape, np.float64)
        cells = np.array(list(draft.goes.values()), np.int64)
        for number in self.kept(look):
            bound = int((look.ways[0, number, cells] <= TURN / 2).sum()) if len(cells) else 0
            appetite = 1.0 / (1.0 + max(bound - self.crowd + 1, 0))
            np.maximum(found, appetite * TURN / (TURN + look.ways[draft.force.kind, number]), out=found)
        return found

    def kept(self, look: Appraisal) -> list[int]:
        """The numbers of the places to gather round."""
        mine = [number for number, one in enumerate(look.objectives) if look.view.state.control[one.place] == look.side]
        return sorted(mine, key=lambda number: (-int(look.enemy_way[number]), number))[: self.places]

    def say(self, post: Post) -> str:
        """Which place it is about."""
        look, kind = post.look, int(post.draft.force.kind[post.row])
        near = min(self.kept(look), key=lambda number: int(look.ways[kind, number, post.cell]), default=None)
        return "near nothing worth holding" if near is None else f"near {look.label(look.objectives[near].cell)}"
