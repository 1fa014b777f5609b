"""The ground as bots see it: what victory asks for and how far everything is; the same in every game of a setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.board.kernels import distances
from engine.board.network import TICKS
from engine.bots.keeping import keep
from engine.ids import Cell
from engine.records.play import AllOf, AnyCondition, AnyOf, HoldsPlaces
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.rules.victory import meant_places
from engine.scenario import Scenario
from engine.state import State

Ints = npt.NDArray[np.int32]
Small = npt.NDArray[np.int16]

FAR = 1 << 20
"""Ticks to a place that cannot be reached."""

MOST_WAYS = 1024
"""The most ways that are kept: each is a field of the whole board."""


@dataclass(frozen=True)
class Objective:
    """A place that victory asks for: its number, its cell, its worth (1 for all where none has a value)."""

    place: int
    cell: int
    worth: float


class Groundwork:
    """What a bot works out of a setting once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.objectives = _objectives(setting)
        self.objective_cells = frozenset(objective.cell for objective in self.objectives)
        self.most = max((one.worth for one in self.objectives), default=1.0)
        self._ways: dict[tuple[tuple[int, ...], str, int, tuple[int, ...]], Ints] = {}

    def way_to(self, cells: Iterable[int], move_class: str, turn: int, side: int | None = None) -> Ints:
        """Ticks from every cell to the nearest of these, over land that nobody contests; for a side as it may go."""
        shut = () if side is None else shut_boxes(self.setting, side)
        key = (tuple(sorted(set(cells))), move_class, id(self.board.link_masks(turn)), shut)
        return keep(self._ways, key, lambda: self.way_anew(key[0], move_class, turn, shut), MOST_WAYS)

    def way_anew(self, cells: tuple[int, ...], move_class: str, turn: int, shut: tuple[int, ...] = ()) -> Ints:
        """The same for cells that are hardly ever asked for again, so that nothing is kept."""
        board = self.board
        if not cells:
            return np.full(board.size, FAR, np.int32)
        sources, closed = np.array(cells, np.int32), np.zeros(board.size, np.uint8)
        closed[list(shut)] = 1
        found = distances(board.net, self._backwards(move_class, turn), sources, closed)
        return np.where(found < 0, FAR, found).astype(np.int32)

    def _backwards(self, move_class: str, turn: int) -> Ints:
        """What every step costs a class of units in the other direction."""
        board = self.board
        key = ("backwards", move_class, id(board.link_masks(turn)))
        return self.setting.kept(key, lambda: self._reversed(move_class, turn))

    def _reversed(self, move_class: str, turn: int) -> Ints:
        board, costs = self.board, self.setting.costs(move_class, turn, (), False)
        inside = (board.indices >= board.grid.size) & (costs >= 0)
        costs = np.where(inside, costs + self._turn(move_class), costs).astype(np.int32)
        return np.ascontiguousarray(costs[board.reverse])

    def _turn(self, move_class: str) -> int:
        """Ticks of a turn's march of a class: whoever goes through a box beside the map loses about one."""
        units = [one for one in self.setting.scenario.counters if one.unit.move_class == move_class]
        marches = [one.faces[0].movement for one in units if one.faces and one.faces[0].movement > 0]
        return round(TICKS * sum(marches) / max(len(marches), 1))


def shut_boxes(setting: Setting, side: int) -> tuple[int, ...]:
    """The boxes beside the map that a side's units never enter."""
    return setting.kept(("shut boxes", side), lambda: _shut_boxes(setting, side))


def _shut_boxes(setting: Setting, side: int) -> tuple[int, ...]:
    """Those that a rule closes to a unit of the side altogether, not only some steps into them."""
    board, asked = setting.board, setting.answering("closed")
    piece = next((number for number, whose in enumerate(setting.side_of) if whose == side), None)
    if board.size == board.grid.size or piece is None or not asked:
        return ()
    table, found = Table(setting, State.at_start(setting.scenario), 0), np.zeros(board.size, np.uint8)
    for closure in (each for one in asked for each in one.closed(table, piece, (piece,))):
        if closure.steps is None and closure.mode is None:
            found |= closure.cells
    return tuple(np.flatnonzero(found[board.grid.size :]) + board.grid.size)


def spans(setting: Setting, cell: int) -> Small:
    """Steps from a cell to every cell of the grid."""
    return setting.kept(("spans", cell), lambda: _spans(setting, cell))


def _spans(setting: Setting, cell: int) -> Small:
    grid, size = setting.board.grid, setting.board.size
    found = np.full(size, 999, np.int16)
    found[: grid.size] = grid.distances(Cell(cell))
    return found


@lru_cache(maxsize=4)
def ground_of(setting: Setting) -> Groundwork:
    """The ground of a setting; the last few are kept."""
    return Groundwork(setting)


def _objectives(setting: Setting) -> tuple[Objective, ...]:
    """Every place that some victory condition speaks of; where games may end undecided, every place with an owner."""
    table = Table(setting, State.at_start(setting.scenario), 0)
    places = setting.scenario.places
    meant = {
        place
        for row in setting.scenario.victories
        for part in parts_of(row.condition)
        for place in meant_places(table, part)
    }
    if not meant or may_end_undecided(setting.scenario):
        meant |= {index for index, place in enumerate(places) if place.owner is not None}
    chosen = sorted(meant)
    valued = any(places[index].value for index in chosen)
    return tuple(
        Objective(index, setting.board.cell(places[index].cell), places[index].value if valued else 1.0)
        for index in chosen
    )


def may_end_undecided(scenario: Scenario) -> bool:
    """Whether a game can end without a result: by a draw that asks for nothing, where no victory is read at the end."""
    read = any(row.winner is not None and row.when != "always" for row in scenario.victories)
    return not read and any(row.winner is None and not asks(row.condition) for row in scenario.victories)


def undecided(scenario: Scenario, level: str) -> bool:
    """Whether a game without a winner that ended so has no result either."""
    rows = [row for row in scenario.victories if row.name == level]
    return not rows or (may_end_undecided(scenario) and not any(asks(row.condition) for row in rows))


def asks(condition: AnyCondition) -> bool:
    """Whether a victory condition asks for anything."""
    if isinstance(condition, AllOf | AnyOf):
        return any(asks(part) for part in condition.parts)
    return True


def parts_of(condition: AnyCondition) -> Iterator[HoldsPlaces]:
    """Those parts of a condition that ask for places."""
    if isinstance(condition, HoldsPlaces):
        yield condition
    elif isinstance(condition, AllOf | AnyOf):
        for part in condition.parts:
            yield from parts_of(part)
