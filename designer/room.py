"""Room: where a card can lie without covering anything that matters now."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize

FEW = 200
"""More places than a card could keep clear of."""

STEP = 8
"""Pixels between two places that are tried."""


def free_place(size: QSize, area: QRect, taken: Iterable[QRect], near: QPoint) -> QPoint | None:
    """The corner of a card inside an area, clear of everything taken and nearest to a point; None: there is no room."""
    wide, high = -(-size.width() // STEP), -(-size.height() // STEP)
    columns, rows = area.width() // STEP, area.height() // STEP
    if wide > columns or high > rows:
        return None
    blocked = np.zeros((rows, columns), np.int32)
    for rect in taken:
        inside = rect.intersected(area).translated(-area.topLeft())
        if not inside.isEmpty():
            blocked[
                inside.top() // STEP : inside.bottom() // STEP + 1, inside.left() // STEP : inside.right() // STEP + 1
            ] = 1
    sums = np.zeros((rows + 1, columns + 1), np.int32)
    sums[1:, 1:] = blocked.cumsum(0).cumsum(1)
    covered = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    tops, lefts = np.nonzero(covered == 0)
    if len(tops) == 0:
        return None
    at = near - area.topLeft()
    far = np.abs(lefts * STEP + size.width() / 2 - at.x()) + np.abs(tops * STEP + size.height() / 2 - at.y())
    best = int(np.argmin(far))
    return area.topLeft() + QPoint(int(lefts[best]) * STEP, int(tops[best]) * STEP)
