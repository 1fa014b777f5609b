"""Manners of a thread that thinks beside the window: the window goes first, and nobody sweeps up meanwhile.

Python hands the interpreter over every five milliseconds; a window that paints has to ask for it many times a frame,
so it is handed over faster while a bot thinks.  Rubbish lies until the bot is done, because a collection stops
everybody for as long as it takes.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication

from designer.rubbish import Collector

HANDOVER = 0.0005
"""Seconds after which a busy thread lets another run."""


class Manners:
    """Kept while any bot is at work."""

    def __init__(self) -> None:
        self._keeping = 0
        self._interval = sys.getswitchinterval()

    def begin(self) -> None:
        """A bot sets to work."""
        if self._keeping == 0:
            self._interval = sys.getswitchinterval()
            sys.setswitchinterval(HANDOVER)
            _sweep(False)
        self._keeping += 1

    def end(self) -> None:
        """A bot is done."""
        self._keeping -= 1
        if self._keeping == 0:
            sys.setswitchinterval(self._interval)
            _sweep(True)


def _sweep(on: bool) -> None:
    """Let the window collect rubbish, or let it lie."""
    app = QCoreApplication.instance()
    collector = app.findChild(Collector) if app is not None else None
    if isinstance(collector, Collector):
        collector.resting = not on


manners = Manners()
"""The interpreter is one, so its manners are."""
