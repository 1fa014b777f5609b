"""Camps: groups of units that come to harm where they stand together or side by side, and are therefore kept apart."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.bots.staff.battles import BattlePlan
from engine.bots.staff.draft import Draft
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]

NONE = -1
"""In place of the number of a camp: a group that belongs to none."""


def camps_of(table: Table, groups: Iterable[tuple[int, ...]]) -> Ints:
    """By group of units the camp that it belongs to."""
    numbers: dict[int, int] = {}
    for rule in table.answering("estranged"):
        for camp in rule.estranged(table):
            number = len(set(numbers.values()))
            numbers.update(dict.fromkeys(camp, number))
    return np.array([max(numbers.get(piece, NONE) for piece in group) for group in groups], np.int32)


class Camps:
    """Who of a draft belongs to which camp, and which cells the others have taken."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.camp = camps_of(draft.look.table, draft.force.groups)
        table, moving = draft.look.table, {piece for group in draft.force.groups for piece in group}
        if (self.camp != NONE).any():
            still = [piece for piece in table.on_map(draft.look.side) if piece not in moving]
            for piece, camp in zip(still, camps_of(table, [(piece,) for piece in still]).tolist(), strict=True):
                self._keep_off(camp, table.state.cell[piece])

    def parted(self, plans: list[BattlePlan]) -> list[tuple[int, list[int]]]:
        """Who could not take part in the battles as planned, the most promising first, and the cells shut to him."""
        attack = self.draft.force.attack
        listed = [
            (row, cell)
            for plan in plans
            for row, cell in sorted(zip(plan.rows, plan.cells, strict=True), key=lambda one: (-attack[one[0]], one[0]))
        ]
        return self._mixed(listed)

    def mixed(self, rows: list[int], posts: list[int]) -> list[tuple[int, list[int]]]:
        """Whose posts lie beside those of another camp, the strongest first, and the cells shut to him."""
        defence = self.draft.force.defence
        listed = sorted(zip(rows, posts, strict=True), key=lambda one: (-defence[one[0]], one[0]))
        return self._mixed([(row, cell) for row, cell in listed if cell >= 0])

    def _mixed(self, listed: list[tuple[int, int]]) -> list[tuple[int, list[int]]]:
        near = self.draft.look.table.setting.neighbours
        taken: dict[int, set[int]] = {}
        found = []
        for row, cell in listed:
            camp = int(self.camp[row])
            if camp == NONE:
                continue
            shut = set[int]().union(*(cells for other, cells in taken.items() if other != camp))
            if cell in shut:
                found.append((row, sorted(shut)))
            else:
                taken.setdefault(camp, set()).update((cell, *near[cell]))
        return found

    def take(self, row: int, cell: int) -> None:
        """A group is sent to a cell: those of other camps who have no post yet keep away from it."""
        self._keep_off(int(self.camp[row]), cell)

    def _keep_off(self, camp: int, cell: int) -> None:
        if camp != NONE:
            others = np.flatnonzero(self.draft.open & (self.camp != NONE) & (self.camp != camp))
            self.shut(others.tolist(), [cell, *self.draft.look.table.setting.neighbours[cell]])

    def shut(self, rows: list[int], cells: list[int]) -> None:
        """Let these groups end in none of the cells, but for those who could then end nowhere."""
        for row in rows:
            can = self.draft.can[row].copy()
            can[cells] = 0
            if can.any():
                self.draft.can[row] = can
