"""The head of the orders in which plans are made: plan or not, do it, clear it, and what it comes to."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.play.elided import ElidedLabel
from designer.theme import current_theme

NOTHING = "Plan: draw moves first, then make them together."
"""What is said where nothing is planned."""


class PlanBar(QWidget):
    """Buttons that keep their places, and a note with room of its own."""

    toggled = Signal(bool)
    done = Signal()
    cleared = Signal()

    def __init__(self, *, moving: bool) -> None:
        super().__init__()
        self._moving = moving
        self.plan, self.do, self.clear = QPushButton("Plan"), QPushButton("Do the plan"), QPushButton("Clear")
        self.plan.setCheckable(True)
        self.plan.setToolTip("Draw moves and attacks without doing them: click goals and enemies, and see the odds (P)")
        self.do.setToolTip("Carry out what is planned, one after the other")
        self.clear.setToolTip("Forget what is planned")
        self.note = ElidedLabel()
        line = QHBoxLayout()
        for button in (self.plan, self.do, self.clear):
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 6)
        layout.addLayout(line)
        layout.addWidget(self.note)
        if not moving:  # and never shown otherwise: without a parent that would be a window of its own
            self.plan.hide()
        self.plan.toggled.connect(self.toggled)
        self.do.clicked.connect(self.done)
        self.clear.clicked.connect(self.cleared)
        self.dress()

    def dress(self) -> None:
        """Take the colours and the type of the theme."""
        self.note.setFixedHeight(self.note.sizeHint().height())
        self.note.setStyleSheet(f"color: {current_theme().muted};")

    def show_plan(self, words: str) -> None:
        """Say what is planned; with nothing planned there is nothing to do or to clear."""
        for button in (self.do, self.clear):
            button.setEnabled(bool(words))
        self.note.setText(words or (NOTHING if self._moving else ""))
