"""A thousand files from strangers: checked, imported, opened and shown, without a traceback, a hang or a change.

A few of them are tried in every run; `pytest -m soak` tries the rest and prints the figures.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.bounded import PATIENCE, started
from tests.kit.hostile import MAKERS, base, hostile

ROOT = Path(__file__).parents[2]
SEED = 1941

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="limits are set as Linux has them")


@dataclass(frozen=True)
class Trial:
    """How it went with one file."""

    verdict: str
    name: str
    seconds: float
    megabytes: int
    said: str


@contextmanager
def worker(good: Path, files: int, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The process that tries so many files, warm."""
    command = [sys.executable, "-m", "tests.kit.hostile_worker", str(good), *more]
    env = {**os.environ, "STAVKA_HOME": str(good.parent / "home")}
    with started(
        command,
        seconds=PATIENCE + 30 * files,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


def tried(folder: Path, numbers: range, *more: str, lost: bool = False) -> list[Trial]:
    """Try the hostile files of these numbers, and at last one that is not there; those that went well are removed."""
    good, files = base(folder / "good"), folder / "files"
    files.mkdir()
    trials = []
    with worker(good, len(numbers), *more) as process:
        assert process.stdin is not None and process.stdout is not None
        paths = (hostile(files, good, SEED, number) for number in numbers)
        for path in (*paths, files / "lost.csv") if lost else paths:
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
            verdict, name, seconds, megabytes, said = process.stdout.readline().rstrip("\n").split("\t", 4)
            trials.append(Trial(verdict, name, float(seconds), int(megabytes), said.replace("\\n", "\n")))
            if verdict == "ok":
                path.unlink()
    return trials


def report(trials: list[Trial]) -> str:
    """The figures of a run."""
    slowest, largest = max(one.seconds for one in trials), max(one.megabytes for one in trials)
    bad = sum(one.verdict != "ok" for one in trials)
    return f"{len(trials)} hostile files, {bad} failed; slowest {slowest:.1f} s of processor, largest {largest} MB"


def test_some_hostile_files_are_survived_and_what_goes_wrong_is_seen(tmp_path: Path) -> None:
    trials = tried(tmp_path, range(len(MAKERS)), lost=True)
    assert [(one.name, one.verdict, one.said) for one in trials[:-1] if one.verdict != "ok"] == []
    assert trials[-1].verdict == "TRACEBACK" and "FileNotFoundError" in trials[-1].said


@pytest.mark.soak
def test_a_thousand_hostile_files_are_survived(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trials = tried(tmp_path, range(1000))
    with capsys.disabled():
        print(f"\n{report(trials)}")
    assert [(one.name, one.verdict, one.said) for one in trials if one.verdict != "ok"] == []


@pytest.mark.soak
def test_hostile_files_that_are_let_in_do_not_break_the_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trials = tried(tmp_path, range(5000, 5040), "window")
    with capsys.disabled():
        print(f"\nIn a window: {report(trials)}")
    assert [(one.name, one.verdict, one.said) for one in trials if one.verdict != "ok"] == []
