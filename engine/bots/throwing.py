"""Headquarters that throw supply: how far, whom they serve, and whether one marches to where the front has gone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.ground import ground_of
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.rules.zoc import open_zone

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

BETTER = 1.5
"""How many times the strength that it serves now a headquarters would have to serve to march instead."""

MEANWHILE = 0.7
"""What share of that it would have to serve with the shorter throw of its march."""

ENOUGH = 20.0
"""The strength for which a headquarters stays and serves: about a division's."""

SHARED = 0.35
"""What serving a unit is worth for every other headquarters that serves it already."""

NEVER = 1 << 20
"""Ticks to where no throw leads."""


def throws(table: Table, piece: int) -> bool:
    """Whether a unit is a headquarters that throws supply."""
    rule = table.setting.by_key(TraceSupply.key)
    return isinstance(rule, TraceSupply) and rule.throwers.matches(table.unit(piece))


def thrown_points(table: Table, rule: TraceSupply, piece: int, *, usual: bool = False) -> float:
    """How many points a headquarters throws, in the mode that it is in or in its usual one."""
    counter = table.state.counter[piece]
    face = table.scenario.counters[counter].faces[0] if usual and counter is not None else table.face(piece)
    return float(face.extra.get(rule.range, 0.0))


def ticks_to(table: Table, move_class: str, side: int, cell: int) -> Ints:
    """Ticks that a throw takes from every cell to this one, past enemies and the zones that no friend covers."""
    return table.cached(
        ("thrown to", move_class, side, cell), lambda: _ticks(table, move_class, side, (cell,), back=True)
    )


def thrown_over(table: Table, move_class: str, side: int, cells: tuple[int, ...], points: float) -> Bools:
    """The cells that a headquarters reaches with its throw from any of some cells."""
    found: Bools = _ticks(table, move_class, side, cells, back=False) <= points * TICKS
    return found


def _ticks(table: Table, move_class: str, side: int, cells: tuple[int, ...], *, back: bool) -> Ints:
    if not cells:
        return np.full(table.board.size, NEVER, np.int32)
    board, turn = table.board, table.state.turn
    costs = table.setting.costs(move_class, turn, (), False)
    if back:
        costs = table.setting.kept(
            ("thrown back", move_class, id(board.link_masks(turn))), lambda: np.ascontiguousarray(costs[board.reverse])
        )
    closed = table.cached(("thrown past", side), lambda: _closed(table, side))
    found = distances(board.net, costs, np.array(cells, np.int32), closed)
    return np.where(found < 0, NEVER, found).astype(np.int32)


def _closed(table: Table, side: int) -> npt.NDArray[np.uint8]:
    foes, own = table.occupied(1 - side) > 0, table.occupied(side) > 0
    return (foes | ((open_zone(table, side) > 0) & ~own)).astype(np.uint8)


class Work(NamedTuple):
    """The headquarters that are to march, and those that serve somebody where they stand."""

    marching: frozenset[int] = frozenset()
    serving: frozenset[int] = frozenset()


def work_of(table: Table, side: int) -> Work:
    """Which headquarters would serve many more after a march than they do where they stand, and which serve there.

    While one marches it throws less far, and it turns over before it throws in full again; so whoever serves least
    goes first, and the others are reckoned to stay and serve without him.
    """
    rule = table.setting.by_key(TraceSupply.key)
    if not isinstance(rule, TraceSupply):
        return Work()
    return table.cached(("headquarters' work", side), lambda: _work_of(table, rule, side))


def _work_of(table: Table, rule: TraceSupply, side: int) -> Work:
    posts, pieces = _strengths(table, side), [one for one in table.on_map(side) if throws(table, one)]
    ways = {cell: ticks_to(table, rule.move_class, side, cell) for cell in posts}
    direct, gone = rule.direct(table, side), set[int]()

    def worth(piece: int, throw: float) -> Floats:
        found = np.zeros(table.board.size, np.float64)
        others = [one for one in pieces if one != piece and one not in gone]
        for cell, strength in posts.items():
            many = sum(ways[cell][table.state.cell[one]] <= _usual(table, rule, one) for one in others)
            found[ways[cell] <= throw] += strength * SHARED**many
        return found * direct

    first = {piece: float(worth(piece, _usual(table, rule, piece))[table.state.cell[piece]]) for piece in pieces}
    for piece in sorted(pieces, key=lambda one: (first[one], one)):
        usual = _usual(table, rule, piece)
        there, meanwhile = worth(piece, usual), worth(piece, usual / 2)
        now = float(there[table.state.cell[piece]])
        if (_in_march(table, piece) & (there > BETTER * now) & (meanwhile >= MEANWHILE * now)).any():
            gone.add(piece)
    return Work(frozenset(gone), frozenset(piece for piece, strength in first.items() if strength >= ENOUGH))


def _usual(table: Table, rule: TraceSupply, piece: int) -> float:
    """Ticks of a headquarters' throw in its usual mode."""
    return thrown_points(table, rule, piece, usual=True) * TICKS


def _strengths(table: Table, side: int) -> dict[int, float]:
    """By cell on the map, the strength of a side that stands there."""
    found: dict[int, float] = {}
    for piece in table.on_map(side):
        cell, strength = table.state.cell[piece], float(table.face(piece).attack)
        if strength > 0 and cell < table.board.grid.size:
            found[cell] = found.get(cell, 0.0) + strength
    return found


def _in_march(table: Table, piece: int) -> Bools:
    """The cells that a unit could march to in its other mode, over ground that nobody contests."""
    counter = table.state.counter[piece]
    modes = table.scenario.counters[counter].modes if counter is not None else {}
    most = max((float(turned.faces[0].movement) for turned in modes.values()), default=0.0)
    kind = next((turned.unit.move_class for turned in modes.values()), table.unit(piece).move_class)
    way = ground_of(table.setting).way_anew((table.state.cell[piece],), kind, table.state.turn)
    found: Bools = way <= most * TICKS
    return found
