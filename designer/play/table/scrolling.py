"""A panel that scrolls up and down where there is too little room for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

DEEP = 4
"""Layouts within layouts: each tells the next of its new size only when it has found its own."""


def scrolled(panel: QWidget) -> QScrollArea:
    """A panel that can be scrolled where there is too little room for it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(panel)
    return area


def settle_layouts() -> None:
    """Let all layouts find their sizes now, so that nothing slides into place after a click."""
    for _ in range(DEEP):
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
