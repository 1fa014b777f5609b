"""Doctrine: stand across the enemy's ways to what we must hold, where the ground helps."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.board.kernels import distances
from engine.bots.doctrine.appraisal import Appraisal, Ints
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col

HALT = 16
"""Ticks that a zone of control is reckoned to cost."""


class BarTheWay(FieldRule, frozen=True, kw_only=True):
    """Puts units on the enemy's shortest ways to our places."""

    key: ClassVar[str] = "bar-the-way"
    title: ClassVar[str] = "Bar the enemy's way"
    help: ClassVar[str] = (
        "Looks for the cells on the enemy's shortest ways to our places and puts units there that are not yet "
        "covered by another unit's zone of control, on good ground first, at a chosen depth in front of the places."
    )
    goal: ClassVar[str] = "bar the enemy's way"

    slack: Annotated[float, col("Detour", "Movement points of detour that still count as on the way", ge=0, le=10)] = 1
    depth: Annotated[float, col("Depth", "0: before the enemy's nose, 1: at the place itself", ge=0, le=1)] = 0.5

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """How much each cell lies in the enemy's way."""
        if not look.held or not len(look.theirs) or not look.horizon.enemy_moves:
            return None
        ahead = self._ahead(look, draft)
        found = np.zeros(look.board.size, np.float64)
        for number, one in enumerate(look.objectives):
            if look.view.state.control[one.place] != look.side:
                continue
            whole = int(ahead[one.cell])
            if whole < 0:
                continue
            way = look.ways[0, number]
            on_way = (ahead >= 0) & (ahead + way <= whole + self.slack * 4)
            share = np.where(whole > 0, ahead / max(whole, 1), 0.0)
            found = np.maximum(found, np.where(on_way, 1.0 - np.abs(share - self.depth), 0.0))
        found *= np.where(draft.zone > 0, 0.3, 1.0) * (0.8 - 0.2 * look.lie.shift)
        return np.broadcast_to(np.clip(found, 0.0, 1.0), draft.can.shape)

    def _ahead(self, look: Appraisal, draft: FirstDraft) -> Ints:
        """Ticks from the nearest enemy to every cell, with our zones as obstacles."""
        halts = np.where(draft.zone[look.board.indices] > 0, HALT, 0).astype(np.int32)
        costs = np.where(look.costs[0] < 0, -1, look.costs[0] + halts).astype(np.int32)
        return distances(look.board.net, costs, np.unique(look.theirs.cell), draft.held)

    def say(self, post: Post) -> str:
        """Which place it covers."""
        look = post.look
        near = min(look.held, key=lambda one: int(look.way_to(one.cell, 0)[post.cell]), default=None)
        shift = int(look.lie.shift[post.cell])
        ground = f", on ground that shifts the odds {shift:+d}" if shift else ""
        return f"stands on the enemy's way to {look.label(near.cell)}{ground}" if near else "bars the way"
