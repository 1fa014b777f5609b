"""Doctrine: stand ready to strike at the enemy's places when it is our turn again."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.board.network import TICKS
from engine.bots.doctrine.appraisal import Appraisal, Ints
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.horizon import budgets, next_strike
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col

FAR_AWAY = 48.0
"""Ticks beyond striking distance at which a cell is worth nothing."""


class MakeReady(FieldRule, frozen=True, kw_only=True):
    """Likes cells from which a unit can attack an enemy place on the next turn."""

    key: ClassVar[str] = "make-ready"
    title: ClassVar[str] = "Make ready to strike"
    help: ClassVar[str] = (
        "Units take post within striking distance of enemy places, so that on the next turn enough of them can "
        "attack each; the weakest garrisons draw most."
    )
    goal: ClassVar[str] = "strike at the enemy's places next turn"

    turns: Annotated[int, col("Last turns", "Counts in so many turns before the last", ge=1, le=50)] = 2
    odds: Annotated[float, col("Odds", "Attack to defence that is gathered against a place", gt=0, le=10)] = 3.0

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """One within striking distance of a place for which not enough others stand ready."""
        phases = next_strike(look.view.table, look.turn, look.view.state.phase, look.side)
        if phases is None or look.turns - look.turn > self.turns:
            return None
        none = np.zeros(look.board.size, np.int16)
        reach = budgets(look.view, draft.force, phases, none) + TICKS
        found = np.zeros(draft.can.shape, np.float64)
        for number, one in enumerate(look.objectives):
            if look.view.state.control[one.place] == look.side or not look.enemy[one.cell]:
                continue
            beyond = np.maximum(look.ways[draft.force.kind, number] - reach[:, None], 0)
            near = self._appetite(look, draft, number, reach) * np.maximum(1 - beyond / FAR_AWAY, 0)
            np.maximum(found, near, out=found)
        return found

    def _appetite(self, look: Appraisal, draft: FirstDraft, number: int, reach: Ints) -> float:
        """How far the units that already stand ready fall short of what the place asks for; weak places first."""
        cell = look.objectives[number].cell
        defence = sum(
            float(look.theirs.defence[look.theirs.index[piece]])
            for piece in look.table.stack(cell)
            if piece in look.theirs.index
        )
        wanted = max(defence, 1.0) * (self.odds - int(look.lie.shift[cell]))
        ready = 0.0
        for piece, post in draft.goes.items():
            row = draft.force.index[piece]
            if look.ways[draft.force.kind[row], number, post] <= reach[row]:
                ready += float(draft.force.attack[row])
        return max(1.0 - ready / wanted, 0.0) * min(1.0, 40.0 / (20.0 + wanted))

    def say(self, post: Post) -> str:
        """Which place it threatens."""
        look, kind = post.look, int(post.draft.force.kind[post.row])
        ways = [
            (int(look.ways[kind, number, post.cell]), number)
            for number, one in enumerate(look.objectives)
            if look.view.state.control[one.place] != look.side and look.enemy[one.cell]
        ]
        if not ways:
            return "nothing is left to strike at"
        return f"within reach of {look.label(look.objectives[min(ways)[1]].cell)} next turn"
