"""The level `hard`: the staff with look-ahead.

At the beginning of each of its phases it draws up what it could do by every plan that it could follow, plays each of
those openings out against an opponent who follows one of his plans, and goes on with the one that came off best.
Openings that fall behind are given up half by half, so that most playouts go to those that are hard to tell apart.
Nothing is foreseen: playouts throw dice of their own, and the opponent's plan is drawn anew for each.  What is chosen
follows from the log, the seed and the number of playouts, never from the clock or from how many hands play them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import msgspec

from engine.bots.bot import Bot, Choice
from engine.bots.candidates import Rows
from engine.bots.outlook import outlook
from engine.play.game import Entry, Game
from engine.play.view import View
from engine.rules.setting import Setting
from engine.state.actions import AnyAction
from engine.state.events import PhaseBegan

Seating = Callable[[int, int, Rows], Bot]

PLAYOUTS = 48
"""Playouts of a phase unless the player wishes otherwise."""

DEPTH = 2
"""Turns that a playout looks ahead, the one under way included."""

DECIDED = ("move", "declare")
"""The kinds of decision that openings differ by."""

FEW = 2
"""Playouts that every opening gets at least before any is given up."""


class Playout(msgspec.Struct, frozen=True):
    """A playout to be made: from where in the log, by which dice, with which rules now and then for each side."""

    position: int
    seed: int
    own: int
    opening: Rows
    rules: tuple[Rows, ...]
    turns: int


class PlayoutResult(msgspec.Struct, frozen=True):
    """What a playout came to: its worth to the side that looks ahead, and the actions that it opened with."""

    worth: float
    opening: bytes


Playing = Callable[[View, Sequence[Playout]], Sequence[PlayoutResult]]
"""Something that plays trials out and says what came of each, in their order."""


@dataclass
class OpeningRecord:
    """How an opening has done so far."""

    plan: int
    worth: list[float]

    @property
    def mean(self) -> float:
        """What it is worth on average."""
        return fmean(self.worth)


class HardBot:
    """Plays every phase by whichever plan the playouts speak for."""

    def __init__(
        self, side: int, seed: int, plans: Sequence[Sequence[Rows]], seat: Seating, playouts: int = PLAYOUTS
    ) -> None:
        self.side = side
        self.seed = seed
        self.plans = plans
        self.playouts = playouts
        self.playing: Playing = lambda view, trials: [play_out(view, trial, seat) for trial in trials]
        self._bots = [seat(side, self._own(plan), rows) for plan, rows in enumerate(plans[side])]
        self._chosen: dict[tuple[int, int], int] = {}

    def choose(self, view: View) -> Choice:
        """What the plan of the phase says."""
        return self._bot(view).choose(view)

    def explain_not(self, view: View, action: AnyAction) -> str:
        """What the plan of the phase has against it."""
        return self._bot(view).explain_not(view, action)

    def _bot(self, view: View) -> Bot:
        position = phase_began(view.setting, view.log(), self.side)
        if position is None or len(self._bots) == 1 or not view.my_turn:
            return self._bots[0]
        key = (position, id(view.log()[position - 1]))
        if key not in self._chosen:
            assert view.decision is not None
            if view.decision.kind not in DECIDED:
                return self._bots[0]
            self._chosen = {key: self._best(view, position)}
        return self._bots[self._chosen[key]]

    def _best(self, view: View, position: int) -> int:
        """The plan whose opening was worth most; of equals the first, which is the one that was drawn."""
        standings = self._openings(view, position)
        spent = sum(len(one.worth) for one in standings)
        while len(standings) > 1:
            rounds = max((len(standings) - 1).bit_length(), 1)
            each = max((self.playouts - spent) // (rounds * len(standings)), 0)
            if each:
                self._play(view, position, standings, each)
                spent += each * len(standings)
            standings = sorted(standings, key=lambda one: (-one.mean, one.plan))[: (len(standings) + 1) // 2]
        return standings[0].plan

    def _openings(self, view: View, position: int) -> list[OpeningRecord]:
        """The plans that open differently from those before them, each played out a few times."""
        count = max(min(len(self._bots), self.playouts // FEW), 1)
        first = self.playing(view, [self._trial(position, plan, 0) for plan in range(count)])
        seen: dict[bytes, int] = {}
        for plan, outcome in enumerate(first):
            seen.setdefault(outcome.opening, plan)
        return [OpeningRecord(plan, [first[plan].worth]) for plan in sorted(seen.values())]

    def _play(self, view: View, position: int, standings: Sequence[OpeningRecord], each: int) -> None:
        """Play every opening so many times more, against the same dice and the same opponents."""
        trials = [
            self._trial(position, one.plan, len(one.worth) + number) for number in range(each) for one in standings
        ]
        for number, outcome in enumerate(self.playing(view, trials)):
            standings[number % len(standings)].worth.append(outcome.worth)

    def _own(self, plan: int) -> int:
        """The seed of the bot that follows a plan: lots of its own for each."""
        return self.seed + plan

    def _trial(self, position: int, plan: int, number: int) -> Playout:
        """A playout of a plan; those of one number have the same dice and the same opponent."""
        foe = self.plans[1 - self.side]
        chance = random.Random(f"playout:{self.seed}:{position}:{number}").getrandbits(31)
        own, other = self.plans[self.side], foe[number % len(foe)]
        rules = (own[0], other) if self.side == 0 else (other, own[0])
        return Playout(position, chance, self._own(plan), own[plan], rules, DEPTH)


def phase_began(setting: Setting, log: Sequence[Entry], side: int) -> int | None:
    """How much of the log lies before the first decision of the phase under way; None: it is not this side's."""
    for position in range(len(log), 0, -1):
        began = [event for event in log[position - 1].events if isinstance(event, PhaseBegan)]
        if began:
            return position if setting.side_of_phase(began[-1]) == side else None
    return None


def play_out(view: View, trial: Playout, seat: Seating) -> PlayoutResult:
    """Play a trial and say what came of it: in the end, or as things then stand."""
    game = view.imagine(trial.position, trial.seed)
    bots = [seat(side, trial.seed + side, rules) for side, rules in enumerate(trial.rules)]
    opener, last = seat(view.side, trial.own, trial.opening), game.state.turn + trial.turns
    opening = _open(game, view.side, opener)
    while game.decision is not None and game.state.turn < last:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return PlayoutResult(outlook(game.table, view.side), opening)


def _open(game: Game, side: int, bot: Bot) -> bytes:
    """Let a bot play its side of the phase under way; what it did before the first dice, as bytes."""
    phase, before, done = (game.state.turn, game.state.phase), True, []
    while game.decision is not None and (game.state.turn, game.state.phase) == phase and game.decision.side == side:
        action, why = bot.choose(game.view(side))
        if before:
            done.append(action)
        game.apply(action, dict(why))
        before = before and not game.log[game.cursor - 1].sealed
    return msgspec.json.encode(done)
