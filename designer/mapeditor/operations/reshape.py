"""The whole map at once: resize, crop, renumber, turn. Every row that names a cell follows its cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from designer import wording
from designer.mapeditor.operations.ground import Ground
from engine.errors import Problem, ScenarioError
from engine.grid import make_grid
from engine.ids import Cell
from engine.records import ORDER, Record, Rows
from engine.records.board import Box, CellRow, Grid, Hexside, Link, Place, RegionCell
from engine.records.changes import Change, difference
from engine.records.markers import MarkerStart

LARGEST = 400
"""Columns or rows that a map may have."""


@dataclass(frozen=True)
class Margins:
    """Columns and rows to add at each edge of the map; negative numbers cut."""

    west: int = 0
    east: int = 0
    north: int = 0
    south: int = 0


@dataclass(frozen=True)
class _Move:
    """Where each cell and side of an old map goes on a new one."""

    cell: Callable[[Cell], Cell | None]
    side: Callable[[int], int] = lambda side: side


def size_problem(columns: int, rows: int) -> str:
    """Why a map cannot have that size, in a sentence; empty if it can."""
    for count, what in ((columns, "columns"), (rows, "rows")):
        if count < 1:
            return f"A map needs at least one of its {what}; {count:,} is too few."
        if count > LARGEST:
            return f"A map may have at most {LARGEST} {what}; {count:,} is too many."
    return ""


def resize(ground: Ground, margins: Margins) -> list[Change]:
    """Add or cut columns and rows at the edges; every other cell keeps its neighbours."""
    before = ground.rows.the(Grid)
    columns = before.columns + margins.west + margins.east
    rows = before.rows + margins.north + margins.south
    _refuse_size(columns, rows)
    slid = margins.west if before.orientation == "flat" else margins.north
    shifted = before.shifted if slid % 2 == 0 else ("even" if before.shifted == "odd" else "odd")
    after = replace(
        before,
        columns=columns,
        rows=rows,
        shifted=shifted,
        sheet_rows=max(0, before.sheet_rows + margins.north) if before.sheet_rows else 0,
    )
    target = make_grid(after)

    def moved(cell: Cell) -> Cell | None:
        column, row = ground.grid.column_row(cell)
        column, row = column + margins.west, row + margins.north
        return target.cell_at(column, row) if 0 <= column < columns and 0 <= row < rows else None

    return _changes(ground, after, _Move(moved))


def crop(ground: Ground, cells: list[Cell]) -> list[Change]:
    """Cut the map down to the columns and rows of some cells."""
    if not cells:
        raise ScenarioError([Problem("Select the part of the map to keep first.")])
    places = [ground.grid.column_row(cell) for cell in cells]
    west, east = min(column for column, _ in places), max(column for column, _ in places)
    north, south = min(row for _, row in places), max(row for _, row in places)
    return resize(
        ground,
        Margins(
            -west,
            -(ground.grid.columns - 1 - east),
            -north,
            -(ground.grid.rows - 1 - south),
        ),
    )


def renumber(ground: Ground, after: Grid) -> list[Change]:
    """Number the cells as another grid record says; the map itself stays as it is."""
    before = ground.rows.the(Grid)
    kept = replace(
        after,
        shape=before.shape,
        columns=before.columns,
        rows=before.rows,
        neighbours=before.neighbours,
        orientation=before.orientation,
        shifted=before.shifted,
    )
    make_grid(kept)
    return _changes(ground, kept, _Move(lambda cell: cell))


def quarter_turn(ground: Ground) -> list[Change]:
    """Turn the whole sheet a quarter clockwise: north comes to lie in the east, flat hexes become pointy."""
    before = ground.rows.the(Grid)
    _refuse_size(before.rows, before.columns)
    if before.numbering == "ccrr-sheet":
        raise ScenarioError([Problem("A map of two joined sheets cannot be turned; renumber it as one sheet first.")])
    if before.shape == "square":
        after, shift = replace(before, columns=before.rows, rows=before.columns), before.neighbours // 4
    elif before.orientation == "flat":
        opposite = "even" if before.shifted == "odd" else "odd"
        after, shift = (
            replace(before, columns=before.rows, rows=before.columns, orientation="pointy", shifted=opposite),
            1,
        )
    else:
        lines_flip = (before.rows - 1) % 2 == 1
        opposite = "even" if before.shifted == "odd" else "odd"
        after, shift = (
            replace(
                before,
                columns=before.rows,
                rows=before.columns,
                orientation="flat",
                shifted=opposite if lines_flip else before.shifted,
            ),
            2,
        )
    target = make_grid(after)

    def moved(cell: Cell) -> Cell | None:
        column, row = ground.grid.column_row(cell)
        return target.cell_at(before.rows - 1 - row, column)

    return _changes(ground, after, _Move(moved, lambda side: (side + shift) % target.sides))


def losses(changes: list[Change]) -> list[str]:
    """What a reshaping would take off the map, in words: `3 places`, `12 hexside features`."""
    words = {"place": "place", "link": "stretch of road or rail", "hexside": "hexside feature"}
    plural = {"link": "stretches of road or rail"}
    lost = {
        table: sum((change.after is None) - (change.before is None) for change in changes if change.table == table)
        for table in words
    }
    return [wording.count(lost[table], word, plural.get(table, "")) for table, word in words.items() if lost[table] > 0]


def _refuse_size(columns: int, rows: int) -> None:
    problem = size_problem(columns, rows)
    if problem:
        raise ScenarioError([Problem(problem)])


@cache
def cell_fields(kind: type[Record]) -> tuple[str, ...]:
    """The columns of a table that name a cell."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in kind.__struct_fields__ if "Cell" in _titles(hints[name]))


def _titles(annotation: Any) -> set[str]:
    metas = {meta.title for meta in getattr(annotation, "__metadata__", ()) if isinstance(meta, msgspec.Meta)}
    inner = [part for part in getattr(annotation, "__args__", ()) if part is not type(None)]
    return {title for title in metas if title} | {title for part in inner for title in _titles(part)}


def _changes(ground: Ground, after: Grid, moves: _Move) -> list[Change]:
    """The changes that carry every row of a scenario to a new grid."""
    target_rows = Rows([after])
    target = Ground(target_rows)
    names = {ground.label(Cell(index)): moves.cell(Cell(index)) for index in range(ground.grid.size)}
    new = Rows()
    for kind in ORDER:
        for row in ground.rows.all(kind):
            carried = after if isinstance(row, Grid) else _carried(row, ground, target, names, moves)
            if carried is not None:
                new.put(carried)
    _fill(new, ground, target)
    return list(difference(ground.rows, new))


def _fill(new: Rows, ground: Ground, target: Ground) -> None:
    """Give fresh cells the plain terrain."""
    for label in target.labels:
        if not new.has(CellRow, label):
            new.put(CellRow(cell=label, terrain=ground.plain))


def _carried(row: Record, ground: Ground, target: Ground, names: dict[str, Cell | None], moves: _Move) -> Record | None:
    """A row on the new map, or None if its cell is gone."""
    if isinstance(row, Hexside):
        return _carried_side(row, target, names, moves)
    if isinstance(row, Link):
        return _carried_link(row, target, names)
    if isinstance(row, Box):
        return _carried_box(row, ground, target, moves)
    swap: dict[str, str | None] = {}
    for field in cell_fields(type(row)):
        label = getattr(row, field)
        if label in names:
            cell = names[label]
            swap[field] = None if cell is None else target.label(cell)
    if None in swap.values() and isinstance(row, CellRow | Place | RegionCell | MarkerStart):
        return None
    return replace(row, **swap) if swap else row


def _carried_side(row: Hexside, target: Ground, names: dict[str, Cell | None], moves: _Move) -> Hexside | None:
    cell = names.get(row.cell)
    if cell is None:
        return None
    stored, side = target.side(cell, moves.side(row.side))
    return replace(row, cell=target.label(stored), side=side)


def _carried_link(row: Link, target: Ground, names: dict[str, Cell | None]) -> Link | None:
    ends = [names.get(end, end) for end in (row.cell, row.other)]
    if None in ends:
        return None
    if all(isinstance(end, int) for end in ends):
        ends.sort(key=lambda end: int(str(end)))
    first, second = (end if isinstance(end, str) else target.label(Cell(int(str(end)))) for end in ends)
    return replace(row, cell=first, other=second)


def _carried_box(row: Box, ground: Ground, target: Ground, moves: _Move) -> Box:
    """A box keeps its distance from the map where the map only grew or shrank."""
    kept = next(
        ((Cell(index), cell) for index in range(ground.grid.size) if (cell := moves.cell(Cell(index))) is not None),
        None,
    )
    if kept is None:
        return row
    (x, y), (u, v) = ground.grid.centre(kept[0]), target.grid.centre(kept[1])
    return replace(row, x=row.x + u - x, y=row.y + v - y)
