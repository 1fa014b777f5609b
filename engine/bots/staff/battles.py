"""Battles of a turn, chosen together: by the combat results table, with exchanges between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battle_kernels import Attackers, Occupied, Sides, Targets, choose
from engine.bots.staff.finale import Finale
from engine.bots.staff.force import Force, ground_times, printed, steps_in, usual_times
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.lifts import lifts
from engine.bots.staff.rules import Campaign
from engine.bots.staff.spending import token_worth, tokens_of
from engine.bots.staff.tolls import Ladder
from engine.bots.staff.trespass import exposed
from engine.bots.staff.verge import decisive
from engine.ids import Cell
from engine.rules.fight import free_markers
from engine.rules.strength import Factor
from engine.rules.table import Table

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Zones = npt.NDArray[np.int16]


DRIVEN = 0.5
"""How much of what an enemy threatens is averted by driving him back instead of destroying him."""


@dataclass(frozen=True)
class BattlePlan:
    """A battle to be fought: the cell, which rows of the force attack from where, and what it is worth."""

    target: int
    rows: tuple[int, ...]
    cells: tuple[int, ...]
    worth: float


class SeenBattle(Protocol):
    """What is known of a battle before the dice: a forecast, or as much of one as is asked for."""

    @property
    def chances(self) -> Mapping[str, Fraction]:
        """The chance of every result."""

    @property
    def attack(self) -> tuple[Factor, ...]:
        """What each attacker brings."""


class Prospects:
    """What may be attacked, and what it is worth: all enemies, or those of them that are in question."""

    def __init__(
        self, look: Assessment, rule: Campaign, way: Ints | None = None, beside: Iterable[int] | None = None
    ) -> None:
        self.look = look
        self.rule = rule
        self.way = way
        self.beside = beside
        self.nearest: Floats | None = None
        self.lots: Floats | float = 0.0
        self.finale: Finale | None = None
        self.relief: Mapping[int, float] = {}
        self.averted: Floats | None = None
        self.spent: list[int] = []
        """Cells that have been attacked in this phase, and are not attacked again."""

    @cached_property
    def goals(self) -> Ints:
        """The cells where somebody may be attacked."""
        found = np.unique(self.foe.cell).astype(np.int32)
        return found[~np.isin(found, self.spent)] if self.spent else found

    @cached_property
    def foe(self) -> Force:
        """The enemy's groups, or those beside some cells."""
        return self.look.theirs if self.beside is None else self.look.theirs_beside(self.beside)

    @cached_property
    def rows(self) -> dict[int, list[int]]:
        """By cell the enemy's groups in it."""
        found: dict[int, list[int]] = {}
        for row, cell in enumerate(self.foe.cell.tolist()):
            found.setdefault(cell, []).append(row)
        return found

    def ladders(self, cell: int) -> tuple[Ladder, ...]:
        """The steps of everybody in a cell; for that the others need not be looked at."""
        look = self.look
        return look.kept(
            ("ladders", cell), lambda: steps_in(look.table, look.lie, look.foe, cell, look.together(look.foe))
        )

    def stakes(self, cell: int) -> tuple[Ladder, ...]:
        """The steps of everybody in a cell; the points that their loss would give us count as strength to the last."""
        found = self.ladders(cell)
        if not self.rule.points or not found:
            return found
        prize = forfeit(self.look, self.look.foe, self.look.table.stack(cell))
        more = round(self.rule.points * prize / len(found), 2)
        return tuple(tuple(strength + more for strength in ladder) for ladder in found)

    def ground(self, cell: int) -> float:
        """What taking a cell is worth in strength points."""
        look, rule = self.look, self.rule
        worth = look.prizes.get(cell, 0.0)
        times = self.times
        if worth and rule.verge > times and decisive(look, look.side):
            times = rule.verge
        if self.finale is not None and not worth:
            worth = self.finale.opened(cell)
        return self.flat * (rule.ground + self.relief.get(cell, 0.0)) + times * rule.place * worth

    def worn(self, cell: int) -> float:
        """What a point of strength destroyed in a place counts for, where its defenders hold it nevertheless."""
        worth, held = self.look.prizes.get(cell, 0.0), self.ladders(cell)
        if not self.rule.wear or not worth or not held or self.look.last:
            return 0.0
        return self.rule.wear * self.rule.place * worth / max(sum(ladder[0] for ladder in held), 0.1)

    def firm(self, cell: int) -> bool:
        """Whether the enemy is reckoned to lose steps rather than give a cell up."""
        return self.rule.dear and cell in self.look.prizes

    @property
    def times(self) -> float:
        """How many times its usual worth a place has now."""
        return self.rule.last if self.look.turn == self.look.turns else 1.0

    @property
    def flat(self) -> float:
        """What kills, losses and open ground count for now."""
        return self.rule.final if self.look.last else 1.0

    def values(self) -> Floats:
        """By goal, way of retreat and column, what a battle is worth."""
        manners = [self._taken(back) for back in self.look.terrain.tolls.manners]
        return np.ascontiguousarray(np.maximum.reduce(manners))

    def _taken(self, back: bool) -> Floats:
        """The same, for attackers who take results in one manner."""
        goals: list[int] = self.goals.tolist()
        terrain = self.look.terrain
        tolls = np.array(
            [
                terrain.tolls.tables(self.stakes(goal), float(terrain.losses[goal]), back=back, firm=self.firm(goal))
                for goal in goals
            ]
        )
        ground = np.array([self.ground(goal) for goal in goals])[:, None, None]
        fought = self.flat * (self.rule.kill * tolls[..., 0] - self.rule.thrift * tolls[..., 1])
        if self.averted is not None:
            whole = np.array([sum(ladder[0] for ladder in self.ladders(goal)) for goal in goals])
            share = np.maximum(tolls[..., 0] / whole[:, None, None], DRIVEN * tolls[..., 2])
            fought = fought + self.averted[goals][:, None, None] * share
        if self.rule.shield:
            fought = fought + np.array([self.menace(goal) for goal in goals])[:, None, None] * tolls[..., 0]
        found = fought + ground * tolls[..., 2]
        if self.rule.wear:
            worn = np.array([self.worn(goal) for goal in goals])[:, None, None]
            found = found + worn * tolls[..., 0] * (1 - tolls[..., 2])
        if self.rule.ruin:
            ruin = np.broadcast_to(-self.stake * terrain.tolls.ruin, (len(self.goals), 1, tolls.shape[2]))
            found = np.concatenate([found, ruin], axis=1)
        taken: Floats = found
        return taken

    @cached_property
    def stake(self) -> float:
        """What each point of attack costs that is lost with all of its battle: itself, and the points it gives."""
        look, rule = self.look, self.rule
        if not rule.ruin:
            return 0.0
        mine = look.mine
        given = sum(forfeit(look, look.side, group) for group in mine.groups) if rule.points else 0.0
        return self.flat * rule.ruin + rule.points * given / max(float(mine.attack.sum()), 1.0)

    def menace(self, cell: int) -> float:
        """What a point of strength destroyed in a cell is worth because its units could cost us points elsewhere."""
        if not self.rule.shield:
            return 0.0
        whole = sum(float(self.foe.defence[row]) for row in self.rows.get(cell, ()))
        return self.rule.shield * float(exposed(self.look)[cell]) / max(whole, 0.5)

    def defences(self) -> tuple[Floats, Floats]:
        """What the defenders of each goal may be worth, with chances; one face-down unit is taken exactly."""
        atoms = [self._chances(int(goal)) for goal in self.goals]
        width = max((len(one) for one in atoms), default=1)
        defence, share = np.zeros((len(self.goals), width)), np.zeros((len(self.goals), width))
        for number, one in enumerate(atoms):
            for place, (value, chance) in enumerate(sorted(one.items())):
                defence[number, place], share[number, place] = value, chance
        return defence, share

    def _chances(self, cell: int) -> dict[float, float]:
        table = self.look.table
        whole = sum(float(self.foe.defence[row]) for row in self.rows[cell])
        hidden = [piece for piece in table.stack(cell) if table.state.counter[piece] is None]
        if not hidden:
            return {whole: 1.0}
        mean = float(printed(table, hidden[0], False))
        times = whole / max(sum(float(printed(table, piece, False)) for piece in table.stack(cell)), 0.1)
        left, pool = table.pool_of(hidden[0]), _pool(table, hidden[0])
        many, shares = table.cached_on(left, ("defences", *pool), lambda: _defences(table, hidden[0]))
        found: dict[float, int] = {}
        for defence, count in many.items():
            value = round(whole + times * (defence - mean), 2)
            found[value] = found.get(value, 0) + count
        return {value: shares[count] for value, count in found.items()}

    def attacks(self, force: Force) -> Floats:
        """What each group brings against each goal."""
        table, lie = self.look.table, self.look.lie
        if (ground := ground_times(table.setting)) is not None:
            shades = self.shades(force)
            usual: Floats = usual_times(table.setting)[shades]
            return np.ascontiguousarray((force.attack / usual)[:, None] * ground.attack[shades][:, self.goals])
        kinds = [table.board.terrain_of(Cell(goal)) for goal in self.goals.tolist()]
        times: dict[tuple[str, ...], list[float]] = {}
        for unit in force.units:
            if unit.flags not in times:
                times[unit.flags] = [lie.times(unit, kind) for kind in kinds]
        every = np.array([times[unit.flags] for unit in force.units], np.float64)
        return force.attack[:, None] * every.reshape(len(force), len(kinds))

    def shades(self, force: Force) -> Ints:
        """By group the row of the multiples that ground has for it."""
        ground = ground_times(self.look.table.setting)
        if ground is None:
            return np.zeros(len(force), np.int32)
        return np.array([ground.row(unit.flags) for unit in force.units], np.int32)

    def prices(self, force: Force, attacks: Floats) -> Floats:
        """What it costs to commit each group: its strength, and the march it loses."""
        found: Floats = self.rule.price * attacks
        if self.way is not None and self.nearest is not None and self.rule.tempo:
            lost = np.maximum(self.way[:, self.goals] - self.nearest[:, None], 0) / TICKS
            found = found + self.rule.tempo * force.attack[:, None] * lost
        if self.way is not None and self.rule.haste:
            march = np.maximum(force.movement, 1.0)[:, None] * 4
            back = self.way[:, self.goals] - self.way[np.arange(len(force)), force.cell][:, None]
            found = found + self.rule.haste * np.clip(back / march, 0, 4)
        if self.rule.token:
            found = found + token_worth(self.look, self.rule) * tokens_of(self.look, force, self.goals)
        return np.ascontiguousarray(found + self.lots)

    def lifts(self, force: Force) -> Ints:
        """By group and goal, the columns that what is added to the dice is worth; none where the plan minds no dice."""
        if not self.rule.modifiers:
            return np.zeros((len(force), len(self.goals)), np.int32)
        return lifts(self.look.table, self.look.side, force, self.foe, self.goals)

    def plan(
        self, force: Force, can: Flags, zones: Zones, here: Ints, count: Ints, member: Flags, most: Ints | None = None
    ) -> list[BattlePlan]:
        """The battles worth fighting by groups that may stand in these cells, under the stacking limits or `most`."""
        look = self.look
        if not len(force) or not len(self.goals):
            return []
        terrain = look.terrain
        defence, share = self.defences()
        attacks = self.attacks(force)
        shifts = sorted((_shift(look, marker) for marker in free_markers(look.table, look.side)), reverse=True)
        worth, which, where = choose(
            look.board.net,
            look.costs[0],
            Targets(self.goals, self.values(), defence, share, look.striking[self.goals], terrain.times[self.goals]),
            Attackers(force.cell, can, self.shades(force), attacks, self.prices(force, attacks), self.lifts(force)),
            Sides(look.lie.crossing, terrain.cross_times, terrain.across),
            Occupied(np.ascontiguousarray(here, np.int32), look.enemy, zones),
            Limits(count, member, look.lie.limits if most is None else most),
            terrain.tolls.thresholds,
            np.array(shifts, np.int32),
            self.rule.least,
            terrain.single,
            terrain.far,
        )
        return self._plans(worth, which, where)

    def _plans(self, worth: Floats, which: Ints, where: Ints) -> list[BattlePlan]:
        fighting: dict[int, list[int]] = {}
        for row, number in enumerate(which.tolist()):
            fighting.setdefault(number, []).append(row)
        goals, found = self.goals.tolist(), []
        for number in np.argsort(-worth, kind="stable").tolist():
            if worth[number] > 0 and number in fighting:
                rows = tuple(fighting[number])
                cells = tuple(int(where[row]) for row in rows)
                found.append(BattlePlan(goals[number], rows, cells, float(worth[number])))
        return found

    def exact(self, target: int, seen: SeenBattle, way: int) -> tuple[float, float, float, float]:
        """Worth of a battle by the rules' own chances: in all, strength destroyed, own steps lost, cell taken."""
        return max(self._exact(target, seen, way, back) for back in self.look.terrain.tolls.manners)

    def _exact(self, target: int, seen: SeenBattle, way: int, back: bool) -> tuple[float, float, float, float]:
        """The same, for attackers who take results in one manner."""
        table, held, stakes = self.look.terrain.tolls, self.ladders(target), self.stakes(target)
        kills, costs, taken = self.expected(target, held, seen, way, back=back)
        prized = kills if stakes == held else self.expected(target, stakes, seen, way, back=back)[0]
        worth = self.flat * (self.rule.kill * prized - self.rule.thrift * costs) + self.ground(target) * taken
        worth += self.menace(target) * kills + self.worn(target) * kills * (1 - taken)
        if self.rule.ruin:
            lost = sum(float(chance) for code, chance in seen.chances.items() if table.wiped_out(code))
            worth -= lost * self.stake * sum(float(factor.value) for factor in seen.attack)
        if self.averted is not None:
            whole = sum(ladder[0] for ladder in held)
            worth += float(self.averted[target]) * max(kills / max(whole, 0.1), DRIVEN * taken)
        return worth, kills, costs, taken

    def expected(
        self, target: int, held: tuple[Ladder, ...], seen: SeenBattle, way: int, *, back: bool = False
    ) -> tuple[float, float, float]:
        """What a battle against these steps comes to by the rules' own chances: destroyed, own steps lost, taken."""
        kills = costs = taken = 0.0
        terrain, firm = self.look.terrain, self.firm(target)
        tolls = terrain.tolls.by_code(held, way, float(terrain.losses[target]), back=back, firm=firm)
        for code, chance in seen.chances.items():
            found = tolls.get(code)
            if found is not None:
                share = float(chance)
                kills += share * found.defender
                costs += share * found.attacker
                taken += share * found.vacated
        return kills, costs, taken


def prospects_of(
    look: Assessment, rule: Campaign, beside: Iterable[int] | None = None, relief: Mapping[int, float] | None = None
) -> Prospects:
    """The prospects of those who stand where they are; at the very end with the ways that a battle would open."""
    found = Prospects(look, rule, beside=beside)
    found.relief = relief or {}
    if look.last and look.horizon.my_moves:
        stand = np.zeros((len(look.mine), look.board.size), np.uint8)
        stand[np.arange(len(look.mine)), look.mine.cell] = 1
        found.finale = Finale(look, look.mine, stand)
    return found


def _pool(table: Table, piece: int) -> tuple[str, int]:
    """The filling of a pool that a face-down unit is drawn from."""
    return table.scenario.pieces[piece].pool, table.state.batch[piece]


def _defences(table: Table, piece: int) -> tuple[Counter[float], list[float]]:
    """How often a pool still holds each defence strength, and the share of it that so many units are."""
    many = Counter(face.defence for _, face in table.pool_of(piece))
    shares: list[float] = np.cumsum(np.full(many.total(), 1 / max(many.total(), 1))).tolist()
    return many, [0.0, *shares]


def _shift(look: Assessment, marker: int) -> int:
    return int(look.table.face(marker).extra.get("shift", 0))
