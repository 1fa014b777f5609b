"""The film: a stretch of the game shown again, move by move, at the pace that is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from designer.play.running.pace import linger
from designer.play.table.sight import Vantage, vantage

if TYPE_CHECKING:
    from designer.play.view import PlayView

LEAST = 25
"""Milliseconds between two moves however fast the film is."""


class Film(QObject):
    """Runs over entries of the log and comes back to the present; the game itself stands still."""

    ended = Signal()
    """The present is shown again."""

    def __init__(self, view: PlayView) -> None:
        super().__init__(view)
        self._view = view
        self._next, self._last = 0, 0
        self._from: Vantage | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    @property
    def running(self) -> bool:
        """Whether it is being shown."""
        return self._last > 0

    def run(self, first: int, last: int) -> None:
        """Show what the entries from the first up to the last did."""
        self._next, self._last = first, last
        self._from = vantage(self._view.map)
        self._view.looking.watch(first)
        self._view.refresh()
        self._timer.start(LEAST)

    def hurry(self) -> None:
        """Show the next move without waiting any longer."""
        if self.running:
            self._timer.start(0)

    def stop(self) -> None:
        """Back to the present, and to what was looked at before."""
        if self.running:
            self._timer.stop()
            self._last = 0
            self._view.back_to_present()
            if self._from is not None:
                self._from.take(self._view.map)
            self.ended.emit()

    def _step(self) -> None:
        view, game = self._view, self._view.session.game
        if self._next >= min(self._last, game.cursor):
            self.stop()
            return
        entry = game.log[self._next]
        self._next += 1
        view.looking.step_to(self._next)
        wait = linger(entry.events, view.session.speed) if entry.action is not None else 0
        self._timer.start(max(LEAST, wait))
