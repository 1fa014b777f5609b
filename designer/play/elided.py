"""A label of one line: set smaller where it is too long, then ended in dots; hovering tells all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent

from designer.labels import Label

SHRINK = (1.0, 0.93, 0.87, 0.8)
"""The sizes tried, from the label's own down."""


class ElidedLabel(Label):
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

    def fitting(self) -> QFont:
        """The largest type in which the text fits, or the smallest there is."""
        made = QFont(self.font())
        for share in SHRINK:
            made.setPointSizeF(self.font().pointSizeF() * share)
            if QFontMetrics(made).horizontalAdvance(self.text()) <= self.width():
                break
        return made

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, or as much of it as there is room for."""
        painter = QPainter(self)
        painter.setFont(self.fitting())
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(self.text() if shown != self.text() else "")
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
