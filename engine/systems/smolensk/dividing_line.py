"""The dividing line: two groups that do not work together, and are thrown into disorder where they mix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Formation
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import named
from engine.state.events import Noted
from engine.systems.smolensk.disorder import DG, disorganise


class DividingLine(Mechanism, frozen=True, kw_only=True):
    """A line between two groups of formations."""

    key: ClassVar[str] = "dividing-line"
    title: ClassVar[str] = "Dividing line"
    help: ClassVar[str] = "Units of two groups that stand together, or across the line between them, are disorganised."
    told: ClassVar[frozenset[str]] = frozenset({"north", "south", "line", "last_turn"})

    north: Annotated[str, col("Northern group", "Formation that its formations are part of", refers="formation")] = ""
    south: Annotated[str, col("Southern group", "Formation that its formations are part of", refers="formation")] = ""
    flag: Annotated[str, col("Only units marked", "Empty: all of their formations", word="flag")] = ""
    line: Annotated[str, col("Line", "Hexes of this region; both groups may stand in them", refers="region")] = ""
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200

    def sentences(self, rows: Rows) -> list[str]:
        """Who stays where."""
        upper, lower = named(rows, Formation, self.north), named(rows, Formation, self.south)
        return [
            f"Until turn {self.last_turn} is over, at the end of every phase: a unit of {upper} or {lower} that is "
            f"stacked with or beside one of the other group is disorganised, and so is one of {upper} south of "
            f"“{named(rows, Region, self.line)}” and one of {lower} north of it, as far as the line runs."
        ]

    def closing(self, table: Table, side: int | None) -> None:
        """Look who has gone astray."""
        if table.state.turn > self.last_turn:
            return
        groups = {True: self._group(table, self.north), False: self._group(table, self.south)}
        where = {upper: {table.state.cell[piece] for piece in pieces} for upper, pieces in groups.items()}
        for upper, pieces in groups.items():
            for piece in pieces:
                here = table.state.cell[piece]
                mixed = any(cell in where[not upper] for cell in (here, *table.setting.neighbours[here]))
                if (mixed or self.astray(table, here, upper)) and not table.marked(DG, piece):
                    disorganise(table, piece)
                    why = "stands with the other group" if mixed else "is across the dividing line"
                    table.do(Noted(f"{table.name(piece)} {why}.", self.case("line")))

    def shunned(self, table: Table, piece: int) -> npt.NDArray[np.bool_] | None:
        """Whoever belongs to a group keeps to its side of the line."""
        if table.state.turn > self.last_turn:
            return None
        for upper, own in ((True, self.north), (False, self.south)):
            if piece in self._all(table, own):
                return table.setting.kept(("astray", upper), partial(self._astray, table, upper))
        return None

    def estranged(self, table: Table) -> Iterable[frozenset[int]]:
        """The two groups keep away from each other."""
        if table.state.turn > self.last_turn:
            return ()
        return self._all(table, self.north), self._all(table, self.south)

    def _astray(self, table: Table, upper: bool) -> npt.NDArray[np.bool_]:
        return np.array([self.astray(table, cell, upper) for cell in range(table.board.size)], np.bool_)

    def _all(self, table: Table, group: str) -> frozenset[int]:
        """The units of a group, wherever they are."""
        return table.setting.kept(("group", group), lambda: frozenset(self._members(table, group)))

    def _group(self, table: Table, group: str) -> list[int]:
        """The units of a group on the map."""
        return [piece for piece in sorted(self._all(table, group)) if table.stands(piece)]

    def _members(self, table: Table, group: str) -> Iterator[int]:
        parts = {row.formation for row in table.scenario.rows.all(Formation) if row.parent == group}
        for number, piece in enumerate(table.scenario.pieces):
            if piece.unit.formation in parts and (not self.flag or self.flag in piece.unit.flags):
                yield number

    def astray(self, table: Table, cell: int, upper: bool) -> bool:
        """Whether a cell lies on the wrong side of the line for the northern or the southern group."""
        if table.board.is_box(Cell(cell)):
            return False
        column, row = table.board.grid.column_row(Cell(cell))
        span = spans(table, self.line).get(column)
        if span is None:
            return False
        return row > span[1] if upper else row < span[0]


def spans(table: Table, line: str) -> dict[int, tuple[int, int]]:
    """By column, the rows of a line: the most northern and the most southern, counted from the north."""
    return table.setting.kept(("spans", line), lambda: _spans(table, line))


def _spans(table: Table, line: str) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for cell in table.board.regions.get(line, frozenset()):
        column, row = table.board.grid.column_row(Cell(cell))
        low, high = found.get(column, (row, row))
        found[column] = (min(low, row), max(high, row))
    return found
