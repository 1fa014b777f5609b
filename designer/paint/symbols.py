"""The unit symbols: what stands in the box in the middle of a counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from designer.paint.text import STRENGTH, outline

WIDE, HIGH = 3.0, 2.0
"""The box in which symbols are drawn, before it is scaled to its place."""

_LINE = 0.17
_ROUND = (Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)


@dataclass
class Glyph:
    """A symbol as lines to stroke and shapes to fill, with or without the box around it."""

    lines: QPainterPath = field(default_factory=QPainterPath)
    solid: QPainterPath = field(default_factory=QPainterPath)
    below: QPainterPath = field(default_factory=QPainterPath)
    framed: bool = True

    def line(self, *points: tuple[float, float]) -> None:
        """Add a line through points."""
        self.lines.moveTo(*points[0])
        for point in points[1:]:
            self.lines.lineTo(*point)

    def shape(self, *points: tuple[float, float]) -> None:
        """Add a filled polygon."""
        self.solid.moveTo(*points[0])
        for point in points[1:]:
            self.solid.lineTo(*point)
        self.solid.closeSubpath()

    def word(self, text: str, size: float, x: float = WIDE / 2, y: float = HIGH / 2) -> None:
        """Add a word, centred on a point."""
        letters = outline(text, STRENGTH)
        self.solid.addPath(letters.path_at(x - letters.width * size / 2, y + letters.cap_height * size / 2, size))


def _infantry(g: Glyph) -> None:
    g.line((0, 0), (WIDE, HIGH))
    g.line((0, HIGH), (WIDE, 0))


def _armour(g: Glyph) -> None:
    g.lines.addRoundedRect(QRectF(0.48, 0.5, WIDE - 0.96, HIGH - 1.0), 0.5, 0.5)


def _mechanised(g: Glyph) -> None:
    _infantry(g)
    _armour(g)


def _motorised(g: Glyph) -> None:
    _infantry(g)
    for x in (0.42, WIDE / 2, WIDE - 0.42):
        g.below.addEllipse(QPointF(x, HIGH + 0.27), 0.19, 0.19)


def _cavalry(g: Glyph) -> None:
    g.line((0, HIGH), (WIDE, 0))


def _mountain(g: Glyph) -> None:
    _infantry(g)
    g.shape((0.98, HIGH), (WIDE / 2, 1.08), (WIDE - 0.98, HIGH))


def _airborne(g: Glyph) -> None:
    _infantry(g)
    wings = QPainterPath(QPointF(0.72, 1.82))
    wings.cubicTo(QPointF(0.85, 1.32), QPointF(1.38, 1.32), QPointF(1.5, 1.82))
    wings.cubicTo(QPointF(1.62, 1.32), QPointF(2.15, 1.32), QPointF(2.28, 1.82))
    g.lines.addPath(wings)


def _artillery(g: Glyph) -> None:
    g.solid.addEllipse(QPointF(WIDE / 2, HIGH / 2), 0.42, 0.42)


def _engineer(g: Glyph) -> None:
    g.line((0.7, 1.5), (0.7, 0.62), (2.3, 0.62), (2.3, 1.5))
    g.line((1.5, 0.62), (1.5, 1.5))


def _antitank(g: Glyph) -> None:
    g.line((0, HIGH), (WIDE / 2, 0.06), (WIDE, HIGH))


def _hq(g: Glyph) -> None:
    g.word("HQ", 1.5)
    g.below.addRect(QRectF(-0.085, HIGH, 0.17, 0.62))


def _leader(g: Glyph) -> None:
    g.framed = False
    g.shape(*_star(WIDE / 2, HIGH / 2 + 0.1, 1.28))


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    radii = (radius, radius * 0.4)
    turns = ((n, radii[n % 2]) for n in range(10))
    return [(x + r * sin(n * pi / 5), y - r * cos(n * pi / 5)) for n, r in turns]


def _supply(g: Glyph) -> None:
    g.line((0, 1.5), (WIDE, 1.5))
    for x, y in ((0.72, 1.0), (1.27, 1.0), (1.82, 1.0), (0.995, 0.5), (1.545, 0.5)):
        g.solid.addRect(QRectF(x, y, 0.45, 0.4))


def _militia(g: Glyph) -> None:
    g.line((0, 0), (0.82, 0.55))
    g.line((WIDE, HIGH), (WIDE - 0.82, HIGH - 0.55))
    g.line((0, HIGH), (0.82, HIGH - 0.55))
    g.line((WIDE, 0), (WIDE - 0.82, 0.55))
    g.word("M", 1.55)


def _security(g: Glyph) -> None:
    g.word("SEC", 1.25)


def _garrison(g: Glyph) -> None:
    _infantry(g)
    for x in (0.0, 0.75, 1.5, 2.25):
        g.solid.addRect(QRectF(x + 0.17, 0.0, 0.42, 0.42))


def _fighter(g: Glyph) -> None:
    g.framed = False
    _plane(g, span=1.05, chord=0.36, tail=0.44, engines=())


def _bomber(g: Glyph) -> None:
    g.framed = False
    _plane(g, span=1.5, chord=0.36, tail=0.58, engines=(0.5,))


def _air(g: Glyph) -> None:
    g.framed = False
    _plane(g, span=1.3, chord=0.4, tail=0.52, engines=(0.42, 0.8))


def _plane(g: Glyph, *, span: float, chord: float, tail: float, engines: tuple[float, ...]) -> None:
    """A silhouette from above, nose to the north."""
    x, body = WIDE / 2, QPainterPath()
    body.setFillRule(Qt.FillRule.WindingFill)
    body.moveTo(x, -0.12)
    body.cubicTo(x + 0.2, 0.1, x + 0.19, 0.5, x + 0.17, 0.95)
    body.lineTo(x + 0.06, 2.1)
    body.lineTo(x - 0.06, 2.1)
    body.lineTo(x - 0.17, 0.95)
    body.cubicTo(x - 0.19, 0.5, x - 0.2, 0.1, x, -0.12)
    body.addPath(_wing(x, 0.5, span, chord))
    body.addPath(_wing(x, 1.68, tail, chord * 0.72))
    for away in engines:
        for side in (-1, 1):
            body.addRoundedRect(QRectF(x + side * away - 0.09, 0.24, 0.18, 0.62), 0.08, 0.12)
    g.solid.setFillRule(Qt.FillRule.WindingFill)
    g.solid.addPath(body)


def _wing(x: float, y: float, span: float, chord: float) -> QPainterPath:
    path = QPainterPath(QPointF(x, y))
    path.lineTo(x + span * 0.9, y + chord * 0.2)
    path.quadTo(x + span * 1.04, y + chord * 0.42, x + span * 0.9, y + chord * 0.62)
    path.lineTo(x, y + chord)
    path.lineTo(x - span * 0.9, y + chord * 0.62)
    path.quadTo(x - span * 1.04, y + chord * 0.42, x - span * 0.9, y + chord * 0.2)
    path.closeSubpath()
    return path


def _nothing(g: Glyph) -> None:
    g.framed = False


_DRAWN: dict[str, Callable[[Glyph], None]] = {
    "infantry": _infantry,
    "armour": _armour,
    "mechanised": _mechanised,
    "motorised": _motorised,
    "cavalry": _cavalry,
    "mountain": _mountain,
    "airborne": _airborne,
    "artillery": _artillery,
    "engineer": _engineer,
    "antitank": _antitank,
    "hq": _hq,
    "leader": _leader,
    "supply": _supply,
    "militia": _militia,
    "security": _security,
    "garrison": _garrison,
    "fighter": _fighter,
    "bomber": _bomber,
    "air": _air,
    "marker": _nothing,
}


@lru_cache(maxsize=64)
def glyph(symbol: str) -> Glyph:
    """The drawing of a symbol in a box of WIDE by HIGH; an unknown word gives an empty box."""
    made, draw = Glyph(), _DRAWN.get(symbol)
    if draw is not None:
        draw(made)
    return made


def draw_symbol(painter: QPainter, box: QRectF, symbol: str, ink: QColor, paper: QColor) -> None:
    """Draw a symbol into a box, which it fills; wheels and staffs hang below."""
    shape = glyph(symbol)
    unit = box.width() / WIDE
    place = QTransform(unit, 0.0, 0.0, box.height() / HIGH, box.x(), box.y())
    pen = QPen(ink, _LINE * unit, Qt.PenStyle.SolidLine, *_ROUND)
    if shape.framed:
        painter.fillRect(box, paper)
    painter.save()
    if shape.framed:
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.strokePath(place.map(shape.lines), pen)
    painter.fillPath(place.map(shape.solid), ink)
    painter.restore()
    if shape.framed:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
    painter.fillPath(place.map(shape.below), ink)


SIZE_MARKS = {
    "": "",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "front": "XXXXX",
}


def draw_size(painter: QPainter, box: QRectF, size: str, ink: QColor) -> None:
    """Draw the size mark, as XX for a division, centred in a box."""
    marks = SIZE_MARKS.get(size, "")
    if not marks:
        return
    high = box.height()
    bar = marks[0] == "I"
    step = high * (0.5 if bar else 0.98)
    step = min(step, box.width() / len(marks))
    left = box.center().x() - step * (len(marks) - 1) / 2
    path = QPainterPath()
    for n in range(len(marks)):
        x, half = left + n * step, high * 0.38
        if bar:
            path.moveTo(x, box.top())
            path.lineTo(x, box.bottom())
            continue
        path.moveTo(x - half, box.top())
        path.lineTo(x + half, box.bottom())
        path.moveTo(x - half, box.bottom())
        path.lineTo(x + half, box.top())
    painter.strokePath(path, QPen(ink, high * 0.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
