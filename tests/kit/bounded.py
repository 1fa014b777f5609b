"""Processes that tests start: none outlives its time nor its test, and nobody waits for one for ever."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

PATIENCE = 300.0
"""Seconds that a process of a test may take on a machine that is busy with much else."""


@contextmanager
def started(
    words: Sequence[str | Path], *, seconds: float = PATIENCE, **options: Any
) -> Iterator[subprocess.Popen[Any]]:
    """A process that is ended, with all that it started, when its time is up or nobody needs it any more.

    Whoever reads what it says comes to the end of it then, and waits no longer.
    """
    process: subprocess.Popen[Any] = subprocess.Popen(words, start_new_session=True, **options)
    clock = Timer(seconds, end, (process,))
    clock.daemon = True
    clock.start()
    try:
        yield process
    finally:
        clock.cancel()
        end(process)
        process.wait(PATIENCE)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def end(process: subprocess.Popen[Any]) -> None:
    """End a process and all that it started; those that it left behind, too."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
