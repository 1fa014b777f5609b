"""The cheapest line of cells that parts two sides: a minimum cut, found by pushing flow along shortest ways."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Ints

ENDLESS = 1 << 30
"""More than any line can cost."""

_THROUGH, _BACK_THROUGH, _EDGES = -1, -2, 3


class Flow(NamedTuple):
    """What flows through each cell and along each edge; the node that each node was reached from, and by what."""

    through: Ints
    along: Ints
    came: Ints
    arc: Ints


@maker
def _search(net: Net, reverse: Ints, open_: Flags, price: Ints, source: Flags, sink: Flags, flow: Flow) -> int:
    """Where flow can still go; the first way out of a sink that it finds, or -1.

    Each cell is two nodes, its entry (even) and its exit (odd); what passes from one to the other pays its price.
    """
    indptr, indices = net
    through, along, came, arc = flow
    cells = len(indptr) - 1
    queue = np.empty(2 * cells, np.int32)
    came[:] = -1
    head, tail = 0, 0
    for cell in range(cells):
        if source[cell]:
            came[2 * cell + 1] = 2 * cell + 1
            queue[tail] = 2 * cell + 1
            tail += 1
    while head < tail:
        node = queue[head]
        head += 1
        cell = node // 2
        if node % 2 and sink[cell] and not source[cell]:
            return int(node)
        for edge in range(indptr[cell], indptr[cell + 1]):
            other = indices[edge]
            if node % 2 and open_[edge] and came[2 * other] < 0:
                came[2 * other], arc[2 * other] = node, edge
                queue[tail] = 2 * other
                tail += 1
            elif node % 2 == 0 and along[reverse[edge]] > 0 and came[2 * other + 1] < 0:
                came[2 * other + 1], arc[2 * other + 1] = node, -_EDGES - reverse[edge]
                queue[tail] = 2 * other + 1
                tail += 1
        twin = node + 1 if node % 2 == 0 else node - 1
        spare = price[cell] - through[cell] if node % 2 == 0 else through[cell]
        if spare > 0 and came[twin] < 0:
            came[twin], arc[twin] = node, _THROUGH if node % 2 == 0 else _BACK_THROUGH
            queue[tail] = twin
            tail += 1
    return -1


@part
def _push(end: int, price: Ints, flow: Flow) -> None:
    """Send as much as fits along the way that was found."""
    through, along, came, arc = flow
    amount, node = ENDLESS, end
    while came[node] != node:
        step = arc[node]
        if step == _THROUGH:
            amount = min(amount, price[node // 2] - through[node // 2])
        elif step == _BACK_THROUGH:
            amount = min(amount, through[node // 2])
        elif step < 0:
            amount = min(amount, along[-step - _EDGES])
        node = came[node]
    node = end
    while came[node] != node:
        step = arc[node]
        if step == _THROUGH:
            through[node // 2] += amount
        elif step == _BACK_THROUGH:
            through[node // 2] -= amount
        elif step < 0:
            along[-step - _EDGES] -= amount
        else:
            along[step] += amount
        node = came[node]


@kernel
def cheapest_line(net: Net, reverse: Ints, open_: Flags, price: Ints, source: Flags, sink: Flags) -> Flags:
    """The cells of the cheapest line that no way from a source to a sink avoids, the one nearest to the sources.

    A sink's own cell may be part of the line, a source's may not.  Cells whose price is 0 are closed already.
    """
    cells = len(net.indptr) - 1
    flow = Flow(
        np.zeros(cells, np.int32),
        np.zeros(len(net.indices), np.int32),
        np.empty(2 * cells, np.int32),
        np.empty(2 * cells, np.int32),
    )
    while True:
        end = _search(net, reverse, open_, price, source, sink, flow)
        if end < 0:
            break
        _push(end, price, flow)
    line, came = np.zeros(cells, np.uint8), flow.came
    for cell in range(cells):
        if came[2 * cell] >= 0 and came[2 * cell + 1] < 0 and not source[cell]:
            line[cell] = 1
    return line
