from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtWidgets import QApplication

from designer.rubbish import Collector, collect_here


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
