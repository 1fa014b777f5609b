"""Python's rubbish is collected in the window's thread only.

A collection runs in whatever thread happens to start it.  If that is a thread beside the window, and there are widgets
among the rubbish, they are destroyed outside the window's thread, and the program dies.  So collections are not left
to chance: a timer of the window makes them.

Looking through a large scenario takes a tenth of a second, which is felt while one types.  What took long to look
through is therefore left out of later looks until something large is closed.
"""

from __future__ import annotations

import gc
from time import thread_time

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

INTERVAL = 700
"""Milliseconds between two looks."""

LONG = 0.02
"""Seconds of a look that nobody shall wait for twice."""

LATER = 1000
"""Milliseconds after something large is closed until all of it is gone and can be swept up."""

MORE = 0.1
"""Seconds of looks that may be left out beyond what the last sweep took; counting objects would take long itself."""


class Collector(QObject):
    """Collects rubbish at the times when Python itself would have, but here."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._left_out = self._swept = 0.0
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(INTERVAL)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.sweep)

    @Slot()
    def look(self) -> None:
        """Collect the generations that are due."""
        counts = gc.get_count()
        due = [n for n, (count, limit) in enumerate(zip(counts, self._thresholds, strict=True)) if count > limit]
        if due:
            self._collect(max(due))

    def _collect(self, generation: int) -> None:
        began = thread_time()
        gc.collect(generation)
        took = thread_time() - began
        if took > LONG:
            gc.freeze()
            self._left_out += took
            if self._left_out > self._swept + MORE:
                self.sweep()

    def sweep_later(self) -> None:
        """Sweep in a moment."""
        self._later.start(LATER)

    @Slot()
    def sweep(self) -> None:
        """Look through everything, also what was left out of other looks."""
        self._later.stop()
        began = thread_time()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._left_out, self._swept = 0.0, thread_time() - began


def collect_here(app: QCoreApplication) -> Collector:
    """Let this application collect rubbish in its own thread; asking again changes nothing."""
    found = app.findChild(Collector)
    return found if isinstance(found, Collector) else Collector(app)


def sweep_soon() -> None:
    """Something large has been closed: have everything looked through, if this application collects its rubbish."""
    app = QCoreApplication.instance()
    found = app.findChild(Collector) if app is not None else None
    if isinstance(found, Collector):
        found.sweep_later()
