"""Values as text in a cell, and text as values: what a person types, read against the column's declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import isfinite
from typing import Any, Literal

import msgspec
from msgspec import inspect

from engine.records import TABLES, Rows
from engine.records.columns import Column
from engine.records.family import convert
from engine.records.verify import brief

Shape = Literal["plain", "words", "numbers", "other"]

YES = frozenset({"yes", "y", "true", "1", "x", "✓", "on", "ja", "да"})
NO = frozenset({"no", "n", "false", "0", "", "off", "nein", "нет"})


class Unreadable(ValueError):  # noqa: N818 - says what the text is
    """Text that cannot be a value of its column; the message is the reason."""


def shape(column: Column) -> Shape:
    """How a column's value is written in a cell; other means it needs a form of its own."""
    if column.kind != "json":
        return "other" if column.kind == "bytes" else "plain"
    core = inspect.type_info(column.type)
    while isinstance(core, inspect.Metadata):
        core = core.type
    if isinstance(core, inspect.VarTupleType) and isinstance(_bare(core.item_type), inspect.StrType):
        return "words"
    if isinstance(core, inspect.DictType) and isinstance(_bare(core.value_type), inspect.FloatType):
        return "numbers"
    return "other"


def _bare(type_: inspect.Type) -> inspect.Type:
    return _bare(type_.type) if isinstance(type_, inspect.Metadata) else type_


def shown(column: Column, value: Any, rows: Rows) -> str:
    """A value as its cell shows it."""
    if isinstance(value, str):
        return _name(rows, column.refers, value) if column.refers else value
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number:g}" for name, number in value.items())
    return ", ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def options(column: Column, rows: Rows) -> tuple[str, ...]:
    """The texts that a column may hold, where there is a list of them."""
    if column.refers and shape(column) == "plain":
        found = rows.kept(("names", column.refers), (column.refers,), lambda: _every_name(rows, column.refers))
    elif column.choices:
        found = tuple(str(choice) for choice in column.choices)
    else:
        return ()
    return ("", *found) if column.optional and "" not in found else found


def read(column: Column, text: str, rows: Rows) -> Any:
    """The value that a text means in a column; Unreadable says why it cannot be one."""
    said = text.strip()
    if column.optional and not said:
        return None
    if column.refers and shape(column) == "plain":
        return _key(rows, column.refers, said)
    if column.choices:
        return _choice(column, said)
    if column.kind == "flag":
        return read_flag(said)
    if column.kind in ("integer", "number"):
        return _within(column, read_number(said, whole=column.kind == "integer"))
    if shape(column) == "words":
        return tuple(word.strip() for word in said.replace(";", ",").split(",") if word.strip())
    if shape(column) == "numbers":
        return read_numbers(said)
    return _checked(column, said)


def read_flag(text: str) -> bool:
    """Yes or no."""
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise Unreadable(f"{brief(text)} is neither yes nor no")


def read_number(text: str, *, whole: bool = False) -> float | int:
    """A number as people write it: 4, 2.5, 2,5, 2½, −1."""
    plain = text.replace("−", "-").replace("½", ".5").replace(",", ".").replace(" ", "")
    try:
        value = float(plain)
    except ValueError:
        raise Unreadable(f"{brief(text)} is not a number") from None
    if not isfinite(value):
        raise Unreadable(f"{brief(text)} is not a number to count with")
    if not whole:
        return value
    if value != int(value):
        raise Unreadable(f"{brief(text)} is not a whole number")
    return int(value)


def read_numbers(text: str) -> dict[str, float]:
    """Named numbers, as `shift 2, range 3`."""
    found = {}
    for part in text.replace(";", ",").split(","):
        words = part.replace("=", " ").replace(":", " ").split()
        if not words:
            continue
        if len(words) < 2:
            raise Unreadable(f"write a name and its number, as “shift 2”, not {brief(part.strip())}")
        found[" ".join(words[:-1])] = float(read_number(words[-1]))
    return found


def _within(column: Column, value: float | int) -> float | int:
    return _checked(column, value)  # type: ignore[no-any-return]


def _checked(column: Column, value: Any) -> Any:
    try:
        return convert(value, column.type)
    except msgspec.ValidationError:
        raise Unreadable(f"{brief(value)} must be {column.expects}") from None


def _choice(column: Column, said: str) -> str | int:
    for choice in column.choices:
        if said.lower() == str(choice).lower():
            return choice
    raise Unreadable(f"{brief(said)} must be {column.expects}")


def _every_name(rows: Rows, table: str) -> tuple[str, ...]:
    found = sorted(rows.all(TABLES[table]), key=lambda row: getattr(row, "position", 0))
    return tuple(_name(rows, table, str(row.identity()[0])) for row in found)


def _name(rows: Rows, table: str, key: str) -> str:
    """What a row is called, if no other of its table is called so; else its key."""
    return rows.kept(("called", table), (table,), lambda: _called(rows, table)).get(key, key)


def _called(rows: Rows, table: str) -> dict[str, str]:
    names = {str(row.identity()[0]): str(getattr(row, "name", "")) for row in rows.all(TABLES[table])}
    many = Counter(names.values())
    return {key: name if name and many[name] == 1 else key for key, name in names.items()}


def _key(rows: Rows, table: str, said: str) -> str:
    """The key of the row that a text names by key or name."""
    noun = table.replace("_", " ")
    if rows.has(TABLES[table], said):
        return said
    found = [
        str(row.identity()[0])
        for row in rows.all(TABLES[table])
        if said.lower() in (str(row.identity()[0]).lower(), str(getattr(row, "name", "")).lower())
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise Unreadable(f"more than one {noun} is called {brief(said)}: write {' or '.join(found)}")
    raise Unreadable(f"there is no {noun} called {brief(said)}" if said else f"name a {noun}")
