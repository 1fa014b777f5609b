"""The assessment: where both sides stand, what counts, and what the enemy could do next; made once a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.doctrine.horizon import Horizon, horizon
from engine.bots.doctrine.kernels import Movers, spread_all
from engine.bots.staff.coming import coming, joined, restored, returning
from engine.bots.staff.force import Force, as_printed, force_of
from engine.bots.staff.ground import StakedPlace, Terrain, terrain_of
from engine.bots.staff.kernels import brought
from engine.bots.staff.lifts import typical_lift
from engine.bots.staff.stakes import stakes as stakes_of
from engine.records.counters import Unit
from engine.rules.handicap import Handicap
from engine.rules.movement import MovementPhase
from engine.rules.table import Table
from engine.rules.zoc import zone

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Zones = npt.NDArray[np.int16]

T = TypeVar("T")


class Assessment:
    """What a plan is made from; nothing in it but what the side may know."""

    def __init__(self, table: Table, side: int, *, modifiers: bool = False, stakes: bool = False) -> None:
        self.table = table
        self.side = side
        self.modifiers = modifiers
        self.foe = 1 - side
        self.terrain: Terrain = terrain_of(table.setting)
        self.lie = self.terrain.lie
        self.board = table.board
        self.turn = max(table.state.turn, 1)
        self.turns = table.scenario.about.turns
        self.late = self.turn / self.turns
        control, places = table.state.control, self._staked() if stakes else self.terrain.places
        self.held: list[StakedPlace] = [one for one in places if control[one.place] == side]
        self.wanted: list[StakedPlace] = [one for one in places if control[one.place] != side]
        self.enemy: Flags = table.occupied(self.foe)
        self.foresees, self.returns, self.restores = False, 0, 0
        self._kept: dict[object, Any] = {}

    def _staked(self) -> tuple[StakedPlace, ...]:
        """The places that count, weighed by what victory still asks for."""
        worth = stakes_of(self.table, self.side)
        return tuple(replace(one, worth=worth.get(one.place, one.worth)) for one in self.terrain.places)

    @cached_property
    def held_cells(self) -> frozenset[int]:
        """The cells of the places that are ours."""
        return frozenset(one.cell for one in self.held)

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
        """By cell, the same for an attack of the enemy's, with what dice are worth to him if the plan minds them."""
        if not self.modifiers:
            return self._moved(self.foe)
        lift = self.table.cached_now(
            ("typical lift", self.foe), lambda: typical_lift(self.table, self.foe, self.theirs, self.mine)
        )
        return (self._moved(self.foe) + lift).astype(np.int32)

    def _moved(self, attacker: int) -> Ints:
        rule = self.table.setting.by_key(Handicap.key)
        favour = rule.favour(self.table.scenario.sides[attacker].side) if isinstance(rule, Handicap) else 0
        return (self.lie.shift + favour).astype(np.int32)

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """What is worked out once for this assessment, however often it is asked."""
        try:
            found: T = self._kept[key]
        except KeyError:
            found = self._kept[key] = make()
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
        found, table, moves = self.theirs, self.table, (*self.horizon.before, *self.horizon.after)
        if not moves:
            return found
        turn, together = self.turn + (moves[0] < table.state.phase), self.together(self.foe)
        if self.foresees:
            found = joined(found, coming(table, self.lie, self.foe, turn, together))
        if self.turn > self.turns - self.restores:
            found = restored(table, found, self.foe, turn)
        if self.turn > self.turns - self.returns:
            ways = (self.terrain.ways((one.cell,), 0, turn, self.foe) for one in self.held)
            found = joined(found, returning(table, self.lie, self.foe, turn, together, ways))
        return found

    def theirs_beside(self, cells: Iterable[int]) -> Force:
        """The enemy's groups beside some cells; for that the others need not be looked at."""
        table, board, near = self.table, self.board, set[int]()
        for cell in set(cells):
            near.update(board.indices[board.indptr[cell] : board.indptr[cell + 1]].tolist())
        pieces = [piece for piece in table.on_map(self.foe) if table.state.cell[piece] in near]
        return force_of(table, self.lie, self.foe, pieces, self.together(self.foe))

    def _all_of(self, side: int) -> Force:
        table, together = self.table, self.together(side)

        def made() -> Force:
            return force_of(table, self.lie, side, table.on_map(side), together)

        return table.cached_for(side, "force", made) if as_printed(table) else table.cached_now(("force", side), made)

    def together(self, side: int) -> bool:
        """Whether a side's units may move in stacks."""
        return self.kept(("together", side), lambda: self._together(side))

    def _together(self, side: int) -> bool:
        rules = zip(self.table.setting.phases, self.table.phase_sides, strict=True)
        return any(owner == side and isinstance(rule, MovementPhase) and rule.stacks for rule, owner in rules)

    @property
    def last(self) -> bool:
        """Whether the enemy moves no more before the game is over."""
        return not self.horizon.enemy_moves

    # What the enemy can do

    def budgets(self, force: Force, phases: tuple[int, ...], hindered: Zones | bool, rails: bool) -> Ints:
        """Ticks that each group may spend in these phases; moves along links count in full with `rails`.

        Zones may hold groups; if `hindered` is no zones it tells of all groups whether they are held.
        """
        if isinstance(hindered, bool):
            key = (phases, hindered, rails)
            if key not in force.budgets:
                force.budgets[key] = self._budgets(force, phases, np.full(len(force), hindered), rails)
            return force.budgets[key]
        return self._budgets(force, phases, hindered[force.cell] > 0, rails)

    def _budgets(self, force: Force, phases: tuple[int, ...], held: npt.NDArray[np.bool_], rails: bool) -> Ints:
        found = np.zeros(len(force), np.int32)
        for index in phases:
            rule = self.table.setting.phases[index]
            if isinstance(rule, MovementPhase):
                if (index, rails) not in force.shares:
                    free, stuck = (self._shares(index, rule, force, at, rails) for at in (False, True))
                    force.shares[index, rails] = free, stuck
                free, stuck = force.shares[index, rails]
                found += (np.where(held, stuck, free) * force.movement * TICKS).astype(np.int32)
        return found

    def _shares(self, index: int, rule: MovementPhase, force: Force, stuck: bool, rails: bool) -> Floats:
        """The share of its allowance that each group may spend in a phase if it is free, or stuck in a zone."""
        if stuck and self.terrain.sticky:
            return np.zeros(len(force))
        shares: dict[str, float] = {}
        for unit in force.units:
            if unit.unit not in shares:
                at_hand = ("share", index, unit, stuck, rails)
                shares[unit.unit] = self.table.setting.kept(at_hand, partial(_share, rule, unit, stuck, rails))
        return np.array([shares[unit.unit] for unit in force.units], np.float64)

    @cached_property
    def first(self) -> Ints:
        """Ticks that each enemy group may move before he fights."""
        return self.budgets(self.threats, self.horizon.before, zone(self.table, self.side), False)

    @cached_property
    def second(self) -> Ints:
        """Ticks that each enemy group may move after that."""
        by_rail = self.budgets(self.threats, self.horizon.before, zone(self.table, self.side), True)
        return self.budgets(self.threats, self.horizon.after, False, False) + by_rail - self.first + self._on_the_march

    @property
    def _on_the_march(self) -> Ints:
        """Ticks that each enemy group gains by going over to the mode in which it marches fastest, if he may."""
        found = np.zeros(len(self.threats), np.int32)
        if not self.horizon.before or not self.table.answering("mode_kinds"):
            return found
        for row, group in enumerate(self.threats.groups):
            fastest = min(map(self._fastest, group))
            found[row] = max(int((fastest - self.threats.movement[row]) * TICKS), 0)
        return found

    def _fastest(self, piece: int) -> float:
        """The most movement points that any mode other than the usual one gives a unit; none: it has no other."""
        counter = self.table.state.counter[piece]
        modes = self.table.scenario.counters[counter].modes if counter is not None else {}
        return max((float(turned.faces[0].movement) for turned in modes.values()), default=0.0)

    def reach(self, held: Flags, zones: npt.NDArray[np.int16]) -> tuple[Flags, Flags]:
        """Where each enemy group could be when he fights, and in the end, past these cells and zones of ours."""
        stops = ((zones > 0) & self.terrain.halts).astype(np.uint8)
        return self.kept(("reach", held.tobytes(), stops.tobytes()), lambda: self._spread(held, stops))

    def _spread(self, held: Flags, stops: Flags) -> tuple[Flags, Flags]:
        foe, costs = self.threats, self.lie.costs_now(self.table, self.foe)
        return spread_all(self.board.net, costs, Movers(foe.kind, foe.cell, self.first, self.second), held, stops)

    def danger(self, held: Flags, zones: npt.NDArray[np.int16]) -> Danger:
        """What the enemy could do to a formation that holds these cells."""
        one, two = self.reach(held, zones)
        foe = self.threats
        threat, ring, comers = brought(self.board.net, one, foe.attack, foe.weight, held, self.terrain.room)
        if not self.horizon.enemy_fights:
            threat = np.zeros(self.board.size, np.float64)
        return Danger(threat, ring, comers, two.max(axis=0, initial=0))

    @cached_property
    def ahead(self) -> Ints:
        """Ticks from the nearest enemy to every cell, over ground that nobody contests."""
        return self.away_from(self.threats)

    @cached_property
    def near(self) -> Ints:
        """Ticks from our nearest group to every cell, likewise."""
        return self.away_from(self.mine)

    @cached_property
    def front(self) -> Ints:
        """Ticks from our nearest group to every cell, or from where our first are to enter."""
        if len(self.mine):
            return self.near
        return self.away_from(coming(self.table, self.lie, self.side, self.turn, self.together(self.side)))

    def away_from(self, force: Force) -> Ints:
        """Ticks from the nearest group of a force to every cell, over ground that nobody contests."""
        cells, free = np.unique(force.cell).astype(np.int32), np.zeros(self.board.size, np.uint8)
        found = distances(self.board.net, self.costs[0], cells, free)
        return np.where(found < 0, 1 << 20, found).astype(np.int32)

    def ways(self, cells: tuple[int, ...], kind: int, turn: int) -> Ints:
        """Ticks from every cell to the nearest of these for a class of our units, over ground that nobody contests."""
        return self.terrain.ways(cells, kind, turn, self.side)

    def beside(self, cell: int) -> Ints:
        """The cells beside one."""
        board = self.board
        found: Ints = board.indices[board.indptr[cell] : board.indptr[cell + 1]]
        return found

    @cached_property
    def prizes(self) -> dict[int, float]:
        """By cell, the worth of the best place in it that is to be taken."""
        found: dict[int, float] = {}
        for one in self.wanted:
            found[one.cell] = max(found.get(one.cell, 0.0), one.worth)
        return found

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


def _share(rule: MovementPhase, unit: Unit, held: bool, rails: bool) -> float:
    """The largest share of its allowance that a mode lets a unit spend, one that stands in an enemy zone or not."""
    modes = [mode for mode in rule.modes if (rails or not mode.links_only) and mode.units.matches(unit)]
    return max((mode.share for mode in modes if not (held and mode.not_from_zoc)), default=0.0)
