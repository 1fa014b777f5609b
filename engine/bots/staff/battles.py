"""Battles of a turn, chosen together: by the combat results table, with exchanges between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battle_kernels import choose
from engine.bots.staff.finale import Finale
from engine.bots.staff.force import Force, printed, steps_in
from engine.bots.staff.forfeits import forfeit
from engine.bots.staff.rules import Campaign
from engine.bots.staff.tolls import Ladder
from engine.bots.staff.trespass import exposed
from engine.rules.fight import free_markers
from engine.rules.forecast import Forecast

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


class Prospects:
    """What may be attacked, and what it is worth: all enemies, or those of them that are in question."""

    def __init__(
        self, look: Assessment, rule: Campaign, way: Ints | None = None, beside: Iterable[int] | None = None
    ) -> None:
        self.look = look
        self.rule = rule
        self.way = way
        self.beside = beside
        self.lots: Floats | float = 0.0
        self.finale: Finale | None = None
        self.relief: Floats | None = None

    @cached_property
    def goals(self) -> Ints:
        """The cells where somebody may be attacked."""
        return np.unique(self.foe.cell).astype(np.int32)

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
        worth = max((one.worth for one in look.wanted if one.cell == cell), default=0.0)
        times = rule.last if look.turn == look.turns else 1.0
        if self.finale is not None and not worth:
            worth = self.finale.opened(cell)
        return self.flat * rule.ground + times * rule.place * worth

    @property
    def flat(self) -> float:
        """What kills, losses and open ground count for now."""
        return self.rule.final if self.look.last else 1.0

    def values(self) -> Floats:
        """By goal, way of retreat and column, what a battle is worth."""
        tolls = np.array([self.look.terrain.tolls.tables(self.stakes(int(goal))) for goal in self.goals])
        ground = np.array([self.ground(int(goal)) for goal in self.goals])[:, None, None]
        fought = self.flat * (self.rule.kill * tolls[..., 0] - self.rule.thrift * tolls[..., 1])
        if self.relief is not None:
            whole = np.array([sum(ladder[0] for ladder in self.ladders(int(goal))) for goal in self.goals])
            averted = np.maximum(tolls[..., 0] / whole[:, None, None], DRIVEN * tolls[..., 2])
            fought = fought + self.relief[self.goals][:, None, None] * averted
        if self.rule.shield:
            fought = fought + np.array([self.menace(int(goal)) for goal in self.goals])[:, None, None] * tolls[..., 0]
        return np.ascontiguousarray(fought + ground * tolls[..., 2])

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
        members = table.pool_of(hidden[0])
        found: dict[float, float] = {}
        for _, face in members:
            value = round(whole + times * (face.defence - mean), 2)
            found[value] = found.get(value, 0.0) + 1 / len(members)
        return found

    def attacks(self, force: Force) -> Floats:
        """What each group brings against each goal."""
        table, lie = self.look.table, self.look.lie
        kinds = [table.board.terrain_of(int(goal)) for goal in self.goals]  # type: ignore[arg-type]
        found = np.empty((len(force), len(self.goals)), np.float64)
        times: dict[tuple[tuple[str, ...], str], float] = {}
        for row, group in enumerate(force.groups):
            unit = table.unit(group[0])
            for kind in set(kinds):
                if (unit.flags, kind) not in times:
                    times[unit.flags, kind] = lie.times(unit, kind)
            found[row] = [force.attack[row] * times[unit.flags, kind] for kind in kinds]
        return found

    def prices(self, force: Force, attacks: Floats) -> Floats:
        """What it costs to commit each group: its strength, and the march it loses."""
        found: Floats = self.rule.price * attacks
        if self.way is not None and self.rule.haste:
            march = np.maximum(force.movement, 1.0)[:, None] * 4
            back = self.way[:, self.goals] - self.way[np.arange(len(force)), force.cell][:, None]
            found = found + self.rule.haste * np.clip(back / march, 0, 4)
        return np.ascontiguousarray(found + self.lots)

    def plan(self, force: Force, can: Flags, zones: Zones, here: Ints, count: Ints, member: Flags) -> list[BattlePlan]:
        """The battles worth fighting by groups that may stand in these cells."""
        look = self.look
        if not len(force) or not len(self.goals):
            return []
        terrain, board = look.terrain, look.board
        defence, share = self.defences()
        attacks = self.attacks(force)
        shifts = sorted((_shift(look, marker) for marker in free_markers(look.table, look.side)), reverse=True)
        worth, which, where = choose(
            board.indptr,
            board.indices,
            look.costs[0],
            self.goals,
            can,
            attacks,
            force.cell,
            look.enemy,
            np.ascontiguousarray(here, np.int32),
            zones,
            count,
            member,
            look.lie.limits,
            self.values(),
            defence,
            share,
            look.striking[self.goals],
            terrain.times[self.goals],
            look.lie.crossing,
            terrain.cross_times,
            terrain.tolls.thresholds,
            np.array(shifts, np.int32),
            self.prices(force, attacks),
            self.rule.least,
            terrain.single,
            terrain.far,
        )
        return self._plans(worth, which, where)

    def _plans(self, worth: Floats, which: Ints, where: Ints) -> list[BattlePlan]:
        found = []
        for number in np.argsort(-worth, kind="stable"):
            rows = tuple(int(row) for row in np.flatnonzero(which == number))
            if worth[number] > 0 and rows:
                cells = tuple(int(where[row]) for row in rows)
                found.append(BattlePlan(int(self.goals[number]), rows, cells, float(worth[number])))
        return found

    def exact(self, target: int, seen: Forecast, way: int) -> tuple[float, float, float, float]:
        """Worth of a battle by the rules' own chances: in all, strength destroyed, own steps lost, cell taken."""
        kills = costs = taken = prized = 0.0
        table, held, stakes = self.look.terrain.tolls, self.ladders(target), self.stakes(target)
        tolls, prizes = table.by_code(held, way), table.by_code(stakes, way)
        for code, chance in seen.chances.items():
            found = tolls.get(code)
            if found is not None:
                kills += float(chance) * found.defender
                prized += float(chance) * prizes[code].defender
                costs += float(chance) * found.attacker
                taken += float(chance) * found.vacated
        worth = self.flat * (self.rule.kill * prized - self.rule.thrift * costs) + self.ground(target) * taken
        worth += self.menace(target) * kills
        if self.relief is not None:
            whole = sum(ladder[0] for ladder in held)
            worth += float(self.relief[target]) * max(kills / max(whole, 0.1), DRIVEN * taken)
        return worth, kills, costs, taken


def prospects_of(
    look: Assessment, rule: Campaign, beside: Iterable[int] | None = None, relief: Floats | None = None
) -> Prospects:
    """The prospects of those who stand where they are; at the very end with the ways that a battle would open."""
    found = Prospects(look, rule, beside=beside)
    found.relief = relief
    if look.last and look.horizon.my_moves:
        stand = np.zeros((len(look.mine), look.board.size), np.uint8)
        stand[np.arange(len(look.mine)), look.mine.cell] = 1
        found.finale = Finale(look, look.mine, stand)
    return found


def _shift(look: Assessment, marker: int) -> int:
    return int(look.table.face(marker).extra.get("shift", 0))
