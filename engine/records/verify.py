"""Values from outside made into rows: every column is held against its declaration, every fault is listed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from engine.errors import Problem
from engine.legible import all_legible, obeyed
from engine.records.base import Record
from engine.records.columns import Column, columns
from engine.records.family import convert
from engine.records.rows import Rows

R = TypeVar("R", bound=Record)

TEXT_LIMIT = 1_000_000
"""No text of a scenario is longer, whatever its column allows."""

MOST_PROBLEMS = 1_000
"""No list of problems is longer: whoever has mended so many asks again."""

_DEPTH_LIMIT = 60

_OBEYED = "which is not read but obeyed"


def build(kind: type[R], values: Mapping[str, Any], key: tuple[object, ...] = ()) -> tuple[R | None, list[Problem]]:
    """The row made of these plain values, or None and all that is wrong with them; `key` says where they stood.

    What is in their texts to be obeyed and not to be read, as what turns the direction of writing, is made visible.
    """
    row, problems = _held(kind, values, key)
    if any(problem.message.endswith(_OBEYED) for problem in problems):
        return _held(kind, all_legible(dict(values)), key)
    return row, problems


def _held(kind: type[R], values: Mapping[str, Any], key: tuple[object, ...]) -> tuple[R | None, list[Problem]]:
    """The row made of these values as they are, or all that is wrong with them."""
    try:
        if not any(map(odd, values.values())):
            return convert(dict(values), kind), []
    except (msgspec.ValidationError, RecursionError):
        pass  # the columns are looked at one by one, because the converter stops at the first fault
    known = {column.name for column in columns(kind)}
    problems = [
        Problem(fault, kind.table, key, column.name) for column in columns(kind) if (fault := _fault(column, values))
    ]
    problems += [Problem("there is no such column", kind.table, key, name) for name in values if name not in known]
    return None, problems


def faults(row: Record) -> list[Problem]:
    """All that is wrong with the values of a row that was made in the program."""
    values = {column.name: getattr(row, column.name) for column in columns(type(row))}
    try:
        plain = msgspec.to_builtins(values, builtin_types=(bytes,), str_keys=True)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return [Problem(f"a value cannot be stored: {error}", row.table, row.identity())]
    return _held(type(row), plain, row.identity())[1]


def listed(problems: Iterable[Problem]) -> list[Problem]:
    """The problems as a list that is never endless; where there are more, its last line says so."""
    found = list(islice(problems, MOST_PROBLEMS + 1))
    if len(found) > MOST_PROBLEMS:
        found[MOST_PROBLEMS:] = [Problem(f"there are more problems than these {MOST_PROBLEMS:,}; mend them first")]
    return found


def dangling(rows: Rows, kinds: Iterable[type[Record]]) -> Iterator[Problem]:
    """Every column that names a row of another table which is not there."""
    keys: dict[str, set[Any]] = {}
    for kind in kinds:
        for column in columns(kind):
            if column.refers and column.refers not in keys:
                keys[column.refers] = {key[0] for key in rows.keys(column.refers) if key}
        if any(_lost(rows, kind, column, keys) for column in columns(kind) if column.refers):
            yield from _dangling_in(rows.all(kind), [column for column in columns(kind) if column.refers], keys)


def _lost(rows: Rows, kind: type[Record], column: Column, keys: Mapping[str, set[Any]]) -> bool:
    """Whether any row of a table names in this column what is not there."""
    named = set(map(attrgetter(column.name), rows.all(kind)))
    named.discard(None)
    return not named <= keys[column.refers]


def _dangling_in(
    rows: Iterable[Record], referring: Sequence[Column], keys: Mapping[str, set[Any]]
) -> Iterator[Problem]:
    for row in rows:
        for column in referring:
            value = getattr(row, column.name)
            if value is not None and value not in keys[column.refers]:
                message = f"there is no {column.refers.replace('_', ' ')} called {brief(value)}"
                yield Problem(message, row.table, row.identity(), column.name)


def brief(value: object) -> str:
    """A value as a message may show it: quoted, and cut where it is long."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else f"{value[:37]}... ({len(value):,} characters)"
        return f"“{text}”"
    if isinstance(value, bytes):
        return f"{len(value):,} bytes of binary data"
    if value is None:
        return "empty"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fault(column: Column, values: Mapping[str, Any]) -> str:
    """What is wrong with one column, in words, or nothing."""
    if column.name not in values:
        return f"a value is missing; it must be {column.expects}" if column.required else ""
    value = values[column.name]
    if wrong := odd(value):
        return wrong
    try:
        convert(value, column.type)
    except msgspec.ValidationError as error:
        if column.kind == "json":
            return f"the value does not fit: {_plain(str(error))}"
        return f"the value is {brief(value)}, but must be {column.expects}"
    except RecursionError:
        return "the value is nested too deeply"
    return ""


def odd(value: Any, depth: int = 0) -> str:
    """What no column can hold: endless numbers, broken text, bottomless nesting."""
    if isinstance(value, str):
        if len(value) > TEXT_LIMIT:
            return f"the text has {len(value):,} characters; at most {TEXT_LIMIT:,} can be kept"
        return "" if value.isprintable() else _unprintable(value)
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"the value is {value}, which is not a number to count with"
    if isinstance(value, int):
        return "" if -(2**63) <= value < 2**63 else "the number is too large"
    if isinstance(value, dict | list | tuple):
        if depth >= _DEPTH_LIMIT:
            return "the value is nested too deeply"
        parts = (*value.keys(), *value.values()) if isinstance(value, dict) else value
        return next((wrong for part in parts if (wrong := odd(part, depth + 1))), "")
    return ""


def _unprintable(text: str) -> str:
    """What no column can hold of a text that holds more than what is printed."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "the text holds characters that no text file can hold"
    return f"the text holds the character {number}, {_OBEYED}" if (number := obeyed(text)) else ""


def _plain(message: str) -> str:
    """A message of the decoder without its quotation marks."""
    return message.replace("`", "").replace("$.", "").removesuffix(" - at $")
