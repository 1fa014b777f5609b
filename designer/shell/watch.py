"""Looking out for what other windows and programs write into the open library.

The database keeps a number that is another after every foreign write; to ask for it takes less than a fiftieth of a
millisecond and reads no page.  Only when it is another is anything read.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.errors import StavkaError
from engine.store.library import Library

INTERVAL = 400
"""Milliseconds between two looks."""


class Watch(QObject):
    """Says when somebody else has written to a library."""

    written = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._library: Library | None = None
        self._stamp = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)

    def begin(self, library: Library) -> None:
        """Watch this library from now on."""
        self._library = library
        self._stamp = self._asked()
        self._timer.start()

    def end(self) -> None:
        """Watch nothing any more."""
        self._library = None
        self._timer.stop()

    @Slot()
    def look(self) -> None:
        """Look now."""
        stamp = self._asked()
        if stamp != self._stamp:
            self._stamp = stamp
            self.written.emit()

    def _asked(self) -> int:
        """The library's number; the one known already where it cannot be asked, because every write will say why."""
        try:
            return self._stamp if self._library is None else self._library.stamp()
        except StavkaError:
            return self._stamp
