"""Planning within an order: the staff's own planner for some units, with the objective as the one place that counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.ground import spans
from engine.bots.rule import Weighted
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.declaring import declare
from engine.bots.staff.draft import Draft
from engine.bots.staff.fields import Goals
from engine.bots.staff.ground import StakedPlace
from engine.bots.staff.line import FAR, march
from engine.bots.staff.moves import Planner
from engine.bots.staff.orders import Order, Posture, objective_of, order_words, where_words
from engine.bots.staff.plan import Book, Motive, Orders
from engine.bots.staff.rules import Bastion, Campaign, Drive, FrontLine, Hold, Pocket
from engine.bots.staff.special_rules import Lead
from engine.rules.movement import moving
from engine.rules.table import Table
from engine.state.actions import MoveStack, MoveUnit

Ints = npt.NDArray[np.int32]

AHEAD = FAR - 1.0
"""Turns of march at which a far objective is taken to lie, so that the way to it counts however long it is."""

CROWD = 7
"""Groups for which a cell and the ring round it are room enough."""


@dataclass(frozen=True)
class Bearing:
    """How a posture is played: by which rules, and whether it attacks."""

    rules: tuple[Weighted, ...]
    attacks: bool = False


BEARINGS: dict[Posture, Bearing] = {
    "attack": Bearing(
        (
            Weighted(1.0, Campaign(haste=1.5)),
            Weighted(2.0, Drive(off=0.0, clear=0.25)),
            Weighted(0.3, Pocket()),
            Weighted(1.0, Lead()),
        ),
        attacks=True,
    ),
    "hold": Bearing(
        (
            Weighted(1.0, Campaign(fear=0.3, mass=0.2)),
            Weighted(6.0, Hold(early=1.0, late=1.0)),
            Weighted(1.5, FrontLine(depth=0.9, places=1)),
            Weighted(2.0, Bastion(places=1)),
            Weighted(1.0, Lead()),
        )
    ),
    "delay": Bearing(
        (
            Weighted(1.0, Campaign(fear=1.0)),
            Weighted(1.0, Hold(early=1.0, late=1.0)),
            Weighted(3.0, FrontLine(depth=0.4, places=1)),
            Weighted(0.3, Bastion(places=1)),
            Weighted(1.0, Lead()),
        )
    ),
    "withdraw": Bearing(
        (
            Weighted(1.0, Campaign(fear=1.0)),
            Weighted(4.0, Bastion(places=1)),
            Weighted(1.0, Lead()),
        )
    ),
}
"""How each posture is played; all weights are the staff's own."""


def assess(table: Table, side: int, order: Order) -> Assessment | None:
    """The assessment for an order: its objective is the one place that counts, to be taken or to be held."""
    cell = objective_of(table.board, order)
    if cell is None:
        return None
    look = Assessment(table, side)
    place = next(iter(table.setting.places_at.get(cell, ())), -1)
    only = [StakedPlace(place, cell, 1.0, 1.0)]
    ours = place >= 0 and table.state.control[place] == side
    attacks = BEARINGS[order.posture].attacks
    look.wanted, look.held = (only, []) if attacks and not ours else ([], only)
    return look


def moves(table: Table, side: int, order: Order, barred: dict[int, set[int]]) -> Orders:
    """Where the units that may still move go within an order; the others stand where they are."""
    look = assess(table, side, order)
    return Orders() if look is None else OrderedPlanner(look, order, barred).plan()


def battles(table: Table, side: int, order: Order) -> Orders:
    """What the units that may still attack do within an order."""
    look, book = assess(table, side, order), book_of(order)
    if look is None or not BEARINGS[order.posture].attacks:
        return Orders()
    goal, least = goal_of(table, order), book.of(Campaign).least
    planned = declare(look, book).orders
    return Orders([(act, replace(why, goal=goal)) for act, why in planned if why.figures.get("worth", 0.0) >= least])


def goal_of(table: Table, order: Order) -> str:
    """The order as the goal of whatever is done for it."""
    words = order_words(table, order)
    return f"{order.name}: {words}" if order.name else words


def book_of(order: Order) -> Book:
    """The rules that an order is carried out by."""
    return Book(list(BEARINGS[order.posture].rules))


class OrderedPlanner(Planner):
    """Plans one movement phase of the units that an order is for."""

    def __init__(self, look: Assessment, order: Order, barred: dict[int, set[int]]) -> None:
        super().__init__(look, book_of(order), barred)
        self.order = order
        self.goal = goal_of(look.table, order)

    def plan(self) -> Orders:
        """Decide where every unit ends that may move now: up to an enemy who can be beaten, else to its post."""
        if not len(self.draft.force):
            return self.orders
        goals = bound_for(self.look, self.draft, self.order)
        if BEARINGS[self.order.posture].attacks and self.look.horizon.my_combat:
            self._attack(goals)
        self._form(goals)
        if self.draft.force.station.any():
            self._lead()
        busy = set(moving(self.look.table))
        self.orders.orders.sort(key=lambda one: isinstance(one[0], MoveUnit | MoveStack) and not busy & _who(one[0]))
        return self.orders

    def _send(self, row: int, cell: int, motive: Motive) -> None:
        """Send a group, with the order as its goal and the way to the objective told as it is."""
        reason = self._progress(row, cell) if motive.rule in (Drive.key, Bastion.key) else motive.reason
        super()._send(row, cell, replace(motive, goal=self.goal, reason=reason))

    def _progress(self, row: int, cell: int) -> str:
        look, draft, objective = self.look, self.draft, objective_of(self.look.board, self.order)
        assert objective is not None
        way = look.ways((objective,), int(draft.force.kind[row]), look.turn) / TICKS
        before, left, there = float(way[draft.force.cell[row]]), float(way[cell]), where_words(look.table, objective)
        if cell == objective:
            return f"takes post in {there}"
        if left < before:
            return f"comes within {_points(left)} of {there}; it was {before:g} away"
        return f"stands {_points(left)} from {there}"


def bound_for(look: Assessment, draft: Draft, order: Order) -> Goals:
    """The objective as the goal of every group; to whom it is farther than counts, it lies nearer on the same way."""
    count, cell = len(draft.force), objective_of(look.board, order)
    assert cell is not None
    attacks = BEARINGS[order.posture].attacks
    key = Drive.key if attacks else Bastion.key
    goals = Goals([None] * count, [""] * count, np.zeros((count, look.board.size), np.int32))
    near = spans(look.table.setting, cell) <= (0 if attacks else 1 if count <= CROWD else 2)
    turn = march(draft)
    for row in draft.rows():
        if not draft.force.station[row]:
            way = look.ways((cell,), int(draft.force.kind[row]), look.turn)
            way = np.where(near & (way < _far(turn[row])), 0, way)
            beyond = max(int(way[draft.force.cell[row]] - AHEAD * turn[row]), 0)
            goals.place[row], goals.rule[row] = StakedPlace(-1, cell, 1.0, 1.0), key
            goals.way[row] = way - beyond
    return goals


def _points(figure: float) -> str:
    return f"{figure:g} movement point{'' if figure in (0.5, 1) else 's'}"


def _far(turn: float) -> float:
    """Ticks beyond which a cell near the objective is no part of it, as one across a lake."""
    return 3.0 * turn


def _who(action: MoveUnit | MoveStack) -> set[int]:
    return set(action.pieces) if isinstance(action, MoveStack) else {action.piece}
