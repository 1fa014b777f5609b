"""Units of one cell that overrun together: who they are, how far they get, and what the rules would say there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft, ends_of
from engine.bots.staff.force import strength
from engine.rules.movement import moving, phase_rule, reach_of, stack_reach
from engine.rules.overrun import Overrun
from engine.rules.phase import Ways
from engine.rules.reach import Reach
from engine.rules.table import Table
from engine.state.events import UnitMoved
from engine.state.tasks import MoveUnits

Flags = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]

LARGE = 4
"""The most units that are reckoned to overrun together."""


@dataclass(frozen=True)
class Company:
    """Units that may overrun together, their strength, what they have left after it by cell, and the ways there.

    `left` is in ticks, less than nothing where they cannot pay for it.
    """

    group: tuple[int, ...]
    row: int
    home: int
    attack: float
    left: Ints
    ways: tuple[tuple[Ways, Flags], ...]
    movement: float = 0.0

    @property
    def near(self) -> npt.NDArray[np.bool_]:
        """The cells that they can do it from."""
        return self.left >= 0

    def ends(self) -> Iterator[npt.NDArray[np.int64]]:
        """By way of moving, the cells where they could end without a fight."""
        for _, flags in self.ways:
            yield np.flatnonzero(flags)

    def path(self, cell: int) -> tuple[int, ...]:
        """The way to a cell; only the cell where they stand already."""
        if cell == self.home:
            return (cell,)
        return next(ways.path(cell) for ways, flags in self.ways if flags[cell])


def companies(look: Assessment, draft: Draft, rule: Overrun, spared: Collection[int] = ()) -> list[Company]:
    """Of every cell the strongest unit that may overrun, the two strongest together, and so on; not those spared."""
    table, busy = look.table, set(moving(look.table))
    stands: dict[tuple[int, bool], list[tuple[float, int]]] = {}
    for row, group in enumerate(draft.force.groups):
        if draft.force.station[row] or not draft.ways[row] or row in spared:
            continue
        for piece in group:
            unit = table.unit(piece)
            if rule.units.matches(unit) and not any(flag in unit.flags for flag in rule.spent):
                key = (int(draft.force.cell[row]), piece in busy)
                stands.setdefault(key, []).append((-float(draft.force.attack[row]), piece))
    stacks = phase_rule(table)
    most = LARGE if stacks is not None and stacks.stacks else 1
    found: list[Company] = []
    for (home, _), members in sorted(stands.items()):
        pieces = [piece for _, piece in sorted(members)]
        for many in range(1, min(len(pieces), most) + 1):
            company = _company(look, rule, tuple(pieces[:many]), home, len(found))
            if company is not None:
                found.append(company)
    return found


def _company(look: Assessment, rule: Overrun, group: tuple[int, ...], home: int, number: int) -> Company | None:
    """The units as a company, if there is any cell from which they can pay for an overrun."""
    table = look.table
    found = reach_of(table, group[0]) if len(group) == 1 else stack_reach(table, group)
    needed = max(rule.least_ticks(table, piece) for piece in group)
    left = np.full(look.board.size, -1, np.int32)
    ways: list[tuple[Ways, Flags]] = []
    for one in found:
        if isinstance(one, Reach) and not one.mode.whole:
            flags = ends_of(one, look.board.size)
            left = np.maximum(left, np.where(flags > 0, one.budget - one.spent - needed, -1))
            left[home] = max(int(left[home]), one.budget - needed)
            ways.append((one, flags))
    if left.max() < 0:
        return None
    attack = float(int(strength(table, look.side, group, True) * rule.times))
    return Company(group, number, home, attack, left.astype(np.int32), tuple(ways))


def tried(look: Assessment, group: tuple[int, ...], way: tuple[int, ...]) -> Table:
    """The table as it would be with a stack at the end of its way, in the midst of its move."""
    table = Table(look.table.setting, look.table.state.copy(), seed=0)
    home = table.state.cell[group[0]]
    if way[-1] != home:
        for piece in group:
            spent = next(one for one in reach_of(table, piece) if way[-1] in one.cells())
            ticks = int(spent.spent[way[-1]]) if isinstance(spent, Reach) else 0
            table.spend((piece,), (ticks,))
        for piece in group:
            table.do(UnitMoved(piece, home, way[-1], way))
        table.swap(MoveUnits(look.side, group))
    return table
