"""The score: what the ledger holds, and what each side would have if the game ended now."""

from __future__ import annotations

from engine.rules.answers import ScoreLine
from engine.rules.table import Table


def lines(table: Table) -> list[ScoreLine]:
    """What would be counted if the game ended now, beside the ledger, line by line."""
    return [line for each in table.answering("score") for line in each.score(table)]


def points(table: Table, side: str) -> float:
    """A side's points: its ledger, and what would be counted now."""
    index = table.scenario.side_index[side]
    return table.count(f"points.{side}") + sum(line.points for line in lines(table) if line.side == index)
