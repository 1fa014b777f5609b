"""Markers on the map: small counters in the upper corner of their cells, over the units there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from designer.mapview.view import MapView
from designer.paint.markers import MarkerFace, marker_pixmap
from engine.ids import Cell

SIDE = 0.42
"""A marker's side in cells."""

_CORNER = QPointF(-0.56, -0.52)
_STEP = 0.3
_LEAST = 13
"""Pixels below which a marker is not drawn smaller."""


@dataclass(frozen=True)
class LaidMarker:
    """A marker in a cell, under the key by which its owner knows it."""

    key: object
    cell: Cell
    face: MarkerFace


class Markers:
    """The markers that one view shows."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._laid: list[tuple[LaidMarker, int]] = []
        self.chosen: object = None
        self._carried: tuple[LaidMarker, QPointF] | None = None
        view.add_overlay(self._draw)

    def set(self, markers: Iterable[LaidMarker]) -> None:
        """Show these markers and no others; those of one cell lie side by side."""
        count: dict[Cell, int] = {}
        self._laid = []
        for marker in markers:
            place = count.get(marker.cell, 0)
            count[marker.cell] = place + 1
            self._laid.append((marker, place))
        self._view.update()

    def carry(self, marker: LaidMarker | None, at: QPointF | None = None) -> None:
        """Let a marker hang at a point in map units, or none."""
        self._carried = (marker, at) if marker is not None and at is not None else None
        self._view.update()

    def __len__(self) -> int:
        return len(self._laid)

    def hit(self, at: QPointF) -> LaidMarker | None:
        """The marker under a point in map units, the uppermost first."""
        return next((marker for marker, place in reversed(self._laid) if self._rect(marker, place).contains(at)), None)

    def middle(self, key: object) -> QPointF:
        """The middle of a marker in map units."""
        return next(self._rect(marker, place).center() for marker, place in self._laid if marker.key == key)

    def _rect(self, marker: LaidMarker, place: int) -> QRectF:
        corner = self._view.scene.anchor(marker.cell) + _CORNER + QPointF(place * _STEP, 0)
        return QRectF(corner.x(), corner.y(), SIDE, SIDE)

    def _draw(self, painter: QPainter, scale: float) -> None:
        if not self._view.counters_shown:
            return
        transform, ratio = painter.transform(), self._view.devicePixelRatioF()
        pixels = max(_LEAST, round(SIDE * scale))
        painter.resetTransform()
        corners = [(marker, self._rect(marker, place).topLeft()) for marker, place in self._laid]
        if self._carried is not None:
            corners.append((self._carried[0], self._carried[1] - QPointF(SIDE / 2, SIDE / 2)))
        for marker, at in corners:
            corner = transform.map(at)
            made = marker_pixmap(marker.face, pixels, ratio, selected=marker.key == self.chosen)
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), made)
