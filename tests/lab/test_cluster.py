"""Beyond one machine: a real scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from engine.errors import StavkaError
from engine.lab import cluster, runner
from engine.lab.conduct import Conductor
from engine.lab.record import unpack
from engine.lab.settings import RunSettings
from engine.lab.task import Answer, GameTask, Job, pack_ground
from tests.kit.bounded import PATIENCE, started
from tests.kit.skirmish import BOTS, new_run, played_run, skirmish, skirmish_library

SETTINGS = RunSettings(bots=BOTS, games=24, seed=6)


@contextmanager
def process(says: Path, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """One process of the cluster; what it says goes into a file, so that it never waits for somebody to read it."""
    environment = runner.environment() | {"PYTHONWARNINGS": "ignore", "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
    with says.open("wb") as out, started([sys.executable, "-m", *command], stderr=out, env=environment) as one:
        yield one


def heard(says: Path, word: str) -> str:
    """The line in which a process says a word."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        whole = says.read_text(encoding="utf-8").split("\n")[:-1]
        if found := next((line for line in whole if word in line), ""):
            return found
        sleep(0.02)
    raise AssertionError(f"nobody said {word}: {says.read_text(encoding='utf-8')}")


@pytest.fixture
def far(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    with ExitStack() as stack:
        here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        stack.enter_context(process(tmp_path / "scheduler", "distributed.cli.dask_scheduler", *here))
        address = heard(tmp_path / "scheduler", "Scheduler at:").split()[-1]
        workers = []
        for name in ("one", "two"):
            quiet = ("--no-dashboard", "--no-nanny", "--nthreads", "1", "--local-directory", str(tmp_path / name))
            says, words = tmp_path / f"{name}.txt", ("distributed.cli.dask_worker", address, "--name", name)
            workers.append(stack.enter_context(process(says, *words, *quiet)))
        for name in ("one", "two"):
            heard(tmp_path / f"{name}.txt", "Registered to:")
        yield address, workers


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_loses_nothing_and_the_games_are_the_same(
    tmp_path: Path, far: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = far
    with skirmish_library(tmp_path / "library.db") as library, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = new_run(library, SETTINGS)
        crew = cluster.ClusterCrew(address)
        assert crew.hands == 2

        def kill(done: int, _games: int) -> None:
            if done >= 3 and workers[0].poll() is None:
                os.killpg(workers[0].pid, signal.SIGKILL)
                workers[0].wait(PATIENCE)

        try:
            assert Conductor(library, run, crew, kill).play() == "done"
        finally:
            crew.close()
        assert workers[0].poll() is not None
        alone = played_run(library, SETTINGS)
        found = [
            {game.number: unpack(game.record).timeless() for game in library.runs.games(number)[0]}
            for number in (run, alone)
        ]
    assert found[0] == found[1] and len(found[0]) == 24


def test_a_scheduler_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    with pytest.raises(StavkaError, match=r"There is no scheduler at tcp://127\.0\.0\.1:9"):
        cluster.ClusterCrew("tcp://127.0.0.1:9")


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(StavkaError, match="optional extra `cluster`"):
        cluster.ClusterCrew("tcp://127.0.0.1:9")


def test_what_a_far_worker_raised_is_said() -> None:
    future: Future[Answer] = Future()
    future.set_exception(RuntimeError("out of memory"))
    task = GameTask(Job(pack_ground(skirmish(), {}), BOTS, {}), 0, 4, 1)
    assert cluster._answer(future, task) == Answer(0, 4, trouble="A worker of the cluster failed: out of memory")
