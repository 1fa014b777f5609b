"""Doctrine for the set-up: attackers where their first battles are best, defenders where they are safest."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np

from engine.bots.doctrine.appraisal import TURN, Appraisal
from engine.bots.doctrine.assault import Assault
from engine.bots.doctrine.force import force_of
from engine.bots.rule import DoctrineRule
from engine.records.base import col
from engine.state.actions import PlaceUnit


class Deploy(DoctrineRule, frozen=True, kw_only=True):
    """Sets units up with the first turn in mind."""

    key: ClassVar[str] = "deploy"
    title: ClassVar[str] = "Set up for the first turn"
    help: ClassVar[str] = (
        "Where enemies stand already, units are set up for the best set of first battles.  Where they do not, "
        "strong units go to good ground with few enemy set-up cells beside it.  Where moving is fighting, every "
        "place of value gets a guard and the others stand as near to the enemy as they may."
    )
    goal: ClassVar[str] = "begin well"
    sets_up: ClassVar[bool] = True
    under: ClassVar[tuple[str, ...]] = ("ground",)

    ground: Annotated[float, col("Worth of good ground", "Against a neighbouring enemy set-up cell", ge=0, le=10)] = 2.0

    def plan(self, look: Appraisal, actions: list[PlaceUnit]) -> dict[int, int]:
        """A cell for every unit that may be placed now."""
        if len(look.theirs) and look.lie.outcomes is not None:
            return self._attack(look, actions)
        return {}

    def _attack(self, look: Appraisal, actions: list[PlaceUnit]) -> dict[int, int]:
        pieces = sorted({action.piece for action in actions})
        force = force_of(look.view, look.lie, look.side, pieces)
        can = np.zeros((len(force), look.board.size), np.uint8)
        for action in actions:
            if action.piece in force.index:
                can[force.index[action.piece], action.cell] = 1
        member = look.lie.under_limits([look.view.unit(piece) for piece in force.pieces])
        count = np.zeros((len(look.lie.limits), look.board.size), np.int32)
        zone = np.zeros(look.board.size, np.int16)
        plans = Assault(least=0.2).plan(look, force, can, zone, count, member)
        return {force.pieces[row]: cell for plan in plans for row, cell in zip(plan.rows, plan.cells, strict=True)}

    def score(self, look: Appraisal, action: PlaceUnit) -> float:
        """How good a cell is for a unit without a battle of its own: good ground, few enemies beside it."""
        if look.lie.outcomes is None:
            return self._by_value(look, action)
        enemy = look.view.scenario.sides[look.foe].side
        regions = [
            look.board.regions[line.region]
            for line in look.view.scenario.placements
            if line.side == enemy and line.region
        ]
        beside = sum(cell in region for cell in look.view.setting.neighbours[action.cell] for region in regions)
        strength = float(look.table.face(action.piece).defence)
        value = 10.0 - self.ground * float(look.lie.shift[action.cell]) - beside
        return value * (1.0 + strength / 20.0) / 40.0

    def _by_value(self, look: Appraisal, action: PlaceUnit) -> float:
        """Where moving is fighting: one unit in each place of value, the others as near the enemy as they may be."""
        if any(one.cell == action.cell and one.worth > 1 for one in look.held):
            return 1.0
        enemies = [int(cell) for cell in look.theirs.cell]
        way = look.lie.ground.way_to(enemies, look.view.unit(action.piece).move_class, look.turn)
        return 0.9 * TURN / (TURN + float(way[action.cell]))

    def say(self, look: Appraisal, action: PlaceUnit, planned: bool) -> str:
        """Why a unit is set up in a cell."""
        where = look.label(action.cell)
        if planned:
            return f"a first battle from {where} pays best"
        if look.lie.outcomes is not None:
            return f"{where} is the best ground left, with few enemies beside it"
        if self._by_value(look, action) == 1.0:
            return f"{where} counts and wants a guard"
        return f"{where} is as near the enemy as it may be set up"
