"""Which libraries this process has open for writing.

On POSIX a process that closes a file loses every lock that it holds on it, through whatever handle.  A second look at
the first bytes of an open library would take the database's locks away, and the next program to close the library would
believe itself alone and fold away the log that this one is still reading.  So a library that is open here is not opened
by other means again.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from threading import Lock

Mark = tuple[int, int]

_lock = Lock()
_open: Counter[Mark] = Counter()


def mark_of(path: Path) -> Mark | None:
    """What identifies a file under all its names; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_open(path: Path) -> bool:
    """Whether this process has a library open for writing."""
    mark = mark_of(path)
    with _lock:
        return mark is not None and _open[mark] > 0


def enter(path: Path) -> Mark | None:
    """Note that a library is open; the answer is for `leave`."""
    mark = mark_of(path)
    if mark is not None:
        with _lock:
            _open[mark] += 1
    return mark


def leave(mark: Mark | None) -> None:
    """Note that it is closed once more."""
    if mark is not None:
        with _lock:
            _open[mark] -= 1
