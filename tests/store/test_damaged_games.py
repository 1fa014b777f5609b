"""Saved games whose content somebody damaged: a sentence, and everything else can be used."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from engine.errors import ScenarioError, StavkaError
from engine.store import Library, StoreError
from engine.store.keeping import resume_game, start_game
from engine.store.reviving import players_of, revive_game
from tests.kit.drill import drill_rows
from tests.kit.players import play_on


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one game, ten actions old, two of them taken back."""
    path = tmp_path_factory.mktemp("games") / "games.db"
    with Library.create(path) as made:
        made.add("drill", drill_rows())
        game, _ = start_game(made, "drill", seed=7)
        play_on(game, random.Random(7), actions=10)
        game.go_to(9)
    return path


def damaged(good: Path, path: Path, statement: str, *values: object) -> Library:
    with sqlite3.connect(good) as source, sqlite3.connect(path) as copy:
        source.backup(copy)
        copy.execute("PRAGMA ignore_check_constraints = on")
        copy.execute(statement, values)
    source.close()
    copy.close()
    return Library.open(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET options = '[1]'",
        "UPDATE game SET options = 'nonsense'",
        "UPDATE game_entry SET side = 'martian' WHERE position = 3",
        "UPDATE game_entry SET events = '[{' WHERE position = 3",
        "UPDATE game_entry SET events = replace(events, '\"piece\":', '\"piece\":99') WHERE position = 3",
        "UPDATE game_entry SET events = replace(events, '\"target\":', '\"target\":99999') WHERE position > 0",
        'UPDATE game_entry SET action = \'{"type":"fly"}\' WHERE position = 3',
        "UPDATE game_entry SET why = '[1, 2]' WHERE position = 3",
        "DELETE FROM game_entry WHERE position = 0",
        "UPDATE game_entry SET events = replace(events, '\"piece\":', '\"piece\":99') WHERE position = 10",
    ],
)
def test_a_damaged_log_is_told(good: Path, tmp_path: Path, statement: str) -> None:
    with damaged(good, tmp_path / "bad.db", statement) as library:
        with pytest.raises(StoreError, match=r"^Game 1 cannot be taken up again, .* is damaged"):
            resume_game(library, 1)
        assert library.load("drill") == drill_rows()
        start_game(library, "drill", seed=8)


def test_a_damaged_snapshot_lists_what_is_wrong(good: Path, tmp_path: Path) -> None:
    cut = "UPDATE game SET snapshot = replace(snapshot, '[grid]', '[gird]')"
    with damaged(good, tmp_path / "bad.db", cut) as library, pytest.raises(ScenarioError, match="no table gird"):
        resume_game(library, 1)


def test_an_unknown_kind_of_phase_is_named(good: Path, tmp_path: Path) -> None:
    other = "UPDATE game SET snapshot = replace(snapshot, 'Movement Phase\tmovement', 'Movement Phase\tteleport')"
    with damaged(good, tmp_path / "bad.db", other) as library, pytest.raises(ScenarioError, match="called teleport"):
        resume_game(library, 1)


@pytest.mark.parametrize("cursor", [0, 1, 5, 10_000, 2**60])
def test_an_impossible_cursor_is_brought_back_into_the_log(good: Path, tmp_path: Path, cursor: int) -> None:
    with damaged(good, tmp_path / "bad.db", "UPDATE game SET cursor = ?", cursor) as library:
        game = revive_game(library.load_game(1))
        assert game.cursor == min(max(1, cursor), 11) and game.decision is not None


def test_players_that_make_no_sense_are_persons(good: Path, tmp_path: Path) -> None:
    with damaged(good, tmp_path / "bad.db", "UPDATE game SET sides = '[[['") as library:
        assert players_of(library.load_game(1)) == {}


def test_a_list_of_games_with_nonsense_in_it_is_told(good: Path, tmp_path: Path) -> None:
    with damaged(good, tmp_path / "bad.db", "CREATE TABLE loose AS SELECT * FROM game") as library:
        library._db.execute("PRAGMA foreign_keys = off")
        for statement in (
            "DROP TABLE game",
            "ALTER TABLE loose RENAME TO game",
            "UPDATE game SET seed = 'x', snapshot = 5",
        ):
            library._db.execute(statement)
        for ask in (library.games, lambda: library.load_game(1)):
            with pytest.raises(StavkaError, match="damaged"):
                ask()
