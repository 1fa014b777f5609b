"""How `greedy` moves: each unit once, beside an enemy that many can beat together, or to the nearest objective."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.horizon import horizon
from engine.bots.greedy_muster import muster
from engine.bots.ground import Groundwork, ground_of
from engine.play.view import View
from engine.rules.stacking import fits
from engine.state.actions import AnyAction, MoveUnit

Ints = npt.NDArray[np.int32]

TURN = 24
"""Ticks that count as a turn's march."""

ENOUGH = 3
"""Units that make for one place before others look elsewhere."""


PRIZE = 4.0
"""Turns of march that taking a place is worth."""

BEATEN = 2.0
"""Turns of march that beating a unit on the way is worth."""


class Mover:
    """Takes the units in order and moves each to the cell it likes best."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._when = (-1, -1)
        self._seen: set[int | None] = set()
        self._bound: dict[int, int] = {}
        self._posts: dict[int, int] = {}

    def next(self, view: View) -> AnyAction | None:
        """The next move, or None when nobody has a better place to be."""
        when = (view.state.turn, view.state.phase)
        if when != self._when:
            self._when, self._seen, self._bound = when, set(), {}
            self._posts = self._gather(view) if combat_follows(view) else {}
        groups = {
            group.subject: group
            for group in view.options().groups
            if group.subject is not None and not group.aside and group.subject not in view.setting.bystanders
        }
        for piece in sorted(groups, key=lambda piece: (piece not in self._posts, piece)):
            if piece in self._seen:
                continue
            self._seen.add(piece)
            action = self._to_post(view, piece) if piece in self._posts else self._best(view, groups[piece].make())
            if action is not None:
                return action
        return None

    def _gather(self, view: View) -> dict[int, int]:
        """Posts for the battles that are worth gathering for."""
        can = {}
        for piece in view.pieces(self.side):
            can[piece] = {cell for ways in view.reach(piece) for cell in ways.cells()} | {view.state.cell[piece]}
        return muster(view, can)

    def _to_post(self, view: View, piece: int) -> AnyAction | None:
        post = self._posts[piece]
        for ways in view.reach(piece):
            if post in ways.cells():
                action = MoveUnit(piece, ways.path(post))
                return action if view.judge(action) else None
        return None

    def _best(self, view: View, actions: Iterable[AnyAction]) -> AnyAction | None:
        ground, best, chosen = ground_of(view.setting), 0.0, None
        way = None
        for action in actions:
            if not isinstance(action, MoveUnit):
                continue
            if way is None:
                way = self._way(view, ground, action.piece)
                best = -float(way[view.state.cell[action.piece]]) / TURN
            score = self._worth(view, ground, action, way)
            if score > best:
                best, chosen = score, action
        return chosen

    def _way(self, view: View, ground: Groundwork, piece: int) -> Ints:
        """The way to the nearest place to take that not enough others make for; else to the nearest enemy."""
        state, move_class = view.state, view.unit(piece).move_class
        goals = [
            one.cell
            for one in ground.objectives
            if state.control[one.place] != self.side and self._bound.get(one.cell, 0) < ENOUGH
        ]
        if not goals:
            goals = [state.cell[other] for other in view.pieces(1 - self.side)]
            return ground.way_to(goals, move_class, state.turn, self.side)
        here = state.cell[piece]
        ways = [ground.way_to((cell,), move_class, state.turn, self.side) for cell in goals]
        nearest = min(range(len(goals)), key=lambda number: (int(ways[number][here]), number))
        self._bound[goals[nearest]] = self._bound.get(goals[nearest], 0) + 1
        return ways[nearest]

    def _worth(self, view: View, ground: Groundwork, move: MoveUnit, way: Ints) -> float:
        end = move.path[-1]
        beaten = view.table.holder(end) == 1 - self.side
        if not beaten and not fits(view.table, move.piece, end):
            return -1e9
        taken = sum(
            max(one.worth, 1.0)
            for one in ground.objectives
            if one.cell in move.path and view.state.control[one.place] != self.side
        )
        return PRIZE * taken + BEATEN * beaten - float(way[end]) / TURN


def combat_follows(view: View) -> bool:
    """Whether this side's combat phase comes before the enemy next moves or fights."""
    table, side = view.table, view.side
    return horizon(table, view.state.turn, view.state.phase, side).my_combat
