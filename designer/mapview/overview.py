"""The overview map: the whole sheet small, with a frame round what is in view."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.mapview.view import MapView
from designer.paint.colours import faded
from designer.paint.thumbnail import map_image
from designer.theme import current_theme


class OverviewMap(QWidget):
    """A small map beside the large one; click or drag to go there."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 80)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Click or drag to go there")
        view.changed.connect(self.update)
        view.edited.connect(self._soon)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(400)
        self._later.timeout.connect(self.refresh)

    def sizeHint(self) -> QSize:
        """The shape of a sheet."""
        return QSize(240, 170)

    def _soon(self) -> None:
        """Wait for the end of a stroke before the small map is painted anew."""
        self._later.start()

    def refresh(self) -> None:
        """Paint the small map anew, as after edits."""
        self._image = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint it anew at its new size."""
        super().resizeEvent(event)
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, and the frame."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), current_theme().colour("window"))
        if self._view.has_scene:
            self._paint_map(painter)
        painter.end()

    def _paint_map(self, painter: QPainter) -> None:
        target = self._target()
        ratio = self.devicePixelRatioF()
        if self._image is None:
            self._image = map_image(self._view.scene, (target.size() * ratio).toSize())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self._image, QRectF(self._image.rect()))
        bounds, seen = self._view.scene.bounds, self._view.camera.seen
        unit = target.width() / bounds.width()
        frame = QRectF(
            target.x() + (seen.x() - bounds.x()) * unit, target.y() + (seen.y() - bounds.y()) * unit,
            seen.width() * unit, seen.height() * unit,
        ).intersected(target)
        painter.setBrush(faded("#ffffff", 0.16))
        painter.setPen(QPen(QColor("#8c3b2a"), 1.6))
        painter.drawRect(frame)

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
