"""What one side may know of a game; bots and players see it through this and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

from engine.records.counters import Face, Unit
from engine.rules.decision import Decision, Options, Verdict
from engine.rules.fog import fogged
from engine.rules.forecast import Forecast, battle_of, forecast
from engine.rules.movement import reach_of
from engine.rules.phase import Ways
from engine.rules.prices import cost_words
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.state import State
from engine.state.actions import AnyAction
from engine.state.events import (
    BattleFought,
    ControlChanged,
    DieRolled,
    GameEnded,
    PhaseBegan,
    PointsScored,
    StepLost,
    UnitEliminated,
    UnitRevealed,
    WeatherChanged,
)

if TYPE_CHECKING:
    from engine.play.game import Entry, Game

OPEN = (
    PhaseBegan,
    DieRolled,
    BattleFought,
    StepLost,
    UnitEliminated,
    UnitRevealed,
    ControlChanged,
    PointsScored,
    WeatherChanged,
    GameEnded,
)
"""Events that both sides see, whatever is hidden."""


GUESSES = 24
"""How often it is guessed who lies unseen in a cell that is attacked."""


class View:
    """A game as one side sees it: no seed to foresee dice with, no identity of a face-down piece.

    Identities of untried units are drawn when they are revealed, so the state holds none to hide.  Where a rule hides
    pieces, the table is a likeness of the true one: whoever is not seen lies in the place of somebody else who is not
    seen either, so that all stacks are as high as they are and there is nothing to peek at.
    """

    def __init__(self, game: Game, side: int) -> None:
        self.side = side
        self.setting = game.setting
        self.scenario = game.scenario
        self._table = Table(game.setting, game.state, seed=0, memory=game.table.memory)
        self._game = game
        self._moment: tuple[int, ...] = ()
        self._heard: list[Entry] = []
        self._told: list[Entry] = []

    @property
    def table(self) -> Table:
        """The table as this side sees it."""
        if self.setting.answering("concealed"):
            self._look()
        return self._table

    def _look(self) -> None:
        """Look anew where anything has changed since."""
        game, state = self._game, self._game.state
        moment = (game.cursor, len(game.log), state.version, state.moment, len(state.agenda))
        if moment == self._moment:
            return
        asked = self.setting.answering("concealed")
        unseen = frozenset(piece for one in asked for piece in one.concealed(game.table, self.side))
        self._table.show(fogged(game.table, unseen), unseen)
        self._moment = moment

    @property
    def state(self) -> State:
        """Where everything is, as far as this side may know; not to be changed."""
        return self.table.state

    @property
    def decision(self) -> Decision | None:
        """The decision owed now, by whichever side."""
        return self._game.decision

    @property
    def my_turn(self) -> bool:
        """Whether this side owes the decision."""
        return self.decision is not None and self.decision.side == self.side

    def options(self) -> Options:
        """Every legal action, if this side owes the decision."""
        return self._game.options() if self.my_turn else Options(())

    def judge(self, action: AnyAction) -> Verdict:
        """Whether an action is legal."""
        return self._game.judge(action)

    def unit(self, piece: int) -> Unit:
        """What is known of a piece."""
        return self.table.unit(piece)

    def face(self, piece: int) -> Face | None:
        """The face that is up, or None while it is face down."""
        return None if self.state.counter[piece] is None else self.table.face(piece)

    def pool(self, piece: int) -> list[Face]:
        """The faces that a face-down piece may turn out to have."""
        return [face for _, face in self.table.pool_of(piece)]

    def pieces(self, side: int) -> list[int]:
        """A side's pieces on the map."""
        return self.table.on_map(side)

    def zone(self, side: int) -> npt.NDArray[np.int16]:
        """How many units of a side reach into each cell."""
        return zone(self.table, side)

    def reach(self, piece: int) -> Sequence[Ways]:
        """Where a piece can go in this phase, one answer for each way of moving."""
        return reach_of(self.table, piece)

    def forecast(
        self, target: int, attackers: Sequence[int], support: int | None = None, kind: str | None = None
    ) -> Forecast:
        """The odds of a battle against a cell, with every factor, shift and chance, on what is seen."""
        defenders = self._seen_in(target)
        found = forecast(self.table, target, attackers, defenders, support, kind)
        beneath = len(self.table.garrison(target)) - len(defenders)
        return msgspec.structs.replace(found, unseen=beneath) if beneath else found

    def prospect(
        self,
        target: int,
        attackers: Sequence[int],
        support: int | None = None,
        kind: str | None = None,
        guesses: int = GUESSES,
    ) -> Forecast:
        """The odds on what is seen, with chances that reckon with whoever may lie unseen beneath."""
        found = self.forecast(target, attackers, support, kind)
        if not found.unseen:
            return found
        chances: dict[str, Fraction] = {}
        for beneath in self._guesses(target, found.unseen)[:guesses]:
            likely = forecast(self.table, target, attackers, [*self._seen_in(target), *beneath], support, kind).chances
            for code, chance in likely.items():
                chances[code] = chances.get(code, Fraction(0)) + chance / guesses
        return msgspec.structs.replace(found, chances=chances)

    def _guesses(self, target: int, many: int) -> list[list[int]]:
        """Units that may lie unseen in a cell, as often as is enough: any of the side that are seen nowhere.

        A cell is guessed alike whoever attacks it, so that another attacker changes the chances and luck does not.
        """
        table, luck = self.table, Random(target)
        side = table.side_of(table.garrison(target)[0])
        hidden = sorted(piece for piece in table.unseen if table.side_of(piece) == side)
        return [luck.sample(hidden, many) for _ in range(GUESSES)]

    def price(self, target: int, attackers: Sequence[int], kind: str | None = None) -> str:
        """What a battle against a cell would cost in supply, and who pays; empty: nothing."""
        table = self.table
        battle = battle_of(table, target, attackers, self._seen_in(target), kind)
        return cost_words(
            table, [due for each in table.answering("battle_dues") for due in each.battle_dues(table, battle)]
        )

    def _seen_in(self, target: int) -> list[int]:
        """Those who defend a cell, as far as they are seen."""
        return [piece for piece in self.table.garrison(target) if piece not in self.table.unseen]

    def seals(self, action: AnyAction) -> bool:
        """Whether a legal action would throw dice or turn a unit up; what would come of it is not told."""
        game = self._game.fork()
        game.apply(action)
        return game.log[-1].sealed

    def sparing(self, pieces: Iterable[int], mark: int) -> View:
        """The same on a copy of the game where these pieces bear a mark, as if they had done their part."""
        game = self._game.fork()
        game.spare(pieces, mark)
        return game.view(self.side)

    def past(self, positions: Iterable[int]) -> Iterator[View]:
        """What this side saw at earlier places of the log, one after the other."""
        game = self._game.fork()
        for position in positions:
            game.go_to(position)
            yield game.view(self.side)

    def imagine(self, position: int, seed: int) -> Game:
        """How the game could go on from a place of the log, by what this side then knew: a copy with other dice."""
        game = self._game.fork()
        game.go_to(position)
        return game.imagined(self.side, seed)

    def log(self) -> Sequence[Entry]:
        """The log as this side may read it, not to be changed: of hidden pieces only what was done in the open."""
        log, cursor = self._game.log, self._game.cursor
        log = log if cursor == len(log) else log[:cursor]
        if not self.setting.answering("concealed"):
            return log
        kept = len(self._heard)
        if not kept or kept > len(log) or self._heard[-1] is not log[kept - 1]:
            kept = 0
        while kept < min(len(log), len(self._heard)) and self._heard[kept] is log[kept]:
            kept += 1
        del self._heard[kept:], self._told[kept:]
        self._heard += log[kept:]
        self._told += [entry if entry.side == self.side else _open(entry) for entry in log[kept:]]
        return self._told


def _open(entry: Entry) -> Entry:
    """An entry of the enemy's without what he did under cover."""
    return msgspec.structs.replace(
        entry, action=None, events=tuple(event for event in entry.events if isinstance(event, OPEN)), why=None
    )
