"""Quotas of a set-up: hexes, columns and stretches that must hold so many units, and what that still takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind, Region
from engine.records.counters import Selector
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, plural, units_words


class Quota(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units, at least or at most, in each hex, column or stretch of a region."""

    name: Annotated[str, col("Name", "As players read it: border hexes", max_length=80)] = ""
    side: Annotated[str, col("Side", refers="side")] = ""
    region: Annotated[str, col("Region", refers="region")] = ""
    kinds: Annotated[
        tuple[str, ...], col("Only with places", "Hexes with a place of these kinds; empty: all", refers="place_kind")
    ] = ()
    each: Annotated[
        Literal["hex", "column", "pair", "region"],
        col(
            "For each",
            "hex: every hex by itself; column: every column of hexes; pair: every two that follow each other in the "
            "list of hexes; region: all of it together",
        ),
    ] = "hex"
    cells: Annotated[tuple[str, ...], col("Hexes in order", "For pairs; empty: those of the region")] = ()
    units: Annotated[Selector, col("Which units count")] = Selector()
    least: Annotated[int, col("At least", ge=0, le=99)] = 0
    most: Annotated[int, col("At most", "-1: no limit", ge=-1, le=999)] = -1
    case: Annotated[str, col("Rule case")] = ""

    def words(self, rows: Rows) -> str:
        """What it asks for."""
        where = f"of {named(rows, Region, self.region)}"
        if self.kinds:
            kinds = [plural(common(rows, named(rows, PlaceKind, key))) for key in self.kinds]
            where = f"with {listed(kinds, 'or')} {where}"
        who = "units" if self.units == Selector() else units_words(rows, self.units)
        unit = {"hex": "Every hex", "column": "Every column", "pair": "One of any two following hexes", "region": "All"}
        asked = [f"at least {self.least}"] if self.least else []
        asked += [f"at most {self.most}"] if self.most >= 0 else []
        return f"{unit[self.each]} {where}: {listed(asked) or 'any number'} of the {who}."


@dataclass(frozen=True)
class QuotaStretch:
    """Some cells that a quota speaks of together, and how many units they hold."""

    cells: tuple[int, ...]
    held: int


@dataclass(frozen=True)
class Requirement:
    """A quota as it stands: how many of its parts are met, and those that are not, each with what it lacks."""

    quota: Quota
    met: int
    parts: int
    open: tuple[tuple[tuple[int, ...], int], ...]
    full: tuple[tuple[int, ...], ...] = ()

    @property
    def missing(self) -> int:
        """How many units all parts lack together."""
        return sum(lack for _, lack in self.open)

    def words(self) -> str:
        """How it stands, in a few words."""
        if self.quota.most >= 0 and not self.quota.least:
            held = "; no more may come" if self.full else ""
            return f"{self.quota.name}: at most {self.quota.most}{held}"
        if not self.open:
            return f"{self.quota.name}: met"
        if self.parts == 1:
            return f"{self.quota.name}: {counted(self.missing, 'unit')} more"
        return f"{self.quota.name}: {len(self.open)} of {self.parts} still open"


def cells_of(table: Table, quota: Quota) -> tuple[int, ...]:
    """The cells that a quota speaks of, in order."""
    return table.setting.kept(("quota", quota), lambda: _cells_of(table, quota))


def _cells_of(table: Table, quota: Quota) -> tuple[int, ...]:
    found = [table.board.names.find(label) for label in quota.cells]
    cells = [int(cell) for cell in found if cell is not None] or sorted(
        table.board.regions.get(quota.region, frozenset())
    )
    if quota.kinds:
        cells = [
            cell for cell in cells if any(place.kind in quota.kinds for place in table.board.places_at(Cell(cell)))
        ]
    return tuple(cells)


def parts_of(table: Table, quota: Quota) -> tuple[tuple[int, ...], ...]:
    """The hexes, columns, pairs or the one stretch that a quota speaks of, each as its cells."""
    return table.setting.kept(("quota parts", quota), lambda: tuple(_parts(table, quota)))


def _parts(table: Table, quota: Quota) -> Iterator[tuple[int, ...]]:
    cells = cells_of(table, quota)
    if quota.each == "hex":
        yield from ((cell,) for cell in cells)
    elif quota.each == "pair":
        yield from pairwise(cells)
    elif quota.each == "region":
        yield cells
    else:
        columns: dict[int, list[int]] = {}
        for cell in cells:
            if cell < table.board.grid.size:
                columns.setdefault(table.board.grid.column_row(Cell(cell))[0], []).append(cell)
        yield from (tuple(columns[key]) for key in sorted(columns))


def standing(table: Table, quota: Quota) -> list[QuotaStretch]:
    """Every part of a quota with the units that it holds now."""
    side = table.scenario.side_index.get(quota.side)
    anybody = quota.units == Selector()

    def held(cell: int) -> int:
        stack = table.stack(cell) if table.holder(cell) == side else []
        return len(stack) if anybody else len(table.matching(quota.units, stack))

    return [QuotaStretch(cells, sum(map(held, cells))) for cells in parts_of(table, quota)]


def requirement(table: Table, quota: Quota) -> Requirement:
    """A quota as it stands now."""
    parts = standing(table, quota)
    lacking = tuple((part.cells, quota.least - part.held) for part in parts if part.held < quota.least)
    full = tuple(part.cells for part in parts if 0 <= quota.most <= part.held)
    return Requirement(quota, len(parts) - len(lacking), len(parts), lacking, full)


@dataclass(frozen=True)
class Shortfall:
    """What the quotas of an area still take: the pieces at least, and the cells where one more piece helps."""

    pieces: int
    helps: frozenset[int]


def shortfall(table: Table, quotas: Iterable[Quota]) -> Shortfall:
    """How many pieces must still be placed for all of these quotas to be met, and where they help."""
    asked = [(quota, standing(table, quota)) for quota in quotas if quota.least]
    needs = _needs(asked, {})
    whole, helps = sum(need for _, _, need in needs), set[int]()
    for quota, cells, _ in needs:
        if quota.each != "pair":
            helps |= set(cells)
    for quota, parts in asked:
        if quota.each == "pair":
            near = {cell for part in parts if part.held < quota.least for cell in part.cells} - helps
            helps |= {cell for cell in near if sum(need for *_, need in _needs(asked, {cell: 1})) < whole}
    return Shortfall(whole, frozenset(helps))


def _needs(
    asked: list[tuple[Quota, list[QuotaStretch]]], more: Mapping[int, int]
) -> list[tuple[Quota, tuple[int, ...], int]]:
    """What each part of each quota takes at least, so that all are met: first hexes, then pairs, then what is wider.

    What a narrow quota takes counts for the wider ones; of a pair the second hex is taken, since it serves the next.
    """
    order = {"hex": 0, "pair": 1, "column": 2, "region": 3}
    planned: dict[int, int] = {}
    found = []
    for quota, parts in sorted(asked, key=lambda pair: order[pair[0].each]):
        for part in parts:
            held = part.held + sum(planned.get(cell, 0) + more.get(cell, 0) for cell in part.cells)
            if held < quota.least and part.cells:
                planned[part.cells[-1]] = planned.get(part.cells[-1], 0) + quota.least - held
                found.append((quota, part.cells, quota.least - held))
    return found
