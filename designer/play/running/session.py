"""A game being played in the window: persons click, bots think beside it, every action is on disk at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from designer.compiling import want_compiled
from designer.play.running.controller import FORCED, GROUP, Controller
from designer.play.running.crew import LOST, Awaited, crew
from designer.play.running.errand import ORDERED, Errand, here
from designer.play.running.holds import Holds
from designer.play.running.hotseat import HotSeat
from designer.play.running.orders import OrderBook
from designer.play.running.pace import linger
from designer.play.running.players import advising, seat_player
from designer.play.running.seats import PLAIN, Manners, Seat
from designer.play.running.thinking import Stint
from engine.bots.staff.orders import Order
from engine.errors import IllegalAction, StavkaError
from engine.play import Game, View
from engine.rules.decision import Decision, Verdict
from engine.state.actions import AnyAction
from engine.store.games import OrderLine
from engine.store.keeping import GameKeeper
from engine.workers.messages import Advise, AnyReply, Appraise, Command, Found, Play, Player, Said, WhyNot

LOOK = 25
"""Milliseconds between two looks at what the bot has found."""

PATIENCE = 2
"""How often the bots' process is started again before anything comes of it."""

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

    thought = Signal(int, float, tuple)
    """The bot is at work: actions found so far, seconds, and playouts done of how many while it looks ahead."""

    refused = Signal(object)
    """A Verdict: the action just tried is not legal."""

    failed = Signal(str)
    """A sentence: something went wrong, and play stands still."""

    advised = Signal(object, object)
    """What the adviser would do, and why."""

    rested = Signal(int)
    """The staff has done the rest: so many actions; the phase goes on until it is ended."""

    holding = Signal()
    """Other units are held."""

    ordered = Signal()
    """Other orders to the staff are in force."""

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, ...],
        name: str = "",
        held: str = "",
        *,
        manners: Manners = PLAIN,
        orders: Sequence[OrderLine] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller = Controller(game, seats, manners)
        self.hotseat = HotSeat(self.controller)
        self.name = name
        self.holds = Holds(game.scenario, held)
        self.orders = OrderBook(game.scenario, orders, game.cursor)
        self._errand: Errand | None = None
        self._set_to_work = 0
        self.speed = "normal"
        self.paused = False
        self._skipping = False
        self._crew = crew()
        self._stint: Stint | None = None
        self._asked: dict[str, int] = {}
        self._losses = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        want_compiled()

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
        away = self._stint is not None or self.hotseat.awaited is not None
        return self.decision if self.controller.person_owes and not away else None

    def sit_down(self) -> None:
        """Whoever the table was handed to has come: the curtain rises."""
        self.hotseat.sit_down()
        self._go_on()

    @property
    def view(self) -> View:
        """The table as the person at the window may see it."""
        return self.game.view(self.controller.eyes)

    @property
    def thinking(self) -> bool:
        """Whether a bot is at work, or its actions are still being shown."""
        return self._stint is not None

    @property
    def held(self) -> frozenset[int]:
        """The units that are held on this turn, as far as whoever is at the table may know."""
        held, eyes = self.holds.on(self.game.state.turn), self.controller.eyes
        return frozenset(piece for piece in held if self.game.setting.side_of[piece] == eyes)

    # persons

    def hold(self, pieces: Iterable[int]) -> bool:
        """Hold units for this turn, or let them go; whether they are held now."""
        held = self.holds.toggle(pieces, self.game.state.turn)
        self.holding.emit()
        self.changed.emit()
        return held

    def begin(self) -> None:
        """Go on from wherever the game stands."""
        self._crew.prepare(self.game)
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

    def act_all(self, actions: Iterable[AnyAction], why: dict[str, Any] | None = None) -> int:
        """Do several things of one kind one after the other, as far as they may be done; how many were."""
        done = 0
        for action in actions:
            if self.my_decision is not None and self.controller.judge(action) and self._apply(action, why):
                done += 1
        if done:
            self._go_on()
        return done

    @property
    def can_undo(self) -> bool:
        """Whether a choice of a person, or a change of orders, can be taken back."""
        return self.orders.undoes(self.game.cursor) or self.controller.undo_to() is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return not self.thinking and (self.orders.redoes(self.game.cursor) or self.controller.can_redo())

    def undo(self) -> bool:
        """Take back the last choice of a person, or the last change of orders; a bot that is at work stops."""
        if not self.can_undo:
            self.refused.emit(Verdict(False, "", self.controller.why_no_undo()))
            return False
        self._errand = None
        self._drop_stint()
        if self.orders.undoes(self.game.cursor):
            return self._turn_page(self.orders.undo)
        return self._rewind(self.controller.undo, self.orders.rewound)

    def redo(self) -> bool:
        """Do again what was taken back."""
        if not self.can_redo:
            return False
        if self.orders.redoes(self.game.cursor):
            return self._turn_page(self.orders.redo)
        return self._rewind(self.controller.redo, self.orders.brought_back)

    def _rewind(self, step: Callable[[], bool], follow: Callable[[int], bool]) -> bool:
        try:
            done = step()
        except StavkaError as error:
            self.failed.emit(str(error))
            return False
        if follow(self.game.cursor):
            self._keep_orders()
        self.paused = self.controller.bot_owes
        self.rewound.emit()
        self.changed.emit()
        return done

    # orders to the staff

    @property
    def my_orders(self) -> tuple[Order, ...]:
        """The orders of whoever is at the table."""
        return self.orders.of(self.game.scenario.sides[self.controller.eyes].side)

    def put_orders(self, orders: Sequence[Order]) -> None:
        """Let these be the orders of whoever is at the table."""
        own = self.game.scenario.sides[self.controller.eyes].side
        others = [order for order in self.orders.now if order.side != own]
        self._turn_page(lambda: self.orders.put([*others, *orders], self.game.cursor))

    def _turn_page(self, step: Callable[[], None]) -> bool:
        step()
        self._keep_orders()
        self.changed.emit()
        return True

    def _keep_orders(self) -> None:
        """Keep the orders with the game; where that fails they hold for this sitting."""
        keeper = self.game.keeper
        try:
            if isinstance(keeper, GameKeeper):
                keeper.orders(self.orders.lines())
        except StavkaError as error:
            self.failed.emit(f"The orders could not be kept: {error}")
        self.ordered.emit()

    def carry_out(self, *, dice: bool = False) -> bool:
        """Let the staff carry out the orders in this phase; with dice it fights the battles too.

        All of it is one choice, to be taken back at once as far as no dice fell; False where nothing can be done.
        """
        decision, state, orders = self.my_decision, self.game.state, self.my_orders
        if decision is None or not orders or not (dice or decision.kind in ORDERED):
            return False
        turn, phase = (state.turn, state.phase) if dice else (None, None)
        self._errand = Errand(self.game.cursor, decision.side, turn, phase, Command(orders, dice))
        self._work_on(decision)
        return True

    def delegate(self, *, turn: bool = False) -> None:
        """Let the adviser do the rest of this for a person: up to the end of the phase, or the whole of the turn.

        Orders come first, held units are left alone; all of it is one choice, to be taken back at once.
        """
        decision, state, orders = self.my_decision, self.game.state, self.my_orders
        if decision is not None:
            command = Command(orders, dice=True, rest=True) if orders else None
            until, within = (state.turn, None) if turn else (None, here(self.game))
            self._errand = Errand(self.game.cursor, decision.side, until, None, command, within)
            self._work_on(decision)

    def _work_on(self, decision: Decision) -> None:
        """Set the adviser to work on what it was sent to do."""
        assert self._errand is not None
        self._set_to_work = self.game.cursor
        self._start(self._errand.asks(self.game, decision, self._adviser(decision.side), self.held))

    def _rest(self) -> None:
        """The staff has done what it was told to."""
        errand, self._errand = self._errand, None
        self._drop_stint()
        self._go_on()
        if errand is not None:
            self.rested.emit(self.game.cursor - errand.began)

    def _as_ordered(self, why: dict[str, Any]) -> dict[str, Any]:
        """The reason of an action, with the errand that it is a part of."""
        errand, decision = self._errand, self.decision
        mine = errand is not None and decision is not None and decision.side == errand.side
        return {**why, GROUP: errand.began} if mine and errand is not None else why

    def ask_advice(self) -> None:
        """Ask what the adviser would do here; the answer comes by `advised`."""
        decision = self.my_decision
        if decision is None:
            return

        def hear(reply: AnyReply) -> None:
            if isinstance(reply, Found) and reply.position == self.game.cursor and self.my_decision is not None:
                self.advised.emit(reply.action, reply.why)

        self._ask("advice", self.game, Advise(player=self._adviser(decision.side)), hear)

    def ask_why_not(self, side: int, action: AnyAction, game: Game, done: Callable[[str], None]) -> None:
        """Ask the bot of a side, or the adviser, why it would not do this in a game; the sentence comes to `done`."""
        seat = self.seats[side]
        player = self._adviser(side) if seat.person else seat_player(seat, side, self.game.seed)
        self._ask("why-not", game, WhyNot(side=side, player=player, action=action), _said_to(done))

    def ask_appraisal(self, pieces: Sequence[int], done: Callable[[str], None]) -> None:
        """Ask the staff how some units of one's own stand; the sentences come to `done`."""
        wanted = Appraise(side=self.view.side, pieces=tuple(pieces))
        self._ask("appraisal", self.game, wanted, _said_to(done))

    def _adviser(self, side: int) -> Player:
        return advising(side, self.game.seed)

    def _ask(
        self, topic: str, game: Game, wanted: Advise | WhyNot | Appraise, hear: Callable[[AnyReply], None]
    ) -> None:
        """Ask a bot something; only the newest question of a topic is answered."""

        def heard(reply: AnyReply) -> None:
            if self._asked.get(topic) == reply.number:
                hear(reply)

        def done(error: str) -> None:
            if error:
                self.failed.emit(_sentence(error))

        self._asked[topic] = self._crew.ask(game, wanted, Awaited(heard, done))

    def stop_thinking(self) -> None:
        """Think no more for a window that is gone."""
        stint, self._stint = self._stint, None
        if stint is not None:
            stint.cancel()

    # bots

    def pause(self) -> None:
        """Stop the bot; it owes its decision still."""
        self.paused = True
        self._errand = None
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

    def skip(self) -> None:
        """Show what the bot does at once, until a person has to decide."""
        if self._stint is not None:
            self._skipping = True
            self._timer.start(0)

    @property
    def tells_of_enemy(self) -> bool:
        """Whether what the other side did is news to whoever sits at the window."""
        return self.controller.manners.curtain or not all(seat.person for seat in self.seats)

    def close(self) -> None:
        """Stop everything, as before the window goes away."""
        self.paused = True
        self._drop_stint()
        for number in self._asked.values():
            self._crew.cancel(number)

    def _go_on(self) -> None:
        """Let pass what decides itself, then wait for a person or set the bot to work."""
        while self.hotseat.awaited is None and (forced := self.controller.forced()) is not None:
            if not self._apply(forced, FORCED):
                break
        if self.controller.bot_owes and not self.paused and self._stint is None:
            self._start(Play(players=self._seated()))
            return
        self._skipping = False
        decision, errand = self.my_decision, self._errand
        idle = errand is not None and errand.within is not None and self.game.cursor == self._set_to_work
        if decision is not None and errand is not None and not idle and errand.covers(self.game, decision):
            self._work_on(decision)
            return
        if decision is not None or self.controller.over:
            self._errand = None
        self.changed.emit()
        if errand is not None and self._errand is None and errand.told(self.game):
            self.rested.emit(self.game.cursor - errand.began)

    def _seated(self) -> dict[int, Player]:
        seats = enumerate(self.seats)
        return {side: seat_player(seat, side, self.game.seed) for side, seat in seats if not seat.person}

    def _start(self, wanted: Play) -> None:
        self._stint = Stint(self._crew, self.game, wanted)
        self._timer.start(LOOK)
        self.changed.emit()

    def _drop_stint(self) -> None:
        self._timer.stop()
        if self._stint is not None:
            self._stint.cancel()
            self._stint = None

    @Slot()
    def _look(self) -> None:
        stint = self._stint
        if stint is None:
            return
        self.thought.emit(stint.count, stint.seconds, stint.playouts)
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
        if self._errand is not None and self._errand.ends_with(self.game, found.action):
            self._rest()
            return 0
        if found.position != self.game.cursor or not self._apply(found.action, self._as_ordered(found.why)):
            self.pause()
            return 0
        self._losses = 0
        entry = self.game.log[self.game.cursor - 1]
        return 0 if self._skipping else linger(entry.events, self.speed)

    def _end_stint(self, stint: Stint) -> None:
        self._stint = None
        if stint.lost and self._losses < PATIENCE:
            self._losses += 1
            self.failed.emit(f"{stint.error} It is started again.")
            self._go_on()
        elif stint.error:
            self.paused = True
            self.failed.emit(_sentence(stint.error))
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
        if self.orders.went_on():
            self.ordered.emit()
        self.acted.emit(self.game.cursor - 1)
        return True


def _said_to(done: Callable[[str], None]) -> Callable[[AnyReply], None]:
    """Hand a sentence over to whoever waits for it."""

    def hear(reply: AnyReply) -> None:
        if isinstance(reply, Said):
            done(reply.text)

    return hear


def _sentence(error: str) -> str:
    """What went wrong with a bot, in a whole sentence."""
    return error if error.startswith(LOST) else f"The bot stopped: {error}"
