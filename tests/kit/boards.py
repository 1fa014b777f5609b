"""Small boards from a sketch, for tests of the board and of the rules.

    rows = board_rows('''
        . . f .
        . s . ~
    ''')
    river(rows, "0101", "0201")
    road(rows, "0101", "0102", "0202")
    place(rows, "Minsk", "0101", kind="city", value=2)
    board = Board.from_rows(rows)

Each line of the sketch is a row of the map, from north to south; blanks are ignored.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from engine.grid import CellGrid, make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records

LETTERS = {".": "clear", "f": "forest", "s": "swamp", "h": "hills", "m": "mountains", "~": "water"}

COSTS: dict[str, dict[tuple[str, str], str]] = {
    "move.infantry": {
        ("terrain", "clear"): "1",
        ("terrain", "forest"): "2",
        ("terrain", "swamp"): "3",
        ("terrain", "hills"): "2",
        ("terrain", "mountains"): "3",
        ("terrain", "water"): "P",
        ("hexside", "river"): "1",
        ("hexside", "major-river"): "2",
        ("hexside", "lake"): "P",
        ("link", "road"): "1",
        ("link", "box"): "1",
    },
    "move.mech": {
        ("terrain", "clear"): "1",
        ("terrain", "forest"): "3",
        ("terrain", "swamp"): "P",
        ("terrain", "hills"): "2",
        ("terrain", "mountains"): "P",
        ("terrain", "water"): "P",
        ("hexside", "river"): "2",
        ("hexside", "major-river"): "3",
        ("hexside", "lake"): "P",
        ("link", "road"): "1/2",
        ("link", "box"): "1",
    },
}
"""A terrain effects chart with foot and wheels that differ, half points on roads, and railways worth nothing."""


@lru_cache(maxsize=8)
def _grid(record: records.Grid) -> CellGrid:
    return make_grid(record)


def board_rows(sketch: str, *, costs: dict[str, dict[tuple[str, str], str]] = COSTS, **grid: Any) -> Rows:
    """The rows of a map: terrain by the sketch's letters, the usual kinds, and a terrain effects chart."""
    lines = [line.split() if " " in line.strip() else list(line.strip()) for line in sketch.split("\n") if line.strip()]
    record = records.Grid(columns=len(lines[0]), rows=len(lines), **grid)
    assert all(len(line) == record.columns for line in lines), "the lines of the sketch differ in length"
    rows = Rows([record, *_kinds()])
    made = _grid(record)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            label = made.label(made.cell_at(column, row))
            rows.put(records.CellRow(cell=label, terrain=LETTERS[letter]))
    for effect, entries in costs.items():
        tec(rows, effect, entries)
    return rows


def _kinds() -> list[records.Record]:
    return [
        *(records.TerrainKind(kind=kind, name=kind.title()) for kind in LETTERS.values()),
        records.HexsideKind(kind="river", name="River"),
        records.HexsideKind(kind="major-river", name="Major river", style="major-river"),
        records.HexsideKind(kind="lake", name="Lake", style="blocked"),
        records.LinkKind(kind="rail", name="Railway", gauge="broad"),
        records.LinkKind(kind="road", name="Road", style="road"),
        records.LinkKind(kind="box", name="Way to a box", style="box"),
        records.LinkKind(kind="sea", name="Sea lane", style="sea"),
        records.PlaceKind(kind="city", name="City", symbol="city"),
        records.PlaceKind(kind="town", name="Town"),
        records.PlaceKind(kind="fort", name="Fort", symbol="fort"),
    ]


def tec(rows: Rows, effect: str, entries: dict[tuple[str, str], str]) -> None:
    """Add a column of the terrain effects chart; its group follows from the word before the dot."""
    group: Any = {"attack": "combat"}.get(effect.split(".")[0], effect.split(".")[0])
    rows.put(records.TecColumn(effect=effect, name=effect, group=group))
    for (layer, kind), value in entries.items():
        rows.put(records.Tec(layer=layer, kind=kind, effect=effect, value=value))  # type: ignore[arg-type]


def river(rows: Rows, cell: str, *others: str, kind: str = "river") -> None:
    """Put a river, or another kind of hexside, between a cell and each of the others."""
    grid = _grid(rows.the(records.Grid))
    for other in others:
        side = grid.side_between(grid.parse(cell), grid.parse(other))
        assert side is not None, f"{cell} and {other} do not adjoin"
        where, stored = grid.stored_side(grid.parse(cell), side)
        rows.put(records.Hexside(cell=grid.label(where), side=stored, kind=kind))


def road(rows: Rows, *cells: str, kind: str = "road", first_turn: int | None = None) -> None:
    """Lay a road, or another kind of link, from cell to cell."""
    grid = _grid(rows.the(records.Grid))
    boxes = {row.box: grid.size + index for index, row in enumerate(rows.all(records.Box))}
    for pair in pairwise(cells):
        a, b = sorted(pair, key=lambda label: boxes[label] if label in boxes else grid.parse(label))
        rows.put(records.Link(cell=a, other=b, kind=kind, first_turn=first_turn))


def rail(rows: Rows, *cells: str, first_turn: int | None = None) -> None:
    """Lay a railway from cell to cell."""
    road(rows, *cells, kind="rail", first_turn=first_turn)


def place(
    rows: Rows,
    name: str,
    cell: str,
    *,
    kind: str = "city",
    value: float = 0.0,
    owner: str | None = None,
    key: str = "",
) -> None:
    """Put a city, town or fort into a cell; its key, if none is given, is its name in small letters and its cell."""
    key = key or f"{name.lower()}-{cell}"
    rows.put(records.Place(place=key, name=name, kind=kind, cell=cell, value=value, owner=owner))


def box(rows: Rows, key: str, *cells: str, kind: str = "box") -> None:
    """Add an off-map box and link it to cells."""
    rows.put(records.Box(box=key, name=key.title()))
    for cell in cells:
        road(rows, key, cell, kind=kind)


def region(rows: Rows, key: str, *cells: str) -> None:
    """Name a set of cells."""
    rows.put(records.Region(region=key, name=key.title()))
    for cell in cells:
        rows.put(records.RegionCell(region=key, cell=cell))


def redraw(rows: Rows, key: str, *cells: str) -> None:
    """Let a region that is there already have these cells and no others."""
    for row in [each for each in rows.all(records.RegionCell) if each.region == key]:
        rows.drop(records.RegionCell, row.region, row.cell)
    region(rows, key, *cells)


def all_labels(rows: Rows) -> list[str]:
    """The labels of every cell of the grid, row by row."""
    grid = _grid(rows.the(records.Grid))
    return [grid.label(Cell(cell)) for cell in range(grid.size)]
