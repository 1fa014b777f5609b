"""The map on a page: a part of it, with numbers, zones, counters and page frames over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.paint.export import without_grain
from designer.paint.map.drawing import PAPER_DOTS
from designer.paint.map.places import SIGNS
from designer.paint.map.scene import MapScene
from designer.paint.overlays import outline_cells, tint_cells
from designer.paint.style import MONOCHROME, PRINTED
from designer.paint.text import STRENGTH, draw_text
from designer.printing import inks
from designer.printing.lettering import font_of
from designer.printing.pages import CounterPicture, Disc, MapPart, Pile, PlanFrame
from designer.printing.type import Type

if TYPE_CHECKING:
    from designer.printing.brush import Brush

_DISC = 1.8
"""Radius of a numbered disc in millimetres."""

_FEW_MARKS = 12
"""Discs that may be larger than their cells."""

_QUIET = ("water", "hexsides", "places", "names")
_QUIET_DOTS = 6.5
_FEW = 14
"""How many places a small map names at most."""

_PILE = 0.78
_STEP = 0.075


def paint_map(painter: QPainter, rect: QRectF, view: MapPart, brush: Brush, dots: float) -> None:
    """Paint a part of the map into a rectangle of the page."""
    scene = brush.scene
    part = QRectF(view.part.x, view.part.y, view.part.width, view.part.height)
    scale = rect.width() / part.width()
    style = MONOCHROME if brush.monochrome else without_grain(PRINTED)
    painter.setClipRect(rect)
    if view.searchable:
        _search_names(painter, rect, part, scale, scene, dots)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    painter.translate(-part.topLeft())
    if view.quiet:
        scene.paint(painter, part, scale / dots * _QUIET_DOTS, shown=_QUIET, style=style, rank=_chief(scene))
    else:
        scene.paint(painter, part, _legible(scale, dots), shown=view.layers, style=style)
    for tint in view.tints:
        cells = [cell for cell in map(scene.sheet.cell, tint.cells) if cell is not None]
        colour = inks.ink(tint.colour, brush.monochrome)
        tint_cells(painter, scene, cells, colour, 0.16 if brush.monochrome else 0.28)
        outline_cells(painter, scene, cells, colour, 0.09)
    for pile in view.piles:
        _pile(painter, scene, pile, brush, scale, dots)
    for mark in view.marks:
        _mark(painter, scene, mark, dots / scale, brush.monochrome, crowded=len(view.marks) > _FEW_MARKS)
    for frame in view.frames:
        _frame(painter, frame, dots / scale)


def _chief(scene: MapScene) -> int:
    """The rank from which on places are named on a small map: so that few are."""
    ranks = sorted((SIGNS[sign.symbol].rank for sign in scene.geometry.signs()), reverse=True)
    return next((rank for rank in range(6) if sum(found >= rank for found in ranks) <= _FEW), 6)


def _legible(scale: float, dots: float) -> float:
    """The scale as a screen would have it, so that small maps get names and numbers of a readable size."""
    return scale / dots * PAPER_DOTS


def _search_names(painter: QPainter, rect: QRectF, part: QRectF, scale: float, scene: MapScene, dots: float) -> None:
    """The names of places as text under the map, which is painted over them."""
    painter.setFont(font_of(Type(5.0), dots))
    painter.setPen(QColor("#ffffff"))
    for cell, places in scene.sheet.places.items():
        at = scene.anchor(cell)
        if part.contains(at):
            corner = QPointF(rect.left() + (at.x() - part.left()) * scale, rect.top() + (at.y() - part.top()) * scale)
            for name in dict.fromkeys(place.name for place in places.values() if place.name):
                painter.drawText(corner, name)


def _mark(
    painter: QPainter, scene: MapScene, mark: Disc, unit: float, monochrome: bool, *, crowded: bool = False
) -> None:
    """A numbered disc; a unit is a millimetre in cells.  Where there are many, none covers more than its cell."""
    cell = scene.sheet.cell(mark.cell)
    if cell is None or not mark.text:
        return
    at, radius = scene.anchor(cell), min(_DISC * unit, 0.52 if crowded else 2.0)
    painter.setPen(QPen(QColor("#ffffff"), 0.35 * unit))
    painter.setBrush(inks.ink(mark.colour, monochrome))
    painter.drawEllipse(at, radius, radius)
    room = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius).adjusted(
        radius * 0.25, 0, -radius * 0.25, 0
    )
    draw_text(painter, room, mark.text, STRENGTH, radius * 1.35, QColor("#ffffff"))


def _pile(painter: QPainter, scene: MapScene, pile: Pile, brush: Brush, scale: float, dots: float) -> None:
    cell = scene.sheet.cell(pile.cell)
    if cell is None:
        return
    at, many = scene.anchor(cell), len(pile.counters)
    for n, picture in enumerate(pile.counters):
        off = (n - (many - 1) / 2) * min(_STEP, 0.24 / many)
        square = QRectF(at.x() - _PILE / 2 + off, at.y() - _PILE / 2 - off, _PILE, _PILE)
        _card(painter, square, picture, brush, dots / scale)


def _card(painter: QPainter, square: QRectF, picture: CounterPicture, brush: Brush, unit: float) -> None:
    painter.save()
    brush.counter(painter, square, picture, unit)
    painter.restore()


def _frame(painter: QPainter, frame: PlanFrame, unit: float) -> None:
    """A page of the page plan, with its name in the middle."""
    rect = QRectF(frame.part.x, frame.part.y, frame.part.width, frame.part.height)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#ffffff"), 1.1 * unit))
    painter.drawRect(rect)
    painter.setPen(QPen(QColor("#000000"), 0.45 * unit))
    painter.drawRect(rect)
    disc = 5.0 * unit
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(rect.center(), disc, disc)
    room = QRectF(rect.center().x() - disc, rect.center().y() - disc, 2 * disc, 2 * disc)
    draw_text(
        painter, room.adjusted(disc * 0.2, 0, -disc * 0.2, 0), frame.text, STRENGTH, disc * 0.9, QColor("#000000")
    )
