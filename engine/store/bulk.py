"""Many cells of a table made into rows at once, where nothing is wrong with any of them.

Whoever gets no answer looks at them one by one and says what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from engine.records import Record
from engine.records.columns import Column
from engine.records.family import convert
from engine.records.verify import TEXT_LIMIT, odd
from engine.store.codec import from_cells

Keyed = dict[tuple[Any, ...], Record]


def rows_at_once(kind: type[Record], found: Sequence[Column], lines: Sequence[tuple[Any, ...]]) -> Keyed | None:
    """The rows of these lines by their keys; None where there is anything to complain of."""
    table = {}
    for column, cells in zip(found, zip(*lines, strict=True), strict=False):
        values = from_cells(column, cells)
        if _any_odd(values):
            return None
        table[column.name] = values
    names = tuple(table)
    plain = [dict(zip(names, line, strict=True)) for line in zip(*table.values(), strict=True)] or [{} for _ in lines]
    try:
        rows: list[Record] = convert(plain, list[kind])  # type: ignore[valid-type]
    except (msgspec.ValidationError, RecursionError):
        return None
    keyed = dict(zip(_keys(kind, rows), rows, strict=True))
    return keyed if len(keyed) == len(rows) else None


def _keys(kind: type[Record], rows: list[Record]) -> Iterable[tuple[Any, ...]]:
    if not kind.key:
        return [()] * len(rows)
    return zip(*(map(attrgetter(name), rows) for name in kind.key), strict=True)


def _any_odd(values: Sequence[Any]) -> bool:
    """Whether a column has a value that none can hold; what the database hands over as a number is never too large."""
    kinds = set(map(type, values))
    if kinds <= {int, bool, bytes, type(None)}:
        return False
    if kinds <= {str, type(None)}:
        texts = list(filter(None, values))
        return bool(texts) and (
            max(map(len, texts)) > TEXT_LIMIT or (not all(map(str.isprintable, texts)) and any(map(odd, texts)))
        )
    if kinds <= {float, int, type(None)}:
        return not all(math.isfinite(value) for value in values if value is not None)
    return any(map(odd, values))
