"""The notice: a bar that says one sentence and may offer one thing to do about it, without blocking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from designer.icons import icon
from designer.labels import Label
from designer.theme import current_theme, scaled

Tone = Literal["good", "warning", "bad"]

_ICONS: dict[Tone, str] = {
    "good": "mdi6.check-circle-outline",
    "warning": "mdi6.alert-outline",
    "bad": "mdi6.alert-circle-outline",
}
MARGIN, WIDEST = 14, 860
"""Pixels between the notice and the edge of the page, and how wide it is at most."""

LINGER = 12_000
"""Milliseconds after which good news goes away by itself."""


class Notice(QFrame):
    """One sentence over the foot of the page, with an optional button; nothing on the page moves for it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._page = parent
        parent.installEventFilter(self)
        self._sign = Label()
        self._text = Label()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = QPushButton()
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip("Dismiss")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 8, 6)
        layout.addWidget(self._sign)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.close_button)
        self.foot: Callable[[], int] = lambda: 0
        """How tall the foot of the page is that must stay in sight."""
        self._action: Callable[[], object] | None = None
        self._tone: Tone = "good"
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.button.clicked.connect(self._act)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """What the notice says, empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_text(
        self, text: str, tone: Tone = "good", offer: str = "", action: Callable[[], object] | None = None
    ) -> None:
        """Say a sentence; with an offer, show a button that takes it up."""
        self._tone = tone
        self._text.setText(text)
        self.button.setText(offer)
        self.button.setVisible(bool(offer))
        self._action = action
        self.dress()
        self.show()
        self.raise_()
        self._timer.stop()
        if tone == "good":
            self._timer.start(LINGER)

    def dress(self) -> None:
        """Take the colours of the theme."""
        theme = current_theme()
        self._sign.setPixmap(icon(_ICONS[self._tone], self._tone).pixmap(20, 20))
        self.close_button.setIcon(icon("mdi6.close", "muted"))
        self.setStyleSheet(
            f"#notice {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 6px;"
            f" border-left: 4px solid {theme.colour(self._tone).name()}; }}"
        )
        self._lie()

    def _lie(self) -> None:
        """Lie in the middle over the foot of the page, as tall as the sentence needs."""
        page = self._page.rect()
        wide = min(page.width() - 2 * MARGIN, max(scaled(WIDEST), self.minimumSizeHint().width()))
        high = max(self.heightForWidth(wide), self.minimumSizeHint().height())
        self.setGeometry((page.width() - wide) // 2, page.height() - self.foot() - high - MARGIN, wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the page when it changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._lie()
        return super().eventFilter(watched, event)

    def _act(self) -> None:
        action, self._action = self._action, None
        self.hide()
        if action is not None:
            action()
