"""A plan of moves in the making: who goes where, and what the enemy could do against it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc
from engine.bots.doctrine.appraisal import Appraisal
from engine.bots.doctrine.force import PieceForce, force_of
from engine.bots.doctrine.reckoning import DraftReckoning

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

T = TypeVar("T")


class FirstDraft:
    """Units that may move, the cells they may end in, and where the others stand."""

    def __init__(self, look: Appraisal, movable: list[int], reckoning: DraftReckoning) -> None:
        self.look = look
        self.reckoning = reckoning
        self.force: PieceForce = force_of(look.view, look.lie, look.side, movable)
        self.pieces = self.force.pieces
        self.can: Flags = reckoning.can(self)
        self.member: Flags = look.lie.under_limits([look.view.unit(piece) for piece in self.pieces])
        self.most: Ints = look.lie.limits
        self.count: Ints = np.zeros((len(self.most), look.board.size), np.int32)
        self.held: Flags = np.zeros(look.board.size, np.uint8)
        self.strength: Floats = np.zeros(look.board.size, np.float64)
        self.open = np.ones(len(self.pieces), np.uint8)
        self.goes: dict[int, int] = {}
        self.taken: Flags = np.zeros(look.board.size, np.uint8)
        self.refreshed = 0
        self._kept: dict[Hashable, Any] = {}
        self.threat: Floats
        self.ring: Floats
        self.raided: Flags
        self._stay(movable)
        self.refresh()

    def _stay(self, movable: list[int]) -> None:
        """Put down the units that cannot move."""
        look, moving = self.look, set(movable)
        still = [row for row, piece in enumerate(look.mine.pieces) if piece not in moving]
        members = look.lie.under_limits([look.view.unit(look.mine.pieces[row]) for row in still])
        for number, row in enumerate(still):
            self._put(int(look.mine.cell[row]), float(look.mine.defence[row]), members[:, number])
        self.zone = zoc(
            look.board.net,
            np.ones(len(look.board.indices), np.uint8),
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

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What a rule works out once for this draft, however often it is asked."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def refresh(self) -> None:
        """Work out anew what the enemy can reach and bring to bear."""
        self.reckoning.refresh(self)
        self.refreshed += 1

    def risk(self) -> Floats:
        """The share of each unit that the enemy would destroy in each cell."""
        return self.reckoning.risk(self)

    def hold(self, cell: int, defence: Floats | float) -> Floats:
        """The chance that a cell is still ours after the enemy's turn, with so much more defence in it."""
        return self.reckoning.hold(self, cell, np.atleast_1d(np.asarray(defence, np.float64)))
