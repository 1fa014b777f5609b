"""The yardstick `random`: any legal action, each unit or cell as likely as the next."""

from __future__ import annotations

from engine.bots.bot import Choice, Why, chance
from engine.play.view import View
from engine.records.play import Doctrine
from engine.state.actions import AnyAction, WithdrawAttack


class RandomBot:
    """Draws a unit, then one of the things it may do; never takes a committed unit back."""

    def __init__(self, side: int, seed: int, doctrine: tuple[Doctrine, ...] = ()) -> None:
        self.side = side
        self.seed = seed
        self.doctrine = doctrine

    def choose(self, view: View) -> Choice:
        """One of the legal actions."""
        dice = chance(self.seed, view)
        groups = list(view.options().groups)
        while True:
            group = groups.pop(dice.randrange(len(groups)))
            actions = [action for action in group.make() if not isinstance(action, WithdrawAttack)]
            if actions:
                return dice.choice(actions), Why(rule="random", goal="none", reasons=["drawn by lot"])

    def explain_not(self, view: View, action: AnyAction) -> str:
        """Chance has no reasons."""
        verdict = view.judge(action)
        return "It was not drawn." if verdict else verdict.why
