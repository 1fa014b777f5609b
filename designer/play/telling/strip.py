"""The strip under the map: what a click would do, or why it would do nothing; two lines, and never more or less."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy

from designer.labels import RichLabel, rich
from designer.theme import current_theme

LINES = 2


class Strip(RichLabel):
    """Says one thing at a time, in the colour of its tone; no text of it moves anything."""

    def __init__(self) -> None:
        super().__init__()
        self._said, self._tone = "", "muted"
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.dress()

    def say(self, text: str, tone: str = "muted") -> None:
        """Say something; a text that is no markup of ours is plain."""
        self._said, self._tone = text, tone
        self.setText(rich("<span style='color:{}'>{}</span>", getattr(current_theme(), tone), text))

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 2px 12px; color: {theme.muted};"
        )
        self.setFixedHeight(LINES * self.fontMetrics().lineSpacing() + 9)
        self.say(self._said, self._tone)
