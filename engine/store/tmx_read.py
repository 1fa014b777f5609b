"""A map of Tiled read into rows: terrain from its first layer of tiles, features from its objects."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from itertools import pairwise
from math import isfinite, nan
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree as Xml

from engine.errors import ScenarioError, StavkaError
from engine.grid import make_grid
from engine.ids import Cell
from engine.progress import Progress
from engine.records import TABLES, Record, Rows
from engine.records.board import CellRow, Grid, Hexside, Link, Place, PlaceKind, RegionCell, TerrainKind
from engine.records.columns import Column, columns
from engine.records.play import ScenarioRow
from engine.records.verify import build
from engine.store.tmx import KIND_TABLES, Plane

R = TypeVar("R", bound=Record)

LARGEST_FILE = 50_000_000
MOST_TAGS = 1_500_000
MOST_CELLS = 400
FLIPS = 0x0FFFFFFF
"""The bits of a tile's number that are not flips."""

COLOURS = ("#f3ecd8", "#b9cf9a", "#cfe0d4", "#e2d3b0", "#dcc9a0", "#cbb493", "#a9cbe0")


def read_tmx(path: Path, progress: Progress | None = None) -> Rows:
    """The rows of a Tiled map; a StavkaError says what stands in the way."""
    root = _parsed(path)
    facts = {str(entry.get("name")): _value(entry) for entry in root.findall("properties/property")}
    grid = _grid(root, facts)
    rows = Rows([ScenarioRow(title=(facts.get("title") or path.stem)[:120]), grid])
    for record in _kinds(facts):
        rows.put(record)
    plane = Plane(make_grid(grid))
    _terrain(root, rows, plane)
    objects = [
        (str(group.get("name")), element)
        for group in root.findall("objectgroup")
        for element in group.findall("object")
    ]
    for group, element in (progress or Progress()).over("Reading the objects", objects, len(objects)):
        _feature(group, element, rows, plane)
    return rows


def _parsed(path: Path) -> Xml.Element:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise StavkaError(f"{path.name} is too large for a map.")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise StavkaError(f"{path.name} is not a Tiled map: it is not UTF-8 text.") from error
    except OSError as error:
        raise StavkaError(f"{path.name} could not be read: {error.strerror}.") from error
    if text.count("<") > MOST_TAGS:
        raise StavkaError(f"{path.name} has more than {MOST_TAGS:,} elements, which no map of ours has.")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise StavkaError(f"{path.name} declares entities, which no Tiled map needs; it was not opened.")
    try:
        root = Xml.fromstring(text)
    except Xml.ParseError as error:
        raise StavkaError(f"{path.name} is not a Tiled map: {error}.") from error
    if root.tag != "map":
        raise StavkaError(f"{path.name} is not a Tiled map: its first element is {root.tag}.")
    return root


def _value(entry: Xml.Element) -> str:
    return str(entry.get("value", entry.text or ""))


def _whole(element: Xml.Element, name: str) -> int:
    try:
        return int(element.get(name, ""))
    except ValueError:
        raise StavkaError(f"The Tiled map does not say its {name}.") from None


def _grid(root: Xml.Element, facts: dict[str, str]) -> Grid:
    shapes: dict[str, str] = {"hexagonal": "hex", "orthogonal": "square"}
    drawn = root.get("orientation", "")
    if drawn not in shapes:
        raise StavkaError(f"A {drawn or 'shapeless'} Tiled map cannot be used; it must be hexagonal or orthogonal.")
    if root.get("infinite") == "1":
        raise StavkaError("An infinite Tiled map cannot be used; give it a size in Tiled's map properties.")
    columns_, rows = _whole(root, "width"), _whole(root, "height")
    if not (1 <= columns_ <= MOST_CELLS and 1 <= rows <= MOST_CELLS):
        raise StavkaError(f"A map may have 1 to {MOST_CELLS} columns and rows; this one has {columns_} × {rows}.")
    values: dict[str, Any] = {"shape": shapes[drawn], "columns": columns_, "rows": rows}
    if drawn == "hexagonal":
        values |= {
            "orientation": "flat" if root.get("staggeraxis") == "x" else "pointy",
            "shifted": root.get("staggerindex", "odd"),
        }
    known = {column.name: column for column in columns(Grid)}
    for name, text in facts.items():
        field = name.removeprefix("grid.")
        if name.startswith("grid.") and field in known and field not in values:
            values[field] = _typed(known[field], text)
    return _built(Grid, values)


def _typed(column: Column, text: str) -> Any:
    """A property's text in the type of its column."""
    if column.optional and text in ("", "None"):
        return None
    try:
        if column.kind == "integer":
            return int(text)
        if column.kind == "number":
            return float(text)
    except ValueError:
        return text
    return text == "True" if column.kind == "flag" else text


def _built(kind: type[R], values: dict[str, Any]) -> R:
    row, problems = build(kind, values)
    if row is None:
        raise ScenarioError(problems)
    return row


def _kinds(facts: dict[str, str]) -> list[Record]:
    """The kinds and regions that our own export has noted."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name, text in facts.items():
        table, _, rest = name.partition(".")
        key, _, field = rest.rpartition(".")
        if table in KIND_TABLES and key:
            found.setdefault((table, key), {})[field] = text
    made = []
    for (table, key), texts in found.items():
        kind = TABLES[table]
        known = {column.name: column for column in columns(kind)}
        values = {field: _typed(known[field], text) for field, text in texts.items() if field in known}
        made.append(_built(kind, {kind.key[0]: key, **values}))
    return made


def _terrain(root: Xml.Element, rows: Rows, plane: Plane) -> None:
    layer = root.find("layer")
    if layer is None:
        raise StavkaError("The Tiled map has no layer of tiles, so it has no terrain.")
    numbers = [number & FLIPS for number in _numbers(layer)]
    if len(numbers) != plane.grid.size:
        raise StavkaError(f"The layer has {len(numbers)} tiles for {plane.grid.size} cells.")
    names = _tile_kinds(root, rows, set(numbers))
    for index, number in enumerate(numbers):
        rows.put(CellRow(cell=plane.grid.label(Cell(index)), terrain=names[number]))


def _numbers(layer: Xml.Element) -> list[int]:
    data = layer.find("data")
    if data is None:
        raise StavkaError("The layer of the Tiled map holds no data.")
    text, encoding = (data.text or "").strip(), data.get("encoding", "xml")
    try:
        if encoding == "csv":
            if text.count(",") >= MOST_CELLS * MOST_CELLS:
                raise ValueError("there are more tiles than any map has cells")
            return [int(part) for part in text.split(",")]
        if encoding == "base64":
            return _unpacked(base64.b64decode(text, validate=True), data.get("compression", ""))
    except (ValueError, binascii.Error, zlib.error, struct.error) as error:
        raise StavkaError(f"The tiles of the map cannot be read: {error}.") from error
    raise StavkaError(f"Tiles stored as {encoding} cannot be read; choose CSV in Tiled's map properties.")


def _unpacked(packed: bytes, compression: str) -> list[int]:
    most = 4 * MOST_CELLS * MOST_CELLS
    if compression in ("zlib", "gzip"):
        packed = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, most)
    elif compression:
        raise ValueError(f"{compression} compression is not supported, use CSV")
    if len(packed) > most:
        raise ValueError("there are more tiles than any map has cells")
    return list(struct.unpack(f"<{len(packed) // 4}I", packed))


def _tile_kinds(root: Xml.Element, rows: Rows, used: set[int]) -> dict[int, str]:
    """The kind of terrain of each tile number; kinds are made for tiles that name none."""
    names: dict[int, str] = {}
    for tileset in root.findall("tileset"):
        first = _whole(tileset, "firstgid")
        for tile in tileset.findall("tile"):
            kind = tile.get("class") or tile.get("type") or ""
            if kind:
                names[first + _whole(tile, "id")] = kind
                facts = {str(entry.get("name")): _value(entry) for entry in tile.findall("properties/property")}
                _put_terrain(rows, kind, facts)
    for number in sorted(used - names.keys()):
        names[number] = f"tile-{number}" if number else "clear"
        _put_terrain(rows, names[number], {})
    return names


def _put_terrain(rows: Rows, kind: str, facts: dict[str, str]) -> None:
    if rows.has(TerrainKind, kind):
        return
    position = rows.count(TerrainKind)
    values = {"name": kind.replace("-", " ").capitalize(), "colour": COLOURS[position % len(COLOURS)]}
    values |= {name: facts[name] for name in ("name", "colour", "pattern") if facts.get(name)}
    rows.put(_built(TerrainKind, {"kind": kind, "position": position, **values}))


def _feature(group: str, element: Xml.Element, rows: Rows, plane: Plane) -> None:
    """One object of one of the four groups; other groups are Tiled's own."""
    kind = element.get("class") or element.get("type") or ""
    name = element.get("name", "")
    facts = {str(entry.get("name")): _value(entry) for entry in element.findall("properties/property")}
    ends = _ends(element)
    if group == "hexsides" and rows.has(TABLES["hexside_kind"], kind) and len(ends) > 1:
        where = plane.side(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        if where is not None:
            rows.put(Hexside(cell=plane.grid.label(where[0]), side=where[1], kind=kind, name=name))
    elif group == "links" and rows.has(TABLES["link_kind"], kind) and len(ends) > 1:
        _put_link(rows, plane, kind, name, ends, facts)
    elif group == "places" and (cell := plane.cell(*ends[0])) is not None:
        _put_place(rows, plane.grid.label(cell), kind or "town", name, facts)
    elif group == "regions" and rows.has(TABLES["region"], kind) and (cell := plane.cell(*ends[0])) is not None:
        rows.put(RegionCell(region=kind, cell=plane.grid.label(cell)))


def _ends(element: Xml.Element) -> list[tuple[float, float]]:
    """The points of an object, every one of which lies somewhere."""
    try:
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        line = element.find("polyline")
        pairs = [part.split(",") for part in line.get("points", "").split()] if line is not None else []
        ends = [(x + float(dx), y + float(dy)) for dx, dy in pairs] or [(x, y)]
    except ValueError:
        ends = [(nan, nan)]
    if not all(isfinite(along) for end in ends for along in end):
        name = element.get("name") or element.get("id") or "without a name"
        raise StavkaError(f"The object {name[:60]} of the Tiled map has no proper place: it must lie at two numbers.")
    return ends


def _put_link(
    rows: Rows, plane: Plane, kind: str, name: str, ends: list[tuple[float, float]], facts: dict[str, str]
) -> None:
    cells = [cell for end in ends if (cell := plane.cell(*end)) is not None]
    turn = int(facts["first_turn"]) if facts.get("first_turn", "").isdigit() else None
    for a, b in pairwise(cells):
        if plane.grid.side_between(a, b) is not None:
            first, second = sorted((a, b))
            rows.put(
                Link(
                    cell=plane.grid.label(first), other=plane.grid.label(second), kind=kind, name=name, first_turn=turn
                )
            )


def _put_place(rows: Rows, cell: str, kind: str, name: str, facts: dict[str, str]) -> None:
    if not rows.has(PlaceKind, kind):
        rows.put(_built(PlaceKind, {"kind": kind, "name": kind.capitalize()}))
    key = facts.get("place") or f"place-{rows.count(Place) + 1}"
    values: dict[str, Any] = {"place": key, "name": name, "kind": kind, "cell": cell}
    known = {column.name: column for column in columns(Place)}
    values |= {field: _typed(known[field], facts[field]) for field in ("value", "label_at") if field in facts}
    rows.put(_built(Place, values))
