from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer import garbage
from designer.garbage import Collector, collect_here, sweep_soon

ROOT = Path(__file__).parents[2]


class Ring:
    """An object that only a collection can free."""

    def __init__(self, freed: list[str]) -> None:
        self.me = self
        weakref.finalize(self, lambda: freed.append(threading.current_thread().name))


def test_no_thread_but_the_windows_collects_rubbish(dressed: QApplication) -> None:
    collector = collect_here(dressed)
    assert collect_here(dressed) is collector and isinstance(collector, Collector)
    assert not gc.isenabled()
    freed: list[str] = []
    for _ in range(3):
        Ring(freed)

    def work() -> None:
        kept = [[] for _ in range(5000)]
        assert kept

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert freed == []
    kept = [[] for _ in range(5000)]
    collector.look()
    assert kept and freed == ["MainThread"] * 3


def test_what_took_long_to_look_through_is_left_alone_until_something_large_is_closed(
    dressed: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = collect_here(dressed)
    collector.sweep()
    monkeypatch.setattr(garbage, "LONG", 0.0)
    freed: list[str] = []
    ring = Ring(freed)
    kept = [[] for _ in range(5000)]
    before = gc.get_freeze_count()
    collector.look()
    assert kept and gc.get_freeze_count() >= before + len(kept), "a large thing is looked through once"
    del ring
    collector.look()
    assert freed == []
    monkeypatch.setattr(garbage, "LATER", 0)
    sweep_soon()
    qtbot.waitUntil(lambda: freed == ["MainThread"], timeout=30_000)


def test_what_was_left_out_is_looked_through_once_it_is_as_much_as_all_else(
    dressed: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = collect_here(dressed)
    collector.sweep()
    monkeypatch.setattr(garbage, "LONG", -1.0)
    freed: list[str] = []
    ring = Ring(freed)
    kept = [[] for _ in range(5000)]
    collector.look()
    del ring
    monkeypatch.setattr(gc, "get_freeze_count", lambda: pytest.fail("counting takes long in a large game"))
    monkeypatch.setattr(garbage, "MORE", -1000.0)
    kept += [[] for _ in range(5000)]
    collector.look()
    assert kept and freed == ["MainThread"]


def test_documents_that_were_never_closed_are_freed_with_all_that_can_be_undone(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.kit.left_open", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, "outlived 20\n"), done.stderr
