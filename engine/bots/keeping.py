"""What bots work out of a setting and keep from game to game: so much and no more, or a long arena fills the memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST = 4096
"""The most answers of one kind that are kept."""


def keep(kept: dict[K, V], key: K, make: Callable[[], V], most: int = MOST) -> V:
    """The value under a key, worked out where it is not kept; the oldest goes when there would be too many."""
    found = kept.get(key)
    if found is None:
        if len(kept) >= most:
            del kept[next(iter(kept))]
        found = kept[key] = make()
    return found
