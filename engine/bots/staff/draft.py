"""A plan of moves in the making: who may go where, and the formation that stands so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc
from engine.bots.doctrine.lie import UNBOUND
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.force import Force, force_of
from engine.bots.staff.tolls import Ladder
from engine.rules.movement import movable, phase_rule, reach_of, stack_reach
from engine.rules.phase import Ways
from engine.rules.reach import MoveMode, Reach, used_key
from engine.rules.stacking import broken_limit
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


class Draft:
    """The groups that may move, the cells they may end in, and where the others stand."""

    def __init__(self, look: Assessment, barred: Mapping[int, set[int]], still: bool = False) -> None:
        self.look = look
        table = look.table
        rule = None if still else phase_rule(table)
        free = [] if still else movable(table, look.side)
        together = bool(rule and rule.stacks)
        held = [] if still or together or not look.horizon.my_combat else self._held_fast(set(free))
        self.force: Force = force_of(table, look.lie, look.side, [*free, *held], together)
        self.ways: list[list[tuple[Ways, Flags]]] = []
        self.can: Flags = np.zeros((len(self.force), look.board.size), np.uint8)
        for row, group in enumerate(self.force.groups):
            if group[0] in held:
                self._stay(row)
                continue
            self._reach(row, group, set().union(*(barred.get(piece, set()) for piece in group)))
        self.open = np.ones(len(self.force), np.bool_)
        self.post: Ints = self.force.cell.copy()
        self.member = self._members([self.force.groups[row] for row in range(len(self.force))])
        self.most: Ints = look.lie.limits
        self._stand({*free, *held})
        self._capacity: dict[str, float] = {}
        self._planned: dict[int, list[int]] = {}
        self._limited = any(mode.capacity for mode in rule.modes) if rule else True

    def _held_fast(self, moving: set[int]) -> list[int]:
        """The units that may not move now, as those in a zone of control, but may fight afterwards where they are."""
        table = self.look.table
        return [piece for piece in table.on_map(self.look.side) if piece not in moving and table.face(piece).attack > 0]

    def _stay(self, row: int) -> None:
        self.can[row, self.force.cell[row]] = 1
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
        listed = []
        for ways in found:
            flags = ends_of(ways, self.look.board.size)
            if barred:
                flags[list(barred)] = 0
            listed.append((ways, flags))
            self.can[row] |= flags
        self.can[row, self.force.cell[row]] = 1
        return listed

    def _members(self, groups: list[tuple[int, ...]]) -> Flags:
        """How much of every stacking limit each group takes."""
        unit, taken = self.look.table.unit, self.look.lie.taken
        found = [[sum(one) for one in zip(*(taken(unit(piece)) for piece in group), strict=True)] for group in groups]
        return np.ascontiguousarray(np.array(found, np.uint8).reshape(len(groups), len(self.look.lie.limits)).T)

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
        for force, members in ((still, self._members(still.groups)), (self.force, self.member)):
            for limit in range(len(self.most)):
                np.add.at(self.count[limit], force.cell, members[limit])
        self.zones = self.zones_of(still.cell)

    def zones_of(self, cells: Ints) -> npt.NDArray[np.int16]:
        """How many groups that stand in these cells reach into each cell."""
        board = self.look.board
        ones = self.look.kept("every edge", lambda: np.ones(len(board.indices), np.uint8))
        return zoc(board.indptr, board.indices, ones, cells)

    @property
    def held(self) -> Flags:
        """The cells that the formation holds."""
        return (self.here > 0).astype(np.uint8)

    def fits(self, row: int, cell: int) -> bool:
        """Whether a group has room in a cell."""
        more = 0 if cell == self.force.cell[row] else self.member[:, row]
        return bool(np.all((self.member[:, row] == 0) | (self.count[:, cell] + more <= self.most)))

    def room(self, row: int) -> npt.NDArray[np.bool_]:
        """The cells that still have room for a group."""
        more = self.member[:, row].astype(np.int32)[:, None]
        room: npt.NDArray[np.bool_] = ((more == 0) | (self.count + more <= self.most[:, None])).all(axis=0)
        room[self.force.cell[row]] = self.fits(row, int(self.force.cell[row]))
        return room

    def admits(self, row: int, cell: int) -> bool:
        """Whether those who stand in a cell, as planned so far, and a group may stand there together."""
        if cell == self.force.cell[row] or not (self.most == UNBOUND).any():
            return True
        table = self.look.table
        there = self._planned.setdefault(
            cell, [one for one in table.stack(cell) if table.side_of(one) == self.look.side]
        )
        return broken_limit(table, [*there, *self.force.groups[row]], cell) is None

    def _note(self, row: int, cell: int) -> None:
        """Write down who stands where, for limits that depend on who else does."""
        home, table = int(self.force.cell[row]), self.look.table
        for each in (home, cell):
            self._planned.setdefault(each, [one for one in table.stack(each) if table.side_of(one) == self.look.side])
        for piece in self.force.groups[row]:
            self._planned[home].remove(piece)
            self._planned[cell].append(piece)

    def assign(self, row: int, cell: int) -> None:
        """Decide that a group ends in a cell."""
        self._note(row, cell)
        self.open[row] = False
        self.post[row] = cell
        self.here[cell] += 1
        self.strength[cell] += float(self.force.defence[row])
        self.steps[cell] = (*self.steps.get(cell, ()), *self.force.ladders[row])
        self.count[:, self.force.cell[row]] -= self.member[:, row]
        self.count[:, cell] += self.member[:, row]
        start, end = self.look.board.indptr[cell], self.look.board.indptr[cell + 1]
        self.zones[self.look.board.indices[start:end]] += 1
        mode = self.carried(row, cell)
        if mode is not None:
            self._capacity[mode.name] = self.left(mode) - self.load(row, mode)
            self.keep_off(mode, [other for other in self.rows() if self.load(other, mode) > self.left(mode)])

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


def ends_of(ways: Ways, size: int) -> Flags:
    """The cells where a move may end."""
    if isinstance(ways, Reach):
        return ways.ends.astype(np.uint8)
    flags: Flags = np.zeros(size, np.uint8)
    flags[ways.cells()] = 1
    return flags
