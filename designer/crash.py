"""Crash reports: what went wrong, written to a file and offered at the next start."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

from PySide6 import __version__ as pyside_version

from designer.settings import settings_file
from engine.files import save

KEEP = 10
NAMED = "crash-%Y%m%d-%H%M%S-%f.txt"


def crash_folder() -> Path:
    """Where reports are written."""
    return settings_file().parent / "crashes"


def last_report() -> Path | None:
    """The newest report, or None."""
    reports = sorted(crash_folder().glob("crash-*.txt"))
    return reports[-1] if reports else None


def unseen_report() -> Path | None:
    """The newest report if nobody has looked at it yet."""
    report = last_report()
    return report if report and not report.with_suffix(".seen").exists() else None


def mark_seen(report: Path) -> None:
    """Do not offer this report again."""
    report.with_suffix(".seen").touch()


def write_report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> Path:
    """Write the traceback and the environment to a new file."""
    folder = crash_folder()
    folder.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    path = folder / _behind(last_report(), now).strftime(NAMED)
    save(
        path,
        "\n".join(
            [
                f"Stavka crash report, {now:%Y-%m-%d %H:%M:%S} UTC",
                f"Python {platform.python_version()}, PySide6 {pyside_version}, {platform.platform()}",
                "",
                *[line.rstrip() for line in traceback.format_exception(kind, error, trace)],
                "",
            ]
        ).encode(),
    )
    for old in sorted(folder.glob("crash-*.txt"))[:-KEEP]:
        old.unlink(missing_ok=True)
        old.with_suffix(".seen").unlink(missing_ok=True)
    return path


def _behind(last: Path | None, now: datetime) -> datetime:
    """This moment; where the clock was set back since the last report, the one that follows it, or it would be lost."""
    try:
        before = datetime.strptime(last.name, NAMED).replace(tzinfo=UTC) if last else now
        return max(now, before + timedelta(microseconds=1)) if last else now
    except (ValueError, OverflowError):
        return now


def install(tell: Callable[[Path], None]) -> None:
    """Write a report for every exception that nobody caught, then tell the user where it is."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        if issubclass(kind, Exception):
            tell(write_report(kind, error, trace))

    sys.excepthook = hook
