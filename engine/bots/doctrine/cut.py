"""The cheapest line of cells that parts two sides: a minimum cut, found by filling all shortest ways at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.compiled.kernel import kernel, maker, part
from engine.compiled.kinds import Flags, Ints

ENDLESS = 1 << 30
"""More than any line can cost."""

_THROUGH, _BACK_THROUGH, _EDGES, _NONE = -1, -2, 3, -(1 << 30)
"""What leads from node to node besides edges (0 and more) and edges backwards (_EDGES and more below nothing)."""


class Flow(NamedTuple):
    """What flows through each cell and along each edge; how many steps each node is from a source, or -1."""

    through: Ints
    along: Ints
    level: Ints


class Walk(NamedTuple):
    """A way that is being looked for: its nodes, what leads out of each, and what was tried out of every node."""

    nodes: Ints
    arcs: Ints
    tried: Ints


@part
def _arc(number: int, node: int, net: Net, reverse: Ints, open_: Flags, price: Ints, flow: Flow) -> tuple[int, int]:
    """What leads out of a node as its so manyth, and where to; _NONE where flow cannot go there.

    Each cell is two nodes, its entry (even) and its exit (odd); what passes from one to the other pays its price.
    """
    indptr, indices = net
    through, along, _ = flow
    cell = node // 2
    edge = indptr[cell] + number
    if edge == indptr[cell + 1]:
        spare = price[cell] - through[cell] if node % 2 == 0 else through[cell]
        arc = _THROUGH if node % 2 == 0 else _BACK_THROUGH
        return (arc if spare > 0 else _NONE), (node + 1 if node % 2 == 0 else node - 1)
    if node % 2:
        return (edge if open_[edge] else _NONE), 2 * indices[edge]
    return (-_EDGES - reverse[edge] if along[reverse[edge]] > 0 else _NONE), 2 * indices[edge] + 1


@maker
def _spread(net: Net, reverse: Ints, open_: Flags, price: Ints, source: Flags, sink: Flags, flow: Flow) -> bool:
    """Note how far every node is where flow can still go; whether it can go on to a sink."""
    indptr, level = net.indptr, flow.level
    queue = np.empty(len(level), np.int32)
    level[:] = -1
    head, tail, found = 0, 0, False
    for cell in range(len(indptr) - 1):
        if source[cell]:
            level[2 * cell + 1] = 0
            queue[tail] = 2 * cell + 1
            tail += 1
    while head < tail:
        node = queue[head]
        head += 1
        cell = node // 2
        if node % 2 and sink[cell] and not source[cell]:
            found = True
        for number in range(indptr[cell + 1] - indptr[cell] + 1):
            arc, other = _arc(number, node, net, reverse, open_, price, flow)
            if arc != _NONE and level[other] < 0:
                level[other] = level[node] + 1
                queue[tail] = other
                tail += 1
    return found


@part
def _push(depth: int, price: Ints, flow: Flow, walk: Walk) -> int:
    """Send as much as fits along the way that was found; how far of it is open after that."""
    through, along, _ = flow
    amount, last = ENDLESS, 0
    for step in range(depth - 1, -1, -1):
        arc, cell, room = walk.arcs[step], walk.nodes[step] // 2, ENDLESS
        if arc == _THROUGH:
            room = price[cell] - through[cell]
        elif arc == _BACK_THROUGH:
            room = through[cell]
        elif arc < 0:
            room = along[-arc - _EDGES]
        if room <= amount:
            amount, last = room, step
    for step in range(depth):
        arc, cell = walk.arcs[step], walk.nodes[step] // 2
        if arc == _THROUGH:
            through[cell] += amount
        elif arc == _BACK_THROUGH:
            through[cell] -= amount
        elif arc < 0:
            along[-arc - _EDGES] -= amount
        else:
            along[arc] += amount
    return last


@part
def _fill(
    start: int, net: Net, reverse: Ints, open_: Flags, price: Ints, source: Flags, sink: Flags, flow: Flow, walk: Walk
) -> None:
    """Send whatever fits from a source along shortest ways."""
    indptr, level = net.indptr, flow.level
    nodes, arcs, tried = walk
    depth = 0
    nodes[0] = start
    while True:
        node = nodes[depth]
        cell = node // 2
        if node % 2 and sink[cell] and not source[cell]:
            depth = _push(depth, price, flow, walk)
            continue
        on = False
        while tried[node] <= indptr[cell + 1] - indptr[cell]:
            arc, other = _arc(tried[node], node, net, reverse, open_, price, flow)
            if arc != _NONE and level[other] == level[node] + 1:
                arcs[depth] = arc
                depth += 1
                nodes[depth] = other
                on = True
                break
            tried[node] += 1
        if not on:
            if depth == 0:
                return
            depth -= 1
            tried[nodes[depth]] += 1


@kernel
def cheapest_line(net: Net, reverse: Ints, open_: Flags, price: Ints, source: Flags, sink: Flags) -> Flags:
    """The cells of the cheapest line that no way from a source to a sink avoids, the one nearest to the sources.

    A sink's own cell may be part of the line, a source's may not.  Cells whose price is 0 are closed already.
    """
    cells = len(net.indptr) - 1
    flow = Flow(np.zeros(cells, np.int32), np.zeros(len(net.indices), np.int32), np.empty(2 * cells, np.int32))
    walk = Walk(np.empty(2 * cells, np.int32), np.empty(2 * cells, np.int32), np.empty(2 * cells, np.int32))
    while _spread(net, reverse, open_, price, source, sink, flow):
        walk.tried[:] = 0
        for cell in range(cells):
            if source[cell]:
                _fill(2 * cell + 1, net, reverse, open_, price, source, sink, flow, walk)
    line, level = np.zeros(cells, np.uint8), flow.level
    for cell in range(cells):
        if level[2 * cell] >= 0 and level[2 * cell + 1] < 0 and not source[cell]:
            line[cell] = 1
    return line
