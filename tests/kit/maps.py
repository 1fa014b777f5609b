"""A map to paint: rivers that meet, a lake, woods, marsh, hills, railways, roads, towns close together."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, sin

from engine.grid import CellGrid, make_grid
from engine.ids import Cell
from engine.records import Rows
from engine.records import board as records

_TOWNS = (
    "Brest",
    "Minsk",
    "Smolensk",
    "Vitebsk",
    "Orsha",
    "Mogilev",
    "Gomel",
    "Polotsk",
    "Vyazma",
    "Roslavl",
    "Bobruisk",
    "Velikie-Luki",
    "Baranovichi",
    "Lepel",
    "Borisov",
    "Slutsk",
    "Krichev",
    "Yelnya",
    "Dorogobuzh",
    "Nevel",
    "Rudnya",
    "Shklov",
    "Mstislavl",
    "Yartsevo",
    "Demidov",
    "Krasny",
    "Pochinok",
    "Klintsy",
    "Bryansk",
    "Kaluga",
)


def sample_map(columns: int = 30, rows: int = 20, *, shape: str = "hex", orientation: str = "flat") -> Rows:
    """A map of every pattern, style and symbol, the same every time."""
    grid_row = records.Grid(shape=shape, columns=columns, rows=rows, orientation=orientation)  # type: ignore[arg-type]
    made = Rows([grid_row, *_kinds()])
    grid = make_grid(grid_row)
    _terrain(made, grid)
    _rivers(made, grid)
    _links(made, grid)
    _places(made, grid)
    _regions(made, grid)
    return made


def _kinds() -> list[records.Record]:
    terrain = (
        ("clear", "#f2e9d3", "plain"),
        ("forest", "#8fae6c", "woods"),
        ("swamp", "#a9c3a6", "marsh"),
        ("hills", "#cdb184", "hills"),
        ("mountains", "#b99a72", "mountains"),
        ("rough", "#d9c8a0", "rough"),
        ("steppe", "#ece2b4", "steppe"),
        ("lake", "#a9cbdb", "water"),
    )
    found: list[records.Record] = [
        records.TerrainKind(kind=k, name=k.title(), colour=c, pattern=p, position=n)  # type: ignore[arg-type]
        for n, (k, c, p) in enumerate(terrain)
    ]
    for kind, colour, style in (
        ("river", "#4f86b8", "river"),
        ("major-river", "#4f86b8", "major-river"),
        ("border", "#a03030", "border"),
        ("fort-line", "#5a4632", "fort"),
        ("ridge", "#8a6a3c", "ridge"),
        ("blocked", "#3a2a20", "blocked"),
    ):
        found.append(records.HexsideKind(kind=kind, name=kind, colour=colour, style=style))  # type: ignore[arg-type]
    for kind, colour, style in (
        ("rail", "#3a3a3a", "rail"),
        ("road", "#b5502f", "road"),
        ("highway", "#b5302f", "highway"),
        ("track", "#7a5a3a", "track"),
    ):
        found.append(records.LinkKind(kind=kind, name=kind, colour=colour, style=style))  # type: ignore[arg-type]
    for symbol in ("city", "town", "village", "fort", "port", "star", "cross", "factory", "airfield", "dot"):
        found.append(records.PlaceKind(kind=symbol, name=symbol, symbol=symbol))  # type: ignore[arg-type]
    return found


def _terrain(made: Rows, grid: CellGrid) -> None:
    west, north, east, south = grid.bounds()
    for index in range(grid.size):
        x, y = grid.centre(Cell(index))
        u, v = x / (east - west), y / (south - north)
        made.put(records.CellRow(cell=grid.label(Cell(index)), terrain=_kind_at(u, v, x, y)))


def _kind_at(u: float, v: float, x: float, y: float) -> str:
    if hypot(u - 0.72, (v - 0.22) * 0.7) < 0.055 or (u < 0.07 and v < 0.28 + 0.1 * sin(9 * u)):
        return "lake"
    if hypot(u - 0.2, v - 0.8) < 0.11:
        return "swamp"
    if hypot(u - 0.9, v - 0.78) < 0.1:
        return "mountains" if hypot(u - 0.92, v - 0.8) < 0.05 else "hills"
    if u > 0.86 and v < 0.14:
        return "steppe"
    if hypot(u - 0.55, v - 0.9) < 0.06:
        return "rough"
    return "forest" if sin(x * 0.9) + sin(y * 0.83 + x * 0.31) + sin((x - y) * 0.47) > 0.95 else "clear"


def _rivers(made: Rows, grid: CellGrid) -> None:
    """Two rivers along boundaries between halves of the map, and a border."""
    lines = (
        ("major-river", "Dnepr", lambda x, y: y - grid.rows * (0.55 + 0.1 * sin(x * 0.4))),
        ("river", "Berezina", lambda x, y: x - grid.columns * 0.33 - 1.3 * sin(y * 0.6)),
        ("border", "", lambda x, y: x - grid.columns * 0.12 - 0.8 * sin(y * 0.9)),
    )
    for index in range(grid.size):
        cell = Cell(index)
        for side in range(grid.sides):
            other = grid.neighbour(cell, side)
            if other is None or other < cell or grid.edge(cell, side) is None:
                continue
            for kind, name, where in lines:
                if (where(*grid.centre(cell)) > 0) != (where(*grid.centre(other)) > 0):
                    made.put(records.Hexside(cell=grid.label(cell), side=side, kind=kind, name=name))


def _links(made: Rows, grid: CellGrid) -> None:
    c, r = grid.columns - 1, grid.rows - 1
    for kind, a, b in (
        ("rail", (0, r // 3), (c, r // 2)),
        ("rail", (c // 3, 0), (c // 2, r)),
        ("road", (0, r // 3), (c // 2, r // 4)),
        ("road", (c // 2, r // 4), (c, r // 3)),
        ("highway", (c // 4, r), (c, r // 6)),
        ("track", (0, r), (c // 2, r // 2)),
    ):
        cells = grid.line(grid.cell_at(*a), grid.cell_at(*b))
        for one, two in pairwise(cells):
            low, high = sorted((one, two))
            made.put(records.Link(cell=grid.label(low), other=grid.label(high), kind=kind))


def _places(made: Rows, grid: CellGrid) -> None:
    kinds = ("city", "town", "town", "village", "fort", "town", "port", "factory", "airfield", "dot")
    many = max(len(_TOWNS), grid.size // 20)
    for n in range(many):
        column, row = (n * 7 + n // 4) % grid.columns, (n * 5 + n // 7) % grid.rows
        name = _TOWNS[n % len(_TOWNS)] + ("" if n < len(_TOWNS) else f" {n // len(_TOWNS) + 1}")
        made.put(
            records.Place(
                place=f"p{n}",
                name=name,
                kind=kinds[n % len(kinds)],
                cell=grid.label(grid.cell_at(column, row)),
            )
        )
    for n, kind in enumerate(("star", "cross", "star", "cross")):
        cell = grid.label(grid.cell_at(2 + n % 2, min(grid.rows - 1, 3 + n * 2)))
        made.put(records.Place(place=f"s{n}", name="", kind=kind, cell=cell))


def _regions(made: Rows, grid: CellGrid) -> None:
    made.put(records.Region(region="west", name="West edge", colour="#222222", kind="edge"))
    made.put(records.Region(region="east", name="East edge", colour="#b3261e", kind="edge"))
    made.put(records.Region(region="setup", name="Western Front", colour="#a03030", kind="setup"))
    for row in range(grid.rows):
        made.put(records.RegionCell(region="west", cell=grid.label(grid.cell_at(0, row))))
        made.put(records.RegionCell(region="east", cell=grid.label(grid.cell_at(grid.columns - 1, row))))
    for row in range(grid.rows // 4, grid.rows // 2):
        for column in range(grid.columns // 5, grid.columns // 3):
            made.put(records.RegionCell(region="setup", cell=grid.label(grid.cell_at(column, row))))
