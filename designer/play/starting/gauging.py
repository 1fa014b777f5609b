"""From seconds to playouts: how far a bot can look ahead within the time it was given, found once before a game begins.

The number is what the seat keeps, so that the game goes on alike on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from designer.play.running.crew import Awaited, crew
from designer.play.running.players import seat_player
from designer.play.running.seats import Seat
from designer.play.starting.newgame import NewGame
from engine.bots.naming import AHEAD, BotName
from engine.errors import StavkaError
from engine.play import Game
from engine.workers.messages import AnyReply, Gauge, Gauged


class Gauging:
    """Asks the process in which bots think, while the window waits for the game."""

    def __init__(self) -> None:
        self._crew = crew()
        self._number: int | None = None

    def settle(
        self, game: Game, wanted: NewGame, done: Callable[[NewGame], None], failed: Callable[[Exception], None]
    ) -> None:
        """Put a number of playouts in the place of the seconds that were wished for; at once where none were."""
        ahead = {side: seat for side, seat in enumerate(wanted.seats) if seat.bot == AHEAD}
        if not wanted.seconds or not ahead:
            done(wanted)
            return
        found: list[int] = []

        def hear(reply: AnyReply) -> None:
            if isinstance(reply, Gauged):
                found.append(reply.playouts)

        def end(error: str) -> None:
            self._number = None
            if found:
                done(replace(wanted, seats=tuple(_with(seat, found[0]) for seat in wanted.seats), seconds=0))
            else:
                failed(StavkaError(error or "It could not be found out how far the bot can look ahead."))

        players = {side: seat_player(seat, side, game.seed) for side, seat in ahead.items()}
        self._number = self._crew.ask(game, Gauge(players=players, seconds=wanted.seconds), Awaited(hear, end))

    def drop(self) -> None:
        """Nobody waits for the game any more."""
        number, self._number = self._number, None
        if number is not None:
            self._crew.cancel(number)


def _with(seat: Seat, playouts: int) -> Seat:
    return replace(seat, bot=str(BotName(AHEAD, playouts))) if seat.bot == AHEAD else seat
