"""The lie of the land for the doctrine bot: shifts, crossings, movement costs and stacking limits as arrays."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.outcomes import Outcomes
from engine.bots.ground import Groundwork, ground_of, shut_boxes
from engine.charts import CombatTable
from engine.records.counters import Selector, Unit
from engine.rules.combat import OddsCombat
from engine.rules.costs import step_costs
from engine.rules.setting import Setting
from engine.rules.stacking import Stacking, StackLimit, place_factor
from engine.rules.strength import terrain_shifts
from engine.rules.table import Table
from engine.state import State

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


UNBOUND = 1 << 20
"""In place of a limit that depends on who else stands there: a plan is checked against such a one unit by unit."""


USUAL = (1, 2, 3, 4, 5)
"""Odds at which most battles are fought."""


class Lie:
    """What the doctrine bot works out of a setting once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.ground: Groundwork = ground_of(setting)
        self.classes = sorted({counter.unit.move_class for counter in setting.scenario.counters})
        self.cells = self.board.size
        self._costs: dict[int, Ints] = {}
        self._ways: dict[int, Ints] = {}
        self._members: dict[tuple[str, str], tuple[int, ...]] = {}

    @cached_property
    def outcomes(self) -> Outcomes | None:
        """The combat results table worked out, if battles are decided by one."""
        chart = self.setting.mechanism(OddsCombat).chart
        crt = self.setting.scenario.combat_tables.get(chart)
        return Outcomes(crt) if crt else None

    @cached_property
    def shift(self) -> Ints:
        """Columns that the defender's own cell shifts a battle by."""
        table = Table(self.setting, State.at_start(self.setting.scenario), 0)
        found = [sum(shift.columns for shift in terrain_shifts(table, cell, ())) for cell in range(self.cells)]
        return np.array(found, np.int32) + self._headings(table)

    def _headings(self, table: Table) -> Ints:
        """Columns to which other headings come that the combat table has on some ground."""
        rule = self.setting.mechanism(OddsCombat)
        if not rule.heads:
            return np.zeros(self.cells, np.int32)
        plain = self.setting.scenario.combat_tables[rule.chart]
        return np.array([_behind(plain, rule.headed(table, cell)) for cell in range(self.cells)], np.int32)

    @cached_property
    def crossing(self) -> Ints:
        """Columns that attacking across each directed edge shifts a battle by, if every attacker crosses such a one."""
        board, tec = self.board, self.setting.scenario.tec
        found = np.zeros(len(board.indices), np.int32)
        for bit, kind in enumerate(board.hexside_kinds):
            columns = int(tec.number("hexside", kind, "combat.shift") or 0)
            has = (board.edge_hexsides >> np.uint32(bit) & np.uint32(1)) != 0
            found[has] = np.minimum(found[has], columns)
        return found

    @cached_property
    def owners(self) -> npt.NDArray[np.int64]:
        """The cell from which each directed edge leads."""
        return np.repeat(np.arange(self.cells), np.diff(self.board.indptr))

    def around(self, values: Floats) -> Floats:
        """The sum of the values of each cell's neighbours."""
        return np.bincount(self.owners, values[self.board.indices], self.cells).astype(np.float64)

    def costs(self, turn: int) -> Ints:
        """Movement costs of every edge, a row for each class of units."""
        key = id(self.board.link_masks(turn))
        if key not in self._costs:
            rows = [self.setting.costs(name, turn, (), False) for name in self.classes]
            self._costs[key] = np.ascontiguousarray(rows, np.int32)
        return self._costs[key]

    def costs_now(self, table: Table, side: int) -> Ints:
        """Movement costs of every edge for a side as weather and markers leave them, a row for each class of units."""
        if not table.state.weather and not table.state.markers:
            return self.costs(max(table.state.turn, 1))
        return table.cached_now(("all-costs", side), lambda: self._costs_now(table, side))

    def _costs_now(self, table: Table, side: int) -> Ints:
        costs = np.array([step_costs(table, side, name) for name in self.classes], np.int32)
        costs[:, np.isin(self.board.indices, shut_boxes(table.setting, side))] = -1
        return np.ascontiguousarray(costs)

    def ways(self, turn: int) -> Ints:
        """Ticks from every cell to every objective, by class of units: [class, objective, cell]."""
        key = id(self.board.link_masks(turn))
        if key not in self._ways:
            self._ways[key] = np.array(
                [
                    [self.ground.way_to((one.cell,), name, turn) for one in self.ground.objectives]
                    for name in self.classes
                ],
                np.int32,
            )
        return self._ways[key]

    def kind(self, unit: Unit) -> int:
        """The row of a unit's class in the costs."""
        return self._kinds[unit.move_class]

    @cached_property
    def _kinds(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.classes)}

    @cached_property
    def scale(self) -> int:
        """What a whole unit counts under stacking limits: more than 1 where some units count for a part of one."""
        return 4 if any(limit.weights for limit in self.setting.mechanism(Stacking).limits) else 1

    @cached_property
    def limits(self) -> Ints:
        """How much each stacking limit allows, in parts of a unit."""
        limits = self.setting.mechanism(Stacking).limits
        return np.array([UNBOUND if _conditional(one) else one.most * self.scale for one in limits], np.int32)

    @cached_property
    def room(self) -> Ints:
        """By limit and cell, what stands there before anybody does: below nothing where places hold more."""
        limits, tec = self.setting.mechanism(Stacking).limits, self.setting.scenario.tec
        found = np.zeros((len(limits), self.cells), np.int32)
        for cell in {self.board.cell(row.cell) for row in self.setting.scenario.places}:
            more = place_factor(tec, self.board.places_at(cell)) - 1.0
            for number, limit in enumerate(limits):
                if limit.places and not _conditional(limit):
                    found[number, cell] = -int(more * limit.most * self.scale)
        return found

    def under_limits(self, units: list[Unit]) -> Flags:
        """How much of each stacking limit the units take."""
        columns = [self.taken(unit) for unit in units]
        return np.ascontiguousarray(np.array(columns, np.uint8).reshape(len(units), len(self.limits)).T)

    def taken(self, unit: Unit) -> tuple[int, ...]:
        """How much of each stacking limit a unit takes, in parts of a unit."""
        key = (unit.side, unit.unit)
        found = self._members.get(key)
        if found is None:
            limits = self.setting.mechanism(Stacking).limits
            found = self._members[key] = tuple(
                int(self.scale * limit.weight(unit)) if limit.units.matches(unit) and not _conditional(limit) else 0
                for limit in limits
            )
        return found

    def times(self, unit: Unit, terrain: str) -> float:
        """What the ground does to a unit's attack."""
        return self.setting.kept(("times", unit.flags, terrain), lambda: self._times(unit.flags, terrain))

    def _times(self, flags: tuple[str, ...], terrain: str) -> float:
        found = 1.0
        for flag in flags:
            number = self.setting.scenario.tec.number("terrain", terrain, f"attack.{flag}")
            found *= 1.0 if number is None else number
        return found


@lru_cache(maxsize=64)
def _behind(plain: CombatTable, headed: CombatTable) -> int:
    """By how many columns odds lead less far under other headings, on average over usual odds."""
    odds = [Fraction(number) for number in USUAL]
    return round(sum(headed.column(each, Fraction(1)) - plain.column(each, Fraction(1)) for each in odds) / len(odds))


def _conditional(limit: StackLimit) -> bool:
    """Whether a limit holds only beside certain others."""
    return limit.beside != Selector()


@lru_cache(maxsize=4)
def lie_of(setting: Setting) -> Lie:
    """The lie of the land of a setting; the last few are kept."""
    return Lie(setting)
