"""Kill the program while a game is played: it goes on exactly where it was, in the middle of a battle too."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.play import Game
from engine.store.keeping import resume_game
from engine.store.library import Library
from tests.designer.play.conftest import SYSTEMS
from tests.kit.bounded import started
from tests.kit.shipped import shipped_rows

ROOT = Path(__file__).parents[3]
IN_BATTLE = ("support", "lose", "retreat", "advance", "choose")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")


def play_and_die(path: Path, slug: str, seed: int, enough: Callable[[int, str], bool]) -> int:
    """Play in a process of its own, kill it when enough was said; the last action that it spoke of."""
    command = [sys.executable, "-m", "tests.kit.playing_worker", str(path), slug, str(seed)]
    said = -1
    home = {"STAVKA_HOME": str(path.parent)}
    with started(command, stdout=subprocess.PIPE, cwd=ROOT, text=True, env=os.environ | home) as worker:
        assert worker.stdout is not None
        for line in worker.stdout:
            position, kind = line.split()
            said = int(position)
            if enough(said, kind):
                break
        os.kill(worker.pid, signal.SIGKILL)
        rest = worker.stdout.read().split("\n")[:-1]
        return int(rest[-1].split()[0]) if rest else said


def library_of(path: Path, slug: str) -> Path:
    """A library with one scenario."""
    with Library.create(path) as library:
        library.add(slug, shipped_rows(slug))
    return path


def resumed(path: Path, slug: str, said: int) -> Game:
    """The kept game, held against the rules: every action gives the events that were kept."""
    with Library.open(path) as library:
        (info,) = library.games(slug)
        game, _ = resume_game(library, info.id)
    assert game.cursor - 1 >= said, "an action that was shown is lost"
    assert game.cursor - 1 <= said + 1, "more than the one action at hand was kept"
    again = Game.begin(game.setting, game.seed)
    for entry in game.log[1 : game.cursor]:
        assert entry.action is not None
        again.apply(entry.action, entry.why)
    assert again.log == game.log[: game.cursor]
    assert again.state == game.state
    assert again.decision == game.decision
    return game


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_killed_game_resumes_where_it_was_and_is_played_on(tmp_path: Path, slug: str) -> None:
    path = library_of(tmp_path / "library.db", slug)
    first = play_and_die(path, slug, 7, lambda position, _kind: position >= 25)
    game = resumed(path, slug, first)
    second = play_and_die(path, slug, 8, lambda position, _kind: position >= first + 12)
    later = resumed(path, slug, second)
    assert later.log[: game.cursor] == game.log[: game.cursor], "what was played before stands"
    assert later.cursor > game.cursor


def test_a_game_killed_in_the_middle_of_a_battle_resumes_there(tmp_path: Path) -> None:
    slug = "arduous-beginning"
    path = library_of(tmp_path / "library.db", slug)
    said = play_and_die(path, slug, 3, lambda _position, kind: kind in IN_BATTLE)
    game = resumed(path, slug, said)
    assert any(hasattr(task, "battle") for task in game.state.agenda), "the battle goes on"


@pytest.mark.soak
@pytest.mark.parametrize("moment", range(20))
def test_killed_at_twenty_random_moments(tmp_path: Path, moment: int) -> None:
    chance = random.Random(moment)
    slug = SYSTEMS[moment % 2]
    path = library_of(tmp_path / "library.db", slug)
    last = chance.randrange(1, 160)
    said = play_and_die(path, slug, moment, lambda position, kind: position >= last or kind == "over")
    resumed(path, slug, said)
