"""Dice for comparing: games of two versions throw the same for the same thing, however else they differ.

Ordinary dice follow from the seed and the number of the roll in the game; one battle more or less, and all later throws
are others.  Here they follow from the seed and from what is rolled for: the turn, the phase, the reason, and the how
manyeth throw for that it is.  Chance is as fair as before, and the log holds what was shown, so that nothing else in
the program can tell such a game from any other.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from engine.play import Game
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.state import State
from engine.state.events import DieRolled


def throw_for(seed: int, cause: str, count: int, dice: str) -> tuple[int, ...]:
    """What dice as `2d6` show on a throw for a cause, the count of such throws so far being given."""
    number, faces = (int(part) for part in dice.split("d"))
    digest = hashlib.blake2b(f"{seed}|{cause}|{count}".encode(), digest_size=8 * number).digest()
    # A share of the whole range, so that dice with other faces still show high for high.
    return tuple(int.from_bytes(digest[8 * die : 8 * die + 8], "big") * faces // 2**64 + 1 for die in range(number))


class CoupledTable(Table):
    """A table whose dice know what they are thrown for."""

    def __init__(self, setting: Setting, state: State, seed: int) -> None:
        super().__init__(setting, state, seed)
        self._thrown: Counter[str] = Counter()

    def roll(self, dice: str, why: str) -> int:
        """Throw dice for a reason and give their total."""
        cause = f"{self.state.turn}|{self.state.phase}|{_purpose(why)}"
        event = DieRolled(self.state.rolls, dice, throw_for(self.seed, cause, self._thrown[cause], dice), why)
        self._thrown[cause] += 1
        self.do(event)
        return event.total


def _purpose(why: str) -> str:
    """What a throw is for, without numbers that change with the course of the game."""
    return why.split(" of ")[0] if why.startswith("draw") else why


class CoupledGame(Game):
    """A game played for comparison; it is never undone, so that its throws can be counted as they come."""

    def __init__(self, setting: Setting, seed: int) -> None:
        super().__init__(setting, seed)
        self.table = CoupledTable(setting, self.table.state, seed)
