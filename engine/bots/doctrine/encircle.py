"""Doctrine: get round the enemy's units, so that they cannot retreat and cannot move away."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col


class Encircle(FieldRule, frozen=True, kw_only=True):
    """Likes cells whose zone of control closes ways out for enemy units."""

    key: ClassVar[str] = "encircle"
    title: ClassVar[str] = "Encircle"
    help: ClassVar[str] = (
        "Counts the cells round enemy units that a unit's zone of control would close and that are still open; "
        "strong enemies count for more."
    )
    goal: ClassVar[str] = "cut the enemy off"

    enough: Annotated[float, col("Enough", "Closed ways, times strength, beyond which more is no better", gt=0)] = 24.0

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """How many open cells round enemies each cell's zone would close."""
        if not len(look.theirs) or not look.horizon.enemy_moves:
            return None
        weight = np.bincount(look.theirs.cell, look.theirs.defence, look.board.size).astype(np.float64)
        beside = look.lie.around(weight)
        still_open = np.where((draft.zone > 0) | (look.enemy > 0) | (draft.held > 0), 0.0, beside)
        closed = look.lie.around(still_open)
        return np.broadcast_to(np.minimum(closed / self.enough, 1.0), draft.can.shape)

    def say(self, post: Post) -> str:
        """What it closes."""
        return f"from {post.look.label(post.cell)} it bars the enemy's way out"
