"""Many bot games, in one process or several; what is done when it is interrupted is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from engine.errors import StavkaError
from engine.lab.crew import Crew, Here, LocalCrew
from engine.lab.match import GameResult, result_of
from engine.lab.record import unpack
from engine.lab.settings import RunSettings
from engine.lab.task import GameTask, Job, pack_ground
from engine.records import Rows
from engine.scenario import compile_scenario

PATIENCE = 0.5
"""Seconds between two looks whether somebody wants to stop."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played: a bot for each side, how many games, from which seed, with which options and plans."""

    bots: dict[str, str]
    games: int
    seed: int = 1
    jobs: int = 1
    options: dict[str, str] = {}
    plans: dict[str, str] = {}


def run_batch(
    rows: Rows,
    batch: Batch,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[GameResult]:
    """Play a batch and give the results in the order of the games; an interruption gives what is done."""
    compile_scenario(rows, batch.options)  # whatever is wrong is said before any process is begun
    results: list[GameResult] = []
    crew: Crew = LocalCrew(min(batch.jobs, batch.games)) if batch.jobs > 1 else Here()
    try:
        for result in _results(rows, batch, crew):
            results.append(result)
            if progress is not None:
                progress(len(results), batch.games)
            if cancelled is not None and cancelled():
                break
    except KeyboardInterrupt:
        pass
    finally:
        crew.close()
    return sorted(results, key=lambda result: result.game)


def _results(rows: Rows, batch: Batch, crew: Crew) -> Iterator[GameResult]:
    """The games of a batch as they end; an arena throws the dice that any game throws."""
    job = Job(pack_ground(rows, batch.options), batch.bots, batch.plans, coupled=False)
    seeds, given, done = RunSettings(seed=batch.seed), 0, 0
    while done < batch.games:
        while crew.room() > 0 and given < batch.games:
            crew.give(GameTask(job, 0, given, seeds.seed_of(given)))
            given += 1
        for answer in crew.take(PATIENCE):
            if answer.game is None:
                raise StavkaError(answer.trouble)
            done += 1
            yield result_of(unpack(answer.game.record), answer.number, answer.game.seed)
