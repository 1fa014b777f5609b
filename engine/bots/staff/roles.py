"""Roles that are given out before battles are planned: places in reach, cells to be watched, guards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.finale import seizures
from engine.bots.staff.ground import Place
from engine.bots.staff.line import march
from engine.bots.staff.matching import IMPOSSIBLE, matched
from engine.bots.staff.plan import Motive
from engine.bots.staff.rules import Guard
from engine.bots.staff.telling import tell_guard, tell_seizure, tell_watch

Given = Iterator[tuple[int, int, Motive]]
"""Groups with the cell that each is sent to, and why."""


def seize(look: Assessment, draft: Draft) -> Given:
    """On the last turn every open place is taken by somebody if it can be, all together."""
    if look.turn < look.turns:
        return
    places = [one for one in look.wanted if not look.enemy[one.cell] and not draft.here[one.cell]]
    if look.last:
        yield from _finish(look, draft, places)
        return
    costs = np.full((len(places), len(draft.force)), IMPOSSIBLE)
    turn = march(draft) * (1 + look.horizon.my_moves)
    for number, one in enumerate(places):
        for row in draft.rows():
            way = int(look.terrain.ways((one.cell,), int(draft.force.kind[row]), look.turn)[draft.force.cell[row]])
            now = bool(draft.can[row, one.cell])
            if now or (look.horizon.my_moves and way <= turn[row]):
                costs[number, row] = (0.0 if now else 50.0) + float(draft.force.attack[row]) + way / 100
                costs[number, row] += 200.0 * _needed_here(look, draft, row) - 100.0 * one.worth
    for one, row in zip(places, matched(costs), strict=True):
        if row >= 0:
            ways = look.terrain.ways((one.cell,), int(draft.force.kind[row]), look.turn)
            cell = int(np.where(draft.can[row] > 0, ways, 1 << 20).argmin())
            yield row, cell, tell_seizure(look, one, cell)


def _finish(look: Assessment, draft: Draft, places: list[Place]) -> Given:
    """The enemy moves no more: whoever truly gets into an open place goes there, the weakest attacker first."""
    ways = seizures(look, draft, places)
    costs = np.full((len(places), len(draft.force)), IMPOSSIBLE)
    for number, one in enumerate(places):
        for row in draft.rows():
            if ways[number][row].any():
                now = bool(draft.can[row, one.cell])
                costs[number, row] = float(draft.force.attack[row]) - 100.0 * one.worth + (0.0 if now else 10.0)
    for number, row in enumerate(matched(costs)):
        if row >= 0:
            one = places[number]
            way = look.terrain.ways((one.cell,), int(draft.force.kind[row]), look.turn)
            cell = int(np.where(ways[number][row], way, 1 << 20).argmin())
            yield row, cell, tell_seizure(look, one, cell)


def _needed_here(look: Assessment, draft: Draft, row: int) -> bool:
    """Whether a group alone holds a place that the enemy could still take."""
    cell = int(draft.force.cell[row])
    holds = any(one.cell == cell for one in look.held)
    return holds and look.horizon.enemy_moves and len(look.table.stack(cell)) == 1


def watch(look: Assessment, draft: Draft) -> Given:
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
    for cell, row in zip(cells, matched(costs), strict=True):
        if row >= 0:
            yield row, cell, tell_watch(look, cell)


def guard(look: Assessment, draft: Draft, rule: Guard | None) -> Given:
    """Places that raiders can walk into get the cheapest guards, all chosen together."""
    left = look.turns - look.turn
    if rule is None or left >= rule.turns or not look.horizon.enemy_moves:
        return
    danger = look.danger(draft.held, draft.zones)
    open_ = [one for one in look.held if danger.raided[one.cell] and not draft.here[one.cell]]
    costs = np.full((len(open_), len(draft.force)), IMPOSSIBLE)
    for number, one in enumerate(open_):
        for row in np.flatnonzero(draft.open & (draft.can[:, one.cell] > 0)).tolist():
            flags = look.table.unit(draft.force.groups[row][0]).flags
            if (left or look.horizon.my_moves) and any(flag in flags for flag in rule.never):
                continue
            away = float(draft.force.cell[row] != one.cell)
            strong = float(draft.force.attack[row]) * (1.0 if left else 0.2)
            costs[number, row] = strong + away - (100.0 * one.worth if draft.fits(row, one.cell) else -IMPOSSIBLE)
    for one, row in zip(open_, matched(costs), strict=True):
        if row >= 0:
            yield row, one.cell, tell_guard(look, one, danger)
