"""Who refers to a row, and what must happen to them when it goes or is replaced by another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from designer.culprits import place_of
from engine.errors import Problem, StavkaError
from engine.records import ORDER, TABLES, Record, Rows
from engine.records.changes import Change, difference, put
from engine.records.columns import Column, columns
from engine.records.counters import Selector
from engine.store.shelf import slug_from

_SELECTED = {"unit": "units", "side": "sides", "nationality": "nationalities", "formation": "formations"}
"""Which list of a selector holds the keys of which table."""


def mentions(rows: Rows, row: Record) -> list[Record]:
    """The rows that name this one anywhere: in a column, in a choice of units, in parameters, in an option."""
    key = row.identity()[0]
    written = msgspec.json.encode(key)  # whatever does not hold it as written need not be taken apart
    return [
        other
        for other in rows
        if other is not row
        and written in msgspec.json.encode(plain(other))
        and _holds(msgspec.to_builtins(plain(other)), key)
    ]


def _holds(value: Any, word: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds(part, word) for part in (*value.keys(), *value.values()))
    if isinstance(value, list | tuple):
        return any(_holds(part, word) for part in value)
    return bool(value == word)


def keyed(rows: Rows, row: Record, stem: str = "") -> Record:
    """A row under a key, made from its name, that no other row of its table has."""
    field = row.key[-1]
    others = row.identity()[:-1]
    stem = slug_from(stem or str(getattr(row, "name", "")) or row.table)[:55]

    def taken(number: int) -> bool:
        return rows.has(type(row), *others, f"{stem}-{number}" if number > 1 else stem)

    return replace(row, **{field: f"{stem}-{number}" if (number := first_free(taken)) > 1 else stem})


def first_free(taken: Callable[[int], bool]) -> int:
    """A number from 1 on that is free and follows one that is taken; the first where they were given in turn."""
    low, high = 0, 1
    while taken(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if taken(middle) else (low, middle)
    return high


def uses(rows: Rows, row: Record) -> Iterator[tuple[Record, Column]]:
    """The rows that name this one, each with the column that does."""
    key = row.identity()[0]
    for kind in ORDER:
        for column in columns(kind):
            if column.refers != row.table:
                continue
            for other in rows.all(kind):
                if getattr(other, column.name) == key and other is not row:
                    yield other, column


def removal(rows: Rows, gone: list[Record]) -> list[Change]:
    """The changes that remove rows: what is part of them goes too, what may do without them is cleared."""
    after = rows.copy()
    doomed = {(row.table, row.identity()) for row in gone}
    for row in gone:
        _clear(after, row, doomed)
    for row in gone:
        after.drop(type(row), *row.identity())
    return list(difference(rows, after))


def _clear(rows: Rows, row: Record, doomed: set[tuple[str, tuple[Any, ...]]]) -> None:
    """Take every reference to a row out of the rows, or refuse."""
    for other, column in list(uses(rows, row)):
        if (other.table, other.identity()) in doomed:
            continue
        if column.name in type(other).key:
            doomed.add((other.table, other.identity()))
            _clear(rows, other, doomed)
            rows.drop(type(other), *other.identity())
        elif column.optional:
            rows.put(replace(other, **{column.name: None}))
        else:
            where = place_of(rows, Problem("", other.table, other.identity()))
            name = getattr(row, "name", "") or row.identity()[0]
            raise StavkaError(f"“{name}” is still named by: {where}. Give that another one first.")
    _unselect(rows, row)


def _unselect(rows: Rows, row: Record) -> None:
    """Take a row out of the selectors of set-up and arrival lines; a line left without units goes."""
    field = _SELECTED.get(row.table)
    if field is None:
        return
    key = row.identity()[0]
    for kind in (TABLES["placement"], TABLES["arrival"]):
        for line in rows.all(kind):
            chosen: Selector = line.units  # type: ignore[attr-defined]
            named = getattr(chosen, field)
            if key not in named:
                continue
            left = tuple(name for name in named if name != key)
            if not left:
                rows.drop(kind, *line.identity())
            else:
                rows.put(_with_units(line, replace(chosen, **{field: left})))


def _with_units(line: Record, chosen: Selector) -> Record:
    count = getattr(line, "count", 0)
    fewer = min(count, len(chosen.units)) if chosen.units else count
    return replace(line, units=chosen, count=fewer)


def replacement(rows: Rows, old: Record, new: str) -> list[Change]:
    """The changes that let every row that names one row name another of its table instead."""
    after = rows.copy()
    for other, column in list(uses(rows, old)):
        changed = replace(other, **{column.name: new})
        after.drop(type(other), *other.identity())
        if not after.has(type(changed), *changed.identity()):
            after.put(changed)
    return list(difference(rows, after))


def reorder(rows: Rows, ordered: list[Record]) -> list[Change]:
    """The changes that number rows by their place in a list."""
    return [
        put(rows, replace(row, position=place))
        for place, row in enumerate(ordered)
        if getattr(row, "position", None) != place
    ]


def insertion(ordered: list[Record], above: Record) -> tuple[int, list[Record]]:
    """The position that puts a new row below another, and the rows that must make room for it.

    Rows of one position stand in the order in which they came, so that usually none has to move; otherwise those above
    or those below do, whichever are fewer.
    """
    at = ordered.index(above)
    place, below = _position(above), ordered[at + 1 :]
    if not below or _position(below[0]) > place:
        free = not below or _position(below[0]) > place + 1
        return (place + 1 if free else place), []
    later = _pushed(below, place + 1, 1)
    earlier = _pushed(ordered[at::-1], place, -1)
    return (place + 1, later) if len(later) <= len(earlier) else (place - 1, earlier)


def _pushed(rows: list[Record], last: int, way: int) -> list[Record]:
    """Rows moved beyond a position, up or down, as far as each is in the way of the one before it."""
    moved: list[Record] = []
    for row in rows:
        if way * (_position(row) - last) > 0:
            break
        last += way
        moved.append(replace(row, position=last))
    return moved


def _position(row: Record) -> int:
    return int(getattr(row, "position", 0))


def shifted(keys: list[Any], chosen: set[Any], by: int) -> list[Any]:
    """A list with the chosen keys moved together by one place up (-1) or down (+1)."""
    moved = list(keys)
    for index in range(len(moved)) if by < 0 else reversed(range(len(moved))):
        target = index + (1 if by > 0 else -1)
        if moved[index] in chosen and 0 <= target < len(moved) and moved[target] not in chosen:
            moved[index], moved[target] = moved[target], moved[index]
    return moved


def plain(row: Record) -> dict[str, Any]:
    """A row's values by column."""
    return msgspec.structs.asdict(row)
