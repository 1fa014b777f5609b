"""Figures of the map editor and the shell: pytest tests/benchmarks/test_editor.py --benchmark-enable -s"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations.blank import completed
from designer.settings import Settings
from designer.shell.window import MainWindow, open_window
from engine.records.board import CellRow
from engine.store.library import Library
from tests.kit.bounded import PATIENCE
from tests.kit.maps import sample_map
from tests.kit.mouse import Mouse

ROOT = Path(__file__).parents[2]

EMPTY = """
import os, sys
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(["empty"])
window = QMainWindow()
window.resize(1440, 900)
window.show()
app.processEvents()
os._exit(0)
"""

STAVKA = """
import os, sys
from pathlib import Path
from designer.app import application, find_library
from designer.settings import Settings
from designer.theme import apply_theme
app = application(["stavka"])
settings = Settings()
apply_theme(app, "light", 1.0)
library = find_library(Path(sys.argv[1]))
from designer.shell.window import open_window
window = open_window(library, settings)
window.resize(1440, 900)
window.show()
app.processEvents()
os._exit(0)
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.setenv("STAVKA_HOME", str(tmp_path))
    made = Library.create(tmp_path / "library.db")
    made.add("largest", completed(sample_map(62, 53), "The largest map"))
    yield made
    made.close()


@pytest.fixture
def window(qtbot: QtBot, library: Library) -> MainWindow:
    made = open_window(library, Settings())
    made.resize(1920, 1080)
    qtbot.addWidget(made)
    made.show()
    return made


def open_map(window: MainWindow, qtbot: QtBot) -> MapEditor:
    """Open the scenario and paint until the map is whole."""
    window.open_scenario("largest")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    editor.view.repaint()
    while not editor.view.complete:
        editor.view.repaint()
    return editor


def test_opening_the_largest_scenario(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.library_page.busy(), timeout=30_000)
    started = time.perf_counter()
    editor = open_map(window, qtbot)
    took = time.perf_counter() - started
    print(f"\nopening a map of 62 x 53 until every tile is painted: {took:.2f} s")
    assert editor.view.tiles.painted > 0


def test_one_stroke_of_forty_hexes_from_press_to_disk(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.library_page.busy(), timeout=30_000)
    editor = open_map(window, qtbot)
    editor.view.zoom_to(40)
    editor.view.centre_on(editor.view.grid.cell_at(20, 20))
    editor.view.repaint()
    mouse = Mouse(editor.view)
    grid = editor.view.grid
    cells = [
        grid.label(grid.cell_at(5 + index % 10 if index // 10 % 2 == 0 else 14 - index % 10, 18 + index // 10))
        for index in range(40)
    ]
    editor.context.choose("terrain", "mountains")
    frames = []
    started = time.perf_counter()
    mouse.press(cells[0])
    for cell in cells[1:]:
        before = time.perf_counter()
        mouse.drag_on(cell)
        editor.view.repaint()
        frames.append(time.perf_counter() - before)
    drawn = time.perf_counter()
    QTest.mouseRelease(editor.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, mouse.pixel(cells[-1]))
    stored = time.perf_counter()
    frames.sort()
    print(
        f"\na stroke of 40 hexes: {stored - started:.3f} s in all, {stored - drawn:.3f} s of it to store, "
        f"a frame {median(frames) * 1000:.1f} ms (worst {frames[-1] * 1000:.1f} ms)"
    )
    kept = window.desk.library.load("largest")
    assert all((row := kept.get(CellRow, cell)) is not None and row.terrain == "mountains" for cell in cells)


def test_start_to_library_page_beside_an_empty_window(library: Library, measured: bool) -> None:
    runs = 5 if measured else 1
    library.close()
    empty = median(_run(EMPTY, library.path) for _ in range(runs))
    stavka = median(_run(STAVKA, library.path) for _ in range(runs))
    print(
        f"\nstart to library page: {stavka:.2f} s, an empty PySide6 window: {empty:.2f} s, ratio {stavka / empty:.1f}"
    )
    assert stavka > 0


def _run(script: str, path: Path) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE
    )
    return time.perf_counter() - started
