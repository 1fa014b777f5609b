"""A row between the program and the database: typed values on one side, cells on the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from engine.legible import all_legible, obeyed
from engine.records import TABLES, Record
from engine.records.changes import Change
from engine.records.columns import Column, columns
from engine.records.family import convert, decode

S = TypeVar("S", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder()
_CODED = re.compile(r"\\([bf]|u(00|20|ff))", re.IGNORECASE)
"""How JSON may write a character by its number that is obeyed and not read; others are written so, too."""


def to_cell(column: Column, value: Any) -> Any:
    """A value as the database keeps it."""
    if value is None or column.kind in ("text", "integer", "bytes"):
        return value
    if column.kind == "number":
        return float(value)
    if column.kind == "flag":
        return int(value)
    return _encoder.encode(value).decode()


def from_cell(column: Column, cell: Any) -> Any:
    """A cell as a plain value; what makes no sense stays as it is, for the check to find."""
    if column.kind == "flag" and cell in (0, 1):
        return bool(cell)
    if column.kind == "json" and isinstance(cell, str):
        try:
            return msgspec.json.decode(cell)
        except (msgspec.DecodeError, RecursionError):
            return cell
    return cell


def from_cells(column: Column, cells: Sequence[Any]) -> Sequence[Any]:
    """Many cells of one column as plain values."""
    if column.kind in ("flag", "json"):
        return [from_cell(column, cell) for cell in cells]
    return cells


def to_cells(row: Record) -> tuple[Any, ...]:
    """A row's cells in the order of its columns."""
    return tuple(to_cell(column, getattr(row, column.name)) for column in columns(type(row)))


def as_declared(line: Sequence[Any], kind: type[S]) -> S:
    """A line of another table as what it is declared to be; a msgspec.ValidationError says where it is not.

    Its texts are made legible, as those of rows are.
    """
    return convert(dict(zip(kind.__struct_fields__, all_legible(tuple(line)), strict=True)), kind)


class _Line(msgspec.Struct, array_like=True):
    """One change as the journal keeps it."""

    table: str
    key: tuple[Any, ...]
    before: msgspec.Raw
    after: msgspec.Raw


def changes_to_json(changes: tuple[Change, ...]) -> str:
    """Changes as the journal keeps them: a list of [table, key, before, after]."""
    return _encoder.encode([[c.table, c.key, c.before, c.after] for c in changes]).decode()


def changes_from_json(text: str) -> tuple[Change, ...]:
    """Changes read back from the journal; what a stranger wrote there is made legible, as rows are."""
    if obeyed(text) or _CODED.search(text):
        text = _encoder.encode(all_legible(msgspec.json.decode(text))).decode()
    lines = decode(text, list[_Line])
    return tuple(
        Change(line.table, line.key, _row(line.table, line.before), _row(line.table, line.after)) for line in lines
    )


def _row(table: str, raw: msgspec.Raw) -> Record | None:
    if table not in TABLES:
        raise msgspec.ValidationError(f"the journal names the unknown table {table[:60]}")
    return decode(raw, TABLES[table] | None)
