"""The key of a new unit: it is made from the unit's identity as soon as it has one."""

from __future__ import annotations

import re

from msgspec.structs import replace

from designer.tables.references import keyed, mentions
from engine.records import Record, Rows
from engine.records.changes import Change, difference
from engine.records.counters import Face, Side, Unit
from engine.records.play import Arrival, Placement
from engine.store.shelf import slug_from

_MADE = re.compile(r"new-unit(-[0-9]+)?")
"""Keys that the program gave, because there was no identity to make one from."""


def first_key(rows: Rows, unit: Unit) -> list[Change]:
    """The changes that give a unit a key of its own in place of a made one, with all that names it.

    A unit keeps its made key where rules, options or victory conditions name it: those are the designer's own words.
    """
    if not _MADE.fullmatch(unit.unit):
        return []
    named = mentions(rows, unit)
    if not all(isinstance(row, Face | Placement | Arrival) for row in named):
        return []
    others = rows.copy()
    others.drop(Unit, unit.unit)
    fresh = keyed(others, unit, _stem(others, unit))
    assert isinstance(fresh, Unit)
    renamed = (_naming(row, unit.unit, fresh.unit) for row in named)
    return list(difference(Rows([unit, *named]), Rows([fresh, *renamed])))


def _stem(rows: Rows, unit: Unit) -> str:
    """The identity; with the side where another unit goes by it."""
    side = rows.get(Side, unit.side)
    taken = rows.has(Unit, slug_from(unit.name))
    return f"{unit.name} {side.name if side else unit.side}" if taken else unit.name


def _naming(row: Record, old: str, new: str) -> Record:
    """A row that names the unit by its new key."""
    if isinstance(row, Face):
        return replace(row, unit=new)
    assert isinstance(row, Placement | Arrival)
    units = tuple(new if key == old else key for key in row.units.units)
    return replace(row, units=replace(row.units, units=units))
