"""The signs of places: blocks for cities, dots for towns, forts, ports, stars and crosses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from designer.paint.map.mesh import noise
from designer.paint.style import MapStyle, round_pen
from designer.paint.symbols import glyph
from engine.grid import Point


@dataclass(frozen=True)
class Sign:
    """How a place of one kind is drawn and set: how far its sign reaches, and how large its name is."""

    draw: Callable[[QPainter, Point, MapStyle, int], None]
    radius: float
    type_size: float
    rank: int


_BLOCKS = (
    (-0.20, -0.15),
    (-0.065, -0.19),
    (0.075, -0.16),
    (-0.19, -0.01),
    (-0.05, -0.03),
    (0.085, -0.02),
    (-0.11, 0.12),
    (0.03, 0.115),
)


def _city(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:
    """Blocks of houses with streets between them, a little different in every city."""
    path = QPainterPath()
    for n, (x, y) in enumerate(_BLOCKS):
        wide, high = 0.105 + 0.025 * noise(seed, n, 1), 0.085 + 0.03 * noise(seed, n, 2)
        path.addRect(QRectF(at[0] + (x + 0.02) * 1.3, at[1] + (y + 0.02) * 1.3, wide * 1.3, high * 1.3))
    painter.strokePath(
        path, QPen(QColor(style.halo), 0.06, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    )
    painter.fillPath(path, style.colour(style.city))
    painter.strokePath(path, QPen(style.colour(style.ink), 0.012))


def _dot(radius: float, core: float) -> Callable[[QPainter, Point, MapStyle, int], None]:
    def draw(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
        painter.setPen(QPen(style.colour(style.ink), 0.026))
        painter.setBrush(QColor(style.halo))
        painter.drawEllipse(QPointF(*at), radius, radius)
        if core:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(style.colour(style.ink))
            painter.drawEllipse(QPointF(*at), core, core)

    return draw


def _fort(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
    path = QPainterPath()
    for n in range(8):
        radius = 0.2 if n % 2 == 0 else 0.125
        angle = pi * n / 4
        point = QPointF(at[0] + radius * sin(angle), at[1] - radius * cos(angle))
        path.lineTo(point) if n else path.moveTo(point)
    path.closeSubpath()
    painter.strokePath(path, round_pen(QColor(style.halo), 0.07))
    painter.fillPath(path, style.colour("#c9b48e"))
    painter.strokePath(path, round_pen(style.colour(style.ink), 0.026))


def _star(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
    _glyph(painter, at, style, "leader", "#b3261e", 0.14)


def _cross(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
    arm, half = 0.155, 0.048
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRect(QRectF(at[0] - arm, at[1] - half, 2 * arm, 2 * half))
    path.addRect(QRectF(at[0] - half, at[1] - arm, 2 * half, 2 * arm))
    painter.strokePath(path.simplified(), round_pen(QColor(style.halo), 0.06))
    painter.fillPath(path, style.colour(style.ink))


def _glyph(painter: QPainter, at: Point, style: MapStyle, symbol: str, colour: str, unit: float) -> None:
    painter.save()
    painter.translate(at[0] - 1.5 * unit, at[1] - 1.06 * unit)
    painter.scale(unit, unit)
    shape = glyph(symbol).solid
    painter.strokePath(shape, round_pen(QColor(style.halo), 0.5))
    painter.fillPath(shape, style.colour(colour))
    painter.restore()


def _airfield(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:
    _dot(0.17, 0.0)(painter, at, style, seed)
    painter.save()
    painter.translate(at[0] - 1.5 * 0.09, at[1] - 0.09)
    painter.scale(0.09, 0.09)
    painter.fillPath(glyph("fighter").solid, style.colour(style.ink))
    painter.restore()


def _port(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
    x, y = at
    path = QPainterPath()
    path.addEllipse(QPointF(x, y - 0.13), 0.035, 0.035)
    path.moveTo(x, y - 0.095)
    path.lineTo(x, y + 0.15)
    path.moveTo(x - 0.07, y - 0.05)
    path.lineTo(x + 0.07, y - 0.05)
    path.moveTo(x - 0.14, y + 0.03)
    path.cubicTo(x - 0.12, y + 0.19, x + 0.12, y + 0.19, x + 0.14, y + 0.03)
    painter.strokePath(path, round_pen(QColor(style.halo), 0.1))
    painter.strokePath(path, round_pen(style.colour("#28506b"), 0.034))


def _factory(painter: QPainter, at: Point, style: MapStyle, seed: int) -> None:  # noqa: ARG001 - all signs alike
    x, y = at
    path = QPainterPath(QPointF(x - 0.18, y + 0.12))
    for dx, dy in (
        (-0.18, -0.02),
        (-0.06, -0.1),
        (-0.06, -0.02),
        (0.06, -0.1),
        (0.06, -0.02),
        (0.1, -0.02),
        (0.11, -0.2),
        (0.16, -0.2),
        (0.18, 0.12),
    ):
        path.lineTo(x + dx, y + dy)
    path.closeSubpath()
    painter.strokePath(path, round_pen(QColor(style.halo), 0.07))
    painter.fillPath(path, style.colour(style.city))


SIGNS: dict[str, Sign] = {
    "city": Sign(_city, 0.29, 0.32, 5),
    "factory": Sign(_factory, 0.22, 0.24, 4),
    "port": Sign(_port, 0.19, 0.24, 4),
    "fort": Sign(_fort, 0.2, 0.22, 3),
    "town": Sign(_dot(0.088, 0.034), 0.11, 0.235, 3),
    "airfield": Sign(_airfield, 0.19, 0.19, 2),
    "village": Sign(_dot(0.058, 0.0), 0.075, 0.19, 1),
    "dot": Sign(_dot(0.036, 0.036), 0.05, 0.18, 0),
    "star": Sign(_star, 0.19, 0.19, 2),
    "cross": Sign(_cross, 0.19, 0.19, 2),
}

LOOSE_SIGNS = frozenset({"town", "village", "dot"})
"""Signs small enough to stand on the lines through their cell wherever these run."""

CORNER_SIGNS = frozenset({"star", "cross"})
"""Signs that step aside for a town in the same cell."""

_ASIDE = ((0.0, 0.0), (0.33, 0.24), (-0.33, 0.24), (0.33, -0.24), (-0.33, -0.24))
SMALL = 0.72
"""The size of a sign that steps aside for a greater one."""


def spots(symbols: Sequence[str], centre: Point) -> list[Point]:
    """Where the signs of one cell stand: the greatest in the middle, the others round it."""
    order = sorted(range(len(symbols)), key=lambda n: (symbols[n] in CORNER_SIGNS, -SIGNS[symbols[n]].rank, n))
    found: list[Point] = [centre] * len(symbols)
    for n, index in enumerate(order):
        dx, dy = _ASIDE[n % len(_ASIDE)]
        found[index] = (centre[0] + dx, centre[1] + dy)
    return found
