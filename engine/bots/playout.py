"""A playout: one way in which the game could go on, opened by one plan and carried on by another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from engine.bots.bot import Bot, Choice
from engine.bots.outlook import outlook
from engine.play.game import Entry, Game


class Playout(msgspec.Struct, frozen=True):
    """A playout to be made: from where in the log, by which dice, by which plan of one's own and which of the foe's."""

    position: int
    seed: int
    plan: int
    foe: int


class PlayoutResult(msgspec.Struct, frozen=True):
    """What a playout came to: its worth to the side that looks ahead, and the actions that it opened with."""

    worth: float
    opening: bytes


class PhaseOpening(NamedTuple):
    """What a plan does in a phase before the first dice; whether that is all that it does in it."""

    steps: tuple[Choice, ...]
    whole: bool

    @property
    def told(self) -> bytes:
        """The actions, to be compared with those of others."""
        return msgspec.json.encode([action for action, _ in self.steps])

    def repeat(self, game: Game) -> None:
        """Do the same again."""
        for action, why in self.steps:
            game.apply(action, dict(why))


class OpeningBook:
    """The openings of a phase that are known whole, by plan: dice that come after them do not change them."""

    def __init__(self) -> None:
        self._before: Sequence[Entry] = ()
        self._known: dict[int, PhaseOpening] = {}

    def open(self, game: Game, side: int, plan: int, seat: Callable[[], Bot]) -> PhaseOpening:
        """Let a plan open a game that stands at the first decision of a phase, by a bot unless it is known how."""
        if not same_past(self._before, game.log, game.cursor):
            self._before = tuple(game.log)
            self._known.clear()
        known = self._known.get(plan)
        if known is not None:
            known.repeat(game)
            return known
        opening = _open(game, side, seat())
        if opening.whole:
            self._known[plan] = opening
        return opening


def same_past(before: Sequence[Entry], log: Sequence[Entry], position: int) -> bool:
    """Whether all that happened before a place of the log is this."""
    return len(before) == position and all(
        mine is theirs or mine.events == theirs.events for mine, theirs in zip(before, log, strict=False)
    )


def _open(game: Game, side: int, bot: Bot) -> PhaseOpening:
    """Let a bot play its side of the phase under way; what it did before the first dice."""
    phase, before, whole, done = (game.state.turn, game.state.phase), True, True, list[Choice]()
    while game.decision is not None and (game.state.turn, game.state.phase) == phase and game.decision.side == side:
        choice = bot.choose(game.view(side))
        whole = before
        if before:
            done.append(choice)
        game.apply(choice[0], dict(choice[1]))
        before = before and not game.log[game.cursor - 1].sealed
    return PhaseOpening(tuple(done), whole)


def carry_on(game: Game, players: Sequence[Bot], until: tuple[int, int], side: int) -> float:
    """Let players go on until a turn and phase begin or the game is over; what it is then worth to a side."""
    while game.decision is not None and (game.state.turn, game.state.phase) < until:
        deciding = game.decision.side
        action, why = players[deciding].choose(game.view(deciding))
        game.apply(action, dict(why))
    return outlook(game.table, side)
