"""Kill the program while it edits, plays, tests, brings a library up to date or prints: what it had said is there.

A few kills are tried in every run; `pytest -m soak` tries two hundred.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from engine.lab.record import unpack
from engine.lab.settings import RunSettings
from engine.records.board import CellRow
from engine.store import Library
from engine.store.connection import damage
from engine.store.keeping import resume_game, start_game
from tests.kit.bounded import PATIENCE, started
from tests.kit.broken import settle
from tests.kit.drill import drill_rows
from tests.kit.skirmish import BOTS, new_run, played_run, skirmish_library

ROOT = Path(__file__).parents[2]
RUN = RunSettings(kind="one", bots=BOTS, games=30, seed=8, jobs=1)
OLD_PDF = b"%PDF-1.4 what was there before %%EOF"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills by signal")


class Nursery:
    """Programs that are there to be killed."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._number = 0

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def killed(self, deed: str, path: Path, seed: int, enough: Callable[[list[str]], bool], delay: float) -> list[str]:
        """Let a program do something, kill it a moment after it has said enough; all that it said."""
        self._number += 1
        out = self._folder / f"said-{self._number}.txt"
        out.touch()
        child = int(self._ask(f"{deed} {path} {out} {seed}"))
        until = time.monotonic() + 120
        while not enough(_lines(out)) and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        assert self._ask(f"reap {child}") == "gone"
        return _lines(out)


def _lines(out: Path) -> list[str]:
    """The whole lines of a file that another program writes."""
    return out.read_text(encoding="utf-8").split("\n")[:-1]


@contextmanager
def nursery(folder: Path, kills: int) -> Iterator[Nursery]:
    """A nursery that is ready for so many kills."""
    command = [sys.executable, "-m", "tests.kit.killing_worker"]
    env = {**os.environ, "STAVKA_HOME": str(folder)}
    with started(
        command,
        seconds=PATIENCE + 60 * kills,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        yield Nursery(process, folder)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a scenario and a game that has just begun."""
    path = tmp_path_factory.mktemp("good") / "good.db"
    with Library.create(path) as library:
        library.add("drill", drill_rows())
        start_game(library, "drill", seed=7)
    settle(path)
    with skirmish_library(path.with_name("run.db")) as library:
        new_run(library, RUN)
    with skirmish_library(path.with_name("whole.db")) as library:
        played_run(library, RUN)
    settle(path.with_name("run.db"))
    return path


def kill_editing(home: Nursery, good: Path, folder: Path, chance: random.Random) -> None:
    path = shutil.copy(good, folder / "edited.db")
    last = chance.randrange(1, 40)
    said = home.killed("edit", path, chance.randrange(10**6), lambda lines: len(lines) >= last, chance.random() / 50)
    with Library.open(path) as library:
        history = library.history("drill")
        kept, undone = ([line.name for line in history if line.undone is gone] for gone in (False, True))
        rows = library.load("drill")
        expected: list[str] = []
        for line in said:
            verb, name = line.split(" ", 1)
            if verb == "edit":
                expected.append(name)
            else:
                assert expected.pop() == name
        following = f"Edit {sum(line.startswith('edit') for line in said)}"
        taken_back = [*kept, *undone[:1]] == expected
        assert kept in (expected, [*expected, following]) or taken_back, "all that was said, and at most one step more"
        made = [row.cell for row in rows.all(CellRow) if row.cell.startswith("cell-")]
        assert made == [f"cell-{name.split()[1]}" for name in kept], "rows and history tell the same"
        assert library.undo("drill") is not None or not kept
    assert damage(path) == ""


def kill_playing(home: Nursery, good: Path, folder: Path, chance: random.Random) -> None:
    path = shutil.copy(good, folder / "played.db")
    last = chance.randrange(1, 40)
    said = home.killed("play", path, chance.randrange(10**6), lambda lines: len(lines) >= last, chance.random() / 50)
    with Library.open(path) as library:
        game, _ = resume_game(library, 1)
    kept = [f"move {at} {one.side} {msgspec.json.encode(one.action).decode()}" for at, one in enumerate(game.log) if at]
    assert kept[: len(said)] == said and len(kept) <= len(said) + 1
    assert game.cursor == len(game.log)


def kill_migrating(home: Nursery, good: Path, folder: Path, chance: random.Random) -> None:
    path = shutil.copy(good, folder / "old.db")
    with sqlite3.connect(path) as conn:
        for statement in ("PRAGMA user_version = 2", "ALTER TABLE library DROP COLUMN revision"):
            conn.execute(statement)
    conn.close()
    home.killed("migrate", path, 0, lambda lines: "begin" in lines, chance.random() / 4)
    with Library.open(path) as library:
        assert library.load("drill") == drill_rows()
        assert library.revision("drill") == 0
        resume_game(library, 1)
    for backup in folder.glob("old.format*.db"):
        assert damage(backup) == ""


def kill_printing(home: Nursery, _good: Path, folder: Path, chance: random.Random) -> None:
    path = folder / "charts.pdf"
    path.write_bytes(OLD_PDF)
    last = chance.randrange(1, 6)
    said = home.killed("print", path, 100, lambda lines: len(lines) >= last, chance.random() / 4)
    data = path.read_bytes()
    done = [int(line.split()[1]) for line in said if line.startswith("print ")]
    titles = [f"Print {number}" for number in (*done[-1:], done[-1] + 1 if done else 100)]
    assert (data == OLD_PDF and not done) or (
        data.startswith(b"%PDF") and data.rstrip().endswith(b"%%EOF") and any(_titled(data, one) for one in titles)
    )


def _titled(data: bytes, title: str) -> bool:
    return title.encode("utf-16-be") in data or title.encode() in data


def kill_testing(home: Nursery, good: Path, folder: Path, chance: random.Random) -> None:
    path = shutil.copy(good.with_name("run.db"), folder / "run.db")
    last = chance.randrange(1, 25)
    said = home.killed("playtest", path, 0, lambda lines: len(lines) >= last, chance.random() / 20)
    kept, whole = records(path), records(good.with_name("whole.db"))
    told = int(said[-1].split()[0])
    assert told <= len(kept) <= told + 1, "every game that was told of, and at most one more"
    assert kept == {number: whole[number] for number in kept}, "and each as if nobody had been killed"
    assert damage(path) == ""


def records(path: Path) -> dict[int, object]:
    """The games of a library's only run by number."""
    with Library.open(path) as library:
        return {game.number: unpack(game.record).timeless() for game in library.runs.games(1)[0]}


KILLS = (kill_editing, kill_playing, kill_migrating, kill_printing, kill_testing)


def kill(numbers: range, good: Path, folder: Path) -> None:
    """The kills of these numbers, one kind after the other."""
    with nursery(folder, len(numbers)) as home:
        for number in numbers:
            place = folder / str(number)
            place.mkdir()
            KILLS[number % len(KILLS)](home, good, place, random.Random(f"kill {number}"))
            shutil.rmtree(place)


def test_a_few_kills_lose_nothing(good: Path, tmp_path: Path) -> None:
    kill(range(len(KILLS)), good, tmp_path)


@pytest.mark.soak
def test_two_hundred_kills_lose_nothing(good: Path, tmp_path: Path) -> None:
    kill(range(1000, 1200), good, tmp_path)
