"""Edits of the map as changes of rows: terrain, hexsides, links, regions, and their removal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from designer.mapeditor.operations.ground import Ground, Side
from engine.board.checks import LEAP_STYLES
from engine.errors import StavkaError
from engine.ids import Cell
from engine.records.board import CellRow, Hexside, Link, LinkKind, Place, RegionCell
from engine.records.changes import Change, drop, put


def paint_terrain(ground: Ground, cells: Iterable[Cell], terrain: str) -> list[Change]:
    """Give cells a terrain; cells that have it already are left alone."""
    return [
        put(ground.rows, CellRow(cell=ground.label(cell), terrain=terrain))
        for cell in cells
        if ground.terrain(cell) != terrain
    ]


def paint_hexsides(ground: Ground, sides: Iterable[Side], kind: str, name: str = "") -> list[Change]:
    """Put a feature on sides that lack it."""
    rows = [Hexside(cell=ground.label(cell), side=side, kind=kind, name=name) for cell, side in sides]
    return [put(ground.rows, row) for row in rows if ground.rows.get(Hexside, *row.identity()) != row]


def erase_hexsides(ground: Ground, sides: Iterable[Side], kind: str = "") -> list[Change]:
    """Take a feature, or every feature, off sides."""
    return [drop(row) for row in ground.hexsides(sides) if kind in ("", row.kind)]


def lay_links(ground: Ground, path: Sequence[Cell], kind: str, name: str = "") -> list[Change]:
    """Join each cell of a path to the next."""
    changes: dict[tuple[object, ...], Change] = {}
    for a, b in pairwise(path):
        row = link(ground, a, b, kind, name)
        if not ground.rows.has(Link, *row.identity()):
            changes[row.identity()] = put(ground.rows, row)
    return list(changes.values())


def lift_links(ground: Ground, path: Sequence[Cell], kind: str = "") -> list[Change]:
    """Remove the links of a kind, or of any, along a path."""
    pairs = {frozenset((ground.label(a), ground.label(b))) for a, b in pairwise(path)}
    return [
        drop(row) for row in ground.links(path) if frozenset((row.cell, row.other)) in pairs and kind in ("", row.kind)
    ]


def link(ground: Ground, a: Cell, b: Cell, kind: str, name: str = "") -> Link:
    """The row of a link, with the cell whose index is lower first."""
    first, second = min(a, b), max(a, b)
    return Link(cell=ground.label(first), other=ground.label(second), kind=kind, name=name)


def join_box(ground: Ground, cell: Cell, box: str, kind: str, *, lift: bool = False) -> list[Change]:
    """Join a box to a cell, or part them; only links drawn as box or sea may leap."""
    row = Link(cell=ground.label(cell), other=box, kind=kind)
    there = ground.rows.get(Link, *row.identity())
    if lift:
        return [drop(there)] if there else []
    drawn = ground.rows.get(LinkKind, kind)
    if drawn is None or drawn.style not in LEAP_STYLES:
        raise StavkaError("A way to a box needs a kind of link in the style box or sea; add one with + in the palette.")
    return [] if there else [put(ground.rows, row)]


def join_region(ground: Ground, cells: Iterable[Cell], region: str) -> list[Change]:
    """Add cells to a region."""
    rows = [RegionCell(region=region, cell=ground.label(cell)) for cell in cells]
    return [put(ground.rows, row) for row in rows if not ground.rows.has(RegionCell, *row.identity())]


def leave_region(ground: Ground, cells: Iterable[Cell], region: str) -> list[Change]:
    """Take cells out of a region."""
    rows = [ground.rows.get(RegionCell, region, ground.label(cell)) for cell in cells]
    return [drop(row) for row in rows if row is not None]


ERASABLE = ("hexsides", "links", "places", "terrain")
"""What the eraser can wipe, by layer."""


def erase(ground: Ground, cells: Sequence[Cell], layers: Iterable[str]) -> list[Change]:
    """Wipe layers of cells: their hexside features, links and places go, their terrain becomes plain."""
    wanted = set(layers)
    changes: list[Change] = []
    if "hexsides" in wanted:
        changes += [drop(row) for row in ground.hexsides({side for cell in cells for side in ground.sides_of(cell)})]
    if "links" in wanted:
        changes += [drop(row) for row in ground.links(cells)]
    if "places" in wanted:
        changes += [drop(row) for row in ground.places(cells)]
    if "terrain" in wanted:
        changes += paint_terrain(ground, cells, ground.plain)
    return changes


def move_place(ground: Ground, place: Place, cell: Cell) -> list[Change]:
    """Move a place to another cell."""
    after = replace(place, cell=ground.label(cell))
    return [] if after == place else [put(ground.rows, after)]
