"""What can be wrong with the rows of a map, found all at once."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.names import CellNames
from engine.errors import Problem, ScenarioError
from engine.grid import numbering_problems
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records import board as records

MOST_KINDS = 32
"""Kinds of hexside and of link are bits of a 32-bit mask."""

EDGE_STYLES = frozenset({"coast", "border", "blocked"})
"""Styles of hexside that mean something where the map ends."""

LEAP_STYLES = frozenset({"sea", "box"})
"""Styles of link that may join cells which do not adjoin."""


def check_board(rows: Rows) -> list[Problem]:
    """List every defect of a map."""
    if not rows.has(records.Grid):
        return [Problem("the scenario has no grid", "grid")]
    problems = numbering_problems(rows.the(records.Grid))
    if problems:
        return problems
    names = CellNames.from_rows(rows)
    found: list[Problem] = []
    for check in (_kinds, _boxes, _terrain, _hexsides, _links, _places, _regions):
        found.extend(check(rows, names))
    return found


def _kinds(rows: Rows, _: CellNames) -> Iterator[Problem]:
    if not rows.all(records.TerrainKind):
        yield Problem("the map needs at least one kind of terrain", "terrain_kind")
    for kind in (records.HexsideKind, records.LinkKind):
        count = len(rows.all(kind))
        if count > MOST_KINDS:
            yield Problem(f"there are {count} kinds, the most is {MOST_KINDS}", kind.table)


def _boxes(rows: Rows, names: CellNames) -> Iterator[Problem]:
    for row in rows.all(records.Box):
        try:
            cell = names.grid.parse(row.box)
        except ScenarioError:
            continue
        yield _problem(row, f"a box may not be called like cell {names.labels[cell]}", "box")


def _terrain(rows: Rows, names: CellNames) -> Iterator[Problem]:
    bare = set(range(names.grid.size))
    seen: set[Cell] = set()
    for row in rows.all(records.CellRow):
        yield from _unknown_kind(rows, row, records.TerrainKind, row.terrain, "terrain")
        cell = names.find(row.cell)
        if cell is None:
            yield _no_cell(names, row, row.cell)
            continue
        if cell in seen:
            yield _problem(row, f"cell {names.labels[cell]} has its terrain twice", "cell")
        seen.add(cell)
        bare.discard(cell)
    if bare:
        first = [names.labels[cell] for cell in sorted(bare)[:5]]
        more = " ..." if len(bare) > len(first) else ""
        have = "1 cell has" if len(bare) == 1 else f"{len(bare)} cells have"
        yield Problem(f"{have} no terrain: {', '.join(first)}{more}", "cell", (first[0],), "terrain")


def _hexsides(rows: Rows, names: CellNames) -> Iterator[Problem]:
    for row in rows.all(records.Hexside):
        yield from _unknown_kind(rows, row, records.HexsideKind, row.kind, "kind")
        cell = names.find(row.cell)
        if cell is None:
            yield _no_cell(names, row, row.cell)
        elif cell >= names.grid.size:
            yield _problem(row, f"box {row.cell} has no sides", "cell")
        elif row.side >= names.grid.sides:
            yield _problem(row, f"sides of this grid run from 0 to {names.grid.sides - 1}", "side")
        else:
            yield from _lies_well(rows, row, names, cell)


def _lies_well(rows: Rows, row: records.Hexside, names: CellNames, cell: Cell) -> Iterator[Problem]:
    kind = rows.get(records.HexsideKind, row.kind)
    if names.grid.neighbour(cell, row.side) is None and kind is not None and kind.style not in EDGE_STYLES:
        yield _problem(row, f"{kind.name} lies on the edge of the map, where it does nothing", "side", warn=True)
    stored, side = names.grid.stored_side(cell, row.side)
    if stored != cell:
        message = f"this side is stored as side {side} of {names.labels[stored]}, the cell with the lower index"
        yield _problem(row, message, "cell", warn=True)


def _links(rows: Rows, names: CellNames) -> Iterator[Problem]:
    for row in rows.all(records.Link):
        yield from _unknown_kind(rows, row, records.LinkKind, row.kind, "kind")
        cell, other = names.find(row.cell), names.find(row.other)
        if cell is None:
            yield _no_cell(names, row, row.cell)
        if other is None:
            yield _no_cell(names, row, row.other, "other")
        if cell is not None and other is not None:
            yield from _joins_well(rows, row, names, cell, other)


def _joins_well(rows: Rows, row: records.Link, names: CellNames, cell: Cell, other: Cell) -> Iterator[Problem]:
    kind = rows.get(records.LinkKind, row.kind)
    if cell == other:
        yield _problem(row, "a link must join two different cells", "other")
        return
    apart = max(cell, other) < names.grid.size and names.grid.side_between(cell, other) is None
    if apart and kind is not None and kind.style not in LEAP_STYLES:
        yield _problem(row, f"{row.cell} and {row.other} do not adjoin", "other")
    if cell > other:
        yield _problem(row, f"this link is stored from {row.other}, the cell with the lower index", "cell", warn=True)


def _places(rows: Rows, names: CellNames) -> Iterator[Problem]:
    seen: dict[tuple[str, Cell], str] = {}
    for row in rows.all(records.Place):
        yield from _unknown_kind(rows, row, records.PlaceKind, row.kind, "kind")
        cell = names.find(row.cell)
        if cell is None:
            yield _no_cell(names, row, row.cell)
            continue
        twin = seen.setdefault((row.name, cell), row.place)
        if twin != row.place:
            yield _problem(row, f"{row.name} is already in {names.labels[cell]}, as place {twin}", "name")


def _regions(rows: Rows, names: CellNames) -> Iterator[Problem]:
    for row in rows.all(records.RegionCell):
        yield from _unknown_kind(rows, row, records.Region, row.region, "region")
        if names.find(row.cell) is None:
            yield _no_cell(names, row, row.cell)


def _unknown_kind(rows: Rows, row: Record, kind: type[Record], key: str, field: str) -> Iterator[Problem]:
    if not rows.has(kind, key):
        yield _problem(row, f"there is no {kind.table.replace('_', ' ')} {key!r}", field)


def _no_cell(names: CellNames, row: Record, label: str, field: str = "cell") -> Problem:
    try:
        names.grid.parse(label)
    except ScenarioError as error:
        return _problem(row, f"{error}, and there is no such box", field)
    raise AssertionError(label)


def _problem(row: Record, message: str, field: str, *, warn: bool = False) -> Problem:
    return Problem(message, row.table, row.identity(), field, "warning" if warn else "error")
