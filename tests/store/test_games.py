from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.board import CellRow
from engine.records.changes import put
from engine.store import EntryText, Library, StoreError
from tests.kit.small import small_scenario


def start(library: Library) -> int:
    return library.new_game("orsha", name="First", seed=7, sides='{"german":"human"}', options=b"{}")


def test_a_game_keeps_the_rows_it_began_with(library: Library) -> None:
    game = start(library)
    library.edit("orsha", "Paint", [put(library.load("orsha"), CellRow(cell="0101", terrain="forest"))])
    stored = library.load_game(game)
    assert stored.rows == small_scenario()
    assert (stored.info.name, stored.info.seed, stored.info.sides, stored.info.status) == (
        "First",
        7,
        '{"german":"human"}',
        "playing",
    )


def test_entries_are_there_after_closing(library: Library, path: Path) -> None:
    game = start(library)
    for number in range(3):
        position = library.append_entry(game, side="german", action=f"[{number}]", events=b'["moved"]', why='"case"')
        assert position == number
    library.close()
    with Library.open(path) as again:
        stored = again.load_game(game)
        assert stored.entries[2] == EntryText("german", "[2]", '["moved"]', '"case"')
        assert stored.info.cursor == stored.info.entries == 3


def test_the_cursor_undoes_and_a_new_entry_discards_the_rest(library: Library) -> None:
    game = start(library)
    for number in range(3):
        library.append_entry(game, side="german", action=str(number), events="[]")
    library.set_cursor(game, 1)
    assert len(library.load_game(game).entries) == 3
    library.append_entry(game, side="soviet", action='"new"', events="[]", status="over")
    stored = library.load_game(game)
    assert [entry.action for entry in stored.entries] == ["0", '"new"']
    assert (stored.info.cursor, stored.info.status) == (2, "over")
    with pytest.raises(StoreError, match="has 2 entries"):
        library.set_cursor(game, 3)


def test_games_are_listed_and_forgotten(library: Library) -> None:
    first, second = start(library), start(library)
    library.append_entry(first, side="german", action="1", events="[]")
    assert {info.id for info in library.games("orsha")} == {first, second}
    assert library.games("minsk") == []
    library.delete_game(first)
    assert [info.id for info in library.games()] == [second]
    with pytest.raises(StoreError, match=f"There is no game {first}"):
        library.load_game(first)


def test_games_and_playtests_go_with_their_scenario(library: Library) -> None:
    start(library)
    library.add_playtest("orsha", "{}", '{"wins":1}')
    library.rename("orsha", "bridge")
    assert [info.scenario for info in library.games()] == ["bridge"]
    assert [test.results for test in library.playtests("bridge")] == ['{"wins":1}']
    library.remove("bridge")
    assert library.games() == []
