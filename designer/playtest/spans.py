"""Intervals as little pictures in the cells of a table: a bar, a dot at the mean, and a line to hold it against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from designer.theme import current_theme, scaled

SPAN = Qt.ItemDataRole.UserRole.value + 1
"""Where a cell keeps its interval."""

EDGE = 10
"""Room at both ends of the scale."""


@dataclass(frozen=True)
class Span:
    """An interval about a mean on a scale from `left` to `right`, with what it is held against."""

    mean: float
    low: float
    high: float
    left: float
    right: float
    mark: float | None = None
    tone: str = "accent"
    """The colour of the theme in which it is drawn."""

    def at(self, value: float) -> float:
        """Where a value lies on the scale, from 0 to 1."""
        wide = self.right - self.left
        return min(max((value - self.left) / wide, 0.0), 1.0) if wide > 0 else 0.5


class SpanDelegate(QStyledItemDelegate):
    """Paints the interval that a cell keeps, and every other cell as usual."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        super().paint(painter, option, index)
        span = index.data(SPAN)
        if isinstance(span, Span):
            styled: Any = option  # Qt's own fields are not declared
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            _draw(painter, QRectF(styled.rect).adjusted(EDGE, 0, -EDGE, 0), span)
            painter.restore()


def _draw(painter: QPainter, box: QRectF, span: Span) -> None:
    theme, middle, tall = current_theme(), box.center().y(), box.height()

    def x(value: float) -> float:
        return box.left() + span.at(value) * box.width()

    painter.setPen(QPen(theme.colour("line"), 1))
    painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
    if span.mark is not None:
        painter.setPen(QPen(theme.colour("muted"), scaled(2)))
        painter.drawLine(QPointF(x(span.mark), middle - 0.34 * tall), QPointF(x(span.mark), middle + 0.34 * tall))
    colour = theme.colour(span.tone)
    band = QColor(colour)
    band.setAlpha(110)
    half = 0.14 * tall
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band)
    wide = max(x(span.high) - x(span.low), 1.0)
    painter.drawRoundedRect(QRectF(x(span.low), middle - half, wide, 2 * half), half, half)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(x(span.mean), middle), 0.17 * tall, 0.17 * tall)
