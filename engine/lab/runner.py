"""A process that plays one run and outlives whoever started it: `python -m engine.lab.runner LIBRARY RUN`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

from engine.errors import StavkaError
from engine.lab.conduct import Conductor
from engine.lab.crew import Crew, LocalCrew
from engine.lab.settings import read_settings
from engine.store import Library, RunInfo

PATIENCE = 60.0
"""Seconds to wait for a window that is writing: a finished game is worth it."""

MODEST = 5
"""How far a run stands behind the window and whatever else the machine has to do."""

GONE = 15.0
"""Seconds without a sign of life after which nobody plays a run any more."""


def start(path: Path, run: int) -> int:
    """Begin to play a run in a process of its own, which goes on when this one ends; the answer is its number."""
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.lab.runner", str(path), str(run)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=environment(),
    )
    Thread(target=process.wait, daemon=True).start()  # somebody must hear that it has ended
    return process.pid


def environment() -> dict[str, str]:
    """The environment in which another process finds this very program."""
    paths = (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", ""))
    return os.environ | {"PYTHONPATH": os.pathsep.join(part for part in paths if part)}


def abandoned(info: RunInfo) -> bool:
    """Whether a run should be playing, but nobody has been heard of for a while."""
    return info.status == "playing" and _age(info.seen_at) > GONE


def _age(moment: str) -> float:
    """Seconds since a moment; one that cannot be read is long past, and so is one to come: the clock was set back."""
    try:
        return abs((datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())
    except (ValueError, TypeError):
        return GONE + 1


def play(path: Path, run: int, crew: Crew | None = None, *, tell: bool = False) -> str:
    """Play a run of a library to its end, or until somebody wishes otherwise."""
    with Library.open(path, patience=PATIENCE) as library:
        try:
            with closing(crew or LocalCrew(read_settings(library.runs.info(run).settings).jobs)) as hands:
                return Conductor(library, run, hands, _tell if tell else None).play()
        except StavkaError as error:
            with suppress(StavkaError):
                library.runs.mark(run, "failed", str(error))
            raise


def _tell(done: int, games: int) -> None:
    sys.stdout.write(f"{done} {games}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Play the run that the arguments name, behind whatever else the machine has to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(max(0, MODEST - os.nice(0)))
    try:
        play(Path(arguments[0]), int(arguments[1]), tell="--tell" in arguments)
    except StavkaError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
