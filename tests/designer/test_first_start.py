"""The first start on a machine: the compiler works beside the window, and Play does not wait for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer import compiling
from designer.compiling import Compiling, time_left
from engine.compiled import kernel
from engine.workers import kernels

ROOT = Path(__file__).parents[2]

QUICK = "import pathlib, sys; print(0.25, flush=True); print(1.0, flush=True); pathlib.Path({mark!r}).touch()"
"""A compiler that is done at once."""


@pytest.fixture(autouse=True)
def manner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine that never ran Stavka; what the window says about waiting is taken back afterwards."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.setattr(kernel._Manner, "waits", True)


def test_play_answers_at_once_while_the_compiler_works(home: Path) -> None:
    env = {**os.environ, "STAVKA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.kit.first_start", "arduous-beginning"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert "first unit" in found and found["code"] == 0
    assert found["line"].startswith("Speeding movement and bots up"), "the compiler is at work"
    assert not found["compiled"] and found["numba"] is False, "the window did not wait for it"
    assert found["plots"] is False, "what draws plots takes long to load, and nobody looks at one yet"
    assert found["worked"] < 3.5, "seconds of work from the click on Play to a board that answers; 1.5 when measured"


def test_the_compiler_tells_how_far_it_is_and_a_game_gets_what_it_made(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = str(kernels.mark())
    monkeypatch.setattr(compiling, "command", lambda _name: [sys.executable, "-c", QUICK.format(mark=mark)])
    asked: list[object] = []
    monkeypatch.setattr(kernels, "take", lambda modules: asked.append(modules) or True)
    beside = Compiling(qapp)
    told: list[str] = []
    beside.told.connect(told.append)
    beside.want()
    assert asked == [], "there is nothing to take yet"
    beside.begin()
    assert beside.busy
    qtbot.waitUntil(lambda: not beside.busy, timeout=20_000)
    assert told[0] == "Speeding movement and bots up for this machine …" and told[-1] == ""
    assert any("left" in line for line in told)
    qtbot.waitUntil(lambda: beside.taken, timeout=5_000)
    assert asked == [compiling.SHARED]
    beside.begin()
    assert not beside.busy, "a later start pays nothing"
    beside.setParent(None)


def test_a_compiler_that_dies_is_no_matter(qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ([sys.executable, "-c", "import os; os._exit(9)"], ["/no/such/program"]):
        monkeypatch.setattr(compiling, "command", lambda _name, words=words: words)
        beside = Compiling(qapp)
        told: list[str] = []
        beside.told.connect(told.append)
        beside.begin()
        qtbot.waitUntil(lambda beside=beside: not beside.busy, timeout=20_000)
        assert told[-1] == "" and not beside.taken
        beside.setParent(None)


def test_the_compiler_ends_with_the_window(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [sys.executable, "-c", "import time; time.sleep(600)"]
    monkeypatch.setattr(compiling, "command", lambda _name: slow)
    beside = Compiling(qapp)
    beside.begin()
    assert beside.busy
    beside.stop()
    assert not beside.busy
    beside.setParent(None)


def test_the_time_left_is_told_roughly() -> None:
    assert time_left(0.5, 30.0) == "about 30 seconds left"
    assert time_left(0.95, 40.0) == "a few seconds left"
