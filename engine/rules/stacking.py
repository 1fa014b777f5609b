"""Stacking: how many units may share a cell when a phase or a retreat ends."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.parameters import Mechanism
from engine.rules.table import Table


class StackLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many of certain units in a cell."""

    units: Annotated[Selector, col("Which units")] = Selector()
    most: Annotated[int, col("At most", ge=0, le=99)] = 1
    case: Annotated[str, col("Rule case")] = ""


class Stacking(Mechanism, frozen=True, kw_only=True):
    """Limits on stacking, checked at the end of a phase."""

    key: ClassVar[str] = "stacking"
    title: ClassVar[str] = "Stacking"
    help: ClassVar[str] = "How many units of a side may stand in one cell at the end of a phase; the excess is removed."

    limits: Annotated[tuple[StackLimit, ...], col("Limits", "All of them hold")] = ()
    phases: Annotated[
        tuple[str, ...], col("Phases", "Checked when one of these phases ends; empty: every phase", refers="phase")
    ] = ()


def enforced(table: Table) -> bool:
    """Whether the limits are checked when the current phase ends."""
    phases = table.mechanism(Stacking).phases
    return not phases or table.scenario.phases[table.state.phase].phase in phases


def broken_limit(table: Table, pieces: list[int]) -> StackLimit | None:
    """The first limit that these pieces together would break."""
    for limit in table.mechanism(Stacking).limits:
        if len(pieces) > limit.most and len(table.matching(limit.units, pieces)) > limit.most:
            return limit
    return None


def fits(table: Table, piece: int, cell: int) -> bool:
    """Whether a piece could end in a cell without breaking a limit."""
    others = [other for other in table.stack(cell) if other != piece]
    return not others or broken_limit(table, [*others, piece]) is None


def overstacked(table: Table) -> int | None:
    """The first cell where a limit is broken, or None."""
    for cell in sorted(cell for cell, stack in table.state.stacks.items() if len(stack) > 1):
        if broken_limit(table, table.stack(cell)):
            return cell
    return None


def excess(table: Table, cell: int) -> list[int]:
    """The pieces of an overstacked cell whose removal would help."""
    limit = broken_limit(table, table.stack(cell))
    return table.matching(limit.units, table.stack(cell)) if limit else []
