"""A library that the first release wrote, with a game of each of its systems under way: it opens and plays on.

The file and what the release said of its games (`games.json`) were made by the release itself, playing at random.
"""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path
from typing import Any

import pytest

from engine.records.play import ScenarioRow
from engine.store import Library
from engine.store.games import OrderLine
from engine.store.keeping import resume_game
from tests.kit.laws import check_table
from tests.kit.players import play_on

RELEASE = Path(__file__).with_name("release_1")
GAMES: list[dict[str, Any]] = json.loads((RELEASE / "games.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The library as the release left it."""
    found = tmp_path / "library.db"
    found.write_bytes(lzma.decompress((RELEASE / "library.db.xz").read_bytes()))
    return found


@pytest.mark.parametrize("told", GAMES, ids=lambda told: told["slug"])
def test_a_saved_game_stands_where_it_was_left_and_plays_on_to_its_end(path: Path, told: dict[str, Any]) -> None:
    with Library.open(path) as library:
        game, keeper = resume_game(library, told["game"])
        state = game.state
        assert (game.cursor, state.turn, list(state.cell), list(state.face)) == (
            told["cursor"],
            told["turn"],
            told["cells"],
            told["faces"],
        )
        assert game.decision is not None and game.decision.kind == told["kind"]
        play_on(game, random.Random(1))
        assert game.outcome is not None
        check_table(game)
        again, _ = resume_game(library, keeper.game)
        assert again.state == game.state


def test_what_was_edited_then_is_there_and_can_be_undone(path: Path) -> None:
    with Library.open(path) as library:
        assert library.load("arduous-beginning").the(ScenarioRow).title == "Our Beginning"
        assert [line.name for line in library.history("arduous-beginning")] == ["Rename"]
        library.undo("arduous-beginning")
        assert library.load("arduous-beginning").the(ScenarioRow).title == "The Arduous Beginning"
    (kept,) = [other for other in path.parent.glob("*.db") if other != path]
    with Library.open(kept, read_only=True) as backup:
        assert backup.load("arduous-beginning").the(ScenarioRow).title == "Our Beginning"


def test_its_games_come_from_none_and_can_be_branched_and_given_orders(path: Path) -> None:
    with Library.open(path) as library:
        for info in library.games():
            assert (info.parent, library.load_game(info.id).orders) == (None, ())
            new = library.branch_game(info.id, 1, "From the first")
            library.keep_orders(new, [OrderLine(1, "[]")])
            assert library.load_game(new).info.parent == info.id and len(library.load_game(new).orders) == 1


def test_it_can_be_looked_at_without_being_touched(path: Path) -> None:
    before = path.read_bytes()
    with Library.open(path, read_only=True) as library:
        assert len(library.games()) == 2
    assert path.read_bytes() == before
