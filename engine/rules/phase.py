"""What a kind of phase is: parameters, and the tasks that begin it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.parameters import Parameters
from engine.state.tasks import AnyTask

if TYPE_CHECKING:
    from engine.rules.table import Table


class PhaseRule(Parameters, frozen=True, kw_only=True):
    """One kind of phase with its parameters."""

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """The tasks of the phase, first one first."""
        raise NotImplementedError
