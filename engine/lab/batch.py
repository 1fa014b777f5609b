"""Many bot games, in one process or several; what is done when it is interrupted is kept."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator

import msgspec

from engine.lab.match import GameResult, play_match
from engine.records import Rows
from engine.rules.setting import Setting
from engine.scenario import compile_scenario
from engine.systems import setting_of


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: a bot for each side, how many games, from which seed, with which options and plans."""

    bots: dict[str, str]
    games: int
    seed: int = 1
    jobs: int = 1
    options: dict[str, str] = {}
    plans: dict[str, str] = {}


class Bench:
    """A setting and a batch, ready to play any of its games."""

    def __init__(self, rows: Rows, batch: Batch) -> None:
        self.setting: Setting = setting_of(compile_scenario(rows, batch.options))
        self.batch = batch

    def play(self, number: int) -> GameResult:
        """Play one game of the batch; its seed follows from its number."""
        seed = self.batch.seed * 1_000_003 + number
        return play_match(self.setting, self.batch.bots, seed, number, self.batch.plans)


def run_batch(
    rows: Rows,
    batch: Batch,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[GameResult]:
    """Play a batch and give the results in the order of the games; an interruption gives what is done."""
    results: list[GameResult] = []
    games = _in_processes(rows, batch) if batch.jobs > 1 else _here(rows, batch)
    try:
        for result in games:
            results.append(result)
            if progress is not None:
                progress(len(results), batch.games)
            if cancelled is not None and cancelled():
                break
    except KeyboardInterrupt:
        pass
    finally:
        games.close()
    return sorted(results, key=lambda result: result.game)


def _here(rows: Rows, batch: Batch) -> Generator[GameResult]:
    bench = Bench(rows, batch)
    for number in range(batch.games):
        yield bench.play(number)


_bench: Bench | None = None


def _begin(rows: list[object], batch: Batch) -> None:
    """Begin a worker; interruptions are the parent's business."""
    global _bench  # noqa: PLW0603 - a worker process has one bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench = Bench(Rows(rows), batch)  # type: ignore[arg-type]


def _play(number: int) -> GameResult:
    assert _bench is not None
    return _bench.play(number)


def _in_processes(rows: Rows, batch: Batch) -> Generator[GameResult]:
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(batch.jobs, batch.games), _begin, (list(rows), batch)) as pool:
        yield from pool.imap_unordered(_play, range(batch.games))
