"""How a draft is reckoned with: where units can go and what the enemy could do, by odds or by value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.kernels import LOST, SAFE, Movers, risks, spread_all, threats
from engine.rules.phase import Ways
from engine.rules.zoc import Zoc

if TYPE_CHECKING:
    from engine.bots.doctrine.draft import FirstDraft

Flags = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

TYPICAL = ((2.0, 1.0),)
"""A unit of two steps, by which losses are measured."""


class DraftReckoning(Protocol):
    """What a draft asks about moves and dangers."""

    def can(self, draft: FirstDraft) -> Flags:
        """The cells where each unit may end its move, its own included."""

    def ways(self, draft: FirstDraft, row: int, cell: int) -> Ways:
        """The ways of a unit among which one leads to a cell."""

    def refresh(self, draft: FirstDraft) -> None:
        """Work out anew what the enemy can reach and bring to bear."""

    def risk(self, draft: FirstDraft) -> Floats:
        """The share of each unit that the enemy would destroy in each cell."""

    def hold(self, draft: FirstDraft, cell: int, defence: Floats) -> Floats:
        """The chance that a cell is still ours after the enemy's turn, with so much more defence in it."""


class ByOdds:
    """Movement points, zones of control and a combat results table."""

    def __init__(self) -> None:
        self._reaches: dict[int, list[tuple[Ways, set[int]]]] = {}

    def can(self, draft: FirstDraft) -> Flags:
        """By the rules' own reach."""
        found = np.zeros((len(draft.pieces), draft.look.board.size), np.uint8)
        for row, piece in enumerate(draft.pieces):
            self._reaches[piece] = [(ways, set(ways.cells())) for ways in draft.look.view.reach(piece)]
            for _, cells in self._reaches[piece]:
                found[row, list(cells)] = 1
            found[row, draft.force.cell[row]] = 1
        return found

    def ways(self, draft: FirstDraft, row: int, cell: int) -> Ways:
        """The first mode that leads there."""
        return next(ways for ways, cells in self._reaches[draft.pieces[row]] if cell in cells)

    def refresh(self, draft: FirstDraft) -> None:
        """Spread the enemy's units over the map, past ours and their zones."""
        look, foe = draft.look, draft.look.theirs
        stops = (draft.zone > 0) & (look.table.mechanism(Zoc).movement == "stop")
        one, two = spread_all(
            look.board.net,
            look.costs,
            Movers(foe.kind, foe.cell, look.first, look.second),
            draft.held,
            stops.astype(np.uint8),
        )
        draft.threat, draft.ring = threats(look.board.net, one, foe.attack, draft.held)
        if not look.horizon.enemy_fights:
            draft.threat = np.zeros(look.board.size, np.float64)
        draft.raided = two.max(axis=0, initial=0)

    def risk(self, draft: FirstDraft) -> Floats:
        """By the combat results table, from what can be brought against each cell."""
        outcomes = draft.look.lie.outcomes
        if outcomes is None:
            return np.zeros(draft.can.shape, np.float64)
        safe = outcomes.table(TYPICAL, SAFE)[:, 0] / 2
        lost = outcomes.table(TYPICAL, LOST)[:, 0] / 2
        found: Floats = risks(
            draft.threat,
            draft.strength,
            draft.look.lie.shift,
            draft.ring,
            draft.force.defence,
            outcomes.thresholds,
            np.ascontiguousarray(safe),
            np.ascontiguousarray(lost),
        )
        return found

    def hold(self, draft: FirstDraft, cell: int, defence: Floats) -> Floats:
        """By the combat results table; an empty cell falls to whoever can walk into it."""
        have = defence + draft.strength[cell]
        if not draft.raided[cell] and draft.threat[cell] <= 0:
            return np.ones(len(have), np.float64)
        outcomes = draft.look.lie.outcomes
        if outcomes is None:
            return np.where(have > 0, 1.0, 0.0)
        vacated = outcomes.table(TYPICAL, SAFE)[:, 2]
        ratio = draft.threat[cell] / np.maximum(have, 0.1)
        column = np.searchsorted(outcomes.thresholds, ratio, side="right") - 1 + draft.look.lie.shift[cell]
        return np.where(have > 0, 1 - vacated[np.clip(column, -1, len(vacated) - 2) + 1], 0.0)
