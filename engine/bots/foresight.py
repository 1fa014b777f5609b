"""How far it pays to look ahead in a scenario: by its size alone, so that a game goes on alike everywhere.

As usual a phase takes about ten seconds on one core.  In a small game there is time for many playouts to the end of
the next turn; in a large one only for a few, each until the same phase comes round again.  Staffs play both sides in
them: greedy players are no faster in large games.  Whoever wishes more, or less, names the number of playouts; how far
each goes stays as it is here.

In the smallest games what stands after a few turns says next to nothing about who will win: places and strength in
the middle of the game go with its result by a correlation below 0.2.  There the playouts are kept for the last turns,
and go to the end of the game, which is all that counts.
"""

from __future__ import annotations

import msgspec

from engine.scenario import Scenario


class Foresight(msgspec.Struct, frozen=True):
    """Playouts of a phase as usual, and how many turns each looks ahead."""

    playouts: int
    turns: int = 2
    round_again: bool = False
    """Whether turns are counted from phase to same phase; else the one under way counts as a whole one."""

    closing: int = 0
    """In so many last turns every playout goes to the end of the game."""

    early: float = 1.0
    """The share of the playouts that is made before them."""

    def horizon(self, turn: int, phase: int, last: int) -> tuple[int, int]:
        """The turn and phase at which a playout that begins in these ends, in a game of so many turns."""
        if self.closes(turn, last):
            return last + 1, -1
        return turn + self.turns, phase if self.round_again else -1

    def closes(self, turn: int, last: int) -> bool:
        """Whether a turn is one of those whose playouts go to the end of the game."""
        return turn > last - self.closing

    def share(self, playouts: int, turn: int, last: int) -> int:
        """How many of the playouts that a phase has at most are made in one of this turn."""
        return playouts if self.closes(turn, last) else int(playouts * self.early)


SIZES: tuple[tuple[int, Foresight], ...] = (
    (45, Foresight(48, closing=3, early=0.25)),
    (80, Foresight(32)),
    (150, Foresight(10)),
    (400, Foresight(8, turns=1, round_again=True)),
)
"""Counters that a scenario has at most, and what suits it."""

LARGEST = Foresight(4, turns=1, round_again=True)
"""What suits a scenario with more counters than any of those."""


def foresight_of(scenario: Scenario) -> Foresight:
    """What suits a scenario."""
    return next((found for most, found in SIZES if len(scenario.pieces) <= most), LARGEST)
