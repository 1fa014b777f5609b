"""How a formation stands: where its line would break, what it covers, what it can reach, what may be cut off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.board.kernels import flood, zoc
from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.force import Force, force_of
from engine.bots.staff.ground import StakedPlace
from engine.bots.staff.line import line_cells
from engine.bots.staff.rules import FrontLine
from engine.bots.words import percent
from engine.rules.table import Table
from engine.scenario.sentences import counted, first_few, listed, tenths

Flags = npt.NDArray[np.uint8]

NAMED = 4
"""The most cells or places that a sentence names."""

FAR = 6.0
"""Turns' march beyond which a place is nobody's concern yet."""

THIN = 1.0
"""Odds against a stack from which it is worth a word."""

NOTHING = "None of these units is on the map."


def appraise(table: Table, side: int, pieces: Iterable[int]) -> str:
    """A few sentences on how some units of a side stand, from what that side may know."""
    here = [piece for piece in pieces if table.state.cell[piece] >= 0]
    return " ".join(FormationOutlook(table, side, here).sentences()) if here else NOTHING


class FormationOutlook:
    """The figures of a formation, each worked out when it is asked for."""

    def __init__(self, table: Table, side: int, pieces: Sequence[int]) -> None:
        self.look = Assessment(table, side)
        self.force: Force = force_of(table, self.look.lie, side, pieces, self.look.together(side))
        self.cells = sorted(set(self.force.cell.tolist()))

    def sentences(self) -> Iterator[str]:
        """What is worth saying, the gravest first."""
        yield from self._breaking()
        yield from self._cut_off()
        yield from self._covered()
        yield from self._line()
        yield from self._ahead()

    # Who could attack it

    @cached_property
    def held(self) -> Flags:
        """The cells where the side stands."""
        return self.look.table.occupied(self.look.side)

    @cached_property
    def danger(self) -> Danger:
        """What the enemy could do to the side as it stands."""
        return self.look.danger(self.held, self._zones())

    def _zones(self) -> npt.NDArray[np.int16]:
        board, ones = self.look.board, np.ones(len(self.look.board.indices), np.uint8)
        return zoc(board.net, ones, np.flatnonzero(self.held).astype(np.int32))

    def weakest(self) -> tuple[int, float, float] | None:
        """The cell of the formation with the worst odds against it, what stands there and what could come."""
        look, mine = self.look, self.look.mine
        stands = np.bincount(mine.cell, mine.defence, look.board.size)
        threat = self.danger.threat
        cell = max(self.cells, key=lambda one: (float(threat[one]) / max(float(stands[one]), 0.1), -one))
        return (cell, float(stands[cell]), float(threat[cell])) if threat[cell] > 0 else None

    def _breaking(self) -> Iterator[str]:
        look, found = self.look, self.weakest()
        if found is None:
            yield "Nobody can attack it before its next move."
            return
        cell, stands, threat = found
        against = f"{tenths(stands)} against as many as {tenths(threat)}"
        ratio = threat / max(stands * float(look.terrain.times[cell]), 0.1)
        if ratio < THIN:
            yield f"It stands firm: at worst {against} at {look.label(cell)}."
            return
        thresholds = look.terrain.tolls.thresholds
        column = int(np.searchsorted(thresholds, ratio + 1e-9, side="right")) + int(look.struck[cell])
        falls = float(look.terrain.typical[2][min(max(column, 0), len(thresholds))])
        yield f"It would break first at {look.label(cell)}: {against}, driven out in {percent(falls)} of cases."

    # What could be cut off

    def cut_off(self, *, soon: bool) -> list[int]:
        """The cells of the formation without an open way to a place of ours, now or once the enemy has moved."""
        look = self.look
        homes = np.array([one.cell for one in look.held if not look.enemy[one.cell]], np.int32)
        if not len(homes):
            return []
        barred = (look.enemy > 0) | (look.enemy_zone > 0)
        if soon:
            barred |= self.danger.raided > 0
        passable = (look.costs.max(axis=0) >= 0).astype(np.uint8)
        reached = flood(look.board.net, passable, (barred & (self.held == 0)).astype(np.uint8), homes)
        return [cell for cell in self.cells if not reached[cell]]

    def _cut_off(self) -> Iterator[str]:
        now = self.cut_off(soon=False)
        if now:
            yield f"Cut off from every place of its side: {self._named(now)}."
        later = [cell for cell in self.cut_off(soon=True) if cell not in now]
        if later:
            yield f"In danger of being cut off: {self._named(later)}."

    # What it covers and what it can take

    @cached_property
    def away(self) -> npt.NDArray[np.int32]:
        """Ticks from the formation to every cell."""
        return self.look.away_from(self.force)

    def _marches(self, force: Force) -> float:
        """Ticks of a typical turn's march."""
        return max(float(np.median(force.movement)) if len(force) else 1.0, 1.0) * TICKS

    def covered(self) -> list[tuple[StakedPlace, float]]:
        """The places of the side that this formation is near, with the turns until an enemy could be there."""
        look = self.look
        near = [one for one in look.held if self.away[one.cell] <= 2 * self._marches(self.force)]
        pace = self._marches(look.threats)
        told = [(one, float(look.ahead[one.cell]) / pace) for one in near]
        return sorted((one for one in told if one[1] <= FAR), key=lambda one: (one[1], one[0].cell))

    def _covered(self) -> Iterator[str]:
        found = [f"{self.look.label(one.cell)} {_turns(turns)}" for one, turns in self.covered()[:NAMED]]
        if found:
            yield f"The enemy can be in what it covers: {listed(found)}."

    def _line(self) -> Iterator[str]:
        """Where a line before the side's places could stand, as far as this formation is near it."""
        look = self.look
        if not look.horizon.enemy_moves or not look.held:
            return
        near = (self.away <= self._marches(self.force)).astype(np.uint8)
        line = line_cells(look, FrontLine(), near, self.held.astype(np.int32))
        cells = np.flatnonzero((line > 0) & (near > 0)).tolist()
        if cells:
            gaps = sum(not self.held[cell] for cell in cells)
            empty = f", {counted(gaps, 'hex')} of it empty" if gaps else ""
            yield f"Within its march a line can stand at {self._named(cells)}{empty}."

    def _ahead(self) -> Iterator[str]:
        look = self.look
        if not look.wanted:
            return
        one = min(look.wanted, key=lambda one: (int(self.away[one.cell]), one.cell))
        turns = float(self.away[one.cell]) / self._marches(self.force)
        if turns <= FAR:
            yield f"The nearest place to take is {look.label(one.cell)}, {_turns(turns)}."

    def _named(self, cells: Sequence[int]) -> str:
        return first_few([*map(self.look.label, cells)], NAMED, "hex")


def _turns(turns: float) -> str:
    """When somebody can be there."""
    whole = max(int(np.ceil(turns - 1e-9)), 1)
    return "next turn" if whole == 1 else f"in {whole} turns"
