"""Units that leave the game without being lost: withdrawn to another front, or exchanged for others."""

from __future__ import annotations

from typing import Any

from engine.rules.table import Table
from engine.state import WITHDRAWN
from engine.state.events import Relocation


class UnitWithdrawn(Relocation, frozen=True, tag="withdrawn"):
    """A piece left the game for good."""

    why: str = ""
    case: str = ""

    def words(self, table: Any, /) -> str | None:
        """Who leaves, and why."""
        name = table.full_name(self.piece)
        return f"{name[:1].upper()}{name[1:]} leaves the game: {self.why}."


def withdraw(table: Table, piece: int, why: str, case: str) -> None:
    """Take a piece out of the game; one that was never tried is turned up first, so that its pool stays known."""
    table.reveal(piece)
    table.tell("leaving", piece)
    table.do(UnitWithdrawn(piece, table.state.cell[piece], WITHDRAWN, why, case))
    table.unmark(piece)
