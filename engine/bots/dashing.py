"""Who had better march although the enemy is near: whoever takes an open place by it, or passes by the few left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.ground import ground_of, spans
from engine.rules.table import Table
from engine.rules.zoc import Zoc, zone

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

ENOUGH = 2
"""Units that march on one place."""

NEAR = 3
"""Cells around a unit within which friends and enemies are weighed."""

FASTER = 1.5
"""How many times as far as ready to fight a unit must come on the march."""

NEVER = 1 << 20
"""Ticks to where nobody gets."""


@dataclass(frozen=True)
class Runners:
    """Units of one class in one mode: whether zones stop them, where they stand, and the ticks that they have."""

    move_class: str
    stopped: bool
    pieces: tuple[int, ...]
    cells: Ints
    ticks: Floats

    def shares(self, table: Table, side: int, cell: int) -> Floats:
        """What share of its ticks the way to a cell takes each of them, past all enemies."""
        way = _way(table, side, self.move_class, self.stopped, cell)
        found: Floats = way[self.cells] / self.ticks
        return found


def dashers(table: Table, side: int, mode: str) -> frozenset[int]:
    """Units that would reach an open place of the enemy's now if they marched, where nobody reaches it who does not."""
    return table.cached_now(("dashers", side, mode), lambda: frozenset(_dashers(table, side, mode)))


def _dashers(table: Table, side: int, mode: str) -> Iterator[int]:
    fighting, marching = _runners(table, side, ""), _runners(table, side, mode)
    runs: list[tuple[float, int, int]] = []
    for cell in _open_places(table, side):
        if not any((each.shares(table, side, cell) <= 1.0).any() for each in fighting):
            for each in marching:
                shares = each.shares(table, side, cell)
                runs += [(float(shares[at]), each.pieces[at], cell) for at in np.flatnonzero(shares <= 1.0)]
    sent: dict[int, int] = {}
    chosen: set[int] = set()
    for _, piece, cell in sorted(runs):
        if piece not in chosen and sent.get(cell, 0) < ENOUGH:
            chosen.add(piece)
            sent[cell] = sent.get(cell, 0) + 1
            yield piece


def pressing(table: Table, side: int, mode: str, odds: float) -> frozenset[int]:
    """Units with `odds` times the strength of the enemies near them, where places to be taken lie farther off."""
    if not odds:
        return frozenset()
    return table.cached_now(("pressing", side, mode, odds), lambda: frozenset(_pressing(table, side, mode, odds)))


def _pressing(table: Table, side: int, mode: str, odds: float) -> Iterator[int]:
    goals = _wanted_places(table, side)
    if not goals:
        return
    strong = _around(table, side) >= odds * _around(table, 1 - side)
    fighting = {
        piece: ticks for each in _runners(table, side, "") for piece, ticks in zip(each.pieces, each.ticks, strict=True)
    }
    for each in _runners(table, side, mode):
        way = ground_of(table.setting).way_to(goals, each.move_class, table.state.turn, side)
        for piece, cell, ticks in zip(each.pieces, each.cells.tolist(), each.ticks.tolist(), strict=True):
            if strong[cell] and ticks >= FASTER * fighting[piece] and way[cell] > fighting[piece]:
                yield piece


def _around(table: Table, side: int) -> Floats:
    """By cell, the strength of a side's units within a few cells."""
    found = np.zeros(table.board.size, np.float64)
    for piece in table.on_map(side):
        cell = table.state.cell[piece]
        if cell < table.board.grid.size:
            face = table.face(piece)
            found[spans(table.setting, cell) <= NEAR] += float(max(face.attack, face.defence))
    return found


def _wanted_places(table: Table, side: int) -> tuple[int, ...]:
    """The cells of places that victory asks for and the enemy holds."""
    control = table.state.control
    return tuple(sorted({one.cell for one in ground_of(table.setting).objectives if control[one.place] == 1 - side}))


def _open_places(table: Table, side: int) -> list[int]:
    """The cells of places that victory asks for, which the enemy holds without standing in them."""
    enemy = table.occupied(1 - side)
    return [cell for cell in _wanted_places(table, side) if not enemy[cell]]


def _runners(table: Table, side: int, mode: str) -> list[Runners]:
    """All units of a side that can attack, as they would move in a mode."""
    rule = table.mechanism(Zoc)
    found: dict[tuple[str, bool], list[tuple[int, float]]] = {}
    for piece in table.on_map(side):
        counter, here = table.state.counter[piece], table.face(piece)
        if counter is None or here.attack <= 0 or here.movement <= 0:
            continue
        known = table.scenario.counters[counter]
        unit, points = known.unit_in(mode), known.face_in(mode, table.state.face[piece]).movement
        ticks = table.allowance(piece) * float(points) / float(here.movement) * TICKS
        if ticks > 0:
            stopped = rule.movement != "none" and rule.stopped.matches(unit)
            found.setdefault((unit.move_class, stopped), []).append((piece, ticks))
    return [
        Runners(
            *kind,
            tuple(piece for piece, _ in each),
            np.array([table.state.cell[piece] for piece, _ in each], np.int32),
            np.array([ticks for _, ticks in each], np.float64),
        )
        for kind, each in sorted(found.items())
    ]


def _way(table: Table, side: int, move_class: str, stopped: bool, cell: int) -> Ints:
    """Ticks from every cell to one for a class of units, around enemies and the zones that stop it."""
    key = ("dash", side, move_class, stopped, cell)
    return table.cached(key, lambda: _ways(table, side, move_class, stopped, cell))


def _ways(table: Table, side: int, move_class: str, stopped: bool, cell: int) -> Ints:
    board, turn = table.board, table.state.turn
    closed = table.occupied(1 - side) > 0
    if stopped:
        closed = closed | (zone(table, 1 - side) > 0)
    costs = np.ascontiguousarray(table.setting.costs(move_class, turn, (), False)[board.reverse])
    found = distances(board.net, costs, np.array([cell], np.int32), closed.astype(np.uint8))
    return np.where(found < 0, NEVER, found).astype(np.int32)
