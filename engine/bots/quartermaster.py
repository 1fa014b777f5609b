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
from engine.rules.fuel import FUEL
from engine.rules.movement import phase_rule, reach_of
from engine.rules.prices import Price, Source
from engine.rules.railways import Railways
from engine.rules.stores import SUPPLY, carried_by, fresh, held, in_use, stores_of
from engine.rules.table import Table
from engine.rules.trains import ConvertRail, SendStores, Trains
from engine.rules.transport import LoadStores, Transport, UnloadStores
from engine.state import Status, Store
from engine.state.actions import AnyAction, MoveUnit

FRONT = 12
"""Cells from the enemy within which a unit is one of the front, for which supply is brought up."""

AMPLE = 32
"""Tokens at hand with which no headquarters needs more, whomever it serves."""


AT_HAND = 1000.0
"""What supply is rated that lies where a headquarters draws which lacks it: above all that must be carried there."""

HAUL = 10.0
"""Movement points of a lorry from which supply is worth half of what it is where it is wanted."""

SAFE = 5
"""Cells from the enemy beyond which transport stops by itself."""

UNREACHED = 1 << 19
"""Ticks to a cell that cannot be reached."""


@dataclass(frozen=True)
class Need:
    """A headquarters that serves the front: from where it can draw, and by whose supply it is how much it should have.

    Supply may belong to a group within a side, and then serves only some of the units.
    """

    cell: int
    near: frozenset[int]
    wanted: dict[str, int]
    tokens: dict[str, int]

    def short(self, group: str) -> int:
        """The tokens of a group that it lacks."""
        return max(self.wanted.get(group, 0) - self.tokens.get(group, 0), 0)

    @property
    def shortest(self) -> int:
        """The tokens that it lacks of whichever group it lacks most."""
        return max((self.short(group) for group in self.wanted), default=0)


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
    state = table.state
    moved = (each for each in table.on_map(side) if state.spent[each] or state.status[each] & Status.MOVED)
    return any(table.face(each).attack > 0 for each in moved)


def _errands(view: View) -> Iterator[AnyAction]:
    table, side = view.table, view.side
    wanted = needs(table, side)
    rear = [store for store in stores_of(table, side) if store.on == "cell" and _rear(store, wanted)]
    brought = chain(_sent(table, side, rear, wanted), _carried(table, side, rear, wanted))
    every = chain(_work(table, side), brought, _following(table, side))
    yield from (action for action in every if view.judge(action))


def needs(table: Table, side: int) -> list[Need]:
    """The headquarters of a side that serve the front, the neediest first."""
    return table.cached_now(
        ("needs", side), lambda: sorted(_needs(table, side), key=lambda one: (-one.shortest, one.cell))
    )


def _needs(table: Table, side: int) -> Iterator[Need]:
    rule, stores, least = table.mechanism(SupplyDraw), stores_of(table, side), in_use(table)
    fronts = {group: _front(table, side, group) for group in {"", *(store.group for store in stores)}}
    for piece in rule.headquarters(table, side):
        cell, far = table.state.cell[piece], max(rule.reach_of(table, piece) / 2, 1)
        if table.board.is_box(Cell(cell)):
            continue
        span = spans(table.setting, cell)
        steps = {group: sum(many for at, many in front.items() if span[at] <= far) for group, front in fronts.items()}
        point = least.tokens if least is not None else 0
        wanted = {group: min(max(many, point), AMPLE) for group, many in steps.items() if many}
        if wanted:
            near = frozenset(np.flatnonzero(rule.draws(table, side, cell).length >= 0).tolist())
            here = [store for store in stores if store.on == "cell" and store.where in near]
            yield Need(cell, near, wanted, {group: _held(table, here, group) for group in wanted})


def _held(table: Table, stores: list[Store], group: str) -> int:
    """What units that may use the supply of a group find in some stores."""
    return sum(held(table, store).tokens for store in stores if store.group in ("", group))


def _front(table: Table, side: int, group: str) -> dict[int, int]:
    """The steps of a side's units near the enemy that may use the supply of a group, by cell."""
    away, found = cells_away(table, side), dict[int, int]()
    for piece in table.on_map(side):
        cell = table.state.cell[piece]
        if away[cell] > FRONT or table.face(piece).attack <= 0 or piece in table.setting.bystanders:
            continue
        if not group or _may_use(table, side, piece, group):
            found[cell] = found.get(cell, 0) + table.steps_left(piece)
    return found


def _may_use(table: Table, side: int, piece: int, group: str) -> bool:
    """Whether a unit may be fuelled with the supply of a group, wherever it lies."""
    source = Source("", 1, Store("cell", table.state.cell[piece], side, SUPPLY, group))
    return bool(table.verdict("may_draw", Price(side, 1, (piece,), reason=FUEL), source))


def placed(view: View, action: AnyAction, group: str) -> float:
    """How well supply of a group would lie in a cell: with who lacks it, else by how near all lie who lack some."""
    table, cell = view.table, getattr(action, "cell", -1)
    wheels, found = table.mechanism(SupplyDraw).move_class, 0.0
    for need in needs(table, view.side):
        if cell in need.near and need.short(group):
            return AT_HAND + need.short(group)
        way = ground_of(table.setting).way_to((need.cell,), wheels, table.state.turn)
        found += need.short(group) / (1 + int(way[cell]) / TICKS / HAUL)
    return found + float(getattr(action, "points", 1)) / 100


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
        for store in rear:
            if not need.short(store.group):
                continue
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


def _following(table: Table, side: int) -> Iterator[AnyAction]:
    """Transport that serves a formation keeps up with it: with its strongest stack, where that draws from elsewhere."""
    rule = table.setting.by_key(Transport.key)
    if not isinstance(rule, Transport) or not rule.organic:
        return
    limit = int(table.mechanism(SupplyDraw).limit * TICKS)
    for piece in table.matching(rule.carriers, table.on_map(side)):
        unit = table.unit(piece)
        begins = not table.state.status[piece] & Status.MOVED and not table.state.spent[piece]
        if begins and any(flag in unit.flags for flag in rule.organic):
            goal = _main_body(table, side, unit.formation)
            if goal is not None and limit < _far(table, piece, goal) < UNREACHED:
                yield from (*_drive(table, piece, [goal], 0), *_approach(table, piece, [goal]))


def _main_body(table: Table, side: int, formation: str | None) -> int | None:
    """The cell on the map where most of a formation's strength stands."""
    found: dict[int, float] = {}
    for piece in table.on_map(side) if formation else ():
        cell = table.state.cell[piece]
        if table.unit(piece).formation == formation and not table.board.is_box(Cell(cell)):
            found[cell] = found.get(cell, 0.0) + float(table.face(piece).attack)
    return min(found, key=lambda cell: (-found[cell], cell), default=None)


def _carry(table: Table, rule: Transport, piece: int, rear: list[Store], wanted: list[Need]) -> Iterator[AnyAction]:
    here, cost = table.state.cell[piece], rule.handling(table, piece)
    aboard = carried_by(table, piece)
    if aboard:
        goals = [need.cell for need in wanted if need.short(aboard[0].group)]
        if here in goals:
            yield UnloadStores(piece)
        rest = [goal for goal in goals if goal != here]
        yield from (*_drive(table, piece, rest, cost), *_approach(table, piece, rest))
        return
    begins = not table.state.spent[piece]
    full = [store for store in rear if fresh(table, store) and any(need.short(store.group) for need in wanted)]
    full.sort(key=lambda store: -fresh(table, store))
    for store in full:
        goals = [need.cell for need in wanted if need.short(store.group)]
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
