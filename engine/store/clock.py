"""The time that the library notes beside what is done to it."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now() -> str:
    """This moment in universal time, as text that sorts."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def first_revision() -> int:
    """Where the counting of revisions begins: what takes the place of something removed never repeats its numbers."""
    return time.time_ns() // 1_000_000
