"""The kinds of weather and of markers on the Charts tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from designer.charts.tab import MARKERS, WEATHER, Charts
from designer.shell.window import MainWindow
from engine.records.charts import Chart, ChartCell
from engine.records.markers import Marker
from engine.records.weather import Weather, WeatherZone
from engine.store.library import Library
from tests.kit.grids import type_line
from tests.kit.seasons import add_weather
from tests.kit.shipped import shipped_rows


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    rows = shipped_rows("arduous-beginning")
    add_weather(rows)
    made.add("arduous", rows)
    yield made
    made.close()


@pytest.fixture
def tab(window: MainWindow) -> Charts:
    window.open_scenario("arduous", "charts")
    part = window.show_part("charts")
    assert isinstance(part, Charts)
    QApplication.processEvents()
    return part


def test_a_kind_of_weather_is_made_and_described(tab: Charts, library: Library) -> None:
    tab.show_chart(WEATHER)
    tab.weather.grid.handlers()["table.add"]()
    type_line(tab.weather.grid, ("new-weather",), {"name": "Fog", "shift": "-2", "movement": "1.25", "frozen": "river"})
    made = library.load("arduous").get(Weather, "new-weather")
    assert made is not None
    assert (made.name, made.shift, made.movement, made.frozen) == ("Fog", -2, 1.25, ("river",))


def test_a_bad_value_stays_out_and_says_why(tab: Charts) -> None:
    tab.show_chart(WEATHER)
    type_line(tab.weather.grid, ("M",), {"movement": "-1"})
    assert tab.document.rows.get(Weather, "M").movement == 2  # type: ignore[union-attr]


def test_another_key_goes_to_the_zones_and_to_the_cells_of_the_table(tab: Charts) -> None:
    tab.show_chart(WEATHER)
    type_line(tab.weather.grid, ("D",), {"weather": "Fair"})
    rows = tab.document.rows
    assert rows.has(Weather, "Fair") and not rows.has(Weather, "D")
    assert [zone.at_start for zone in rows.all(WeatherZone)] == ["Fair"]
    cells = [cell.value for cell in rows.all(ChartCell) if cell.chart == "weather"]
    assert cells.count("Fair") == 2 and "D" not in cells
    tab.document.stack.undo()
    assert rows.has(Weather, "D")


def test_weather_that_a_zone_begins_with_is_not_deleted(tab: Charts) -> None:
    tab.show_chart(WEATHER)
    tab.weather.grid.view.show_line(("D",))
    tab.weather.grid.handlers()["table.remove"]()
    assert tab.document.rows.has(Weather, "D")
    tab.weather.grid.view.show_line(("M",))
    tab.weather.grid.handlers()["table.remove"]()
    assert not tab.document.rows.has(Weather, "M")


def test_a_kind_of_marker_is_made_and_a_culprit_is_found(tab: Charts) -> None:
    tab.show_chart(MARKERS)
    tab.markers.grid.handlers()["table.add"]()
    type_line(tab.markers.grid, ("new-marker",), {"name": "Bridge", "text": "BR", "entry": "0.3"})
    made = tab.document.rows.get(Marker, "new-marker")
    assert made is not None and (made.name, made.text, made.entry) == ("Bridge", "BR", 0.3)
    tab.show_chart(WEATHER)
    assert tab.reveal("marker", ("new-marker",))
    assert tab.current() == MARKERS and tab.markers.grid.view.line() == ("new-marker",)
    assert tab.reveal("weather", ("S",)) and tab.current() == WEATHER


def test_a_table_that_a_zone_is_rolled_on_is_not_deleted(tab: Charts) -> None:
    tab.show_chart("weather")
    tab.remove_button.click()
    assert tab.document.rows.has(Chart, "weather")
    tab.add_chart("Other weather", "Weather table")
    made = tab.document.rows.get(Chart, "other-weather")
    assert made is not None and (made.dice, made.columns_are, made.rows_are) == ("1d6", "number", "die")
    tab.remove_button.click()
    assert not tab.document.rows.has(Chart, "other-weather")
