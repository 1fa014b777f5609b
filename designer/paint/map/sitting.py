"""One sitting of painting: what every layer needs to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from designer.paint.map.chunks import Chunk, DrawnPath
from designer.paint.map.geometry import Geometry
from designer.paint.map.labels import PlacedName
from designer.paint.map.stamps import Stamps
from designer.paint.style import MapStyle
from engine.ids import Cell

_WIDEST = (0.3, 5.0)
"""The widest pen, in cells and in pixels."""


def widened(rect: QRectF, scale: float) -> QRectF:
    """A part of the map, and as much round it as the widest pen reaches."""
    reach = max(_WIDEST[0], _WIDEST[1] / scale) / 2
    return rect.adjusted(-reach, -reach, reach, reach)


@dataclass
class Sitting:
    """Which part of the map is painted, at which scale, with which inks; with stamps if it is for the screen."""

    painter: QPainter
    geometry: Geometry
    style: MapStyle
    rect: QRectF
    scale: float
    labels: list[PlacedName]
    stamps: Stamps | None = None
    rank: int = 0

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells in this part of the map or near it."""
        return self.geometry.cells_in(self.rect)

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks that may draw here."""
        return self.geometry.chunks_in(self.near)

    @cached_property
    def near(self) -> QRectF:
        """Where a line may lie that a pen draws into this part of the map."""
        return widened(self.rect, self.scale)

    @cached_property
    def inland(self) -> bool:
        """Whether the map's edge is out of sight."""
        west, north, east, south = self.geometry.grid.bounds()
        return QRectF(west + 1, north + 1, east - west - 2, south - north - 2).contains(self.rect)

    def width(self, wished: float, pixels: float) -> float:
        """A line's width in cells, never thinner than some pixels."""
        return max(wished, pixels / self.scale)

    def joined(self, parts: Iterable[DrawnPath | None]) -> QPainterPath:
        """Those of these parts that lie near as one path, so that a thin ink never lies on itself."""
        whole = QPainterPath()
        whole.setFillRule(Qt.FillRule.WindingFill)
        for part in parts:
            if part is not None and part.rect.intersects(self.near):
                whole.addPath(part.path)
        return whole
