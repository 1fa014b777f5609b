"""What is closed is gone: opening and closing tabs, games, dialogs and menus leaves no widget behind."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from designer.parts import PARTS
from designer.play.part import PlayPart
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from designer.shell import commands
from designer.shell.window import MainWindow
from engine.store.library import Library
from tests.kit.drill import drill_rows

PATIENCE = 10.0
"""Seconds after which what is left is left behind."""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with one scenario that can be played."""
    made = Library.create(tmp_path / "library.db")
    made.add("drill", drill_rows())
    yield made
    made.close()


def widgets() -> Counter[str]:
    """Every widget there is, by class, once all that is to be deleted is."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.unfreeze()  # what the window leaves out of its looks is looked through too
        gc.collect()
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def grown(cycle: object) -> Counter[str]:
    """The widgets that a later cycle leaves behind; the first one may make what is kept for good."""
    assert callable(cycle)
    cycle()
    before = widgets()
    cycle()
    found, until = widgets() - before, time.monotonic() + PATIENCE
    while found and time.monotonic() < until:  # a thread that ends may hold the last of them for a moment
        found = widgets() - before
    return found


def test_tabs_leave_nothing_behind(window: MainWindow) -> None:
    def cycle() -> None:
        window.open_scenario("drill")
        for part in PARTS:
            window.show_part(part.key)
            QApplication.processEvents()
        window.close_scenario()

    assert grown(cycle) == Counter()


def test_games_and_positions_leave_nothing_behind(window: MainWindow, qtbot: QtBot) -> None:
    def cycle() -> None:
        window.open_scenario("drill", "play")
        part = window.show_part("play")
        assert isinstance(part, PlayPart)
        part.start(NewGame((Seat(), Seat("random")), 3, {}, "Test"))
        qtbot.waitUntil(lambda: part.playing is not None, timeout=60_000)
        part.what_if()
        qtbot.waitUntil(lambda: part.sandbox is not None, timeout=60_000)
        part.show_lobby()
        window.close_scenario()

    assert grown(cycle) == Counter()


def test_dialogs_and_menus_leave_nothing_behind(window: MainWindow) -> None:
    window.open_scenario("drill")

    def cycle() -> None:
        for ask in (
            *(commands.edit_facts, commands.show_history, commands.show_settings, commands.show_about),
            *(commands.new_scenario, commands.show_print, lambda window: window.show_palette()),
        ):
            ask(window)
            QApplication.processEvents()
            for dialog in window.findChildren(QDialog):
                dialog.close()
        card = window.library_page.cards["drill"]
        menu = card.menu()
        menu.popup(card.pos())
        menu.close()

    assert grown(cycle) == Counter()
