"""Markers: small counters with a word on them, rimmed in the colour of their side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from designer.paint.colours import faded, mix, readable_on
from designer.paint.text import STRENGTH, draw_text
from engine.records.counters import Side
from engine.records.markers import Marker

_RIM = 0.1
_CORNER = 0.14


@dataclass(frozen=True)
class MarkerFace:
    """What a marker shows: its word, its colour, and the colour of its side."""

    text: str
    colour: str
    rim: str = ""


def marker_face(kind: Marker, side: Side | None = None) -> MarkerFace:
    """A marker as it lies on the map; one without a text bears the first letters of its name."""
    return MarkerFace(kind.text or kind.name[:3], kind.colour, side.colour if side else "")


def paint_marker(painter: QPainter, rect: QRectF, face: MarkerFace, *, selected: bool = False) -> None:
    """Paint a marker into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = rect.width()
    body = rect.adjusted(side * 0.04, side * 0.04, -side * 0.08, -side * 0.08)
    radius = side * _CORNER
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#1a1208", 0.35))
    painter.drawRoundedRect(body.translated(side * 0.04, side * 0.05), radius, radius)
    painter.setBrush(QColor(face.colour))
    rim = QColor("#ffd23f") if selected else QColor(face.rim) if face.rim else mix(face.colour, "#000000", 0.5)
    painter.setPen(QPen(mix(rim, "#000000", 0.25) if not selected else rim, side * _RIM))
    inner = side * _RIM / 2
    painter.drawRoundedRect(body.adjusted(inner, inner, -inner, -inner), radius, radius)
    word = body.adjusted(side * 0.13, 0, -side * 0.13, 0)
    draw_text(painter, word, face.text, STRENGTH, side * 0.62, readable_on(face.colour))
    painter.restore()


@lru_cache(maxsize=512)
def marker_pixmap(face: MarkerFace, pixels: int, ratio: float = 1.0, *, selected: bool = False) -> QPixmap:
    """A marker as a pixmap of so many logical pixels; made once and kept."""
    made = QPixmap(max(1, round(pixels * ratio)), max(1, round(pixels * ratio)))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_marker(painter, QRectF(0, 0, pixels, pixels), face, selected=selected)
    painter.end()
    return made
