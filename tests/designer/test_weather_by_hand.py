"""Weather made by hand: kinds and table on the Charts tab, zone in the set-up, phase in the rules, then a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from designer.charts.tab import WEATHER, Charts
from designer.rules.tab import Rules
from designer.setup.tab import SetupEditor
from designer.shell.window import MainWindow
from engine.play import Game
from engine.records.charts import Chart
from engine.records.play import Phase
from engine.records.weather import WeatherZone
from engine.store.library import Library
from engine.systems import check_rules
from tests.kit.drill import skip_to
from tests.kit.grids import type_line
from tests.kit.shipped import shipped_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = shipped_library(tmp_path / "library.db", arduous="arduous-beginning")
    yield made
    made.close()


def test_weather_is_made_in_the_window_and_changes_the_game(window: MainWindow, library: Library) -> None:
    window.open_scenario("arduous", "charts")
    charts = window.show_part("charts")
    assert isinstance(charts, Charts)
    QApplication.processEvents()
    charts.show_chart(WEATHER)
    for name, movement in (("Fair", "1"), ("Mud", "2")):
        charts.weather.grid.buttons["table.add"].click()
        type_line(charts.weather.grid, ("new-weather",), {"name": name, "movement": movement})
        type_line(charts.weather.grid, ("new-weather",), {"weather": name})
    charts.add_chart("Weather table", "Weather table")
    assert charts.current() == "weather-table"
    for die in range(1, 7):
        type_line(charts.table.grid, str(die), {"c:1": "Mud"})
    setup = window.show_part("setup")
    assert isinstance(setup, SetupEditor)
    assert setup.reveal("weather_zone", ())
    setup.weather.buttons["table.add"].click()
    type_line(setup.weather, ("weather",), {"name": "Everywhere", "chart": "Weather table"})
    rules = window.show_part("rules")
    assert isinstance(rules, Rules)
    grid = rules.sequence.grid
    grid.buttons["table.add"].click()
    key = grid.view.line()
    assert isinstance(key, tuple)
    type_line(grid, key, {"name": "Weather", "kind": "weather", "side": ""})
    for _ in range(len(grid.sheet.lines())):
        grid.buttons["table.up"].click()
    stored = library.load("arduous")
    assert [problem for problem in check_rules(stored) if "weather" in problem.table] == []
    assert stored.get(Chart, "weather-table") is not None
    assert sorted(stored.all(Phase), key=lambda row: row.position)[0].kind == "weather"
    assert [zone.at_start for zone in stored.all(WeatherZone)] == ["Fair"]
    game = Game.new(stored, 1)
    skip_to(game, "german-movement", 2)
    assert [game.scenario.weathers[index].name for index in game.state.weather] == ["Mud"]
