"""Moves by factors as arrays: who can get where when a factor is a step overland or a run along the railway."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.board.kernels import Net
from engine.bots.doctrine.lie import Lie
from engine.compiled.kernel import kernel, maker
from engine.compiled.kinds import Flags, Flags2, Ints
from engine.rules.rail_hops import HopSteps, RailHops, net


class HopNet(NamedTuple):
    """The net of a class of units: steps overland with their factors, steps along railways, stations."""

    land: Net
    factors: Ints
    rail: Net
    stations: Flags
    jump_off: bool


def hop_net(lie: Lie, move_class: str, turn: int) -> HopNet:
    """The net for a class of units on a turn."""
    known = net(lie.setting, move_class, turn)
    return lie.setting.kept(("hop-net", id(known)), lambda: _laid(lie, known))


def _laid(lie: Lie, known: HopSteps) -> HopNet:
    land = [[(other, cost) for other, cost in steps.items()] for steps in known.overland]
    stations = np.zeros(lie.cells, np.uint8)
    stations[sorted(known.stations)] = 1
    return HopNet(
        Net(
            _starts([len(steps) for steps in land]),
            np.array([other for steps in land for other, _ in steps], np.int32),
        ),
        np.array([cost for steps in land for _, cost in steps], np.int32),
        Net(
            _starts([len(steps) for steps in known.rail]),
            np.array([other for steps in known.rail for other in steps], np.int32),
        ),
        stations,
        lie.setting.mechanism(RailHops).jump_off,
    )


def _starts(counts: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)


@maker
def _run(rail: Net, stations: Flags, halts: Flags, start: int) -> Flags:
    """The cells that one run along the railway can end in."""
    indptr, indices = rail
    seen = np.zeros(len(indptr) - 1, np.uint8)
    queue = np.empty(len(indptr) - 1, np.int32)
    seen[start] = 1
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        cell = queue[head]
        head += 1
        for edge in range(indptr[cell], indptr[cell + 1]):
            other = indices[edge]
            if not seen[other]:
                seen[other] = 1
                if not stations[other] and not halts[other]:
                    queue[tail] = other
                    tail += 1
    seen[start] = 0
    return seen


@maker
def _steps(land: Net, costs: Ints, halts: Flags, start: int, factors: int) -> Flags:
    """The cells within so many factors overland."""
    indptr, indices = land
    cells = len(indptr) - 1
    best = np.full(cells, factors + 1, np.int32)
    best[start] = 0
    for used in range(factors):
        for cell in range(cells):
            if best[cell] != used or (halts[cell] and cell != start):
                continue
            for edge in range(indptr[cell], indptr[cell + 1]):
                total = used + costs[edge]
                if total < best[indices[edge]]:
                    best[indices[edge]] = total
    return (best <= factors).astype(np.uint8)


@kernel
def hops(steps: HopNet, halts: Flags, starts: Ints, factors: Ints, extra: int) -> Flags2:
    """For each unit the cells it can get to; no move goes on from a cell that halts, but it may end there."""
    land, costs, rail, stations, jump_off = steps
    indptr, indices = land
    rail_ptr = rail.indptr
    units, cells = len(starts), len(indptr) - 1
    found = np.zeros((units, cells), np.uint8)
    layers = np.zeros((16, cells), np.uint8)
    for unit in range(units):
        layers[:] = 0
        layers[0, starts[unit]] = 1
        last = min(factors[unit], 14)
        for used in range(last):
            for cell in range(cells):
                if not layers[used, cell] or (halts[cell] and cell != starts[unit]):
                    continue
                for edge in range(indptr[cell], indptr[cell + 1]):
                    if used + costs[edge] <= last:
                        layers[used + costs[edge], indices[edge]] = 1
                if rail_ptr[cell] == rail_ptr[cell + 1]:
                    continue
                run = _run(rail, stations, halts, cell)
                for other in range(cells):
                    if not run[other]:
                        continue
                    layers[used + 1, other] = 1
                    if jump_off and used == last - 1 and not halts[other] and not stations[other]:
                        for edge in range(indptr[other], indptr[other + 1]):
                            beyond = indices[edge]
                            if costs[edge] == 1 and rail_ptr[beyond] == rail_ptr[beyond + 1]:
                                layers[last, beyond] = 1
        for used in range(1, last + 1):
            found[unit] |= layers[used]
        if extra > 0:
            found[unit] |= _steps(land, costs, halts, starts[unit], last + extra)
        found[unit, starts[unit]] = 0
    return found
