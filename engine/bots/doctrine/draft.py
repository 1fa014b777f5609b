"""A plan of moves in the making: who goes where, and what the enemy could do against it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc
from engine.bots.doctrine.force import Force, force_of
from engine.bots.doctrine.kernels import LOST, SAFE, risks, spread_all, threats
from engine.bots.doctrine.look import Look
from engine.rules.zoc import Zoc

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

TYPICAL = ((2.0, 1.0),)
"""A unit of two steps, by which losses are measured."""


class Draft:
    """Units that may move, the cells they may end in, and where the others stand."""

    def __init__(self, look: Look, movable: list[int]) -> None:
        self.look = look
        self.reaches = {
            piece: [(ways, set(ways.cells())) for ways in look.view.reach(piece)] for piece in movable
        }
        self.force: Force = force_of(look.view, look.lie, look.side, movable)
        self.pieces = self.force.pieces
        self.can: Flags = self._can()
        units = [look.view.unit(piece) for piece in self.pieces]
        self.member: Flags = look.lie.under_limits(units)
        self.most: Ints = look.lie.limits
        self.count: Ints = np.zeros((len(self.most), look.board.size), np.int32)
        self.held: Flags = np.zeros(look.board.size, np.uint8)
        self.strength: Floats = np.zeros(look.board.size, np.float64)
        self.open = np.ones(len(self.pieces), np.uint8)
        self.goes: dict[int, int] = {}
        self.taken: Flags = np.zeros(look.board.size, np.uint8)
        self._stay(movable)
        self.one: Flags
        self.two: Flags
        self.refresh()

    def _can(self) -> Flags:
        can = np.zeros((len(self.pieces), self.look.board.size), np.uint8)
        for row, piece in enumerate(self.pieces):
            for _, cells in self.reaches[piece]:
                can[row, list(cells)] = 1
            can[row, self.force.cell[row]] = 1
        return can

    def _stay(self, movable: list[int]) -> None:
        """Put down the units that cannot move."""
        look, moving = self.look, set(movable)
        still = [row for row, piece in enumerate(look.mine.pieces) if piece not in moving]
        members = look.lie.under_limits([look.view.unit(look.mine.pieces[row]) for row in still])
        for number, row in enumerate(still):
            self._put(int(look.mine.cell[row]), float(look.mine.defence[row]), members[:, number])
        self.zone = zoc(
            look.board.indptr, look.board.indices, np.ones(len(look.board.indices), np.uint8),
            np.ascontiguousarray(look.mine.cell[still]),
        )

    def _put(self, cell: int, defence: float, member: Flags) -> None:
        self.held[cell] = 1
        self.strength[cell] += defence
        self.count[:, cell] += member

    def assign(self, row: int, cell: int) -> None:
        """Decide that a unit ends in a cell."""
        look = self.look
        self.open[row] = 0
        self.goes[self.pieces[row]] = cell
        self._put(cell, float(self.force.defence[row]), self.member[:, row])
        start, end = look.board.indptr[cell], look.board.indptr[cell + 1]
        self.zone[look.board.indices[start:end]] += 1

    def room(self) -> npt.NDArray[np.bool_]:
        """Which units may still end in which cells."""
        free: npt.NDArray[np.bool_] = self.can.astype(bool) & self.open.astype(bool)[:, None]
        for limit in range(len(self.most)):
            full = self.count[limit] >= self.most[limit]
            free &= ~(self.member[limit].astype(bool)[:, None] & full[None, :])
        return free

    def refresh(self) -> None:
        """Work out anew what the enemy can reach and bring to bear."""
        look = self.look
        foe = look.theirs
        stops = (self.zone > 0) & (look.table.mechanism(Zoc).movement == "stop")
        self.one, self.two = spread_all(
            look.board.indptr, look.board.indices, look.costs, foe.kind, foe.cell, look.first, look.second,
            self.held, stops.astype(np.uint8),
        )
        self.threat: Floats
        self.ring: Floats
        self.threat, self.ring = threats(look.board.indptr, look.board.indices, self.one, foe.attack, self.held)
        if not look.horizon.enemy_fights:
            self.threat = np.zeros(look.board.size, np.float64)
        self.raided: Flags = self.two.max(axis=0, initial=0)

    def risk(self) -> Floats:
        """The share of each unit that the enemy would destroy in each cell."""
        outcomes = self.look.lie.outcomes
        if outcomes is None:
            return np.zeros(self.can.shape, np.float64)
        safe = outcomes.table(TYPICAL, SAFE)[:, 0] / 2
        lost = outcomes.table(TYPICAL, LOST)[:, 0] / 2
        found: Floats = risks(
            self.threat, self.strength, self.look.lie.shift, self.ring, self.force.defence, outcomes.thresholds,
            np.ascontiguousarray(safe), np.ascontiguousarray(lost),
        )
        return found

    def hold(self, cell: int, defence: Floats | float) -> Floats:
        """The chance that a cell is still ours after the enemy's turn, with so much more defence in it."""
        look, outcomes = self.look, self.look.lie.outcomes
        have = np.atleast_1d(np.asarray(defence, np.float64)) + self.strength[cell]
        if not self.raided[cell] and self.threat[cell] <= 0:
            return np.ones(len(have), np.float64)
        if outcomes is None:
            return np.where(have > 0, 1.0, 0.0)
        vacated = outcomes.table(TYPICAL, SAFE)[:, 2]
        ratio = self.threat[cell] / np.maximum(have, 0.1)
        column = np.searchsorted(outcomes.thresholds, ratio, side="right") - 1 + look.lie.shift[cell]
        return np.where(have > 0, 1 - vacated[np.clip(column, -1, len(vacated) - 2) + 1], 0.0)
