"""Python's rubbish is collected in the window's thread only.

A collection runs in whatever thread happens to start it.  If that is a thread beside the window, and there are widgets
among the rubbish, they are destroyed outside the window's thread, and the program dies.  So collections are not left
to chance: a timer of the window makes them.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

INTERVAL = 700
"""Milliseconds between two looks."""


class Collector(QObject):
    """Collects rubbish at the times when Python itself would have, but here."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(INTERVAL)

    @Slot()
    def look(self) -> None:
        """Collect the generations that are due."""
        counts = gc.get_count()
        due = [n for n, (count, limit) in enumerate(zip(counts, self._thresholds, strict=True)) if count > limit]
        if due:
            gc.collect(max(due))


def collect_here(app: QCoreApplication) -> Collector:
    """Let this application collect rubbish in its own thread; asking again changes nothing."""
    found = app.findChild(Collector)
    return found if isinstance(found, Collector) else Collector(app)
