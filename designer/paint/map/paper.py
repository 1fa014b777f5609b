"""The paper: a faint grain, the same on every machine."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QImage, QPainter, QTransform

_SIZE = 256


@lru_cache(maxsize=2)
def grain(strength: int = 9) -> QImage:
    """A tile of grain that repeats without a seam: dark and light specks of low alpha."""
    y, x = np.mgrid[0:_SIZE, 0:_SIZE].astype(np.uint32)
    fine = _hash(x, y, 1)
    soft = sum(np.roll(fine, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) / 9
    fibres = np.roll(_hash(x // 5, y, 2), 0) * 0.5 + _hash(x, y // 7, 3) * 0.5
    value = (fine - 0.5) * 0.5 + (soft - 0.5) * 1.6 + (fibres - 0.5) * 0.35
    pixels = np.zeros((_SIZE, _SIZE, 4), np.uint8)
    alpha = np.clip(np.abs(value) * strength * 2.6, 0, 40).astype(np.uint8)
    for channel, ink in enumerate((30, 50, 70)):
        pixels[..., channel] = np.where(value < 0, ink * alpha.astype(np.uint16) // 255, alpha)
    pixels[..., 3] = alpha
    data = pixels.tobytes()
    return QImage(data, _SIZE, _SIZE, _SIZE * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _hash(
    x: np.ndarray[tuple[int, int], np.dtype[np.uint32]], y: np.ndarray[tuple[int, int], np.dtype[np.uint32]], seed: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    mixed = (x * np.uint32(374761393) + y * np.uint32(668265263) + np.uint32(seed * 97)).astype(np.uint32)
    mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(1274126177)
    return ((mixed ^ (mixed >> np.uint32(16))) / np.float64(4294967296)).astype(np.float64)


def paint_grain(painter: QPainter, rect: QRectF, scale: float) -> None:
    """Lay the grain over a rectangle, one speck to a pixel, fixed to the map."""
    brush = QBrush(grain())
    brush.setTransform(QTransform.fromScale(1 / scale, 1 / scale))
    painter.fillRect(rect, brush)
