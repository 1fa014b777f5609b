"""Doctrine: choose battles together, by what the combat results table promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.force import PieceForce
from engine.bots.doctrine.kernels import AssaultTargets, AssaultUnits, Limits, choose_battles, escapes
from engine.bots.rule import DoctrineRule
from engine.bots.words import percent, points
from engine.records.base import col
from engine.rules.fight import free_markers
from engine.scenario.sentences import tenths

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


TURN = 24.0
"""Ticks that count as a turn's march."""


@dataclass(frozen=True)
class AssaultPlan:
    """A battle to be fought: the cell, who attacks from where, and what it is worth in strength points."""

    target: int
    rows: tuple[int, ...]
    cells: tuple[int, ...]
    worth: float


@dataclass(frozen=True)
class AssaultProspect:
    """What a battle promises on average."""

    worth: float
    kills: float
    costs: float
    vacates: float

    def __str__(self) -> str:
        return (
            f"enemy loses {points(self.kills)}, we lose {tenths(self.costs)}, "
            f"the cell is ours in {percent(self.vacates)} of cases"
        )


class Assault(DoctrineRule, frozen=True, kw_only=True):
    """Attacks where the exchange is favourable, with the units that fit best."""

    key: ClassVar[str] = "assault"
    title: ClassVar[str] = "Attack where it pays"
    help: ClassVar[str] = (
        "Every attack in reach is worked out from the combat results table, ways of retreat and ground included.  "
        "The best battle is chosen first, then the best with what is left, and so on."
    )
    goal: ClassVar[str] = "destroy the enemy and take ground"
    over: ClassVar[tuple[str, ...]] = ("least", "price", "haste")

    kill: Annotated[float, col("Worth of a point destroyed", ge=0, le=10)] = 1.0
    thrift: Annotated[float, col("Cost of a point lost", ge=0, le=10)] = 1.0
    ground: Annotated[float, col("Worth of a cell taken", "In strength points", ge=0, le=20)] = 1.0
    place: Annotated[float, col("Worth of a place taken", "In strength points", ge=0, le=50)] = 8.0
    last: Annotated[float, col("On the last turn", "A place is worth so many times as much", ge=1, le=10)] = 3.0
    price: Annotated[float, col("Price of a point committed", ge=0, le=1)] = 0.02
    haste: Annotated[
        float, col("Haste", "Strength points that a turn's march away from the places to be taken costs", ge=0, le=20)
    ] = 0.0
    least: Annotated[float, col("Least worth", "Battles worth less are not fought", ge=0, le=50)] = 1.0

    def plan(
        self, look: Appraisal, force: PieceForce, can: Flags, zone: npt.NDArray[np.int16], count: Ints, member: Flags
    ) -> list[AssaultPlan]:
        """The battles worth fighting by units that may stand in these cells."""
        outcomes = look.lie.outcomes
        if outcomes is None or not len(force) or not len(look.theirs):
            return []
        goals = np.unique(look.theirs.cell).astype(np.int32)
        defence, share = self._defences(look, goals)
        attacks = self._attacks(look, force, goals)
        worth, which, where = choose_battles(
            look.board.net,
            look.costs[0],
            AssaultTargets(goals, self._values(look, goals), defence, share, look.lie.shift[goals]),
            AssaultUnits(can, attacks, self._prices(look, force, goals, attacks)),
            look.enemy,
            zone,
            Limits(count, member, look.lie.limits),
            look.lie.crossing,
            outcomes.thresholds,
            self._support(look),
            self.least,
        )
        found = []
        for number in np.argsort(-worth, kind="stable"):
            rows = tuple(int(row) for row in np.flatnonzero(which == number))
            if worth[number] > 0 and rows:
                cells = tuple(int(where[row]) for row in rows)
                found.append(AssaultPlan(int(goals[number]), rows, cells, float(worth[number])))
        return found

    def _support(self, look: Appraisal) -> Ints:
        shifts = sorted((_shift(look, marker) for marker in free_markers(look.table, look.side)), reverse=True)
        return np.array(shifts, np.int32)

    def _attacks(self, look: Appraisal, force: PieceForce, goals: Ints) -> Floats:
        """Each unit's attack against each goal."""
        kinds = [look.board.terrain_of(goal) for goal in goals]
        found = np.empty((len(force), len(goals)), np.float64)
        times: dict[tuple[tuple[str, ...], str], float] = {}
        for row, piece in enumerate(force.pieces):
            unit = look.view.unit(piece)
            for column, kind in enumerate(kinds):
                key = (unit.flags, kind)
                if key not in times:
                    times[key] = look.lie.times(unit, kind)
                found[row, column] = force.attack[row] * times[key]
        return found

    def _prices(self, look: Appraisal, force: PieceForce, goals: Ints, attacks: Floats) -> Floats:
        """What it costs to send each unit against each goal: its strength, and the way lost to what victory asks."""
        wanted = [number for number, one in enumerate(look.objectives) if one in look.wanted]
        if not wanted or not self.haste:
            return self.price * attacks
        way = look.ways[:, wanted].min(axis=1)
        back = way[force.kind][:, goals] - way[force.kind, force.cell][:, None]
        prices: Floats = self.price * attacks + self.haste * np.clip(back, 0, 400) / TURN
        return prices

    def _values(self, look: Appraisal, goals: Ints) -> Floats:
        """What each battle is worth: by goal, way of retreat and column."""
        outcomes = look.lie.outcomes
        assert outcomes is not None
        tolls = np.array([outcomes.tables(_ladders(look, int(goal))) for goal in goals])
        ground = np.array([self.worth_of(look, int(goal)) for goal in goals])[:, None, None]
        found: Floats = self.kill * tolls[..., 0] - self.thrift * tolls[..., 1] + ground * tolls[..., 2]
        return np.ascontiguousarray(found)

    def worth_of(self, look: Appraisal, cell: int) -> float:
        """What taking a cell is worth in strength points."""
        wanted = any(one.cell == cell for one in look.wanted)
        last = 1.0 if look.turn < look.turns else self.last
        return self.ground + (last * self.place if wanted else 0.0)

    def _defences(self, look: Appraisal, goals: Ints) -> tuple[Floats, Floats]:
        """What each goal's defenders may be worth, with chances."""
        atoms = [defence_chances(look, int(goal)) for goal in goals]
        width = max(len(one) for one in atoms)
        defence, share = np.zeros((len(goals), width)), np.zeros((len(goals), width))
        for number, one in enumerate(atoms):
            for place, (value, chance) in enumerate(sorted(one.items())):
                defence[number, place], share[number, place] = value, chance
        return defence, share

    def prospect(self, look: Appraisal, target: int, attackers: tuple[int, ...], shift: int = 0) -> AssaultProspect:
        """What a battle promises as the units stand now."""
        outcomes = look.lie.outcomes
        assert outcomes is not None
        zone = look.view.zone(look.side)
        cell = np.array([target], np.int32)
        own = look.table.occupied(look.side)
        way = int(escapes(look.board.net, look.costs[0], cell, own, zone)[0])
        rows = outcomes.table(_ladders(look, target), way)
        kind = look.board.terrain_of(cell[0])
        attack = sum(
            look.mine.attack[look.mine.index[piece]] * look.lie.times(look.view.unit(piece), kind)
            for piece in attackers
            if piece in look.mine.index
        )
        moved = shift + int(look.lie.shift[target]) + _mildest(look, target, attackers)
        total = np.zeros(3)
        for value, chance in defence_chances(look, target).items():
            total += chance * rows[_row(outcomes.thresholds, attack, value, moved)]
        worth = self.kill * total[0] - self.thrift * total[1] + self.worth_of(look, target) * total[2]
        return AssaultProspect(float(worth), float(total[0]), float(total[1]), float(total[2]))


def _row(thresholds: Floats, attack: float, defence: float, shift: int) -> int:
    ratio = attack / defence if defence > 0 else 1e9
    column = int(np.searchsorted(thresholds, ratio + 1e-9, side="right")) - 1
    return max(min(column + shift, len(thresholds) - 1), -1) + 1


def _mildest(look: Appraisal, target: int, attackers: tuple[int, ...]) -> int:
    start = int(look.board.indptr[target])
    around = list(look.board.indices[start : look.board.indptr[target + 1]])
    cells = [look.view.state.cell[piece] for piece in attackers]
    return max((int(look.lie.crossing[start + around.index(cell)]) for cell in cells if cell in around), default=0)


def _shift(look: Appraisal, marker: int) -> int:
    return int(look.table.face(marker).extra.get("shift", 0))


def _ladders(look: Appraisal, cell: int) -> tuple[tuple[float, ...], ...]:
    index, ladders = look.theirs.index, look.theirs.ladders
    return tuple(ladders[index[piece]] for piece in look.table.stack(cell) if piece in index)


def defence_chances(look: Appraisal, cell: int) -> dict[float, float]:
    """The defence that a stack of the enemy may turn out to have, with chances; one face-down unit is taken exactly."""
    known, hidden = 0.0, []
    for piece in look.table.stack(cell):
        if look.view.state.counter[piece] is None:
            hidden.append(piece)
        elif piece in look.theirs.index:
            known += float(look.theirs.defence[look.theirs.index[piece]])
    if not hidden:
        return {known: 1.0}
    known += sum(float(look.theirs.defence[look.theirs.index[piece]]) for piece in hidden[1:])
    members = look.view.pool(hidden[0])
    found: dict[float, float] = {}
    for face in members:
        found[known + face.defence] = found.get(known + face.defence, 0.0) + 1 / len(members)
    return found
