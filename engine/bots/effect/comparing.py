"""A turn with one set of rules beside the same turn with another, phase by phase, always from the same position.

Dice are never part of a difference: both are asked at the same moment, and then the game goes on by the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.bots.bot import Bot
from engine.bots.effect.doings import PLANNED, done_by, moment_of
from engine.bots.effect.reaching import has_the_turn
from engine.bots.effect.telling import RuleEffect, chosen_otherwise, told_apart
from engine.bots.words import tell_action
from engine.play.game import Game
from engine.records.play import Doctrine


class Contrast:
    """Two bots for one side, and one for the other."""

    def __init__(self, side: int, one: Bot, other: Bot, foe: Bot) -> None:
        self.side = side
        self._with = {side: one, 1 - side: foe}
        self._without = {side: other, 1 - side: foe}

    def of(self, start: Game) -> Iterator[tuple[Game, RuleEffect]]:
        """What the first does otherwise than the second in the turn that begins here, each with the game before it."""
        game, turn, compared = start.fork(), start.state.turn, set[tuple[int, int]]()
        while (decision := game.decision) is not None and self._goes_on(game, turn, start.state.phase < 0):
            bot, view, now = self._with[decision.side], game.view(decision.side), moment_of(game)
            if decision.side == self.side and decision.kind in PLANNED and (now[1] < 0 or now not in compared):
                compared.add(now)
                one, other = done_by(game, self.side, self._with), done_by(game, self.side, self._without)
                for found in told_apart(game, self.side, one, other):
                    yield game, found
                if one.game.cursor > game.cursor:
                    game = one.game
                    continue
            action, why = bot.choose(view)
            if decision.side == self.side and decision.kind not in PLANNED:
                instead = self._without[self.side].choose(view)[0]
                if instead != action:
                    reason, phase = "; ".join(why.get("reasons", [])), game.table.phase_name
                    yield game, chosen_otherwise(phase, tell_action(view, action), reason, tell_action(view, instead))
            game.apply(action, dict(why))

    def _goes_on(self, game: Game, turn: int, setting_up: bool) -> bool:
        """Whether the side still has something to do in its turn, or in the set-up."""
        phase = game.state.phase
        if setting_up or phase < 0:
            return setting_up and phase < 0
        if game.state.turn != turn:
            return False
        if has_the_turn(game, self.side, turn):
            return True
        return any(game.table.phase_side(later) == self.side for later in range(phase, len(game.scenario.phases)))


def contrast(doctrine: tuple[Doctrine, ...], rule: str) -> tuple[tuple[Doctrine, ...], tuple[Doctrine, ...]]:
    """The rows of a plan with a rule in force, and without it."""
    held = tuple(replace(row, on=True, weight=row.weight or 1.0) if row.rule == rule else row for row in doctrine)
    return held, tuple(replace(row, on=False) if row.rule == rule else row for row in doctrine)
