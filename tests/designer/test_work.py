"""Work that is put off: called once after the last time it was asked for, each piece in a turn of its own."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.work import Debounce


def test_what_is_put_off_is_done_once_and_in_its_order(qapp: QApplication, qtbot: QtBot) -> None:
    done: list[str] = []
    soon = Debounce(QObject(qapp), 20, lambda: done.append("first"), lambda: done.append("second"))
    for _ in range(3):
        soon.poke()
    assert soon.waiting and not done
    qtbot.waitUntil(lambda: not soon.waiting, timeout=30_000)
    assert done == ["first", "second"]


def test_the_window_has_its_turn_between_two_pieces(qapp: QApplication, qtbot: QtBot) -> None:
    done: list[str] = []

    def first() -> None:
        done.append("first")
        QTimer.singleShot(0, qapp, lambda: done.append("typed"))

    soon = Debounce(QObject(qapp), 0, first, lambda: done.append("second"), lambda: done.append("third"))
    soon.poke()
    qtbot.waitUntil(lambda: not soon.waiting, timeout=30_000)
    assert done.index("typed") < done.index("third")


def test_asking_again_between_two_pieces_begins_anew(qapp: QApplication, qtbot: QtBot) -> None:
    done: list[str] = []

    def first() -> None:
        done.append("first")
        if len(done) == 1:
            soon.poke()

    soon = Debounce(QObject(qapp), 5, first, lambda: done.append("second"))
    soon.poke()
    qtbot.waitUntil(lambda: not soon.waiting, timeout=30_000)
    assert done == ["first", "first", "second"]
