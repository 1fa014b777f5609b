"""Names in parameters, selectors and conditions that no row of the scenario bears."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.errors import Problem
from engine.records import TABLES, Rows


def check_names(rows: Rows, value: msgspec.Struct, table: str, key: tuple[object, ...], field: str) -> list[Problem]:
    """Every name within a value that should be a row of another table and is not."""
    return [
        Problem(f"there is no {target.replace('_', ' ')} called {name}", table, key, field)
        for target, name in sorted(set(_names(value)))
        if not any(row.identity()[:1] == (name,) for row in rows.all(TABLES[target]))
    ]


def _names(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """The names within a value, each with the table that should have it; its parts included."""
    for field in msgspec.structs.fields(value):
        content = getattr(value, field.name)
        extras = [meta.extra or {} for meta in getattr(field.type, "__metadata__", ())]
        target = next((extra["refers"] for extra in extras if "refers" in extra), "")
        for leaf in _leaves(content):
            if isinstance(leaf, msgspec.Struct):
                yield from _names(leaf)
            elif target and isinstance(leaf, str) and leaf:
                yield target, leaf


def _leaves(content: Any) -> Iterator[Any]:
    if isinstance(content, dict):
        content = tuple(content.values())
    if isinstance(content, tuple | list):
        for part in content:
            yield from _leaves(part)
    else:
        yield content
