"""What stands round a printed map: its title, a compass and a scale, the key, the turn record and the off-map boxes."""

from __future__ import annotations

from itertools import islice
from math import ceil

from designer.paint.map.ground import is_drawn
from designer.paint.style import PRINTED
from designer.printing.blocks import EMPTY, Block, beside, line_of, stacked
from designer.printing.map_parts import far_boxes
from designer.printing.material import Material
from designer.printing.pages import INK, MUTED, Compass, PageItem, Rect, Rectangle, Swatch, Text
from designer.printing.type import BODY, GROUP, NOTE, SUBTITLE, TITLE, Measure, Type, fitted
from engine.records import Rows
from engine.records.board import (
    CellRow,
    Grid,
    Hexside,
    HexsideKind,
    Link,
    LinkKind,
    Place,
    PlaceKind,
    Region,
    RegionCell,
    TerrainKind,
)
from engine.records.play import ScenarioRow, Turn
from engine.scenario.sentences import listed, plural

_COMPASS = 15.0
_SWATCH = (9.0, 5.2)
_BESIDE = 3.0
"""Room round the name of a sample."""
_TURN = (19.0, 11.5)
_GAP = 1.4
_TALLEST = 200.0
"""Millimetres to which a box is held, so that it fits a page."""

_UPRIGHT = 0.8
"""How tall a box under the map is for its width, where it would be taller: it fills a margin on the screen only."""

_NUMBER = Type(13, "serif", "bold")
_BOX_NAME = GROUP.sized(7.5)
_LENGTHS = (1, 2, 5, 10, 20, 25, 50, 100, 150, 200, 300, 500, 1000)
_FILL = "#5b4a41"


def head(material: Material, width: float, hex_mm: float, measure: Measure) -> Block:
    """The title on the left; on the right the scale and the compass.  A cell measures so many millimetres."""
    scale = scale_bar(material, hex_mm, measure)
    left = width - _COMPASS - scale_width(material, hex_mm) - 14.0
    title = [line_of(material.title, TITLE, left, measure)]
    if material.subtitle:
        title.append(line_of(material.subtitle, SUBTITLE, left, measure, ink=MUTED))
    compass = Block(_COMPASS, (PageItem(Rect(0, 0, _COMPASS, _COMPASS), Compass()),))
    parts = [
        (0.0, stacked(title).spaced(above=1.0)),
        (left + 8.0, scale.spaced(above=2.5)),
        (width - _COMPASS, compass),
    ]
    return beside(parts).spaced(below=1.5)


def scale_length(material: Material, hex_mm: float) -> int:
    """The kilometres that the scale shows: a round number some 50 millimetres long."""
    per_km = hex_mm / material.rows.the(Grid).km
    return min(_LENGTHS, key=lambda km: abs(km * per_km - 46.0))


def scale_width(material: Material, hex_mm: float) -> float:
    """How long the scale is on paper."""
    return scale_length(material, hex_mm) * hex_mm / material.rows.the(Grid).km


def scale_bar(material: Material, hex_mm: float, measure: Measure) -> Block:
    """A scale in kilometres that is true on paper, and what a cell measures."""
    km, wide = scale_length(material, hex_mm), scale_width(material, hex_mm)
    part = wide / 4
    boxes = [
        PageItem(Rect(n * part, 3.4, part, 1.5), Rectangle(_FILL if n % 2 == 0 else "#ffffff", _FILL, 0.2))
        for n in range(4)
    ]
    for share, text in ((0.0, "0"), (0.5, f"{km / 2:g}"), (1.0, f"{km:g} km")):
        long = measure(text, NOTE) + 0.4
        boxes.append(PageItem(Rect(wide * share - long / 2, 0, long, NOTE.line), Text(text, NOTE, "centre")))
    across = f"{material.rows.the(Grid).km:g} km to a {material.cell_word}"
    long = measure(across, NOTE) + 0.4
    boxes.append(PageItem(Rect((wide - long) / 2, 5.6, long, NOTE.line), Text(across, NOTE, "centre", MUTED)))
    return Block(5.6 + NOTE.line, tuple(boxes))


def foot(material: Material, width: float, hex_mm: float, measure: Measure) -> Block:
    """The key, and beside it the turn record over the boxes, so shared that all is as low as may be."""
    if not turns(material) and not far_boxes(material):
        return key(material, width, measure)
    tried = []
    for left in (width * share / 20 for share in range(4, 15)):
        right = [track(material, width - left, measure), *box_fields(material, width - left, hex_mm, measure)]
        tried.append(beside([(0.0, key(material, left - 4, measure)), (left, stacked(right))]))
    return min(tried, key=lambda block: block.height)


def kinds_shown(material: Material) -> list[tuple[str, str, str]]:
    """Everything that the map really shows: layer, key and name, in the order of the charts."""
    rows = material.rows
    kinds: list[tuple[str, TerrainKind | HexsideKind | LinkKind | PlaceKind]] = [
        *(("terrain", row) for row in rows.all(TerrainKind)),
        *(("hexside", row) for row in rows.all(HexsideKind)),
        *(("link", row) for row in rows.all(LinkKind)),
        *(("place", row) for row in rows.all(PlaceKind)),
    ]
    used = {("terrain", row.terrain) for row in rows.all(CellRow)} | {
        ("hexside", row.kind) for row in rows.all(Hexside)
    }
    used |= {("link", row.kind) for row in rows.all(Link)} | {("place", row.kind) for row in rows.all(Place)}
    shown = [(layer, row) for layer, row in kinds if (layer, row.kind) in used and row not in _bare(rows)]
    layers = ("terrain", "hexside", "link", "place")
    ordered = sorted(shown, key=lambda found: (layers.index(found[0]), found[1].position))
    return [*((layer, row.kind, row.name) for layer, row in ordered), *_regions_shown(material)]


def _bare(rows: Rows) -> list[TerrainKind]:
    """Terrain that the map leaves as blank as its clear ground, which comes first."""
    plain = [row for row in rows.all(TerrainKind) if not is_drawn((row.pattern, row.colour), PRINTED)]
    return sorted(plain, key=lambda row: row.position)[1:]


def _regions_shown(material: Material) -> list[tuple[str, str, str]]:
    """The regions that the map tints, those that look alike under one name."""
    filled = {row.region for row in material.rows.all(RegionCell)}
    alike: dict[tuple[str, str], list[Region]] = {}
    for row in material.rows.all(Region):
        if row.shown and row.kind not in ("edge", "weather") and row.region in filled and row.name:
            alike.setdefault((row.kind, row.colour), []).append(row)
    return [("region", rows[0].region, common_name([row.name for row in rows])) for rows in alike.values()]


def common_name(names: list[str]) -> str:
    """What several things are called together: `German entrances`, or the first with the number of the others."""
    if len(names) == 1:
        return names[0]
    shared = [words[0] for words in zip(*(name.split() for name in names), strict=False) if len(set(words)) == 1]
    if len(shared) > 1:
        return " ".join((*shared[:-1], plural(shared[-1])))
    first = names[0].split(",")[0]
    others = len({name.split(",")[0] for name in names}) - 1
    return f"{first} and {others} others" if others > 1 else listed(list(dict.fromkeys(names)))


def key(material: Material, width: float, measure: Measure) -> Block:
    """A sample of everything on the map with its name, in as many columns as have room for every name."""
    shown = kinds_shown(material)
    if not shown:
        return EMPTY
    boxes: list[PageItem] = []
    x, columns = 0.0, _columns([name for _, _, name in shown], width, measure)
    items = iter(shown)
    for wide, many in columns:
        for n, (layer, kind, name) in enumerate(islice(items, many)):
            y, room = n * (_SWATCH[1] + _GAP), wide - _SWATCH[0] - _BESIDE
            text, type = fitted(name, BODY, room, measure)
            boxes.append(PageItem(Rect(x, y, *_SWATCH), Swatch(layer, kind)))
            boxes.append(PageItem(Rect(x + _SWATCH[0] + 1.8, y, room, _SWATCH[1]), Text(text, type)))
        x += wide
    samples = Block(columns[0][1] * (_SWATCH[1] + _GAP), tuple(boxes))
    return stacked((_small_heading("Key", width, measure), samples))


def _columns(names: list[str], width: float, measure: Measure) -> list[tuple[float, int]]:
    """How wide each column of the key is and how many samples it holds: the most columns in which no name is cut."""
    for rows in range(1, len(names) + 1):
        parts = [names[at : at + rows] for at in range(0, len(names), rows)]
        wide = [_SWATCH[0] + _BESIDE + max(measure(name, BODY) for name in part) for part in parts]
        spare = (width - sum(wide)) / len(parts)
        if spare >= 0 or rows == len(names):
            return [(one + spare, len(part)) for one, part in zip(wide, parts, strict=True)]
    return []


def turns(material: Material) -> list[tuple[int, str]]:
    """Every turn that is played, with its name."""
    names = {row.turn: row.name for row in material.rows.all(Turn)}
    about = material.rows.the(ScenarioRow) if material.rows.has(ScenarioRow) else None
    played = range(about.first_turn, about.turns + 1) if about is not None else ()
    return [(turn, names.get(turn, "")) for turn in played]


def track(material: Material, width: float, measure: Measure) -> Block:
    """A box for every turn, wide enough for a marker."""
    listed = turns(material)
    if not listed:
        return EMPTY
    columns = max(1, min(len(listed), int((width + _GAP) // (_TURN[0] + _GAP))))
    wide = min((width + _GAP) / columns - _GAP, 30.0)
    boxes: list[PageItem] = []
    for n, (turn, name) in enumerate(listed):
        place = Rect(n % columns * (wide + _GAP), n // columns * (_TURN[1] + _GAP), wide, _TURN[1])
        boxes.append(PageItem(place, Rectangle("#ffffff", _FILL, 0.3)))
        boxes.append(PageItem(Rect(place.x + 1.2, place.y + 0.6, 10, _NUMBER.line), Text(str(turn), _NUMBER)))
        if name:
            text, type = fitted(name, NOTE, wide - 2.0, measure)
            boxes.append(
                PageItem(
                    Rect(place.x + 1.2, place.bottom - NOTE.line - 0.5, wide - 2.0, NOTE.line),
                    Text(text, type, ink=MUTED),
                )
            )
    high = ceil(len(listed) / columns) * (_TURN[1] + _GAP)
    return stacked((_small_heading("Turn record", width, measure), Block(high, tuple(boxes))))


def box_fields(material: Material, width: float, hex_mm: float, measure: Measure) -> list[Block]:
    """The boxes that lie off the map, as wide as on it, in rows that fit the width."""
    rows: list[list[tuple[float, Block]]] = [[]]
    x = 0.0
    for box in far_boxes(material):
        tall = min(box.height, box.width * _UPRIGHT)
        wide = min(box.width * hex_mm, width, _TALLEST * box.width / tall)
        if x and x + wide > width:
            rows.append([])
            x = 0.0
        wide = max(wide, min(width, measure(box.name, _BOX_NAME) + 3.0))
        rows[-1].append((x, _field(box.name, wide, tall * wide / box.width, measure)))
        x += wide + 3.0
    return [beside(row).spaced(above=2.0) for row in rows if row]


def _field(name: str, width: float, height: float, measure: Measure) -> Block:
    high = min(GROUP.line + 1.0, height * 0.4)
    text, type = fitted(name, _BOX_NAME, width - 2.0, measure)
    return Block(
        height,
        (
            PageItem(Rect(0, 0, width, height), Rectangle("#ffffff", _FILL, 0.4)),
            PageItem(Rect(0, 0, width, high), Rectangle(_FILL)),
            PageItem(Rect(1, 0, width - 2, high), Text(text, type, "centre", "#ffffff")),
        ),
    )


def _small_heading(text: str, width: float, measure: Measure) -> Block:
    return line_of(text, GROUP, width, measure, ink=INK).spaced(above=1.2, below=0.8)
