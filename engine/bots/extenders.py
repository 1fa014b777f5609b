"""Extenders: where transport lengthens the lines of units that have outrun them, and when it does so no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.ground import ground_of
from engine.bots.turning import cells_away
from engine.rules.stores import carried_by
from engine.rules.supply_trace import Extender, TraceSupply
from engine.rules.table import Table
from engine.rules.transport import ExtenderKit, MakeExtender, Transport
from engine.state import Status

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

CLEAR = 3
"""Cells from the enemy beyond which an extender may stand by itself."""

FRONT = 12
"""Cells from the enemy within which a unit is one of the front."""

FARTHEST = 3
"""Turns of a drive beyond which transport does not gather for an extender."""

WORTH_IT = 8
"""Steps at the end of their lines for which an extender is formed: the same transport could haul for others."""

MANY_TIMES = 3
"""How many times the steps that it helps where it stands an extender would have to help elsewhere to go there."""

AS_GOOD = 0.9
"""What share of the help that it would be in the best cell an extender has to be where its transport stands."""

AHEAD = 3
"""What a place that victory asks for counts beside a step that has outrun its line: the front is to go there."""

NOWHERE = -1


@dataclass(frozen=True)
class Gathering:
    """Transport that is to meet in a cell and become an extender there."""

    kit: int
    cell: int
    pieces: tuple[int, ...]


def extending(table: Table, side: int, busy: bool = False) -> Iterator[MakeExtender]:
    """Break up what serves nobody while others go without; form one where it helps who has outrun his line.

    While transport is busy hauling, as much of it as an extender takes is left to haul.
    """
    supply, transport = _rules(table)
    if supply is None or transport is None or not stretched(table, side):
        return
    help_in = helped(table, side)
    for number, kit in enumerate(transport.kits):
        kind = _kind(table, side, supply, kit)
        standing = {table.state.cell[piece] for piece in table.matching(kit.becomes, table.on_map(side))}
        for cell in sorted(standing) if not begun(table, side) else ():
            if _dispensable(table, side, supply, kit, cell):
                yield MakeExtender(number, cell, True)
        if kind is not None and _enough(table, side, kit, busy):
            best = _best(table, side, supply, kind)
            least = max(WORTH_IT, AS_GOOD * help_in[best]) if best != NOWHERE else WORTH_IT
            ready = {cell for cell, pieces in _idle(table, side, transport, kit).items() if len(pieces) >= kit.count}
            sound = [cell for cell in ready if help_in[cell] >= least and supply.anchors(table, side, kind)[cell]]
            yield from (MakeExtender(number, cell) for cell in sorted(sound, key=lambda one: (-help_in[one], one)))


def _enough(table: Table, side: int, kit: ExtenderKit, busy: bool) -> bool:
    """Whether there is transport for an extender, and as much again while it is busy hauling."""
    return len(table.matching(kit.units, table.on_map(side))) >= kit.count * (2 if busy else 1)


def gathering(table: Table, side: int, busy: bool = False) -> list[Gathering]:
    """What transport is to meet where, so that an extender there helps units that would outrun their lines."""
    return table.cached_now(("gathering", side, busy), lambda: list(_gathering(table, side, busy)))


def _gathering(table: Table, side: int, busy: bool) -> Iterator[Gathering]:
    supply, transport = _rules(table)
    if supply is None or transport is None or not stretched(table, side):
        return
    for number, kit in enumerate(transport.kits):
        free = [piece for piece in table.matching(kit.units, table.on_map(side)) if not carried_by(table, piece)]
        kind = _kind(table, side, supply, kit)
        able = kind is not None and len(free) >= kit.count and _enough(table, side, kit, busy)
        cell = _best(table, side, supply, kind) if kind is not None and able else NOWHERE
        if cell == NOWHERE:
            continue
        way = ground_of(table.setting).way_to((cell,), table.unit(free[0]).move_class, table.state.turn, side)
        near = sorted(free, key=lambda piece: (int(way[table.state.cell[piece]]), piece))[: kit.count]
        turn = int(table.allowance(near[-1]) * TICKS)
        if int(way[table.state.cell[near[-1]]]) <= FARTHEST * turn:
            yield Gathering(number, cell, tuple(near))


def _rules(table: Table) -> tuple[TraceSupply | None, Transport | None]:
    supply, transport = table.setting.by_key(TraceSupply.key), table.setting.by_key(Transport.key)
    lines = supply if isinstance(supply, TraceSupply) and supply.extenders else None
    return lines, transport if isinstance(transport, Transport) and transport.kits else None


def stretched(table: Table, side: int) -> dict[int, int]:
    """The steps of a side's units that have no line of supply or would soon outrun it, by cell; who marches up, too."""
    return table.cached_now(("stretched", side), lambda: _stretched(table, side))


def _stretched(table: Table, side: int) -> dict[int, int]:
    rule, found = table.mechanism(TraceSupply), dict[int, int]()
    for piece in table.on_map(side):
        cell = table.state.cell[piece]
        if table.face(piece).attack > 0 and rule.needs(table, piece):
            found[cell] = found.get(cell, 0) + table.steps_left(piece)
    board, direct = table.board, np.flatnonzero(rule.direct(table, side)).astype(np.int32)
    far = distances(board.net, np.ones(len(board.indices), np.int32), direct, np.zeros(board.size, np.uint8))
    return {cell: steps for cell, steps in found.items() if not 0 <= far[cell] <= _best_range(table, side) / 4}


def _best_range(table: Table, side: int) -> float:
    """How many points the best headquarters of a side throws."""
    rule = table.mechanism(TraceSupply)
    throws = [
        table.face(piece).extra.get(rule.range, 0.0) for piece in table.matching(rule.throwers, table.on_map(side))
    ]
    return float(max(throws, default=0.0))


def helped(table: Table, side: int) -> Ints:
    """By cell, the stretched steps that a headquarters beside an extender there could throw to, and places ahead."""
    return table.cached_now(("helped", side), lambda: _helped(table, side))


def _helped(table: Table, side: int) -> Ints:
    rule, ground, found = table.mechanism(TraceSupply), ground_of(table.setting), np.zeros(table.board.size, np.int32)
    far = (rule.limit + _best_range(table, side)) * TICKS
    worth = dict(stretched(table, side))
    for one in ground.objectives if worth else ():
        if table.state.control[one.place] != side:
            worth[one.cell] = worth.get(one.cell, 0) + AHEAD
    for cell, steps in worth.items():
        found[ground.way_to((cell,), rule.move_class, table.state.turn, side) <= far] += steps
    return found


def _idle(table: Table, side: int, rule: Transport, kit: ExtenderKit) -> dict[int, list[int]]:
    """By cell, the empty transport of a kit that has not moved in this phase."""
    found: dict[int, list[int]] = {}
    for piece in table.matching(kit.units, table.on_map(side)):
        begun = table.state.status[piece] & Status.MOVED or table.state.spent[piece]
        if not begun and not carried_by(table, piece) and rule.carriers.matches(table.unit(piece)):
            found.setdefault(table.state.cell[piece], []).append(piece)
    return found


def _kind(table: Table, side: int, supply: TraceSupply, kit: ExtenderKit) -> Extender | None:
    """How far an extender of a kit reaches, if a counter of it is at hand."""
    pieces = [piece for piece in table.setting.pieces(kit.becomes) if table.side_of(piece) == side]
    spare = [piece for piece in pieces if table.state.cell[piece] == NOWHERE]
    return next((each for each in supply.extenders if spare and each.units.matches(table.unit(spare[0]))), None)


def _best(table: Table, side: int, supply: TraceSupply, kind: Extender) -> int:
    """The cell with a line of its own from which an extender helps most, out of danger; none: it helps nobody."""
    safe: Bools = (cells_away(table, side) > CLEAR) & supply.anchors(table, side, kind)
    safe[table.board.grid.size :] = False
    worth = np.where(safe, helped(table, side), 0)
    best = int(worth.argmax())
    return best if worth[best] >= WORTH_IT else NOWHERE


def begun(table: Table, side: int) -> bool:
    """Whether somebody of a side has moved in this phase."""
    return any(table.state.status[piece] & Status.MOVED or table.state.spent[piece] for piece in table.on_map(side))


def _dispensable(table: Table, side: int, supply: TraceSupply, kit: ExtenderKit, cell: int) -> bool:
    """Whether an extender helps nobody, or many times as many elsewhere; and few or none live by it where it is."""
    without = _without(table, side, kit, cell)
    if not helped(table, side)[cell] and _stretched(without, side) == stretched(table, side):
        return _cut_off(table, without, side, supply) == 0
    piece = next(iter(table.matching(kit.becomes, table.stack(cell))))
    kind = next((each for each in supply.extenders if each.units.matches(table.unit(piece))), None)
    if kind is None or (best := _best(without, side, supply, kind)) == NOWHERE:
        return False
    help_in = helped(without, side)
    if int(help_in[best]) < MANY_TIMES * max(int(help_in[cell]), 1):
        return False
    return int(help_in[best]) >= MANY_TIMES * _cut_off(table, without, side, supply)


def _cut_off(table: Table, without: Table, side: int, supply: TraceSupply) -> int:
    """The steps of a side that trace a line as things stand, and would trace none without an extender."""
    found = 0
    for piece in table.on_map(side):
        cell = table.state.cell[piece]
        if table.face(piece).attack > 0 and supply.needs(table, piece) and supply.traces(table, side, cell):
            found += 0 if supply.traces(without, side, cell) else table.steps_left(piece)
    return found


def _without(table: Table, side: int, kit: ExtenderKit, cell: int) -> Table:
    """The table without the extenders of a kit in a cell."""
    state = table.state.copy()
    for piece in table.matching(kit.becomes, table.stack(cell)):
        if table.side_of(piece) == side:
            state.relocate(piece, NOWHERE)
    return Table(table.setting, state, seed=0)
