"""What was worked out of a state, kept for as long as what it hangs on stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.state import State

T = TypeVar("T")


class Memory:
    """Answers by what they hang on: the pieces of a side, all pieces, or the phase and what was done in it as well.

    Tables on which the same state lies under the same rules share one: a side that sees everything works out nothing
    that the game has worked out already.  The state's counts only grow, also when something is taken back.
    """

    def __init__(self, sides: int) -> None:
        self._standing: dict[object, Any] = {}
        self._passing: dict[object, Any] = {}
        self._fronts: list[dict[object, Any]] = [{} for _ in range(sides)]
        self._lasting: dict[object, tuple[object, Any]] = {}
        self._version = self._passing_version = self._moment = -1
        self._counts = [-1] * sides

    def standing(self, state: State, key: object, make: Callable[[], T]) -> T:
        """A value that hangs on where all pieces are and what they are, on marks and on the ground."""
        kept = self._standing
        if self._version != state.version:
            kept.clear()
            self._version = state.version
        return _kept(kept, key, make)

    def passing(self, state: State, key: object, make: Callable[[], T]) -> T:
        """A value that also hangs on the phase and on what pieces have done in it."""
        kept = self._passing
        if self._passing_version != state.version or self._moment != state.moment:
            kept.clear()
            self._passing_version, self._moment = state.version, state.moment
        return _kept(kept, key, make)

    def front(self, state: State, side: int, key: object, make: Callable[[], T]) -> T:
        """A value that hangs on the pieces of one side, on marks and on the ground."""
        kept = self._fronts[side]
        if self._counts[side] != state.fronts[side]:
            kept.clear()
            self._counts[side] = state.fronts[side]
        return _kept(kept, key, make)

    def lasting(self, key: object, ground: object, make: Callable[[], T]) -> T:
        """A value that hangs on nothing but a ground that is told, kept for as long as that is the same."""
        known = self._lasting.get(key)
        if known is None or known[0] != ground:
            known = self._lasting[key] = (ground, make())
        found: T = known[1]
        return found


def _kept(kept: dict[object, Any], key: object, make: Callable[[], T]) -> T:
    try:
        found: T = kept[key]
    except KeyError:
        found = kept[key] = make()
    return found
