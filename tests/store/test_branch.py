"""A game taken up again from an earlier point is a game of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import Library
from engine.store.errors import StoreError
from tests.kit.broken import good_library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with a game of five entries, two of them taken back."""
    made = Library.open(good_library(tmp_path / "library.db"))
    game = made.new_game("orsha", name="First", seed=9, sides='{"german":{"bot":""}}', options='{"goal":"standard"}')
    for number in range(5):
        made.append_entry(game, side="german", action=str(number), events="[]")
    made.set_cursor(game, 3)
    return made


def test_a_branch_has_the_entries_up_to_the_point_and_leaves_the_first_game_alone(library: Library) -> None:
    (first,) = library.games("orsha")
    new = library.branch_game(first.id, 2, "Second")
    before, branch = library.load_game(first.id), library.load_game(new)
    assert branch.entries == before.entries[:2] and branch.rows == before.rows
    assert (branch.info.name, branch.info.cursor, branch.info.seed) == ("Second", 2, 9)
    assert (branch.info.sides, branch.info.options) == (first.sides, first.options)
    library.append_entry(new, side="german", action="99", events="[]")
    assert library.load_game(first.id) == before


def test_a_branch_cannot_begin_beyond_the_end(library: Library) -> None:
    (first,) = library.games("orsha")
    with pytest.raises(StoreError, match="only 5 entries"):
        library.branch_game(first.id, 6, "Never")
    assert len(library.games("orsha")) == 1, "nothing is left of it"
