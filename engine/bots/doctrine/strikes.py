"""Doctrine where moving is fighting: strike where enough can be brought together, one blow after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.by_value import unit_value
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.ground import Objective
from engine.bots.rule import DoctrineRule
from engine.bots.words import points
from engine.records.base import col
from engine.state import Status

Flags = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Blow:
    """A move that takes a cell, or that brings a unit up so that another can take one."""

    score: float
    row: int
    cell: int
    target: int
    why: str


class StrikeBlows(DoctrineRule, frozen=True, kw_only=True):
    """Takes enemy units and open places, the best first, bringing up support where it is needed."""

    key: ClassVar[str] = "strike"
    title: ClassVar[str] = "Strike where enough can be brought together"
    help: ClassVar[str] = (
        "For games where moving is fighting: every enemy unit and open place in reach is weighed by what it is worth, "
        "how many units it ties down, and what the enemy could do in return."
    )
    goal: ClassVar[str] = "destroy the enemy and take places"
    over: ClassVar[tuple[str, ...]] = ("least", "effort", "fear", "guard")

    kill: Annotated[float, col("Worth of an enemy unit", ge=0, le=10)] = 1.0
    place: Annotated[
        float, col("Worth of a place", "Of one without value; below 0: it only ties units down", ge=-10, le=10)
    ] = 0.6
    centre: Annotated[float, col("Worth of the greatest place", ge=0, le=10)] = 2.5
    last: Annotated[float, col("On the last turn", "A place is worth so many times as much", ge=1, le=10)] = 3.0
    effort: Annotated[float, col("Cost of each unit tied down", ge=0, le=10)] = 0.3
    fear: Annotated[float, col("Cost of standing exposed", ge=0, le=10)] = 0.5
    guard: Annotated[float, col("Guards", "Cost of leaving a place open, against its worth", ge=0, le=10)] = 0.6
    least: Annotated[float, col("Least worth", ge=0, le=10)] = 0.1

    def ranked(self, look: Appraisal, draft: FirstDraft, ends: Flags) -> list[Blow]:
        """The blows that are worth striking now, the best first."""
        risk = draft.risk()[0] if len(draft.pieces) else np.zeros(look.board.size)
        blows = [blow for cell in self._targets(look, ends) if (blow := self._blow(look, draft, ends, risk, cell))]
        return sorted(blows, key=lambda blow: (-blow.score, blow.cell))

    def _targets(self, look: Appraisal, ends: Flags) -> list[int]:
        reached = ends.max(axis=0, initial=0) > 0
        cells = {int(cell) for cell in look.theirs.cell if reached[cell]}
        cells |= {one.cell for one in look.wanted if reached[one.cell] and not look.table.stack(one.cell)}
        return sorted(cells)

    def _blow(
        self, look: Appraisal, draft: FirstDraft, ends: Flags, risk: npt.NDArray[np.float64], cell: int
    ) -> Blow | None:
        short = self._short(look, cell)
        rows = [row for row in range(len(draft.pieces)) if ends[row, cell]]
        worth = self._worth(look, cell) - self.fear * float(risk[cell]) - self.effort
        if short <= 0:
            entrant = min(rows, key=lambda row: self._keenness(draft, ends, row, cell))
            worth -= self._uncovered(draft, entrant)
            text = f"takes {look.label(cell)}, worth {points(worth, 'enemy unit')}"
            return Blow(worth, entrant, cell, cell, text) if worth >= self.least else None
        helper = self._helper(look, draft, ends, rows, cell, short, risk)
        if helper is None:
            return None
        worth -= self.effort * short + self._uncovered(draft, helper[0])
        if worth < self.least:
            return None
        return Blow(worth, helper[0], helper[1], cell, f"comes up to support the attack on {look.label(cell)}")

    def _worth(self, look: Appraisal, cell: int) -> float:
        found = self.kill * len(look.table.stack(cell))
        return found + sum(self._prize(look, one) for one in look.wanted if one.cell == cell)

    def _prize(self, look: Appraisal, one: Objective) -> float:
        if look.turn == look.turns:
            return self.last * self.centre
        return self.place + (self.centre - self.place) * one.worth / look.lie.ground.most

    def _uncovered(self, draft: FirstDraft, row: int) -> float:
        """What is lost when a unit leaves the place that it alone guards and that the enemy could walk into."""
        look, here = draft.look, int(draft.force.cell[row])
        if not draft.raided[here] or len(look.table.stack(here)) > 1:
            return 0.0
        return self.guard * sum(max(self._prize(look, one), 0.0) for one in look.held if one.cell == here)

    def _short(self, look: Appraisal, cell: int) -> int:
        """How many more supporters an attack on a cell needs."""
        defence = len(look.table.stack(cell)) * unit_value(look, look.foe, look.turn)
        attack = unit_value(look, look.side, look.turn)
        needed = int(defence // attack) + 1 if defence else 1
        return needed - 1 - len(self._beside(look, cell))

    def _beside(self, look: Appraisal, cell: int) -> list[int]:
        found = []
        for other in look.view.setting.neighbours[cell]:
            stack = look.table.stack(other)
            if len(stack) == 1 and look.table.side_of(stack[0]) == look.side:
                found.append(stack[0])
        return found

    def _keenness(self, draft: FirstDraft, ends: Flags, row: int, cell: int) -> tuple[float, int, int]:
        """Units with little else to do go first, supporters of the same attack and guards last."""
        beside = draft.force.cell[row] in draft.look.view.setting.neighbours[cell]
        return (float(beside) + self._uncovered(draft, row), int(ends[row].sum()), row)

    def _helper(
        self,
        look: Appraisal,
        draft: FirstDraft,
        ends: Flags,
        rows: list[int],
        cell: int,
        short: int,
        risk: npt.NDArray[np.float64],
    ) -> tuple[int, int] | None:
        """A unit to bring up beside the cell, if as many as are needed can come and one is left to attack."""
        spots = [
            other
            for other in look.view.setting.neighbours[cell]
            if not look.table.stack(other) and ends[:, other].any()
        ]
        near = set(self._beside(look, cell))
        helpers = [
            row
            for row in range(len(draft.pieces))
            if draft.pieces[row] not in near and any(ends[row, spot] for spot in spots)
        ]
        attackers = [row for row in rows if row not in helpers] or rows
        if len(spots) < short or len(set(helpers) | set(attackers)) < short + 1 or len(helpers) < short:
            return None
        free = [row for row in helpers if row != attackers[0]] or helpers
        row = min(free, key=lambda row: (self._uncovered(draft, row), row in rows, int(ends[row].sum()), row))
        spot = min((spot for spot in spots if ends[row, spot]), key=lambda spot: (float(risk[spot]), spot))
        return row, spot


def unmoved(look: Appraisal) -> list[int]:
    """The pieces that have not moved in this phase."""
    return [piece for piece in look.mine.pieces if not look.view.state.status[piece] & Status.MOVED]
