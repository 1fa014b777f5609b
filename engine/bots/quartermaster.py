"""The quartermaster: what every bot does with its supply before it plans a phase, from the rear to its headquarters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from engine.board.network import TICKS
from engine.bots.bot import Choice, Why
from engine.bots.ground import ground_of, spans
from engine.bots.turning import cells_away
from engine.bots.words import tell_action
from engine.ids import Cell
from engine.play.view import View
from engine.rules.drawing import SupplyDraw
from engine.rules.movement import phase_rule, reach_of
from engine.rules.railways import Railways
from engine.rules.stores import carried_by, fresh, held, in_use, stores_of
from engine.rules.table import Table
from engine.rules.trains import ConvertRail, SendStores, Trains
from engine.rules.transport import LoadStores, Transport, UnloadStores
from engine.state import Status, Store
from engine.state.actions import AnyAction, MoveUnit

FRONT = 12
"""Cells from the enemy within which a unit is one of the front, for which supply is brought up."""

AMPLE = 32
"""Tokens at hand with which no headquarters needs more, whomever it serves."""


SAFE = 5
"""Cells from the enemy beyond which transport stops by itself."""

UNREACHED = 1 << 19
"""Ticks to a cell that cannot be reached."""


@dataclass(frozen=True)
class Need:
    """A headquarters that serves the front: what it can draw on, from where, and how much it should have."""

    cell: int
    tokens: int
    near: frozenset[int]
    wanted: int

    @property
    def short(self) -> int:
        """The tokens that it lacks."""
        return max(self.wanted - self.tokens, 0)


def errand(view: View) -> Choice | None:
    """The next thing to do for supply in a side's movement; None: nothing is worth while."""
    table, rule = view.table, phase_rule(view.table)
    if in_use(table) is None or rule is None or rule.only or _begun(table, view.side):
        return None
    action = table.cached_now(("errand", view.side), lambda: next(_errands(view), None))
    if action is None:
        return None
    why = Why(rule="quartermaster", goal="bring supply forward", expects="units that can move and fight")
    return action, why | Why(reasons=[tell_action(view, action)], rejected=[])


def _begun(table: Table, side: int) -> bool:
    """Whether the troops are on the march: supply is seen to before that."""
    state, others = table.state, table.setting.bystanders
    return any(
        (state.spent[each] or state.status[each] & Status.MOVED) and each not in others for each in table.on_map(side)
    )


def _errands(view: View) -> Iterator[AnyAction]:
    table, side = view.table, view.side
    wanted = needs(table, side)
    rear = [store for store in stores_of(table, side) if store.on == "cell" and _rear(store, wanted)]
    every = chain(_work(table, side), _sent(table, side, rear, wanted), _carried(table, side, rear, wanted))
    yield from (action for action in every if view.judge(action))


def needs(table: Table, side: int) -> list[Need]:
    """The headquarters of a side that serve the front, the neediest first."""
    rule, found = table.mechanism(SupplyDraw), []
    front = _front(table, side)
    for piece in rule.headquarters(table, side):
        cell = table.state.cell[piece]
        wanted = 0 if table.board.is_box(Cell(cell)) else _wanted(table, rule, piece, front)
        if wanted:
            near = frozenset(np.flatnonzero(rule.draws(table, side, cell).length >= 0).tolist())
            here = [store for store in stores_of(table, side) if store.on == "cell" and store.where in near]
            found.append(Need(cell, sum(held(table, store).tokens for store in here), near, wanted))
    return sorted(found, key=lambda need: (-need.short, need.cell))


def _front(table: Table, side: int) -> dict[int, int]:
    """The steps of a side's units near the enemy, by cell."""
    away, found = cells_away(table, side), dict[int, int]()
    for piece in table.on_map(side):
        cell = table.state.cell[piece]
        if away[cell] <= FRONT and table.face(piece).attack > 0 and piece not in table.setting.bystanders:
            found[cell] = found.get(cell, 0) + table.steps_left(piece)
    return found


def _wanted(table: Table, rule: SupplyDraw, piece: int, front: dict[int, int]) -> int:
    """A token for every step of the front that a headquarters serves, but no less than a point, and not without end."""
    stores, reach = in_use(table), rule.reach_of(table, piece)
    far = spans(table.setting, table.state.cell[piece])
    steps = sum(steps for cell, steps in front.items() if far[cell] <= max(reach / 2, 1))
    return min(max(steps, stores.tokens if stores is not None else 0), AMPLE) if steps else 0


def _rear(store: Store, wanted: list[Need]) -> bool:
    """Whether a dump serves no headquarters of the front where it lies."""
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
        for store in rear if need.short else ():
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
    here, cost = table.state.cell[piece], rule.handling(table, piece)
    goals = [need.cell for need in wanted if need.short]
    if not goals:
        return
    if carried_by(table, piece):
        if here in goals:
            yield UnloadStores(piece)
        rest = [goal for goal in goals if goal != here]
        yield from (*_drive(table, piece, rest, cost), *_approach(table, piece, rest))
        return
    begins = not table.state.spent[piece]
    full = sorted((store for store in rear if fresh(table, store)), key=lambda store: -fresh(table, store))
    for store in full:
        if store.where == here and (begins or any(_drive(table, piece, goals, 2 * cost))):
            yield LoadStores(piece, min(rule.room(table, piece), fresh(table, store)), store.group)
    rest = [store.where for store in full if store.where != here]
    if begins and len(rest) == len(full):
        yield from (*_drive(table, piece, rest, cost), *_approach(table, piece, rest))


def _drive(table: Table, piece: int, goals: list[int], spare: int) -> Iterator[AnyAction]:
    """To the first of some cells that can be reached with so many ticks left over."""
    most = int(table.allowance(piece) * TICKS) - table.state.spent[piece] - spare
    near = [goal for goal in goals if _far(table, piece, goal) <= most]
    for ways in reach_of(table, piece) if near else ():
        reached = set(ways.cells())
        for goal in near:
            if goal in reached and ways.points(goal) * TICKS <= most:
                yield MoveUnit(piece, ways.path(goal))
                return


def _approach(table: Table, piece: int, goals: list[int]) -> Iterator[AnyAction]:
    """As far as it goes toward the nearest of some cells that lie farther than a turn's drive, to where it is safe."""
    if not goals:
        return
    here, away = table.state.cell[piece], cells_away(table, table.side_of(piece))
    goal = min(goals, key=lambda one: (_far(table, piece, one), one))
    way = ground_of(table.setting).way_to((goal,), table.unit(piece).move_class, table.state.turn)
    best, found = int(way[here]), None
    for ways in reach_of(table, piece) if best < UNREACHED else ():
        for cell in ways.cells():
            if int(way[cell]) < best and (away[cell] > SAFE or table.holder(cell) == table.side_of(piece)):
                best, found = int(way[cell]), MoveUnit(piece, ways.path(cell))
    if found is not None:
        yield found


def _far(table: Table, piece: int, goal: int) -> int:
    """Ticks to a cell over ground that nobody contests."""
    way = ground_of(table.setting).way_to((goal,), table.unit(piece).move_class, table.state.turn)
    return int(way[table.state.cell[piece]])
