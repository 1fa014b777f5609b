"""How work grows with its input, whatever the machine."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

GROWTH = 8


def is_linear(make: Callable[[int], Callable[[], object]], small: int = 2_000) -> bool:
    """Whether eight times the input takes about eight times the work, and not sixty-four times."""
    make(small)()
    less, more = (min(spent(make(size)) for _ in range(3)) for size in (small, small * GROWTH))
    return more <= max(less, 1e-4) * GROWTH * 3


def spent(function: Callable[[], object]) -> float:
    """Seconds of the processor, of which a loaded machine does not make more."""
    start = process_time()
    function()
    return process_time() - start
