"""The process in which bots think, as the window has it: started once, asked, looked after, ended to cancel.

It is one for the application.  The window looks at short intervals for what it has said while anything is awaited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from engine.play import Game
from engine.workers.messages import Advise, AnyReply, Appraise, Finished, Gauge, Play, WhyNot
from engine.workers.process import ThinkingProcess

LOOK = 10
"""Milliseconds between two looks for what was said."""

LOST = "The process in which the bots think was lost"
"""How the sentence begins that tells of a process that ended by itself."""


@dataclass(frozen=True)
class Awaited:
    """Who wants to hear the answers to a question, and its end."""

    hear: Callable[[AnyReply], None]
    done: Callable[[str], None]


class BotCrew(QObject):
    """Asks the process in which bots think."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.process: ThinkingProcess | None = None
        self._numbers = count(1)
        self._awaited: dict[int, Awaited] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self.look)

    def prepare(self, game: Game) -> None:
        """Start the process if there is none, and let it know a game: it will be asked about it."""
        if self.process is not None and not self.process.alive and not self._awaited:
            self._end()
        if self.process is None:
            self.process = ThinkingProcess()
        self.process.follow(game)

    def ask(self, game: Game, wanted: Play | Advise | WhyNot | Appraise | Gauge, awaited: Awaited) -> int:
        """Ask something about a game as it stands; the answer is the number of the question."""
        self.prepare(game)
        assert self.process is not None
        number = next(self._numbers)
        self._awaited[number] = awaited
        self.process.tell(msgspec.structs.replace(wanted, number=number))
        self._timer.start()
        return number

    def cancel(self, number: int) -> None:
        """Nobody waits for these answers any more: the process ends, unless it is done with them."""
        if self._awaited.pop(number, None) is not None:
            others, self._awaited = self._awaited, {}
            self._end()
            for awaited in others.values():
                awaited.done("")

    def _end(self) -> None:
        process, self.process = self.process, None
        self._timer.stop()
        if process is not None:
            process.end()

    @Slot()
    def look(self) -> None:
        """Hand over what was said; a process that is gone is told to all who wait."""
        process = self.process
        if process is None:
            return
        alive = process.alive
        for reply in process.heard():
            self._hand_over(reply)
            if self.process is not process:
                return
        if not alive:
            self._lost(process)
        elif not self._awaited:
            self._timer.stop()

    def _hand_over(self, reply: AnyReply) -> None:
        awaited = self._awaited.get(reply.number)
        if awaited is None:
            return
        if isinstance(reply, Finished):
            del self._awaited[reply.number]
            awaited.done(reply.error)
        else:
            awaited.hear(reply)

    def _lost(self, process: ThinkingProcess) -> None:
        code = process.code
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        waiting, self._awaited = self._awaited, {}
        self._end()
        for awaited in waiting.values():
            awaited.done(f"{LOST} ({how}).")

    @Slot()
    def close(self) -> None:
        """End the process with the window."""
        self._awaited.clear()
        self._end()


def crew() -> BotCrew:
    """The crew of this application, made when it is first asked for."""
    app = QCoreApplication.instance()
    found = app.findChild(BotCrew) if app is not None else None
    if isinstance(found, BotCrew):
        return found
    made = BotCrew(app)
    if app is not None:
        app.aboutToQuit.connect(made.close)
    return made
