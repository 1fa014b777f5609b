"""The train: transport that holds no ground, goes back with its stack, and falls to the enemy where it is alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.control import enter
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import whom
from engine.state.events import UnitRetreated


class Train(Mechanism, frozen=True, kw_only=True):
    """What transport does without troops."""

    key: ClassVar[str] = "train"
    title: ClassVar[str] = "Transport in battle"
    help: ClassVar[str] = "Transport holds no ground: it retreats with the last of its stack, or is lost to who enters."
    told: ClassVar[frozenset[str]] = frozenset({"units", "captured"})

    units: Annotated[Selector, col("Which units")] = Selector()
    captured: Annotated[
        str, col("Captured by", "Key of the rule that says what becomes of it; where it is absent, it is lost")
    ] = "captures"

    def sentences(self, rows: Rows) -> list[str]:
        """Who, and what becomes of them."""
        return [
            f"{whom(rows, self.units)} hold no ground. They go back with the last unit of their hex that retreats; "
            "left alone they fall to the enemy who enters."
        ]

    def bystanders(self) -> Iterable[Selector]:
        """They bar nobody's way."""
        return (self.units,)

    def retreated(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Those whom the last of their stack leaves behind go with it, if they can move."""
        left = self._left_by(table, piece, path)
        if left is None or table.garrison(left):
            return
        for other in list(table.stack(left)):
            able = table.side_of(other) == table.side_of(piece) and table.face(other).movement > 0
            if able and self.units.matches(table.unit(other)):
                table.do(UnitRetreated(other, left, path[-1], path))
                enter(table, other, path)

    def _left_by(self, table: Table, piece: int, path: tuple[int, ...]) -> int | None:
        """The cell from which a unit retreated."""
        event = next(
            (each for each in reversed(table.events) if isinstance(each, UnitRetreated) and each.piece == piece), None
        )
        return None if event is None else event.origin

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """The enemy takes what is alone."""
        if table.setting.by_key(self.captured) is not None or piece in table.setting.bystanders:
            return
        for cell in path:
            for other in list(table.stack(cell)):
                foe = table.side_of(other) != table.side_of(piece)
                if foe and self.units.matches(table.unit(other)):
                    table.eliminate(other, "taken by the enemy", self.case("taken"))
