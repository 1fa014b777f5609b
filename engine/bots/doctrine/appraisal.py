"""The assessment that doctrine rules look at: worked out once a phase, from what the side may know."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.force import PieceForce, force_of
from engine.bots.doctrine.horizon import Horizon, budgets, horizon
from engine.bots.doctrine.lie import Lie, lie_of
from engine.play.view import View

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


TURN = 24.0
"""Ticks that count as a turn's march."""


class Appraisal:
    """Where both sides stand, what counts, and what the enemy could do next."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.table = view.table
        self.side = view.side
        self.foe = 1 - view.side
        self.lie: Lie = lie_of(view.setting)
        self.board = view.setting.board
        self.turn = max(view.state.turn, 1)
        self.turns = view.scenario.about.turns
        self.late = self.turn / self.turns
        self.mine: PieceForce = force_of(view, self.lie, self.side)
        self.theirs: PieceForce = force_of(view, self.lie, self.foe)
        self.objectives = self.lie.ground.objectives
        control = view.state.control
        self.held = [one for one in self.objectives if control[one.place] == self.side]
        self.wanted = [one for one in self.objectives if control[one.place] != self.side]
        self.enemy: Flags = self.table.occupied(self.foe)
        self.enemy_zone = view.zone(self.foe)
        self.costs = self.lie.costs_now(self.table, self.side)
        self._needs: dict[int, Floats] = {}

    @cached_property
    def horizon(self) -> Horizon:
        """What comes next in the sequence of play."""
        return horizon(self.view.table, self.turn, self.view.state.phase, self.side)

    @cached_property
    def first(self) -> Ints:
        """Ticks that each enemy unit may move before he fights."""
        return budgets(self.view, self.theirs, self.horizon.before, self.view.zone(self.side))

    @cached_property
    def second(self) -> Ints:
        """Ticks that each enemy unit may move after that."""
        none = np.zeros(self.board.size, np.int16)
        by_rail = budgets(self.view, self.theirs, self.horizon.before, self.view.zone(self.side), rails=True)
        return budgets(self.view, self.theirs, self.horizon.after, none) + by_rail - self.first

    @property
    def march(self) -> int:
        """How many movement phases this side has left before the enemy's next, this one included."""
        return 1 + self.horizon.my_moves

    def way_to(self, cell: int, kind: int) -> Ints:
        """Ticks from every cell to one cell for a class of units."""
        return self.lie.ground.way_to((cell,), self.lie.classes[kind], self.turn)

    @cached_property
    def ways(self) -> Ints:
        """Ticks from every cell to every objective, by class of units: [class, objective, cell]."""
        return self.lie.ways(self.turn)

    @cached_property
    def enemy_way(self) -> Ints:
        """Ticks from the nearest enemy to every objective, were nobody in between."""
        ways = self.ways
        if not len(self.theirs):
            return np.full(len(self.objectives), 1 << 20, np.int32)
        per = ways[self.theirs.kind, :, self.theirs.cell]
        found: Ints = per.min(axis=0)
        return found

    def need(self, kind: int) -> Floats:
        """How near every cell is, for a class of units, to where the campaign is being decided, between 0 and 1."""
        if kind not in self._needs:
            own = np.array([self.view.state.control[one.place] == self.side for one in self.objectives], bool)
            far = np.where(own, self.enemy_way.astype(np.float64), 0.0)
            pressing = TURN / (TURN + np.abs(far - TURN))
            near = TURN / (TURN + self.ways[kind].astype(np.float64))
            found: Floats = (pressing[:, None] * near).max(axis=0, initial=0.0)
            self._needs[kind] = found
        return self._needs[kind]

    def label(self, cell: int) -> str:
        """A cell as players call it."""
        return self.table.label(cell)
