"""A new scenario: an empty map with the usual kinds of terrain and features, and two sides."""

from __future__ import annotations

from typing import Literal

from engine.grid import make_grid
from engine.ids import Cell
from engine.records import Record, Rows
from engine.records.board import CellRow, Grid, HexsideKind, LinkKind, PlaceKind, Tec, TecColumn, TerrainKind
from engine.records.counters import Nationality, Side
from engine.records.play import ScenarioRow, Turn

_T = Literal["plain", "woods", "marsh", "hills", "mountains", "water", "rough", "steppe"]
TERRAIN: tuple[tuple[str, str, str, _T, str, str], ...] = (
    ("clear", "Clear", "#f3ecd8", "plain", "1", "1"), ("forest", "Forest", "#b9cf9a", "woods", "2", "3"),
    ("marsh", "Marsh", "#cfe0d4", "marsh", "3", "P"), ("rough", "Rough", "#e2d3b0", "rough", "2", "3"),
    ("hills", "Hills", "#dcc9a0", "hills", "2", "2"), ("mountains", "Mountains", "#cbb493", "mountains", "3", "P"),
    ("water", "Lake or sea", "#a9cbe0", "water", "P", "P"),
)
_H = Literal["river", "major-river", "coast", "border", "fort", "ridge", "blocked"]
HEXSIDES: tuple[tuple[str, str, str, _H, str, str], ...] = (
    ("river", "River", "#4f86b8", "river", "1", "1"),
    ("major-river", "Major river", "#3c74a8", "major-river", "2", "2"),
    ("coast", "Coast", "#3c74a8", "coast", "0", "0"), ("border", "Border", "#8a3b3b", "border", "0", "0"),
    ("fort", "Fortified line", "#5a4a3a", "fort", "0", "0"),
)
_L = Literal["rail", "double-rail", "road", "highway", "track", "sea", "box"]
LINKS: tuple[tuple[str, str, str, _L, str], ...] = (
    ("rail", "Railway", "#3a3a3a", "rail", "broad"), ("road", "Road", "#8a5a3a", "road", ""),
    ("highway", "Highway", "#a34a2a", "highway", ""),
)
_P = Literal["city", "town", "village", "fort", "port", "star", "cross", "factory", "airfield", "dot"]
PLACES: tuple[tuple[str, str, _P], ...] = (
    ("city", "City", "city"), ("town", "Town", "town"), ("village", "Village", "village"),
    ("fort", "Fortress", "fort"), ("airfield", "Airfield", "airfield"),
)
SIDES = (("german", "German", "#7f8a80"), ("soviet", "Soviet", "#b0713c"))


def blank(title: str, grid: Grid, turns: int = 7) -> Rows:
    """The rows of an empty scenario on a grid."""
    shape = make_grid(grid)
    labels = [shape.label(Cell(index)) for index in range(shape.size)]
    return Rows([
        ScenarioRow(title=title, turns=turns), grid,
        *(Turn(turn=number, name=f"Turn {number}") for number in range(1, turns + 1)),
        *_kinds(),
        *(CellRow(cell=label, terrain="clear") for label in labels),
        *(Side(side=key, name=name, colour=colour, position=index) for index, (key, name, colour) in enumerate(SIDES)),
        *(Nationality(nationality=key, name=name, side=key, colour=colour) for key, name, colour in SIDES),
    ])


def _kinds() -> list[Record]:
    """The kinds of terrain, hexside, link and place, with their entries in the terrain effects chart."""
    rows: list[Record] = [TecColumn(effect="infantry", name="Infantry", position=0),
                          TecColumn(effect="mech", name="Mechanised", position=1)]
    for index, (key, name, colour, pattern, foot, wheels) in enumerate(TERRAIN):
        rows.append(TerrainKind(kind=key, name=name, colour=colour, pattern=pattern, position=index))
        rows += [Tec(layer="terrain", kind=key, effect="infantry", value=foot),
                 Tec(layer="terrain", kind=key, effect="mech", value=wheels)]
    for index, (key, name, colour, style, foot, wheels) in enumerate(HEXSIDES):
        rows.append(HexsideKind(kind=key, name=name, colour=colour, style=style, position=index))
        rows += [Tec(layer="hexside", kind=key, effect="infantry", value=foot),
                 Tec(layer="hexside", kind=key, effect="mech", value=wheels)]
    rows += [LinkKind(kind=key, name=name, colour=colour, style=style, gauge=gauge, position=index)
             for index, (key, name, colour, style, gauge) in enumerate(LINKS)]
    rows += [PlaceKind(kind=key, name=name, symbol=symbol, position=index)
             for index, (key, name, symbol) in enumerate(PLACES)]
    return rows
