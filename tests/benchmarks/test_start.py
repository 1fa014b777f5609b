"""How long the start takes: to the library against an empty window of Qt, and from Play to a board on a new machine.

pytest tests/benchmarks/test_start.py --benchmark-enable -s
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

from tests.kit.bounded import PATIENCE

ROOT = Path(__file__).parents[2]

EMPTY = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.show()
QTimer.singleShot(0, lambda: os._exit(0))
app.exec()
"""

LIBRARY = """
import os, sys
sys.argv = ["stavka"]
import engine.cli.main, engine.cli.window
import designer.app
from PySide6.QtCore import QTimer
make = designer.app.application
def application(argv):
    made = make(argv)
    QTimer.singleShot(0, lambda: os._exit(0))
    return made
designer.app.application = application
engine.cli.main.main()
"""
"""Both leave when the window has been shown and its first events are dealt with."""

MOST = 4.0
ROUNDS = 7


def _seconds(script: str, home: Path) -> float:
    env = {**os.environ, "STAVKA_HOME": str(home), "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    began = perf_counter()
    subprocess.run([sys.executable, "-c", script], env=env, cwd=ROOT, check=True, timeout=PATIENCE)
    return perf_counter() - began


def test_the_library_is_there_within_four_empty_windows(measured: bool, tmp_path: Path) -> None:
    _seconds(LIBRARY, tmp_path)
    pairs = [(_seconds(EMPTY, tmp_path), _seconds(LIBRARY, tmp_path)) for _ in range(ROUNDS if measured else 1)]
    empty, library = (min(times) for times in zip(*pairs, strict=True))
    print(f"\nan empty window {empty:.2f} s, the library {library:.2f} s: {library / empty:.1f} times")
    if measured:
        assert library <= MOST * empty


@pytest.mark.parametrize("slug", ["arduous-beginning", "childs-barbarossa"])
def test_play_on_a_new_machine(measured: bool, tmp_path: Path, slug: str) -> None:
    if not measured:
        pytest.skip("tests/designer/test_first_start.py does it once")
    env = {**os.environ, "STAVKA_HOME": str(tmp_path / "home"), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    words = [sys.executable, "-m", "tests.kit.first_start", slug]
    done = subprocess.run(words, env=env, cwd=ROOT, check=True, capture_output=True, text=True, timeout=PATIENCE)
    found = json.loads(done.stdout)
    print(f"\n{slug}: a board that answers after {found['board']:.1f} s, {found['worked']:.1f} s of them at work")
    assert found["board"] <= 3.0


OPENED = 600
"""Milliseconds of the window's own thread from the click to a part of the largest scenario, on a machine at rest."""


@pytest.mark.parametrize("part", ["map", "oob", "setup", "play"])
def test_the_largest_scenario_opens_in_a_window_that_has_just_started(
    measured: bool, tmp_path: Path, part: str
) -> None:
    if not measured:
        pytest.skip("tests/benchmarks/test_tables.py opens large scenarios in one window")
    env = {**os.environ, "STAVKA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "tests.kit.opened", "proud-monster", part]
    run = lambda: subprocess.run(  # noqa: E731
        words, env=env, cwd=ROOT, check=True, capture_output=True, text=True, timeout=PATIENCE
    )
    found = min((json.loads(run().stdout) for _ in range(3)), key=lambda one: one["thread"])
    print(f"\n{part}: painted after {found['clock']} ms, {found['thread']} ms of them at work")
    assert found["thread"] <= OPENED
