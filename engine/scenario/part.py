"""A part of a scenario: a window of its map with all that stands in it, made a scenario of its own."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.errors import Problem, ScenarioError
from engine.grid import CellGrid, make_grid
from engine.records import Record, Rows
from engine.records.board import Box, CellRow, Grid, Hexside, Link, Place, Region, RegionCell
from engine.records.counters import Face, Formation, ModeFace, Selector, Unit
from engine.records.markers import MarkerStart
from engine.records.play import Arrival, Option, Placement, ScenarioRow, Turn


class ChildMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A window of a map by the cells in its north-western and south-eastern corners."""

    first: str
    last: str


class KeptCells:
    """The cells of a map that a part keeps."""

    def __init__(self, record: Grid, part: ChildMap) -> None:
        self.record = record
        self.map: CellGrid = make_grid(record)
        corners = [self.map.column_row(self.map.parse(label)) for label in (part.first, part.last)]
        (self.west, self.north), (self.east, self.south) = corners
        if self.west > self.east or self.north > self.south:
            raise ScenarioError([Problem(f"{part.last} does not lie south-east of {part.first}", "part")])

    def holds(self, label: str) -> bool:
        """Whether a cell lies in the window; a box that was left out does not."""
        try:
            column, row = self.map.column_row(self.map.parse(label))
        except ScenarioError:
            return False
        return self.west <= column <= self.east and self.north <= row <= self.south

    def across(self, hexside: Hexside) -> str | None:
        """The cell on the other side of a hexside; None: there is none."""
        other = self.map.neighbour(self.map.parse(hexside.cell), hexside.side)
        return None if other is None else self.map.label(other)

    def grid(self) -> Grid:
        """The map of the part, whose cells keep their numbers."""
        old, rows = self.record, self.south - self.north + 1
        turned = {"odd": "even", "even": "odd"}[old.shifted] if self.west % 2 else old.shifted
        made = msgspec.structs.replace(
            old,
            columns=self.east - self.west + 1,
            rows=rows,
            shifted=turned,
            first_column=old.first_column + self.west,
            first_row=old.first_row + (self.north if old.rows_from == "north" else old.rows - 1 - self.south),
        )
        if old.numbering != "ccrr-sheet":
            return made
        if self.north < old.sheet_rows:
            return msgspec.structs.replace(made, sheet_rows=min(old.sheet_rows - self.north, rows))
        first = old.first_row + self.north - old.sheet_rows
        return msgspec.structs.replace(made, first_row=first, sheet_rows=rows, sheets=old.sheets[::-1])


def cut(rows: Rows, part: ChildMap) -> Rows:
    """The rows of a part: only its cells, and only the units that stand there or come; options are left behind."""
    made, window = rows.copy(), KeptCells(rows.the(Grid), part)
    boxes = {box.box for box in rows.all(Box)}

    def here(*labels: str | None) -> bool:
        return all(label is None or label in boxes or window.holds(label) for label in labels)

    _keep(made, CellRow, (row for row in rows.all(CellRow) if here(row.cell)))
    _keep(made, Hexside, (row for row in rows.all(Hexside) if here(row.cell) and here(window.across(row))))
    _keep(made, Link, (row for row in rows.all(Link) if here(row.cell, row.other)))
    _keep(made, Place, (row for row in rows.all(Place) if here(row.cell)))
    _keep(made, RegionCell, (row for row in rows.all(RegionCell) if here(row.cell)))
    _keep(made, Placement, (row for row in rows.all(Placement) if here(row.cell)))
    _keep(made, MarkerStart, (row for row in rows.all(MarkerStart) if here(row.cell)))
    _keep(made, Turn, (row for row in rows.all(Turn) if row.turn <= rows.the(ScenarioRow).turns))
    _keep(made, Option, ())
    filled = {row.region for row in made.all(RegionCell)}
    _keep(made, Region, (row for row in rows.all(Region) if row.region in filled))
    made.put(window.grid())
    for box in rows.all(Box):
        made.put(_moved(box, window))
    _muster(made)
    return made


def _keep(rows: Rows, kind: type[Record], kept: Iterable[Record]) -> None:
    """Leave out all rows of a kind but these."""
    wanted = {row.identity() for row in kept}
    for row in list(rows.all(kind)):
        if row.identity() not in wanted:
            rows.drop(kind, *row.identity())


def _moved(box: Box, window: KeptCells) -> Box:
    """A box where it was, or as near as the smaller map lets it be."""
    wide, high = window.east - window.west + 1 - box.width, window.south - window.north + 1 - box.height
    x, y = min(max(box.x - window.west, 0.0), wide), min(max(box.y - window.north, 0.0), high)
    return msgspec.structs.replace(box, x=x, y=y)


def _muster(rows: Rows) -> None:
    """Leave only units that lines of the set-up or of the arrivals mean; of a pool so many as they draw, evenly."""
    needed: dict[str, int] = {}
    plain: list[Selector] = []
    lines = [(line.units, line.count) for line in rows.all(Placement)]
    lines += [(line.units, line.count) for line in rows.all(Arrival)]
    for units, count in lines:
        if units.pools:
            needed[units.pools[0]] = needed.get(units.pools[0], 0) + count
        else:
            plain.append(units)
    kept = [unit for unit in rows.all(Unit) if not unit.pool and any(each.matches(unit) for each in plain)]
    for pool, count in needed.items():
        members = [unit for unit in rows.all(Unit) if unit.pool == pool]
        kept += [members[number * len(members) // count] for number in range(min(count, len(members)))]
    _keep(rows, Unit, kept)
    names = {unit.unit for unit in kept}
    _keep(rows, Face, (face for face in rows.all(Face) if face.unit in names))
    _keep(rows, ModeFace, (face for face in rows.all(ModeFace) if face.unit in names))
    parents = {row.formation: row.parent for row in rows.all(Formation)}
    used = {unit.formation for unit in kept if unit.formation}
    for formation in list(used):
        above = parents.get(formation)
        while above:
            used.add(above)
            above = parents.get(above)
    _keep(rows, Formation, (row for row in rows.all(Formation) if row.formation in used))
