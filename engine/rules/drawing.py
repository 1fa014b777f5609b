"""Drawing supply: straight from a dump within a few points of a wagon's move, or through a headquarters that throws it.

All is measured from whoever gives: each hex of the way costs what entering it costs.  Nothing passes enemy units, or
enemy zones that no friend covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from engine.board.kernels import lines as lines_kernel
from engine.board.network import TICKS
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.costs import step_costs
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.prices import DUMP, LOAD, Price, Source, place_of
from engine.rules.stores import cell_of, held, stores_of
from engine.rules.table import Table
from engine.rules.zoc import open_zone
from engine.scenario.sentences import class_words, counted, listed, units_words
from engine.state import Store

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Inflow:
    """For every cell what it costs to come from there to a place, -1 where that is too far, and the next cell."""

    length: Ints
    onward: Ints
    _paths: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def path(self, cell: int) -> tuple[int, ...]:
        """The cells from one to the place, both included; each path is followed once."""
        if cell not in self._paths:
            found = [cell]
            while int(self.onward[found[-1]]) != found[-1]:
                found.append(int(self.onward[found[-1]]))
            self._paths[cell] = tuple(found)
        return self._paths[cell]


def inflow(table: Table, side: int, cells: tuple[int, ...], limit: float, move_class: str) -> Inflow:
    """How a side's supply may come to the nearest of some cells, within so many points of a class."""
    return table.cached(
        ("inflow", side, cells, limit, move_class), lambda: _inflow(table, side, cells, limit, move_class)
    )


def _inflow(table: Table, side: int, cells: tuple[int, ...], limit: float, move_class: str) -> Inflow:
    board = table.board
    shut = table.occupied(1 - side) | open_zone(table, side)
    shut[board.grid.size :] = 1  # nothing comes out of a box beside the map, or through it
    sources = np.array(cells, np.int32)
    nowhere = table.cached("nowhere", lambda: np.zeros(board.size, np.uint8))
    costs = backwards(table, side, move_class)
    return Inflow(*lines_kernel(board.net, costs, sources, int(limit * TICKS), shut, nowhere))


def backwards(table: Table, side: int, move_class: str) -> Ints:
    """What every step costs units of a class, for the way back."""
    key = ("backwards", side, move_class)
    return table.cached(key, lambda: np.ascontiguousarray(step_costs(table, side, move_class)[table.board.reverse]))


class SupplyDraw(Mechanism, frozen=True, kw_only=True):
    """How far supply comes from a dump, and through a headquarters."""

    key: ClassVar[str] = "supply-draw"
    title: ClassVar[str] = "Drawing supply"
    help: ClassVar[str] = "Units draw on dumps nearby, or on those of a headquarters that throws supply to them."
    told: ClassVar[frozenset[str]] = frozenset(
        {"limit", "move_class", "throwers", "range", "half_in", "none_in", "beside"}
    )

    limit: Annotated[float, col("Within", "Movement points from the dump to whoever draws", ge=0, le=99)] = 5.0
    move_class: Annotated[str, col("As", "The class whose costs count", word="class", max_length=40)] = "truck"
    throwers: Annotated[Selector, col("Headquarters", "They draw likewise, and throw")] = Selector(symbols=("hq",))
    range: Annotated[str, col("Range", "The value that says how far: throw", word="value", max_length=40)] = "throw"
    half_in: Annotated[tuple[str, ...], col("Half range in", "Modes whose faces do not say so")] = ()
    none_in: Annotated[tuple[str, ...], col("None in", "Modes")] = ("strat",)
    beside: Annotated[bool, col("Or beside", "A throw may end beside whoever receives it")] = True

    def sentences(self, rows: Rows) -> list[str]:
        """How far a dump serves, and how far a headquarters throws."""
        points, wheels = counted(self.limit, "movement point"), class_words(rows, self.move_class)
        said = [
            f"A dump serves within {points} of {wheels}, counted from the dump, past no enemy unit and no enemy zone "
            "that no friend covers.",
            f"{units_words(rows, self.throwers).capitalize()} draw likewise, and throw as far as their {self.range} "
            f"says, counted from them, to the unit{' or a hex beside it' if self.beside else ''}.",
        ]
        if self.half_in:
            said.append(f"In {listed(self.half_in, 'or')} mode they throw half as far.")
        if self.none_in:
            said.append(f"In {listed(self.none_in, 'or')} mode they neither draw nor throw.")
        return said

    def reach_of(self, table: Table, piece: int) -> float:
        """How far a headquarters throws now; 0: it does not."""
        mode, printed = table.state.mode[piece], table.face(piece).extra.get(self.range, 0.0)
        if not table.verdict("may_serve", piece):
            return 0.0
        return printed / 2 if mode in self.half_in else printed

    def headquarters(self, table: Table, side: int) -> list[int]:
        """A side's headquarters on the map."""
        return table.cached(("headquarters", side), lambda: table.matching(self.throwers, table.on_map(side)))

    def may_serve(self, table: Table, piece: int) -> Verdict | None:
        """In some modes a headquarters serves nobody."""
        if table.state.mode[piece] not in self.none_in or not self.throwers.matches(table.unit(piece)):
            return None
        return no(f"{table.full_name(piece)} neither draws nor throws in its mode.", self.case("throw"))

    def draws(self, table: Table, side: int, cell: int) -> Inflow:
        """What comes straight to a cell."""
        return inflow(table, side, (cell,), self.limit, self.move_class)

    def throws(self, table: Table, side: int, cell: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """The headquarters that throw to a cell, each with what that costs in ticks, and the way."""
        return table.cached_now(("throws", side, cell), lambda: list(self._throws(table, side, cell)))

    def _ranges(self, table: Table, side: int) -> dict[int, float]:
        return {piece: self.reach_of(table, piece) for piece in self.headquarters(table, side)}

    def _throws(self, table: Table, side: int, cell: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        ranges = table.cached_now(("ranges", side), lambda: self._ranges(table, side))
        farthest = max(ranges.values(), default=0.0)
        if not farthest:
            return
        shut = table.occupied(1 - side) | open_zone(table, side)
        near = [each for each in table.setting.neighbours[cell] if not shut[each]] if self.beside else []
        found = inflow(table, side, (cell, *near), farthest, self.move_class)
        for piece, reach in ranges.items():
            here = table.state.cell[piece]
            if reach and 0 <= found.length[here] <= reach * TICKS:
                way = found.path(here)
                yield piece, int(found.length[here]), way if way[-1] == cell else (*way, cell)

    def sources(self, table: Table, price: Price) -> Iterable[Source]:
        """Dumps and loads within reach, and those of headquarters that throw here."""
        cell, side = place_of(table, price), price.side
        if cell < 0:
            return ()
        return table.cached_now(("drawn", side, cell), lambda: list(self._drawn(table, side, cell)))

    def _drawn(self, table: Table, side: int, cell: int) -> Iterator[Source]:
        """What a side may draw in a cell, whatever for."""
        stores = stores_of(table, side)
        straight = self.draws(table, side, cell)
        for store in stores:
            here = cell_of(table, store)
            if here >= 0 and straight.length[here] >= 0:
                yield _source(table, store, int(straight.length[here]), straight.path(here))
        for piece, length, way in self.throws(table, side, cell):
            into = self.draws(table, side, table.state.cell[piece])
            for store in stores:
                here = cell_of(table, store)
                if here >= 0 and into.length[here] >= 0:
                    whole = int(into.length[here]) + length
                    yield _source(table, store, whole, (*into.path(here), *way[1:]), piece)


def _source(table: Table, store: Store, length: int, path: tuple[int, ...], via: int | None = None) -> Source:
    if store.on == "piece":
        return Source(table.name(store.where), held(table, store).tokens, store, (), LOAD, length, path, via)
    return Source(table.label(store.where), held(table, store).tokens, store, (), DUMP, length, path, via)
