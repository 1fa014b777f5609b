"""The very end: which open places can truly still be reached past the enemy's zones, and which battles open the way."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.kernels import reach
from engine.bots.doctrine.horizon import own_moves
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.force import Force
from engine.bots.staff.ground import StakedPlace
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

NEVER = 1 << 20


class Finale:
    """What a side can still walk into when it has so many movement phases left and the enemy none."""

    def __init__(self, look: Assessment, force: Force, can: Flags) -> None:
        self.look = look
        self.force = force
        self.can = can > 0
        later = own_moves(look.table, look.turn, look.table.state.phase, look.side)
        self.left: Ints = look.budgets(force, later, False, False)
        self.fast: Ints = look.budgets(force, later, True, False)
        self.zones = zone(look.table, look.foe) > 0
        self._within: Ints = np.where(self.zones[None, :], self.fast[:, None], self.left[:, None])
        self._open: dict[int, bool] = {}
        kinds = np.where(self.left > 0, force.kind, -1)
        self._moving = [(kind, np.flatnonzero(kinds == kind)) for kind in sorted(set(kinds.tolist()) - {-1})]

    def from_where(self, one: StakedPlace, row: int, less: int | None = None) -> Flags:
        """The cells of this phase from which a group still gets into a place, past all enemies but one."""
        found: Flags = self.can[row] & (self._back(one.cell, int(self.force.kind[row]), less) <= self._within[row])
        return found

    def _comes(self, one: StakedPlace, less: int | None = None) -> bool:
        """Whether anybody who still moves gets into a place, past all enemies but one."""
        return any(
            bool((self.can[rows] & (self._back(one.cell, kind, less)[None, :] <= self._within[rows])).any())
            for kind, rows in self._moving
        )

    def opened(self, target: int) -> float:
        """The worth of the places that somebody could get into if the enemies in a cell were gone."""
        look = self.look
        found = 0.0
        for one in look.wanted:
            if look.enemy[one.cell]:
                continue
            if not self._reached(one) and self._comes(one, target):
                found += one.worth
        return found

    def _reached(self, one: StakedPlace) -> bool:
        if one.cell not in self._open:
            self._open[one.cell] = self._comes(one)
        return self._open[one.cell]

    def _back(self, cell: int, kind: int, less: int | None) -> Ints:
        """Ticks that a class of units needs from every cell to this one, as the enemy stands."""
        return self.look.kept(("back", cell, kind, less), lambda: self._walked(cell, kind, less))

    def _walked(self, cell: int, kind: int, less: int | None) -> Ints:
        look, board = self.look, self.look.board
        enemy, zones = look.enemy, zone(look.table, look.foe)
        if less is not None:
            enemy, zones = enemy.copy(), zones.copy()
            enemy[less] = 0
            zones[list(look.table.setting.neighbours[less])] -= len(look.table.stack(less))
        stops = ((zones > 0) & look.terrain.halts).astype(np.uint8)
        costs = np.ascontiguousarray(look.costs[kind][board.reverse])
        most = int(self.left.max(initial=0))
        spent, _ = reach(board.net, costs, cell, most, enemy, stops, False)
        spent = np.where(spent < 0, NEVER, spent)
        spent[cell] = 0
        return spent.astype(np.int32)


def seizures(look: Assessment, draft: Draft, places: list[StakedPlace]) -> list[list[Flags]]:
    """By place and group, the cells of this phase from which the group gets into the place before the end."""
    finale = Finale(look, draft.force, draft.can)
    none = np.zeros(look.board.size, np.bool_)
    return [
        [finale.from_where(one, row) if draft.open[row] else none for row in range(len(draft.force))]  # type: ignore[misc]
        for one in places
    ]
