"""Keys of new rows, made from their names; and what must go when a row goes."""

from __future__ import annotations

from msgspec.structs import replace

from engine.records import Record, Rows
from engine.records.board import Box, Link, Region, RegionCell
from engine.records.changes import Change, drop
from engine.store.shelf import slug_from


def keyed(rows: Rows, row: Record) -> Record:
    """A new row with a key made from its name that no other row of its table has."""
    field = row.key[0]
    stem = slug_from(str(getattr(row, "name", "")))[:55] or row.table
    key, number = stem, 2
    while rows.has(type(row), key):
        key, number = f"{stem}-{number}", number + 1
    return replace(row, **{field: key})


def removal(rows: Rows, row: Record) -> list[Change]:
    """The changes that remove a row with all that belongs to it alone."""
    changes: list[Change] = []
    if isinstance(row, Region):
        changes += [drop(member) for member in rows.all(RegionCell) if member.region == row.region]
    if isinstance(row, Box):
        changes += [drop(link) for link in rows.all(Link) if row.box in (link.cell, link.other)]
        changes += [drop(member) for member in rows.all(RegionCell) if member.cell == row.box]
    return [*changes, drop(row)]
