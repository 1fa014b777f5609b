"""The caption: a few words in the corner of the map where they hide the least, for a while."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, QTimer

from designer.labels import RichLabel
from designer.mapview import MapView
from designer.theme import current_theme, scaled
from engine.ids import Cell

LINGER = 7000
"""Milliseconds that a caption stays."""

WIDEST = 16_777_215
"""As wide as Qt lets a widget be."""

MARGIN = 12
"""Pixels between a caption and the rim of the map."""


class Caption(RichLabel):
    """Lies over the map and lets every click through."""

    def __init__(self, view: MapView) -> None:
        super().__init__("", view)
        self._view = view
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._hush = QTimer(self)
        self._hush.setSingleShot(True)
        self._hush.timeout.connect(self.hide)

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"background: {theme.panel}; color: {theme.text}; border: 1px solid {theme.line};"
            " border-radius: 6px; padding: 6px 10px;"
        )
        self.fit()

    def say(self, text: str, linger: int) -> None:
        """Say something for a while; 0 milliseconds: until more is said."""
        self._hush.stop()
        if text and linger:
            self._hush.start(linger)
        self.setVisible(bool(text))
        self.setText(text)
        self.fit()

    def fit(self) -> None:
        """Take the room that the words take."""
        self.ensurePolished()
        self.setFixedWidth(
            min(scaled(380), max(200, self._view.width() // 3, min(self._line, self._view.width() // 2)))
        )
        self.setMinimumHeight(0)  # a label measures no less than that, so it would keep the height of longer words
        self.setFixedHeight(max(0, self.heightForWidth(self.width())))

    @property
    def _line(self) -> int:
        """How wide its longest line is when none is broken."""
        self.setMinimumWidth(0)
        self.setMaximumWidth(WIDEST)
        self.setWordWrap(False)
        wide = self.sizeHint().width()
        self.setWordWrap(True)
        return wide

    def place(self, cells: Sequence[int], taken: QRect | None) -> None:
        """Stand in the corner where the fewest of these cells are hidden, and never on what is taken."""
        width, height = self.width(), self.height()
        right, low = self._view.width() - width - MARGIN, self._view.height() - height - MARGIN
        corners = [QRect(x, y, width, height) for y in (low, MARGIN) for x in (MARGIN, right)]
        half = round(self._view.scale / 2)
        points = [self._view.position_of(Cell(cell)).toPoint() for cell in cells if cell >= 0]
        hidden = [sum(map(box.adjusted(-half, -half, half, half).contains, points)) for box in corners]
        if taken is not None:
            hidden = [n + 1000 * box.intersects(taken) for n, box in zip(hidden, corners, strict=True)]
        self.move(corners[hidden.index(min(hidden))].topLeft())
