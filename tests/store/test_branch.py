"""A game taken up again from an earlier point is a game of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import Library
from engine.store.errors import StoreError
from engine.store.games import Expected, OrderLine
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


def test_a_branch_knows_its_game_until_that_is_deleted(library: Library) -> None:
    (first,) = library.games("orsha")
    assert (first.parent, first.parent_at) == (None, None)
    new = library.branch_game(first.id, 2, "Second")
    assert (library.load_game(new).info.parent, library.load_game(new).info.parent_at) == (first.id, 2)
    library.delete_game(first.id)
    (left,) = library.games("orsha")
    assert left.id == new and left.parent is None, "what it was taken from is gone, the game is not"


def test_orders_to_the_staff_go_with_the_log(library: Library) -> None:
    (first,) = library.games("orsha")
    lines = [OrderLine(1, "[1]"), OrderLine(3, "[3]"), OrderLine(3, "[4]", True), OrderLine(4, "[5]", True)]
    library.keep_orders(first.id, lines)
    assert library.load_game(first.id).orders == tuple(lines)
    assert library.game_revision(first.id) == first.revision + 1, "another window is to notice"
    kept = {
        at: [line.orders for line in library.load_game(library.branch_game(first.id, at, "")).orders]
        for at in (2, 3, 5)
    }
    assert kept == {2: ["[1]"], 3: ["[1]", "[3]"], 5: ["[1]", "[3]", "[4]", "[5]"]}, "as they stood at that point"
    library.append_entry(first.id, side="german", action="9", events="[]")
    assert library.load_game(first.id).orders == tuple(lines[:2]), "what was taken back cannot be brought back any more"
    with pytest.raises(StoreError, match="another window"):
        library.keep_orders(first.id, [], Expected(first.revision))
    library.delete_game(first.id)


def test_a_branch_cannot_begin_beyond_the_end(library: Library) -> None:
    (first,) = library.games("orsha")
    with pytest.raises(StoreError, match="only 5 entries"):
        library.branch_game(first.id, 6, "Never")
    assert len(library.games("orsha")) == 1, "nothing is left of it"
