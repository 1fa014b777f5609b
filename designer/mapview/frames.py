"""What a widget may know of the frame that it is painting."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget


def photographed(widget: QWidget, painter: QPainter) -> bool:
    """Whether this is a picture of the widget, as `grab` takes it, and no frame on the screen.

    A frame must be ready in time and may be completed by the next one; a picture must be complete.
    """
    store, engine = widget.backingStore(), painter.paintEngine()
    return store is None or engine is None or engine.paintDevice() is not store.paintDevice()
