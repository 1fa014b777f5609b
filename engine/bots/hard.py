"""The level `hard`: the staff with look-ahead.

At the beginning of each of its turns it plays the game out with every plan that it could follow, against an opponent
who follows one of his, and goes on with the plan that came off best.  Nothing is foreseen: playouts throw dice of their
own, and the opponent's plan is drawn anew for each.  What is chosen follows from the log, the seed and the number of
playouts, never from the clock.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import msgspec

from engine.bots.bot import Bot, Choice
from engine.bots.outlook import outlook
from engine.bots.rule import read_rule
from engine.bots.staff.rules import Campaign
from engine.play.game import Entry
from engine.play.view import View
from engine.records.play import Doctrine
from engine.rules.setting import Setting
from engine.state.actions import AnyAction
from engine.state.events import PhaseBegan

Rows = tuple[Doctrine, ...]
Seating = Callable[[int, int, Rows], Bot]

PLAYOUTS = 32
"""Playouts of a turn, shared out over the plans."""

DEPTH = 3
"""Turns that a playout looks ahead, the one under way included; so long before the end the drawn plan is kept."""


@dataclass(frozen=True)
class Trial:
    """A playout to be made: from where in the log, by which dice, with which rules for each side."""

    position: int
    seed: int
    rules: tuple[Rows, ...]
    turns: int


Playing = Callable[[View, Sequence[Trial]], Sequence[float]]
"""Something that plays trials out and says what each was worth to the side that looks ahead."""


VARIANTS: tuple[dict[str, float], ...] = ({"fear": 0.4, "kill": 1.5}, {"fear": 2.5, "thrift": 1.5})
"""How a plan is also tried: bolder, and with more care; each changes what danger, kills and losses count for."""


def candidates(own: Rows | None, plans: Sequence[Rows]) -> list[Rows]:
    """The sets of rules that a side may follow: its own first, then its other plans, then variants of its own."""
    if own is None:
        return list(plans) or [()]
    return [own, *(plan for plan in plans if plan != own), *_variants(own)]


def _variants(own: Rows) -> list[Rows]:
    """The plan with the weights of battles and danger changed; a plan without such a rule has none."""
    found = []
    for change in VARIANTS:
        rows = tuple(_changed(row, change) if row.rule == Campaign.key else row for row in own)
        if rows != own:
            found.append(rows)
    return found


def _changed(row: Doctrine, change: dict[str, float]) -> Doctrine:
    rule = read_rule(Campaign, row.params)
    changed = {key: min(float(getattr(rule, key)) * times, 10.0) for key, times in change.items()}
    return msgspec.structs.replace(row, params=row.params | changed)


class HardBot:
    """Plays by whichever plan the playouts of the turn speak for."""

    def __init__(
        self, side: int, seed: int, plans: Sequence[Sequence[Rows]], seat: Seating, playouts: int = PLAYOUTS
    ) -> None:
        self.side = side
        self.seed = seed
        self.plans = plans
        self.playouts = playouts
        self.playing: Playing = lambda view, trials: [play_out(view, trial, seat) for trial in trials]
        self._bots = [seat(side, seed, rows) for rows in plans[side]]
        self._chosen: dict[tuple[int, int], int] = {}

    def choose(self, view: View) -> Choice:
        """What the plan of the turn says."""
        return self._bot(view).choose(view)

    def explain_not(self, view: View, action: AnyAction) -> str:
        """What the plan of the turn has against it."""
        return self._bot(view).explain_not(view, action)

    def _bot(self, view: View) -> Bot:
        log = view.log()
        position = turn_began(view.setting, log, self.side)
        far = view.state.turn + DEPTH <= view.scenario.about.turns
        if position is None or len(self._bots) == 1 or far:
            return self._bots[0]
        key = (position, id(log[position - 1]))
        if key not in self._chosen:
            self._chosen = {key: self._best(view, position)}
        return self._bots[self._chosen[key]]

    def _best(self, view: View, position: int) -> int:
        """The plan whose playouts were worth most; the first of equals, which is the one that was drawn."""
        trials = self.trials(position)
        worth: list[list[float]] = [[] for _ in self._bots]
        for number, value in enumerate(self.playing(view, trials)):
            worth[number % len(worth)].append(value)
        means = [fmean(values) for values in worth]
        return max(range(len(means)), key=lambda plan: (means[plan], -plan))

    def trials(self, position: int) -> list[Trial]:
        """The playouts of a turn: every plan against the same dice and the same opponents."""
        foe = self.plans[1 - self.side]
        found = []
        for number in range(max(self.playouts // len(self._bots), 1)):
            chance = random.Random(f"playout:{self.seed}:{position}:{number}").getrandbits(31)
            other = foe[number % len(foe)]
            for own in self.plans[self.side]:
                rules = (own, other) if self.side == 0 else (other, own)
                found.append(Trial(position, chance, rules, DEPTH))
        return found


def turn_began(setting: Setting, log: Sequence[Entry], side: int) -> int | None:
    """How much of the log lies before the first decision of the side's turn that is under way or was last."""
    found: int | None = None
    for position in range(len(log), 0, -1):
        for event in reversed(log[position - 1].events):
            if isinstance(event, PhaseBegan):
                owner = setting.side_of_phase(event)
                if owner == side:
                    found = position
                elif owner is not None and found is not None:
                    return found
    return found


def play_out(view: View, trial: Trial, seat: Seating) -> float:
    """Play a trial and say what it was worth to the side that looks: in the end, or as things then stand."""
    game = view.imagine(trial.position, trial.seed)
    bots = [seat(side, trial.seed + side, rules) for side, rules in enumerate(trial.rules)]
    last = game.state.turn + trial.turns
    while game.decision is not None and game.state.turn < last:
        side = game.decision.side
        action, why = bots[side].choose(game.view(side))
        game.apply(action, dict(why))
    return outlook(game.table, view.side)
