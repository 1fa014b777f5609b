"""What a bot does in a phase, kept so that it can be laid beside what another does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.bots.bot import Bot, Why
from engine.bots.words import tell_action
from engine.play.game import Game
from engine.rules.barrage import Barrage
from engine.rules.combat import phase_kind
from engine.state.actions import AnyAction, DeclareAttack, Done, FightBattle, MoveStack, MoveUnit, PlaceUnit

PLANNED = ("move", "declare", "set-up")
"""The kinds of decision for which a bot makes a plan; such a phase is compared as a whole."""


@dataclass
class Doings:
    """Ways and reasons by piece, attackers by target, everything else in words, and the game after it."""

    game: Game
    ways: dict[int, list[int]] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    attacks: dict[int, list[int]] = field(default_factory=dict)
    expects: dict[int, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)

    def note(self, action: AnyAction, why: Why, words: str) -> None:
        """Keep what an action does."""
        reason = "; ".join(why.get("reasons", []))
        match action:
            case MoveUnit(piece=piece, path=path):
                self._went((piece,), path, reason)
            case MoveStack(pieces=pieces, path=path):
                self._went(pieces, path, reason)
            case PlaceUnit(piece=piece, cell=cell):
                self._went((piece,), (cell,), reason)
            case DeclareAttack(piece=piece, target=target):
                self.attacks.setdefault(target, []).append(piece)
                self.expects[target] = why.get("expects", "")
            case Done() | FightBattle():
                pass
            case _:
                self.others[words] = reason

    def _went(self, pieces: tuple[int, ...], path: tuple[int, ...], reason: str) -> None:
        for piece in pieces:
            self.ways.setdefault(piece, []).extend(path)
            self.reasons[piece] = reason


def done_by(start: Game, side: int, bots: Mapping[int, Bot]) -> Doings:
    """What a side does in the phase at hand, on a copy: to its end, or until battles are about to be fought."""
    game = start.fork()
    deeds, when = Doings(game), moment_of(game)
    while (decision := game.decision) is not None and moment_of(game) == when:
        if when[1] < 0 and decision.side != side:
            break
        view = game.view(decision.side)
        action, why = bots[decision.side].choose(view)
        if decision.side == side:
            if _fights(game, decision.kind, action):
                break
            deeds.note(action, why, tell_action(view, action))
        game.apply(action, dict(why))
    return deeds


def moment_of(game: Game) -> tuple[int, int]:
    """The turn and the phase."""
    return game.state.turn, game.state.phase


def _fights(game: Game, kind: str, action: AnyAction) -> bool:
    """Whether an action leads to the dice of battles that were announced, or says that there are none."""
    if kind != "declare" or isinstance(phase_kind(game.table), Barrage):
        return False
    return isinstance(action, Done | FightBattle)
