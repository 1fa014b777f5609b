"""One value of a scenario set otherwise, as the command line writes it: `chart_cell.crt/4/3:1.value=DRL`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from engine.errors import StavkaError
from engine.records import TABLES, Record, Rows
from engine.records.changes import Change, put
from engine.records.columns import Column, columns
from engine.records.verify import build
from engine.store.cells import CellError, decode

MOST_VALUES = 60
"""Versions that one sweep may have."""


@dataclass(frozen=True)
class RowField:
    """One column of one row, or one value within a column of named values, as `at_least` of a condition."""

    row: Record
    column: Column
    part: str = ""

    @property
    def way(self) -> list[str]:
        """The steps into a column of named values: `parts.1.at_least` goes into the second of the parts."""
        if not self.part:
            return []
        return [self.part] if self.part in self.whole else self.part.split(".")

    @property
    def whole(self) -> Any:
        """All that stands in the column now, as plain values."""
        return msgspec.to_builtins(getattr(self.row, self.column.name))


def find_spot(rows: Rows, text: str) -> RowField:
    """The place that a text as `face.13th-army/0.attack` names."""
    table, _, rest = text.partition(".")
    kind = TABLES.get(table)
    if kind is None:
        raise StavkaError(f"There is no table {table[:40]} in a scenario; `stavka schema` lists them all.")
    found = next(iter(_readings(rows, kind, rest)), None)
    if found is None:
        key = "/".join(kind.key) + "." if kind.key else ""
        raise StavkaError(
            f"“{text[:80]}” names no value of this scenario; it should read {table}.{key}COLUMN and name a row "
            f"of {table} and one of its columns ({', '.join(column.name for column in columns(kind))})."
        )
    return found


def _readings(rows: Rows, kind: type[Record], rest: str) -> list[RowField]:
    """Every way to read what follows the table's name; keys may hold dots themselves."""
    spots = []
    for column in columns(kind):
        for key, part in _splits(rest, column):
            row = rows.get(kind, *_key(kind, key)) if len(_key(kind, key)) == len(kind.key) else None
            spot = None if row is None else RowField(row, column, part)
            if spot is not None and (not part or isinstance(spot.whole, dict)):
                spots.append(spot)
    return spots


def _splits(rest: str, column: Column) -> list[tuple[str, str]]:
    """Key and part of a value, if the column is named in a text."""
    text, name = f".{rest}", f".{column.name}"
    found = []
    if text.endswith(name):
        found.append((text[1 : -len(name)], ""))
    before, mark, part = text.rpartition(f"{name}.")
    if mark and part and column.kind == "json":
        found.append((before[1:], part))
    return found


def _key(kind: type[Record], text: str) -> tuple[Any, ...]:
    """The key that a text stands for: its parts between slashes, or between dots where that is plain."""
    if not kind.key:
        return () if not text else (text,)
    parts = [text] if len(kind.key) == 1 else text.split("/" if "/" in text else ".")
    by_name = {column.name: column for column in columns(kind)}
    return tuple(
        int(part) if by_name[name].kind == "integer" and part.isdigit() else part
        for name, part in zip(kind.key, parts, strict=False)
    ) + tuple(parts[len(kind.key) :])


def set_value(rows: Rows, spot: RowField, text: str) -> Change:
    """The change that gives a spot the value which a text stands for."""
    values: dict[str, Any] = msgspec.to_builtins({c.name: getattr(spot.row, c.name) for c in columns(type(spot.row))})
    if spot.part:
        values[spot.column.name] = _with(spot, text)
    else:
        try:
            values[spot.column.name] = decode(spot.column, text) if text else ""
        except CellError as error:
            raise StavkaError(f"{spot.column.title}: {error}.") from None
    row, problems = build(type(spot.row), values, spot.row.identity())
    if row is None or problems:
        raise StavkaError(f"{spot.column.title} cannot be {text[:40]}: {problems[0].message}.")
    return put(rows, row)


def _with(spot: RowField, text: str) -> Any:
    """A column of named values with one of them set."""
    whole, way = spot.whole, spot.way
    inner = _inside(whole, way[:-1])
    if not isinstance(inner, dict):
        raise StavkaError(f"{spot.column.title} has no part {spot.part[:60]}.")
    inner[way[-1]] = _plain(text)
    return whole


def _inside(whole: Any, way: list[str]) -> Any:
    """What stands at the end of a way into lists and named values; None where there is none."""
    for step in way:
        among = dict(enumerate(whole)) if isinstance(whole, list) else whole if isinstance(whole, dict) else {}
        whole = among.get(int(step) if step.isdigit() else step)
    return whole


def _plain(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def tweaked(rows: Rows, settings: tuple[str, ...]) -> Rows:
    """The rows with values set as `table.key.column=value` says."""
    changed = rows.copy()
    for setting in settings:
        where, value = parted(setting)
        set_value(changed, find_spot(changed, where), value).apply(changed)
    return changed


def parted(setting: str) -> tuple[str, str]:
    """What is set and to what."""
    where, equals, value = setting.partition("=")
    if not equals:
        raise StavkaError(f"“{setting[:80]}” sets nothing; write table.key.column=value.")
    return where, value


def sweep_values(text: str) -> list[str]:
    """The values of a sweep: `2:6:1` from 2 to 6 in steps of 1, or `NE,DR,DRL` one by one."""
    if ":" not in text or "," in text:
        found = [part.strip() for part in text.split(",") if part.strip()]
    else:
        found = _steps(text)
    if not 2 <= len(found) <= MOST_VALUES:
        raise StavkaError(f"A sweep needs from 2 to {MOST_VALUES} values; “{text[:40]}” gives {len(found)}.")
    return found


def _steps(text: str) -> list[str]:
    try:
        low, high, *rest = (float(part) for part in text.split(":"))
        step = rest[0] if rest else 1.0
        if step <= 0 or high < low:
            raise ValueError
    except ValueError:
        raise StavkaError(f"“{text[:40]}” is no range; write from:to:step, or values between commas.") from None
    count = int((high - low) / step + 1e-9) + 1
    return [f"{round(low + number * step, 10):g}" for number in range(min(count, MOST_VALUES + 1))]
