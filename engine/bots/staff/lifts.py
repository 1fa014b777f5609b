"""What is added to dice, in columns: ratings, works, and throws before a battle that may move it.

The best of several attackers counts, and what attackers and defenders bring adds up; so each group is asked once
against one defender, and each goal once with one attacker.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import median

import numpy as np
import numpy.typing as npt

from engine.bots.staff.force import Force
from engine.charts import CombatTable
from engine.rules.combat import OddsCombat
from engine.rules.forecast import all_modifiers, spread_of
from engine.rules.table import Table
from engine.state.tasks import Battle

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

FAR = 4
"""Columns within which it is looked for what a point on the dice is worth."""


def lifts(table: Table, side: int, force: Force, foe: Force, goals: Ints) -> Ints:
    """By group of a side and goal, the columns by which a battle with this group as its best is lifted."""
    if not len(force) or not len(goals):
        return np.zeros((len(force), len(goals)), np.int32)
    stacks = _stacks(foe)
    ours, theirs = force.groups[0], stacks[int(goals[0])]
    added = [_points(table, Battle(side, int(goals[0]), group, theirs)) for group in force.groups]
    met = [_points(table, Battle(side, int(goal), ours, stacks[int(goal)])) for goal in goals]
    points = np.array(added, np.int32)[:, None] + np.array(met, np.int32)[None, :] - added[0]
    worth = {}
    for value in np.unique(points).tolist():
        row, number = np.argwhere(points == value)[0].tolist()
        goal = int(goals[number])
        worth[value] = _columns(table, Battle(side, goal, force.groups[row], stacks[goal]), value)
    found: Ints = np.vectorize(worth.__getitem__, otypes=[np.int32])(points)
    return np.ascontiguousarray(found)


def typical_lift(table: Table, side: int, force: Force, foe: Force) -> int:
    """The columns by which an attack of a side on the enemy is lifted, as the bulk of both stand."""
    ours = [row for row in range(len(force)) if force.attack[row] > 0]
    stacks = _stacks(foe)
    if not ours or not stacks:
        return 0
    goals = np.array(sorted(stacks), np.int32)
    weights = np.array([sum(foe.defence[foe.cell == goal]) for goal in goals]) + 1e-9
    found = lifts(table, side, force, foe, goals)[ours]
    mean = np.average(np.average(found, axis=1, weights=weights), weights=force.attack[ours])
    return round(float(mean))


def _stacks(foe: Force) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for group, cell in zip(foe.groups, foe.cell.tolist(), strict=True):
        found[cell] = (*found.get(cell, ()), *group)
    return found


def _points(table: Table, battle: Battle) -> int:
    return sum(each.points for each in all_modifiers(table, battle))


def _columns(table: Table, battle: Battle, points: int) -> int:
    """What points on the dice and the throws before a battle come to in columns."""
    crt = table.scenario.combat_tables[table.mechanism(OddsCombat).chart]
    thrown = sum(columns * float(chance) for columns, chance in spread_of(table, battle))
    return round(points * _of_a_point(table, crt) + thrown)


def _of_a_point(table: Table, crt: CombatTable) -> float:
    """How many columns to the right come closest to a point more on the dice, in most columns."""
    return table.setting.kept(("point", crt.table.chart.chart), lambda: _closest(crt))


def _closest(crt: CombatTable) -> float:
    found = []
    for column in range(len(crt.thresholds) - 1):
        wanted, near = crt.chances(column, 1), range(min(FAR + 1, len(crt.thresholds) - column))
        if _apart(wanted, crt.chances(column)):  # where a point changes nothing it says nothing of columns
            found.append(min(near, key=lambda shift: (_apart(wanted, crt.chances(column + shift)), shift)))
    return median(found) if found else 0.0


def _apart(one: dict[str, Fraction], two: dict[str, Fraction]) -> Fraction:
    none = Fraction(0)
    return sum((abs(one.get(code, none) - two.get(code, none)) for code in {*one, *two}), none)
