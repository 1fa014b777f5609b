"""Which part of the map is looked at, and how large: pure arithmetic."""

from __future__ import annotations

from math import log2

from PySide6.QtCore import QPointF, QRectF, QSizeF

SPILL = 1.03
"""How much larger than the view a map may be that still counts as seen whole: its rim is empty paper."""

STEP = 4
"""Zoom levels to a doubling; tiles are painted only at levels, so that each is sharp."""

NEAREST, FARTHEST = 150.0, 4.0
BASE = 48.0


def level_scale(level: int) -> float:
    """Pixels a cell at a zoom level; level 0 is the size of a printed map."""
    return BASE * float(2.0 ** (level / STEP))


def nearest_level(scale: float) -> int:
    """The level whose scale is nearest."""
    return round(STEP * log2(max(scale, 1e-3) / BASE))


LOWEST, HIGHEST = nearest_level(FARTHEST), nearest_level(NEAREST)


class Camera:
    """A view of a plane: the point in the middle and the zoom level."""

    def __init__(self) -> None:
        self.centre = QPointF(0, 0)
        self.level = 0
        self.former_level = 0
        self.size = QSizeF(1, 1)
        self.bounds = QRectF(0, 0, 1, 1)

    @property
    def scale(self) -> float:
        """Pixels a cell."""
        return level_scale(self.level)

    @property
    def seen(self) -> QRectF:
        """The part of the plane in view."""
        wide, high = self.size.width() / self.scale, self.size.height() / self.scale
        return QRectF(self.centre.x() - wide / 2, self.centre.y() - high / 2, wide, high)

    def to_map(self, at: QPointF) -> QPointF:
        """The point of the plane under a pixel."""
        return QPointF(
            self.centre.x() + (at.x() - self.size.width() / 2) / self.scale,
            self.centre.y() + (at.y() - self.size.height() / 2) / self.scale,
        )

    def to_view(self, at: QPointF) -> QPointF:
        """The pixel over a point of the plane."""
        return QPointF(
            (at.x() - self.centre.x()) * self.scale + self.size.width() / 2,
            (at.y() - self.centre.y()) * self.scale + self.size.height() / 2,
        )

    def zoom_to(self, level: int, at: QPointF) -> bool:
        """Go to a level and keep what lies under a pixel where it is; False if nothing changed."""
        level = min(HIGHEST, max(LOWEST, level))
        if level == self.level:
            return False
        fixed = self.to_map(at)
        self.former_level, self.level = self.level, level
        self.centre += fixed - self.to_map(at)
        return True

    def pan(self, pixels: QPointF) -> None:
        """Drag the plane by pixels; its bounds never leave the middle of the view."""
        self.centre -= pixels / self.scale
        self.hold()

    def hold(self) -> None:
        """Bring the middle of the view back onto the sheet."""
        self.centre.setX(min(self.bounds.right(), max(self.bounds.left(), self.centre.x())))
        self.centre.setY(min(self.bounds.bottom(), max(self.bounds.top(), self.centre.y())))

    def fit(self, rect: QRectF) -> None:
        """Show the whole of a rectangle at the largest level at which it fits."""
        wanted = min(self.size.width() / rect.width(), self.size.height() / rect.height())
        level = nearest_level(wanted)
        while level > LOWEST and level_scale(level) > wanted * SPILL:
            level -= 1
        self.former_level, self.level = self.level, min(HIGHEST, max(LOWEST, level))
        self.centre = rect.center()
