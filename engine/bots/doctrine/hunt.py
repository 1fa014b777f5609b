"""Doctrine: run down the last of a beaten enemy."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import TURN, Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col
from engine.scenario.sentences import counted


class RunDown(FieldRule, frozen=True, kw_only=True):
    """Draws units towards the enemy's last ones."""

    key: ClassVar[str] = "run-down"
    title: ClassVar[str] = "Run down a beaten enemy"
    help: ClassVar[str] = (
        "Once the enemy has few units left on the map against ours, every unit makes for the nearest of them."
    )
    goal: ClassVar[str] = "leave him nothing"

    share: Annotated[float, col("Beaten", "He has at most this share of our number of units", gt=0, le=1)] = 0.4

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """The nearer to an enemy unit the better."""
        if not len(look.theirs) or len(look.theirs) > self.share * len(look.mine):
            return None
        ways = draft.kept("run-down", lambda: self._ways(look))
        found: Floats = TURN / (TURN + ways[draft.force.kind])
        return found

    def _ways(self, look: Appraisal) -> Floats:
        """Ticks from every cell to the nearest enemy, by class of units."""
        enemies = [int(cell) for cell in look.theirs.cell]
        rows = [look.lie.ground.way_to(enemies, name, look.turn) for name in look.lie.classes]
        return np.array(rows, np.float64)

    def say(self, post: Post) -> str:
        """How near it comes."""
        way = self._ways(post.look)[post.draft.force.kind[post.row], post.cell]
        return f"{counted(way / 4, 'movement point')} from the nearest enemy"
