"""What a kind of phase is: parameters, and the tasks that begin it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Protocol

from engine.records.base import col
from engine.rules.decision import LEGAL, Verdict, no
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

    idle: ClassVar[bool] = False
    """Whether nothing is done in it but what other rules say of it."""

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """The tasks of the phase, first one first."""
        raise NotImplementedError

    def admits(self, table: Table, piece: int) -> Verdict:
        """Whether a unit may act in this phase at all; by default everybody may."""
        return LEGAL

    def reach(self, table: Table, piece: int) -> Sequence[Ways]:
        """Where a unit that may still move can go, one answer for each way of moving; by default nowhere."""
        return ()


class MarkedPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which, where it says so, only units with certain marks act."""

    only: Annotated[
        tuple[str, ...], col("Only marked", "Only units that bear one of these marks act; empty: all", word="mark")
    ] = ()

    def admits(self, table: Table, piece: int) -> Verdict:
        """Whether a unit bears a mark that lets it act."""
        if not self.only or any(table.marked(mark, piece) for mark in self.only):
            return LEGAL
        kinds = [table.setting.mark_kinds[mark].name.lower() for mark in self.only if mark in table.setting.mark_kinds]
        return no(f"Only units that are {' or '.join(kinds)} act in this phase.", self.case("only"))


def asked(table: Table, phases: Sequence[str], whose: str, side: int | None) -> tuple[int, ...]:
    """The side that a rule of one side asks something now that a phase of these has opened for it; else nobody."""
    now = table.scenario.phases[table.state.phase].phase in phases
    return (side,) if now and side is not None and side == table.scenario.side_index.get(whose) else ()
