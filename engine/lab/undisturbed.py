"""Games played one after the other make little rubbish that Python cannot throw away at once: it is looked for seldom.

Python looks after every few hundred new objects, and now and then through all that there are, a scenario with its rules
among them: a fourteenth of the time of a game.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OFTEN = 20_000
"""New objects after which rubbish is looked for among them."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """In this block rubbish is looked for seldom; where somebody else sees to it, nothing is changed."""
    if not gc.isenabled():
        yield
        return
    before = gc.get_threshold()
    gc.set_threshold(OFTEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
