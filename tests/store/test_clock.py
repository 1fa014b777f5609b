"""A clock that is set back or goes wrong: what was done last is known as such, and nothing is taken for another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.store import Library, clock
from engine.store.clock import after, first_revision
from engine.store.keeping import resume_game, start_game
from tests.kit.broken import good_library
from tests.kit.small import small_scenario

NOON = datetime(2026, 6, 22, 12, tzinfo=UTC)


class WallClock(datetime):
    """A clock that somebody sets."""

    shows = NOON

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return cls.shows


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> type[WallClock]:
    monkeypatch.setattr(clock, "datetime", WallClock)
    monkeypatch.setattr(WallClock, "shows", NOON)
    return WallClock


@pytest.mark.parametrize(
    ("latest", "said"),
    [
        (None, "2026-06-22T12:00:00.000Z"),
        ("2026-06-22T11:59:59.999Z", "2026-06-22T12:00:00.000Z"),
        ("2026-06-22T12:00:00.000Z", "2026-06-22T12:00:00.001Z"),
        ("2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.001Z"),
        ("9999-12-31T23:59:59.999Z", "2026-06-22T12:00:00.000Z"),
        ("soon", "2026-06-22T12:00:00.000Z"),
    ],
)
def test_what_is_done_now_is_later_than_all_before(wall: type[WallClock], latest: str | None, said: str) -> None:
    assert after(latest) == said


@pytest.mark.parametrize("back", [timedelta(0), timedelta(milliseconds=1), timedelta(hours=1), timedelta(days=20_000)])
def test_the_game_played_last_comes_first_though_the_clock_was_set_back(
    tmp_path: Path, wall: type[WallClock], back: timedelta
) -> None:
    with Library.open(good_library(tmp_path / "library.db")) as library:
        first, second, third = (start_game(library, "orsha", seed=seed)[1].game for seed in (1, 2, 3))
        for played in (second, first, third, first):
            wall.shows -= back
            resume_game(library, played)[1].cursor(1)
            assert library.games("orsha")[0].id == played
        fourth = library.branch_game(first, 1, "Again")
        assert [game.id for game in library.games("orsha")] == [fourth, first, third, second]
        library.delete_game(fourth)
        assert resume_game(library, first)[0].cursor == 1


def test_a_moment_that_is_none_keeps_nobody_from_playing(tmp_path: Path) -> None:
    path = good_library(tmp_path / "library.db")
    for kept in ("'soon'", "''", "'9999-12-31T23:59:59.999Z'"):
        with Library.open(path) as library:
            start_game(library, "orsha", seed=1)
            with library._writing() as db:
                db.execute(f"UPDATE game SET played_at = {kept} WHERE id = 1")
            made = start_game(library, "orsha", seed=2)[1]
            made.cursor(1)


def test_what_takes_the_place_of_something_removed_is_not_taken_for_it_at_the_same_moment(
    tmp_path: Path, wall: type[WallClock]
) -> None:
    with Library.open(good_library(tmp_path / "library.db")) as library:
        seen = set()
        for _ in range(20):
            library.remove("orsha")
            library.add("orsha", small_scenario())
            seen.add(library.revision("orsha"))
        assert len(seen) == 20
    assert all(0 <= first_revision() < 2**53 for _ in range(20)), "a number that any program can read"
