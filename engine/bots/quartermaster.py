"""The quartermaster: what every bot does with its supply before it plans a phase, from the rear to its headquarters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.board.network import TICKS
from engine.bots.bot import Choice, Why
from engine.bots.words import tell_action
from engine.ids import Cell
from engine.play.view import View
from engine.rules.drawing import SupplyDraw
from engine.rules.movement import phase_rule, reach_of
from engine.rules.railways import Railways
from engine.rules.stores import carried_by, cell_of, fresh, held, in_use, stores_of
from engine.rules.table import Table
from engine.rules.trains import ConvertRail, SendStores, Trains
from engine.rules.transport import LoadStores, Transport, UnloadStores
from engine.state import Status, Store
from engine.state.actions import AnyAction, MoveUnit

AMPLE = 16
"""Tokens at hand with which a headquarters needs no more."""


@dataclass(frozen=True)
class Need:
    """A headquarters, what it can draw on, and from where."""

    cell: int
    tokens: int
    near: frozenset[int]


def errand(view: View) -> Choice | None:
    """The next thing to do for supply in a side's movement; None: nothing is worth while."""
    table, rule = view.table, phase_rule(view.table)
    if in_use(table) is None or rule is None or rule.only:
        return None
    action = table.cached_now(("errand", view.side), lambda: next(_errands(view), None))
    if action is None:
        return None
    why = Why(rule="quartermaster", goal="bring supply forward", expects="units that can move and fight")
    return action, why | Why(reasons=[tell_action(view, action)], rejected=[])


def _errands(view: View) -> Iterator[AnyAction]:
    table, side = view.table, view.side
    wanted = needs(table, side)
    rear = [store for store in stores_of(table, side) if store.on == "cell" and _rear(store, wanted)]
    every = (*_work(table, side), *_sent(table, side, rear, wanted), *_carried(table, side, rear, wanted))
    yield from (action for action in every if view.judge(action))


def needs(table: Table, side: int) -> list[Need]:
    """The headquarters of a side, the neediest first."""
    rule, found = table.mechanism(SupplyDraw), []
    for piece in rule.headquarters(table, side):
        cell = table.state.cell[piece]
        if not table.board.is_box(Cell(cell)):
            near = frozenset(np.flatnonzero(rule.draws(table, side, cell).length >= 0).tolist())
            here = [store for store in stores_of(table, side) if cell_of(table, store) in near]
            found.append(Need(cell, sum(held(table, store).tokens for store in here), near))
    return sorted(found, key=lambda need: (need.tokens, need.cell))


def _rear(store: Store, wanted: list[Need]) -> bool:
    """Whether a dump serves no headquarters where it lies."""
    return not any(store.where in need.near for need in wanted)


def _work(table: Table, side: int) -> Iterator[AnyAction]:
    """Railway units convert as far as they can."""
    if table.setting.by_key(Trains.key) is None:
        return
    rule = table.mechanism(Railways)
    for piece in table.matching(rule.converters, table.on_map(side)):
        if not table.state.status[piece] & Status.MOVED:
            runs = sorted(rule.stretches(table, piece), key=lambda run: (-len(run), run))
            yield from (ConvertRail(piece, run) for run in runs[:1])


def _sent(table: Table, side: int, rear: list[Store], wanted: list[Need]) -> Iterator[AnyAction]:
    """Trains bring points from the rear to the neediest headquarters that they reach."""
    rule, stores = table.mechanism(Railways), in_use(table)
    if table.setting.by_key(Trains.key) is None or stores is None or rule.left(table, side) <= 0:
        return
    for need in wanted:
        for store in rear if need.tokens < AMPLE else ():
            ends = sorted(need.near & rule.ways(table, side, store.where).keys())
            point = min(stores.tokens, fresh(table, store))
            if ends and point:
                yield SendStores(store.where, ends[0], point, store.group)


def _carried(table: Table, side: int, rear: list[Store], wanted: list[Need]) -> Iterator[AnyAction]:
    """Lorries and wagons fetch from the rear and unload with a headquarters."""
    rule = table.setting.by_key(Transport.key)
    if not isinstance(rule, Transport):
        return
    for piece in table.matching(rule.carriers, table.on_map(side)):
        flags = table.unit(piece).flags
        if not table.state.status[piece] & Status.MOVED and not any(flag in flags for flag in rule.organic):
            yield from _carry(table, rule, piece, rear, wanted)


def _carry(table: Table, rule: Transport, piece: int, rear: list[Store], wanted: list[Need]) -> Iterator[AnyAction]:
    here, cost = table.state.cell[piece], rule.handling(table, piece) / TICKS
    goals = [need.cell for need in wanted if need.tokens < AMPLE]
    if not goals:
        return
    if carried_by(table, piece):
        if here in goals:
            yield UnloadStores(piece)
        yield from _drive(table, piece, [goal for goal in goals if goal != here], cost)
        return
    for store in rear:
        load = min(rule.room(table, piece), fresh(table, store))
        if store.where == here and load > 0 and any(_drive(table, piece, goals, 2 * cost)):
            yield LoadStores(piece, load, store.group)
    full = sorted((store for store in rear if fresh(table, store)), key=lambda store: -fresh(table, store))
    if not table.state.spent[piece]:
        yield from _drive(table, piece, [store.where for store in full if store.where != here], cost)


def _drive(table: Table, piece: int, goals: list[int], spare: float) -> Iterator[AnyAction]:
    """To the first of some cells that can be reached with so many points left over."""
    for ways in reach_of(table, piece):
        most = float(table.allowance(piece)) - table.state.spent[piece] / TICKS - spare
        reached = set(ways.cells())
        for goal in goals:
            if goal in reached and ways.points(goal) <= most:
                yield MoveUnit(piece, ways.path(goal))
                return
