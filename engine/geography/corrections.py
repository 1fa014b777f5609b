"""Hand corrections of a map, applied last, each as one small edit of its rows."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from engine.errors import Problem, ScenarioError
from engine.geography.recipe import Correction
from engine.grid import CellGrid
from engine.ids import Cell
from engine.records.board import CellRow, Hexside, Link, Place, RegionCell
from engine.records.rows import Rows


def span(grid: CellGrid, text: str) -> list[Cell]:
    """The cell a text names, or all of a straight run in one column or row (`0101-0112`)."""
    first, dash, last = text.partition("-")
    if not dash:
        return [grid.parse(text)]
    (c1, r1), (c2, r2) = grid.column_row(grid.parse(first)), grid.column_row(grid.parse(last))
    if c1 != c2 and r1 != r2:
        raise ScenarioError([Problem(f"{text} runs along neither a column nor a row", "map.toml")])
    columns = range(min(c1, c2), max(c1, c2) + 1)
    return [grid.cell_at(c, r) for c in columns for r in range(min(r1, r2), max(r1, r2) + 1)]


def spans(grid: CellGrid, texts: Iterable[str]) -> list[Cell]:
    """The cells that several texts name, without repeats."""
    return list(dict.fromkeys(cell for text in texts for cell in span(grid, text)))


def apply_corrections(rows: Rows, grid: CellGrid, corrections: Iterable[Correction]) -> None:
    """Change the rows as the corrections say."""
    for correction in corrections:
        _EDITS[correction.do](rows, grid, correction)


def link_row(grid: CellGrid, a: Cell, b: Cell, kind: str, name: str = "", first_turn: int | None = None) -> Link:
    """The row of a link, with the lower cell first."""
    low, high = (a, b) if a < b else (b, a)
    if grid.side_between(low, high) is None:
        raise ScenarioError([Problem(f"{grid.label(a)} and {grid.label(b)} are not neighbours", "map.toml")])
    return Link(cell=grid.label(low), other=grid.label(high), kind=kind, name=name, first_turn=first_turn)


def side_row(grid: CellGrid, a: Cell, b: Cell, kind: str, name: str = "") -> Hexside:
    """The row of a feature on the side between two cells, with the lower cell first."""
    low, high = (a, b) if a < b else (b, a)
    side = grid.side_between(low, high)
    if side is None:
        raise ScenarioError([Problem(f"{grid.label(a)} and {grid.label(b)} are not neighbours", "map.toml")])
    return Hexside(cell=grid.label(low), side=side, kind=kind, name=name)


def _terrain(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for cell in spans(grid, edit.cells):
        rows.put(CellRow(cell=grid.label(cell), terrain=edit.to))


def _blank(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    """Cells that are no part of the map: one terrain, and nothing on them or between them."""
    cells: set[Cell] = set()
    for text in edit.cells:
        if text.startswith("@"):
            cells |= {grid.parse(row.cell) for row in rows.all(RegionCell) if row.region == text[1:]}
        else:
            cells |= set(span(grid, text))
    for cell in cells:
        rows.put(CellRow(cell=grid.label(cell), terrain=edit.to))
    for side in rows.all(Hexside):
        low = grid.parse(side.cell)
        if low in cells and grid.neighbour(low, side.side) in cells:
            rows.drop(Hexside, *side.identity())
    for link in rows.all(Link):
        if grid.parse(link.cell) in cells or grid.parse(link.other) in cells:
            rows.drop(Link, *link.identity())
    for place in rows.all(Place):
        if grid.parse(place.cell) in cells:
            rows.drop(Place, place.place)


def _sides(grid: CellGrid, edit: Correction) -> list[Hexside]:
    found = []
    for pair in edit.cells:
        a, _, b = pair.partition("/")
        found.append(side_row(grid, grid.parse(a), grid.parse(b), edit.to, edit.name))
    return found


def _hexside(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for row in _sides(grid, edit):
        rows.put(row)


def _no_hexside(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for row in _sides(grid, edit):
        rows.drop(Hexside, row.cell, row.side, row.kind)


def _links(grid: CellGrid, edit: Correction) -> list[Link]:
    cells = [grid.parse(text) for text in edit.cells]
    pairs = pairwise(cells)
    return [link_row(grid, a, b, edit.to, edit.name, edit.first_turn) for a, b in pairs]


def _link(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for row in _links(grid, edit):
        rows.put(row)


def _no_link(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for row in _links(grid, edit):
        rows.drop(Link, row.cell, row.other, row.kind)


def _place(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    place = rows.get(Place, edit.to)
    if place is None:
        raise ScenarioError([Problem("there is no such place to move", "map.toml", (edit.to,))])
    rows.put(msgspec.structs.replace(place, cell=grid.label(grid.parse(edit.cells[0]))))


def _no_place(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    del grid
    rows.drop(Place, edit.to)


def _region(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for cell in spans(grid, edit.cells):
        rows.put(RegionCell(region=edit.to, cell=grid.label(cell)))


def _no_region(rows: Rows, grid: CellGrid, edit: Correction) -> None:
    for cell in spans(grid, edit.cells):
        rows.drop(RegionCell, edit.to, grid.label(cell))


_EDITS = {
    "terrain": _terrain,
    "blank": _blank,
    "hexside": _hexside,
    "no-hexside": _no_hexside,
    "link": _link,
    "no-link": _no_link,
    "place": _place,
    "no-place": _no_place,
    "region": _region,
    "no-region": _no_region,
}
