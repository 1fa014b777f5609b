"""What a table on the screen is made of: lines, headings, texts, and the changes that writing into it makes.

A sheet knows rows and nothing of widgets.  It never changes a row: it answers with changes, and with
the texts that cannot be values, each with its reason.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.records.changes import Change

Line = Hashable
"""What identifies a line of a sheet, whatever its place."""


@dataclass(frozen=True)
class Heading:
    """One column of a sheet."""

    key: str
    title: str
    help: str = ""
    editable: bool = True
    numeric: bool = False
    flag: bool = False
    colour: bool = False
    options: tuple[str, ...] = ()
    link: bool = False
    """Whether a click leads to where it is decided."""
    free: bool = False
    """Whether other texts than the options may be written."""
    also: tuple[str, ...] = ()
    """What the column is called in other people's tables."""
    late: bool = False
    """Whether its texts follow from so much else that they are read again only a moment after an edit."""


@dataclass(frozen=True)
class Fault:
    """A text that cannot be a value, and why."""

    line: Line
    key: str
    text: str
    reason: str


@dataclass(frozen=True)
class Written:
    """What writing into a sheet comes to: changes for the document, faults for the cells, lines that are new."""

    changes: tuple[Change, ...] = ()
    faults: tuple[Fault, ...] = ()
    lines: tuple[Line, ...] = ()


class Sheet(Protocol):
    """A table of any kind."""

    noun: str
    """What one line is called: unit, phase."""

    tables: frozenset[str]
    """The tables on which anything it shows depends."""

    def headings(self) -> tuple[Heading, ...]:
        """The columns, from the left."""
        ...

    def lines(self) -> list[Line]:
        """The lines, from the top."""
        ...

    def text(self, line: Line, key: str) -> str:
        """What a cell says."""
        ...

    def called(self, line: Line) -> str:
        """What a line is called in the name of an edit."""
        ...

    def write(self, entries: Mapping[tuple[Line, str], str]) -> Written:
        """Write texts into cells."""
        ...

    def add(self, values: Sequence[Mapping[str, str]]) -> Written:
        """Add a line for each of these, given by heading; what is not given gets a default."""
        ...

    def duplicate(self, lines: Sequence[Line]) -> Written:
        """Copy lines."""
        ...

    def remove(self, lines: Sequence[Line]) -> list[Change]:
        """Remove lines with what belongs to them; a StavkaError says what stands against it."""
        ...

    def move(self, lines: Sequence[Line], by: int) -> list[Change]:
        """Move lines up or down in their order."""
        ...

    def locate(self, table: str, key: tuple[object, ...], field: str) -> tuple[Line, str] | None:
        """The line and the heading that a problem speaks of."""
        ...


@runtime_checkable
class Growing(Protocol):
    """A sheet that can grow in its middle."""

    def add_below(self, line: Line) -> Written:
        """Add a line below another, and like it."""
        ...


@runtime_checkable
class Following(Protocol):
    """A sheet that knows which of its lines a change is seen in."""

    def touched(self, changes: Sequence[Change]) -> set[Line] | None:
        """The lines that say something else after these changes; None if it may be any."""
        ...


@runtime_checkable
class Fixing(Protocol):
    """A sheet with cells that say something and cannot be written, in columns that otherwise can."""

    def fixed(self, line: Line, key: str) -> str:
        """Why a cell cannot be written, in a sentence; nothing if it can."""
        ...
