"""Doctrine: stand together, so that neighbours leave the enemy fewer sides to attack from."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col


class StandTogether(FieldRule, frozen=True, kw_only=True):
    """Likes cells beside friends."""

    key: ClassVar[str] = "stand-together"
    title: ClassVar[str] = "Stand together"
    help: ClassVar[str] = "A cell is the better the more friends stand in it and beside it."
    goal: ClassVar[str] = "keep the front closed"

    enough: Annotated[float, col("Enough", "Strength points near by beyond which more is no better", gt=0)] = 16.0

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """The strength in and beside each cell, up to what is enough."""
        if not look.horizon.enemy_moves:
            return None
        near = draft.strength + look.lie.around(draft.strength)
        return np.broadcast_to(np.minimum(near / self.enough, 1.0), draft.can.shape)

    def say(self, post: Post) -> str:
        """Who stands near."""
        return f"beside friends at {post.look.label(post.cell)}"
