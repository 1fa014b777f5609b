"""Work beside the window: a function runs in a thread, its answer comes back to the window's thread.

The window looks for answers at short intervals while any are due, so that no thread ever touches it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer, Slot

T = TypeVar("T")

LOOK = 15
"""Milliseconds between two looks for answers."""


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="stavka")


class _Question:
    """A function at work, and who wants to hear of it."""

    def __init__(
        self,
        topic: str,
        ticket: int,
        future: Future[Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None] | None,
    ) -> None:
        self.topic = topic
        self.ticket = ticket
        self.future = future
        self._done = done
        self._failed = failed

    def answer(self) -> None:
        """Hand the answer over."""
        error = self.future.exception()
        if error is None:
            self._done(self.future.result())
        elif self._failed is not None and isinstance(error, Exception):
            self._failed(error)
        else:
            raise error


class Worker(QObject):
    """Runs functions in threads for one widget; an answer to an outdated question is dropped."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._newest: dict[str, int] = {}
        self._open: list[_Question] = []
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._look)

    def ask(
        self,
        topic: str,
        function: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run a function; only the newest question of a topic is answered."""
        ticket = self._newest.get(topic, 0) + 1
        self._newest[topic] = ticket
        for question in self._open:
            if question.topic == topic:
                question.future.cancel()
        self._open.append(_Question(topic, ticket, _threads().submit(function), done, failed))
        self._timer.start()

    def drop(self, topic: str) -> None:
        """Nobody waits for the answers to a topic any more."""
        self._newest[topic] = self._newest.get(topic, 0) + 1
        for question in self._open:
            if question.topic == topic:
                question.future.cancel()

    def busy(self) -> bool:
        """Whether a thread is still at work for this widget."""
        return bool(self._open)

    @Slot()
    def _look(self) -> None:
        ready = [question for question in self._open if question.future.done()]
        self._open = [question for question in self._open if question not in ready]
        if not self._open:
            self._timer.stop()
        for question in ready:
            if not question.future.cancelled() and self._newest[question.topic] == question.ticket:
                question.answer()


class Debounce(QObject):
    """Calls functions a moment after the last time it was asked to, each in a turn of its own.

    Between two of them the window answers whoever types; asking again puts all of them off.
    """

    def __init__(self, parent: QObject, milliseconds: int, *functions: Callable[[], None]) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._fire)
        self._wait = milliseconds
        self._functions = functions
        self._next = 0

    @Slot()
    def _fire(self) -> None:
        function, self._next = self._functions[self._next], self._next + 1
        if self._next < len(self._functions):
            self._timer.start(0)
        function()

    def poke(self) -> None:
        """Ask for a call; asking again puts it off."""
        self._next = 0
        self._timer.start(self._wait)

    @property
    def waiting(self) -> bool:
        """Whether a call is still to come."""
        return self._timer.isActive()
