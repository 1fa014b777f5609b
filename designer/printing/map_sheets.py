"""The map on paper: on one large sheet, fitted to a page, or over pages that overlap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from string import ascii_uppercase

from designer.printing.blocks import EMPTY, Block, stacked
from designer.printing.choices import LARGEST_HEX, MOST_PAGES, SMALLEST_HEX, Choices
from designer.printing.flow import plain, pour
from designer.printing.map_furniture import box_fields, foot, head, key, track
from designer.printing.map_parts import board, sheet_parts, whole_map
from designer.printing.masthead import masthead
from designer.printing.material import Material
from designer.printing.pages import (
    HAIR,
    INK,
    MUTED,
    Line,
    MapPart,
    Page,
    PageItem,
    PlanFrame,
    Printout,
    Rect,
    Rectangle,
    Text,
    shrunk,
)
from designer.printing.paper import Paper, Running, furniture, paper
from designer.printing.type import BODY, GROUP, NOTE, Measure
from engine.errors import StavkaError

LAYERS = ("terrain", "hexsides", "regions", "links", "grid", "numbers", "boxes", "places", "names")
PLAN_LAYERS = ("terrain", "hexsides", "links", "boxes", "places")

LARGEST_SHEET = 5000.0
"""Millimetres beyond which no PDF reader shows a page."""

_EDGE = 8.0
_FRAME = "#5b4a41"
_MARK = 4.0
_TILE_MARGIN = 10.0
_CLEAR = 6.0
"""Between the map and the furniture on its last page; below stands the name of the page, too."""

_LEAST_CORNER = 110.0
"""Millimetres that a title needs beside a scale."""


@dataclass(frozen=True)
class MapPage:
    """One page of a map: its name, its place in the plan, and its part of the map in cells."""

    name: str
    column: int
    row: int
    part: Rect


def map_document(material: Material, choices: Choices, measure: Measure) -> Printout:
    """The map as it was chosen."""
    forms = {"tiles": _tiled, "pages": _tiled, "sheet": _one_sheet, "sheets": _own_sheets, "page": _one_page}
    if choices.map_as == "pages":
        choices = replace(choices, hex=fitted_hex(material, choices))
    return Printout("map", "Map", tuple(forms[choices.map_as](material, choices, measure)))


def map_area(material: Material, choices: Choices) -> Rect:
    """What the map proper shows: with furniture the boxes stand in it, without they lie beside the grid."""
    return board(material) if choices.furniture else whole_map(material)


def _one_sheet(material: Material, choices: Choices, measure: Measure) -> list[Page]:
    """A page as large as the map at the chosen size, for a print shop."""
    return [_large_sheet(material, map_area(material, choices), choices, measure)]


def _own_sheets(material: Material, choices: Choices, measure: Measure) -> list[Page]:
    """A large page for each sheet of the map: where two are joined both have the row that they share.

    The title stands above the first and the key below the last, so that the map goes on from one to the other.
    """
    parts = sheet_parts(material, map_area(material, choices))
    return [
        _large_sheet(material, part, choices, measure, above=part is parts[0], below=part is parts[-1])
        for part in parts
    ]


def _large_sheet(
    material: Material, part: Rect, choices: Choices, measure: Measure, *, above: bool = True, below: bool = True
) -> Page:
    wide, high = part.width * choices.hex, part.height * choices.hex
    if max(wide, high) > LARGEST_SHEET:
        raise StavkaError(
            f"At {choices.hex:g} mm a {material.cell_word} the map would measure {wide / 1000:.1f} by "
            f"{high / 1000:.1f} m; choose a smaller size, or several pages."
        )
    if choices.furniture:
        return _furnished_sheet(material, part, choices.hex, measure, above=above, below=below)
    page = Rect(0, 0, wide, high)
    return Page(wide, high, (PageItem(page, MapPart(part, LAYERS, searchable=True)),))


def _furnished_sheet(
    material: Material, part: Rect, hex_mm: float, measure: Measure, *, above: bool, below: bool
) -> Page:
    """The map at its size between its title and its key, which are as large as suits the sheet."""
    wide, high = part.width * hex_mm, part.height * hex_mm
    unit = min(4.0, max(1.0, max(wide, high) / 330.0))
    room = max(wide, 170.0 * unit)
    over, under = _surroundings(material, room, hex_mm, unit, measure)
    over, under = over if above else EMPTY, under if below else EMPTY
    edge = _EDGE * unit
    place = Rect(edge + (room - wide) / 2, edge + over.height, wide, high)
    whole = Rect(0, 0, room + 2 * edge, over.height + high + under.height + 2 * edge)
    boxes = [*over.at(edge, edge), *_framed(place, part, unit), *under.at(edge, place.bottom)]
    return Page(
        whole.width,
        whole.height,
        (*boxes, PageItem(whole.inset(edge * 0.45), Rectangle(stroke=_FRAME, width=0.5 * unit))),
    )


def _surroundings(
    material: Material, width: float, hex_mm: float, unit: float, measure: Measure
) -> tuple[Block, Block]:
    """What stands above and below the map, so many times as large as on a page to be held in the hand."""
    above = head(material, width / unit, hex_mm / unit, measure)
    below = foot(material, width / unit, hex_mm / unit, measure)
    return (
        Block(above.height * unit, shrunk(above.boxes, unit, 0, 0)),
        Block(below.height * unit, shrunk(below.boxes, unit, 0, 0)).spaced(above=2.0 * unit),
    )


def _framed(place: Rect, part: Rect, unit: float = 1.0) -> list[PageItem]:
    """The map in its neat line."""
    return [
        PageItem(place, MapPart(part, LAYERS, searchable=True)),
        PageItem(place, Rectangle(stroke=_FRAME, width=0.3 * unit)),
    ]


def _one_page(material: Material, choices: Choices, measure: Measure) -> list[Page]:
    """The whole map on one page of the chosen paper, as large as it gets."""
    part = map_area(material, choices)
    if choices.furniture:
        upright = paper(choices.paper)
        return [max((_furnished_page(material, part, way, measure) for way in (upright, upright.turned())), key=_shown)]
    sheet = _lying(paper(choices.paper), part.width / part.height)
    body = sheet.body
    scale = min(body.width / part.width, body.height / part.height)
    box = Rect(body.x + (body.width - part.width * scale) / 2, body.y + 1.0, part.width * scale, part.height * scale)
    boxes = furniture(Running(material.title, "Map"), sheet, 1, 1, measure)
    boxes.append(PageItem(box, MapPart(part, LAYERS, searchable=True)))
    boxes.append(PageItem(box, Rectangle(stroke=HAIR, width=0.2)))
    return [Page(sheet.width, sheet.height, tuple(boxes))]


def _furnished_page(material: Material, part: Rect, sheet: Paper, measure: Measure) -> Page:
    """The map as large as its title and key let it be; they shrink before the map does."""
    area = Rect(_TILE_MARGIN, _TILE_MARGIN, sheet.width - 2 * _TILE_MARGIN, sheet.height - 2 * _TILE_MARGIN)
    best: tuple[float, float, Block, Block] | None = None
    for unit in (1.0, 0.9, 0.8, 0.7):
        size = min(area.width / part.width, area.height * 0.8 / part.height)
        for _ in range(4):
            above, below = _surroundings(material, area.width, size, unit, measure)
            size = max(0.5, min(area.width / part.width, (area.height - above.height - below.height) / part.height))
        if best is None or size > best[0] * 1.06:
            best = (size, unit, *_surroundings(material, area.width, size, unit, measure))
    assert best is not None
    size, _, above, below = best
    wide, high = part.width * size, part.height * size
    place = Rect(area.x + (area.width - wide) / 2, area.y + above.height, wide, high)
    boxes = [*above.at(area.x, area.y), *_framed(place, part), *below.at(area.x, place.bottom)]
    return Page(sheet.width, sheet.height, tuple(boxes))


def _shown(page: Page) -> float:
    """How large a page shows the map."""
    return page.of("map")[0].rect.width


def fitted_hex(material: Material, choices: Choices) -> float:
    """The largest size of a cell at which the map takes no more pages than are wished."""
    upright = paper(choices.paper)
    low, high = SMALLEST_HEX, LARGEST_HEX
    if _fewest(material, upright, replace(choices, hex=low)) > choices.pages:
        raise StavkaError(
            f"Even at {low:g} mm a {material.cell_word} the map takes more than {choices.pages} pages of "
            f"{upright.name}; allow more pages, or fit it to one."
        )
    for _ in range(24):
        middle = (low + high) / 2
        if _fewest(material, upright, replace(choices, hex=middle)) <= choices.pages:
            low = middle
        else:
            high = middle
    return floor(low * 100) / 100


def _fewest(material: Material, upright: Paper, choices: Choices) -> int:
    return min(_count(material, way, choices) for way in (upright, upright.turned()))


def _lying(upright: Paper, ratio: float) -> Paper:
    """The paper turned the way that suits a picture."""
    return upright.turned() if ratio > 1 else upright


def tiles(material: Material, sheet: Paper, choices: Choices) -> list[MapPage]:
    """The pages that cover the map, row by row; neighbours share the overlap."""
    part, area = map_area(material, choices), _tile_area(sheet)
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
        MapPage(f"{_letters(row)}{column + 1}", column, row, _common(room.moved(column * step_x, row * step_y), part))
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
    fitting = _in_the_corner(material, found[-1], sheet, choices, measure) if choices.furniture else []
    if fitting:
        pages[-1] = replace(pages[-1], boxes=(*pages[-1].boxes, *fitting))
    pages += [] if fitting else _displays(material, upright, choices, measure)
    return pages if len(found) == 1 else [_plan(material, found, choices, measure, of=len(pages) + 1), *pages]


def _in_the_corner(
    material: Material, last: MapPage, sheet: Paper, choices: Choices, measure: Measure
) -> list[PageItem]:
    """The furniture in what the map leaves of its last page, beside it or below it; nothing where it has no room."""
    area = _tile_area(sheet)
    right = area.x + last.part.width * choices.hex + _CLEAR
    below = area.y + last.part.height * choices.hex + 2 * _CLEAR
    for room in (
        Rect(right, area.y, area.right - right, area.height),
        Rect(area.x, below, area.width, area.bottom - below),
    ):
        if room.width >= _LEAST_CORNER:
            parts = [head(material, room.width, choices.hex, measure), foot(material, room.width, choices.hex, measure)]
            block = stacked(parts, gap=2.0)
            if block.height <= room.height:
                return list(block.at(room.x, room.y))
    return []


def _displays(material: Material, sheet: Paper, choices: Choices, measure: Measure) -> list[Page]:
    """The furniture of a map that is spread over pages, on pages of its own to lie beside it."""
    if not choices.furniture:
        return []
    area = sheet.printable
    parts = [
        head(material, area.width, choices.hex, measure),
        key(material, area.width, measure),
        track(material, area.width, measure),
        *box_fields(material, area.width, choices.hex, measure),
    ]
    poured = pour([plain(block) for block in parts], lambda _page: (area,))
    return [Page(sheet.width, sheet.height, tuple(boxes)) for boxes in poured.pages]


def _count(material: Material, sheet: Paper, choices: Choices) -> int:
    try:
        return len(tiles(material, sheet, choices))
    except StavkaError:
        return MOST_PAGES + 1


def _plan(material: Material, found: list[MapPage], choices: Choices, measure: Measure, *, of: int) -> Page:
    """Which page goes where."""
    part = map_area(material, choices)
    sheet = _lying(paper(choices.paper), part.width / part.height)
    body = sheet.body
    head = masthead(material, "Page plan of the map", body.width, measure)
    room = body.height - head.height - 8
    scale = min(body.width / part.width, room / part.height)
    box = Rect(
        body.x + (body.width - part.width * scale) / 2, body.y + head.height, part.width * scale, part.height * scale
    )
    frames = tuple(PlanFrame(tile.part, tile.name) for tile in found)
    said = (
        f"{len(found)} pages at {choices.hex:g} mm a {material.cell_word}. Cut each page along the lines between its "
        f"marks and lay it over its neighbour: pages overlap by {choices.overlap:g} mm."
    )
    boxes = furniture(Running(material.title, "Map"), sheet, 1, of, measure)
    boxes += head.at(body.x, body.y)
    boxes.append(PageItem(box, MapPart(part, PLAN_LAYERS, frames=frames)))
    boxes.append(PageItem(Rect(body.x, box.bottom + 2, body.width, BODY.line), Text(said, NOTE, ink=MUTED)))
    return Page(sheet.width, sheet.height, tuple(boxes))


def _tile_page(
    material: Material, tile: MapPage, found: list[MapPage], sheet: Paper, choices: Choices, measure: Measure
) -> Page:
    corner = _tile_area(sheet)
    area = Rect(corner.x, corner.y, tile.part.width * choices.hex, tile.part.height * choices.hex)
    boxes = [PageItem(area, MapPart(tile.part, LAYERS, searchable=True))]
    boxes += _registration(area, tile, found, choices.overlap)
    boxes += _labels(material, area, tile, found, measure)
    return Page(sheet.width, sheet.height, tuple(boxes))


def _registration(area: Rect, tile: MapPage, found: list[MapPage], overlap: float) -> list[PageItem]:
    """Marks in the margin at the middle of every overlap, where neighbouring pages are cut and joined."""
    names = {(other.column, other.row) for other in found}
    half = overlap / 2
    xs = [x for column, x in ((-1, area.x + half), (1, area.right - half)) if (tile.column + column, tile.row) in names]
    ys = [y for row, y in ((-1, area.y + half), (1, area.bottom - half)) if (tile.column, tile.row + row) in names]
    mark = Line("#000000", 0.15)
    boxes = []
    for x in xs:
        boxes.append(PageItem(Rect(x, area.y - 1 - _MARK, 0, _MARK), mark))
        boxes.append(PageItem(Rect(x, area.bottom + 1, 0, _MARK), mark))
    for y in ys:
        boxes.append(PageItem(Rect(area.x - 1 - _MARK, y, _MARK, 0), mark))
        boxes.append(PageItem(Rect(area.right + 1, y, _MARK, 0), mark))
    return boxes


def _labels(material: Material, area: Rect, tile: MapPage, found: list[MapPage], measure: Measure) -> list[PageItem]:
    """The page's name in the margin, and the names of its neighbours beside it."""
    names = {(other.column, other.row): other.name for other in found}
    near = [
        f"{names[tile.column + dx, tile.row + dy]} {where}"
        for where, dx, dy in (("above", 0, -1), ("to the left", -1, 0), ("to the right", 1, 0), ("below", 0, 1))
        if (tile.column + dx, tile.row + dy) in names
    ]
    said = f"{material.title}, map; {', '.join(near)}" if near else f"{material.title}, map"
    wide = measure(tile.name, GROUP) + 2
    y = area.bottom + 2.4
    return [
        PageItem(Rect(area.x + 8, y, wide, 4), Text(tile.name, GROUP, ink=INK)),
        PageItem(Rect(area.x + 8 + wide + 1, y, area.width - 20 - wide, 4), Text(said, NOTE, ink=MUTED)),
    ]
