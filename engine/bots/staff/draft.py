"""A plan of moves in the making: who may go where, and the formation that stands so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc
from engine.bots.doctrine.lie import UNBOUND
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.force import Force, Group, force_of, parted
from engine.bots.staff.tolls import Ladder
from engine.rules.movement import movable, phase_rule, reach_of, stack_reach
from engine.rules.phase import Ways
from engine.rules.reach import MoveMode, Reach, used_key
from engine.rules.stacking import broken_limit
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


NEVER = 1 << 20
"""Ticks that nobody has."""

TENTATIVE = ("open", "post", "here", "strength", "steps", "count", "zones", "can", "ways", "_capacity")
"""What a decision of a draft changes."""


@dataclass(frozen=True)
class DivisionPart:
    """Units of a parted division that stand in one cell, their ways, and the cells where they may end."""

    group: Group
    ways: list[tuple[Ways, Flags]]
    can: Flags

    def path(self, cell: int) -> tuple[int, ...]:
        """The way to a cell."""
        return next(ways.path(cell) for ways, flags in self.ways if flags[cell])


class Draft:
    """The groups that may move, the cells they may end in, and where the others stand.

    With `whole` divisions that are worth more together stand alone in their cells, and those that were parted are
    one group wherever all of it can meet; with `still` those who move no more are there as well while battles follow.
    With `frozen` nobody moves at all.
    """

    def __init__(
        self,
        look: Assessment,
        barred: Mapping[int, set[int]],
        *,
        whole: bool = False,
        still: bool = False,
        frozen: bool = False,
    ) -> None:
        self.look = look
        table = look.table
        rule = None if frozen else phase_rule(table)
        free = [] if frozen else movable(table, look.side)
        over = look.last and not look.horizon.my_combat
        self.whole = whole and not over
        self.together = bool(rule and rule.stacks) and not (whole and over)
        fights = look.horizon.my_combat and not frozen
        held = self.held_fast = self._held_fast(set(free), still) if fights else []
        self.parts = self._meetings(free) if self.whole and self.together else {}
        listed = [*free, *held]
        self.force: Force = force_of(table, look.lie, look.side, listed, self.together, list(self.parts))
        self.ways: list[list[tuple[Ways, Flags]]] = []
        self.can: Flags = np.zeros((len(self.force), look.board.size), np.uint8)
        for row, group in enumerate(self.force.groups):
            if group in self.parts:
                self._meet(row, group)
            elif group[0] in held:
                self._stay(row)
            else:
                self._reach(row, group, {cell for piece in group for cell in barred.get(piece, ())})
        self.open = np.ones(len(self.force), np.bool_)
        self.post: Ints = self.force.cell.copy()
        alone = [look.terrain.room] if self.whole else []
        self.most: Ints = np.append(look.lie.limits, alone).astype(np.int32)
        self.member = self._members(self.force)
        self._conditional = bool((self.most == UNBOUND).any())
        self._stand({*free, *held})
        self._capacity: dict[str, float] = {}
        self._planned: dict[int, list[int]] = {}
        self._limited = any(mode.capacity for mode in rule.modes) if rule else True

    def _held_fast(self, moving: set[int], still: bool) -> list[int]:
        """The units that may not move now, as those in a zone of control, but may fight afterwards where they are."""
        table = self.look.table
        if self.together and not still:
            return []
        rest = [piece for piece in table.on_map(self.look.side) if piece not in moving]
        found = [piece for piece in rest if table.face(piece).attack > 0]
        return [piece for piece in found if table.verdict("may_attack", piece)] if self.together else found

    def _stay(self, row: int) -> None:
        self.can[row, self.force.cell[row]] = 1
        self.ways.append([])

    def _meetings(self, free: list[int]) -> dict[Group, list[DivisionPart]]:
        """The parted divisions whose units can all come to some cell, each with its parts."""
        found = {}
        for group in parted(self.look.table, free):
            parts = [self._part(tuple(together)) for together in self._by_cell(group)]
            if np.logical_and.reduce([part.can for part in parts]).any():
                found[group] = parts
        return found

    def _by_cell(self, group: Group) -> list[list[int]]:
        cells: dict[int, list[int]] = {}
        for piece in group:
            cells.setdefault(self.look.table.state.cell[piece], []).append(piece)
        return list(cells.values())

    def _part(self, group: Group) -> DivisionPart:
        table, can = self.look.table, np.zeros(self.look.board.size, np.uint8)
        can[table.state.cell[group[0]]] = 1
        listed = []
        for ways in reach_of(table, group[0]) if len(group) == 1 else stack_reach(table, group):
            flags = ends_of(ways, self.look.board.size)
            listed.append((ways, flags))
            can |= flags
        return DivisionPart(group, listed, can)

    def _meet(self, row: int, group: Group) -> None:
        self.can[row] = np.logical_and.reduce([part.can for part in self.parts[group]])
        self.ways.append([])

    def _reach(self, row: int, group: tuple[int, ...], barred: set[int]) -> None:
        self.ways.append(self._listed(row, self.look.table, group, barred))

    def reach_anew(self, row: int, table: Table) -> None:
        """Where a group can go from where it is if others stand as on this table."""
        self.can[row] = 0
        self.ways[row] = self._listed(row, table, self.force.groups[row], set())

    def _listed(self, row: int, table: Table, group: tuple[int, ...], barred: set[int]) -> list[tuple[Ways, Flags]]:
        """The ways of a group, each with the cells it leads to; what it can reach is written down."""
        found: Sequence[Ways] = reach_of(table, group[0]) if len(group) == 1 else stack_reach(table, group)
        asked, can = table.answering("shunned"), self.can[row]
        shunned = [cells for one in asked for piece in group if (cells := one.shunned(table, piece)) is not None]
        listed = []
        for ways in found:
            flags = ends_of(ways, self.look.board.size)
            if barred:
                flags[list(barred)] = 0
            for cells in shunned:
                flags[cells] = 0
            flags = self._allowed(table, group, ways, flags)
            listed.append((ways, flags))
            can |= flags
        if table.verdict("owes", group[0]) or not can.any():
            can[self.force.cell[row]] = 1
        return listed

    def _allowed(self, table: Table, group: Group, ways: Ways, flags: Flags) -> Flags:
        """Of the cells that ways lead to those where a unit is not lost, and owes no further move if it owes one."""
        if not table.answering("owes") and not table.answering("fatal"):
            return flags
        found = flags.copy()
        found[sorted(cell for piece in group for cell in lost_in(table, piece))] = 0
        if not table.verdict("owes", group[0]) and isinstance(ways, Reach):
            step = self.look.kept(("least step", group[0]), lambda: self._least_steps(table, group[0]))
            found &= (ways.budget - ways.spent < step).astype(np.uint8)
        return found if found.any() else flags

    def _least_steps(self, table: Table, piece: int) -> Ints:
        """By cell, the ticks of the cheapest step out of it."""
        costs, found = self.look.costs[self.look.lie.kind(table.unit(piece))], np.full(self.look.board.size, NEVER)
        np.minimum.at(found, self.look.lie.owners, np.where(costs < 0, NEVER, costs))
        return found.astype(np.int32)

    def _members(self, force: Force) -> Flags:
        """How much of every stacking limit each group takes; a whole division takes all the room that there is."""
        unit, taken, groups = self.look.table.unit, self.look.lie.taken, force.groups
        found = [[sum(one) for one in zip(*(taken(unit(piece)) for piece in group), strict=True)] for group in groups]
        if self.whole:
            for one, group, station in zip(found, groups, force.station, strict=True):
                one.append(0 if station else self.look.terrain.room if len(group) > 1 else 1)
        return np.ascontiguousarray(np.array(found, np.uint8).reshape(len(groups), len(self.most)).T)

    def _stand(self, moving: set[int]) -> None:
        """Put down those that do not move; room is also kept for those who may, where they are."""
        look, size, table = self.look, self.look.board.size, self.look.table
        rest = [piece for piece in table.on_map(look.side) if piece not in moving]
        still = force_of(table, look.lie, look.side, rest, look.together(look.side))
        self.here: Ints = np.bincount(still.cell, minlength=size).astype(np.int32)
        self.strength: Floats = np.bincount(still.cell, still.defence, minlength=size).astype(np.float64)
        self.steps: dict[int, tuple[Ladder, ...]] = {}
        for cell, ladders in zip(still.cell.tolist(), still.ladders, strict=True):
            self.steps[cell] = (*self.steps.get(cell, ()), *ladders)
        self.count: Ints = look.lie.room.copy()
        if self.whole:
            self.count = np.vstack([self.count, np.zeros((1, size), np.int32)])
        for force, members in ((still, self._members(still)), (self.force, self.member)):
            for limit in range(len(self.most)):
                np.add.at(self.count[limit], force.cell, members[limit])
        self.zones = self.zones_of(still.cell)

    def zones_of(self, cells: Ints) -> npt.NDArray[np.int16]:
        """How many groups that stand in these cells reach into each cell."""
        board = self.look.board
        ones = self.look.kept("every edge", lambda: np.ones(len(board.indices), np.uint8))
        return zoc(board.net, ones, cells)

    @property
    def held(self) -> Flags:
        """The cells that the formation holds."""
        return (self.here > 0).astype(np.uint8)

    def fits(self, row: int, cell: int) -> bool:
        """Whether a group has room in a cell."""
        at_home = cell == self.force.cell[row]
        listed = zip(self.member[:, row].tolist(), self.count[:, cell].tolist(), self.most.tolist(), strict=True)
        return all(not takes or count + (0 if at_home else takes) <= most for takes, count, most in listed)

    def room(self, row: int) -> npt.NDArray[np.bool_]:
        """The cells that still have room for a group."""
        more = self.member[:, row].astype(np.int32)[:, None]
        room: npt.NDArray[np.bool_] = ((more == 0) | (self.count + more <= self.most[:, None])).all(axis=0)
        room[self.force.cell[row]] = self.fits(row, int(self.force.cell[row]))
        return room

    def admits(self, row: int, cell: int) -> bool:
        """Whether those who stand in a cell, as planned so far, and a group may stand there together."""
        if not self._conditional or cell == self.force.cell[row]:
            return True
        return broken_limit(self.look.table, [*self._there(cell), *self.force.groups[row]], cell) is None

    def _there(self, cell: int) -> list[int]:
        """Who stands in a cell as planned so far."""
        if cell not in self._planned:
            table = self.look.table
            self._planned[cell] = [one for one in table.stack(cell) if table.side_of(one) == self.look.side]
        return self._planned[cell]

    def _note(self, row: int, cell: int) -> None:
        """Write down who stands where, for limits that depend on who else does."""
        if self._conditional:
            there = self._there(cell)
            for piece in self.force.groups[row]:
                self._there(self.look.table.state.cell[piece]).remove(piece)
                there.append(piece)

    def assign(self, row: int, cell: int) -> None:
        """Decide that a group ends in a cell."""
        self._note(row, cell)
        self.open[row] = False
        self.post[row] = cell
        self.here[cell] += 1
        self.strength[cell] += float(self.force.defence[row])
        self.steps[cell] = (*self.steps.get(cell, ()), *self.force.ladders[row])
        home = int(self.force.cell[row])
        if cell != home:
            self.count[:, home] -= self.member[:, row]
            self.count[:, cell] += self.member[:, row]
        self.zones[self.look.beside(cell)] += 1
        mode = self.carried(row, cell)
        if mode is not None:
            self._capacity[mode.name] = self.left(mode) - self.load(row, mode)
            self.keep_off(mode, [other for other in self.rows() if self.load(other, mode) > self.left(mode)])

    @contextmanager
    def in_thought(self) -> Iterator[None]:
        """Whatever is decided meanwhile is forgotten again."""
        kept = {name: copy(getattr(self, name)) for name in TENTATIVE}
        planned = {cell: list(pieces) for cell, pieces in self._planned.items()}
        try:
            yield
        finally:
            for name, value in kept.items():
                setattr(self, name, value)
            self._planned = planned

    # Ways that only so many may use

    def carried(self, row: int, cell: int) -> MoveMode | None:
        """The way of limited capacity by which a group comes to a cell, if it needs one."""
        if not self._limited or cell < 0 or cell == self.force.cell[row]:
            return None
        ways = next(ways for ways, flags in self.ways[row] if flags[cell])
        return ways.mode if isinstance(ways, Reach) and ways.mode.capacity else None

    def left(self, mode: MoveMode) -> float:
        """How much of a mode's capacity is left."""
        table = self.look.table
        used = used_key(table, self.look.side, mode)
        return self._capacity.setdefault(mode.name, mode.capacity - table.count(used))

    def load(self, row: int, mode: MoveMode) -> float:
        """How much of a mode's capacity a group takes."""
        return sum(mode.weight(self.look.table, piece) for piece in self.force.groups[row])

    def keep_off(self, mode: MoveMode, rows: list[int]) -> None:
        """Let these groups not use a mode."""
        for row in rows:
            self.ways[row] = [(ways, flags) for ways, flags in self.ways[row] if getattr(ways, "mode", None) != mode]
            self.can[row] = 0
            for _, flags in self.ways[row]:
                self.can[row] |= flags
            self.can[row, self.force.cell[row]] = 1

    def path(self, row: int, cell: int) -> tuple[int, ...]:
        """The way of a group to a cell."""
        return next(ways.path(cell) for ways, flags in self.ways[row] if flags[cell])

    def rows(self) -> list[int]:
        """The groups without a post so far."""
        found: list[int] = np.flatnonzero(self.open).tolist()
        return found


def lost_in(table: Table, piece: int) -> set[int]:
    """The cells where a unit is lost if it ends the phase there."""
    return {cell for one in table.answering("fatal") for cell in one.fatal(table, piece)}


def ends_of(ways: Ways, size: int) -> Flags:
    """The cells where a move may end."""
    if isinstance(ways, Reach):
        return ways.ends.view(np.uint8)
    flags: Flags = np.zeros(size, np.uint8)
    flags[ways.cells()] = 1
    return flags
