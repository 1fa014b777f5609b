"""Roles that are given out before anybody attacks: watches, guards, and whoever takes what lies open in the end."""

from __future__ import annotations

import numpy as np

from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.draft import Draft
from engine.bots.staff.finale import seizures
from engine.bots.staff.matching import IMPOSSIBLE, matched
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Guard
from engine.bots.staff.telling import tell_guard, tell_seizure, tell_watch

Sent = list[tuple[int, int, Motive]]
"""Groups by their row, the cells they are sent to, and why."""

SOMETHING = 0.1
"""What is left of a place's worth to a guard who is sure to be driven out: at least nobody just walks in."""

PLACE = 100.0
"""What a place counts for where it is weighed against the strength that is tied down in it."""


def seize(look: Assessment, draft: Draft, rule: Guard) -> Sent:
    """On the last turn whoever truly gets into an open place goes for it, all together, the weakest first.

    Where the enemy answers and the plan minds that, whoever would hold it goes before who would be driven out.
    """
    stout = rule.stout if rule.seizers and look.horizon.enemy_moves else 0.0
    danger = look.danger(draft.held, draft.zones) if stout else None
    places = [one for one in look.wanted if not look.enemy[one.cell] and not draft.here[one.cell]]
    ways = seizures(look, draft, places)
    costs = np.full((len(places), len(draft.force)), IMPOSSIBLE)
    for number, one in enumerate(places):
        for row in draft.rows():
            if ways[number][row].any():
                later = 0.0 if draft.can[row, one.cell] else 10.0
                needed = 2.0 * PLACE * _needed_here(look, draft, row)
                if danger is not None:
                    needed += stout * PLACE * one.worth * _falls(look, draft, row, one.cell, danger)
                costs[number, row] = float(draft.force.attack[row]) - PLACE * one.worth + later + needed
    found = []
    for number, row in enumerate(matched(costs)):
        if row >= 0:
            one = places[number]
            way = look.ways((one.cell,), int(draft.force.kind[row]), look.turn)
            cell = int(np.where(ways[number][row], way, 1 << 20).argmin())
            found.append((row, cell, tell_seizure(look, one, cell)))
    return found


def _needed_here(look: Assessment, draft: Draft, row: int) -> bool:
    """Whether a group alone holds a place that the enemy could still take."""
    cell = int(draft.force.cell[row])
    holds = any(one.cell == cell for one in look.held)
    return holds and look.horizon.enemy_moves and len(look.table.stack(cell)) == 1


def watch(look: Assessment, draft: Draft) -> Sent:
    """Whatever the rules want watched gets the cheapest unit that can be there, all chosen together."""
    table = look.table
    asked = {cell for one in table.answering("to_watch") for cell in one.to_watch(table, look.side)}
    cells = sorted(cell for cell in asked if not draft.here[cell])
    costs = np.full((len(cells), len(draft.force)), IMPOSSIBLE)
    for number, cell in enumerate(cells):
        for row in np.flatnonzero(draft.open & (draft.can[:, cell] > 0)).tolist():
            if draft.force.attack[row] > 0 and draft.fits(row, cell) and not draft.force.station[row]:
                away = 20.0 if draft.force.cell[row] != cell else 0.0
                costs[number, row] = float(draft.force.attack[row]) + away
    posts = zip(cells, matched(costs), strict=True)
    return [(row, cell, tell_watch(look, cell)) for cell, row in posts if row >= 0]


def guard(look: Assessment, draft: Draft, rule: Guard) -> Sent:
    """Places that raiders can walk into get the cheapest guards, all chosen together; in the end those who hold."""
    left = look.turns - look.turn
    danger = look.danger(draft.held, draft.zones)
    places = [one for one in look.held if danger.raided[one.cell] and not draft.here[one.cell]]
    costs = np.full((len(places), len(draft.force)), IMPOSSIBLE)
    for number, one in enumerate(places):
        for row in np.flatnonzero(draft.open & (draft.can[:, one.cell] > 0)).tolist():
            flags = look.table.unit(draft.force.groups[row][0]).flags
            never = (left or look.horizon.my_moves) and any(flag in flags for flag in rule.never)
            if never or not draft.fits(row, one.cell):
                continue
            away = float(draft.force.cell[row] != one.cell)
            strong = float(draft.force.attack[row]) * (1.0 if left or rule.stout else 0.2)
            falls = 0.0 if left or not rule.stout else _falls(look, draft, row, one.cell, danger)
            cost = strong + away - rule.worth * one.worth * max(1.0 - rule.stout * falls, SOMETHING)
            costs[number, row] = cost if cost < 0 else IMPOSSIBLE
    posts = zip(places, matched(costs), strict=True)
    return [(row, one.cell, tell_guard(look, one, danger)) for one, row in posts if row >= 0]


def _falls(look: Assessment, draft: Draft, row: int, cell: int, danger: Danger) -> float:
    """How likely a group alone is driven out of a cell by everything that can be brought against it."""
    tolls, times = look.terrain.tolls, float(look.terrain.times[cell])
    ratio = float(danger.threat[cell]) / max(float(draft.force.defence[row]) * times, 0.1)
    column = int(np.searchsorted(tolls.thresholds, ratio + 1e-9, side="right")) + int(look.struck[cell])
    return float(look.terrain.typical[2][max(min(column, len(tolls.thresholds)), 0)])
