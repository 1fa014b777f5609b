"""The level `hard`: the staff with look-ahead.

At the beginning of each of its phases it draws up what it could do by every plan that it could follow, plays each of
those openings out against an opponent who follows one of his plans, and goes on with the one that came off best.
Openings that fall behind are given up half by half, so that most playouts go to those that are hard to tell apart.
Nothing is foreseen: playouts throw dice of their own from what the side may know, and the opponent's plan is drawn
anew for each.  What is chosen follows from the log, the seed and the number of playouts, never from the clock or from
how many hands play them.  Where the playouts are too few for a choice, the plan that was drawn is followed.

How many playouts suit a scenario, and how far each looks, is said in `foresight`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.bots.bot import Bot, Choice, unheard
from engine.bots.candidates import Rows
from engine.bots.foresight import Foresight
from engine.bots.playout import OpeningBook, Playout, PlayoutResult, carry_on, same_past
from engine.play.game import Entry
from engine.play.view import View
from engine.rules.setting import Setting
from engine.state.actions import AnyAction
from engine.state.events import PhaseBegan

Seating = Callable[[int, int, Rows], Bot]

DECIDED = ("move", "declare")
"""The kinds of decision that openings differ by."""

FEW = 2
"""Playouts that every opening gets at least before any is given up."""

Playing = Callable[[View, Sequence[Playout]], Iterable[PlayoutResult]]
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
        self, side: int, seed: int, plans: Sequence[Sequence[Rows]], seat: Seating, foresight: Foresight
    ) -> None:
        self.side = side
        self.seed = seed
        self.plans = plans
        self.playouts = foresight.playouts
        self.playing: Playing = lambda view, trials: (self.play_out(view, trial) for trial in trials)
        self.looking: Callable[[int, int], None] = lambda _done, _of: None
        """Told after each playout how many are done of how many."""
        self._seat = seat
        self._foresight = foresight
        self._bots = [seat(side, self._own(plan), rows) for plan, rows in enumerate(plans[side])]
        self._book = OpeningBook()
        self._before: Sequence[Entry] = ()
        self._plan = 0
        self._done = self._due = 0

    def choose(self, view: View) -> Choice:
        """What the plan of the phase says."""
        return self._bot(view).choose(view)

    def explain_not(self, view: View, action: AnyAction) -> str:
        """What the plan of the phase has against it."""
        return self._bot(view).explain_not(view, action)

    def _bot(self, view: View) -> Bot:
        log = view.log()
        position = phase_began(view.setting, log, self.side)
        self._due = self._foresight.share(self.playouts, view.state.turn, view.scenario.about.turns)
        if position is None or self._choices < 2 or not view.my_turn:
            return self._bots[0]
        if not same_past(self._before, log, position):
            assert view.decision is not None
            if view.decision.kind not in DECIDED:
                return self._bots[0]
            self._plan, self._before = self._best(view, position), tuple(log[:position])
        return self._bots[self._plan]

    @property
    def _choices(self) -> int:
        """How many plans there are playouts enough for."""
        return min(len(self._bots), self._due // FEW)

    def _best(self, view: View, position: int) -> int:
        """The plan whose opening was worth most; of equals the first, which is the one that was drawn."""
        self._done = 0
        standings = self._openings(view, position)
        while len(standings) > 1:
            rounds = max((len(standings) - 1).bit_length(), 1)
            each = max((self._due - self._done) // (rounds * len(standings)), 0)
            if each:
                self._play(view, position, standings, each)
            standings = sorted(standings, key=lambda one: (-one.mean, one.plan))[: (len(standings) + 1) // 2]
        return standings[0].plan

    def _openings(self, view: View, position: int) -> list[OpeningRecord]:
        """The plans that open differently from those before them, each played out once."""
        first = list(self._results(view, [self.trial(position, plan, 0) for plan in range(self._choices)]))
        seen: dict[bytes, int] = {}
        for plan, outcome in enumerate(first):
            seen.setdefault(outcome.opening, plan)
        return [OpeningRecord(plan, [first[plan].worth]) for plan in sorted(seen.values())]

    def _play(self, view: View, position: int, standings: Sequence[OpeningRecord], each: int) -> None:
        """Play every opening so many times more, against the same dice and the same opponents."""
        trials = [
            self.trial(position, one.plan, len(one.worth) + number) for number in range(each) for one in standings
        ]
        for number, outcome in enumerate(self._results(view, trials)):
            standings[number % len(standings)].worth.append(outcome.worth)

    def _results(self, view: View, trials: Sequence[Playout]) -> Iterator[PlayoutResult]:
        """What comes of trials; whoever wants to know is told how far they are."""
        for outcome in self.playing(view, trials):
            self._done += 1
            self.looking(self._done, self._due)
            yield outcome

    def _own(self, plan: int) -> int:
        """The seed of the bot that follows a plan: lots of its own for each."""
        return self.seed + plan

    def trial(self, position: int, plan: int, number: int) -> Playout:
        """A playout of a plan; those of one number have the same dice and the same opponent."""
        chance = random.Random(f"playout:{self.seed}:{position}:{number}").getrandbits(31)
        return Playout(position, chance, plan, number % len(self.plans[1 - self.side]))

    def play_out(self, view: View, trial: Playout) -> PlayoutResult:
        """Play a trial here and now, and say what came of it: in the end, or as things then stand."""
        game = view.imagine(trial.position, trial.seed)
        until = self._foresight.horizon(game.state.turn, game.state.phase, game.scenario.about.turns)
        own = self.plans[self.side][trial.plan]
        opening = self._book.open(
            game, self.side, trial.plan, lambda: unheard(self._seat(self.side, self._own(trial.plan), own))
        )
        plans = {self.side: 0, 1 - self.side: trial.foe}
        seats = [self._seat(side, trial.seed + side, self.plans[side][plans[side]]) for side in sorted(plans)]
        return PlayoutResult(carry_on(game, [unheard(bot) for bot in seats], until, self.side), opening.told)


def phase_began(setting: Setting, log: Sequence[Entry], side: int) -> int | None:
    """How much of the log lies before the first decision of the phase under way; None: it is not this side's."""
    for position in range(len(log), 0, -1):
        began = [event for event in log[position - 1].events if isinstance(event, PhaseBegan)]
        if began:
            return position if setting.side_of_phase(began[-1]) == side else None
    return None
