"""What every test of the window needs: a home of its own, a dressed application, a library and a window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer import garbage
from designer.garbage import collect_here
from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations.blank import blank
from designer.settings import Settings
from designer.shell.window import MainWindow, open_window
from designer.theme import apply_theme
from engine.records.board import Grid
from engine.store.library import Library


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's own for this test only."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("STAVKA_HOME", str(folder))
    return folder


FILES = 4
"""Files of tests whose windows are swept up together."""

_unswept: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def swept(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """What the windows of some files leave behind is swept up once: a sweep looks through all that there is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(garbage, "LATER", 600_000)
        yield
    _unswept.append(request.path)
    if len(_unswept) >= FILES:
        _unswept.clear()
        collect_here(qapp).sweep()


@pytest.fixture
def dressed(qapp: QApplication) -> QApplication:
    """The application in the light theme, collecting rubbish in its own thread."""
    collect_here(qapp)
    apply_theme(qapp, "light", 1.0)
    return qapp


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library with two small empty scenarios."""
    made = Library.create(tmp_path / "library.db")
    made.add("orsha", blank("Bridge at Orsha", Grid(columns=12, rows=9)))
    made.add("minsk", blank("Minsk pocket", Grid(columns=8, rows=6, orientation="pointy")))
    yield made
    made.close()


@pytest.fixture
def window(dressed: QApplication, library: Library, qtbot: QtBot, home: Path) -> MainWindow:
    """The main window on the library page."""
    settings = Settings()
    settings.put("theme", "light")
    made = open_window(library, settings)
    made.resize(1440, 900)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def editor(window: MainWindow) -> MapEditor:
    """The map editor on the first scenario, with the whole map in view."""
    window.open_scenario("orsha")
    part = window.show_part("map")
    assert isinstance(part, MapEditor)
    QApplication.processEvents()
    part.view.fit()
    return part
