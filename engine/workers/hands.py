"""Hands: processes that play out what a bot looks ahead to, one for each core of the machine.

They are processes like the one in which the bot thinks, owned by that one: started when they are first needed, told of
the game only what they do not know yet, and gone with it.  One that is lost is replaced, and what it had is played by
another.  What comes of a trial does not depend on who plays it, so neither does what the bot chooses.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from time import sleep

from engine.bots.playout import Playout, PlayoutResult
from engine.errors import StavkaError
from engine.play.game import Game
from engine.workers.messages import Finished, Player, PlayTrial, TrialPlayed
from engine.workers.process import ThinkingProcess

AHEAD = 2
"""Trials that a hand has at a time, so that it never waits for the next."""

LOOK = 0.002
"""Seconds between two looks at what the hands have to say."""

TRIES = 3
"""How often a trial may be lost with the hand that plays it before it is given up."""


def cores() -> int:
    """How many processes can work at a time here."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Hands:
    """So many processes that play trials out."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.processes: list[ThinkingProcess] = []
        self._numbers = count(1)

    def play(self, game: Game, side: int, player: Player, trials: Sequence[Playout]) -> Iterator[PlayoutResult]:
        """What comes of trials of a game as it stands, in their order."""
        while len(self.processes) < self.size:
            self.processes.append(ThinkingProcess())
        asked = [PlayTrial(number=next(self._numbers), side=side, player=player, trial=trial) for trial in trials]
        yield from _Round(self, game, asked)

    def replace(self, process: ThinkingProcess) -> None:
        """Put another hand in the place of one that is lost."""
        self.processes[self.processes.index(process)] = ThinkingProcess()
        process.end()

    def close(self) -> None:
        """End every hand."""
        while self.processes:
            self.processes.pop().end()


class _Round:
    """Trials that are being played, by whom, and what came of them."""

    def __init__(self, hands: Hands, game: Game, asked: Sequence[PlayTrial]) -> None:
        self._hands = hands
        self._game = game
        self._asked = {one.number: one for one in asked}
        self._waiting = deque(self._asked)
        self._given: dict[int, ThinkingProcess] = {}
        self._lost: dict[int, int] = {}
        self._results: dict[int, PlayoutResult] = {}

    def __iter__(self) -> Iterator[PlayoutResult]:
        for number in self._asked:
            while number not in self._results:
                self._give()
                if not self._hear():
                    sleep(LOOK)
            yield self._results.pop(number)

    def _give(self) -> None:
        """Keep every hand busy, each with a trial and the next."""
        for process in list(self._hands.processes):
            if not process.alive:
                self._take_back(process)
        for _ in range(AHEAD):
            for process in self._hands.processes:
                if self._waiting and sum(one is process for one in self._given.values()) < AHEAD:
                    number = self._waiting.popleft()
                    self._given[number] = process
                    process.follow(self._game)
                    process.tell(self._asked[number])

    def _take_back(self, process: ThinkingProcess) -> None:
        """Replace a hand that is lost; the trial at which it was lost too often is given up."""
        self._hear()
        mine = [number for number, one in self._given.items() if one is process]
        for number in mine[:1]:
            self._lost[number] = self._lost.get(number, 0) + 1
            if self._lost[number] >= TRIES:
                raise StavkaError(f"a playout ended the process that played it {TRIES} times")
        for number in reversed(mine):
            del self._given[number]
            self._waiting.appendleft(number)
        self._hands.replace(process)

    def _hear(self) -> bool:
        """Take what the hands have to say; whether there was anything."""
        heard = False
        for process in self._hands.processes:
            for reply in process.heard():
                heard = True
                if reply.number not in self._given:
                    continue
                if isinstance(reply, TrialPlayed):
                    self._results[reply.number] = reply.result
                elif isinstance(reply, Finished):
                    if reply.error:
                        raise StavkaError(reply.error)
                    del self._given[reply.number]
        return heard
