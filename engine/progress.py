"""How far long work has come, and whether anybody still wants it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine.errors import StavkaError

T = TypeVar("T")

EVERY = 512
"""Steps between two tellings."""


class Cancelled(StavkaError):  # noqa: N818 - says what happened
    """Whoever waited for the work does not want it any more."""


class Progress:
    """Told by the thread that works, read by the one that waits."""

    def __init__(self) -> None:
        self.what = ""
        self.done = 0
        self.total = 0
        self.cancelled = False

    def over(self, what: str, items: Iterable[T], total: int) -> Iterator[T]:
        """The items one by one, telling how far they are; Cancelled where nobody wants them any more."""
        self.begin(what, total)
        for number, item in enumerate(items):
            if number % EVERY == 0:
                self.tell(number)
            yield item
        self.tell(total)

    def begin(self, what: str, total: int) -> None:
        """Say what is done now, and of how many steps it is."""
        self.what, self.total, self.done = what, total, 0

    def tell(self, done: int) -> None:
        """Say how many steps are done."""
        self.done = done
        if self.cancelled:
            raise Cancelled("You cancelled it; nothing was changed.")
