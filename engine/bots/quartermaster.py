"""The quartermaster: what every bot does with its supply before it plans a phase, from the rear to its headquarters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from engine.board.network import TICKS
from engine.bots.bot import Choice, Why
from engine.bots.extenders import FRONT, extending, gathering
from engine.bots.ground import ground_of
from engine.bots.throwing import thrown_over
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

AMPLE = 32
"""Tokens at hand with which no headquarters needs more, whomever it serves."""


AT_HAND = 1000.0
"""What supply is rated that lies where a headquarters draws which lacks it: above all that must be carried there."""

HAUL = 10.0
"""Movement points of a lorry from which supply is worth half of what it is where it is wanted."""

PROVIDED = 0.1
"""What supply that a headquarters has already counts beside what it lacks, where more is to be put down."""

SAFE = 5
"""Cells from the enemy beyond which transport stops by itself."""

LONGEST = 3
"""Turns of a round to a dump and on to a headquarters beyond which a carrier does not set out."""

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
    idle = _idle(table, side, wanted)
    brought = chain(_sent(table, side, idle, wanted), _carried(table, side, idle, wanted))
    extended = chain(extending(table, side, bool(idle)), _work(table, side), _gathered(table, side, bool(idle)))
    every = chain(extended, brought, _following(table, side))
    yield from (action for action in every if view.judge(action))


def point_of(table: Table) -> int:
    """How many tokens make a supply point; none where there are no stores."""
    stores = in_use(table)
    return stores.tokens if stores is not None else 0


def needs(table: Table, side: int) -> list[Need]:
    """The headquarters of a side that serve the front, the neediest first."""
    return table.cached_now(
        ("needs", side), lambda: sorted(_needs(table, side), key=lambda one: (-one.shortest, one.cell))
    )


def _needs(table: Table, side: int) -> Iterator[Need]:
    rule, stores, point = table.mechanism(SupplyDraw), stores_of(table, side), point_of(table)
    fronts = {group: _front(table, side, group) for group in {"", *(store.group for store in stores)}}
    for piece in rule.headquarters(table, side):
        cell = table.state.cell[piece]
        if table.board.is_box(Cell(cell)):
            continue
        there = thrown_over(table, rule.move_class, side, (cell,), rule.reach_of(table, piece))
        steps = {group: sum(many for at, many in front.items() if there[at]) for group, front in fronts.items()}
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
    table, cell, points = view.table, getattr(action, "cell", -1), int(getattr(action, "points", 1))
    wheels, found, lacking = table.mechanism(SupplyDraw).move_class, 0.0, 0
    for need in needs(table, view.side):
        short = need.short(group)
        lacking = max(lacking, short if cell in need.near else 0)
        way = ground_of(table.setting).way_to((need.cell,), wheels, table.state.turn, view.side)
        found += (short + PROVIDED * need.wanted.get(group, 0)) / (1 + int(way[cell]) / TICKS / HAUL)
    if lacking:
        tokens = points * point_of(table)
        return AT_HAND + min(tokens, lacking) - max(tokens - point_of(table) - lacking, 0)
    return found + points / 100


def _idle(table: Table, side: int, wanted: list[Need]) -> dict[Store, int]:
    """The tokens of each dump that no headquarters of the front wants where they lie, and that may be carried now."""
    found = {}
    for store in stores_of(table, side):
        served = [need for need in wanted if store.where in need.near and need.wanted.get(store.group)]
        over = (need.tokens[store.group] - need.wanted[store.group] for need in served)
        spare = min(max(min(over, default=AMPLE * point_of(table)), 0), fresh(table, store))
        if store.on == "cell" and spare > 0:
            found[store] = spare
    return found


def _work(table: Table, side: int) -> Iterator[AnyAction]:
    """Railway units convert as far as they can."""
    if table.setting.by_key(Trains.key) is None:
        return
    rule = table.mechanism(Railways)
    for piece in table.matching(rule.converters, table.on_map(side)):
        if not table.state.status[piece] & Status.MOVED:
            runs = sorted(rule.stretches(table, piece), key=lambda run: (-len(run), run))
            yield from (ConvertRail(piece, run) for run in runs[:1])


def _sent(table: Table, side: int, idle: dict[Store, int], wanted: list[Need]) -> Iterator[AnyAction]:
    """Trains bring points that lie idle to the neediest headquarters that they reach, out of the fullest dump."""
    rule = table.mechanism(Railways)
    if table.setting.by_key(Trains.key) is None or rule.left(table, side) <= 0:
        return
    full = sorted(idle, key=lambda store: (-idle[store], store))
    for need in wanted:
        for store in full:
            if not need.short(store.group):
                continue
            ends = sorted(need.near & rule.ways(table, side, store.where).keys())
            if ends:
                yield SendStores(store.where, ends[0], min(point_of(table), idle[store]), store.group)


def _gathered(table: Table, side: int, busy: bool) -> Iterator[AnyAction]:
    """Transport meets where an extender is to be formed of it."""
    for one in gathering(table, side, busy):
        for piece in one.pieces:
            begun = table.state.spent[piece] or table.state.status[piece] & Status.MOVED
            if table.state.cell[piece] != one.cell and not begun:
                yield from (*_drive(table, piece, [one.cell], 0), *_approach(table, piece, [one.cell]))


def _carried(table: Table, side: int, idle: dict[Store, int], wanted: list[Need]) -> Iterator[AnyAction]:
    """Lorries and wagons fetch what lies idle and unload with a headquarters."""
    rule = table.setting.by_key(Transport.key)
    if not isinstance(rule, Transport):
        return
    meeting = {piece for one in gathering(table, side, bool(idle)) for piece in one.pieces}
    free = [
        piece
        for piece in table.matching(rule.carriers, table.on_map(side))
        if piece not in meeting
        and not table.state.status[piece] & Status.MOVED
        and not any(flag in table.unit(piece).flags for flag in rule.organic)
    ]
    for piece in free:
        if carried_by(table, piece):
            yield from _bring(table, rule, piece, wanted)
    for piece, store in _fetching(table, rule, [one for one in free if not carried_by(table, one)], idle, wanted):
        yield from _fetch(table, rule, piece, store, idle[store])


def _fetching(
    table: Table, rule: Transport, free: list[int], idle: dict[Store, int], wanted: list[Need]
) -> list[tuple[int, Store]]:
    """Empty carriers with the dumps that they fetch from: the shortest rounds first, no more of them than it fills."""
    rounds = []
    for store in idle:
        goals = [need.cell for need in wanted if need.short(store.group) and store.where not in need.near]
        for piece in free if goals else ():
            onward = min(_between(table, piece, store.where, goal) for goal in goals)
            far = _far(table, piece, store.where) + onward
            if far <= LONGEST * int(table.allowance(piece) * TICKS):
                rounds.append((far, store, piece))
    left, found = dict(idle), dict[int, Store]()
    for _, store, piece in sorted(rounds):
        if left[store] > 0 and piece not in found:
            found[piece] = store
            left[store] -= rule.room(table, piece)
    return list(found.items())


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


def _bring(table: Table, rule: Transport, piece: int, wanted: list[Need]) -> Iterator[AnyAction]:
    """Unload with a headquarters that lacks what is aboard, or go there."""
    here, cost = table.state.cell[piece], rule.handling(table, piece)
    goals = [need.cell for need in wanted if need.short(carried_by(table, piece)[0].group)]
    if here in goals:
        yield UnloadStores(piece)
    rest = [goal for goal in goals if goal != here]
    yield from (*_drive(table, piece, rest, cost), *_approach(table, piece, rest))


def _fetch(table: Table, rule: Transport, piece: int, store: Store, tokens: int) -> Iterator[AnyAction]:
    """Load at a dump, or go there."""
    if store.where == table.state.cell[piece]:
        yield LoadStores(piece, min(rule.room(table, piece), tokens), store.group)
        return
    cost = rule.handling(table, piece)
    yield from _drive(table, piece, [store.where], cost)
    if not table.state.spent[piece]:
        yield from _approach(table, piece, [store.where])


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
    way = ground_of(table.setting).way_to((goal,), table.unit(piece).move_class, table.state.turn, table.side_of(piece))
    best, found = int(way[here]), None
    for ways in reach_of(table, piece) if best < UNREACHED else ():
        for cell in ways.cells():
            if int(way[cell]) < best and (away[cell] > SAFE or table.holder(cell) == table.side_of(piece)):
                best, found = int(way[cell]), MoveUnit(piece, ways.path(cell))
    if found is not None:
        yield found


def _far(table: Table, piece: int, goal: int) -> int:
    """Ticks to a cell over ground that nobody contests."""
    return _between(table, piece, table.state.cell[piece], goal)


def _between(table: Table, piece: int, start: int, goal: int) -> int:
    """Ticks from one cell to another for a unit, over ground that nobody contests."""
    way = ground_of(table.setting).way_to((goal,), table.unit(piece).move_class, table.state.turn, table.side_of(piece))
    return int(way[start])
