"""Opening the tabs of a scenario: nothing but the tab itself appears."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.mapeditor.editor import MapEditor
from designer.mapeditor.operations.blank import blank
from designer.mapview import MapView
from designer.parts import PARTS
from designer.shell.window import MainWindow
from engine.records.board import Grid
from engine.store.library import Library
from tests.kit.large import largest_map
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    made.add("orsha", blank("Bridge at Orsha", Grid(columns=12, rows=9)))
    yield made
    made.close()


class Windows(QObject):
    """Notes every window that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(f"{type(watched).__name__} {watched.objectName()}".strip())
        return False


@pytest.mark.parametrize("part", [part.key for part in PARTS])
def test_no_window_flashes_up_while_a_tab_opens(window: MainWindow, part: str, qapp: QApplication) -> None:
    window.open_scenario("arduous", "oob" if part == "map" else "map")
    qapp.processEvents()
    seen = Windows()
    qapp.installEventFilter(seen)
    try:
        window.show_part(part)
        qapp.processEvents()
    finally:
        qapp.removeEventFilter(seen)
    assert seen.shown == [], seen.shown


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800)])
def test_the_largest_map_is_seen_whole_when_it_is_opened_and_checked(
    window: MainWindow, library: Library, qapp: QApplication, qtbot: QtBot, size: tuple[int, int]
) -> None:
    library.add("monster", largest_map())
    window.resize(*size)
    window.open_scenario("monster", "map")
    editor = window.show_part("map")
    assert isinstance(editor, MapEditor)
    qapp.processEvents()
    high = editor.view.height()
    with qtbot.waitSignal(editor.problems.counted, timeout=60_000):
        editor.problems.check()
    qapp.processEvents()
    assert editor.problems.problems, "a map alone is no game yet, and the check says so"
    assert editor.view.height() == high, "the list of problems takes nothing from the map"
    assert camera_sees(editor.view), (editor.view.camera.seen, editor.view.scene.bounds)


def test_a_map_that_was_seen_whole_stays_so_when_the_window_changes(editor: MapEditor, window: MainWindow) -> None:
    window.resize(1100, 700)
    QApplication.processEvents()
    assert camera_sees(editor.view)
    editor.view.zoom_by(3)
    level = editor.view.camera.level
    window.resize(1300, 800)
    QApplication.processEvents()
    assert editor.view.camera.level == level, "who has looked closer is left alone"


def test_a_notice_moves_nothing_on_the_page(editor: MapEditor, window: MainWindow) -> None:
    corner, size = editor.view.mapToGlobal(QPoint(0, 0)), editor.view.size()
    window.warn("Something went wrong with a long sentence that says what, where and what to do about it.")
    QApplication.processEvents()
    assert window.notice.isVisible() and window.notice.text.startswith("Something")
    assert (editor.view.mapToGlobal(QPoint(0, 0)), editor.view.size()) == (corner, size)
    window.resize(1200, 760)
    QApplication.processEvents()
    inside = window.centralWidget().rect()
    assert inside.contains(window.notice.geometry()), "it follows the window"
    QTest.mouseClick(window.notice.close_button, Qt.MouseButton.LeftButton)
    assert not window.notice.isVisible()


def camera_sees(view: MapView) -> bool:
    """Whether all hexes are in view; of the empty rim of the paper a little may be cut."""
    rim = view.scene.bounds.width() * 0.02
    return view.camera.seen.contains(view.scene.bounds.adjusted(rim, rim, -rim, -rim))
