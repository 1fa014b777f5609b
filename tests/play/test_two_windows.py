"""Two windows on one game: what one did not see, the other's file never takes."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.play import Game
from engine.state import State
from engine.store import Library, StoreError
from engine.store.keeping import resume_game, start_game
from tests.kit.drill import drill_rows
from tests.kit.players import any_action, play_on


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A library with one game, ten actions old."""
    path = tmp_path / "games.db"
    with Library.create(path) as made:
        made.add("drill", drill_rows())
        game, _ = start_game(made, "drill", seed=7)
        play_on(game, random.Random(7), actions=10)
    return path


@pytest.fixture
def windows(path: Path) -> Iterator[tuple[Library, Library]]:
    """The same library opened twice."""
    with Library.open(path, patience=0.05) as one, Library.open(path, patience=0.05) as two:
        yield one, two


def kept(library: Library) -> tuple[tuple[object, ...], int]:
    """The log on disk, and its cursor."""
    stored = library.load_game(1)
    return stored.entries, stored.info.cursor


def refused(game: Game, chance: random.Random) -> State:
    """Try an action that the disk must refuse; the state that the table has afterwards."""
    action, log, cursor = any_action(game, chance), list(game.log), game.cursor
    before, decision = game.state.copy(), game.decision
    with pytest.raises(StoreError, match="another window or program"):
        game.apply(action)
    assert game.state == before and game.log == log and game.cursor == cursor and game.decision == decision
    return before


def test_a_move_after_another_windows_move_is_neither_kept_nor_made(windows: tuple[Library, Library]) -> None:
    (mine, _), (theirs, _) = (resume_game(library, 1) for library in windows)
    theirs.apply(any_action(theirs, random.Random(1)))
    before = kept(windows[0])
    refused(mine, random.Random(2))
    with pytest.raises(StoreError, match="another window or program"):
        mine.undo(through_dice=True)
    assert kept(windows[0]) == before and mine.cursor == 11


def test_an_equal_number_of_other_moves_is_another_game_still(windows: tuple[Library, Library]) -> None:
    (mine, _), (theirs, _) = (resume_game(library, 1) for library in windows)
    theirs.undo(through_dice=True)
    theirs.apply(any_action(theirs, random.Random(99)))
    assert theirs.cursor == mine.cursor
    before = kept(windows[0])
    refused(mine, random.Random(2))
    assert kept(windows[1]) == before


def test_opening_the_game_again_lets_play_go_on(windows: tuple[Library, Library]) -> None:
    (mine, _), (theirs, _) = (resume_game(library, 1) for library in windows)
    theirs.apply(any_action(theirs, random.Random(1)))
    refused(mine, random.Random(2))
    again, _ = resume_game(windows[0], 1)
    assert again.state == theirs.state
    play_on(again, random.Random(3), actions=5)
    assert resume_game(windows[1], 1)[0].state == again.state


def test_a_game_that_takes_a_removed_games_number_is_not_written_to(windows: tuple[Library, Library]) -> None:
    mine, _ = resume_game(windows[0], 1)
    windows[1].delete_game(1)
    _, keeper = start_game(windows[1], "drill", seed=8)
    assert keeper.game == 1, "the number is given again"
    before = kept(windows[1])
    refused(mine, random.Random(2))
    assert kept(windows[1]) == before


def test_an_undo_that_the_disk_refuses_leaves_the_cursor(path: Path, windows: tuple[Library, Library]) -> None:
    mine, _ = resume_game(windows[0], 1)
    before, decision = mine.state.copy(), mine.decision
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for step in (lambda: mine.undo(through_dice=True), lambda: mine.go_to(4)):
        with pytest.raises(StoreError, match="in use by another program"):
            step()
    other.execute("ROLLBACK")
    other.close()
    assert mine.state == before and mine.cursor == 11 and mine.decision == decision
    action = any_action(mine, random.Random(5))
    mine.apply(action)
    assert kept(windows[1])[1] == 12, "the move went where the table had it"
    assert resume_game(windows[1], 1)[0].state == mine.state


def test_a_redo_that_the_disk_refuses_stays_to_be_done(path: Path, windows: tuple[Library, Library]) -> None:
    mine, _ = resume_game(windows[0], 1)
    mine.go_to(6)
    before = mine.state.copy()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError):
        mine.redo()
    with pytest.raises(StoreError):
        mine.apply(any_action(mine, random.Random(5)))
    other.execute("ROLLBACK")
    other.close()
    assert mine.state == before and mine.cursor == 6 and len(mine.log) == 11, "what was taken back is still there"
    assert mine.redo() and kept(windows[1])[1] == 7


def test_an_action_whose_rules_fail_half_way_changes_nothing(
    windows: tuple[Library, Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _ = resume_game(windows[0], 1)
    before, decision = mine.state.copy(), mine.decision

    def fail(_: Game) -> None:
        raise RuntimeError("a bug of ours")

    with monkeypatch.context() as patch:
        patch.setattr(Game, "_settle", fail)
        with pytest.raises(RuntimeError):
            mine.apply(any_action(mine, random.Random(5)))
    assert mine.state == before and mine.decision == decision
    assert kept(windows[1])[1] == 11
