"""A label of one line that ends in dots where it is too long, and tells all of it on hovering."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel


class ElidedLabel(QLabel):
    """Never asks for more room than it is given, so that nothing around it jumps."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setMinimumWidth(60)

    def sizeHint(self) -> QSize:
        """As tall as a line."""
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 4, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(60, self.fontMetrics().height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, or as much of it as there is room for."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(self.text() if shown != self.text() else "")
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
