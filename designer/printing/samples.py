"""Samples of terrain, hexsides, links and places, painted by the map's own painter."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.paint.export import without_grain
from designer.paint.map.scene import MapScene
from designer.paint.style import MONOCHROME, PRINTED
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
    TerrainKind,
)

_LAYERS = ("terrain", "hexsides", "links", "places", "grid")
_GRID = Grid(shape="hex", columns=5, rows=5)
_MIDDLE = "0303"


def paint_swatch(painter: QPainter, rect: QRectF, swatch: Swatch, rows: Rows, monochrome: bool) -> None:
    """Paint the sample into a rectangle, with a thin frame."""
    record = _record(swatch, rows)
    if record is None:
        return
    plain = next((row for row in rows.all(TerrainKind) if row.pattern == "plain"), None)
    scene = _sample(record, plain or TerrainKind(kind="clear", name="Clear"))
    share = rect.height() / rect.width()
    middle = scene.anchor(scene.sheet.names.cell(_MIDDLE)) + _focus(swatch.layer)
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


def _focus(layer: str) -> QPointF:
    """Where to look from the middle of the sample: hexsides lie half a cell to the north."""
    return QPointF(0.0, -0.5) if layer == "hexside" else QPointF(0.0, 0.0)


def _record(swatch: Swatch, rows: Rows) -> Record | None:
    tables: dict[str, type[Record]] = {
        "terrain": TerrainKind,
        "hexside": HexsideKind,
        "link": LinkKind,
        "place": PlaceKind,
    }
    return rows.get(tables[swatch.layer], swatch.kind)


@lru_cache(maxsize=64)
def _sample(record: Record, plain: TerrainKind) -> MapScene:
    """A map of five by five cells with the thing in its middle."""
    made = Rows([_GRID, plain, record])
    terrain = record.kind if isinstance(record, TerrainKind) else plain.kind
    for column in range(1, 6):
        for row in range(1, 6):
            made.put(CellRow(cell=f"{column:02}{row:02}", terrain=terrain))
    if isinstance(record, HexsideKind):
        for cell, side in (("0302", 3), ("0202", 2), ("0402", 4), ("0302", 2), ("0302", 4)):
            made.put(Hexside(cell=cell, side=side, kind=record.kind))
    elif isinstance(record, LinkKind):
        for cell, other in (("0102", "0203"), ("0203", "0303"), ("0303", "0403"), ("0403", "0502")):
            made.put(Link(cell=cell, other=other, kind=record.kind))
    elif isinstance(record, PlaceKind):
        made.put(Place(place="sample", name="", kind=record.kind, cell=_MIDDLE))
    return MapScene(made)
