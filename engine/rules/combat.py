"""Combat by odds: the mechanism's parameters and the phase in which battles are announced and fought."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.parameters import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.table import Table
from engine.state.tasks import AnyTask, DeclareBattles


class OddsCombat(Mechanism, frozen=True, kw_only=True):
    """Battles decided by the ratio of strengths and a combat results table."""

    key: ClassVar[str] = "odds-combat"
    title: ClassVar[str] = "Combat by odds"
    help: ClassVar[str] = (
        "Attack strength against defence strength gives a column; shifts move it; dice give the result."
    )

    chart: Annotated[str, col("Combat results table")] = "crt"
    one_per_hexside: Annotated[bool, col("One attacker a hexside")] = False
    hex_shifts: Annotated[
        Literal["worst", "sum"],
        col("Shifts of the defender's cell", "Terrain and places: only the worst, or all added"),
    ] = "worst"
    advance: Annotated[bool, col("Advance after combat", "One attacker may enter the vacated cell")] = True


class Support(Mechanism, frozen=True, kw_only=True):
    """Support markers that shift the odds."""

    key: ClassVar[str] = "support"
    title: ClassVar[str] = "Support markers"
    help: ClassVar[str] = "Air and similar markers shift a battle's column by the number printed on them, once a turn."

    markers: Annotated[Selector, col("Which units are markers")] = Selector(flags=("support",))
    per_battle: Annotated[int, col("Markers a battle", ge=0, le=1)] = 1


class CombatPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side may attack."""

    key: ClassVar[str] = "combat"
    title: ClassVar[str] = "Combat"
    help: ClassVar[str] = "All battles are announced, then fought one by one in the attacker's order."

    units: Annotated[Selector, col("Which units may attack")] = Selector()

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """Announce first."""
        return (DeclareBattles(side or 0),)
