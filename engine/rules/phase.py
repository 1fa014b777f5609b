"""What a kind of phase is: parameters, and the tasks that begin it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from engine.rules.parameters import Parameters
from engine.state.tasks import AnyTask

if TYPE_CHECKING:
    from engine.rules.table import Table


class Ways(Protocol):
    """Where a unit can go now, and how."""

    def cells(self) -> list[int]:
        """Every cell it can get to, in order."""

    def points(self, cell: int) -> float:
        """What it spends to get to a cell."""

    def path(self, cell: int) -> tuple[int, ...]:
        """A way to a cell, its start not included."""


class PhaseRule(Parameters, frozen=True, kw_only=True):
    """One kind of phase with its parameters."""

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """The tasks of the phase, first one first."""
        raise NotImplementedError

    def reach(self, table: Table, piece: int) -> Sequence[Ways]:
        """Where a unit that may still move can go, one answer for each way of moving; by default nowhere."""
        return ()
