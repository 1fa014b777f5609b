"""A guard against a fault in Qt's Python bindings.

PySide6 6.12 is compiled for interpreters in which None, True and False are immortal (Python 3.12 and later).
On Python 3.11 each call into Qt that returns None takes a reference that was never given; after a few thousand
paint calls the count reaches zero and the interpreter aborts.  A very large count outlasts any session.
"""

from __future__ import annotations

import ctypes
import sys

_AMPLE = 1 << 60


def keep_constants_alive() -> None:
    """Raise the reference counts of None, True and False beyond what Qt can use up."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    for constant in (None, True, False):
        count = ctypes.c_ssize_t.from_address(id(constant))
        if count.value < _AMPLE:
            count.value += _AMPLE
