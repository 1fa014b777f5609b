"""Tab-separated tables with comments: the format of the gazetteer, easy to edit and to compare."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import Problem, ScenarioError


@dataclass(frozen=True)
class TableLine:
    """One line of a table: its number in the file and its fields by column."""

    number: int
    fields: dict[str, str]


def read_table(path: Path, columns: tuple[str, ...]) -> list[TableLine]:
    """The records of a file whose first line that is no comment names the columns."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScenarioError([Problem(f"cannot be read: {error.strerror}", path.name)]) from error
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")]
    if not lines or tuple(lines[0][1].split("\t")) != columns:
        raise ScenarioError([Problem(f"the first line must name the columns {', '.join(columns)}", path.name)])
    return [_line(path, number, line, columns) for number, line in lines[1:]]


def _line(path: Path, number: int, line: str, columns: tuple[str, ...]) -> TableLine:
    fields = line.split("\t")
    if len(fields) > len(columns):
        raise ScenarioError([Problem(f"has {len(fields)} fields, not {len(columns)}", path.name, (f"line {number}",))])
    fields += [""] * (len(columns) - len(fields))
    return TableLine(number, dict(zip(columns, (field.strip() for field in fields), strict=True)))
