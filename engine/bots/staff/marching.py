"""Orders where the staff knows no battles to plan: each unit by itself, to where its order wants it."""

from __future__ import annotations

import numpy as np

from engine.bots.bot import Choice, Why
from engine.bots.ground import ground_of
from engine.bots.staff.ordered import goal_of
from engine.bots.staff.orders import Order, objective_of, where_words
from engine.play.view import View
from engine.state.actions import MoveUnit


def next_march(view: View, order: Order, pieces: tuple[int, ...]) -> list[Choice]:
    """The first of these units that comes nearer to its objective; who is not to attack keeps out of enemy zones."""
    cell = objective_of(view.setting.board, order)
    if cell is None:
        return []
    shy = (view.zone(1 - view.side) > 0) & (order.posture != "attack")
    for piece in pieces:
        way = ground_of(view.setting).way_to((cell,), view.unit(piece).move_class, view.state.turn, view.side)
        rated = np.where(shy, way + 1.0, way * 1.0)
        here = float(rated[view.state.cell[piece]])
        ends = sorted((float(rated[end]), end, ways.path(end)) for ways in view.reach(piece) for end in ways.cells())
        for far, end, path in ends:
            if far < here and view.judge(MoveUnit(piece, path)):
                text = f"comes nearer to {where_words(view.table, cell)}"
                reason = Why(rule="order", goal=goal_of(view.table, order), expects="", reasons=[text])
                return [(MoveUnit(piece, path), reason)] if end != view.state.cell[piece] else []
    return []
