"""Doctrine: go for the places that victory asks for and the enemy holds."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.board.network import TICKS
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.rule import FieldRule, Floats, Post
from engine.records.base import col
from engine.scenario.sentences import counted

TURN = 24.0
"""Ticks that count as a turn's march."""

FAR_AWAY = 200.0
"""Ticks beyond which a place draws nobody."""

NEVER = 1 << 20


class TakeObjectives(FieldRule, frozen=True, kw_only=True):
    """Draws units towards the enemy's places, several to each, and into those that lie open."""

    key: ClassVar[str] = "objectives"
    title: ClassVar[str] = "Take what victory counts"
    help: ClassVar[str] = (
        "An enemy place that lies open is taken; others draw units by how near they are, less so the more units "
        "are on their way already."
    )
    goal: ClassVar[str] = "take the places that count"

    pull: Annotated[float, col("Pull", "Worth of coming near, against taking", ge=0, le=1)] = 0.6
    flat: Annotated[float, col("Small places", "Worth of a place without value, against the best", ge=0, le=1)] = 0.5
    crowd: Annotated[int, col("Units to a place", "So many units may make for one place before it palls", ge=1)] = 3

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """One in an open place, less on the way."""
        wanted = [
            number for number, one in enumerate(look.objectives) if look.view.state.control[one.place] != look.side
        ]
        if not wanted:
            return np.zeros(draft.can.shape, np.float64)
        close = draft.kept("close", lambda: _close(look, draft, wanted))
        appetite = np.array([self._share(look, number) * self._appetite(look, draft, number) for number in wanted])
        found: Floats = (self.pull * appetite[:, None, None] * close).max(axis=0)
        for number in wanted:
            cell = look.objectives[number].cell
            if not look.enemy[cell] and not draft.held[cell]:
                found[:, cell] = self._share(look, number)
        return found

    def _share(self, look: Appraisal, number: int) -> float:
        """What a place counts against the best of all."""
        return self.flat + (1 - self.flat) * look.objectives[number].worth / look.lie.ground.most

    def seize(self, look: Appraisal, draft: FirstDraft) -> list[tuple[int, int]]:
        """On the last turn: units (rows) and cells, so that every open place is taken by somebody if it can be."""
        if look.turn < look.turns:
            return []
        rows = {row for row in range(len(draft.pieces)) if draft.open[row]}
        found = []
        for number, one in enumerate(look.objectives):
            if look.view.state.control[one.place] == look.side or look.enemy[one.cell] or draft.held[one.cell]:
                continue
            ways = {row: int(look.ways[draft.force.kind[row], number, draft.force.cell[row]]) for row in rows}
            near = [row for row in rows if ways[row] <= look.march * TICKS * draft.force.movement[row]]
            if not near:
                continue
            row = min(near, key=lambda row: (not draft.can[row, one.cell], float(draft.force.attack[row]), row))
            rows.remove(row)
            to_go = np.where(draft.can[row] > 0, look.ways[draft.force.kind[row], number], NEVER)
            found.append((row, int(to_go.argmin())))
        return found

    def _appetite(self, look: Appraisal, draft: FirstDraft, number: int) -> float:
        """Less for a place that many units make for already."""
        cells = np.array(list(draft.goes.values()), np.int64)
        if not len(cells):
            return 1.0
        bound = int((look.ways[0, number, cells] <= TURN).sum())
        return 1.0 / (1.0 + max(bound - self.crowd + 1, 0))

    def say(self, post: Post) -> str:
        """Which place it is about."""
        kind = int(post.draft.force.kind[post.row])
        wanted = [
            (int(post.look.ways[kind, number, post.cell]), number)
            for number, one in enumerate(post.look.objectives)
            if post.look.view.state.control[one.place] != post.look.side
        ]
        if not wanted:
            return "nothing is left to take"
        way, number = min(wanted)
        name = post.look.label(post.look.objectives[number].cell)
        return f"takes {name}" if way == 0 else f"{counted(way / 4, 'movement point')} from {name}"


def _close(look: Appraisal, draft: FirstDraft, wanted: list[int]) -> Floats:
    """How near each cell is to each of these places for each unit, 1 in it, 0 far away."""
    return np.array([np.maximum(1 - look.ways[draft.force.kind, number] / FAR_AWAY, 0) for number in wanted])
