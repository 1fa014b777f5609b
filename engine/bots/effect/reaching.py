"""The moment at which rules are compared: the beginning of a side's turn, or of its set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots.bot import Bot
from engine.errors import StavkaError
from engine.play.game import Game

SET_UP = 0
"""The number of the turn that stands for the set-up."""

Tell = Callable[[str], None]


def has_the_turn(game: Game, side: int, turn: int) -> bool:
    """Whether a side owes a decision in a phase of its own on a turn, or in the set-up."""
    if game.decision is None or game.decision.side != side:
        return False
    state = game.state
    if state.phase < 0:
        return turn == SET_UP
    return state.turn == turn and game.table.phase_side(state.phase) == side


def reached(game: Game, side: int, turn: int, bots: Sequence[Bot], tell: Tell) -> Game:
    """Play a game on with bots to the first decision of a side's turn; what is played meanwhile is told."""
    told = ""
    while (decision := game.decision) is not None and not has_the_turn(game, side, turn):
        if turn != SET_UP and game.state.turn > turn:
            break
        now = "the set-up" if game.state.phase < 0 else f"turn {game.state.turn}, {game.table.phase_name}"
        if now != told:
            told = now
            tell(f"Playing up to the moment: {now}")
        action, why = bots[decision.side].choose(game.view(decision.side))
        game.apply(action, dict(why))
    if not has_the_turn(game, side, turn):
        name = game.scenario.sides[side].name
        when = "in the set-up" if turn == SET_UP else f"on turn {turn}"
        raise StavkaError(f"The {name} side has nothing to decide {when}.")
    return game


def rewound_to(game: Game, side: int) -> Game:
    """A copy of a game, taken back to where the last turn of a side began."""
    back = game.fork()
    while back.cursor > 1 and not _own(back, side):
        back.go_to(back.cursor - 1)
    if not _own(back, side):
        raise StavkaError(f"The {game.scenario.sides[side].name} side has not had a turn in this game yet.")
    first, turn = back.cursor, back.state.turn
    while back.cursor > 1 and back.state.turn == turn and back.state.phase >= 0:
        back.go_to(back.cursor - 1)
        if back.state.turn == turn and _own(back, side):
            first = back.cursor
    back.go_to(first)
    return back.fork()


def _own(game: Game, side: int) -> bool:
    return game.state.phase >= 0 and has_the_turn(game, side, game.state.turn)
