"""The right side of the print dialog: the pages as they will be printed, one at a time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from designer.icons import icon
from designer.labels import Label
from designer.printing.brush import Brush, white
from designer.printing.pages import Page
from designer.theme import current_theme
from designer.work import Debounce, Worker

_MARGIN = 16
_SCREEN_MM = 96 / 25.4
_ZOOMS = (("page", "Whole page"), ("width", "Page width"), ("100", "Actual size"), ("200", "Twice as large"))


def page_image(page: Page, brush: Brush, dots: float) -> QImage:
    """A page as a picture of so many dots to the millimetre."""
    image = QImage(max(1, round(page.width * dots)), max(1, round(page.height * dots)), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    white(painter, page, dots)
    brush.paint(painter, page, dots)
    painter.end()
    return image


class PageSheet(QWidget):
    """The picture of one page on the table, or a sentence why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self.size_wanted = QSize(100, 100)

    def show_image(self, image: QImage | None) -> None:
        """Show a picture, or nothing."""
        self.image = image
        self.update()

    def sizeHint(self) -> QSize:
        """As large as the page with the table round it."""
        return self.size_wanted + QSize(2 * _MARGIN, 2 * _MARGIN)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The page with a soft shadow."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().colour("table"))
        page = QRectF(
            (self.width() - self.size_wanted.width()) / 2,
            (self.height() - self.size_wanted.height()) / 2,
            self.size_wanted.width(),
            self.size_wanted.height(),
        )
        for step in (4, 3, 2, 1):
            painter.fillRect(page.adjusted(-step / 2, 0, step, step * 1.4), QColor(0, 0, 0, 22))
        painter.fillRect(page, QColor("#ffffff"))
        if self.image is not None:
            painter.drawImage(page, self.image)


class Preview(QWidget):
    """Pages to leaf through; pictures are painted beside the window."""

    def __init__(self, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._pages: list[Page] = []
        self._titles: list[str] = []
        self._brush: Brush | None = None
        self.index = 0
        self.sheet = PageSheet()
        self.says = Label()
        self.place = Label()
        self.zoom = QComboBox()
        self._area = QScrollArea()
        self._again = Debounce(self, 60, self._render)
        self._lay_out()

    def _lay_out(self) -> None:
        self._area.setWidget(self.sheet)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.sheet.installEventFilter(self)
        self.says.setWordWrap(True)
        self.says.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.says.setMargin(40)
        self.says.hide()
        for key, name in _ZOOMS:
            self.zoom.addItem(name, key)
        self.zoom.currentIndexChanged.connect(lambda _index: self._render())
        self.zoom.setToolTip("How large the page is shown")
        self.back = _button("mdi6.chevron-left", "Previous page (Page Up)")
        self.next = _button("mdi6.chevron-right", "Next page (Page Down)")
        self.back.clicked.connect(lambda: self.turn(-1))
        self.next.clicked.connect(lambda: self.turn(1))
        bar = QHBoxLayout()
        bar.addWidget(self.back)
        bar.addWidget(self.place, 1)
        bar.addWidget(self.next)
        bar.addSpacing(12)
        bar.addWidget(self.zoom)
        self.place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.place.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.says, 1)
        layout.addLayout(bar)

    def show_pages(self, pages: Sequence[Page], titles: Sequence[str], brush: Brush) -> None:
        """Show other pages; the place is kept as far as it can be."""
        self._pages, self._titles, self._brush = list(pages), list(titles), brush
        self.index = max(0, min(self.index, len(self._pages) - 1))
        self.says.hide()
        self._area.show()
        self._render()

    def say(self, sentence: str) -> None:
        """Show a sentence instead of pages."""
        self._pages, self._titles = [], []
        self.sheet.show_image(None)
        self._area.hide()
        self.says.setText(sentence)
        self.says.show()
        self._label()

    def turn(self, pages: int) -> None:
        """Leaf forward or back."""
        wanted = max(0, min(self.index + pages, len(self._pages) - 1))
        if wanted != self.index:
            self.index = wanted
            self.sheet.show_image(None)
            self._area.verticalScrollBar().setValue(0)
            self._render()

    def _label(self) -> None:
        many = len(self._pages)
        self.place.setText(f"{self._titles[self.index]}: {self.index + 1} of {many} pages" if many else "")
        self.back.setEnabled(self.index > 0)
        self.next.setEnabled(self.index < many - 1)

    def _render(self) -> None:
        self._label()
        if not self._pages or self._brush is None:
            return
        page, brush = self._pages[self.index], self._brush
        scale = self._scale(page)
        self.sheet.size_wanted = QSize(round(page.width * scale), round(page.height * scale))
        self.sheet.setMinimumSize(self.sheet.sizeHint() if self.zoom.currentData() != "page" else QSize(50, 50))
        dots = scale * self.devicePixelRatioF()
        self._worker.ask("page", lambda: page_image(page, brush, dots), self.sheet.show_image)

    def _scale(self, page: Page) -> float:
        """Pixels to a millimetre."""
        room = self._area.viewport().size()
        wide, high = max(50, room.width() - 2 * _MARGIN), max(50, room.height() - 2 * _MARGIN)
        mode = self.zoom.currentData()
        if mode == "width":
            return (wide - 16) / page.width
        if mode in ("100", "200"):
            return min(_SCREEN_MM * int(mode) / 100, 6000 / max(page.width, page.height))
        return min(wide / page.width, high / page.height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page to the room."""
        super().resizeEvent(event)
        self._again.poke()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaf with the keyboard."""
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Home: -10_000, Qt.Key.Key_End: 10_000}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turn(step)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaf with the wheel while the whole page is in sight."""
        if isinstance(event, QWheelEvent) and self.zoom.currentData() == "page":
            self.turn(-1 if event.angleDelta().y() > 0 else 1)
            return True
        return super().eventFilter(watched, event)


def _button(name: str, tip: str) -> QToolButton:
    made = QToolButton()
    made.setIcon(icon(name))
    made.setToolTip(tip)
    made.setAutoRaise(True)
    return made
