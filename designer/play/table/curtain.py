"""The curtain between two people's turns: it covers everything until the next player has sat down."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.labels import Label
from designer.mapview import MapView
from designer.play.table.sight import Vantage, vantage
from designer.theme import current_theme


class Curtain(QWidget):
    """Lies over the whole of its parent; only its button is left to press."""

    raised = Signal()
    """The next player is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title, self.note = Label(), Label()
        self.go = QPushButton()
        self._covered = parent
        self._looked: dict[int | None, Vantage] = {}
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addStretch(2)
        for widget in (self.title, self.note, self.go):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.go.clicked.connect(self.raised)
        parent.installEventFilter(self)
        self.dress()
        self.hide()

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        heading, theme = QFont(SERIF), current_theme()
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.8)
        self.title.setFont(heading)
        self.note.setStyleSheet(f"color: {theme.muted};")
        self.go.setStyleSheet(
            f"padding: 10px 22px; border-radius: 5px; background: {theme.accent}; color: {theme.on_accent};"
            " font-weight: 600;"
        )

    def fall(self, side: str) -> None:
        """Cover the table until the player of a side is there."""
        self.title.setText(f"The table goes to the {side} player")
        self.note.setText("Nothing is shown until that player has sat down.")
        self.go.setText(f"I am the {side} player: go on")
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.go.setFocus()

    def remember(self, side: int | None, view: MapView) -> None:
        """Keep in mind where the player who leaves the table looked."""
        if side is not None:
            self._looked[side] = vantage(view)

    def look_as(self, side: int | None, view: MapView) -> None:
        """Show the player who has come what he looked at last."""
        if side in self._looked:
            self._looked[side].take(view)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Nothing shines through."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_theme().panel))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as what is covered."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)
