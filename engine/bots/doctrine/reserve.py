"""Doctrine: keep fast and brittle units out of the fighting until the end, when they can be everywhere at once."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.board.network import TICKS
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col


class Reserve(FieldRule, frozen=True, kw_only=True):
    """Holds certain units back, near as many places as they can strike at."""

    key: ClassVar[str] = "reserve"
    title: ClassVar[str] = "Hold a mobile reserve"
    help: ClassVar[str] = (
        "Units with one of these flags stay where the enemy cannot destroy them, within reach of as many places as "
        "they can be, until the last turns; then they are free."
    )
    goal: ClassVar[str] = "keep a mobile reserve for the end"

    flags: Annotated[tuple[str, ...], col("Flags", "Which units are the reserve")] = ("mech",)
    release: Annotated[int, col("Released", "So many turns before the end they are free", ge=0, le=50)] = 0
    strike: Annotated[float, col("Worth of striking range", "Against safety", ge=0, le=1)] = 0.3

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """Safe cells for the reserve, better ones within reach of many places."""
        if look.turn > look.turns - self.release or not look.horizon.enemy_moves:
            return None
        held = np.array([any(flag in look.view.unit(piece).flags for flag in self.flags) for piece in draft.pieces])
        if not held.any():
            return None
        found = (1 - self.strike) * (1 - draft.risk()) + self.strike * draft.kept(
            "range", lambda: self._range(look, draft)
        )
        found[~held] = 0.0
        return found

    def _range(self, look: Appraisal, draft: FirstDraft) -> Floats:
        """The share of all places that each unit could get to within a turn from each cell."""
        reach = (2 * TICKS * draft.force.movement)[:, None]
        near = np.zeros(draft.can.shape, np.float64)
        for number in range(len(look.objectives)):
            near += look.ways[draft.force.kind, number] <= reach
        return near / max(len(look.objectives), 1)

    def say(self, post: Post) -> str:
        """What the reserve is kept for."""
        share = self._range(post.look, post.draft)[post.row, post.cell]
        return f"out of the enemy's way, with {share:.0%} of the places within a turn's march"
