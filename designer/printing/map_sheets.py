"""The map on paper: on one large sheet, fitted to a page, or over pages that overlap."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from string import ascii_uppercase

from designer.printing.choices import Choices
from designer.printing.map_parts import whole_map
from designer.printing.masthead import masthead
from designer.printing.material import Material
from designer.printing.pages import (
    HAIR,
    INK,
    MUTED,
    Box,
    Document,
    Frame,
    Line,
    MapPart,
    Page,
    Rect,
    Shape,
    Text,
)
from designer.printing.paper import Paper, Running, furniture, paper
from designer.printing.type import BODY, GROUP, NOTE, Measure
from engine.errors import StavkaError

LAYERS = ("terrain", "hexsides", "regions", "links", "grid", "numbers", "boxes", "places", "names")
PLAN_LAYERS = ("terrain", "hexsides", "links", "boxes", "places")

MOST_PAGES = 200
LARGEST_SHEET = 5000.0
"""Millimetres beyond which no PDF reader shows a page."""

_MARK = 4.0
_TILE_MARGIN = 10.0


@dataclass(frozen=True)
class Tile:
    """One page of a map: its name, its place in the plan, and its part of the map in cells."""

    name: str
    column: int
    row: int
    part: Rect


def map_document(material: Material, choices: Choices, measure: Measure) -> Document:
    """The map as it was chosen."""
    made = {"tiles": _tiled, "sheet": _one_sheet, "page": _one_page}[choices.map_as](material, choices, measure)
    return Document("map", "Map", tuple(made))


def _one_sheet(material: Material, choices: Choices, _measure: Measure) -> list[Page]:
    """A page as large as the map at the chosen size, for a print shop."""
    part = whole_map(material)
    wide, high = part.width * choices.hex, part.height * choices.hex
    if max(wide, high) > LARGEST_SHEET:
        raise StavkaError(
            f"At {choices.hex:g} mm a {material.cell_word} the map would measure {wide / 1000:.1f} by "
            f"{high / 1000:.1f} m; choose a smaller size, or several pages."
        )
    page = Rect(0, 0, wide, high)
    return [Page(wide, high, (Box(page, MapPart(part, LAYERS, searchable=True)),))]


def _one_page(material: Material, choices: Choices, measure: Measure) -> list[Page]:
    """The whole map on one page of the chosen paper, as large as it gets."""
    part = whole_map(material)
    sheet = _lying(paper(choices.paper), part.width / part.height)
    body = sheet.body
    scale = min(body.width / part.width, body.height / part.height)
    box = Rect(body.x + (body.width - part.width * scale) / 2, body.y + 1.0, part.width * scale, part.height * scale)
    boxes = furniture(Running(material.title, "Map"), sheet, 1, 1, measure)
    boxes.append(Box(box, MapPart(part, LAYERS, searchable=True)))
    boxes.append(Box(box, Shape(stroke=HAIR, width=0.2)))
    return [Page(sheet.width, sheet.height, tuple(boxes))]


def _lying(upright: Paper, ratio: float) -> Paper:
    """The paper turned the way that suits a picture."""
    return upright.turned() if ratio > 1 else upright


def tiles(material: Material, sheet: Paper, choices: Choices) -> list[Tile]:
    """The pages that cover the map, row by row; neighbours share the overlap."""
    part, area = whole_map(material), _tile_area(sheet)
    step_x, step_y = (area.width - choices.overlap) / choices.hex, (area.height - choices.overlap) / choices.hex
    if min(step_x, step_y) < 1.0:
        raise StavkaError(
            f"{sheet.name} paper is too small for a {material.cell_word} of {choices.hex:g} mm with an overlap of "
            f"{choices.overlap:g} mm; choose a smaller size."
        )
    extra = choices.overlap / choices.hex
    columns = max(1, ceil((part.width - extra) / step_x - 1e-9))
    rows = max(1, ceil((part.height - extra) / step_y - 1e-9))
    if columns * rows > MOST_PAGES:
        raise StavkaError(
            f"At {choices.hex:g} mm a {material.cell_word} the map takes {columns * rows} pages of {sheet.name}; "
            f"choose a smaller size (at most {MOST_PAGES} pages)."
        )
    room = Rect(part.x, part.y, area.width / choices.hex, area.height / choices.hex)
    return [
        Tile(f"{_letters(row)}{column + 1}", column, row, _common(room.moved(column * step_x, row * step_y), part))
        for row in range(rows)
        for column in range(columns)
    ]


def _common(room: Rect, part: Rect) -> Rect:
    """What a page's room has of the map; the last page of a row or column may stay partly blank."""
    return Rect(room.x, room.y, min(room.right, part.right) - room.x, min(room.bottom, part.bottom) - room.y)


def _letters(number: int) -> str:
    more, rest = divmod(number, 26)
    return (_letters(more - 1) if more else "") + ascii_uppercase[rest]


def _tile_area(sheet: Paper) -> Rect:
    """The printed area of a page of the map: nearly the whole sheet."""
    margin = _TILE_MARGIN
    return Rect(margin, margin, sheet.width - 2 * margin, sheet.height - 2 * margin)


def _tiled(material: Material, choices: Choices, measure: Measure) -> list[Page]:
    """A page plan and the pages of the map; the paper lies the way that needs fewer pages."""
    upright = paper(choices.paper)
    sheet = min((upright, upright.turned()), key=lambda way: _count(material, way, choices))
    found = tiles(material, sheet, choices)
    pages = [_tile_page(material, tile, found, sheet, choices, measure) for tile in found]
    return pages if len(pages) == 1 else [_plan(material, found, choices, measure), *pages]


def _count(material: Material, sheet: Paper, choices: Choices) -> int:
    try:
        return len(tiles(material, sheet, choices))
    except StavkaError:
        return MOST_PAGES + 1


def _plan(material: Material, found: list[Tile], choices: Choices, measure: Measure) -> Page:
    """Which page goes where."""
    part = whole_map(material)
    sheet = _lying(paper(choices.paper), part.width / part.height)
    body = sheet.body
    head = masthead(material, "Page plan of the map", body.width, measure)
    room = body.height - head.height - 8
    scale = min(body.width / part.width, room / part.height)
    box = Rect(
        body.x + (body.width - part.width * scale) / 2, body.y + head.height, part.width * scale, part.height * scale
    )
    frames = tuple(Frame(tile.part, tile.name) for tile in found)
    said = (
        f"{len(found)} pages at {choices.hex:g} mm a {material.cell_word}. Cut each page along the lines between its "
        f"marks and lay it over its neighbour: pages overlap by {choices.overlap:g} mm."
    )
    boxes = furniture(Running(material.title, "Map"), sheet, 1, len(found) + 1, measure)
    boxes += head.at(body.x, body.y)
    boxes.append(Box(box, MapPart(part, PLAN_LAYERS, frames=frames)))
    boxes.append(Box(Rect(body.x, box.bottom + 2, body.width, BODY.line), Text(said, NOTE, ink=MUTED)))
    return Page(sheet.width, sheet.height, tuple(boxes))


def _tile_page(
    material: Material, tile: Tile, found: list[Tile], sheet: Paper, choices: Choices, measure: Measure
) -> Page:
    corner = _tile_area(sheet)
    area = Rect(corner.x, corner.y, tile.part.width * choices.hex, tile.part.height * choices.hex)
    boxes = [Box(area, MapPart(tile.part, LAYERS, searchable=True))]
    boxes += _registration(area, tile, found, choices.overlap)
    boxes += _labels(material, area, tile, found, measure)
    return Page(sheet.width, sheet.height, tuple(boxes))


def _registration(area: Rect, tile: Tile, found: list[Tile], overlap: float) -> list[Box]:
    """Marks in the margin at the middle of every overlap, where neighbouring pages are cut and joined."""
    names = {(other.column, other.row) for other in found}
    half = overlap / 2
    xs = [x for column, x in ((-1, area.x + half), (1, area.right - half)) if (tile.column + column, tile.row) in names]
    ys = [y for row, y in ((-1, area.y + half), (1, area.bottom - half)) if (tile.column, tile.row + row) in names]
    mark = Line("#000000", 0.15)
    boxes = []
    for x in xs:
        boxes.append(Box(Rect(x, area.y - 1 - _MARK, 0, _MARK), mark))
        boxes.append(Box(Rect(x, area.bottom + 1, 0, _MARK), mark))
    for y in ys:
        boxes.append(Box(Rect(area.x - 1 - _MARK, y, _MARK, 0), mark))
        boxes.append(Box(Rect(area.right + 1, y, _MARK, 0), mark))
    return boxes


def _labels(material: Material, area: Rect, tile: Tile, found: list[Tile], measure: Measure) -> list[Box]:
    """The page's name in the margin, and the names of its neighbours beside it."""
    names = {(other.column, other.row): other.name for other in found}
    near = [
        f"{word} {names[tile.column + dx, tile.row + dy]}"
        for word, dx, dy in (("above", 0, -1), ("left", -1, 0), ("right", 1, 0), ("below", 0, 1))
        if (tile.column + dx, tile.row + dy) in names
    ]
    said = f"{material.title}, map; {', '.join(near)}" if near else f"{material.title}, map"
    wide = measure(tile.name, GROUP) + 2
    y = area.bottom + 2.4
    return [
        Box(Rect(area.x + 8, y, wide, 4), Text(tile.name, GROUP, ink=INK)),
        Box(Rect(area.x + 8 + wide + 1, y, area.width - 20 - wide, 4), Text(said, NOTE, ink=MUTED)),
    ]
