"""Getting on: how near to its goal a stack could come without a fight, how near by one, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals

if TYPE_CHECKING:
    from engine.bots.staff.companies import Company

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class Tempo:
    """What a movement point of the way to its goal is worth to each unit, for each point of its attack."""

    def __init__(self, draft: Draft, goals: Goals, price: float) -> None:
        self.goals = goals
        self.price = price
        self.rows = {piece: row for row, group in enumerate(draft.force.groups) for piece in group}

    def gained(self, company: Company, starts: Ints, targets: Ints, taken: Floats) -> Floats:
        """By overrun, what it brings the stack nearer to its goal than marching would; less than nothing: it delays."""
        row = self.rows[company.group[0]]
        if self.goals.place[row] is None:
            return np.zeros(len(starts), np.float64)
        way = self.goals.way[row]
        marching = min(int(way[ends].min(initial=int(way[company.home]))) for ends in company.ends())
        through = np.maximum(way[targets] - company.left[starts], 0)
        after = taken * through + (1.0 - taken) * way[starts]
        found: Floats = self.price * company.attack * (marching - after) / TICKS
        return found
