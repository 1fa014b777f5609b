"""How the lines of a table stand to the scenario that the open one stands on: inherited, changed or its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from designer.kinship import Kinship, Spot
from designer.tables.sheet import Line, Sheet
from designer.tables.text import shape, shown
from engine.records import TABLES, Rows
from engine.records.changes import Change
from engine.records.columns import Column, columns

Cell = tuple[Line, str]

SIGNS = {"inherited": "mdi6.link-variant", "changed": "mdi6.pencil", "added": "mdi6.plus-thick"}


@dataclass
class Departures:
    """The lines of one table that are not as in the parent, with what their cells say there."""

    parent: str
    changed: dict[Line, dict[str, str]] = field(default_factory=dict)
    added: set[Line] = field(default_factory=set)
    spots: dict[Line, list[Spot]] = field(default_factory=dict)
    """The rows behind a line that are not as in the parent."""

    def of(self, line: Line) -> str:
        """How a line stands: inherited, changed or added."""
        return "added" if line in self.added else "changed" if line in self.changed else "inherited"

    def differs(self, cell: Cell) -> bool:
        """Whether a cell says something of its own."""
        return cell[0] in self.added or cell[1] in self.changed.get(cell[0], {})

    def head(self, line: Line) -> str:
        """What is said of a line beside it."""
        return {
            "inherited": f"As in {self.parent}, and follows it.",
            "changed": f"Changed here. Give it back, and it is as in {self.parent} again.",
            "added": f"Its own: {self.parent} has none.",
        }[self.of(line)]

    def tip(self, cell: Cell) -> str:
        """What the parent has in a cell that is changed here."""
        there = self.changed.get(cell[0], {}).get(cell[1])
        return "" if there is None else f"In {self.parent}: {there or 'nothing'}."

    def behind(self, lines: Collection[Line]) -> list[Spot]:
        """The rows behind lines that could be given back."""
        return [spot for line in lines for spot in self.spots.get(line, ())]


def standing(kin: Kinship, sheet: Sheet) -> Departures | None:
    """How the lines of a sheet stand to the parent; None where there is none."""
    if kin.parent_rows is None:
        return None
    made = Departures(kin.title)
    for spot, change in kin.own.items():
        if spot[0] in sheet.tables:
            _place(made, sheet, spot, change, kin.parent_rows)
    return made


def _place(made: Departures, sheet: Sheet, spot: Spot, change: Change, parent: Rows) -> None:
    found = sheet.locate(*spot, "")
    if found is None:
        return
    line = found[0]
    made.spots.setdefault(line, []).append(spot)
    if change.before is None and _is_line(spot, line):
        made.added.add(line)
        return
    cells = made.changed.setdefault(line, {})
    for name, text in _texts(change, parent).items():
        cell = sheet.locate(*spot, name)
        if cell is not None and cell[0] == line:
            cells[cell[1]] = text


def _is_line(spot: Spot, line: Line) -> bool:
    """Whether a row is a line of its own, and not a cell or a face within one."""
    table, key = spot
    return line == key or (len(key) <= 2 and line == key[-1] and not table.endswith("_column"))


def _texts(change: Change, parent: Rows) -> Mapping[str, str]:
    """The columns in which a row is not as in the parent, with what is said there."""
    there, here = change.before, change.after
    found = {}
    for column in columns(TABLES[change.table]):
        old = getattr(there, column.name, None)
        if there is None or here is None or old != getattr(here, column.name):
            found[column.name] = "" if there is None else shown(column, old, parent) if _plain(column) else "otherwise"
    return found


def _plain(column: Column) -> bool:
    """Whether a value of a column is said in a word."""
    return shape(column) != "other"
