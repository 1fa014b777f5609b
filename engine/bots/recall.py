"""What a bot remembers of a phase, worked out anew from the log whenever it does not know.

A plan is made when a phase begins and followed action by action.  A bot that comes to a game in the middle of a phase,
because the game was put away or taken back, looks at the log: it thinks again what it thought at each of its actions
in this phase, and then knows what it knew.  So a choice depends on the view, the seed and the log, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.bot import Choice
from engine.play.game import Entry
from engine.play.view import View
from engine.state.events import PhaseBegan

FORCED = "forced"
"""The rule in the reason of an action that passed by itself because nothing else was possible."""


class RecallingBot:
    """A bot that plans; how it answers and what it forgets is for those who derive from it to say."""

    def __init__(self, side: int, seed: int) -> None:
        self.side = side
        self.seed = seed
        self._known: list[Entry] = []
        self._next: object = None

    def answer(self, view: View) -> Choice:
        """The answer to the decision that the side owes, by what is remembered of the phase."""
        raise NotImplementedError

    def forget(self) -> None:
        """Remember nothing of any phase."""
        raise NotImplementedError

    def choose(self, view: View) -> Choice:
        """The answer to the decision that the side owes, and why."""
        log = list(view.log())
        if not self._in_step(log):
            self.forget()
            for past in view.past(_own(log, self.side)):
                self.answer(past)
        choice = self.answer(view)
        self._known, self._next = log, choice[0]
        return choice

    def _in_step(self, log: list[Entry]) -> bool:
        """Whether the log holds what was known last, then what was chosen then, and no choice of this side after it."""
        at = len(self._known)
        return (
            0 < at < len(log)
            and log[at].action == self._next
            and log[at].side == self.side
            and by_bot(log[at])
            and all(entry.side != self.side for entry in log[at + 1 :])
            and log[:at] == self._known
        )


def by_bot(entry: Entry) -> bool:
    """Whether a bot took this action: whoever sits at the window gives no reasons."""
    return entry.why is not None and entry.why.get("rule") != FORCED


def _own(log: Sequence[Entry], side: int) -> list[int]:
    """Where in the log a side's bot has decided in this phase, since a person last did so for it."""
    found: list[int] = []
    for position in range(len(log) - 1, 0, -1):
        entry = log[position]
        if any(isinstance(event, PhaseBegan) for event in entry.events):
            break
        if entry.side == side:
            if not by_bot(entry):
                break
            found.append(position)
    return found[::-1]
