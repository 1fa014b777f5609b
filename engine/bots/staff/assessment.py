"""The assessment: where both sides stand, what counts, and what the enemy could do next; made once a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.doctrine.horizon import Horizon, horizon
from engine.bots.doctrine.kernels import spread_all
from engine.bots.staff.coming import coming, joined
from engine.bots.staff.force import Force, force_of
from engine.bots.staff.ground import Place, Terrain, terrain_of
from engine.bots.staff.kernels import brought
from engine.rules.handicap import Handicap
from engine.rules.movement import MovementPhase
from engine.rules.reach import MoveMode
from engine.rules.table import Table
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

T = TypeVar("T")


class Assessment:
    """What a plan is made from; nothing in it but what the side may know."""

    def __init__(self, table: Table, side: int) -> None:
        self.table = table
        self.side = side
        self.foe = 1 - side
        self.terrain: Terrain = terrain_of(table.setting)
        self.lie = self.terrain.lie
        self.board = table.board
        self.turn = max(table.state.turn, 1)
        self.turns = table.scenario.about.turns
        self.late = self.turn / self.turns
        control = table.state.control
        self.held: list[Place] = [one for one in self.terrain.places if control[one.place] == side]
        self.wanted: list[Place] = [one for one in self.terrain.places if control[one.place] != side]
        self.enemy: Flags = table.occupied(self.foe)
        self.foresees = False
        self._kept: dict[object, Any] = {}

    @cached_property
    def horizon(self) -> Horizon:
        """What comes next in the sequence of play."""
        return horizon(self.table, self.turn, self.table.state.phase, self.side)

    @cached_property
    def enemy_zone(self) -> npt.NDArray[np.int16]:
        """How many enemy units reach into each cell."""
        return zone(self.table, self.foe)

    @cached_property
    def costs(self) -> Ints:
        """What every step costs this side's units, a row for each class."""
        return self.lie.costs_now(self.table, self.side)

    @cached_property
    def striking(self) -> Ints:
        """By cell, the columns by which its ground and a handicap move our attack on it."""
        return self._moved(self.side)

    @cached_property
    def struck(self) -> Ints:
        """By cell, the same for an attack of the enemy's."""
        return self._moved(self.foe)

    def _moved(self, attacker: int) -> Ints:
        rule = self.table.setting.by_key(Handicap.key)
        favour = rule.favour(self.table.scenario.sides[attacker].side) if isinstance(rule, Handicap) else 0
        return (self.lie.shift + favour).astype(np.int32)

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """What is worked out once for this assessment, however often it is asked."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    @cached_property
    def mine(self) -> Force:
        """This side's groups."""
        return self._all_of(self.side)

    @cached_property
    def theirs(self) -> Force:
        """The enemy's groups."""
        return self._all_of(self.foe)

    @cached_property
    def threats(self) -> Force:
        """The enemy's groups that he may use before we move again: with those who are to arrive, if a plan foresees."""
        if not self.foresees or not self.horizon.enemy_moves:
            return self.theirs
        later = (*self.horizon.before, *self.horizon.after)[0] < self.table.state.phase
        due = coming(self.table, self.lie, self.foe, self.turn + later, self.together(self.foe))
        return joined(self.theirs, due)

    def theirs_beside(self, cells: Iterable[int]) -> Force:
        """The enemy's groups beside some cells; for that the others need not be looked at."""
        table, board, near = self.table, self.board, set[int]()
        for cell in set(cells):
            near.update(board.indices[board.indptr[cell] : board.indptr[cell + 1]].tolist())
        pieces = [piece for piece in table.on_map(self.foe) if table.state.cell[piece] in near]
        return force_of(table, self.lie, self.foe, pieces, self.together(self.foe))

    def _all_of(self, side: int) -> Force:
        table, together = self.table, self.together(side)
        return table.cached_now(("force", side), lambda: force_of(table, self.lie, side, table.on_map(side), together))

    def together(self, side: int) -> bool:
        """Whether a side's units may move in stacks."""
        rules = zip(self.table.setting.phases, self.table.phase_sides, strict=True)
        return any(owner == side and isinstance(rule, MovementPhase) and rule.stacks for rule, owner in rules)

    @property
    def last(self) -> bool:
        """Whether the enemy moves no more before the game is over."""
        return not self.horizon.enemy_moves

    # What the enemy can do

    def budgets(self, force: Force, phases: tuple[int, ...], hindered: npt.NDArray[np.int16], rails: bool) -> Ints:
        """Ticks that each group may spend in these phases; moves along links count in full with `rails`."""
        found = np.zeros(len(force), np.int32)
        for index in phases:
            rule = self.table.setting.phases[index]
            if not isinstance(rule, MovementPhase):
                continue
            shares: dict[tuple[str, bool], float] = {}
            for number, group in enumerate(force.groups):
                unit, held = self.table.unit(group[0]), bool(hindered[force.cell[number]])
                if held and self.terrain.sticky:
                    continue
                key = (unit.unit, held)
                if key not in shares:
                    modes = [mode for mode in rule.modes if _fits(mode, rails) and mode.units.matches(unit)]
                    shares[key] = max((mode.share for mode in modes if not (held and mode.not_from_zoc)), default=0.0)
                found[number] += int(shares[key] * force.movement[number] * TICKS)
        return found

    @cached_property
    def first(self) -> Ints:
        """Ticks that each enemy group may move before he fights."""
        return self.budgets(self.threats, self.horizon.before, zone(self.table, self.side), False)

    @cached_property
    def second(self) -> Ints:
        """Ticks that each enemy group may move after that."""
        none = np.zeros(self.board.size, np.int16)
        by_rail = self.budgets(self.threats, self.horizon.before, zone(self.table, self.side), True)
        return self.budgets(self.threats, self.horizon.after, none, False) + by_rail - self.first

    def reach(self, held: Flags, zones: npt.NDArray[np.int16]) -> tuple[Flags, Flags]:
        """Where each enemy group could be when he fights, and in the end, past these cells and zones of ours."""
        foe = self.threats
        stops = ((zones > 0) & self.terrain.halts).astype(np.uint8)
        costs = self.lie.costs_now(self.table, self.foe)
        return spread_all(
            self.board.indptr, self.board.indices, costs, foe.kind, foe.cell, self.first, self.second, held, stops
        )

    def danger(self, held: Flags, zones: npt.NDArray[np.int16]) -> Danger:
        """What the enemy could do to a formation that holds these cells."""
        one, two = self.reach(held, zones)
        foe = self.threats
        threat, ring, comers = brought(
            self.board.indptr, self.board.indices, one, foe.attack, foe.weight, held, self.terrain.room
        )
        if not self.horizon.enemy_fights:
            threat = np.zeros(self.board.size, np.float64)
        return Danger(threat, ring, comers, two.max(axis=0, initial=0))

    @cached_property
    def ahead(self) -> Ints:
        """Ticks from the nearest enemy to every cell, over ground that nobody contests."""
        return self._away_from(self.threats)

    @cached_property
    def near(self) -> Ints:
        """Ticks from our nearest group to every cell, likewise."""
        return self._away_from(self.mine)

    @cached_property
    def front(self) -> Ints:
        """Ticks from our nearest group to every cell, or from where our first are to enter."""
        if len(self.mine):
            return self.near
        return self._away_from(coming(self.table, self.lie, self.side, self.turn, self.together(self.side)))

    def _away_from(self, force: Force) -> Ints:
        cells, free = np.unique(force.cell).astype(np.int32), np.zeros(self.board.size, np.uint8)
        found = distances(self.board.indptr, self.board.indices, self.costs[0], cells, free)
        return np.where(found < 0, 1 << 20, found).astype(np.int32)

    def label(self, cell: int) -> str:
        """A cell as players call it."""
        return self.table.label(cell)


class Danger:
    """By cell: what can be brought against it, how much of its ring, by how many, and whether he can walk in."""

    def __init__(self, threat: Floats, ring: Floats, comers: Ints, raided: Flags) -> None:
        self.threat = threat
        self.ring = ring
        self.comers = comers
        self.raided = raided


def _fits(mode: MoveMode, rails: bool) -> bool:
    return rails or not mode.links_only
