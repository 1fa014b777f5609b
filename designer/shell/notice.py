"""The notice: a bar that says one sentence and may offer one thing to do about it, without blocking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from designer.icons import icon
from designer.theme import current_theme

Tone = Literal["good", "warning", "bad"]

_ICONS: dict[Tone, str] = {
    "good": "mdi6.check-circle-outline",
    "warning": "mdi6.alert-outline",
    "bad": "mdi6.alert-circle-outline",
}
LINGER = 12_000
"""Milliseconds after which good news goes away by itself."""


class Notice(QFrame):
    """One sentence above the page, with an optional button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._sign = QLabel()
        self._text = QLabel()
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
        self._action: Callable[[], object] | None = None
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
        theme = current_theme()
        colour = theme.colour(tone)
        self._text.setText(text)
        self._sign.setPixmap(icon(_ICONS[tone], tone).pixmap(20, 20))
        self.close_button.setIcon(icon("mdi6.close", "muted"))
        self.button.setText(offer)
        self.button.setVisible(bool(offer))
        self._action = action
        self.setStyleSheet(
            f"#notice {{ background: {theme.panel}; border: 0; border-bottom: 1px solid {theme.line};"
            f" border-left: 4px solid {colour.name()}; }}"
        )
        self.show()
        self._timer.stop()
        if tone == "good":
            self._timer.start(LINGER)

    def _act(self) -> None:
        action, self._action = self._action, None
        self.hide()
        if action is not None:
            action()
