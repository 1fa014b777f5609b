"""Painting pages: every kind of box on any device, with real text wherever there is text."""

from __future__ import annotations

from functools import cached_property
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from designer.paint.counter import paint_counter
from designer.paint.map.scene import MapScene
from designer.printing import inks
from designer.printing.lettering import cap_height, font_of, measure
from designer.printing.map_brush import paint_map
from designer.printing.pages import (
    Compass,
    CounterPicture,
    Line,
    MapPart,
    Page,
    PageItem,
    Rect,
    Rectangle,
    Swatch,
    Text,
    Tick,
)
from designer.printing.samples import paint_compass, paint_swatch
from designer.printing.type import MM_PER_POINT, Type
from engine.records import Rows

_SEARCH = Type(3.0)
_WHOLE_PIXELS = 48


class Brush:
    """Paints the pages of one scenario, in colour or in black and white."""

    def __init__(self, rows: Rows, *, monochrome: bool = False) -> None:
        self.rows = rows
        self.monochrome = monochrome

    @cached_property
    def scene(self) -> MapScene:
        """The map, made when a page first shows it."""
        return MapScene(self.rows)

    def paint(self, painter: QPainter, page: Page, dots: float) -> None:
        """Paint a page with a painter whose unit is a dot, so many to a millimetre."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for box in page.boxes:
            painter.save()
            self._paint_box(painter, box, dots)
            painter.restore()

    def _paint_box(self, painter: QPainter, box: PageItem, dots: float) -> None:
        rect, content = on_device(box.rect, dots), box.content
        match content:
            case Text():
                self._text(painter, rect, content, dots)
            case CounterPicture():
                self.counter(painter, rect, content, dots)
            case Rectangle():
                self._shape(painter, rect, content, dots)
            case Line():
                painter.setPen(self._pen(content.stroke, content.width * dots, dashed=content.dashed))
                painter.drawLine(rect.topLeft(), rect.bottomRight())
            case Tick():
                painter.setPen(self._pen("#000000", 0.22 * dots))
                painter.setBrush(QColor("#ffffff"))
                painter.drawRect(rect)
            case MapPart():
                paint_map(painter, rect, content, self, dots)
            case Swatch():
                paint_swatch(painter, rect, content, self.rows, self.monochrome)
            case Compass():
                paint_compass(painter, rect, inks.ink("#5b4a41", self.monochrome))

    def _pen(self, colour: str, width: float, *, dashed: bool = False) -> QPen:
        pen = QPen(inks.ink(colour, self.monochrome), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if dashed:
            pen.setDashPattern([4.0, 3.0])
        return pen

    def _shape(self, painter: QPainter, rect: QRectF, shape: Rectangle, dots: float) -> None:
        stroke = shape.stroke
        painter.setPen(self._pen(stroke, shape.width * dots) if stroke else Qt.PenStyle.NoPen)
        painter.setBrush(inks.fill(shape.fill, self.monochrome) if shape.fill else Qt.BrushStyle.NoBrush)
        if shape.radius:
            painter.drawRoundedRect(rect, shape.radius * dots, shape.radius * dots)
        else:
            painter.drawRect(rect)

    def _text(self, painter: QPainter, rect: QRectF, text: Text, dots: float) -> None:
        wide = measure(text.text, text.type) * dots
        free = rect.width() - wide
        x = rect.left() + {"left": 0.0, "centre": free / 2, "right": free}[text.align]
        baseline = rect.center().y() + cap_height(text.type) * dots / 2
        finer = _finer(text.type, dots)
        painter.setPen(inks.ink(text.ink, self.monochrome))
        painter.setFont(font_of(text.type, dots * finer))
        painter.translate(x, baseline)
        painter.scale(1 / finer, 1 / finer)
        painter.drawText(QPointF(0, 0), text.text)

    def counter(self, painter: QPainter, rect: QRectF, picture: CounterPicture, dots: float) -> None:
        """A counter, flat as it is cut out, over its name for searching."""
        card = inks.card(picture.colour, picture.side, self.monochrome)
        if picture.turn:
            painter.translate(rect.center())
            painter.rotate(picture.turn)
            painter.translate(-rect.center())
        if picture.name:
            _search_text(painter, rect, picture.name, card, dots)
        over, safe = picture.bleed * dots, picture.safe * dots
        if picture.face is None or over or safe:
            painter.fillRect(rect.adjusted(-over, -over, over, over), card)
        if picture.face is not None:
            inner = rect.adjusted(safe, safe, -safe, -safe)
            paint_counter(painter, inner, inks.face(picture.face, picture.side, self.monochrome), flat=True)
        if picture.radius:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._pen("#3c372f", 0.1 * dots))
            painter.drawRoundedRect(rect, picture.radius * dots, picture.radius * dots)
        if not picture.cut:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._pen("#3c372f", 0.12 * dots))
            painter.drawRect(rect)


def _finer(type: Type, dots: float) -> int:
    """How many times larger small type is set and shrunk again, because fonts come in whole pixels only."""
    return ceil(_WHOLE_PIXELS / max(0.5, type.size * MM_PER_POINT * dots))


def _search_text(painter: QPainter, rect: QRectF, name: str, colour: QColor, dots: float) -> None:
    """A name in the colour of the card that will cover it: to be found, not to be seen."""
    wide = measure(name, _SEARCH)
    share = min(1.0, rect.width() * 0.9 / max(0.1, wide * dots))
    painter.setFont(font_of(_SEARCH.scaled(share), dots))
    painter.setPen(colour)
    painter.drawText(QPointF(rect.left() + rect.width() * 0.05, rect.center().y()), name)


def on_device(rect: Rect, dots: float) -> QRectF:
    """A rectangle of the page in dots."""
    return QRectF(rect.x * dots, rect.y * dots, rect.width * dots, rect.height * dots)


def white(painter: QPainter, page: Page, dots: float) -> None:
    """Blank paper under a page on the screen."""
    painter.fillRect(QRectF(0, 0, page.width * dots, page.height * dots), QBrush(QColor("#ffffff")))
