"""What the window shows while a game is made ready beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QProgressBar, QPushButton, QVBoxLayout, QWidget

from designer.fonts import SERIF
from designer.labels import Label
from designer.theme import scaled


class Preparing(QWidget):
    """A word, a bar that moves, and the way back."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.word = Label()
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedSize(scaled(220), 8)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancelled)
        layout = QVBoxLayout(self)
        layout.setSpacing(14)
        layout.addStretch(2)
        for widget in (self.word, self.busy, self.cancel):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.dress()

    def dress(self) -> None:
        """Take the type of the theme."""
        heading = QFont(SERIF)
        heading.setPointSizeF(QApplication.font().pointSizeF() * 1.4)
        self.word.setFont(heading)

    def say(self, what: str) -> None:
        """Say what is being prepared."""
        self.word.setText(f"Preparing {what} …")
