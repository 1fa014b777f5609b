"""The terrain effects chart as a value: a number or P for each kind of terrain, hexside, link and place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.errors import Problem
from engine.records import Record, Rows
from engine.records import board as records

CLASS = ".class"
"""How the name of an effect ends whose entries are words: the class of some ground."""

Layer = Literal["terrain", "hexside", "link", "place"]

_NUMBER = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]+)?)(?:/([1-9][0-9]*))?")
_KINDS: dict[str, type[Record]] = {
    "terrain": records.TerrainKind,
    "hexside": records.HexsideKind,
    "link": records.LinkKind,
    "place": records.PlaceKind,
}


@dataclass(frozen=True)
class TecChart:
    """The entries of the chart by layer, kind and effect."""

    entries: Mapping[tuple[str, str, str], str]

    @classmethod
    def from_rows(cls, rows: Rows) -> TecChart:
        """The chart of a scenario."""
        return cls({(row.layer, row.kind, row.effect): row.value for row in rows.all(records.Tec)})

    def text(self, layer: Layer, kind: str, effect: str) -> str:
        """The entry as it is written; empty where there is none."""
        return self.entries.get((layer, kind, effect), "")

    def number(self, layer: Layer, kind: str, effect: str) -> float | None:
        """The entry as a number; None where there is none or it is prohibited."""
        return number(self.text(layer, kind, effect))

    def prohibited(self, layer: Layer, kind: str, effect: str) -> bool:
        """Whether the entry is P."""
        return is_prohibited(self.text(layer, kind, effect))


@lru_cache(maxsize=4096)
def number(text: str) -> float | None:
    """The number that an entry means: 2, 0.5, +1, -1 or 1/2; None if it is no number."""
    match = _NUMBER.fullmatch(text.strip().replace("−", "-"))
    if not match:
        return None
    sign, whole, part = match.groups()
    return (-1.0 if sign == "-" else 1.0) * float(whole) / float(part or 1)


def is_prohibited(text: str) -> bool:
    """Whether an entry says P."""
    return text.strip().upper() == "P"


def check_tec(rows: Rows) -> list[Problem]:
    """List every defect of the terrain effects chart."""
    found: list[Problem] = []
    for row in rows.all(records.Tec):
        found.extend(_entry_problems(rows, row))
    for column in rows.all(records.TecColumn):
        if column.group == "move":
            found.extend(_gaps(rows, column))
    return found


def _entry_problems(rows: Rows, row: records.Tec) -> Iterator[Problem]:
    if not rows.has(_KINDS[row.layer], row.kind):
        yield _problem(row, f"there is no {row.layer} kind {row.kind!r}", "kind")
    column = rows.get(records.TecColumn, row.effect)
    if column is None:
        yield _problem(row, f"there is no column {row.effect!r}", "effect")
    value = number(row.value)
    if value is None:
        if not is_prohibited(row.value) and not row.effect.endswith(CLASS):
            yield _problem(row, f"{row.value!r} is neither a number nor P", "value")
    elif column is not None and column.group == "move":
        if value < 0:
            yield _problem(row, "a cost in movement points may not be negative", "value")
        elif value * 4 % 1:
            message = f"costs are counted in quarters of a point, so {row.value} counts as {round(value * 4) / 4:g}"
            yield Problem(message, row.table, row.identity(), "value", "warning")


def _gaps(rows: Rows, column: records.TecColumn) -> Iterator[Problem]:
    for kind in rows.all(records.TerrainKind):
        key = ("terrain", kind.kind, column.effect)
        if not rows.has(records.Tec, *key):
            yield Problem(f"{kind.name} has no cost, so it may not be entered", "tec", key, "value", "warning")


def _problem(row: records.Tec, message: str, field: str) -> Problem:
    return Problem(message, row.table, row.identity(), field)
