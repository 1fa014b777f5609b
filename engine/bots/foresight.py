"""How far it pays to look ahead in a scenario: by its size alone, so that a game goes on alike everywhere.

As usual a phase takes about ten seconds on one core.  In a small game there is time for many playouts to the end of
the next turn; in a large one only for a few, each until the same phase comes round again.  Staffs play both sides in
them: greedy players are no faster in large games.  Whoever wishes more, or less, names the number of playouts; how far
each goes stays as it is here.
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

    def horizon(self, turn: int, phase: int) -> tuple[int, int]:
        """The turn and phase at which a playout that begins in these ends."""
        return turn + self.turns, phase if self.round_again else -1


SIZES: tuple[tuple[int, Foresight], ...] = (
    (45, Foresight(48)),
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
