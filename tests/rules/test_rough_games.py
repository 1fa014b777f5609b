"""Whole games with weather and markers: the laws hold, and every bot stays within the rules."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from engine.bots import make_bot
from engine.play import Entry, Game
from engine.records.family import decode
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.state.events import MarkerRemoved, WeatherChanged
from engine.store import Library
from engine.store.keeping import resume_game, start_game
from engine.systems import check_rules, setting_of
from tests.kit.laws import check_table
from tests.kit.players import any_action, play_on
from tests.kit.seasons import rough_rows


@lru_cache(maxsize=1)
def setting() -> Setting:
    return setting_of(compile_scenario(rough_rows()))


def test_the_linter_finds_no_error_in_the_rough_ground() -> None:
    assert [problem for problem in check_rules(rough_rows()) if problem.severity == "error"] == []


def test_random_games_end_with_everything_in_its_place() -> None:
    seen: set[type] = set()
    for seed in range(4):
        game = Game.begin(setting(), seed)
        chance = random.Random(seed)
        while game.decision is not None:
            play_on(game, chance, 10)
            check_table(game)
        assert game.outcome is not None
        seen |= {type(event) for entry in game.log for event in entry.events}
    assert {WeatherChanged, MarkerRemoved} <= seen


def test_undo_redo_and_going_back_are_exact() -> None:
    game = Game.begin(setting(), 5)
    opening, chance = game.state.copy(), random.Random(5)
    while game.decision is not None:
        before, asked = game.state.copy(), game.decision
        game.apply(any_action(game, chance))
        after, then = game.state.copy(), game.decision
        assert game.undo(through_dice=True)
        assert (game.state, game.decision) == (before, asked)
        assert game.redo()
        assert (game.state, game.decision) == (after, then)
    ended, length = game.state.copy(), game.cursor
    game.go_to(1)
    assert game.state == opening
    game.go_to(length)
    assert game.state == ended


def test_a_log_written_as_text_replays_to_the_same_state() -> None:
    game = Game.begin(setting(), 3)
    play_on(game, random.Random(3))
    entries = decode(msgspec.json.encode(game.log), list[Entry])
    again = Game.replay(setting(), 3, entries, game.cursor)
    assert again.state == game.state
    assert again.state.weather != Game.begin(setting(), 3).state.weather


def test_a_saved_game_is_resumed_with_its_weather_and_markers(tmp_path: Path) -> None:
    with Library.create(tmp_path / "games.db") as library:
        library.add("rough", rough_rows())
        game, keeper = start_game(library, "rough", seed=5)
        play_on(game, random.Random(5), 150)
        resumed, _ = resume_game(library, keeper.game)
        assert (resumed.state, resumed.decision) == (game.state, game.decision)
        assert (resumed.state.weather, resumed.state.markers) == (game.state.weather, game.state.markers)


def test_a_fork_leaves_weather_and_markers_alone() -> None:
    game = Game.begin(setting(), 2)
    play_on(game, random.Random(2), 60)
    before = (list(game.state.weather), list(game.state.markers))
    play_on(game.fork(), random.Random(1))
    assert (game.state.weather, game.state.markers) == before


def test_every_option_is_legal() -> None:
    game, chance = Game.begin(setting(), 9), random.Random(9)
    asked = 0
    while game.decision is not None:
        if asked % 10 == 0:
            assert all(game.judge(action) for action in game.options())
        game.apply(any_action(game, chance))
        asked += 1


@pytest.mark.parametrize(("german", "soviet"), [("doctrine", "greedy"), ("greedy", "doctrine"), ("random", "doctrine")])
def test_bots_play_whole_games_by_the_rules(german: str, soviet: str) -> None:
    game = Game.begin(setting(), 2)
    bots = [make_bot(name, game.scenario, side, 7 + side) for side, name in enumerate((german, soviet))]
    while game.decision is not None:
        action, _ = bots[game.decision.side].choose(game.view(game.decision.side))
        game.apply(action)
    assert game.outcome is not None
