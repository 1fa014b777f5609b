"""A panel that scrolls up and down where there is too little room for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from designer.theme import scaled

LEAST = 90
"""Pixels below which a part is too low to be scrolled by itself, at the usual text size."""

DEEP = 4
"""Layouts within layouts: each tells the next of its new size only when it has found its own."""


class Scrolled(QScrollArea):
    """Shows a panel that scrolls up and down, never sideways; parts that scroll by themselves hear of its room."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(panel)
        self._panel = panel

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let what scrolls inside know how much room there is."""
        super().resizeEvent(event)
        for part in (self._panel, *self._panel.findChildren(Heedful)):
            if isinstance(part, Heedful):
                part.heed(self.viewport().height())


class Heedful(QWidget):
    """A part that is laid out by how much of it can be seen."""

    def heed(self, room: int) -> None:
        """Hear how many pixels are in sight at once."""
        raise NotImplementedError


class Scrolling(Heedful):
    """A head that stands still over a part that scrolls; where the room is too low for both they scroll as one."""

    def __init__(self, head: QWidget, below: QWidget) -> None:
        super().__init__()
        self._head, self._content, self._below = head, below, Scrolled(below)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(head)
        layout.addWidget(self._below, 1)

    def heed(self, room: int) -> None:
        """Scroll by oneself where there is room for it, else leave that to whatever lies round it."""
        short = room < self._head.sizeHint().height() + scaled(LEAST)
        self._below.setMinimumHeight(self._content.sizeHint().height() if short else 0)
        policy = Qt.ScrollBarPolicy
        self._below.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if short else policy.ScrollBarAsNeeded)


def scrolled(panel: QWidget) -> Scrolled:
    """A panel that can be scrolled where there is too little room for it."""
    return Scrolled(panel)


def settle_layouts() -> None:
    """Let all layouts find their sizes now, so that nothing slides into place after a click."""
    for _ in range(DEEP):
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
