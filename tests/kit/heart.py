"""A heart that beats in the window's thread, to see for how long it ever stood still."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer

BEAT = 5
"""Milliseconds between two beats."""


class Heart:
    """Beats every few milliseconds and remembers what a clock showed between two beats.

    With the clock of the thread it is the window's own work that counts, whatever other programs take of the processor;
    with the clock on the wall it is what a hand at the mouse would wait.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.gaps: list[float] = []
        self._clock = clock
        self._last = clock()
        self.timer = QTimer()
        self.timer.timeout.connect(self._beat)
        self.timer.start(BEAT)

    def _beat(self) -> None:
        now = self._clock()
        self.gaps.append(now - self._last)
        self._last = now

    def stop(self) -> float:
        """Stop beating; the answer is the longest time between two beats."""
        self.timer.stop()
        return max(self.gaps)
