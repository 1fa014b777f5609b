"""Clearing the way: enemies who stand on the ways of our units to the places that are to be taken."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign
from engine.bots.staff.sustaining import relieved

Ints = npt.NDArray[np.int32]

LONGEST = 24
"""Cells of a way that are looked along."""


def worth_driving_off(look: Assessment, book: Book) -> dict[int, float]:
    """By cell of an enemy, what driving him away is worth to our supply and to those in whose way he stands."""
    found, share = dict(relieved(look, book)), book.of(Campaign).clear
    for cell, strength in (in_the_way(look) if share else {}).items():
        found[cell] = found.get(cell, 0.0) + share * strength
    return found


def in_the_way(look: Assessment) -> dict[int, float]:
    """By cell of an enemy, the strength of ours whose shortest way to the nearest place to be taken he stands in."""
    return look.kept("in the way", lambda: _in_the_way(look))


def _in_the_way(look: Assessment) -> dict[int, float]:
    goals, found = tuple(sorted({one.cell for one in look.wanted})), dict[int, float]()
    if not goals:
        return found
    met: dict[tuple[int, int], int | None] = {}
    for row, cell in enumerate(look.mine.cell.tolist()):
        kind = int(look.mine.kind[row])
        if (kind, cell) not in met:
            met[kind, cell] = _first_met(look, cell, look.ways(goals, kind, look.turn))
        foe = met[kind, cell]
        if foe is not None:
            found[foe] = found.get(foe, 0.0) + float(look.mine.attack[row])
    return found


def _first_met(look: Assessment, cell: int, way: Ints) -> int | None:
    """The first enemy on the way from a cell, unless he holds the place at its end."""
    for _ in range(LONGEST):
        if not way[cell]:
            return None
        beside = look.beside(cell)
        cell = int(beside[way[beside].argmin()])
        if look.enemy[cell]:
            return cell if way[cell] else None
    return None
