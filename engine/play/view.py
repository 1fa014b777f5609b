"""What one side may know of a game; bots and players see it through this and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.records.counters import Face, Unit
from engine.rules.decision import Decision, Options, Verdict
from engine.rules.forecast import Forecast, forecast
from engine.rules.movement import reach_of
from engine.rules.phase import Ways
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.state import State
from engine.state.actions import AnyAction

if TYPE_CHECKING:
    from engine.play.game import Entry, Game


class View:
    """A game as one side sees it: no seed to foresee dice with, no identity of a face-down piece.

    Identities of untried units are drawn when they are revealed, so the state holds none to hide;
    a system that hides stacks filters them here.
    """

    def __init__(self, game: Game, side: int) -> None:
        self.side = side
        self.setting = game.setting
        self.scenario = game.scenario
        self.table = Table(game.setting, game.state, seed=0)
        self._game = game

    @property
    def state(self) -> State:
        """Where everything is, as far as this side may know; not to be changed."""
        return self.table.state

    @property
    def decision(self) -> Decision | None:
        """The decision owed now, by whichever side."""
        return self._game.decision

    @property
    def my_turn(self) -> bool:
        """Whether this side owes the decision."""
        return self.decision is not None and self.decision.side == self.side

    def options(self) -> Options:
        """Every legal action, if this side owes the decision."""
        return self._game.options() if self.my_turn else Options(())

    def judge(self, action: AnyAction) -> Verdict:
        """Whether an action is legal."""
        return self._game.judge(action)

    def unit(self, piece: int) -> Unit:
        """What is known of a piece."""
        return self.table.unit(piece)

    def face(self, piece: int) -> Face | None:
        """The face that is up, or None while it is face down."""
        return None if self.state.counter[piece] is None else self.table.face(piece)

    def pool(self, piece: int) -> list[Face]:
        """The faces that a face-down piece may turn out to have."""
        return [face for _, face in self.table.pool_members(self.scenario.pieces[piece].pool)]

    def pieces(self, side: int) -> list[int]:
        """A side's pieces on the map."""
        return self.table.on_map(side)

    def zone(self, side: int) -> npt.NDArray[np.int16]:
        """How many units of a side reach into each cell."""
        return zone(self.table, side)

    def reach(self, piece: int) -> Sequence[Ways]:
        """Where a piece can go in this phase, one answer for each way of moving."""
        return reach_of(self.table, piece)

    def forecast(self, target: int, attackers: Sequence[int], support: int | None = None) -> Forecast:
        """The odds of a battle against a cell, with every factor, shift and chance."""
        return forecast(self.table, target, attackers, self.table.stack(target), support)

    def log(self) -> Sequence[Entry]:
        """The log as this side may read it."""
        return self._game.log[: self._game.cursor]
