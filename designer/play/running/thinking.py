"""A bot at work in its own process: it plays ahead on a copy of the game, and hands over action by action."""

from __future__ import annotations

from collections import deque
from time import monotonic

from designer.play.running.crew import LOST, Awaited, BotCrew
from engine.play import Game
from engine.workers.messages import AnyReply, Found, Play, PlayoutProgress


class Stint:
    """Bots answer one decision after another until a person has to, or until told to stop."""

    def __init__(self, crew: BotCrew, game: Game, wanted: Play) -> None:
        self._crew = crew
        self._found: deque[Found] = deque()
        self._began = monotonic()
        self.count = 0
        self.playouts = (0, 0)
        """Playouts done of how many, while a bot looks ahead."""
        self.error = ""
        self.working = True
        self._number = crew.ask(game, wanted, Awaited(self._hear, self._done))

    def cancel(self) -> None:
        """Stop at once; what was found and not taken is forgotten."""
        self.working = False
        self._found.clear()
        self._crew.cancel(self._number)

    @property
    def lost(self) -> bool:
        """Whether it ended because its process did."""
        return self.error.startswith(LOST)

    @property
    def seconds(self) -> float:
        """How long it has been at work."""
        return monotonic() - self._began

    def take(self) -> Found | None:
        """The next action found, or None if there is none yet."""
        return self._found.popleft() if self._found else None

    @property
    def empty(self) -> bool:
        """Whether everything found was taken."""
        return not self._found

    def _hear(self, reply: AnyReply) -> None:
        if isinstance(reply, Found):
            self._found.append(reply)
            self.count += 1
            self.playouts = (0, 0)
        elif isinstance(reply, PlayoutProgress):
            self.playouts = (reply.done, reply.of)

    def _done(self, error: str) -> None:
        self.working = False
        self.error = error
