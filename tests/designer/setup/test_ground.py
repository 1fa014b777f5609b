"""Weather and markers of the set-up, by the mouse and by the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from designer.setup.board import MARKER_MIME
from designer.setup.tab import SetupEditor
from designer.shell.window import MainWindow
from engine.records.changes import put
from engine.records.markers import Marker, MarkerStart
from engine.records.play import Placement
from engine.records.weather import Weather, WeatherZone
from engine.store.library import Library
from engine.systems import check_rules
from tests.kit.grids import type_line
from tests.kit.mouse import Mouse
from tests.kit.seasons import add_markers, add_south, add_weather
from tests.kit.shipped import shipped_rows


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    rows = shipped_rows("arduous-beginning")
    add_weather(rows)
    add_south(rows, "0410", "0411")
    add_markers(rows, MarkerStart(start="old", marker="mines", cell="1001", side="soviet"))
    made.add("arduous", rows)
    made.add("bare", shipped_rows("arduous-beginning"))
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> SetupEditor:
    return opened(window, "arduous")


def opened(window: MainWindow, slug: str) -> SetupEditor:
    window.open_scenario(slug, "setup")
    part = window.show_part("setup")
    assert isinstance(part, SetupEditor)
    QApplication.processEvents()
    part.map.view.fit()
    part.reveal("marker_start", ())
    QApplication.processEvents()
    return part


def choose(kinds: QListWidget, name: str) -> None:
    item = kinds.findItems(name, Qt.MatchFlag.MatchExactly)[0]
    at = kinds.visualItemRect(item).center()
    QTest.mouseClick(kinds.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def laid(tab: SetupEditor) -> dict[str, tuple[str, str, str | None]]:
    return {row.start: (row.marker, row.cell, row.side) for row in tab.document.rows.all(MarkerStart)}


def test_a_chosen_marker_is_laid_by_clicks_until_it_is_let_go(tab: SetupEditor, library: Library) -> None:
    choose(tab.markers.kinds, "Earthworks")
    tab.markers.side.setCurrentIndex(tab.markers.side.findData("soviet"))
    mouse = Mouse(tab.map.view)
    mouse.click("1403")
    mouse.click("1604")
    assert laid(tab)["works-1403"] == ("works", "1403", "soviet")
    assert laid(tab)["works-1604"] == ("works", "1604", "soviet")
    assert library.load("arduous").get(MarkerStart, "works-1604") is not None
    assert tab.document.stack.undoText() == "Lay Earthworks in 1604"
    tab.document.stack.undo()
    assert "works-1604" not in laid(tab)
    QTest.keyClick(tab, Qt.Key.Key_Escape)
    mouse.click("1703")
    assert len(laid(tab)) == 2


def test_a_marker_is_dropped_on_the_map(tab: SetupEditor) -> None:
    choose(tab.markers.kinds, "Cache")
    data = QMimeData()
    data.setData(MARKER_MIME, b"marker")
    at = QPointF(Mouse(tab.map.view).pixel("1604"))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at.toPoint(), copy, data, left, none)
    QApplication.sendEvent(tab.map.view, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(tab.map.view, QDropEvent(at, copy, data, left, none))
    assert laid(tab)["cache-1604"] == ("cache", "1604", None)
    assert not any(line.cell == "1604" for line in tab.document.rows.all(Placement))


def test_a_marker_is_dragged_to_another_cell_and_deleted(tab: SetupEditor) -> None:
    mouse, middle = Mouse(tab.map.view), tab.map.markers.middle("old")
    mouse.drag((middle.x(), middle.y()), "1403")
    assert laid(tab)["old"] == ("mines", "1403", "soviet")
    assert tab.markers.grid.view.line() == ("old",)
    assert tab.map.marker == "old"
    tab.map.view.setFocus()
    QTest.keyClick(tab.map.view, Qt.Key.Key_Delete)
    assert laid(tab) == {}
    assert len(tab.map.markers) == 0
    tab.document.stack.undo()
    assert len(tab.map.markers) == 1


def test_dates_and_sides_are_typed_into_the_table_and_bad_cells_are_named(tab: SetupEditor) -> None:
    type_line(tab.markers.grid, ("old",), {"side": "German", "first_turn": "2", "last_turn": "4", "cell": "9999"})
    row = tab.document.rows.get(MarkerStart, "old")
    assert row is not None and (row.side, row.first_turn, row.last_turn) == ("german", 2, 4)
    assert len(tab.map.markers) == 0
    tab._bring("Checks")
    tab._show_checks(check_rules(tab.document.rows))
    assert "there is no cell or box 9999" in tab.checks.label.text()


def test_the_weather_at_the_start_is_chosen_for_each_zone(tab: SetupEditor, library: Library) -> None:
    assert tab.reveal("weather_zone", ("south",))
    assert tab.map.region == "south"
    type_line(tab.weather, ("south",), {"at_start": "Snow"})
    stored = library.load("arduous").get(WeatherZone, "south")
    assert stored is not None and stored.at_start == "S"
    tab.document.stack.undo()
    assert tab.document.rows.get(WeatherZone, "south").at_start == "D"  # type: ignore[union-attr]


def test_nothing_can_be_added_before_there_is_a_kind_of_it(window: MainWindow) -> None:
    tab = opened(window, "bare")
    rows = tab.document.rows
    assert not tab.markers.grid.buttons["table.add"].isEnabled()
    assert "Charts tab" in tab.markers.says.text()
    tab.document.edit("Kinds", [put(rows, Marker(marker="m", name="M")), put(rows, Weather(weather="D", name="Dry"))])
    tab.markers.grid.buttons["table.add"].click()
    assert tab.reveal("weather_zone", ())
    tab.weather.buttons["table.add"].click()
    assert [row.marker for row in rows.all(MarkerStart)] == ["m"]
    assert [zone.at_start for zone in rows.all(WeatherZone)] == ["D"]
