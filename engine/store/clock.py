"""The time that the library notes beside what is done to it: a clock may be wrong, and may be set back."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

_MOMENT = timedelta(milliseconds=1)


def now() -> str:
    """This moment in universal time, as text that sorts."""
    return _text(datetime.now(UTC))


def after(latest: str | None) -> str:
    """This moment; where the clock was set back since the latest that is known, the one that follows it."""
    here = now()
    if latest is None or latest < here:
        return here
    try:
        return _text(datetime.fromisoformat(latest).astimezone(UTC) + _MOMENT)
    except (ValueError, OverflowError, OSError):  # no moment at all, or none that anything follows
        return here


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def first_revision() -> int:
    """Where the counting of revisions begins: what takes the place of something removed never repeats its numbers."""
    return secrets.randbits(52)
