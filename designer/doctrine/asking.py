"""What rules do this turn, asked of a process beside the window: one question at a time, the newest last.

The process is started when it is first needed and knows one game.  A newer question waits until the one under way is
answered, and takes the place of any that waits already; the answer to an outdated question is dropped.  To cancel is to
end the process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from designer.work import Worker
from engine.bots.effect import RuleEffect
from engine.play import Game
from engine.scenario import Scenario, compile_scenario
from engine.store.library import Library
from engine.store.reviving import revive_game
from engine.systems import setting_of
from engine.workers.messages import AnyReply, Contrasted, Differs, Finished, Moment, Said
from engine.workers.process import ThinkingProcess

LOOK = 30
"""Milliseconds between two looks for what was said."""

SEED = 1941
"""The dice of the games in which rules are tried."""


@dataclass(frozen=True)
class Inquiry:
    """What is asked: the saved game it is about (None: a fresh one), the side, and comparisons with their headings."""

    game: int | None
    side: str
    asked: tuple[tuple[str, Contrasted], ...]


@dataclass
class RuleFindings:
    """What came of an inquiry: the moment it began at, each phase of it, and by heading what is done otherwise."""

    scenario: Scenario
    moment: Moment | None = None
    phases: dict[str, Moment] = field(default_factory=dict)
    found: dict[str, list[RuleEffect]] = field(default_factory=dict)


def load(path: Path, slug: str, number: int | None) -> Game:
    """The game that is asked about: one that was saved, or a fresh one of the scenario as it is stored."""
    with Library.open(path, read_only=True) as library:
        if number is not None:
            return revive_game(library.load_game(number))
        rows = library.load(slug)
    return Game.begin(setting_of(compile_scenario(rows)), SEED)


class EffectAsker(QObject):
    """Asks what rules do; `told` carries sentences while it is worked out, `answered` the RuleFindings."""

    told = Signal(str)
    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject, source: Callable[[], tuple[Path, str]]) -> None:
        super().__init__(parent)
        self.process: ThinkingProcess | None = None
        self._source = source
        self._worker = Worker(self)
        self._games: dict[int | None, Game] = {}
        self._now: Inquiry | None = None
        self._next: Inquiry | None = None
        self._findings: RuleFindings | None = None
        self._numbers = 0
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self.look)
        self.destroyed.connect(_ender(self))

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._now is not None or self._next is not None

    def ask(self, inquiry: Inquiry) -> None:
        """Ask; whatever was asked before and is not answered yet is of no interest any more."""
        self._next = inquiry
        if self._now is None:
            self._begin()

    def forget(self) -> None:
        """The scenario has changed: its games are begun anew."""
        self._games.pop(None, None)

    def cancel(self) -> None:
        """Stop whatever is under way."""
        self._worker.drop("game")
        self._now = self._next = None
        self.close()

    @Slot()
    def close(self) -> None:
        """End the process."""
        self._timer.stop()
        process, self.process = self.process, None
        if process is not None:
            process.end()

    def _begin(self) -> None:
        self._now, self._next = self._next, None
        if self._now is None:
            return
        number = self._now.game
        if number in self._games:
            self._send(self._games[number])
            return
        path, slug = self._source()
        self.told.emit("Setting up the table")
        self._worker.ask("game", lambda: load(path, slug, number), self._loaded, self._fail)

    def _loaded(self, game: Game) -> None:
        if self._now is not None:
            self._games = {self._now.game: game}
            self._send(game)

    def _fail(self, error: Exception) -> None:
        self._now = None
        self.failed.emit(str(error))
        self._begin()

    def _send(self, game: Game) -> None:
        if self._next is not None:
            self._begin()
            return
        assert self._now is not None
        if self.process is None or not self.process.alive:
            self.close()
            self.process = ThinkingProcess()
        self._findings = RuleFindings(game.scenario, found={heading: [] for heading, _ in self._now.asked})
        self.process.follow(game)
        side = game.scenario.side_index[self._now.side]
        for number, (_, asked) in enumerate(self._now.asked):
            self.process.tell(replace(asked, side=side, number=self._numbers + number))
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Take in what was said; a process that is gone is told."""
        process = self.process
        if process is None or self._now is None:
            return
        alive = process.alive
        for reply in process.heard():
            self._hear(reply)
            if self._now is None or self.process is not process:
                return
        if not alive:
            self._fail(RuntimeError("The process in which this is worked out was lost."))

    def _hear(self, reply: AnyReply) -> None:
        assert self._now is not None and self._findings is not None
        at = reply.number - self._numbers
        if not 0 <= at < len(self._now.asked):
            return
        match reply:
            case Said():
                self.told.emit(reply.text)
            case Moment():
                self._findings.moment = self._findings.moment or reply
                self._findings.phases.setdefault(reply.phase, reply)
                self.told.emit(f"Thinking: {reply.moment}, {reply.phase}")
            case Differs():
                self._findings.found[self._now.asked[at][0]].append(reply.difference)
            case Finished():
                self._finish(at, reply.error)

    def _finish(self, at: int, error: str) -> None:
        assert self._now is not None
        if not error and at + 1 < len(self._now.asked):
            return
        self._numbers += len(self._now.asked)
        self._now, stale = None, self._next is not None
        if not stale and error:
            self.failed.emit(error)
        elif not stale:
            self.answered.emit(self._findings)
        if self._now is None:
            self._begin()


def _ender(asker: EffectAsker) -> Callable[[], None]:
    """Ends the process of an asker that is no more."""
    held = asker.__dict__

    def end() -> None:
        process = held.get("process")
        if isinstance(process, ThinkingProcess):
            process.end()

    return end
