"""Railways of two gauges: who may use which, what a side may carry in a phase, and how the gauge is changed.

A hex bears one gauge.  A stretch between two hexes can be used by a side if both have its gauge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import LinkKind
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.markers import barriers
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import counted, listed, named, side_words, units_words

Flags = npt.NDArray[np.bool_]

CONVERTED = "converted-gauge"


class RailCapacity(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much a side may carry by rail in a phase, from a turn on."""

    side: Annotated[str, col("Side", refers="side")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    points: Annotated[float, col("Points", "A supply point or a regiment each", ge=0, le=99)] = 0.0


class Railways(Mechanism, frozen=True, kw_only=True):
    """Who uses which railways, and how much they carry."""

    key: ClassVar[str] = "railways"
    title: ClassVar[str] = "Railways"
    help: ClassVar[str] = "Railways have a gauge that one side uses; its trains carry so much in a phase."
    told: ClassVar[frozenset[str]] = frozenset(
        {"rails", "multi", "beyond", "converted", "other", "capacity", "slow", "entrain", "converters", "hexes", "mode"}
    )
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(CONVERTED, "Of the other gauge", on="cell"),)

    rails: Annotated[tuple[str, ...], col("Railways", refers="link_kind")] = ("rail",)
    multi: Annotated[
        tuple[str, ...], col("Multi-track", "Where the whole way is of these, it counts half", refers="link_kind")
    ] = ()
    beyond: Annotated[
        tuple[str, ...],
        col("Beyond the map", "Links that trains follow from a railway hex into a box", refers="link_kind"),
    ] = ()
    other: Annotated[
        tuple[str, ...], col("Other gauge", "Sides that use converted railways; the rest use the others", refers="side")
    ] = ()
    converted: Annotated[str, col("At the start", "Region whose railways are converted", refers="region")] = ""
    capacity: Annotated[tuple[RailCapacity, ...], col("Capacity", "The last that has begun counts")] = ()
    slow: Annotated[float, col("Slow units", "Whose allowance is no more than this count half", ge=0, le=99)] = 6.0
    mode: Annotated[str, col("Mode", "In which units must be; empty: any", max_length=40)] = "move"
    entrain: Annotated[float, col("Entraining", "Share of the allowance that must be left", ge=0, le=1)] = 0.5
    weight: Annotated[str, col("Size", "The value that says how much a unit weighs", word="value")] = "re"
    converters: Annotated[Selector, col("Who converts")] = Selector(flags=("rail-repair",))
    hexes: Annotated[int, col("Hexes", "That such a unit converts in a phase", ge=0, le=99)] = 4

    def sentences(self, rows: Rows) -> list[str]:
        """Gauges, capacities, weights, conversion."""
        kinds = listed([named(rows, LinkKind, key).lower() for key in self.rails], "or")
        who = listed([side_words(rows, key) for key in self.other], "and") or "nobody"
        said = [
            f"A {kinds} serves one side: where it is converted {who}, elsewhere the other. No train enters a hex with "
            "an enemy or in an enemy zone, even where a friend stands.",
            f"A unit weighs what its size says, half of that if its allowance is {self.slow:g} or less; where the "
            "whole way is multi-track everything counts half. It needs "
            f"{self.entrain:g} of its allowance to entrain, and its move is over when it arrives.",
        ]
        if self.beyond:
            said.append(
                "Where a railway reaches the edge, units ride on into the boxes beyond and out of them, never through."
            )
        for each in self.capacity:
            side = side_words(rows, each.side)
            points, turn = counted(each.points, "point"), each.first_turn
            said.append(f"From turn {turn} on {side} carries {points} in a movement phase.")
        said.append(
            f"{units_words(rows, self.converters)} convert {counted(self.hexes, 'hex')} of railway in a "
            "movement phase, one after the other, none of them in an enemy zone."
            if self.hexes
            else "Nobody converts railways."
        )
        return said

    # Gauges

    def gauge(self, table: Table) -> Flags:
        """By cell, whether its railway has the other gauge."""
        return table.cached("gauge", lambda: self._gauge(table))

    def _gauge(self, table: Table) -> Flags:
        found = np.zeros(table.board.size, np.bool_)
        found[sorted(table.board.regions.get(self.converted, frozenset()))] = True
        for cell, value in table.bearing(CONVERTED).items():
            found[cell] = bool(value)
        return found

    def own_gauge(self, table: Table, side: int) -> Flags:
        """By cell, whether its railway has the gauge that a side uses."""
        other = table.scenario.sides[side].side in self.other
        return self.gauge(table) if other else ~self.gauge(table)

    def tracks(self, table: Table, side: int, kinds: tuple[str, ...] = ()) -> Flags:
        """By step of the board, whether a side's railway runs along it."""
        key = ("tracks", side, kinds or self.rails, table.state.turn)
        return table.cached(key, lambda: self._tracks(table, side, kinds or self.rails))

    def _tracks(self, table: Table, side: int, kinds: tuple[str, ...]) -> Flags:
        board, own = table.board, self.own_gauge(table, side)
        begins = np.repeat(np.arange(board.size), np.diff(board.indptr))
        masks = board.link_masks(table.state.turn)
        carried = (masks & np.uint32(board.link_bits(kinds))) != 0
        onward = (masks & np.uint32(board.link_bits(self.beyond))) != 0
        railway = np.zeros(board.size, np.bool_)
        railway[begins[carried]] = True
        carried |= onward & (railway[begins] | railway[board.indices])
        for shut in (
            each for one in table.answering("shut_links") if one is not self for each in one.shut_links(table, side)
        ):
            carried &= ~shut
        found: Flags = carried & own[begins] & own[board.indices]
        return found

    def shut_links(self, table: Table, side: int) -> Iterable[Flags]:
        """Railways of the wrong gauge serve no line."""
        board = table.board
        railway = (board.link_masks(None) & np.uint32(board.link_bits(self.rails))) != 0
        yield railway & ~self.tracks(table, side)

    # Trains

    def shut_cells(self, table: Table, side: int) -> Flags:
        """The cells that no train of a side enters: the enemy's, his zones, and where the line is bombed."""
        return table.cached(("no-trains", side), lambda: self._shut_cells(table, side))

    def _shut_cells(self, table: Table, side: int) -> Flags:
        shut: Flags = (table.occupied(1 - side) > 0) | (zone(table, 1 - side) > 0)
        shut[barriers(table, side)] = True
        return shut

    def ways(self, table: Table, side: int, start: int) -> dict[int, tuple[int, ...]]:
        """Where trains of a side go from a cell, with the shortest way, its start not included."""
        return table.cached(
            ("trains", side, start, table.state.turn), lambda: self._ways(table, side, start, self.rails)
        )

    def railheads(self, table: Table, side: int, edge: tuple[int, ...]) -> Iterable[int]:
        """Every cell to which trains go from one at the edge."""
        return {cell for start in edge for cell in self.ways(table, side, start)}

    def fast_ways(self, table: Table, side: int, start: int) -> dict[int, tuple[int, ...]]:
        """Where they go over multi-track railways alone."""
        if not self.multi:
            return {}
        return table.cached(("fast", side, start, table.state.turn), lambda: self._ways(table, side, start, self.multi))

    def _ways(self, table: Table, side: int, start: int, kinds: tuple[str, ...]) -> dict[int, tuple[int, ...]]:
        board, tracks, shut = table.board, self.tracks(table, side, kinds), self.shut_cells(table, side)
        found: dict[int, tuple[int, ...]] = {start: ()}
        waiting = [] if shut[start] else [start]
        for cell in waiting:
            if board.is_box(Cell(cell)) and cell != start:
                continue
            for edge in range(board.indptr[cell], board.indptr[cell + 1]):
                near = int(board.indices[edge])
                if tracks[edge] and near not in found and not shut[near]:
                    found[near] = (*found[cell], near)
                    waiting.append(near)
        del found[start]
        return found

    def way(self, table: Table, side: int, start: int, target: int) -> tuple[tuple[int, ...], Fraction] | None:
        """The best way from one cell to another, and what of a weight counts on it."""
        fast = self.fast_ways(table, side, start).get(target)
        if fast is not None:
            return fast, Fraction(1, 2)
        usual = self.ways(table, side, start).get(target)
        return None if usual is None else (usual, Fraction(1))

    # Capacity

    def most(self, table: Table, side: int) -> float:
        """What a side may carry in a phase of this turn."""
        key, turn = table.scenario.sides[side].side, table.state.turn
        begun = [each for each in self.capacity if each.side == key and each.first_turn <= turn]
        return max(begun, key=lambda each: each.first_turn).points if begun else 0.0

    def used_key(self, table: Table, side: int) -> str:
        """The count of what a side has carried in this phase."""
        return f"phase.rail.{table.scenario.sides[side].side}"

    def left(self, table: Table, side: int) -> Fraction:
        """What a side may still carry in this phase."""
        return Fraction(self.most(table, side)) - Fraction(table.count(self.used_key(table, side)))

    def unit_weight(self, table: Table, piece: int) -> Fraction:
        """What a unit weighs on any railway."""
        face = table.face(piece)
        heavy = Fraction(face.extra.get(self.weight, 1.0))
        return heavy / 2 if face.movement <= self.slow else heavy

    # Conversion

    def stretches(self, table: Table, piece: int) -> Iterator[tuple[int, ...]]:
        """The runs of railway that a unit can convert from where it stands, each from its first hex on."""
        side, here = table.side_of(piece), table.state.cell[piece]
        if not self.hexes:
            return
        if self._convertible(table, side, here) and self._joined(table, side, here):
            yield from self._onward(table, side, (here,))
        elif self.own_gauge(table, side)[here]:
            for near in self._along(table, here):
                if self._convertible(table, side, near):
                    yield from self._onward(table, side, (near,))

    def _onward(self, table: Table, side: int, run: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield run
        if len(run) < self.hexes:
            for near in self._along(table, run[-1]):
                if near not in run and self._convertible(table, side, near):
                    yield from self._onward(table, side, (*run, near))

    def _along(self, table: Table, cell: int) -> list[int]:
        board = table.board
        masks = board.link_masks(table.state.turn) & np.uint32(board.link_bits(self.rails))
        first, last = int(board.indptr[cell]), int(board.indptr[cell + 1])
        return [int(board.indices[edge]) for edge in range(first, last) if masks[edge]]

    def _convertible(self, table: Table, side: int, cell: int) -> bool:
        """Whether a railway has the wrong gauge for a side, and nobody hinders the work."""
        return bool(
            self._along(table, cell)
            and not self.own_gauge(table, side)[cell]
            and not zone(table, 1 - side)[cell]
            and table.holder(cell) != 1 - side
        )

    def _joined(self, table: Table, side: int, cell: int) -> bool:
        """Whether a railway of the own gauge begins beside a cell, or the cell is where trains come onto the map."""
        own = self.own_gauge(table, side)
        return any(own[near] for near in self._along(table, cell)) or self._edge(table, cell)

    def _edge(self, table: Table, cell: int) -> bool:
        return len(table.setting.neighbours[cell]) < 6
