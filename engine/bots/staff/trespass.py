"""Country where a side's enemies cost it points by standing there: going into it, and keeping the enemy out of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.board.network import TICKS
from engine.bots.staff.assessment import Assessment
from engine.bots.staff.draft import Draft
from engine.bots.staff.plan import Book
from engine.bots.staff.special_rules import Intrude

Floats = npt.NDArray[np.float64]

MARCHES = 2.0
"""Turns of march within which country of this kind draws units, or is threatened by them."""


def country(look: Assessment, side: int) -> list[tuple[tuple[int, ...], float]]:
    """The cells where enemies cost a side points, and how many each."""
    asked = look.table.answering("trespass")
    found = [line for one in asked for line in one.trespass(look.table)]
    size = look.board.size
    cells = [(tuple(sorted(cell for cell in line.cells if cell < size)), line) for line in found]
    return [(where, line.points) for where, line in cells if line.side == side and where]


def intruding(look: Assessment, draft: Draft, book: Book) -> Floats:
    """By group and cell, what it brings to stand in the enemy's country, or to be near it."""
    found, rule = np.zeros(draft.can.shape, np.float64), book.get(Intrude)
    if rule is None or look.turn < rule[1].first:
        return found
    for cells, points in country(look, look.foe):
        for row in draft.rows():
            way = look.ways(cells, int(draft.force.kind[row]), look.turn)
            marches = way / (max(float(draft.force.movement[row]), 1.0) * TICKS)
            near = np.where(way == 0, 1.0, 0.5 * np.maximum(1.0 - marches / MARCHES, 0.0))
            found[row] += rule[0] * points * near
    return found


def exposed(look: Assessment) -> Floats:
    """By cell, the points that an enemy unit which stands there could cost us before long."""
    return look.kept("exposed", lambda: _exposed(look))


def _exposed(look: Assessment) -> Floats:
    found, foe = np.zeros(look.board.size, np.float64), look.theirs
    paces = np.maximum(foe.movement, 1.0) * TICKS
    for cells, points in country(look, look.side):
        ways = np.zeros(len(foe), np.float64)
        for kind in np.unique(foe.kind).tolist():
            rows = foe.kind == kind
            ways[rows] = look.ways(cells, kind, look.turn)[foe.cell[rows]]
        near = np.maximum(1.0 - ways / paces / MARCHES, 0.0)
        np.add.at(found, foe.cell, points * foe.weight * near)
    return found
