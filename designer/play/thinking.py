"""A bot at work beside the window: it plays ahead on a copy of the game, and hands over action by action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any

from engine.bots.bot import Bot
from engine.play import Game
from engine.rules.decision import Decision
from engine.state.actions import AnyAction


@dataclass(frozen=True)
class Found:
    """An action that a bot has decided on: its place in the log, and why."""

    position: int
    action: AnyAction
    why: dict[str, Any]


class Stint:
    """Bots answer one decision after another until a person has to, or until told to stop.

    The thread owns the copy of the game; the window takes what was found and never looks at the copy.
    """

    def __init__(self, game: Game, bots: Mapping[int, Bot], go_on: Callable[[Decision], bool]) -> None:
        self._game = game
        self._bots = bots
        self._go_on = go_on
        self._found: SimpleQueue[Found] = SimpleQueue()
        self._stop = Event()
        self._done = Event()
        self._began = monotonic()
        self.count = 0
        self.error: Exception | None = None
        self._thread = Thread(target=self._run, name="stavka-bot", daemon=True)

    def start(self) -> None:
        """Set to work."""
        self._thread.start()

    def cancel(self) -> None:
        """Stop after the decision at hand."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Give the thread time to end, as before the program does."""
        self._thread.join(seconds)

    @property
    def working(self) -> bool:
        """Whether the bot still thinks."""
        return not self._done.is_set()

    @property
    def seconds(self) -> float:
        """How long it has been at work."""
        return monotonic() - self._began

    def take(self) -> Found | None:
        """The next action found, or None if there is none yet."""
        try:
            return self._found.get_nowait()
        except Empty:
            return None

    @property
    def empty(self) -> bool:
        """Whether everything found was taken."""
        return self._found.empty()

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self._answer():
                pass
        except Exception as error:  # whatever a bot does wrong is told in the window
            self.error = error
        finally:
            self._done.set()

    def _answer(self) -> bool:
        decision = self._game.decision
        if decision is None or not self._go_on(decision):
            return False
        action, why = self._bots[decision.side].choose(self._game.view(decision.side))
        if self._stop.is_set():
            return False
        self._game.apply(action, dict(why))
        self._found.put(Found(self._game.cursor - 1, action, dict(why)))
        self.count += 1
        return True
