"""Samples of terrain, hexsides, links, places and regions, painted by the map's own painter."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.paint.export import without_grain
from designer.paint.map.scene import MapScene
from designer.paint.style import MONOCHROME, PRINTED
from designer.paint.text import CITY, draw_text
from designer.printing.pages import Swatch
from engine.records import Record, Rows
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

_LAYERS = ("terrain", "hexsides", "regions", "links", "places", "grid")
_MIDDLE = "0303"
_ACROSS: dict[str, tuple[tuple[str, int], ...]] = {
    "hex": (("0302", 3), ("0202", 2), ("0402", 4), ("0302", 2), ("0302", 4)),
    "square": (("0202", 4), ("0302", 4), ("0402", 4)),
}
"""The sides of a sample of a hexside feature: along the north of the middle cell."""
_THROUGH: dict[str, tuple[tuple[str, str], ...]] = {
    "hex": (("0102", "0203"), ("0203", "0303"), ("0303", "0403"), ("0403", "0502")),
    "square": (("0103", "0203"), ("0203", "0303"), ("0303", "0403"), ("0403", "0503")),
}
"""The links of a sample of a road or railway: through the middle cell."""


def paint_swatch(painter: QPainter, rect: QRectF, swatch: Swatch, rows: Rows, monochrome: bool) -> None:
    """Paint the sample into a rectangle, with a thin frame."""
    record = _record(swatch, rows)
    if record is None:
        return
    plain = next((row for row in rows.all(TerrainKind) if row.pattern == "plain"), None)
    shape = rows.the(Grid).shape if rows.has(Grid) else "hex"
    scene = _sample(record, plain or TerrainKind(kind="clear", name="Clear"), shape)
    share = rect.height() / rect.width()
    middle = _focus(scene, swatch.layer)
    wide = 1.25
    part = QRectF(middle.x() - wide / 2, middle.y() - wide * share / 2, wide, wide * share)
    painter.save()
    painter.setClipRect(rect)
    scale = rect.width() / part.width()
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    painter.translate(-part.topLeft())
    scene.paint(painter, part, 60.0, shown=_LAYERS, style=MONOCHROME if monochrome else without_grain(PRINTED))
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#555555"), rect.height() * 0.02))
    painter.drawRect(rect)


def paint_compass(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    """A star of eight points, half of every point in the shade, with the letter of the north."""
    middle = QPointF(rect.center().x(), rect.center().y() + rect.height() * 0.08)
    long = rect.height() * 0.4
    painter.setPen(QPen(ink, rect.height() * 0.012))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, long * 0.62, long * 0.62)
    for turn, reach in [*((45 + 90 * n, long * 0.6) for n in range(4)), *((90 * n, long) for n in range(4))]:
        painter.save()
        painter.translate(middle)
        painter.rotate(turn)
        for side, fill in ((-1, QColor("#ffffff")), (1, ink)):
            painter.setBrush(fill)
            painter.drawPolygon([QPointF(0, -reach), QPointF(side * long * 0.16, -long * 0.16), QPointF(0, 0)])
        painter.restore()
    letter = QRectF(middle.x() - long, rect.top() - rect.height() * 0.02, 2 * long, rect.height() * 0.16)
    draw_text(painter, letter, "N", CITY, rect.height() * 0.2, ink)


def _focus(scene: MapScene, layer: str) -> QPointF:
    """Where to look: hexsides lie half a cell to the north of the middle, lines where they pass through it."""
    cell = scene.sheet.names.cell(_MIDDLE)
    if layer == "link":
        return QPointF(*scene.geometry.stretches(cell)[0].points[0])
    return scene.anchor(cell) + QPointF(0.0, -0.5 if layer == "hexside" else 0.0)


def _record(swatch: Swatch, rows: Rows) -> Record | None:
    tables: dict[str, type[Record]] = {
        "terrain": TerrainKind,
        "hexside": HexsideKind,
        "link": LinkKind,
        "place": PlaceKind,
        "region": Region,
    }
    return rows.get(tables[swatch.layer], swatch.kind)


@lru_cache(maxsize=64)
def _sample(record: Record, plain: TerrainKind, shape: Literal["hex", "square"]) -> MapScene:
    """A map of five by five cells, hexes or squares, with the thing in its middle."""
    made = Rows([Grid(shape=shape, columns=5, rows=5, neighbours=8), plain, record])
    terrain = record.kind if isinstance(record, TerrainKind) else plain.kind
    for column in range(1, 6):
        for row in range(1, 6):
            made.put(CellRow(cell=f"{column:02}{row:02}", terrain=terrain))
    if isinstance(record, HexsideKind):
        for cell, side in _ACROSS[shape]:
            made.put(Hexside(cell=cell, side=side, kind=record.kind))
    elif isinstance(record, LinkKind):
        for cell, other in _THROUGH[shape]:
            made.put(Link(cell=cell, other=other, kind=record.kind))
    elif isinstance(record, Region):
        made.put(RegionCell(region=record.region, cell=_MIDDLE))
    elif isinstance(record, PlaceKind):
        made.put(Place(place="sample", name="", kind=record.kind, cell=_MIDDLE))
    return MapScene(made)
