"""The overview map: the whole sheet small, with the units as specks and a frame round what is in view."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from time import perf_counter

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.mapview.frames import photographed
from designer.mapview.stacks import SHARE
from designer.mapview.tiles import merged
from designer.mapview.view import MapView
from designer.paint.colours import faded
from designer.paint.map.scene import LAYERS, MapScene
from designer.theme import current_theme

STRIP = 8
"""Pixels of the small map that are painted in one go."""

BUDGET = 0.004
"""Seconds of painting before the window gets its turn again."""

SPECK = 4.0
"""The least side of a stack, in pixels."""

_SHOWN = tuple(name for name in LAYERS if name not in ("numbers", "names"))


class OverviewMap(QWidget):
    """A small map beside the large one; click or drag to go there."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._scene: MapScene | None = None
        self._image = QImage()
        self._touched: list[QRectF] = []
        self._waiting: list[QRect] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 80)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Click or drag to go there")
        view.changed.connect(self.update)
        view.restacked.connect(self.update)
        view.edited.connect(self._soon)
        self._later = self._timer(400, self.refresh)
        self._work = self._timer(5, self._go_on)

    def _timer(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(milliseconds)
        made.timeout.connect(then)
        return made

    def sizeHint(self) -> QSize:
        """The shape of a sheet."""
        return QSize(240, 170)

    @property
    def picture(self) -> QImage:
        """The small map, so far as it is painted."""
        return self._image

    def _soon(self, touched: list[QRectF] | None) -> None:
        """Wait for the end of a stroke before the small map is painted anew."""
        if touched is None:
            self._forget()
        else:
            self._touched += touched
            self._later.start()

    def _forget(self) -> None:
        """Begin the small map again when it is next shown."""
        self._scene = None
        self._touched.clear()
        self._waiting.clear()
        self.update()

    def refresh(self) -> None:
        """Paint anew what edits have touched."""
        if self._scene is not None and not self._image.isNull():
            unit, corner = self._image.width() / self._scene.bounds.width(), self._scene.bounds.topLeft()
            for rect in merged(self._touched):
                at, size = (rect.topLeft() - corner) * unit, rect.size() * unit
                left, top = floor(at.x()) - 1, floor(at.y()) - 1
                self._waiting.append(QRect(left, top, ceil(size.width()) + 3, ceil(size.height()) + 3))
        self._touched.clear()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint it anew at its new size."""
        super().resizeEvent(event)
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, and the frame."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), current_theme().colour("window"))
        if self._view.has_scene:
            self._begin()
            if photographed(self, painter):
                while self._waiting:
                    self._paint_part(self._waiting.pop(0))
            self._paint_map(painter)
        painter.end()
        if self._waiting:
            self._work.start()

    def _begin(self) -> None:
        """Start a new small map if there is none of this scene at this size."""
        if self._scene is self._view.scene:
            return
        self._scene = self._view.scene
        size = (self._target().size() * self.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1))
        self._image = QImage(size, QImage.Format.Format_RGB32)
        self._image.fill(QColor(self._scene.style.margin))
        self._waiting = [QRect(0, top, size.width(), STRIP) for top in range(0, size.height(), STRIP)]

    def _go_on(self) -> None:
        """Paint a little more of the small map."""
        end = perf_counter() + BUDGET
        while self._waiting and perf_counter() < end:
            self._paint_part(self._waiting.pop(0))
        self.update()

    def _paint_part(self, pixels: QRect) -> None:
        assert self._scene is not None
        bounds = self._scene.bounds
        scale = self._image.width() / bounds.width()
        painter = QPainter(self._image)
        painter.setClipRect(pixels)
        painter.fillRect(pixels, QColor(self._scene.style.margin))
        painter.scale(scale, scale)
        painter.translate(-bounds.topLeft())
        part = QRectF(QPointF(pixels.topLeft()) / scale + bounds.topLeft(), pixels.size().toSizeF() / scale)
        self._scene.paint(painter, part, scale, shown=_SHOWN)
        painter.end()

    def _paint_map(self, painter: QPainter) -> None:
        target = self._target()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self._image, QRectF(self._image.rect()))
        bounds, seen = self._view.scene.bounds, self._view.camera.seen
        unit = target.width() / bounds.width()
        self._paint_units(painter, target, unit)
        frame = QRectF(
            target.x() + (seen.x() - bounds.x()) * unit,
            target.y() + (seen.y() - bounds.y()) * unit,
            seen.width() * unit,
            seen.height() * unit,
        ).intersected(target)
        painter.setBrush(faded("#ffffff", 0.16))
        painter.setPen(QPen(QColor("#8c3b2a"), 1.6))
        painter.drawRect(frame)

    def _paint_units(self, painter: QPainter, target: QRectF, unit: float) -> None:
        """A speck in the colour of its uppermost counter for every stack."""
        side, bounds, scene = max(SPECK, unit * SHARE), self._view.scene.bounds, self._view.scene
        painter.setPen(QPen(QColor("#2b2620"), 0.8))
        for stack in self._view.stacks:
            at = target.topLeft() + (scene.anchor(stack.cell) - bounds.topLeft()) * unit
            painter.setBrush(QColor(stack.faces[-1].colour))
            painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side))

    def _target(self) -> QRectF:
        """Where the small map lies in the widget."""
        bounds = self._view.scene.bounds
        unit = min((self.width() - 4) / bounds.width(), (self.height() - 4) / bounds.height())
        wide, high = bounds.width() * unit, bounds.height() * unit
        return QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        if not self._view.has_scene:
            return
        target, bounds = self._target(), self._view.scene.bounds
        unit = target.width() / bounds.width()
        at = event.position() - target.topLeft()
        self._view.centre_at(QPointF(bounds.x() + at.x() / unit, bounds.y() + at.y() / unit))
