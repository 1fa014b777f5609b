"""Who does what at the least cost: a set of tasks matched to units."""

from __future__ import annotations

import numpy as np

from engine.compiled.kernel import kernel
from engine.compiled.kinds import Floats2, Ints

IMPOSSIBLE = 1e6
"""The cost of a task for a unit that cannot do it."""


@kernel
def cheapest(costs: Floats2) -> Ints:
    """For each task (row) the unit (column) that does it, all together at the least cost; no unit does two.

    The shortest augmenting way for one task after the other; there must be at least as many units as tasks.
    """
    rows, columns = costs.shape
    for_row, for_column = np.zeros(rows + 1), np.zeros(columns + 1)
    match = np.zeros(columns + 1, np.int32)
    way = np.zeros(columns + 1, np.int32)
    for row in range(1, rows + 1):
        match[0] = row
        here = 0
        least = np.full(columns + 1, np.inf)
        used = np.zeros(columns + 1, np.uint8)
        while True:
            used[here] = 1
            busy, step, ahead = match[here], np.inf, 0
            for column in range(1, columns + 1):
                if not used[column]:
                    spare = costs[busy - 1, column - 1] - for_row[busy] - for_column[column]
                    if spare < least[column]:
                        least[column], way[column] = spare, here
                    if least[column] < step:
                        step, ahead = least[column], column
            for column in range(columns + 1):
                if used[column]:
                    for_row[match[column]] += step
                    for_column[column] -= step
                else:
                    least[column] -= step
            here = ahead
            if match[here] == 0:
                break
        while here:
            match[here] = match[way[here]]
            here = way[here]
    found = np.full(rows, -1, np.int32)
    for column in range(1, columns + 1):
        if match[column] > 0:
            found[match[column] - 1] = column - 1
    return found


def matched(costs: Floats2) -> list[int]:
    """For each task its unit, -1 where nobody can do it; tasks may outnumber units."""
    rows, columns = costs.shape
    if not rows or not columns:
        return [-1] * rows
    spare = max(rows - columns, 0)
    whole = np.hstack([costs, np.full((rows, spare), IMPOSSIBLE)]) if spare else costs
    found = cheapest(np.ascontiguousarray(whole, np.float64))
    return [
        int(column) if column < columns and costs[row, column] < IMPOSSIBLE else -1 for row, column in enumerate(found)
    ]
