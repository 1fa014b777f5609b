"""The strip under the map: what a click would do, or why it would do nothing; two lines, and never more or less."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from designer.labels import RichLabel, bare, rich
from designer.theme import BASE_POINTS, current_theme

LINES = 2
SHRINK = (1.0, 0.92, 0.85, 0.75, 0.66)
"""The sizes of type that are tried, as shares of the usual; the last has room for a third line."""

LEAST = BASE_POINTS * 0.85
"""Points below which no type is set, however large or small the text is asked for."""


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
        """Set a text smaller that is too long; what is too long even then ends in dots, and is told under the mouse."""
        usual = self.font().pointSizeF()
        sizes = [usual * share for share in SHRINK if share == 1.0 or usual * share >= LEAST]
        whole = any(self._set(self._said, points) for points in sizes)
        self.setToolTip("" if whole else bare(self._said))
        if not whole:
            words = bare(self._said).split(" ")
            most = bisect_left(range(len(words)), True, key=lambda many: not self._set(_first(words, many), sizes[-1]))
            self._set(_first(words, max(1, most - 1)), sizes[-1])

    def _set(self, text: str, points: float) -> bool:
        """Set a text in a size, and tell whether all of it is seen."""
        colour = getattr(current_theme(), self._tone)
        self.setText(rich("<span style='color:{}; font-size:{}pt'>{}</span>", colour, f"{points:.1f}", text))
        return self.heightForWidth(self.width()) <= self.height()

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


def _first(words: list[str], many: int) -> str:
    """The first words of a text that goes on."""
    return f"{' '.join(words[:many])}…"
