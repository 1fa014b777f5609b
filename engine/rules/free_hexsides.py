"""Hexsides that a side does not mind for some turns, neither in movement nor in attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import HexsideKind
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, side_words


class FreeHexsides(Mechanism, frozen=True, kw_only=True):
    """Which hexsides count for nothing, for whom and how long."""

    key: ClassVar[str] = "free-hexsides"
    title: ClassVar[str] = "Hexsides that do not count"
    help: ClassVar[str] = "For some turns a side crosses certain hexsides as if they were not there, and attacks so."
    of_ground: ClassVar[bool] = True

    told: ClassVar[frozenset[str]] = frozenset({"side", "kinds", "last_turn"})

    side: Annotated[str, col("Side", refers="side")] = ""
    kinds: Annotated[tuple[str, ...], col("Hexsides", refers="hexside_kind")] = ()
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Who, what, and how long."""
        kinds = listed([named(rows, HexsideKind, key).lower() for key in self.kinds], "or")
        return [
            f"Until turn {self.last_turn} is over {side_words(rows, self.side)} moves and attacks across a "
            f"{kinds or 'hexside'} as if it were not there."
        ]

    def ignored(self, table: Table, side: int) -> Iterable[str]:
        """The kinds, while the turns last."""
        ours = table.scenario.side_index.get(self.side) == side
        return self.kinds if ours and table.state.turn <= self.last_turn else ()
