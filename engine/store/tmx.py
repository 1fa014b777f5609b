"""Maps for Tiled: a .tmx file with a tileset picture beside it, and back.

Terrain is a layer of tiles.  Hexsides, links, places and regions are objects that lie where they are drawn, so that
moving them in Tiled moves them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml

from engine.files import save
from engine.grid import CellGrid, HexGrid, make_grid
from engine.grid.hexes import STEP
from engine.ids import Cell
from engine.legible import legible
from engine.records import Rows
from engine.records.board import Box, CellRow, Grid, Hexside, Link, Place, RegionCell, TerrainKind
from engine.records.columns import columns
from engine.records.play import ScenarioRow
from engine.store.tiles import tileset_png

SHORT, LONG, SIDE = 48, 56, 28
"""Pixels of a tile between two flat sides, between two corners, and along a side."""

KIND_TABLES = ("terrain_kind", "hexside_kind", "link_kind", "place_kind", "region")


class Plane:
    """Where the cells of a grid lie in Tiled's pixels."""

    def __init__(self, grid: CellGrid) -> None:
        self.grid = grid
        flat = isinstance(grid, HexGrid) and grid.orientation == "flat"
        pointy = isinstance(grid, HexGrid) and grid.orientation == "pointy"
        self.tile = (LONG if flat else SHORT, LONG if pointy else SHORT)
        pitch = (LONG + SIDE) / 2 / STEP
        self._x, self._y = (pitch if flat else SHORT), (pitch if pointy else SHORT)

    def pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the map in pixels."""
        return round(point[0] * self._x, 2), round(point[1] * self._y, 2)

    def cell(self, x: float, y: float) -> Cell | None:
        """The cell at a pixel."""
        return self.grid.at(x / self._x, y / self._y)

    def side(self, x: float, y: float) -> tuple[Cell, int] | None:
        """The side whose middle is nearest to a pixel, as stored."""
        u, v = x / self._x, y / self._y
        near = [
            cell
            for dx, dy in ((0, 0), (0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1))
            if (cell := self.grid.at(u + dx, v + dy)) is not None
        ]
        found: list[tuple[float, Cell, int]] = []
        for cell in near:
            for side in range(self.grid.sides):
                edge = self.grid.edge(cell, side)
                if edge is not None:
                    mx, my = (edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2
                    found.append(((mx - u) ** 2 + (my - v) ** 2, cell, side))
        return self.grid.stored_side(*min(found)[1:]) if found else None


def write_tmx(rows: Rows, path: Path) -> None:
    """Write a map for Tiled, and the picture of its tiles beside it."""
    picture = path.with_name(f"{path.stem}-tiles.png")
    kinds = sorted(rows.all(TerrainKind), key=lambda kind: kind.position)
    plane = Plane(make_grid(rows.the(Grid)))
    root = _map_element(rows, plane)
    _tileset(root, kinds, plane, picture.name)
    _terrain_layer(root, rows, plane.grid, [kind.kind for kind in kinds])
    for name, objects in (("regions", _regions), ("hexsides", _hexsides), ("links", _links), ("places", _places)):
        group = Xml.SubElement(root, "objectgroup", id=str(len(root) + 1), name=name)
        for element in objects(rows, plane):
            group.append(element)
    _number_objects(root)
    Xml.indent(root)
    save(picture, tileset_png([kind.colour for kind in kinds], plane.tile, _shape(plane.grid)))
    save(path, legible(Xml.tostring(root, encoding="utf-8", xml_declaration=True).decode()).encode())


def _shape(grid: CellGrid) -> str:
    return grid.orientation if isinstance(grid, HexGrid) else "square"


def _map_element(rows: Rows, plane: Plane) -> Xml.Element:
    grid = rows.the(Grid)
    facts = {
        "version": "1.10",
        "orientation": "hexagonal" if grid.shape == "hex" else "orthogonal",
        "renderorder": "right-down",
        "width": str(grid.columns),
        "height": str(grid.rows),
        "tilewidth": str(plane.tile[0]),
        "tileheight": str(plane.tile[1]),
        "infinite": "0",
    }
    if grid.shape == "hex":
        facts |= {
            "hexsidelength": str(SIDE),
            "staggeraxis": "x" if grid.orientation == "flat" else "y",
            "staggerindex": grid.shifted,
        }
    root = Xml.Element("map", facts)
    properties = Xml.SubElement(root, "properties")
    title = rows.the(ScenarioRow).title if rows.has(ScenarioRow) else "Map"
    _property(properties, "title", title)
    for column in columns(Grid):
        if column.name not in ("shape", "columns", "rows", "orientation", "shifted"):
            _property(properties, f"grid.{column.name}", str(getattr(grid, column.name)))
    for table in KIND_TABLES[1:]:
        _kinds(properties, rows, table)
    return root


def _kinds(properties: Xml.Element, rows: Rows, table: str) -> None:
    """Every kind of hexside, link and place, and every region, so that import finds them again."""
    from engine.records import TABLES

    kind = TABLES[table]
    for row in rows.all(kind):
        for column in columns(kind)[1:]:
            _property(properties, f"{table}.{row.identity()[0]}.{column.name}", str(getattr(row, column.name)))


def _property(parent: Xml.Element, name: str, value: str) -> None:
    Xml.SubElement(parent, "property", name=name, value=value)


def _tileset(root: Xml.Element, kinds: list[TerrainKind], plane: Plane, picture: str) -> None:
    wide, high = plane.tile
    tileset = Xml.SubElement(
        root,
        "tileset",
        firstgid="1",
        name="terrain",
        tilewidth=str(wide),
        tileheight=str(high),
        tilecount=str(len(kinds)),
        columns=str(len(kinds)),
    )
    Xml.SubElement(tileset, "image", source=picture, width=str(wide * len(kinds)), height=str(high))
    for index, kind in enumerate(kinds):
        tile = Xml.SubElement(tileset, "tile", {"id": str(index), "class": kind.kind, "type": kind.kind})
        properties = Xml.SubElement(tile, "properties")
        for name in ("name", "colour", "pattern"):
            _property(properties, name, str(getattr(kind, name)))


def _terrain_layer(root: Xml.Element, rows: Rows, grid: CellGrid, kinds: list[str]) -> None:
    layer = Xml.SubElement(root, "layer", id="1", name="terrain", width=str(grid.columns), height=str(grid.rows))
    data = Xml.SubElement(layer, "data", encoding="csv")
    numbers = {kind: index + 1 for index, kind in enumerate(kinds)}
    terrain = {row.cell: numbers.get(row.terrain, 0) for row in rows.all(CellRow)}
    lines = [
        ",".join(str(terrain.get(grid.label(grid.cell_at(column, row)), 0)) for column in range(grid.columns))
        for row in range(grid.rows)
    ]
    data.text = "\n" + ",\n".join(lines) + "\n"


def _object(kind: str, name: str, at: tuple[float, float], facts: dict[str, str]) -> Xml.Element:
    element = Xml.Element("object", {"name": name, "class": kind, "type": kind, "x": f"{at[0]:g}", "y": f"{at[1]:g}"})
    if facts:
        properties = Xml.SubElement(element, "properties")
        for key, value in facts.items():
            _property(properties, key, value)
    return element


def _line(element: Xml.Element, ends: list[tuple[float, float]]) -> Xml.Element:
    x, y = ends[0]
    Xml.SubElement(element, "polyline", points=" ".join(f"{px - x:g},{py - y:g}" for px, py in ends))
    return element


def _hexsides(rows: Rows, plane: Plane) -> Iterator[Xml.Element]:
    for row in rows.all(Hexside):
        edge = plane.grid.edge(plane.grid.parse(row.cell), row.side)
        if edge is not None:
            ends = [plane.pixel(point) for point in edge]
            yield _line(_object(row.kind, row.name, ends[0], {}), ends)


def _links(rows: Rows, plane: Plane) -> Iterator[Xml.Element]:
    boxes = {box.box for box in rows.all(Box)}
    for row in rows.all(Link):
        if row.cell not in boxes and row.other not in boxes:
            ends = [plane.pixel(plane.grid.centre(plane.grid.parse(label))) for label in (row.cell, row.other)]
            facts = {"first_turn": str(row.first_turn)} if row.first_turn is not None else {}
            yield _line(_object(row.kind, row.name, ends[0], facts), ends)


def _places(rows: Rows, plane: Plane) -> Iterator[Xml.Element]:
    boxes = {box.box for box in rows.all(Box)}
    for row in rows.all(Place):
        if row.cell not in boxes:
            facts = {"place": row.place, "value": f"{row.value:g}", "label_at": row.label_at}
            at = plane.pixel(plane.grid.centre(plane.grid.parse(row.cell)))
            element = _object(row.kind, row.name, at, facts)
            Xml.SubElement(element, "point")
            yield element


def _regions(rows: Rows, plane: Plane) -> Iterator[Xml.Element]:
    boxes = {box.box for box in rows.all(Box)}
    for row in rows.all(RegionCell):
        if row.cell not in boxes:
            at = plane.pixel(plane.grid.centre(plane.grid.parse(row.cell)))
            element = _object(row.region, "", at, {})
            Xml.SubElement(element, "point")
            yield element


def _number_objects(root: Xml.Element) -> None:
    """Tiled wants every object numbered, and to know the next number."""
    for number, element in enumerate(root.iter("object"), 1):
        element.set("id", str(number))
    root.set("nextlayerid", "9")
    root.set("nextobjectid", str(sum(1 for _ in root.iter("object")) + 1))
