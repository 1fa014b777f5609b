"""The strip under the map: what a click would do, or why it would do nothing; two lines, and never more or less."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from designer.labels import RichLabel, bare, rich
from designer.theme import current_theme

LINES = 2
SHRINK = (1.0, 0.92, 0.85)
"""The sizes of type that are tried, as shares of the usual."""


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
        self._fit()

    def _fit(self) -> None:
        """Set a text smaller that is too long; what is then still cut is told under the mouse."""
        for share in SHRINK:
            points, colour = self.font().pointSizeF() * share, getattr(current_theme(), self._tone)
            said = rich("<span style='color:{}; font-size:{}pt'>{}</span>", colour, f"{points:.1f}", self._said)
            self.setText(said)
            if self.heightForWidth(self.width()) <= self.height():
                self.setToolTip("")
                return
        self.setToolTip(bare(said))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another text."""
        super().resizeEvent(event)
        self._fit()

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        theme = current_theme()
        self.setStyleSheet(
            f"background: {theme.panel}; border-top: 1px solid {theme.line}; padding: 2px 12px; color: {theme.muted};"
        )
        self.setFixedHeight(LINES * self.fontMetrics().lineSpacing() + 9)
        self.say(self._said, self._tone)
