"""Aircraft on their fields: which bases there are, how many they hold, how far it is, and what becomes of a lost base.

Aircraft are pieces that stand in the cell of their base or in a box beside the map.  They hold no ground.  One that has
flown is inactive until it is refitted.  A base is a marker of its side; its kind says its level, and hits lower that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

import msgspec

from engine.ids import OFF_MAP, Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.records.markers import Marker
from engine.rules.answers import MarkKind, Shift
from engine.rules.barrage import INACTIVE, Barrage
from engine.rules.effects import lose_step
from engine.rules.laying import numbers, stock
from engine.rules.mechanism import Mechanism
from engine.rules.supply_trace import traced
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, side_words, units_words
from engine.state import ELIMINATED
from engine.state.events import MarkerPlaced, MarkerRemoved, Relocation
from engine.state.tasks import Battle

HITS, STRUCK = "base-hits", "struck-from-the-air"


class BaseKind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of base: its marker, its level, how many aircraft it holds, and how many it makes ready in a phase."""

    marker: Annotated[str, col("Marker", refers="marker")] = ""
    level: Annotated[int, col("Level", "0: a strip", ge=0, le=9)] = 1
    holds: Annotated[int, col("Holds", "Aircraft", ge=0, le=99)] = 4
    refits: Annotated[int, col("Refits", "Aircraft in one phase", ge=0, le=99)] = 2


class AirBox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A field beside the map: whose it is, and how far it lies from an edge."""

    side: Annotated[str, col("Side", refers="side")] = ""
    box: Annotated[str, col("Box", max_length=40)] = ""
    edge: Annotated[str, col("Edge", "The cells from which the distance counts", refers="region")] = ""
    hexes: Annotated[int, col("Hexes", "From the box to the edge", ge=0, le=99)] = 0
    case: Annotated[str, col("Rule case")] = ""


class AtRest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Aircraft that are inactive when their side has set up."""

    units: Annotated[Selector, col("Which aircraft")] = Selector()
    count: Annotated[int, col("How many", "0: all of them", ge=0, le=99)] = 0


class AircraftMoved(Relocation, frozen=True, tag="aircraft-moved"):
    """An aircraft flew to another base."""

    why: str = ""

    def words(self, table: Any, /) -> str | None:
        """Who flies where."""
        return f"{table.name(self.piece)} flies to {table.label(self.target)}{f': {self.why}' if self.why else ''}."


class Air(Mechanism, frozen=True, kw_only=True):
    """Bases and boxes, and aircraft that stand there."""

    key: ClassVar[str] = "air"
    title: ClassVar[str] = "Aircraft and bases"
    help: ClassVar[str] = (
        "Aircraft stand at bases of their side, fly missions within their range, and are then inactive."
    )
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            INACTIVE,
            "Inactive",
            badge="I",
            set_words=("is inactive", "are inactive"),
            lifted_words=("is ready", "are ready"),
        ),
        MarkKind(HITS, "Hits on the air base", on="cell"),
        MarkKind(STRUCK, "Struck from the air in this phase", on="cell", lasts="phase"),
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {"aircraft", "bases", "boxes", "reach", "near", "near_columns", "limited", "limited_columns", "strafed", "half"}
        | {"at_rest"}
    )

    aircraft: Annotated[Selector, col("Aircraft")] = Selector(symbols=("fighter", "bomber"))
    bases: Annotated[tuple[BaseKind, ...], col("Kinds of base", "From the lowest level to the highest")] = ()
    boxes: Annotated[tuple[AirBox, ...], col("Boxes", "They hold any number")] = ()
    reach: Annotated[str, col("Range", "The value of a counter, in hexes", word="value")] = "range"
    near: Annotated[int, col("Near bases", "Where every aircraft of a barrage comes from so near, in hexes", ge=0)] = 0
    near_columns: Annotated[int, col("Columns of near bases", ge=-9, le=9)] = 0
    limited: Annotated[tuple[str, ...], col("Limited flight", "In this weather", refers="weather")] = ()
    limited_columns: Annotated[int, col("Columns of limited flight", ge=-9, le=9)] = 0
    half: Annotated[int, col("Beyond half range", "Columns of a barrage (an option)", ge=-9, le=9)] = 0
    at_rest: Annotated[tuple[AtRest, ...], col("Inactive at the start")] = ()
    strafed: Annotated[
        int, col("Caught on the ground", "An inactive aircraft of a lost base loses a step on", ge=2)
    ] = 4

    def sentences(self, rows: Rows) -> list[str]:
        """Bases, boxes, and what moves the column of their barrages."""
        kinds = [
            f"{named(rows, Marker, each.marker)} holds {each.holds} and refits {each.refits} in a phase"
            for each in self.bases
        ]
        said = [f"Aircraft stand at bases: {'; '.join(kinds) or 'there are none'}."]
        for box in self.boxes:
            edge = named(rows, Region, box.edge)
            said.append(
                f"The box of {side_words(rows, box.side)} holds any number and refits free; it lies "
                f"{counted(box.hexes, 'hex')} beyond {edge}."
            )
        if self.near_columns:
            said.append(f"Where all come from within {self.near} hexes, a barrage is shifted {self.near_columns:+d}.")
        if self.limited:
            said.append(f"In {listed(self.limited, 'or')} weather it is shifted {self.limited_columns:+d}.")
        if self.half:
            said.append(f"Where one comes from beyond half its range, it is shifted {self.half:+d}.")
        for rest in self.at_rest:
            many = f"{rest.count} of the" if rest.count else "All"
            said.append(f"{many} {units_words(rows, rest.units)} are inactive at the start.")
        said.append("New and rebuilt aircraft appear, ready to fly, in the box or at any base with room and in supply.")
        said.append(
            f"When the enemy enters a base its level falls by one and it is his; aircraft fly off, the inactive after "
            f"they lost a step on {self.strafed} or more."
        )
        return said

    def bystanders(self) -> Iterable[Selector]:
        """Aircraft on the ground hold none of it."""
        return (self.aircraft,)

    def set_up(self, table: Table, side: int) -> None:
        """Some aircraft are not ready when the game begins."""
        for rest in self.at_rest:
            there = table.matching(rest.units, self.flying(table, side))
            for piece in there[: rest.count] if rest.count else there:
                table.set_mark(INACTIVE, piece)

    # Where they stand

    def flying(self, table: Table, side: int) -> list[int]:
        """The aircraft of a side, wherever they stand."""
        return table.cached(
            ("aircraft", side),
            lambda: [piece for piece in table.setting.pieces(self.aircraft) if self._ours(table, piece, side)],
        )

    def _ours(self, table: Table, piece: int, side: int) -> bool:
        return table.side_of(piece) == side and table.stands(piece)

    def active(self, table: Table, piece: int) -> bool:
        """Whether an aircraft is ready to fly."""
        return table.stands(piece) and not table.marked(INACTIVE, piece)

    def bases_of(self, table: Table, side: int) -> dict[int, BaseKind]:
        """The bases of a side on the map, by cell; a strip beside a base does not count."""
        return table.cached(("bases", side), lambda: self._bases_of(table, side))

    def _bases_of(self, table: Table, side: int) -> dict[int, BaseKind]:
        found: dict[int, BaseKind] = {}
        for kind in self.bases:
            for number in numbers(table, side, kind.marker):
                cell = table.state.markers[number]
                if cell >= 0:
                    found[cell] = kind
        return found

    def box_of(self, table: Table, side: int) -> AirBox | None:
        """The box of a side."""
        key = table.scenario.sides[side].side
        return next((box for box in self.boxes if box.side == key), None)

    def box_cell(self, table: Table, side: int) -> int | None:
        """The cell of a side's box."""
        box = self.box_of(table, side)
        return None if box is None else int(table.board.cell(box.box))

    def level(self, table: Table, side: int, cell: int) -> int:
        """The level of a base after its hits."""
        kind = self.bases_of(table, side).get(cell)
        return 0 if kind is None else max(0, kind.level - table.bearing(HITS).get(cell, 0))

    def now(self, table: Table, side: int, cell: int) -> BaseKind | None:
        """A base as its hits leave it: what the kind of that level can do."""
        kind, hits = self.bases_of(table, side).get(cell), table.bearing(HITS).get(cell, 0)
        if kind is None or not hits:
            return kind
        level = max(0, kind.level - hits)
        return next((each for each in self.bases if each.level == level), BaseKind(level=0, holds=1, refits=0))

    def room(self, table: Table, side: int, cell: int) -> int:
        """How many more aircraft a base holds; a box holds any number."""
        if cell == self.box_cell(table, side):
            return len(table.scenario.pieces)
        kind = self.now(table, side, cell)
        here = sum(piece in self._planes(table) for piece in table.stack(cell) if table.side_of(piece) == side)
        return 0 if kind is None else kind.holds - here

    def landings(self, table: Table, side: int) -> list[int]:
        """Where aircraft of a side may land: bases with room, and the box."""
        box = self.box_cell(table, side)
        cells = [*sorted(self.bases_of(table, side)), *([] if box is None else [box])]
        return [cell for cell in cells if self.room(table, side, cell) > 0]

    def fields(self, table: Table, side: int) -> list[int]:
        """Where new and rebuilt aircraft of a side appear: the box, and bases with room that trace supply."""
        box = self.box_cell(table, side)
        return [cell for cell in self.landings(table, side) if cell == box or traced(table, side, cell)]

    def also_enters(self, table: Table, piece: int) -> Iterable[int]:
        """New aircraft come to any such field."""
        return self.fields(table, table.side_of(piece)) if piece in self._planes(table) else ()

    # How far it is

    def range_of(self, table: Table, piece: int) -> int:
        """How far an aircraft flies, one way."""
        return int(table.face(piece).extra.get(self.reach, 0.0))

    def distance(self, table: Table, side: int, one: int, other: int) -> int:
        """Hexes between two cells, of which either may be the box of the side."""
        size = table.board.grid.size
        if one >= size or other >= size:
            box = self.box_of(table, side)
            beyond, there = (one, other) if one >= size else (other, one)
            if one == other:
                return 0
            if box is None or beyond != self.box_cell(table, side) or there >= size:
                return 9999
            return box.hexes + self._from_edge(table, box.edge, there)
        grid = table.board.grid
        hexes: list[int] = table.setting.kept(("hexes from", one), lambda: grid.distances(Cell(one)).tolist())
        return hexes[other]

    def _from_edge(self, table: Table, edge: str, cell: int) -> int:
        def nearest() -> int:
            cells = table.board.regions.get(edge, frozenset())
            return min((table.board.grid.distance(Cell(each), Cell(cell)) for each in cells), default=9999)

        return table.setting.kept(("from-edge", edge, cell), nearest)

    def reaches(self, table: Table, piece: int, cell: int) -> bool:
        """Whether a cell is within the range of an aircraft from where it stands."""
        side, here = table.side_of(piece), table.state.cell[piece]
        return self.distance(table, side, here, cell) <= self.range_of(table, piece)

    def is_limited(self, table: Table, cell: int) -> bool:
        """Whether flight is limited over a cell."""
        weather = table.weather_at(cell)
        return weather is not None and weather.weather in self.limited

    # Barrages from the air

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Near bases help, limited flight hinders."""
        rule = table.setting.by_key(battle.kind)
        if not isinstance(rule, Barrage) or not rule.flown(table, battle):
            return
        ways = [self.distance(table, battle.side, table.state.cell[piece], battle.target) for piece in battle.attackers]
        if self.near_columns and ways and max(ways) <= self.near:
            yield Shift(self.near_columns, f"every aircraft comes from within {self.near} hexes", self.case("near"))
        if self.limited_columns and self.is_limited(table, battle.target):
            yield Shift(self.limited_columns, "limited flight", self.case("limited"))
        pairs = zip(ways, battle.attackers, strict=True)
        if self.half and any(2 * way > self.range_of(table, piece) for way, piece in pairs):
            yield Shift(self.half, "an aircraft comes from beyond half its range", self.case("half"))

    # A base is lost

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Whoever marches onto a field of the enemy takes it; aircraft there fly off."""
        side = table.side_of(piece)
        if piece in table.setting.bystanders:
            return
        held = self.bases_of(table, 1 - side)
        for cell in dict.fromkeys(path):
            if cell in held:
                self._take(table, side, cell, held[cell])
            for other in [each for each in table.stack(cell) if each in self._planes(table)]:
                if table.side_of(other) != side:
                    self._flee(table, other)

    def _planes(self, table: Table) -> frozenset[int]:
        return table.setting.kept("planes", lambda: frozenset(table.setting.pieces(self.aircraft)))

    def _take(self, table: Table, side: int, cell: int, kind: BaseKind) -> None:
        """A base changes hands, one level lower."""
        case = self.case("capture")
        self.lift(table, 1 - side, cell, "the enemy entered", case)
        lower = next((each for each in reversed(self.bases) if each.level < kind.level and each.level > 0), None)
        found = stock(table, side, lower.marker) if lower is not None else []
        if found:
            table.do(MarkerPlaced(found[0], OFF_MAP, cell))

    def lift(self, table: Table, side: int, cell: int, why: str, case: str) -> None:
        """Take the base of a side off a cell, with its hits; the marker may be used again."""
        for kind in self.bases:
            for number in numbers(table, side, kind.marker):
                if table.state.markers[number] == cell:
                    printed = table.scenario.markers[number].cell is not None
                    table.do(MarkerRemoved(number, cell, ELIMINATED if printed else OFF_MAP, why, case))
        if table.marked(HITS, cell):
            table.set_mark(HITS, cell, None)

    def _flee(self, table: Table, piece: int) -> None:
        """An aircraft leaves a lost base for the nearest that has room, or is lost."""
        side, here, case = table.side_of(piece), table.state.cell[piece], self.case("capture")
        if table.marked(INACTIVE, piece) and table.roll("1d6", f"{table.name(piece)} on a lost base") >= self.strafed:
            lose_step(table, piece, "caught on the ground", case)
        if not table.stands(piece):
            return
        near = sorted((self.distance(table, side, here, cell), cell) for cell in self.landings(table, side))
        if near and near[0][0] <= self.range_of(table, piece):
            table.do(AircraftMoved(piece, here, near[0][1], "its base is lost"))
        else:
            table.eliminate(piece, "no base in range has room", case)


def air_of(table: Table) -> Air:
    """The rule of aircraft."""
    return table.mechanism(Air)
