"""Zones of control: where a side's units reach out, and what that does."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc as zoc_kernel
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table


class Zoc(Mechanism, frozen=True, kw_only=True):
    """Zones of control."""

    key: ClassVar[str] = "zoc"
    title: ClassVar[str] = "Zones of control"
    help: ClassVar[str] = "Units influence the neighbouring cells and hinder the enemy there."

    movement: Annotated[
        Literal["none", "stop", "sticky"],
        col(
            "Movement",
            "none: no effect; stop: entering an enemy zone ends the move; "
            "sticky: it does, and a unit that begins in one may not move away",
        ),
    ] = "none"
    units: Annotated[Selector, col("Which units have one")] = Selector()
    capable: Annotated[bool, col("Only attackers", "Only units with an attack strength have one")] = False
    stopped: Annotated[Selector, col("Whom it stops", "Others pay no heed to enemy zones when they move")] = Selector()
    not_across: Annotated[tuple[str, ...], col("Not across", "Hexside kinds that stop it", refers="hexside_kind")] = ()


def zone(table: Table, side: int) -> npt.NDArray[np.int16]:
    """How many units of a side reach into each cell."""
    return table.cached_for(side, "zoc", lambda: _zone(table, side))


def _zone(table: Table, side: int) -> npt.NDArray[np.int16]:
    rule = table.mechanism(Zoc)
    pieces = table.on_map(side)
    if rule.units != Selector():
        pieces = table.matching(rule.units, pieces)
    if rule.capable:
        pieces = [piece for piece in pieces if table.can_attack(piece)]
    silent = {piece for one in table.answering("zoneless") for piece in one.zoneless(table, side)}
    if silent:
        pieces = [piece for piece in pieces if piece not in silent]
    cells = np.array([table.state.cell[piece] for piece in pieces], np.int32)
    exerting = table.setting.kept(("exerting", rule.not_across), lambda: _exerting(table, rule))
    return zoc_kernel(table.board.net, exerting, cells)


def _exerting(table: Table, rule: Zoc) -> npt.NDArray[np.uint8]:
    """Which steps of the board a zone reaches along: between grid cells, not across the excepted hexsides."""
    board = table.board
    open_sides = (board.edge_hexsides & np.uint32(board.hexside_bits(rule.not_across))) == 0
    exerting: npt.NDArray[np.uint8] = ((board.edge_side >= 0) & open_sides).astype(np.uint8)
    return exerting


def in_enemy_zone(table: Table, cell: int, side: int) -> bool:
    """Whether a cell lies in a zone of control of the enemy of this side."""
    return bool(zone(table, 1 - side)[cell])


def open_zone(table: Table, side: int) -> npt.NDArray[np.uint8]:
    """Where enemy zones lie open for a side's lines and retreats: no unit of its own covers the cell."""
    return table.cached(
        ("open-zone", side), lambda: ((zone(table, 1 - side) > 0) & (table.occupied(side) == 0)).astype(np.uint8)
    )


def held_fast(table: Table, piece: int) -> bool:
    """Whether the enemy zone that a unit stands in keeps it from moving away."""
    rule = table.mechanism(Zoc)
    sticky = rule.movement == "sticky" and rule.stopped.matches(table.unit(piece))
    return sticky and in_enemy_zone(table, table.state.cell[piece], table.side_of(piece))


def stops(table: Table, side: int) -> npt.NDArray[np.uint8]:
    """The cells where a side's move must end, for the kernels."""
    if table.mechanism(Zoc).movement == "none":
        return _nowhere(table)
    return table.cached_for(1 - side, "stops", lambda: (zone(table, 1 - side) > 0).astype(np.uint8))


def stops_for(table: Table, pieces: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """The cells where the move of pieces that go together must end: for the zones of some games not everybody stops."""
    rule = table.mechanism(Zoc)
    if rule.stopped == Selector() or any(rule.stopped.matches(table.unit(piece)) for piece in pieces):
        return stops(table, table.side_of(pieces[0])) if pieces else _nowhere(table)
    return _nowhere(table)


def _nowhere(table: Table) -> npt.NDArray[np.uint8]:
    return table.cached("no-stops", lambda: np.zeros(table.board.size, np.uint8))
