from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.playtest.part import PlaytestRoom
from designer.settings import Settings
from designer.shell.window import MainWindow, open_window
from engine.lab.settings import RunSettings
from engine.store import Library
from tests.kit.skirmish import GREEDY, SLUG, played_run, skirmish, skirmish_library, with_cell

COMPARE = RunSettings(kind="compare", bots=GREEDY, games=14, seed=5, knowing=False)

Room = Callable[[], PlaytestRoom]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with the skirmish in it."""
    with skirmish_library(tmp_path / "library.db") as library:
        yield library


@pytest.fixture
def compared(library: Library) -> int:
    """A comparison of two versions that is played already."""
    return played_run(library, COMPARE, skirmish(), with_cell("2", "2:1", "DE"))


@pytest.fixture
def opened(dressed: QApplication, library: Library, qtbot: QtBot) -> MainWindow:
    """The window on the library."""
    settings = Settings()
    settings.put("theme", "light")
    made = open_window(library, settings)
    made.resize(1440, 900)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def enter(opened: MainWindow, qtbot: QtBot) -> Room:
    """Enters the room, and waits until its plots are there."""

    def go() -> PlaytestRoom:
        opened.open_scenario(SLUG, "playtest")
        assert opened.workspace is not None
        room = opened.workspace.current()
        assert isinstance(room, PlaytestRoom)
        qtbot.waitUntil(lambda: room.results.response is not None, timeout=60_000)
        return room

    return go
