"""Arranged positions keep the weather and the markers of the game they were taken from."""

from __future__ import annotations

import random

import pytest

from engine.play import Game
from engine.play.journal import journal
from engine.play.sandbox import Position, arrange, faults, lay_out, position_of
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of
from tests.kit.players import play_on
from tests.kit.seasons import rough_rows


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of(compile_scenario(rough_rows()))


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_read_back_with_its_weather_and_markers(setting: Setting, seed: int) -> None:
    game, chance = Game.begin(setting, seed), random.Random(seed)
    while game.decision is not None and game.state.turn < 5:
        play_on(game, chance, 20)
    found = position_of(game)
    assert found.weather and found.markers
    table = lay_out(setting, found)
    assert (table.state.weather, table.state.markers) == (game.state.weather, game.state.markers)
    again = position_of(arrange(setting, found))
    assert (again.weather, again.markers) == (found.weather, found.markers)


def test_what_was_cleared_before_stays_away_and_is_told_once(setting: Setting) -> None:
    game = arrange(setting, Position({}, 4, "german-movement", weather={"north": "M"}, markers={"block-0904": ""}))
    told = [line.text for line in journal(game)]
    assert "Weather, North: mud." in told
    assert not any("Road block" in text for text in told)
    assert game.state.markers[4] == -2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Position(weather={"west": "D"}), "there is no weather zone west"),
        (Position(weather={"north": "fog"}), "there is no weather fog"),
        (Position(markers={"ghost": "0505"}), "there is no marker ghost"),
        (Position(markers={"cache-0505": "9999"}), "there is no cell or box 9999"),
    ],
)
def test_what_the_scenario_lacks_is_refused(setting: Setting, wrong: Position, said: str) -> None:
    assert [problem.message for problem in faults(setting, wrong)] == [said]
