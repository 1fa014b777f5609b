"""Small pictures of maps, for the library and the overview."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from designer.paint.map.scene import LAYERS, MapScene
from designer.paint.style import MapStyle
from engine.records import Rows

_QUIET = tuple(name for name in LAYERS if name not in ("numbers", "names"))


SLICE = 0.01
"""Seconds between two looks whether a picture is still wanted."""


def thumbnail(rows: Rows, size: QSize, wanted: Callable[[], bool]) -> QImage | None:
    """A scenario's map as a picture of exactly this size, cut to fill it; None once it is not wanted any more."""
    scene = MapScene(rows)
    west, north, east, south = scene.grid.bounds()
    whole = QRectF(west, north, east - west, south - north)
    scale = max(size.width() / whole.width(), size.height() / whole.height())
    wide, high = size.width() / scale, size.height() / scale
    part = QRectF(whole.center().x() - wide / 2, whole.center().y() - high / 2, wide, high)
    while wanted():
        if scene.prepare(part, scale, perf_counter() + SLICE):
            return _render(scene, part, size, scale)
    return None


def map_image(scene: MapScene, size: QSize, *, style: MapStyle | None = None, names: bool = False) -> QImage:
    """The whole sheet as a picture, stretched to this size."""
    scale = size.width() / scene.bounds.width()
    return _render(scene, scene.bounds, size, scale, style=style, names=names)


def _render(
    scene: MapScene,
    part: QRectF,
    size: QSize,
    scale: float,
    *,
    style: MapStyle | None = None,
    names: bool = True,
) -> QImage:
    image = QImage(size.expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
    image.fill(QColor(scene.style.margin))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-part.topLeft())
    shown = (*_QUIET, "names") if names else _QUIET
    scene.paint(painter, part, scale, shown=shown, style=style)
    painter.end()
    return image
