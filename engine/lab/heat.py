"""Heat: what happened in every cell by the end of a turn, as a share or number a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.lab.record import Played
from engine.scenario import Scenario

Floats = npt.NDArray[np.float64]

HeatKind = Literal["stands", "reached", "holds", "battles", "deaths"]

TITLES: dict[HeatKind, str] = {
    "stands": "Where units stand at the end of the turn",
    "reached": "How far units got by the end of the turn",
    "holds": "Who holds the places at the end of the turn",
    "battles": "Where battles were fought in the turn",
    "deaths": "Where units died in the turn",
}
"""What each kind shows."""


SHARES: tuple[HeatKind, ...] = ("stands", "reached", "holds")
"""Kinds that are shares of the games: where both sides were, the game counts once."""


def heat(scenario: Scenario, games: Sequence[Played], kind: HeatKind, side: int | None, turn: int | None) -> Floats:
    """A number for every cell: of one side or of all, on one turn or, where that makes sense, over all of them."""
    cells = np.zeros(scenario.board.size)
    sides = range(len(scenario.sides)) if side is None else (side,)
    for game in games:
        here = np.zeros_like(cells)
        for one in sides:
            _add(scenario, here, game, kind, one, turn)
        cells += np.minimum(here, 1) if kind in SHARES else here
    return cells / (len(games) or 1)


def _add(scenario: Scenario, cells: Floats, game: Played, kind: HeatKind, side: int, turn: int | None) -> None:
    if kind == "stands":
        stands = game.stands[side]
        if stands:
            at = len(stands) if turn is None else turn - game.first + 1
            cells[list(stands[min(at, len(stands)) - 1])] += 1
    elif kind == "reached":
        for cell, first in game.entered[side]:
            cells[cell] += turn is None or first <= turn
    elif kind == "battles":
        for fight in game.fights:
            if fight.side == side and turn in (None, fight.turn):
                cells[fight.cell] += 1
    elif kind == "deaths":
        for death in game.deaths:
            if death.cell >= 0 and turn in (None, death.turn) and _side_of(scenario, death.piece) == side:
                cells[death.cell] += 1
    else:
        for place, owner in enumerate(holders(scenario, game, turn)):
            if owner == side:
                cells[scenario.board.cell(scenario.places[place].cell)] += 1


def _side_of(scenario: Scenario, piece: int) -> int:
    return scenario.side_index[scenario.pieces[piece].unit.side]


def holders(scenario: Scenario, game: Played, turn: int | None) -> list[int | None]:
    """Who holds each place at the end of a turn, or at the end of the game."""
    held = [None if place.owner is None else scenario.side_index[place.owner] for place in scenario.places]
    for taking in game.takings:
        if turn is None or taking.turn <= turn:
            held[taking.place] = None if taking.side < 0 else taking.side
    return held


def touches(scenario: Scenario, game: Played, kind: HeatKind, side: int | None, turn: int | None, cell: int) -> bool:
    """Whether a game is one of those that warm a cell."""
    return bool(heat(scenario, [game], kind, side, turn)[cell])
