"""Pictures in memory, and what can be asked of them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from designer.paint.counter import paint_counter
from designer.paint.faces import CounterFace
from designer.paint.map.scene import MapScene


def picture_of(scene: MapScene, part: QRectF, scale: float, **options: object) -> QImage:
    """A part of a map as it is painted at a scale."""
    image = QImage(QSize(round(part.width() * scale), round(part.height() * scale)), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-part.topLeft())
    scene.paint(painter, part, scale, **options)  # type: ignore[arg-type]
    painter.end()
    return image


def counter_picture(face: CounterFace, pixels: int = 96, **options: object) -> QImage:
    """A counter on a transparent ground."""
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    paint_counter(painter, QRectF(0, 0, pixels, pixels), face, **options)  # type: ignore[arg-type]
    painter.end()
    return image


def contrast(one: QImage, two: QImage) -> int:
    """The greatest difference of any pixel in any colour, from 0 to 255; a level or two is rounding."""
    a, b = (
        np.frombuffer(bytes(image.convertToFormat(QImage.Format.Format_RGB32).constBits()), np.uint8).astype(int)
        for image in (one, two)
    )
    return int(np.abs(a - b).max())


def difference(one: QImage, two: QImage) -> int:
    """How many pixels of two pictures of one size are not alike."""
    return sum(one.pixel(x, y) != two.pixel(x, y) for x in range(one.width()) for y in range(one.height()))
