"""Runs in processes of their own: killed at any moment, taken up again; and the very game behind a figure."""

from __future__ import annotations

import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

import pytest
from msgspec.structs import replace

from engine.lab import again, runner
from engine.lab.record import unpack
from engine.lab.settings import RunSettings
from engine.store import Library, RunInfo
from engine.store.keeping import revive_game
from tests.kit.bounded import PATIENCE, started
from tests.kit.skirmish import BOTS, GREEDY, SLUG, new_run, played_run, skirmish, skirmish_library, with_cell

SETTINGS = RunSettings(kind="compare", bots=BOTS, games=30, seed=8, jobs=2, knowing=False)


def told_and_killed(path: Path, run: int, after: int) -> int:
    """Play a run in a process and kill it all once it has told of so many games more; how many it told of last."""
    words = [sys.executable, "-m", "engine.lab.runner", str(path), str(run), "--tell"]
    done = 0
    with started(words, stdout=subprocess.PIPE, env=runner.environment(), text=True) as process:
        assert process.stdout is not None
        for _ in range(after):
            line = process.stdout.readline()
            if not line:
                break
            done = int(line.split()[0])
    return done


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.soak)])
def test_killing_a_run_loses_no_finished_game(tmp_path: Path, kills: int) -> None:
    path, chance = tmp_path / "library.db", random.Random(kills)
    settings = replace(SETTINGS, games=15 * kills)
    with skirmish_library(path) as library:
        run = new_run(library, settings, skirmish(), with_cell("3", "1:1", "DE"))
        whole = played_run(library, settings, skirmish(), with_cell("3", "1:1", "DE"))
    for _ in range(kills):
        told = told_and_killed(path, run, chance.randrange(1, 8))
        with Library.open(path) as library:
            assert library.runs.info(run).games >= told
    assert runner.play(path, run) == "done"
    with Library.open(path, read_only=True) as library:
        found = [
            {(game.version, game.number): unpack(game.record).timeless() for game in library.runs.games(number)[0]}
            for number in (run, whole)
        ]
    assert found[0] == found[1] and len(found[0]) == 2 * settings.games


def test_a_run_goes_on_when_whoever_began_it_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with skirmish_library(path) as library:
        run = new_run(library, replace(SETTINGS, kind="one", games=4, jobs=1))
    code = f"from engine.lab.runner import start; from pathlib import Path; print(start(Path({str(path)!r}), {run}))"
    said = subprocess.run(
        [sys.executable, "-c", code],
        env=runner.environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    runner_pid = int(said.stdout)
    with Library.open(path) as library:
        for _ in range(600):
            if library.runs.info(run).status == "done":
                break
            sleep(0.1)
        assert library.runs.info(run).games == 4, runner_pid


def test_nobody_plays_a_run_of_which_nothing_was_heard_for_long() -> None:
    info = RunInfo(1, SLUG, "", "", "2026-01-01T00:00:00.000Z", "playing", "", "", "{}", 0)
    assert runner.abandoned(info) and not runner.abandoned(replace(info, status="done"))


@pytest.mark.parametrize(("seconds", "gone"), [(-3600, True), (-5, False), (5, False), (3600, True)])
def test_a_clock_that_is_set_keeps_no_run_alive_whose_player_has_died(seconds: int, gone: bool) -> None:
    heard = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat()
    assert runner.abandoned(RunInfo(1, SLUG, "", "", heard, "playing", "", "", "{}", 0)) is gone


# The very game


def test_a_game_can_be_watched_exactly_as_it_was_played(tmp_path: Path) -> None:
    with skirmish_library(tmp_path / "library.db") as library:
        settings = replace(SETTINGS, games=3, bots=GREEDY)
        run = played_run(library, settings, skirmish(), with_cell("3", "1:1", "DE"))
        kept = {(game.version, game.number): unpack(game.record) for game in library.runs.games(run)[0]}
        for version in (0, 1):
            number = again.ask(library.path, run, version, 2) if version else again.keep_again(library, run, 0, 2)
            stored = library.load_game(number)
            game, played = revive_game(stored), kept[version, 2]
            assert game.outcome is not None and game.outcome.level == played.level
            assert game.state.turn == played.turns and len(game.log) == played.actions + 1
            assert stored.info.status == "over" and stored.info.name == f"Playtest {run}, Version {version + 1}, game 3"
            assert [cell >= 0 for cell in game.state.cell] == [service.end == 1 for service in played.services]
            assert again.keep_again(library, run, version, 2) == number


def test_what_cannot_be_played_again_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "library.db"
    skirmish_library(path).close()
    assert again.main([str(path), "7", "0", "0"]) == 1
    assert capsys.readouterr().err == "There is no playtest run 7 in the library any more.\n"
