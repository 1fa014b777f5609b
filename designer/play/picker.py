"""The stack picker: the units of a crowded hex side by side, each to be clicked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from designer.paint.colours import faded
from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace
from designer.theme import current_theme

SIDE = 58
GAP = 6


class StackPicker(QWidget):
    """Counters in a row over the map, beside their hex."""

    picked = Signal(int, bool)
    """A piece was clicked; whether Ctrl or Shift was held."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self.pieces: list[int] = []
        self._faces: list[CounterFace] = []
        self._chosen: frozenset[int] = frozenset()
        self._able: frozenset[int] = frozenset()
        self.hide()

    def offer(self, counters: Sequence[tuple[int, CounterFace]], able: frozenset[int], at: QPoint, away: int) -> None:
        """Show these counters near a point, far enough from it not to cover the hex."""
        self.pieces = [piece for piece, _ in counters]
        self._faces = [face for _, face in counters]
        self._able = able
        self.resize(len(counters) * (SIDE + GAP) + GAP, SIDE + 2 * GAP)
        area = self._map.rect()
        x = min(max(area.left() + 4, at.x() - self.width() // 2), area.right() - self.width() - 4)
        y = at.y() - away - self.height() if at.y() - away - self.height() > 4 else at.y() + away
        self.move(x, y)
        self.show()
        self.raise_()

    def choose(self, pieces: Sequence[int]) -> None:
        """Mark the chosen ones."""
        self._chosen = frozenset(pieces)
        self.update()

    def rect_of(self, piece: int) -> QRect:
        """Where a piece lies."""
        return QRect(GAP + self.pieces.index(piece) * (SIDE + GAP), GAP, SIDE, SIDE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The counters on a dark band."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(current_theme().line))
        painter.setBrush(faded("#26231d", 0.78))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 7, 7)
        for piece, face in zip(self.pieces, self._faces, strict=True):
            painter.setOpacity(1.0 if piece in self._able or not self._able else 0.45)
            pixmap = counter_pixmap(face, SIDE, self.devicePixelRatioF(), selected=piece in self._chosen)
            painter.drawPixmap(QPointF(self.rect_of(piece).topLeft()), pixmap)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a counter."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        for piece in self.pieces:
            if self.rect_of(piece).contains(event.position().toPoint()):
                self.picked.emit(piece, bool(held))
                return
