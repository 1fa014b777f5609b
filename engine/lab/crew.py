"""Who plays the games of a run: processes of this machine, this process itself, or (in `cluster`) other machines."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

from engine.lab.task import Answer, GameTask, play_task
from engine.lab.undisturbed import undisturbed

AHEAD = 2
"""Tasks that a process has at a time, so that it never waits for the next."""

TRIES = 3
"""How often a task may end the process that plays it before it is given up."""


class Crew(Protocol):
    """Takes tasks and gives answers, in any order."""

    def room(self) -> int:
        """How many more tasks it would take now."""

    def give(self, task: GameTask) -> None:
        """Have a game played."""

    def take(self, seconds: float) -> list[Answer]:
        """Games that are over, waiting at most so long for the first of them."""

    def close(self) -> None:
        """Stop at once; games under way are lost."""


class Here:
    """Plays in this process, one game after the other: for tests and for small things."""

    def __init__(self) -> None:
        self._waiting: deque[GameTask] = deque()

    def room(self) -> int:
        """One at a time."""
        return 1 - len(self._waiting)

    def give(self, task: GameTask) -> None:
        """Remember the task until somebody asks for the answer."""
        self._waiting.append(task)

    def take(self, seconds: float) -> list[Answer]:  # noqa: ARG002 - it never waits
        """Play the game now."""
        with undisturbed():
            return [play_task(self._waiting.popleft())] if self._waiting else []

    def close(self) -> None:
        """Forget what is left."""
        self._waiting.clear()


class _Hand:
    """One process that plays, and what it has been given."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[GameTask] = deque()

    def give(self, task: GameTask) -> bool:
        """Send a task; False where the process is gone."""
        try:
            self.line.send(task)
        except (BrokenPipeError, ConnectionError):
            return False
        self.tasks.append(task)
        return True

    def dismiss(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.line.close()


class LocalCrew:
    """Processes of this machine; one that dies is replaced, and what it had is played again."""

    def __init__(self, jobs: int) -> None:
        self._hands = [_Hand() for _ in range(jobs)]
        self._again: deque[GameTask] = deque()
        self._ended: dict[tuple[int, int], int] = {}

    def room(self) -> int:
        """As many as keep every process busy."""
        return AHEAD * len(self._hands) - sum(len(hand.tasks) for hand in self._hands) - len(self._again)

    def give(self, task: GameTask) -> None:
        """Give a task to the process that has least to do."""
        hand = min(self._hands, key=lambda hand: len(hand.tasks))
        if not hand.give(task):
            self._again.append(task)

    def take(self, seconds: float) -> list[Answer]:
        """Hear what the processes have to say; replace those that are gone."""
        lines = {hand.line: hand for hand in self._hands}
        ready = wait(lines, seconds)
        answers = [answer for line in ready for answer in self._hear(lines[line])]  # type: ignore[index]
        for _ in range(len(self._again)):  # each once: a process that is gone but not yet replaced takes none
            if len(self._again) + self.room() > 0:
                self.give(self._again.popleft())
        return answers

    def _hear(self, hand: _Hand) -> list[Answer]:
        try:
            answer: Answer = hand.line.recv()
        except (EOFError, ConnectionError):
            return self._replace(hand)
        hand.tasks.popleft()
        return [answer]

    def _replace(self, hand: _Hand) -> list[Answer]:
        """Put another process in the place of one that died; a game that kills again and again is given up."""
        lost, given_up = list(hand.tasks), []
        hand.dismiss()
        self._hands[self._hands.index(hand)] = _Hand()
        if lost:
            place = (lost[0].version, lost[0].number)
            self._ended[place] = self._ended.get(place, 0) + 1
            if self._ended[place] >= TRIES:
                first = lost.pop(0)
                why = f"Game {first.number + 1} ended the process that played it {TRIES} times."
                given_up.append(Answer(first.version, first.number, trouble=why))
        self._again.extend(lost)
        return given_up

    def close(self) -> None:
        """End every process."""
        for hand in self._hands:
            hand.dismiss()
        self._hands = []


def _work(line: Connection) -> None:
    """What a process does: play what it is sent until nobody sends any more; interruptions are the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with undisturbed():
        while True:
            try:
                task: GameTask = line.recv()
                line.send(play_task(task))
            except (EOFError, ConnectionError):
                return
