"""What a turn costs a player: clicks and keys that reach the widgets, and how long the window keeps him waiting."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.play.view import PlayView

POINT, CLICK, KEY, THOUGHT = 1.1, 0.2, 0.28, 1.35
"""Seconds of the keystroke-level model: bring the mouse there, press it, press a key, make up one's mind."""


@dataclass
class Labour:
    """Stands in for QTest in a hand: does the same, counts it, and waits until the window is ready for the next."""

    view: PlayView
    clicks: int = 0
    keys: int = 0
    thoughts: int = 0
    """Decisions made by the player, told by whoever plays."""
    waits: list[float] = field(default_factory=list)
    """Seconds of processor time of the window's thread after each, which other work on the machine hardly lengthens."""

    def mouseMove(self, *args: Any) -> None:
        """Moving costs time to point, which a click's price holds."""
        QTest.mouseMove(*args)

    def mouseClick(self, *args: Any) -> None:
        """A click, and the wait after it."""
        self.clicks += 1
        self._wait_after(QTest.mouseClick, *args)

    def mouseDClick(self, *args: Any) -> None:
        """A double click, after its first press: twice the button, once the way."""
        self.clicks += 1
        self._wait_after(QTest.mouseDClick, *args)

    def keyClick(self, *args: Any) -> None:
        """A key, and the wait after it."""
        self.keys += 1
        self._wait_after(QTest.keyClick, *args)

    def _wait_after(self, gesture: Any, *args: Any) -> None:
        session, before, late = self.view.session, time.thread_time(), time.monotonic() + 120
        gesture(*args)
        QApplication.processEvents()
        while (session.thinking or session.my_decision is None) and time.monotonic() < late:
            QApplication.processEvents()
        self.waits.append(time.thread_time() - before)

    @property
    def by_model(self) -> float:
        """Seconds that a practised player needs by the keystroke-level model."""
        return self.clicks * (POINT + CLICK) + self.keys * KEY + self.thoughts * THOUGHT

    def __str__(self) -> str:
        waited = f"{sum(self.waits):.1f} s waited (longest {1000 * max(self.waits):.0f} ms)"
        counted = f"{self.clicks} clicks, {self.keys} keys, {self.thoughts} decisions"
        return f"{counted}: {self.by_model:.0f} s by the keystroke-level model, {waited}"
