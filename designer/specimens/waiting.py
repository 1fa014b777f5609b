"""Waiting for a window that is about to be photographed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QEventLoop, QTimer

PATIENCE = 90.0
"""Seconds to wait for work beside the window."""


def settle(milliseconds: int = 120, until: Callable[[], bool] | None = None) -> None:
    """Let the window work for a moment, or until something has come about."""
    end = monotonic() + PATIENCE
    while True:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()
        if until is None or until() or monotonic() > end:
            return
