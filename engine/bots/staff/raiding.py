"""Raiders: a few fast units that keep away from the enemy, within reach of whatever he leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.horizon import next_moves, own_moves
from engine.bots.doctrine.kernels import Movers, spread_all
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.draft import Draft
from engine.bots.staff.ground import StakedPlace
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Raid
from engine.rules.zoc import zone
from engine.scenario.sentences import listed, tenths

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FAR, LATER = 3, 0.5
"""Turns of march from which a place draws raiders, and what it counts for with each turn more."""

SHARED = 0.5
"""What is left of a place's worth for the next raider once one can walk into it."""

DIVERTED = 0.25
"""What taking a place is worth that the enemy can take back at once: he has to turn back for it."""

CROWD = 0.3
"""What it costs to end a turn where another raider does: one attack would find both."""

PRICE = 0.03
"""What a point of attack strength costs that is sent on a raid instead of into battle."""


@dataclass(frozen=True)
class Target:
    """Where a raider is to end its turn, what speaks for it, and the open place that it takes first, if any."""

    worth: float
    row: int
    cell: int
    taken: StakedPlace | None


class Raiding:
    """Chooses raiders and their posts, the most promising first; each counts with what the others can reach."""

    def __init__(self, look: Assessment, draft: Draft, rule: Raid) -> None:
        self.look = look
        self.draft = draft
        self.rule = rule
        self.danger: Danger = look.danger(draft.held, draft.zones)
        self.places = look.wanted
        self.cells: Ints = np.array([one.cell for one in self.places], np.int32)
        self.left: Floats = np.array([self._worth(one) for one in self.places])
        self.posted: Floats = np.zeros(look.board.size)
        self.stops: Flags = ((zone(look.table, look.foe) > 0) & look.terrain.halts).astype(np.uint8)
        self.forth = look.costs
        self.back = np.ascontiguousarray(look.costs[:, look.board.reverse])
        table = look.table
        here = (look.turn, table.state.phase, look.side)
        nexts = next_moves(table, *here)
        self.now: Ints = look.budgets(draft.force, (table.state.phase,), False, False)
        self.later: Ints = look.budgets(draft.force, own_moves(table, *here), False, False)
        self.last: Ints = look.budgets(draft.force, nexts[-1:], False, False)
        self.whole: Ints = look.budgets(draft.force, nexts, False, False)
        self.flips: Floats = np.zeros(look.board.size)
        for one in self.places:
            self.flips[one.cell] = 0.0 if look.enemy[one.cell] else self.flip(one)
        self._near: dict[tuple[int, ...], Floats] = {}
        self._worths: dict[tuple[float, ...], Floats] = {}
        self._ends: dict[int, list[tuple[StakedPlace | None, npt.NDArray[np.bool_]]]] = {}

    def _worth(self, one: StakedPlace) -> float:
        if self.look.enemy[one.cell]:
            return one.worth * self.rule.manned
        return one.worth * (self.rule.guarded if self.danger.raided[one.cell] else 1.0)

    def flip(self, one: StakedPlace) -> float:
        """What it is worth to take an open place now."""
        lasting = DIVERTED if self.danger.raided[one.cell] else 1.0
        return one.worth * lasting / max(self.look.turns - self.look.turn, 1)

    def rows(self) -> list[int]:
        """The groups that may raid."""
        unit, force, wanted = self.look.table.unit, self.draft.force, set(self.rule.flags)
        return [row for row in self.draft.rows() if wanted & set(unit(force.groups[row][0]).flags)]

    def spread(self, costs: Ints, kind: int, cells: Ints, first: int, second: int) -> tuple[Flags, Flags]:
        """The cells of a march from each of these, and those of a second march from anywhere in the first."""
        look, count = self.look, len(cells)
        kinds, one, two = (np.full(count, value, np.int32) for value in (kind, first, second))
        return spread_all(look.board.net, costs, Movers(kinds, cells, one, two), look.enemy, self.stops)

    def approach(self, row: int) -> Floats:
        """By place and cell, how near a group is to walking into it: 1 next turn, less for each turn later."""
        key = int(self.draft.force.kind[row]), int(self.last[row]), int(self.whole[row])
        if key not in self._near:
            kind, last, whole = key
            found = np.zeros((len(self.places), self.look.board.size))
            for turns in range(min(self.look.turns - self.look.turn, FAR), 0, -1):
                near = self.spread(self.back, kind, self.cells, last, turns * whole - last)[1]
                found = np.where(near > 0, LATER ** (turns - 1), found)
            self._near[key] = found
        return self._near[key]

    def posts(self, row: int) -> Floats:
        """By cell, what it is worth for a group to end its turn there."""
        force = self.draft.force
        key = float(force.kind[row]), float(self.last[row]), float(self.whole[row]), float(force.defence[row])
        if key not in self._worths:
            reach: Floats = self.left @ self.approach(row)
            self._worths[key] = reach + self.flips - self.rule.fear * self._risk(row) - CROWD * self.posted
        return self._worths[key]

    def _risk(self, row: int) -> Floats:
        """By cell, the share of a group that everything in reach would destroy."""
        terrain, danger = self.look.terrain, self.danger
        ratio = danger.threat / np.maximum(float(self.draft.force.defence[row]) * terrain.times, 0.1)
        column = np.searchsorted(terrain.tolls.thresholds, ratio + 1e-9, side="right") + self.look.struck
        column = np.clip(column, 0, len(terrain.tolls.thresholds))
        safe, lost, _ = terrain.typical
        barred = danger.ring**2
        found: Floats = ((1 - barred) * safe[column] + barred * lost[column]) * (danger.threat > 0)
        return found

    def target(self, row: int) -> Target:
        """The best end of a group's turn: now, or in the moves that are still to come."""
        if row not in self._ends:  # other raiders' posts change what an end is worth, not who gets there
            self._ends[row] = list(self._reached(row))
        worth = self.posts(row) - PRICE * float(self.draft.force.attack[row])
        found = [
            _best(row, np.where(can, worth, -np.inf), one, 0.0 if one is None else self.flip(one))
            for one, can in self._ends[row]
        ]
        return max(found, key=lambda one: one.worth)

    def _reached(self, row: int) -> Iterator[tuple[StakedPlace | None, npt.NDArray[np.bool_]]]:
        """Where a group may end its turn: straight away, and by way of each open place that it can take first."""
        draft, kind, later = self.draft, int(self.draft.force.kind[row]), int(self.later[row])
        if not later:
            yield None, draft.can[row] > 0
            return
        home = draft.force.cell[row : row + 1]
        yield None, self.spread(self.forth, kind, home, int(self.now[row]), later)[1][0] > 0
        for one in self.places:
            if draft.can[row, one.cell]:
                cell = np.array([one.cell], np.int32)
                yield one, self.spread(self.forth, kind, cell, later, 0)[0][0] > 0

    def post(self, target: Target, near: Floats) -> None:
        """Take note that a raider goes there: what it can reach counts for less, and so does its cell."""
        self.posted[target.cell] += 1.0
        self.left = self.left * (1.0 - SHARED * near)
        self._worths.clear()


def _best(row: int, worth: Floats, taken: StakedPlace | None, more: float) -> Target:
    cell = int(worth.argmax())
    return Target(float(worth[cell]) + more, row, cell, taken)


def raid(look: Assessment, draft: Draft, rule: Raid) -> list[tuple[int, int, Motive]]:
    """Who goes raiding, and where each of them ends this phase."""
    found: list[tuple[int, int, Motive]] = []
    if not look.wanted:
        return found
    raiding = Raiding(look, draft, rule)
    rows = raiding.rows()
    while rows and len(found) < rule.most:
        best = max((raiding.target(row) for row in rows), key=lambda one: (one.worth, -one.row))
        near = raiding.approach(best.row)[:, best.cell]
        if best.worth < rule.least or (not near.any() and best.taken is None):
            break
        rows.remove(best.row)
        found.append((best.row, _step(raiding, best), _motive(raiding, best, near)))
        raiding.post(best, near)
    return found


def _step(raiding: Raiding, target: Target) -> int:
    """Where a raider ends this phase: the place that it takes, or as near to its post as it can come."""
    look, draft, row = raiding.look, raiding.draft, target.row
    if target.taken is not None:
        return target.taken.cell
    way = look.ways((target.cell,), int(draft.force.kind[row]), look.turn) + 1.0 * raiding.stops
    allowed = (draft.can[row] > 0) & draft.room(row)
    return int(np.where(allowed, way, np.inf).argmin())


def _motive(raiding: Raiding, target: Target, near: Floats) -> Motive:
    look, cell = raiding.look, target.cell
    reached = [one for one, share in zip(raiding.places, near, strict=True) if share == 1.0]
    places = [look.label(one.cell) for one in reached if not look.enemy[one.cell]]
    threat, where = float(raiding.danger.threat[cell]), look.label(cell)
    safe = (
        f"no enemy can attack it at {where}"
        if threat <= 0
        else f"the enemy could bring {tenths(threat)} against {where}"
    )
    figures = {"cell": float(cell), "places": float(len(places)), "threat": threat, "worth": target.worth}
    if target.taken is not None:
        text = f"takes {look.label(target.taken.cell)}, which lies open"
    elif raiding.flips[cell] > 0:
        text = f"takes {where}, which lies open"
    elif places:
        text = f"from {where} it could walk into {listed(places)} next turn"
    else:
        text = f"goes round the enemy towards {where}"
    about = cell if target.taken is None else target.taken.cell
    return Motive(Raid.key, Raid.goal, about, text, safe, figures)
