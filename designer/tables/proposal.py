"""A change that is proposed and not made: a cell of a table, what stands there, and what writing into it would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import msgspec

from designer.tables.sheet import Line, Sheet
from engine.errors import StavkaError
from engine.lab.tweak import RowField, set_value
from engine.records import Record, Rows
from engine.records.changes import Change
from engine.records.columns import columns


@dataclass(frozen=True)
class Proposal:
    """One value that could be another; `make` gives the changes of rows that a text would make."""

    title: str
    value: str
    options: tuple[str, ...]
    make: Callable[[str], tuple[Change, ...]]


@dataclass(frozen=True)
class CellFigure:
    """A number within a cell: what it is called, what it is, and where it stands."""

    title: str
    value: float
    spot: RowField


@runtime_checkable
class Numbered(Protocol):
    """A sheet with columns that hold several numbers, as the condition of an ending or the parameters of a rule."""

    rows: Rows

    def numbers(self, line: Line, key: str) -> list[CellFigure]:
        """The numbers within a cell."""
        ...


def propose(sheet: Sheet, line: Line, key: str) -> list[Proposal]:
    """What can be proposed for a cell: its value, or any number within it; nothing where it cannot be written to."""
    heading = next((heading for heading in sheet.headings() if heading.key == key), None)
    called = sheet.called(line)
    called = f"{called[:1].upper()}{called[1:]}"
    if heading is None:
        return []
    if not heading.editable:
        return _numbers(sheet, line, key, called) if isinstance(sheet, Numbered) else []

    def make(text: str) -> tuple[Change, ...]:
        written = sheet.write({(line, key): text})
        if written.faults:
            raise StavkaError(f"“{text[:40]}” cannot stand there: {written.faults[0].reason}.")
        return written.changes

    options = heading.options or (("yes", "no") if heading.flag else ())
    return [Proposal(f"{called}, {heading.title}", sheet.text(line, key), options, make)]


def _numbers(sheet: Numbered, line: Line, key: str, called: str) -> list[Proposal]:
    def maker(spot: RowField) -> Callable[[str], tuple[Change, ...]]:
        return lambda text: (set_value(sheet.rows, spot, text),)

    return [
        Proposal(f"{called}, {number.title}", f"{number.value:g}", (), maker(number.spot))
        for number in sheet.numbers(line, key)
    ]


def numbers_in(row: Record, key: str) -> list[CellFigure]:
    """The numbers within a column of a row that holds a structure."""
    column = next(column for column in columns(type(row)) if column.name == key)
    return [CellFigure(title, value, RowField(row, column, way)) for way, title, value in _ways(getattr(row, key))]


def _ways(whole: object, way: str = "", title: str = "") -> Iterator[tuple[str, str, float]]:
    """The way to every number of a structure, what it is called, and what it is."""
    if isinstance(whole, msgspec.Struct):
        for column in columns(type(whole)):
            yield from _ways(getattr(whole, column.name), f"{way}.{column.name}", f"{title}{column.title.lower()}")
    elif isinstance(whole, tuple):
        for number, part in enumerate(whole):
            yield from _ways(part, f"{way}.{number}", f"{title}{number + 1}: ")
    elif isinstance(whole, int | float) and not isinstance(whole, bool):
        yield way.removeprefix("."), title, whole
