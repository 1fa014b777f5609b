"""What is kept is believed only as far as it makes sense; whatever something damaged leads to becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from engine.store.errors import StoreError

_NONSENSE = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, RecursionError)
"""What is stumbled over where something that was kept names pieces, cells, turns or tasks that do not exist."""


@contextmanager
def believed(refused: str, others: str) -> Iterator[None]:
    """Turn whatever the block stumbles over into a sentence: what is refused, and what can be used nevertheless."""
    try:
        yield
    except _NONSENSE as error:
        raise StoreError(
            f"{refused}, because what is kept of it is damaged ({type(error).__name__}: {str(error)[:200]}); "
            f"the other {others} and the scenario can be used."
        ) from error


def within(found: Iterable[int], least: int, beyond: int) -> None:
    """Refuse a number that lies beyond what there is."""
    for one in found:
        if not least <= one < beyond:
            raise ValueError(f"{one} is not between {least} and {beyond - 1}")
