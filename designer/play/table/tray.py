"""The tray: counters off the map that can be clicked, or dragged onto it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from designer.labels import Label
from designer.paint.counter import counter_pixmap
from designer.paint.faces import CounterFace
from designer.theme import current_theme, scaled

SIDE = 62
"""A counter at the usual text size; it grows with it, as the words below it do."""

GAP, LARGEST = 8, 80
"""Between counters; and as large as they become."""

WIDEST = 99
"""How far apart counters lie at most; with larger text they make room for their names."""

APART = 6
"""Pixels between the names of neighbours."""

SMALL = 0.82
"""The size of the words below a counter, as a share of the usual."""


LINES = 3
"""Lines of words that there may be below a counter."""

ROUNDED = 1
"""Pixels by which a line that was measured to fit may be found too long, because its width was rounded."""

ELIDED = Qt.TextElideMode.ElideRight

MANY = 24
"""Counters above which some are looked for by their names."""


@dataclass(frozen=True)
class TrayCounter:
    """A counter on the tray: its piece, its face, two lines below it and what hovering tells."""

    piece: int
    face: CounterFace
    caption: str = ""
    below: str = ""
    tip: str = ""


def _side() -> int:
    return scaled(SIDE, LARGEST)


class TrayField(QWidget):
    """The counters in rows; a press takes one up, letting go elsewhere drops it there."""

    taken = Signal(int)
    carried = Signal(int, QPoint)
    """A counter hangs at the mouse: the piece and the place on the screen."""
    dropped = Signal(int, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self._laid: list[TrayCounter] = []
        self._words: tuple[QFont, int, int] | None = None
        """The type in which the words were measured last, how far apart the counters lie for them, and how tall they
        are: there may be hundreds of them."""
        self._chosen: int | None = None
        self._held: int | None = None
        self._from = QPoint()
        self._dragging = False
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)

    def lay(self, counters: Sequence[TrayCounter], chosen: int | None) -> None:
        """Show these counters, one of them chosen."""
        self._laid, self._chosen = list(counters), chosen
        self._words = None
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Rows wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How tall the rows are at a width."""
        columns = max(1, (width - GAP) // self._pitch())
        rows = -(-len(self._laid) // columns)
        return rows * (_side() + self._caption() + GAP) + GAP

    def _pitch(self) -> int:
        """From one counter to the next: as near as the longest name allows, within limits."""
        return self._sizes()[1]

    def _type(self) -> QFont:
        """The type of the words below the counters."""
        made = QFont(self.font())
        made.setPointSizeF(made.pointSizeF() * SMALL)
        return made

    def _caption(self) -> int:
        """How tall those words are: as many lines as one of the counters needs."""
        return self._sizes()[2]

    def _sizes(self) -> tuple[QFont, int, int]:
        type_ = self._type()
        if self._words is None or self._words[0] != type_:
            self._words = (type_, *self._measured(QFontMetrics(type_)))
        return self._words

    def _measured(self, metrics: QFontMetrics) -> tuple[int, int]:
        near = _side() + GAP
        rows = (self._lines(one, metrics, near - APART) for one in self._laid)
        wanted = [metrics.horizontalAdvance(line) for lines in rows for line in lines]
        pitch = min(max([near, *(wide + APART for wide in wanted)]), scaled(SIDE + GAP, WIDEST))
        lines = max((len(self._lines(one, metrics, pitch - APART)) for one in self._laid), default=1)
        return pitch, lines * metrics.height()

    @staticmethod
    def _lines(laid: TrayCounter, metrics: QFontMetrics, room: int) -> list[str]:
        """The words below a counter: a long name may take a second line and a third, but for what stands below it."""
        rows, most = [""], LINES - bool(laid.below)
        for word in laid.caption.split(" "):
            longer = f"{rows[-1]} {word}".strip()
            if rows[-1] and len(rows) < most and metrics.horizontalAdvance(longer) > room:
                rows.append(word)
            else:
                rows[-1] = longer
        return [*rows, *([laid.below] if laid.below else [])]

    def written(self, laid: TrayCounter) -> list[str]:
        """The words below a counter as they are seen: a line that is too long for its room ends in dots."""
        metrics, wide = QFontMetrics(self._type()), self._pitch() - APART
        most = wide + ROUNDED
        return [metrics.elidedText(line, ELIDED, most) for line in self._lines(laid, metrics, wide)]

    def sizeHint(self) -> QSize:
        """Four counters abreast."""
        wide = 4 * self._pitch() + GAP
        return QSize(wide, self.heightForWidth(wide))

    def rect_of(self, piece: int) -> QRect:
        """Where a piece lies."""
        index = next(index for index, laid in enumerate(self._laid) if laid.piece == piece)
        return self._place(index)

    def _place(self, index: int) -> QRect:
        pitch = self._pitch()
        row, column = divmod(index, max(1, (self.width() - GAP) // pitch))
        high = _side() + self._caption()
        left = GAP + column * pitch + (pitch - GAP - _side()) // 2
        return QRect(left, GAP + row * (high + GAP), _side(), high)

    def _at(self, point: QPoint) -> TrayCounter | None:
        return next((laid for index, laid in enumerate(self._laid) if self._place(index).contains(point)), None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lay the counters out, as far as they are in sight."""
        painter, theme = QPainter(self), current_theme()
        ratio = self.devicePixelRatioF()
        painter.setFont(self._type())
        line, wide = painter.fontMetrics().height(), self._pitch() - APART
        for index, laid in enumerate(self._laid):
            place = self._place(index)
            if not place.adjusted(-GAP, -GAP, GAP, GAP).intersects(event.rect()):
                continue
            painter.setOpacity(0.35 if self._dragging and laid.piece == self._held else 1.0)
            pixmap = counter_pixmap(laid.face, _side(), ratio, selected=laid.piece == self._chosen)
            painter.drawPixmap(QPointF(place.topLeft()), pixmap)
            lines = self.written(laid)
            for row, text in enumerate(lines):
                painter.setPen(QColor(theme.muted if laid.below and row == len(lines) - 1 else theme.text))
                spot = QRect(place.left() + (_side() - wide) // 2, place.top() + _side() + row * line, wide, line)
                painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a counter up."""
        laid = self._at(event.position().toPoint())
        if laid is not None and event.button() == Qt.MouseButton.LeftButton:
            self._held, self._from, self._dragging = laid.piece, event.position().toPoint(), False
            self.taken.emit(laid.piece)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry it, or tell what lies under the mouse."""
        at = event.position().toPoint()
        if self._held is None:
            laid = self._at(at)
            self.setToolTip(laid.tip if laid else "")
            return
        if (at - self._from).manhattanLength() >= QApplication.startDragDistance():
            self._dragging = True
        if self._dragging:
            self.carried.emit(self._held, event.globalPosition().toPoint())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        held, dragging = self._held, self._dragging
        self._held, self._dragging = None, False
        if held is not None and dragging:
            self.dropped.emit(held, event.globalPosition().toPoint())
        self.update()


class Tray(QWidget):
    """A heading, the field of counters, and where there are many of them a field to find some."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = Label(heading)
        self.heading.setWordWrap(True)
        self.seek = QLineEdit()
        self.seek.setPlaceholderText("Find")
        self.seek.setClearButtonEnabled(True)
        self.seek.hide()
        self.seek.textChanged.connect(lambda _text: self._show())
        self.field = TrayField()
        self._counters: list[TrayCounter] = []
        self._chosen: int | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidget(self.field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        head = QHBoxLayout()
        head.addWidget(self.heading, 2)
        head.addWidget(self.seek, 1)
        layout.addLayout(head)
        layout.addWidget(self._scroll, 1)
        self.everybody = QPushButton()
        """Sets down all at once that have one place to go."""
        self.everybody.hide()
        layout.addWidget(self.everybody)
        self.dress()

    def lay(self, counters: Sequence[TrayCounter], chosen: int | None) -> None:
        """Show these counters, one of them chosen."""
        self._counters, self._chosen = list(counters), chosen
        self.seek.setVisible(len(counters) > MANY or bool(self.seek.text()))
        self._show()

    def _show(self) -> None:
        """Lay out whatever is looked for."""
        word = self.seek.text().strip().casefold()
        self.field.lay([one for one in self._counters if word in f"{one.caption} {one.tip}".casefold()], self._chosen)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.heading.setStyleSheet(f"color: {current_theme().muted}; font-weight: 600;")
