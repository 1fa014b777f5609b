"""Playtest runs in the library: kept, listed, marked, cut, and gone with their scenario."""

from __future__ import annotations

import pytest

from engine.records.changes import difference
from engine.store import Library, RunGame, RunVersion, StoreError, write_bundle
from tests.kit.small import small_scenario

GAME = RunGame(0, 0, 11, "german", "German win", 1.0, 3, 0.25, b"\x00record")


@pytest.fixture
def run(library: Library) -> int:
    changes = difference(small_scenario(), small_scenario("Another"))
    versions = [RunVersion("Now", "aa"), RunVersion("Other", "bb", changes, {"fog": "thick"})]
    return library.runs.add("orsha", "First run", "{}", write_bundle(small_scenario()), versions)


def test_a_run_comes_back_as_it_was_kept(library: Library, run: int) -> None:
    stored = library.runs.load(run)
    assert (stored.info.name, stored.info.status, stored.info.games) == ("First run", "paused", 0)
    assert stored.snapshot == write_bundle(small_scenario())
    assert [version.name for version in stored.versions] == ["Now", "Other"]
    assert stored.versions[1].options == {"fog": "thick"}
    assert stored.versions[1].changes == difference(small_scenario(), small_scenario("Another"))


def test_games_are_kept_once_and_read_as_they_come(library: Library, run: int) -> None:
    library.runs.keep_games(run, [GAME])
    games, mark = library.runs.games(run)
    assert games == [GAME]
    other = RunGame(1, 0, 11, "", "Draw", 0.5, 3, 0.0, b"")
    library.runs.keep_games(run, [RunGame(0, 0, 12, "soviet", "No", 0.0, 1, 1.0, b""), other])
    assert library.runs.games(run, mark) == ([other], mark + 1) and library.runs.games(run)[0][0] == GAME
    assert library.runs.scores(run) == {(0, 0): 1.0, (1, 0): 0.5}


def test_a_run_is_marked_and_wishes_are_heard_and_forgotten(library: Library, run: int) -> None:
    library.runs.mark(run, "playing")
    library.runs.wish(run, "pause")
    assert library.runs.seen(run) == "pause"
    library.runs.mark(run, "failed", "Out of dice.")
    info = library.runs.info(run)
    assert (info.status, info.trouble, info.wish) == ("failed", "Out of dice.", "")


def test_games_beyond_a_number_can_be_cut(library: Library, run: int) -> None:
    library.runs.keep_games(run, [RunGame(0, number, number, "", "", 0.5, 1, 0.1, b"") for number in range(5)])
    library.runs.cut(run, 3)
    assert sorted(library.runs.scores(run)) == [(0, 0), (0, 1), (0, 2)]


def test_runs_are_listed_newest_first_and_go_with_their_scenario(library: Library, run: int) -> None:
    second = library.runs.add("orsha", "Second", "{}", "", [RunVersion("Now", "aa")])
    assert [info.id for info in library.runs.all("orsha")] == [second, run]
    library.runs.delete(second)
    library.runs.keep_games(run, [GAME])
    library.remove("orsha")
    with pytest.raises(StoreError, match=f"There is no playtest run {run} in the library any more."):
        library.runs.load(run)


def test_the_newest_games_of_a_version_are_found_by_its_digest(library: Library, run: int) -> None:
    assert library.runs.latest("orsha", "bb") is None
    library.runs.keep_games(run, [GAME, RunGame(1, 0, 11, "", "Draw", 0.5, 3, 0.0, b"")])
    assert library.runs.latest("orsha", "bb") == (run, 1) and library.runs.latest("orsha", "cc") is None


def test_nothing_is_kept_of_a_run_that_is_gone(library: Library, run: int) -> None:
    library.runs.delete(run)
    with pytest.raises(StoreError, match="no playtest run"):
        library.runs.keep_games(run, [GAME])
