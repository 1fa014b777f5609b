"""A label of a few lines: set smaller where it is too long, then ended in dots; hovering tells all of it."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from designer.labels import Label, RichLabel, bare, rich

SHRINK = (1.0, 0.93, 0.87, 0.8)
"""The sizes tried, from the label's own down."""

SLACK = 2
"""Pixels by which the height of lines is rounded."""

_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)


class ElidedLabel(Label):
    """Never asks for more room than it is given, so that nothing around it jumps."""

    resized = Signal()

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._lines = 1
        self.more = ""
        """What hovering tells besides."""
        self.setMinimumWidth(60)

    @property
    def lines(self) -> int:
        """How many lines the text may take."""
        return self._lines

    def take_lines(self, most: int) -> None:
        """Take as few lines as the text fits into, and so many where it fits into none."""
        before, self._lines = self._lines, 1
        while self._lines < most and not self.fits():
            self._lines += 1
        if self._lines != before:
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As tall as its lines, of which all but the first are set small."""
        high = self.fontMetrics().height()
        more = round((self.lines - 1) * high * SHRINK[-1])
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 4, high + more + 2)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(60, self.fontMetrics().height() + 2)

    def fitting(self) -> QFont:
        """The largest type in which the text fits, or the smallest there is."""
        made = QFont(self.font())
        for share in SHRINK:
            made.setPointSizeF(self.font().pointSizeF() * share)
            if self._fits(QFontMetrics(made)):
                break
        return made

    def fits(self) -> bool:
        """Whether all of the text is seen."""
        return self._fits(QFontMetrics(self.fitting()))

    def _fits(self, type_: QFontMetrics) -> bool:
        if self._lines == 1:
            return type_.horizontalAdvance(self.text()) <= self.width()
        most = max(self.height(), self._lines * self._least())  # it may not have been given its height yet
        return self._tall(type_, self.text()) <= min(self._lines * type_.height(), most) + SLACK

    def _wrapped(self, type_: QFontMetrics) -> str:
        """The text on its lines; one that is too long even for them ends in dots on the last."""
        if self._fits(type_):
            return self.text()
        words = self.text().split(" ")
        tall = self._lines * type_.height() + SLACK
        most = bisect_left(range(len(words)), True, key=lambda many: self._tall(type_, _first(words, many)) > tall)
        return _first(words, max(1, most - 1))

    def _tall(self, type_: QFontMetrics, text: str) -> int:
        """How tall a text is on lines of its width."""
        return type_.boundingRect(QRect(0, 0, self.width(), 10_000), _WRAPPED, text).height()

    def _least(self) -> int:
        """The height of a line in the smallest type."""
        made = QFont(self.font())
        made.setPointSizeF(made.pointSizeF() * SHRINK[-1])
        return QFontMetrics(made).height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another text."""
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The text, or as much of it as there is room for."""
        painter = QPainter(self)
        painter.setFont(self.fitting())
        painter.setPen(self.palette().color(self.foregroundRole()))
        if self.lines > 1:
            shown = self._wrapped(painter.fontMetrics())
            painter.drawText(self.rect(), _WRAPPED, shown)
            self._tell(self.text() if shown != self.text() else "")
        else:
            shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
            self._tell(self.text() if shown != self.text() else "")
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()

    def _tell(self, cut: str) -> None:
        """Let hovering tell what was cut off, and whatever there is besides."""
        self.setToolTip("\n".join(part for part in (cut, self.more) if part))


class OddsLine(RichLabel):
    """A line with bold words in it: set smaller where it is too long; hovering tells what still has no room."""

    def __init__(self) -> None:
        super().__init__()
        self._ways: tuple[str, ...] = ("",)
        self.more = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def dress(self) -> None:
        """Take the type of the theme."""
        self.setFixedHeight(self.fontMetrics().height() + 2)
        self._fit()

    def show_line(self, text: str, more: str = "", shorter: str = "") -> None:
        """Show a text, or a shorter one where it has no room, and tell something besides under the mouse."""
        self._ways, self.more = (text, shorter) if shorter else (text,), more
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another type."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        usual, first = self.font().pointSizeF(), self._ways[0]
        whole = any(self._set(text, usual * share) for text in self._ways for share in SHRINK)
        cut = "" if whole and bare(first) in bare(self.text()) else bare(first)
        self.setToolTip("\n".join(part for part in (cut, self.more) if part))

    def _set(self, text: str, points: float) -> bool:
        """Set a text in a size, and tell whether all of it is seen."""
        self.setText(rich("<span style='font-size:{}pt'>{}</span>", f"{points:.1f}", text))
        return self.sizeHint().width() <= self.width()


def _first(words: list[str], many: int) -> str:
    """The first words of a text that goes on."""
    return f"{' '.join(words[:many])}…"
