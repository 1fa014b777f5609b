"""Keys of new rows, made from their names; and what must go when a row goes."""

from __future__ import annotations

from msgspec.structs import replace

from designer import wording
from engine.errors import StavkaError
from engine.records import ORDER, Record, Rows
from engine.records.board import Box, HexsideKind, Link, LinkKind, PlaceKind, Region, RegionCell, Tec, TerrainKind
from engine.records.changes import Change, drop
from engine.records.columns import columns
from engine.store.shelf import slug_from

_LAYERS: dict[type[Record], str] = {
    TerrainKind: "terrain",
    HexsideKind: "hexside",
    LinkKind: "link",
    PlaceKind: "place",
}


def keyed(rows: Rows, row: Record) -> Record:
    """A new row with a key made from its name that no other row of its table has."""
    field = row.key[0]
    stem = slug_from(str(getattr(row, "name", "")))[:55] or row.table
    key, number = stem, 2
    while rows.has(type(row), key):
        key, number = f"{stem}-{number}", number + 1
    return replace(row, **{field: key})


def removal(rows: Rows, row: Record) -> list[Change]:
    """The changes that remove a row with all that belongs to it alone; a StavkaError if others need it."""
    changes = [drop(other) for other in _belongings(rows, row)]
    gone = {(change.table, change.key) for change in changes}
    users = [other for other in _users(rows, row) if (other.table, other.identity()) not in gone]
    if users:
        table = users[0].table.replace("_", " ")
        count = wording.count(len(users), f"row of the table {table}", f"rows, the first in the table {table}")
        raise StavkaError(f"“{getattr(row, 'name', row.identity())}” is still used by {count}; change those first.")
    return [*changes, drop(row)]


def _belongings(rows: Rows, row: Record) -> list[Record]:
    """The rows that mean nothing without a row."""
    if isinstance(row, Region):
        return [member for member in rows.all(RegionCell) if member.region == row.region]
    if isinstance(row, Box):
        links = [link for link in rows.all(Link) if row.box in (link.cell, link.other)]
        return [*links, *(member for member in rows.all(RegionCell) if member.cell == row.box)]
    if type(row) in _LAYERS:
        layer, kind = _LAYERS[type(row)], row.identity()[0]
        return [entry for entry in rows.all(Tec) if (entry.layer, entry.kind) == (layer, kind)]
    return []


def _users(rows: Rows, row: Record) -> list[Record]:
    """The rows that name a row."""
    if not row.key:
        return []
    key = row.identity()[0]
    found: list[Record] = []
    for kind in ORDER:
        fields = [column.name for column in columns(kind) if column.refers == row.table]
        found += [other for other in rows.all(kind) if any(getattr(other, field) == key for field in fields)]
    return found
