"""Markers: what lies in a cell, whom it hinders, and what clears it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.ids import OFF_MAP
from engine.records.markers import Marker
from engine.rules.answers import Shift
from engine.rules.table import Table
from engine.state import ELIMINATED
from engine.state.events import MarkerPlaced, MarkerRemoved


def lying(table: Table) -> Iterator[tuple[int, Marker]]:
    """Every marker on the map by its number, with its kind."""
    for number, cell in enumerate(table.state.markers):
        if cell >= 0:
            yield number, table.scenario.marker_kinds[number]


def against(table: Table, number: int, side: int) -> bool:
    """Whether a marker is directed against a side: its owner's enemy, or anybody where it has no owner."""
    owner = table.scenario.markers[number].side
    return owner is None or table.scenario.side_index[owner] != side


def hindrances(table: Table, side: int, *, flat: bool = False) -> list[tuple[int, float]]:
    """The cells that cost a side more to enter, each with the points; flat where every cell costs one."""
    found = [(number, kind.by_rail - 1 if flat and kind.by_rail else kind.entry) for number, kind in lying(table)]
    return [(table.state.markers[number], more) for number, more in found if more and against(table, number, side)]


def barriers(table: Table, side: int) -> list[int]:
    """The cells through which a side may not trace."""
    return [
        table.state.markers[number]
        for number, kind in lying(table)
        if kind.blocks_supply and against(table, number, side)
    ]


def marker_shifts(table: Table, target: int, side: int) -> list[Shift]:
    """The shifts of an attack by a side from the markers in the defender's cell."""
    return [
        Shift(kind.shift, f"marker: {kind.name.lower()}", kind.case)
        for number, kind in lying(table)
        if kind.shift and table.state.markers[number] == target and against(table, number, side)
    ]


def clear_markers(table: Table, side: int, cells: Iterable[int]) -> None:
    """A unit of a side entered these cells: the markers that this clears go."""
    entered = set(cells)
    for number, kind in list(lying(table)):
        cell = table.state.markers[number]
        if kind.until == "enemy entry" and cell in entered and against(table, number, side):
            table.do(MarkerRemoved(number, cell, ELIMINATED, "the enemy entered", kind.case))


def date_markers(table: Table, turn: int) -> None:
    """A turn begins: markers that are due are laid down, those whose time is over go."""
    for number, row in enumerate(table.scenario.markers):
        cell = table.state.markers[number]
        over = row.last_turn is not None and turn > row.last_turn
        if cell >= 0 and over:
            table.do(MarkerRemoved(number, cell, ELIMINATED, "its time is over"))
        elif row.cell is not None and cell == OFF_MAP and not over and (row.first_turn or 1) <= turn:
            table.do(MarkerPlaced(number, cell, table.board.cell(row.cell)))
