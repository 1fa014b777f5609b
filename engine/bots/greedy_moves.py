"""How `greedy` moves: each unit once, to the nearest objective, or beside an enemy it can beat."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.bots.ground import Ground, ground_of
from engine.play.view import View
from engine.rules.stacking import fits
from engine.state.actions import AnyAction, MoveUnit

TURN = 24
"""Ticks that count as a turn's march."""

ENOUGH = 4
"""Units that make for one place before others look elsewhere."""


GUARD = 1.0
"""Turns of march that being the only unit in a place is worth."""


class Mover:
    """Takes the units in order and moves each to the cell it likes best."""

    def __init__(self, side: int) -> None:
        self.side = side
        self._when = (-1, -1)
        self._seen: set[int | None] = set()
        self._bound: dict[int, int] = {}

    def next(self, view: View) -> AnyAction | None:
        """The next move, or None when nobody has a better place to be."""
        when = (view.state.turn, view.state.phase)
        if when != self._when:
            self._when, self._seen, self._bound = when, set(), {}
        fights = combat_follows(view)
        for group in view.options().groups:
            if group.subject is None or group.subject in self._seen:
                continue
            self._seen.add(group.subject)
            action = self._best(view, group.subject, list(group.make()), fights)
            if action is not None:
                return action
        return None

    def _best(self, view: View, piece: int, actions: list[AnyAction], fights: bool) -> AnyAction | None:
        ground = ground_of(view.setting)
        way = self._way(view, ground, piece)
        here = view.state.cell[piece]
        best, action = self._stay(view, ground, piece, here, way, fights), None
        for option in actions:
            if not isinstance(option, MoveUnit):
                continue
            score = self._worth(view, ground, piece, option, way, fights)
            if score > best:
                best, action = score, option
        return action

    def _way(self, view: View, ground: Ground, piece: int) -> npt.NDArray[np.int32]:
        """The way to the nearest place to take that not enough others make for; else to the nearest enemy."""
        state, move_class = view.state, view.unit(piece).move_class
        goals = [
            one.cell
            for one in ground.objectives
            if state.control[one.place] != self.side and self._bound.get(one.cell, 0) < ENOUGH
        ]
        if not goals:
            goals = [state.cell[other] for other in view.pieces(1 - self.side)]
            return ground.way_to(goals, move_class, state.turn)
        here = state.cell[piece]
        ways = [ground.way_to((cell,), move_class, state.turn) for cell in goals]
        nearest = min(range(len(goals)), key=lambda number: (int(ways[number][here]), number))
        self._bound[goals[nearest]] = self._bound.get(goals[nearest], 0) + 1
        return ways[nearest]

    def _stay(
        self, view: View, ground: Ground, piece: int, cell: int, way: npt.NDArray[np.int32], fights: bool
    ) -> float:
        odds = _odds(view, piece, cell) if fights else 0.0
        alone = all(other == piece for other in view.table.stack(cell))
        guard = GUARD if alone and cell in ground.objective_cells else 0.0
        return odds + guard - float(way[cell]) / TURN

    def _worth(
        self, view: View, ground: Ground, piece: int, move: MoveUnit, way: npt.NDArray[np.int32], fights: bool
    ) -> float:
        end = move.path[-1]
        beaten = view.table.holder(end) == 1 - self.side
        if not beaten and not fits(view.table, piece, end):
            return -1e9
        taken = sum(
            one.worth
            for one in ground.objectives
            if one.cell in move.path and view.state.control[one.place] != self.side
        )
        return self._stay(view, ground, piece, end, way, fights) + 4 * taken + 2 * beaten


def _odds(view: View, piece: int, cell: int) -> float:
    """The best odds that a unit here and its friends beside the enemy would have, as a share of three to one."""
    table, best = view.table, 0.0
    for target in view.setting.neighbours[cell]:
        if table.holder(target) != 1 - view.side:
            continue
        attack = table.face(piece).attack
        for beside in view.setting.neighbours[target]:
            others = [other for other in table.stack(beside) if other != piece and beside != cell]
            if others and table.side_of(others[0]) == view.side:
                attack += max(table.face(other).attack for other in others)
        defence = sum(table.face(other).defence for other in table.stack(target))
        best = max(best, min(attack / max(defence, 0.5), 3.0))
    return best / 3 if best >= 1 else 0.0


def combat_follows(view: View) -> bool:
    """Whether this side's combat phase comes before the enemy's next phase."""
    phases, turn = view.scenario.phases, view.state.turn
    for index in range(view.state.phase + 1, len(phases)):
        phase = phases[index]
        if not (phase.first_turn or 1) <= turn <= (phase.last_turn or view.scenario.about.turns):
            continue
        if phase.kind == "combat" and view.setting.phase_sides[index] == view.side:
            return True
        if view.setting.phase_sides[index] == 1 - view.side:
            return False
    return False
