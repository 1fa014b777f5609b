"""Weather and markers in the play window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.play.table.inspector import place_facts
from engine.records.markers import MarkerStart
from engine.store.library import Library
from tests.designer.play.conftest import Start
from tests.kit.drill import quiet
from tests.kit.seasons import add_markers, add_south, add_weather
from tests.kit.shipped import shipped_rows


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library.create(tmp_path / "library.db")
    rows = shipped_rows("arduous-beginning")
    made.add("arduous-beginning", rows)
    rough = rows.copy()
    add_weather(rough)
    add_south(rough, "0410", "0411", at_start="M")
    add_markers(
        rough,
        MarkerStart(start="a", marker="works", cell="1105", side="soviet"),
        MarkerStart(start="b", marker="mines", cell="1208", last_turn=1),
    )
    made.add("rough", rough)
    yield made
    made.close()


def test_a_game_without_weather_shows_none(start: Start) -> None:
    view = start("arduous-beginning")
    assert not view.bar.weather.isVisible()
    assert len(view.board.markers) == 0


def test_weather_and_markers_are_in_sight_and_go_with_the_game(start: Start) -> None:
    view = start("rough", bots=("", "random"))
    game = view.session.game
    assert view.bar.weather.isVisible()
    assert view.bar.weather.text() == "·  North: dry, South: mud"
    assert "Hexes cost twice as much to enter." in view.bar.weather.toolTip()
    assert len(view.board.markers) == 2
    cell = game.setting.board.cell("1105")
    assert place_facts(game.table, cell).endswith("dry; Earthworks (Soviet)")
    view.session.close()
    while game.state.turn < 2:
        game.apply(quiet(game))
    view._show_when()
    view.board.restack()
    assert len(view.board.markers) == 1
    shown = {game.scenario.weathers[index].name.lower() for index in game.state.weather}
    assert all(name in view.bar.weather.text().lower() for name in shown)
