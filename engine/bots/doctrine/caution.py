"""Doctrine: stand where the enemy cannot bring much to bear."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.bots.words import percent
from engine.records.base import col


class Caution(FieldRule, frozen=True, kw_only=True):
    """Keeps units out of attacks that would destroy them."""

    key: ClassVar[str] = "caution"
    title: ClassVar[str] = "Stay out of harm's way"
    help: ClassVar[str] = (
        "Weighs what the enemy can bring against each cell next turn, by the combat results table, "
        "and prefers cells where little would be lost."
    )
    goal: ClassVar[str] = "keep the army alive"

    nerve: Annotated[float, col("Nerve", "Losses below this share are ignored", ge=0, le=1)] = 0.0

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """One where nothing is lost, zero where everything is."""
        if not look.horizon.enemy_fights:
            return None
        risk = draft.risk()
        risk[risk < self.nerve] = 0.0
        return 1.0 - risk

    def say(self, post: Post) -> str:
        """What the enemy could do there."""
        where, threat = post.look.label(post.cell), post.draft.threat[post.cell]
        if threat <= 0:
            return f"no enemy can attack {where} next turn"
        share = percent(post.draft.risk()[post.row, post.cell])
        return f"the enemy could bring {threat:.0f} against {where}, an expected loss of {share}"
