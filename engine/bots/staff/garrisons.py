"""Garrisons: who must not leave a place that counts, because the enemy could storm it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.bots.staff.assessment import Assessment, Danger
from engine.bots.staff.fields import prizes
from engine.bots.staff.force import Force
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Hold
from engine.bots.staff.tolls import Ladder

Stand = Mapping[tuple[int, ...], tuple[Ladder, ...]]
"""The groups in a cell with their steps."""

LEAVE = 0.1
"""What a place may lose of its worth by a unit that leaves it."""


def pinned(look: Assessment, book: Book, force: Force) -> set[int]:
    """The groups that a place needs where they are; the best attackers are the first to be free of it."""
    if not book.of(Hold).stay:
        return set()
    prize, danger, found = prizes(look, book), open_danger(look, book), set[int]()
    for cell in np.unique(force.cell).tolist():
        threat = float(danger.threat[cell])
        if not prize[cell] or threat <= 0:
            continue
        rows = np.flatnonzero(force.cell == cell).tolist()
        stand = standing(look, cell)
        for row in sorted(rows, key=lambda row: (-float(force.attack[row]), row)):
            others = {group: steps for group, steps in stand.items() if group != force.groups[row]}
            if gives_up(look, cell, float(prize[cell]), threat, stand, others):
                found.add(row)
            else:
                stand = others
    return found


def standing(look: Assessment, cell: int) -> dict[tuple[int, ...], tuple[Ladder, ...]]:
    """Our groups in a cell, with their steps."""
    rows = np.flatnonzero(look.mine.cell == cell).tolist()
    return {look.mine.groups[row]: look.mine.ladders[row] for row in rows}


def gives_up(look: Assessment, cell: int, prize: float, threat: float, stand: Stand, others: Stand) -> bool:
    """Whether a place would be much likelier to fall with fewer groups in it."""
    return prize * (falls(look, cell, threat, others) - falls(look, cell, threat, stand)) > LEAVE


def falls(look: Assessment, cell: int, threat: float, stand: Stand) -> float:
    """How likely a cell falls to all that the enemy could bring against those who stand in it."""
    ladders = tuple(sorted(ladder for steps in stand.values() for ladder in steps))
    if not ladders:
        return 1.0
    terrain, strength = look.terrain, sum(ladder[0] for ladder in ladders)
    thresholds = terrain.tolls.thresholds
    ratio = threat / max(strength * float(terrain.times[cell]), 0.1)
    column = int(np.searchsorted(thresholds, ratio + 1e-9, side="right")) + int(look.struck[cell])
    return float(terrain.tolls.tables(ladders, float(terrain.losses[cell]))[0, min(max(column, 0), len(thresholds)), 2])


def open_danger(look: Assessment, book: Book) -> Danger:
    """What the enemy could do to the garrisons of our places if all the others who bar his way were gone."""
    return look.kept(("open danger", book), lambda: _open_danger(look, book))


def _open_danger(look: Assessment, book: Book) -> Danger:
    held = (look.table.occupied(look.side) > 0) & (prizes(look, book) > 0)
    return look.danger(held.astype(np.uint8), np.zeros(look.board.size, np.int16))
