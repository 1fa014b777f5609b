"""Orders where moving is fighting: blows for those who attack, then every unit to where its order wants it."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from engine.bots.bot import Choice, Why
from engine.bots.doctrine.appraisal import TURN, Appraisal
from engine.bots.doctrine.draft import FirstDraft
from engine.bots.doctrine.hop_moves import next_blow, plan_posts
from engine.bots.doctrine.rule import FieldRule, Post
from engine.bots.doctrine.strikes import StrikeBlows, unmoved
from engine.bots.rule import Weighted
from engine.bots.staff.ordered import goal_of
from engine.bots.staff.orders import Order, objective_of, where_words
from engine.ids import Cell
from engine.play.view import View

Floats = npt.NDArray[np.float64]

NEAR = 1
"""Steps from the objective within which a unit holds it as well as in it."""


class Ordered(FieldRule, frozen=True, kw_only=True):
    """Draws units to where an order wants them."""

    key: ClassVar[str] = "order"
    title: ClassVar[str] = "Carry out the order"
    settled: ClassVar[bool] = True

    order: Order

    def rate(self, look: Appraisal, draft: FirstDraft) -> Floats | None:
        """Near the objective; out of danger too for those who fall back, in the enemy's way for those who delay."""
        close = np.stack([_closeness(look, self.order, int(kind)) for kind in draft.force.kind])
        if self.order.posture == "attack":
            return close
        safe = 1.0 - draft.risk()
        if self.order.posture == "hold":
            return 0.9 * close + 0.1 * safe
        if self.order.posture == "withdraw":
            return 0.6 * close + 0.4 * safe
        return 0.5 * safe + 0.3 * _between(look, self.order) + 0.2 * close

    def say(self, post: Post) -> str:
        """How near the objective it comes."""
        cell = objective_of(post.look.board, self.order)
        assert cell is not None
        there = where_words(post.look.table, cell)
        if post.cell == cell:
            return f"takes post in {there}"
        far = post.look.board.grid.distance(Cell(post.cell), Cell(cell))
        return f"comes within {far} of {there}"


def _closeness(look: Appraisal, order: Order, kind: int) -> Floats:
    """By cell, 1 at the objective and less the farther it is."""
    cell = objective_of(look.board, order)
    assert cell is not None
    way = look.way_to(cell, kind).astype(np.float64)
    if order.posture != "attack":
        for other in range(look.board.grid.size):
            if look.board.grid.distance(Cell(other), Cell(cell)) <= NEAR:
                way[other] = min(way[other], TURN / 4)
    found: Floats = TURN / (TURN + way)
    return found


def _between(look: Appraisal, order: Order) -> Floats:
    """By cell, 1 on the enemy's straight way to the objective and less beside it."""
    cell = objective_of(look.board, order)
    assert cell is not None
    foes = tuple(int(one) for one in look.theirs.cell)
    if not foes:
        return np.zeros(look.board.size)
    ground, name = look.lie.ground, look.lie.classes[0]
    from_foe = ground.way_to(foes, name, look.turn).astype(np.float64)
    to_goal = ground.way_to((cell,), name, look.turn).astype(np.float64)
    found: Floats = TURN / (TURN + np.maximum(from_foe + to_goal - from_foe[cell], 0.0))
    return found


class Onward(StrikeBlows, frozen=True, kw_only=True):
    """Blows on the way to an objective: not at what lies farther from it than the units that are sent do."""

    order: Order

    def _targets(self, look: Appraisal, ends: npt.NDArray[np.uint8]) -> list[int]:
        close = _closeness(look, self.order, 0)
        sent = [int(cell) for cell, free in zip(look.mine.cell, _free(look), strict=True) if free]
        least = float(np.median(close[sent])) if sent else 0.0
        return [cell for cell in super()._targets(look, ends) if close[cell] >= least]


def _free(look: Appraisal) -> list[bool]:
    able = set(unmoved(look))
    return [piece in able for piece in look.mine.pieces]


def next_move(view: View, order: Order, dice: Random) -> list[Choice]:
    """The next blow of those who may still move within an order, or else where all of them go."""
    look = Appraisal(view)
    cell = objective_of(look.board, order)
    if cell is None:
        return []
    look.wanted = [one for one in look.wanted if one.cell == cell]
    goal = goal_of(view.table, order)
    if order.posture == "attack":
        blow = next_blow(look, [Weighted(1.0, Onward(order=order))])
        if blow is not None:
            return [_under(blow, goal)]
    return [_under(choice, goal) for choice in plan_posts(look, [Weighted(1.0, Ordered(order=order))], dice).orders]


def _under(choice: Choice, goal: str) -> Choice:
    """A choice with an order as its goal, without the figures by which it was found."""
    action, reason = choice
    told = [text.partition(", worth ")[0] for text in reason.get("reasons", [])]
    return action, Why(rule="order", goal=goal, expects="", reasons=told)
