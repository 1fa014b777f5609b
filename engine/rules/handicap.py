"""A handicap between players of unequal strength: columns in favour of one side, in every battle and in the open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Side
from engine.rules.answers import Shift
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.options import HANDICAP
from engine.scenario.sentences import counted, named
from engine.state.tasks import Battle


class Handicap(Mechanism, frozen=True, kw_only=True):
    """Who is helped, and by how much."""

    key: ClassVar[str] = HANDICAP
    title: ClassVar[str] = "Handicap"
    help: ClassVar[str] = "The odds of every battle are shifted in favour of one side; every forecast names the shift."

    told: ClassVar[frozenset[str]] = frozenset({"side", "columns"})

    side: Annotated[str, col("Side that is helped", refers="side")] = ""
    columns: Annotated[int, col("Columns", ge=1, le=3)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Whom it helps, attacking and defending."""
        who, by = named(rows, Side, self.side), counted(self.columns, "column")
        return [f"Handicap: the odds shift by {by} to the right where {who} attacks, and to the left where it defends."]

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Its columns, for the attacker or against him."""
        columns = self.favour(table.scenario.sides[battle.side].side)
        return (Shift(columns, f"handicap in favour of {named(table.scenario.rows, Side, self.side)}"),)

    def favour(self, attacker: str) -> int:
        """By how many columns it moves the odds of a side that attacks."""
        return self.columns if attacker == self.side else -self.columns
