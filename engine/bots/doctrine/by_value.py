"""Reckoning where units move by factors and whoever brings more value takes a cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.force import PieceForce, force_of
from engine.bots.doctrine.hops import hop_net, hops
from engine.rules.garrison import bound, garrisoned, must_stop
from engine.rules.move_and_fight import MoveAndFightPhase
from engine.rules.phase import Ways
from engine.rules.production import Production, available, own_centres
from engine.rules.value_combat import ValueCombat

if TYPE_CHECKING:
    from engine.bots.doctrine.draft import FirstDraft

Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

BREACH = 0.6
"""How likely an open cell falls that the enemy can enter only after breaking through our units."""

ODDS = (0.9, 0.6, 0.35, 0.2)
"""How likely a unit is attacked that the enemy needs one, two, three or more units to beat."""


def unit_value(look: Appraisal, side: int, turn: int) -> float:
    """What a unit of a side is worth on a turn."""
    chart = look.table.mechanism(ValueCombat).chart
    key = look.view.scenario.sides[side].side
    return look.view.scenario.tables[chart].number(str(min(turn, look.turns)), key) if chart else 1.0


def reach_of(look: Appraisal, force: PieceForce, side: int, phase: int, turn: int, held: Flags) -> Flags:
    """The cells that each unit of a side can get to in a phase, past the cells that the other side holds."""
    rule = look.view.setting.phases[phase]
    assert isinstance(rule, MoveAndFightPhase)
    halts = np.zeros(look.board.size, np.uint8) if rule.pass_enemy else held.copy()
    for cell in garrisoned(look.table, side):
        if must_stop(look.table, side, cell):
            halts[cell] = 1
    found = np.zeros((len(force), look.board.size), np.uint8)
    for name in {look.view.unit(piece).move_class for piece in force.pieces}:
        rows = [
            row
            for row, piece in enumerate(force.pieces)
            if look.view.unit(piece).move_class == name and not bound(look.table, piece)
        ]
        known = hop_net(look.lie, name, turn)
        found[rows] = hops(
            known,
            halts,
            np.ascontiguousarray(force.cell[rows]),
            force.movement[rows].astype(np.int32),
            rule.extra_overland,
        )
    return found


def beside(look: Appraisal, reach: Flags) -> Flags:
    """Which units can be in or beside each cell."""
    near = reach.copy()
    for row in range(len(reach)):
        near[row] |= np.bincount(look.lie.owners, reach[row][look.board.indices], look.board.size).astype(bool)
    return near


class ByValue:
    """Factors, railways and values."""

    def __init__(self, ends: Flags) -> None:
        self.ends = ends
        self.enters: Flags
        self.needed = 1

    def can(self, draft: FirstDraft) -> Flags:
        """The free cells within reach; attacks are planned elsewhere."""
        return np.where(draft.look.enemy > 0, 0, self.ends).astype(np.uint8)

    def ways(self, draft: FirstDraft, row: int, cell: int) -> Ways:
        """The rules' own way there."""
        return next(ways for ways in draft.look.view.reach(draft.pieces[row]) if cell in set(ways.cells()))

    def refresh(self, draft: FirstDraft) -> None:
        """Count the enemy's units that could come in or beside each cell."""
        look = draft.look
        size = look.board.size
        draft.threat, draft.ring, draft.raided = np.zeros(size), np.zeros(size), np.zeros(size, np.uint8)
        self.enters = np.zeros(size, np.uint8)
        if not look.horizon.before:
            return
        phase = look.horizon.before[0]
        turn = look.turn + (phase <= look.view.state.phase)
        reach = self._reach(look, phase, turn, draft.held)
        theirs, mine = unit_value(look, look.foe, turn), unit_value(look, look.side, turn)
        self.enters = reach.max(axis=0, initial=0)
        self.needed = int(mine // theirs) + 1
        draft.threat = beside(look, reach).sum(axis=0) * theirs
        draft.raided = self._reach(look, phase, turn, np.zeros(size, np.uint8)).max(axis=0, initial=0)

    def _reach(self, look: Appraisal, phase: int, turn: int, held: Flags) -> Flags:
        """Where his units and those to come could get to, past these cells."""
        return np.concatenate(
            [reach_of(look, look.theirs, look.foe, phase, turn, held), self._fresh(look, phase, turn, held)]
        )

    def _fresh(self, look: Appraisal, phase: int, turn: int, held: Flags) -> Flags:
        """Where the units could get to that the enemy's centres may bring in before he moves."""
        waiting = available(look.table, look.foe)
        cells: list[int] = []
        for centre in own_centres(look.table, look.foe):
            place = look.view.scenario.places[centre]
            cells += [look.board.cell(place.cell)] * int(place.value)
        if not waiting or not cells or Production.key not in look.view.scenario.mechanisms:
            return np.zeros((0, look.board.size), np.uint8)
        force = force_of(look.view, look.lie, look.foe, waiting[: len(cells)])
        spread = np.linspace(0, len(cells) - 1, len(force)).astype(np.int64)
        force = replace(force, cell=np.array(cells, np.int32)[spread])
        return reach_of(look, force, look.foe, phase, turn, held)

    def risk(self, draft: FirstDraft) -> Floats:
        """High where enough enemies can come together and one can enter."""
        exposed = (self.enters > 0) & (draft.threat >= self.needed)
        chance = ODDS[min(self.needed, len(ODDS)) - 1]
        return np.broadcast_to(np.where(exposed, chance, 0.0), draft.can.shape).copy()

    def hold(self, draft: FirstDraft, cell: int, defence: Floats) -> Floats:
        """An empty cell falls to whoever can enter it, a held one to enough of them."""
        if not self.enters[cell]:
            return np.where(defence + draft.strength[cell] > 0, 1.0, 1 - BREACH * float(draft.raided[cell]))
        chance = 1 - ODDS[min(self.needed, len(ODDS)) - 1] if draft.threat[cell] >= self.needed else 1.0
        return np.where(defence + draft.strength[cell] > 0, chance, 0.0)
