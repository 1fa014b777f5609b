"""A change that is proposed and not made: a cell of a table, what stands there, and what writing into it would do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from designer.tables.sheet import Line, Sheet
from engine.errors import StavkaError
from engine.records.changes import Change


@dataclass(frozen=True)
class Proposal:
    """One value that could be another; `make` gives the changes of rows that a text would make."""

    title: str
    value: str
    options: tuple[str, ...]
    make: Callable[[str], tuple[Change, ...]]


def propose(sheet: Sheet, line: Line, key: str) -> Proposal | None:
    """What can be proposed for a cell; None where it cannot be written to."""
    heading = next((heading for heading in sheet.headings() if heading.key == key), None)
    if heading is None or not heading.editable:
        return None

    def make(text: str) -> tuple[Change, ...]:
        written = sheet.write({(line, key): text})
        if written.faults:
            raise StavkaError(f"“{text[:40]}” cannot stand there: {written.faults[0].reason}.")
        return written.changes

    called = sheet.called(line)
    options = heading.options or (("yes", "no") if heading.flag else ())
    return Proposal(f"{called[:1].upper()}{called[1:]}, {heading.title}", sheet.text(line, key), options, make)
