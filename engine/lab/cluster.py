"""Machines beyond this one: games are played by the workers of a dask scheduler (the optional extra `cluster`)."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from engine.errors import StavkaError
from engine.lab.crew import AHEAD
from engine.lab.task import Answer, GameTask, play_task

PATIENCE = "20s"
"""How long to look for the scheduler."""


class ClusterCrew:
    """The workers of a scheduler; dask plays what a worker that died had in hand on another."""

    def __init__(self, address: str) -> None:
        self._client = _client(address)
        self._executor = self._client.get_executor(pure=False, retries=5)
        self._flying: dict[Future[Answer], GameTask] = {}

    @property
    def hands(self) -> int:
        """How many games can be played at a time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def room(self) -> int:
        """As many as keep every worker busy; the scheduler knows how many there are now."""
        return AHEAD * self.hands - len(self._flying)

    def give(self, task: GameTask) -> None:
        """Send a game to the scheduler."""
        self._flying[self._executor.submit(play_task, task)] = task

    def take(self, seconds: float) -> list[Answer]:
        """Hear what the workers have to say."""
        done, _ = wait(self._flying, seconds, FIRST_COMPLETED)
        return [_answer(future, self._flying.pop(future)) for future in done]

    def close(self) -> None:
        """Forget what is under way and leave the scheduler alone."""
        for future in self._flying:
            future.cancel()
        self._executor.shutdown(wait=False)
        self._client.close(timeout=5)


def _answer(future: Future[Answer], task: GameTask) -> Answer:
    try:
        return future.result()
    except Exception as error:
        return Answer(task.version, task.number, trouble=f"A worker of the cluster failed: {error}")


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise StavkaError(
            "Playing on a cluster needs the optional extra `cluster`; install stavka[cluster] here and on the workers."
        ) from None
    try:
        made: Any = Client
        return made(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise StavkaError(f"There is no scheduler at {address} ({error or 'no answer'}).") from None
