"""Room: where a card can lie without covering anything that matters now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect, QSize

FEW = 200
"""More places than a card could keep clear of."""

STEP = 8
"""Pixels between two places that are tried."""


@dataclass(frozen=True)
class Spare:
    """Where a card can lie: its corner, and how much it covers there of what it would rather leave open."""

    corner: QPoint
    covered: int


def free_place(
    size: QSize, area: QRect, taken: Iterable[QRect], near: QPoint, shunned: Iterable[QRect] = ()
) -> Spare | None:
    """Where a card lies inside an area clear of everything taken, over as little as can be of what is shunned.

    Of several such places it is the nearest to a point; None: there is no room.
    """
    wide, high = -(-size.width() // STEP), -(-size.height() // STEP)
    columns, rows = area.width() // STEP, area.height() // STEP
    if wide > columns or high > rows:
        return None
    free = _covered(area, taken, (columns, rows), (wide, high)) == 0
    tops, lefts = np.nonzero(free)
    if len(tops) == 0:
        return None
    lost = _covered(area, shunned, (columns, rows), (wide, high))[tops, lefts]
    at = near - area.topLeft()
    far = np.abs(lefts * STEP + size.width() / 2 - at.x()) + np.abs(tops * STEP + size.height() / 2 - at.y())
    best = int(np.lexsort((far, lost))[0])
    return Spare(area.topLeft() + QPoint(int(lefts[best]) * STEP, int(tops[best]) * STEP), int(lost[best]))


def _covered(
    area: QRect, rects: Iterable[QRect], tiles: tuple[int, int], card: tuple[int, int]
) -> npt.NDArray[np.int32]:
    """By the tile of its corner, how many tiles of these rectangles a card of some tiles covers."""
    (columns, rows), (wide, high) = tiles, card
    blocked = np.zeros((rows, columns), np.int32)
    for rect in rects:
        inside = rect.intersected(area).translated(-area.topLeft())
        if not inside.isEmpty():
            blocked[
                inside.top() // STEP : inside.bottom() // STEP + 1, inside.left() // STEP : inside.right() // STEP + 1
            ] = 1
    sums = np.zeros((rows + 1, columns + 1), np.int32)
    sums[1:, 1:] = blocked.cumsum(0).cumsum(1)
    found: npt.NDArray[np.int32] = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    return found
