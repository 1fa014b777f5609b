"""The time that the library notes beside what is done to it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in universal time, as text that sorts."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
