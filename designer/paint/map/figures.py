"""The figures that terrain is drawn with: crowns of trees, hachured hills, ridges, reeds, stones, grass.

A figure is drawn round the origin, in cells.  There are a few of every sort, so that none is seen to repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from designer.paint.map.mesh import noise


@dataclass(frozen=True, eq=False)
class InkedPath:
    """A path of a figure and its ink; filled, or drawn with a pen of that width."""

    ink: str
    path: QPainterPath
    width: float = 0.0


Figure = tuple[InkedPath, ...]


@dataclass(frozen=True)
class Sort:
    """How a pattern is strewn: how far apart, how far from the end of its terrain, how full, and with which figures."""

    step: tuple[float, float]
    margin: float
    full: float
    many: int
    make: Callable[[int], Figure]


@lru_cache(maxsize=64)
def figures(pattern: str) -> tuple[Figure, ...]:
    """The figures of a pattern; none for one that is only a tint."""
    sort = SORTS.get(pattern)
    return tuple(sort.make(kind) for kind in range(sort.many)) if sort else ()


@lru_cache(maxsize=64)
def reach(pattern: str) -> float:
    """How far the figures of a pattern reach from their middle."""
    rects = [
        part.path.boundingRect().adjusted(-part.width, -part.width, part.width, part.width)
        for figure in figures(pattern)
        for part in figure
    ]
    whole = QRectF()
    for rect in rects:
        whole = whole.united(rect)
    return max(-whole.left(), whole.right(), -whole.top(), whole.bottom(), 0.01)


def _tree(kind: int) -> Figure:
    """A crown seen from above, uneven, with a soft shade on the side away from the light."""
    radius, turn = 0.052 + 0.007 * (kind % 4), kind * 1.3
    tone = ("leaf", "leaves", "bough")[kind % 3]
    return InkedPath(tone, _crown(radius, turn)), InkedPath("shade", _crescent(radius, turn))


def _lobed(radius: float, turn: float, angle: float) -> QPointF:
    """A point of a crown's rim."""
    far = radius * (1 + 0.10 * sin(3 * angle + turn) + 0.06 * sin(5 * angle - 2 * turn))
    return QPointF(far * cos(angle), far * 0.94 * sin(angle))


def _crown(radius: float, turn: float) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([_lobed(radius, turn, 2 * pi * n / 11) for n in range(12)]))
    return path


def _crescent(radius: float, turn: float) -> QPainterPath:
    """The rim away from the light, from one end of the shade to the other and back inside it."""
    angles = [-0.75 + 3.3 * n / 6 for n in range(7)]
    outer = [_lobed(radius, turn, angle) for angle in angles]
    inner = [outer[n] * (1 - 0.42 * sin(pi * n / 6)) for n in range(5, 0, -1)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([*outer, *inner, outer[0]]))
    return path


def _reed(kind: int) -> Figure:
    """Broken lines of water, one above the other; now and then a tuft stands in them."""
    water, tuft = QPainterPath(), QPainterPath()
    for line in range(2 + kind % 2):
        half = 0.045 + 0.055 * noise(kind, line, 11)
        x, y = 0.05 * (noise(kind, line, 12) - 0.5), (line - 0.5) * 0.05
        water.moveTo(x - half, y)
        water.lineTo(x + half, y)
    if kind % 3 == 0:
        for lean in (-0.026, -0.01, 0.01, 0.026):
            tuft.moveTo(lean * 0.4, -0.03)
            tuft.lineTo(lean, -0.075 + abs(lean) * 0.7)
    return InkedPath("strokes", water, 0.013), InkedPath("strokes", tuft, 0.011)


def _hill(kind: int) -> Figure:
    """A hillside in hachures: long and close where it lies in the shade, running out towards the light."""
    wide, high = 0.12 + 0.09 * noise(kind, 21), 0.085 + 0.05 * noise(kind, 22)
    lean, spread = 0.9 + 0.5 * (noise(kind, 26) - 0.5), 1.25 + 0.5 * noise(kind, 27)
    lit, dark = QPainterPath(), QPainterPath()
    count = 17
    for n in range(count):
        away = (2 * (n + 0.4 * noise(kind, n, 23)) / count - 1) * spread
        angle, shaded = lean + away, cos(away * 0.9)
        start = 0.45 + 0.1 * noise(kind, n, 24)
        end = start + 0.16 + 0.42 * max(0.0, shaded) * (0.75 + 0.4 * noise(kind, n, 25))
        path = dark if shaded > 0.55 else lit
        path.moveTo(wide * start * cos(angle), high * start * sin(angle))
        path.lineTo(wide * end * cos(angle), high * end * sin(angle))
    return InkedPath("fine", lit, 0.008), InkedPath("strokes", dark, 0.011)


def _ridge(kind: int) -> Figure:
    """A crest with slopes in hachures on both sides, the one in the shade bold."""
    crest, lit, dark = QPainterPath(), QPainterPath(), QPainterPath()
    lean = (noise(kind, 31) - 0.5) * 0.7
    steps = 12
    line = [_crest(kind, n / steps, lean) for n in range(steps + 1)]
    crest.addPolygon(QPolygonF(line))
    for n, at in enumerate(line):
        taper = 1 - abs(2 * n / steps - 1) ** 2.2
        for share in (0.0, 0.5):
            if share and n == steps:
                continue
            x, y = at.x() + share * 0.32 / steps, at.y()
            down = 0.03 + 0.10 * taper * (0.7 + 0.5 * noise(kind, n, 32, int(share * 2)))
            dark.moveTo(x + 0.008, y + 0.008)
            dark.lineTo(x + 0.008 + down * 0.42, y + down)
        if n % 2 == 0:
            up = 0.02 + 0.045 * taper
            lit.moveTo(at.x() - 0.008, at.y() - 0.012)
            lit.lineTo(at.x() - 0.008 - up * 0.6, at.y() - up)
    return InkedPath("fine", lit, 0.008), InkedPath("strokes", dark, 0.010), InkedPath("strokes", crest, 0.010)


def _crest(kind: int, share: float, lean: float) -> QPointF:
    x = (share - 0.5) * 0.32
    return QPointF(x, x * lean + 0.022 * sin(7 * share + kind) + 0.012 * sin(17 * share + 2 * kind))


def _stone(kind: int) -> Figure:
    size, path = 0.026 + 0.018 * noise(kind, 41), QPainterPath()
    path.moveTo(-size, size * 0.6)
    path.lineTo(-size * 0.2, -size * 0.7)
    path.lineTo(size, size * 0.5)
    return (InkedPath("fine", path, 0.012),)


def _grass(kind: int) -> Figure:
    lean, path = 0.02 * sin(2.1 * kind), QPainterPath()
    for away in (-0.02, 0.02):
        path.moveTo(away * 0.3, 0)
        path.lineTo(away + lean, -0.045)
    return (InkedPath("fine", path, 0.011),)


SORTS: dict[str, Sort] = {
    "woods": Sort((0.142, 0.118), 0.02, 0.94, 12, _tree),
    "marsh": Sort((0.25, 0.165), 0.07, 0.82, 9, _reed),
    "hills": Sort((0.33, 0.25), 0.13, 0.9, 10, _hill),
    "mountains": Sort((0.40, 0.26), 0.15, 0.94, 10, _ridge),
    "rough": Sort((0.2, 0.17), 0.07, 0.9, 4, _stone),
    "steppe": Sort((0.34, 0.26), 0.07, 0.9, 4, _grass),
}
