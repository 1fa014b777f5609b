"""Zones of control: where a side's units reach out, and what that does."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from engine.board.kernels import zoc as zoc_kernel
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.parameters import Mechanism
from engine.rules.table import Table


class Zoc(Mechanism, frozen=True, kw_only=True):
    """Zones of control."""

    key: ClassVar[str] = "zoc"
    title: ClassVar[str] = "Zones of control"
    help: ClassVar[str] = "Units influence the neighbouring cells and hinder the enemy there."

    movement: Annotated[
        Literal["none", "stop"], col("Movement", "none: no effect; stop: entering an enemy zone ends the move")
    ] = "none"
    units: Annotated[Selector, col("Which units have one")] = Selector()
    not_across: Annotated[tuple[str, ...], col("Not across", "Hexside kinds that stop it", refers="hexside_kind")] = ()


def zone(table: Table, side: int) -> npt.NDArray[np.int16]:
    """How many units of a side reach into each cell."""
    return table.cached(("zoc", side), lambda: _zone(table, side))


def _zone(table: Table, side: int) -> npt.NDArray[np.int16]:
    rule = table.mechanism(Zoc)
    pieces = table.on_map(side)
    if rule.units != Selector():
        pieces = table.matching(rule.units, pieces)
    cells = np.array([table.state.cell[piece] for piece in pieces], np.int32)
    exerting = table.setting.kept(("exerting", rule.not_across), lambda: _exerting(table, rule))
    return zoc_kernel(table.board.indptr, table.board.indices, exerting, cells)


def _exerting(table: Table, rule: Zoc) -> npt.NDArray[np.uint8]:
    """Which steps of the board a zone reaches along: between grid cells, not across the excepted hexsides."""
    board = table.board
    open_sides = (board.edge_hexsides & np.uint32(board.hexside_bits(rule.not_across))) == 0
    exerting: npt.NDArray[np.uint8] = ((board.edge_side >= 0) & open_sides).astype(np.uint8)
    return exerting


def in_enemy_zone(table: Table, cell: int, side: int) -> bool:
    """Whether a cell lies in a zone of control of the enemy of this side."""
    return bool(zone(table, 1 - side)[cell])


def stops(table: Table, side: int) -> npt.NDArray[np.uint8]:
    """The cells where a side's move must end, for the kernels."""
    if table.mechanism(Zoc).movement == "none":
        return table.cached("no-stops", lambda: np.zeros(table.board.size, np.uint8))
    return table.cached(("stops", side), lambda: (zone(table, 1 - side) > 0).astype(np.uint8))
