"""Orders of railway battalions: each stays on its line until that is converted (SM-4.1c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec
import numpy as np

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.answers import Closure
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import named, units_words


class LineOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that belong to a line until it is done."""

    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Line", refers="region")] = ""


class RailOrders(Mechanism, frozen=True, kw_only=True):
    """Units that do not leave a line before it is converted."""

    key: ClassVar[str] = "rail-orders"
    title: ClassVar[str] = "Orders of railway units"
    help: ClassVar[str] = "Railway units stay on their line until all of it is converted."
    told: ClassVar[frozenset[str]] = frozenset({"orders", "mark"})

    orders: Annotated[tuple[LineOrder, ...], col("Orders")] = ()
    mark: Annotated[str, col("Converted", "The mark of a converted hex", word="mark")] = "converted-gauge"

    def sentences(self, rows: Rows) -> list[str]:
        """Who stays where."""
        return [
            f"{units_words(rows, each.units)} stay on {named(rows, Region, each.region)} until all of it is converted."
            for each in self.orders
        ]

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """Everything beside the line is closed until it is done."""
        for each in self.orders:
            line = table.board.regions.get(each.region, frozenset())
            if each.units.matches(table.unit(piece)) and not all(table.marked(self.mark, cell) for cell in line):
                cells = np.ones(table.board.size, np.uint8)
                cells[sorted(line)] = 0
                yield Closure(cells, "It converts its own line first.", self.case("orders"), retreats=False)
