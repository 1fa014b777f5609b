"""The build-up phase: arrivals, replacements, production; and the phase in which nothing is done."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.records.base import col
from engine.rules.phase import PhaseRule
from engine.rules.table import Table
from engine.state.tasks import AnyTask, Arrive, Produce, Replace


class BuildUpPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side receives units."""

    key: ClassVar[str] = "build-up"
    title: ClassVar[str] = "Build-up"
    help: ClassVar[str] = "Reinforcements arrive, replacement steps are spent, centres produce."

    arrivals: Annotated[bool, col("Arrivals")] = True
    replacements: Annotated[bool, col("Replacements")] = True
    production: Annotated[bool, col("Production")] = False

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Arrivals first, then replacements, then production."""
        tasks: list[AnyTask] = []
        if self.arrivals:
            tasks.append(Arrive(side or 0))
        if self.replacements:
            tasks.append(Replace(side or 0))
        if self.production:
            tasks.append(Produce(side or 0))
        return tuple(tasks)


class PausePhase(PhaseRule, frozen=True, kw_only=True):
    """A phase that only marks the place in the turn: the turn marker moves, the winner is found."""

    key: ClassVar[str] = "pause"
    title: ClassVar[str] = "Housekeeping"
    help: ClassVar[str] = "Nothing is decided; the turn marker moves on."
    idle: ClassVar[bool] = True

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Nothing to do."""
        return ()


class OrdersPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase that other rules fill: whatever they say for it is done, and nothing else."""

    key: ClassVar[str] = "orders"
    title: ClassVar[str] = "Orders"
    help: ClassVar[str] = "What other rules say for this phase is done in it, and nothing else."
    idle: ClassVar[bool] = True

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Nothing of its own."""
        return ()
