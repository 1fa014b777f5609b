"""What the staff was sent to do: for whom, how far, and within which orders."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.play import Game
from engine.rules.decision import Decision
from engine.rules.joining import announced_first
from engine.state import Status
from engine.state.actions import AnyAction, Done
from engine.state.events import PhaseBegan
from engine.state.tasks import DeclareBattles
from engine.workers.messages import Command, Play, Player, Spared, While

_DONE = {"move": Status.MOVED, "declare": Status.FOUGHT}
"""The mark by which a unit is done with what a kind of decision asks."""

ORDERED = frozenset(_DONE)
"""The kinds of decision in which orders are carried out."""


@dataclass(frozen=True)
class Errand:
    """From which entry of the log on, for which side; the turn or the phase if all of it is meant; and the orders."""

    began: int
    side: int
    turn: int | None = None
    phase: int | None = None
    command: Command | None = None
    within: tuple[int, int, int] | None = None
    """The turn, the phase and the depth of the agenda at which the rest was asked for."""

    def asks(self, game: Game, decision: Decision, adviser: Player, held: Collection[int]) -> Play:
        """What the bots are asked: to answer decisions of one kind, or all of a phase; held units are spared."""
        kind = "" if self.phase is not None else decision.kind
        only = While(decision.side, kind, game.state.turn, game.state.phase)
        spared = Spared(tuple(sorted(held)), int(_DONE.get(decision.kind, Status.NONE)))
        return Play(players={decision.side: adviser}, only=only, spared=spared, command=self.command)

    def ends_with(self, game: Game, action: AnyAction) -> bool:
        """Whether the phase is to be left to the player, and nothing else is left but to end it."""
        if self.turn is not None and self.phase is None:
            return False
        return isinstance(action, Done) and not (self.phase is not None and _to_the_dice(game))

    def told(self, game: Game) -> bool:
        """Whether it can still be told as what the staff did just now: no phase of the enemy has begun since."""
        events = (event for entry in game.log[self.began : game.cursor] for event in entry.events)
        begun = {game.setting.side_of_phase(event) for event in events if isinstance(event, PhaseBegan)}
        return game.cursor > self.began and begun <= {self.side, None}

    def covers(self, game: Game, decision: Decision | None) -> bool:
        """Whether a decision belongs to the turn or the phase that the staff was told to play."""
        state = game.state
        if decision is None or decision.side != self.side:
            return False
        if self.within is not None:
            return here(game)[:2] == self.within[:2] and len(state.agenda) >= self.within[2]
        if self.turn != state.turn:
            return False
        if self.phase is not None:
            return state.phase == self.phase
        return state.phase < 0 or game.table.phase_side(state.phase) == self.side


def here(game: Game) -> tuple[int, int, int]:
    """The turn, the phase and how deep the agenda lies: what comes of a battle lies deeper than what led to it."""
    return game.state.turn, game.state.phase, len(game.state.agenda)


def _to_the_dice(game: Game) -> bool:
    """Whether the end of a decision leads to the battles that were announced, and not out of the phase."""
    task = game.state.agenda[-1] if game.state.agenda else None
    return isinstance(task, DeclareBattles) and bool(task.battles) and announced_first(game.table)
