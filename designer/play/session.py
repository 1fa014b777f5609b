"""A game being played in the window: persons click, bots think beside it, every action is on disk at once."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from designer.play.controller import FORCED, Controller
from designer.play.manners import manners
from designer.play.pace import linger
from designer.play.players import adviser, seat_bot
from designer.play.seats import Seat
from designer.play.thinking import Found, Stint
from designer.work import Worker
from engine.bots import Bot
from engine.errors import IllegalAction, StavkaError
from engine.play import Game, View
from engine.rules.decision import Decision, Verdict
from engine.state.actions import AnyAction

LOOK = 25
"""Milliseconds between two looks at what the bot has found."""

SLICE = 0.008
"""Seconds of applying a bot's actions before the window gets its turn."""


class PlaySession(QObject):
    """One game with its players, its bots and its pace."""

    changed = Signal()
    """Something is different: the decision, the position, who thinks."""

    acted = Signal(int)
    """An action was carried out; the number is its place in the log."""

    rewound = Signal()
    """Actions were taken back or done again."""

    thought = Signal(int, float)
    """The bot is at work: actions found so far, seconds."""

    refused = Signal(object)
    """A Verdict: the action just tried is not legal."""

    failed = Signal(str)
    """A sentence: something went wrong, and play stands still."""

    advised = Signal(object, object)
    """What the adviser would do, and why."""

    def __init__(self, game: Game, seats: tuple[Seat, ...], name: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.controller = Controller(game, seats)
        self.name = name
        self.speed = "normal"
        self.paused = False
        self._bots: dict[int, Bot] = {}
        self._stint: Stint | None = None
        self._old: list[Stint] = []
        self._worker = Worker(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.controller.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays which side."""
        return self.controller.seats

    @property
    def decision(self) -> Decision | None:
        """The decision owed."""
        return self.controller.decision

    @property
    def my_decision(self) -> Decision | None:
        """The decision that a person owes now, while no bot is at work for them."""
        return self.decision if self.controller.person_owes and self._stint is None else None

    @property
    def view(self) -> View:
        """The table as the person at the window may see it."""
        return self.game.view(self.controller.eyes)

    @property
    def thinking(self) -> bool:
        """Whether a bot is at work, or its actions are still being shown."""
        return self._stint is not None

    # persons

    def begin(self) -> None:
        """Go on from wherever the game stands."""
        self._go_on()

    def act(self, action: AnyAction, why: dict[str, Any] | None = None) -> bool:
        """Answer the decision that a person owes; False, and `refused`, if it may not be so."""
        if self.my_decision is None:
            return False
        verdict = self.controller.judge(action)
        if not verdict:
            self.refused.emit(verdict)
            return False
        if not self._apply(action, why):
            return False
        self._go_on()
        return True

    def undo(self) -> bool:
        """Take back the last choice of a person; a bot that is at work stops."""
        if self.controller.undo_to() is None:
            self.refused.emit(Verdict(False, "", self.controller.why_no_undo()))
            return False
        self._drop_stint()
        return self._rewind(self.controller.undo)

    def redo(self) -> bool:
        """Do again what was taken back."""
        if not self.controller.can_redo() or self.thinking:
            return False
        return self._rewind(self.controller.redo)

    def _rewind(self, step: Callable[[], bool]) -> bool:
        try:
            done = step()
        except StavkaError as error:
            self.failed.emit(str(error))
            return False
        self._bots.clear()
        self.paused = self.controller.bot_owes
        self.rewound.emit()
        self.changed.emit()
        return done

    def delegate(self) -> None:
        """Let the adviser answer for a person until the decision is of another kind."""
        decision = self.my_decision
        if decision is None:
            return
        side, kind, turn, phase = decision.side, decision.kind, self.game.state.turn, self.game.state.phase
        bot = adviser(self.game.scenario, side, self.game.seed)
        fork = self.game.fork()
        state = fork.state
        self._start(
            Stint(
                fork,
                {side: bot},
                lambda now: (now.side, now.kind, state.turn, state.phase) == (side, kind, turn, phase),
            )
        )

    def ask_advice(self) -> None:
        """Ask what the adviser would do here; the answer comes by `advised`."""
        decision = self.my_decision
        if decision is None:
            return
        bot, fork = adviser(self.game.scenario, decision.side, self.game.seed), self.game.fork()
        self._worker.ask(
            "advice",
            lambda: bot.choose(fork.view(decision.side)),
            lambda choice: self.advised.emit(*choice),
            lambda error: self.failed.emit(str(error)),
        )

    def ask_why_not(self, side: int, action: AnyAction, game: Game, done: Callable[[str], None]) -> None:
        """Ask the bot of a side, or the adviser, why it would not do this in a game; the sentence comes to `done`."""
        seat, scenario, seed = self.seats[side], self.game.scenario, self.game.seed
        bot = adviser(scenario, side, seed) if seat.person else seat_bot(scenario, seat, side, seed)
        fork = game.fork()
        self._worker.ask(
            "why-not",
            lambda: bot.explain_not(fork.view(side), action),
            done,
            lambda error: self.failed.emit(str(error)),
        )

    def stop_thinking(self) -> None:
        """Let the thread end by itself, when the window is gone already."""
        stint, self._stint = self._stint, None
        if stint is not None:
            stint.cancel()
            manners.end()

    # bots

    def pause(self) -> None:
        """Stop the bot; it owes its decision still."""
        self.paused = True
        self._drop_stint()
        self.changed.emit()

    def resume(self) -> None:
        """Let the bot go on."""
        self.paused = False
        self._go_on()

    def hurry(self) -> None:
        """Show the next action of the bot without waiting any longer."""
        if self._stint is not None:
            self._timer.start(0)

    def close(self) -> None:
        """Stop everything, as before the window goes away."""
        self.paused = True
        self._drop_stint()
        for stint in self._old:
            stint.wait(5.0)
        self._old.clear()

    def _go_on(self) -> None:
        """Let pass what decides itself, then wait for a person or set the bot to work."""
        forced = self.controller.forced()
        while forced is not None and self._apply(forced, FORCED):
            forced = self.controller.forced()
        if self.controller.bot_owes and not self.paused and self._stint is None:
            self._start(Stint(self.game.fork(), self._seated(), self._bot_decides))
            return
        self.changed.emit()

    def _bot_decides(self, decision: Decision) -> bool:
        return not self.seats[decision.side].person

    def _seated(self) -> dict[int, Bot]:
        for side, seat in enumerate(self.seats):
            if not seat.person and side not in self._bots:
                self._bots[side] = seat_bot(self.game.scenario, seat, side, self.game.seed)
        return self._bots

    def _start(self, stint: Stint) -> None:
        self._stint = stint
        manners.begin()
        stint.start()
        self._timer.start(LOOK)
        self.changed.emit()

    def _drop_stint(self) -> None:
        self._timer.stop()
        if self._stint is not None:
            self._stint.cancel()
            manners.end()
            self._old = [stint for stint in self._old if stint.working] + [self._stint]
            self._stint = None
            self._bots.clear()

    @Slot()
    def _look(self) -> None:
        stint = self._stint
        if stint is None:
            return
        self.thought.emit(stint.count, stint.seconds)
        wait, until = LOOK, perf_counter() + SLICE
        while perf_counter() < until:
            found = stint.take()
            if found is None:
                break
            wait = self._show(found)
            if self._stint is not stint:
                return
            if wait:
                break
        if stint.empty and not stint.working and stint.empty:
            self._end_stint(stint)
        else:
            self._timer.start(max(wait, LOOK))

    def _show(self, found: Found) -> int:
        """Carry out one action of the bot; how long to look at it, in milliseconds."""
        if found.position != self.game.cursor or not self._apply(found.action, found.why):
            self.pause()
            return 0
        entry = self.game.log[self.game.cursor - 1]
        return linger(entry.events, self.speed)

    def _end_stint(self, stint: Stint) -> None:
        self._stint = None
        manners.end()
        if stint.error is not None:
            self.paused = True
            self.failed.emit(f"The bot stopped: {stint.error}")
            self.changed.emit()
        else:
            self._go_on()

    def _apply(self, action: AnyAction, why: dict[str, Any] | None) -> bool:
        try:
            self.controller.act(action, why)
        except IllegalAction as error:
            self.refused.emit(Verdict(False, error.case, error.why))
            return False
        except StavkaError as error:
            self.paused = True
            self.failed.emit(f"The game could not be kept: {error}")
            return False
        self.acted.emit(self.game.cursor - 1)
        return True
