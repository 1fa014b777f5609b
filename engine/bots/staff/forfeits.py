"""Points that the enemy would score if units were lost, asked of the rules themselves on a copy of the game."""

from __future__ import annotations

from collections.abc import Iterable

from engine.bots.staff.assessment import Assessment
from engine.rules.table import Table


def forfeit(look: Assessment, side: int, pieces: Iterable[int]) -> float:
    """The points that a side's enemy would score at once if these pieces of it were lost; nobody untried is asked."""
    known = tuple(piece for piece in pieces if look.table.state.counter[piece] is not None)
    return look.kept(("forfeit", side, known), lambda: _tried(look.table, side, known))


def _tried(table: Table, side: int, pieces: tuple[int, ...]) -> float:
    ledger = f"points.{table.scenario.sides[1 - side].side}"
    other = Table(table.setting, table.state.copy(), seed=0)
    for piece in pieces:
        other.eliminate(piece, "", "")
    return float(other.count(ledger) - table.count(ledger))
