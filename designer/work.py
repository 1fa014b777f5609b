"""Work beside the window: a function runs in a thread, its answer comes back to the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal, Slot

T = TypeVar("T")


class _Relay(QObject):
    """Carries one answer from the thread to the window."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject, hear: Callable[[_Relay, Any, Exception | None], None]) -> None:
        super().__init__(parent)
        self._hear = hear
        self.done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)
        self.failed.connect(self._on_failed, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _on_done(self, answer: object) -> None:
        self._hear(self, answer, None)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._hear(self, None, error)


class _Job(QRunnable):
    """One function to run in a thread."""

    def __init__(self, function: Callable[[], Any], relay: _Relay) -> None:
        super().__init__()
        self._function = function
        self._relay = relay

    def run(self) -> None:
        """Run the function; the window hears of its answer or its error."""
        try:
            answer = self._function()
        except Exception as error:
            self._send(self._relay.failed, error)
        else:
            self._send(self._relay.done, answer)

    @staticmethod
    def _send(signal: Any, value: object) -> None:
        try:
            signal.emit(value)
        except RuntimeError:
            return  # the window was closed while the thread was still at work


class Worker(QObject):
    """Runs functions in threads for one widget; an answer to an outdated question is dropped."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._newest: dict[str, int] = {}
        self._relays: set[_Relay] = set()

    def ask(self, topic: str, function: Callable[[], T], done: Callable[[T], None],
            failed: Callable[[Exception], None] | None = None) -> None:
        """Run a function; only the newest question of a topic is answered."""
        ticket = self._newest.get(topic, 0) + 1
        self._newest[topic] = ticket

        def hear(relay: _Relay, answer: Any, error: Exception | None) -> None:
            self._relays.discard(relay)
            relay.deleteLater()
            if self._newest.get(topic) != ticket:
                return
            if error is None:
                done(answer)
            elif failed is None:
                raise error
            else:
                failed(error)

        relay = _Relay(self, hear)
        self._relays.add(relay)
        QThreadPool.globalInstance().start(_Job(function, relay))

    def busy(self) -> bool:
        """Whether a thread is still at work for this widget."""
        return bool(self._relays)


class Debounce(QObject):
    """Calls a function once, a moment after the last time it was asked to."""

    def __init__(self, parent: QObject, milliseconds: int, function: Callable[[], None]) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(milliseconds)
        self._timer.timeout.connect(self._fire)
        self._function = function

    @Slot()
    def _fire(self) -> None:
        self._function()

    def poke(self) -> None:
        """Ask for a call; asking again puts it off."""
        self._timer.start()

    def now(self) -> None:
        """Call at once."""
        self._timer.stop()
        self._function()
