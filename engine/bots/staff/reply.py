"""The enemy's best reply to a formation: his attackers shared out over his targets, each attacking once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.kernels import Limits
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.battle_kernels import Attackers, Occupied, Sides, Targets, choose
from engine.bots.staff.tolls import Ladder
from engine.rules.combat import Support

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

KILL, STEP, LEAST = 1.2, 2.0, 1.0
"""What the enemy is reckoned to think a point destroyed and a step lost are worth, and what he does not bother with."""

WALKS_IN = 0.85
"""How likely an open place falls that the enemy can walk into."""


@dataclass(frozen=True)
class Stand:
    """Where a side would stand: by cell the strength and the steps of those in it."""

    strength: dict[int, float]
    ladders: dict[int, tuple[Ladder, ...]]


@dataclass(frozen=True)
class Reply:
    """What the enemy does: cells he attacks with the chance that they fall, strength lost, chances to hold places."""

    attacked: dict[int, float]
    lost: float
    holds: dict[int, float]


def reply(look: Assessment, formation: Stand, prize: Floats, reach: tuple[Flags, Flags]) -> Reply:
    """The enemy's best set of battles against a formation, and who walks into what."""
    goals = np.array(sorted(cell for cell, held in formation.strength.items() if held > 0), np.int32)
    attacked: dict[int, float] = {}
    lost = 0.0
    if len(goals) and look.horizon.enemy_fights and len(look.threats):
        attacked, lost = _attacks(look, formation, prize, reach[0], goals)
    walked = reach[1].max(axis=0, initial=0)
    holds = {}
    for one in look.held:
        if formation.strength.get(one.cell, 0.0) > 0:
            holds[one.cell] = 1.0 - attacked.get(one.cell, 0.0)
        else:
            holds[one.cell] = 1.0 - WALKS_IN if walked[one.cell] else 1.0
    return Reply(attacked, lost, holds)


def _attacks(
    look: Assessment, formation: Stand, prize: Floats, reach: Flags, goals: Ints
) -> tuple[dict[int, float], float]:
    board, terrain, foe = look.board, look.terrain, look.threats
    cells, times = goals.tolist(), terrain.losses[goals].tolist()
    ladders = [formation.ladders[cell] for cell in cells]
    tables = np.array([terrain.tolls.tables(each, more) for each, more in zip(ladders, times, strict=True)])
    worth = 1.0 + 12.0 * np.minimum(prize[goals], 1.5)
    values = KILL * tables[..., 0] - STEP * tables[..., 1] + worth[:, None, None] * tables[..., 2]
    defence = np.array([[formation.strength[cell]] for cell in cells])
    held, none = np.zeros(board.size, np.uint8), np.zeros(board.size, np.int32)
    held[goals] = 1
    can = reach * (held == 0)
    can[np.arange(len(foe)), foe.cell] = 1
    attack = np.repeat(foe.attack[:, None], len(goals), axis=1)
    gains, which, where = choose(
        board.net,
        look.costs[0],
        Targets(
            goals,
            np.ascontiguousarray(values),
            defence,
            np.ones_like(defence),
            look.struck[goals],
            terrain.times[goals],
        ),
        Attackers(foe.cell, can, np.zeros(len(foe), np.int32), attack, 0.02 * attack, np.zeros(attack.shape, np.int32)),
        Sides(look.lie.crossing, terrain.cross_times, terrain.level),
        Occupied(none, held, np.zeros(board.size, np.int16)),
        Limits(look.lie.room.copy(), _members(look), look.lie.limits),
        terrain.tolls.thresholds,
        air_of(look),
        LEAST,
        terrain.single,
        terrain.far,
    )
    return _outcome(look, goals, tables, defence[:, 0], gains, which, where)


def _members(look: Assessment) -> Flags:
    """How much of each stacking limit an enemy group takes."""
    return look.kept("members", lambda: _counted(look))


def _counted(look: Assessment) -> Flags:
    return np.ascontiguousarray(look.lie.under_limits(look.threats.units) * look.threats.weight.astype(np.uint8))


def air_of(look: Assessment) -> Ints:
    """The shifts of the markers that the enemy will have when he next fights."""
    return look.kept("air", lambda: _markers(look))


def _markers(look: Assessment) -> Ints:
    rule = look.table.mechanism(Support)
    if not rule.per_battle:
        return np.zeros(0, np.int32)
    markers = [piece for piece in look.table.setting.pieces(rule.markers) if look.table.side_of(piece) == look.foe]
    shifts = sorted((int(look.table.face(piece).extra.get("shift", 0)) for piece in markers), reverse=True)
    return np.array(shifts, np.int32)


def _outcome(
    look: Assessment, goals: Ints, tables: Floats, defence: Floats, gains: Floats, which: Ints, where: Ints
) -> tuple[dict[int, float], float]:
    """The chance that each attacked cell falls, and the strength lost in all."""
    board, terrain = look.board, look.terrain
    air = air_of(look).tolist()
    attacked, lost = {}, 0.0
    fighting: dict[int, list[int]] = {}
    for row, number in enumerate(which.tolist()):
        fighting.setdefault(number, []).append(row)
    stands, worth = where.tolist(), gains.tolist()
    for number in np.argsort(-gains, kind="stable").tolist():
        if worth[number] <= 0:
            break
        rows = fighting.get(number)
        if not rows:
            continue
        goal = int(goals[number])
        first, last = int(board.indptr[goal]), int(board.indptr[goal + 1])
        side = dict(zip(board.indices[first:last].tolist(), range(first, last), strict=True))
        used = [side[stands[row]] for row in rows]
        multiple = float(terrain.times[goal]) + min(float(terrain.cross_times[edge]) for edge in used) - 1.0
        shift = int(look.struck[goal]) + max(int(look.lie.crossing[edge]) for edge in used)
        shift += air.pop(0) if air else 0
        ratio = float(look.threats.attack[rows].sum()) / max(float(defence[number]) * multiple, 0.1)
        column = int(np.searchsorted(terrain.tolls.thresholds, ratio + 1e-9, side="right")) - 1 + shift
        row = max(min(column, len(terrain.tolls.thresholds) - 1), -1) + 1
        attacked[goal] = float(tables[number, 0, row, 2])
        lost += float(tables[number, 0, row, 0])
    return attacked, lost
