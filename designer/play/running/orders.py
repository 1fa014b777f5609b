"""Orders to the staff through a game: every change of them is taken back and made again in step with the log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.bots.staff.orders import Order, sensible
from engine.records.family import decode
from engine.scenario import Scenario
from engine.store.games import OrderLine


class OrderBook:
    """The orders as they came to stand, each with how long the log was then; some may be taken back."""

    def __init__(self, scenario: Scenario, lines: Sequence[OrderLine] = (), cursor: int = 0) -> None:
        self._scenario = scenario
        self._steps: list[tuple[int, tuple[Order, ...]]] = []
        self._done = 0
        for line in lines:
            after = not line.undone and line.position <= cursor
            if after or line.position >= cursor:  # what else is left was dropped when the log went on
                self._done += after
                self._steps.append((line.position, _read(scenario, line.orders)))

    @property
    def now(self) -> tuple[Order, ...]:
        """The orders in force, of both sides."""
        return self._steps[self._done - 1][1] if self._done else ()

    def of(self, side: str) -> tuple[Order, ...]:
        """The orders of a side that are in force."""
        return tuple(order for order in self.now if order.side == side)

    def lines(self) -> list[OrderLine]:
        """All of it, to be kept."""
        encode = msgspec.json.encode
        return [
            OrderLine(position, encode(orders).decode(), number >= self._done)
            for number, (position, orders) in enumerate(self._steps)
        ]

    def put(self, orders: Sequence[Order], cursor: int) -> None:
        """These are the orders from now on."""
        del self._steps[self._done :]
        self._steps.append((cursor, sensible(self._scenario, orders)))
        self._done = len(self._steps)

    # with the log

    def undoes(self, cursor: int) -> bool:
        """Whether the last thing that was done is a change of orders."""
        return self._done > 0 and self._steps[self._done - 1][0] == cursor

    def redoes(self, cursor: int) -> bool:
        """Whether the next thing to be done again is a change of orders."""
        return self._done < len(self._steps) and self._steps[self._done][0] == cursor

    def undo(self) -> None:
        """Take the last change of orders back."""
        self._done -= 1

    def redo(self) -> None:
        """Make the change of orders again that was taken back last."""
        self._done += 1

    def rewound(self, cursor: int) -> bool:
        """The log was taken back so far; orders that were given later are taken back with it."""
        return self._set(sum(position <= cursor for position, _ in self._steps[: self._done]))

    def brought_back(self, cursor: int) -> bool:
        """The log was done again so far; the orders that were given meanwhile are in force again."""
        return self._set(max(self._done, sum(position < cursor for position, _ in self._steps)))

    def _set(self, done: int) -> bool:
        changed, self._done = done != self._done, done
        return changed

    def went_on(self) -> bool:
        """Something was done: what was taken back is gone for good; whether there was any."""
        gone = len(self._steps) > self._done
        del self._steps[self._done :]
        return gone


def _read(scenario: Scenario, kept: str | bytes) -> tuple[Order, ...]:
    try:
        return sensible(scenario, decode(kept, tuple[Order, ...]))
    except msgspec.MsgspecError:
        return ()
