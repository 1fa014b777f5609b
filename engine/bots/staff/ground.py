"""The ground as the staff sees it: what victory counts, and what the terrain does to battles; once for a setting."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.lie import UNBOUND, Lie, lie_of
from engine.bots.ground import MOST_WAYS
from engine.bots.keeping import keep
from engine.bots.staff.force import ground_times
from engine.bots.staff.tolls import Tolls
from engine.ids import Cell
from engine.records.counters import Selector
from engine.rules.combat import OddsCombat, ends_of
from engine.rules.retreat import Retreat
from engine.rules.setting import Setting
from engine.rules.zoc import Zoc

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


CROWD = 10
"""The most groups in a cell that make a difference to how often it is left."""


@dataclass(frozen=True)
class StakedPlace:
    """A place that counts: its number, its cell, and its worth against the mean of all."""

    place: int
    cell: int
    worth: float
    points: float


class Terrain:
    """What the staff works out of a setting once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.lie: Lie = lie_of(setting)
        rule = setting.mechanism(OddsCombat)
        self.single = rule.one_per_hexside
        crt = setting.scenario.combat_tables[rule.chart]
        self.tolls = Tolls(crt, ends_of(rule), waives=bool(setting.answering("waived")))
        self.sticky = setting.mechanism(Zoc).movement == "sticky"
        self.halts = setting.mechanism(Zoc).movement != "none" and setting.mechanism(Zoc).stopped == Selector()
        self.far = 1 if setting.mechanism(Retreat).zones == "barred" else 2
        limits = (self.lie.limits[self.lie.limits < UNBOUND] // self.lie.scale).tolist()
        self._ways: dict[tuple[tuple[int, ...], int, int, int | None], Ints] = {}
        self.room = 1 if self.single else min(limits, default=3)

    @cached_property
    def places(self) -> tuple[StakedPlace, ...]:
        """The places that count; a city of several cells shares its value among them."""
        rows = self.setting.scenario.places
        cells: dict[str, list[int]] = {}
        for index, row in enumerate(rows):
            cells.setdefault(row.name, []).append(index)
        valued = any(one.worth for one in self.lie.ground.objectives) and any(row.value for row in rows)
        points = {}
        for one in self.lie.ground.objectives:
            whole = cells[rows[one.place].name]
            shared = sum(rows[index].value for index in whole) / len(whole) if valued else 1.0
            if shared > 0:
                points[one] = shared
        mean = sum(points.values()) / max(len(points), 1)
        return tuple(StakedPlace(one.place, one.cell, value / mean, value) for one, value in points.items())

    @cached_property
    def times(self) -> Floats:
        """What the ground of each cell multiplies a defence by."""
        board, tec = self.board, self.setting.scenario.tec
        found = np.ones(board.size, np.float64)
        for cell in range(board.size):
            kind = tec.number("terrain", board.terrain_of(Cell(cell)), "combat.multiple") or 1.0
            spots = [tec.number("place", place.kind, "combat.multiple") or 1.0 for place in board.places_at(Cell(cell))]
            found[cell] = kind + max(spots, default=1.0) - 1.0
        return found

    @cached_property
    def losses(self) -> Floats:
        """What each cell multiplies the loss points of a battle for it by."""
        board, tec = self.board, self.setting.scenario.tec
        found = np.ones(board.size, np.float64)
        for cell in {board.cell(row.cell) for row in self.setting.scenario.places}:
            kinds = [place.kind for place in board.places_at(cell)]
            found[cell] = max(tec.number("place", kind, "losses.multiple") or 1.0 for kind in kinds)
        return found

    @cached_property
    def cross_times(self) -> Floats:
        """What a hexside multiplies a defence by, if every attacker crosses such a one."""
        board, tec = self.board, self.setting.scenario.tec
        found = np.ones(len(board.indices), np.float64)
        for bit, kind in enumerate(board.hexside_kinds):
            times = tec.number("hexside", kind, "combat.multiple") or 1.0
            has = (board.edge_hexsides >> np.uint32(bit) & np.uint32(1)) != 0
            found[has] = np.maximum(found[has], times)
        return found

    @cached_property
    def level(self) -> Floats:
        """What sides multiply attackers by where no rule says so: nothing changes."""
        return np.ones((1, len(self.board.indices)), np.float64)

    @cached_property
    def across(self) -> Floats:
        """By kind of unit and edge from the attacked cell, what the side multiplies attackers by."""
        found = ground_times(self.setting)
        return self.level if found is None else np.ascontiguousarray(found.across)

    @cached_property
    def barred(self) -> npt.NDArray[np.bool_]:
        """The edges that no attack crosses."""
        board, tec = self.board, self.setting.scenario.tec
        kinds = [kind for kind in board.hexside_kinds if tec.prohibited("hexside", kind, "attack.prohibited")]
        found: npt.NDArray[np.bool_] = (board.edge_hexsides & np.uint32(board.hexside_bits(kinds))) != 0
        return found

    def own_shifts(self, effect: str) -> tuple[Ints, Ints]:
        """By cell and by edge, the columns of a kind of battle that has shifts of its own in the terrain chart."""
        return self.setting.kept(("own shifts", effect), lambda: self._own_shifts(effect))

    def _own_shifts(self, effect: str) -> tuple[Ints, Ints]:
        board, tec = self.board, self.setting.scenario.tec
        cells, sides = np.zeros(board.size, np.int32), np.zeros(len(board.indices), np.int32)
        for cell in range(board.size):
            ground = tec.number("terrain", board.terrain_of(Cell(cell)), effect) or 0.0
            spots = (tec.number("place", place.kind, effect) or 0.0 for place in board.places_at(Cell(cell)))
            cells[cell] = int(ground + sum(spots))
        for bit, kind in enumerate(board.hexside_kinds):
            has = (board.edge_hexsides >> np.uint32(bit) & np.uint32(1)) != 0
            sides[has] = np.minimum(sides[has], int(tec.number("hexside", kind, effect) or 0))
        return cells, sides

    @cached_property
    def typical(self) -> tuple[Floats, Floats, Floats]:
        """By column: the share lost by a unit with a way out, by one without, and how often it leaves its cell."""
        tables = self.tolls.tables(((2.0, 1.0),) if self.far == 2 else ((2.0,),))
        return (
            np.ascontiguousarray(tables[0, :, 0] / 2),
            np.ascontiguousarray(tables[2, :, 0] / 2),
            np.ascontiguousarray(tables[0, :, 2]),
        )

    def vacated(self, stacks: bool) -> tuple[Floats, Ints]:
        """How often a cell is left, by kind of losses, groups in it and column, and that kind by cell.

        With `stacks` every group is reckoned with; else the last of a typical one leaves it.
        """
        return self.setting.kept(("vacated", stacks), lambda: self._vacated(stacks))

    def _vacated(self, stacks: bool) -> tuple[Floats, Ints]:
        if not stacks:
            return np.ascontiguousarray(self.typical[2][None, None, :]), np.zeros(self.board.size, np.int32)
        times, kinds = np.unique(self.losses, return_inverse=True)
        rows = [
            [self.tolls.tables(((1.0,),) * many, float(more))[0, :, 2] for many in range(1, CROWD + 1)]
            for more in times
        ]
        return np.ascontiguousarray(np.array(rows, np.float64)), kinds.reshape(-1).astype(np.int32)

    @cached_property
    def stakes(self) -> tuple[Floats, Floats]:
        """For units of one step and of more: share lost by way out (open, barred) and column; how often they leave."""
        tables = [self.tolls.tables((ladder,)) for ladder in ((1.0,), (2.0, 1.0))]
        share = np.array([[one[0, :, 0] / (steps + 1), one[2, :, 0] / (steps + 1)] for steps, one in enumerate(tables)])
        return np.ascontiguousarray(share), np.ascontiguousarray([one[0, :, 2] for one in tables])

    def ways(self, cells: tuple[int, ...], kind: int, turn: int, side: int | None = None) -> Ints:
        """Ticks from every cell to the nearest of these for a class of units, for a side as it may go."""
        anew = partial(self.lie.ground.way_to, cells, self.lie.classes[kind], turn, side)
        return keep(self._ways, (cells, kind, turn, side), anew, MOST_WAYS)


@lru_cache(maxsize=4)
def terrain_of(setting: Setting) -> Terrain:
    """The terrain of a setting; the last few are kept."""
    return Terrain(setting)
