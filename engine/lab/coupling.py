"""Dice for comparing: games of two versions throw the same for the same thing, however else they differ.

Ordinary dice follow from the seed and the number of the roll in the game; one battle more or less, and all later throws
are others.  Here they follow from the seed and from what is rolled for: the turn, the phase, the reason, and the how
manyeth throw for that it is.  A piece that lies face down turns out to be the same counter whenever it is turned up.
Chance is as fair as before, and the log holds what was shown, so that nothing else in the program can tell such a game
from any other.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from engine.lab.luck import Fortune
from engine.play import Game
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.state import State
from engine.state.events import DieRolled
from engine.state.tasks import RollBattle


def throw_for(seed: int, cause: str, count: int, dice: str) -> tuple[int, ...]:
    """What dice as `2d6` show on a throw for a cause, the count of such throws so far being given."""
    number, faces = (int(part) for part in dice.split("d"))
    digest = hashlib.blake2b(f"{seed}|{cause}|{count}".encode(), digest_size=8 * number).digest()
    # A share of the whole range, so that dice with other faces still show high for high.
    return tuple(int.from_bytes(digest[8 * die : 8 * die + 8], "big") * faces // 2**64 + 1 for die in range(number))


class CoupledTable(Table):
    """A table whose dice know what they are thrown for."""

    def __init__(self, setting: Setting, state: State, seed: int, fortune: Fortune) -> None:
        super().__init__(setting, state, seed)
        self.fortune = fortune
        self._thrown: Counter[str] = Counter()
        self._dealt: dict[tuple[str, int], dict[int, int]] = {}

    def roll(self, dice: str, why: str) -> int:
        """Throw dice for a reason and give their total."""
        cause = f"{self.state.turn}|{self.state.phase}|{_purpose(why)}"
        event = DieRolled(self.state.rolls, dice, throw_for(self.seed, cause, self._thrown[cause], dice), why)
        self._thrown[cause] += 1
        task = self.state.agenda[-1] if self.state.agenda else None
        if isinstance(task, RollBattle):
            self.fortune.note(self, task, event.total)
        self.do(event)
        return event.total

    def draw(self, piece: int, members: list[int]) -> int:
        """Draw for a face-down piece: what it is follows from the seed, whoever was turned up before it."""
        lot = self._lot(piece)
        number = members.index(lot) if lot in members else self._first_choice(piece, members)
        dice = f"1d{len(members)}"
        self.do(DieRolled(self.state.rolls, dice, (number + 1,), f"draw from the pool of {len(members)}"))
        return number + 1

    def _lot(self, piece: int) -> int | None:
        """The counter that a piece got when its whole pool was dealt out before the game, if there was one for it."""
        pool, batch = self.scenario.pieces[piece].pool, self.state.batch[piece]
        if (pool, batch) not in self._dealt:
            left = sorted(self.filling(pool, batch).elements())
            dealt = self._dealt[pool, batch] = {}
            for each, other in enumerate(self.scenario.pieces):
                if left and other.pool == pool and self.state.batch[each] == batch:
                    dealt[each] = left.pop(self._first_choice(each, left))
        return self._dealt[pool, batch].get(piece)

    def _first_choice(self, piece: int, members: list[int]) -> int:
        """Which of the counters a piece likes best; every order of them is as likely as any other."""
        nth: Counter[int] = Counter()
        ranks = []
        for counter in members:
            lot = f"{self.seed}|{self.state.batch[piece]}|{piece}|{counter}|{nth[counter]}"
            ranks.append(hashlib.blake2b(lot.encode(), digest_size=8).digest())
            nth[counter] += 1
        return ranks.index(min(ranks))


def _purpose(why: str) -> str:
    """What a throw is for, without numbers that change with the course of the game."""
    return why.split(" of ")[0] if why.startswith("draw") else why


class CoupledGame(Game):
    """A game played for comparison; it is never undone, so that its throws can be counted as they come.

    It may know of another version, to note where that one's tables would have said something else.
    """

    def __init__(self, setting: Setting, seed: int, other: Setting | None = None) -> None:
        super().__init__(setting, seed)
        self.fortune = Fortune(setting, other)
        self.table = CoupledTable(setting, self.table.state, seed, self.fortune)
