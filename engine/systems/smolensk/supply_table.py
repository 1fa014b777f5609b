"""The supply tables: what comes in a reinforcement phase, where it may lie, and whose it is (SM 2.1, 3.1, 3.4b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind, Region
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.decision import Decision, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.own_stocks import owed_key
from engine.rules.prices import Price, Source
from engine.rules.procedure import Automatic, Procedure
from engine.rules.procedure import listed as among
from engine.rules.railways import Railways
from engine.rules.stores import in_use, place_tokens
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, side_words, whom
from engine.state import Store
from engine.state.actions import Action, AnyAction
from engine.state.events import Noted
from engine.state.tasks import AnyTask, Task
from engine.systems.smolensk.dividing_line import spans

RAILED, LOADS = "supply-railed", "supply.loads"
LOWEST = 2
"""The lowest throw of two dice."""


class ReceiveSupply(Task, frozen=True, tag="receive-supply"):
    """A side throws on its supply table."""

    side: int


class PlaceSupply(Task, frozen=True, tag="place-supply"):
    """A side places supply points that have come, group by group."""

    side: int
    lots: tuple[tuple[str, int], ...]


class PutSupply(Action, frozen=True, tag="put-supply"):
    """Put supply points of the group at hand into a cell."""

    cell: int
    points: int

    def words(self, table: Table, /) -> str:
        """How much goes where."""
        return f"put {counted(self.points, 'supply point')} into {table.label(self.cell)}"


class SupplyTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side throws for, for some turns: the points for 2 to 12 on two dice."""

    side: Annotated[str, col("Side", refers="side")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200
    points: Annotated[tuple[int, ...], col("Points", "For a throw of 2, 3 ... 12")] = ()


class SupplyArrivals(Mechanism, frozen=True, kw_only=True):
    """Supply that comes by the tables."""

    key: ClassVar[str] = "supply-arrivals"
    title: ClassVar[str] = "Supply arrivals"
    help: ClassVar[str] = "In its reinforcement phase a side throws for supply points and places them."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "tables", "cities"})
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(RAILED, "Supplied by rail", on="cell", lasts="phase"),)

    phases: Annotated[tuple[str, ...], col("Phases", refers="phase")] = ()
    tables: Annotated[tuple[SupplyTable, ...], col("Tables")] = ()
    cities: Annotated[
        tuple[str, ...], col("Stations", "Kinds of place that one point may be railed to, free", refers="place_kind")
    ] = ("city",)

    def sentences(self, rows: Rows) -> list[str]:
        """What is thrown for, and where it may lie."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.cities], "or")
        said = [
            f"In {phases_words(rows, self.phases) or 'no phase'} a side throws 2d6 for supply points. One point may be "
            f"put into each {kinds} that its trains can reach from a source, beyond its capacity; the rest go to its "
            "sources on the edge."
        ]
        for each in self.tables:
            span = "" if each.last_turn >= 200 else f" to {each.last_turn}"
            got = listed([str(points) for points in each.points])
            said.append(f"From turn {each.first_turn}{span} {side_words(rows, each.side)} gets for 2 to 12: {got}.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw when a reinforcement phase opens."""
        now = table.scenario.phases[table.state.phase].phase in self.phases
        if side is None or not now or in_use(table) is None or self.table_of(table, side) is None:
            return ()
        return (ReceiveSupply(side),)

    def table_of(self, table: Table, side: int) -> SupplyTable | None:
        """The table of a side on this turn."""
        key, turn = table.scenario.sides[side].side, table.state.turn
        found = (each for each in self.tables if each.side == key and each.first_turn <= turn <= each.last_turn)
        return next(found, None)

    def edge(self, table: Table, side: int) -> list[int]:
        """The sources of a side that the enemy does not hold."""
        regions = table.mechanism(TraceSupply).regions(table, side)
        cells = {cell for region in regions for cell in table.board.regions.get(region, frozenset())}
        return sorted(cell for cell in cells if table.holder(cell) != 1 - side)

    def stations(self, table: Table, side: int) -> list[int]:
        """The places that trains of a side reach from a source, and that got nothing yet."""
        rule, open_ends = table.mechanism(Railways), self.edge(table, side)
        reached = {cell for start in open_ends for cell in rule.ways(table, side, start)}
        return sorted(cell for cell in reached if self._city(table, cell) and not table.marked(RAILED, cell))

    def _city(self, table: Table, cell: int) -> bool:
        return any(place.kind in self.cities for place in table.board.places_at(Cell(cell)))


class ReceiveSupplyProcedure(Automatic):
    """Throws, and divides what comes."""

    def run(self, table: Table, task: ReceiveSupply) -> None:
        """Throw on the table; each group of the side gets its share, the first the odd point."""
        rule = table.mechanism(SupplyArrivals)
        found = rule.table_of(table, task.side)
        name = table.scenario.sides[task.side].name
        total = table.roll("2d6", f"{name} supply")
        points = found.points[total - LOWEST] if found is not None and total - LOWEST < len(found.points) else 0
        table.swap(*((PlaceSupply(task.side, divided(table, task.side, points)),) if points else ()))
        table.do(Noted(f"The {name} side gets {counted(points, 'supply point')}.", rule.case("table")))


def divided(table: Table, side: int, points: int) -> tuple[tuple[str, int], ...]:
    """Supply points by the group that gets them."""
    rule = table.setting.by_key(GroupSupply.key)
    key = table.scenario.sides[side].side
    groups = rule.groups if isinstance(rule, GroupSupply) and rule.side == key else ()
    if not groups:
        return (("", points),)
    share, odd = divmod(points, len(groups))
    return tuple((group, share + (number < odd)) for number, group in enumerate(groups) if share or number < odd)


class PlaceSupplyProcedure:
    """Points are placed one station at a time, the rest at a source."""

    def decision(self, table: Table, task: PlaceSupply) -> Decision | None:
        """Asks while there is a point and a place for it."""
        if not self._cells(table, task):
            return None
        group, points = task.lots[0]
        whose = f" of {group.title()}" if group else ""
        return Decision(task.side, "supply", f"Place {counted(points, 'supply point')}{whose}: choose a hex.")

    def _cells(self, table: Table, task: PlaceSupply) -> list[PutSupply]:
        rule, points = table.mechanism(SupplyArrivals), task.lots[0][1]
        one_each = [PutSupply(cell, 1) for cell in rule.stations(table, task.side)]
        edge = [PutSupply(cell, many) for cell in rule.edge(table, task.side) for many in sorted({1, points})]
        return [*one_each, *(put for put in edge if put not in one_each)]

    def run(self, table: Table, task: PlaceSupply) -> None:
        """There is no place for it."""
        table.swap()
        table.do(Noted("No hex is left where supply could come onto the map.", ""))

    def options(self, table: Table, task: PlaceSupply) -> Options:
        """A point into each station; one or all into each source."""
        return Options(tuple(one(put.cell, put) for put in self._cells(table, task)))

    def judge(self, table: Table, task: PlaceSupply, action: AnyAction) -> Verdict:
        """Any number that there is goes to a source, one to a station."""
        rule = table.mechanism(SupplyArrivals)
        if isinstance(action, PutSupply) and action.cell in rule.edge(table, task.side):
            many = 1 <= action.points <= task.lots[0][1]
            return Verdict(True) if many else no("There are not so many points.", rule.case("place"))
        why = "One point goes to a station that trains reach from a source, the rest to the sources."
        return among(self.options(table, task), action, why, rule.case("place"))

    def perform(self, table: Table, task: PlaceSupply, action: AnyAction) -> None:
        """Put it down; what is left is placed next."""
        assert isinstance(action, PutSupply)
        rule, stores = table.mechanism(SupplyArrivals), in_use(table)
        (group, points), rest = task.lots[0], task.lots[1:]
        left = (((group, points - action.points),) if points > action.points else ()) + rest
        table.swap(*((PlaceSupply(task.side, left),) if left else ()))
        store = Store("cell", action.cell, task.side, group=group)
        tokens = action.points * (stores.tokens if stores is not None else 1)
        tokens -= self._owed(table, task.side, tokens)
        if tokens:
            place_tokens(table, store, tokens, "by the supply table", rule.case("place"))
        if action.cell not in rule.edge(table, task.side):
            table.set_mark(RAILED, action.cell)

    def _owed(self, table: Table, side: int, most: int) -> int:
        """What of an arrival goes into the stocks of units that have left the map."""
        key = owed_key(table, side)
        tokens = min(int(table.count(key)), most)
        if tokens:
            table.tally(key, -tokens)
            case = table.mechanism(SupplyArrivals).case("stocks")
            table.do(Noted(f"Stocks of units that left the map take {counted(tokens, 'token')}.", case))
        return tokens


class GroupSupply(Mechanism, frozen=True, kw_only=True):
    """Supply that belongs to one of two panzer groups."""

    key: ClassVar[str] = "group-supply"
    title: ClassVar[str] = "Supply of the panzer groups"
    help: ClassVar[str] = "Supply belongs to a group; formations of another may not fight or move with it."
    told: ClassVar[frozenset[str]] = frozenset(
        {"side", "groups", "flags", "formations", "reasons", "last_turn", "line"}
    )

    side: Annotated[str, col("Side", refers="side")] = ""
    groups: Annotated[tuple[str, ...], col("Groups", "The first gets the odd point")] = ("guderian", "hoth")
    flags: Annotated[tuple[str, ...], col("Flags", "Of the units of each group")] = ("guderian", "hoth-stripe")
    formations: Annotated[tuple[str, ...], col("Bound", "Flags of units that are bound")] = ("multi-unit",)
    reasons: Annotated[tuple[str, ...], col("For", "What they may not pay for so")] = (
        "fuel",
        "fuel for all",
        "a little fuel for all",
        "the attack",
        "the barrage",
    )
    last_turn: Annotated[int, col("Until turn", "After it, supply is bound no longer", ge=1, le=200)] = 200
    line: Annotated[
        str,
        col("Line", "What comes without a group belongs to the second north of it, else to the first", refers="region"),
    ] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who shares with whom."""
        names = listed([group.title() for group in self.groups])
        line = f"“{named(rows, Region, self.line)}”"
        found = [
            f"What is captured, flown in or unloaded without a group belongs to {self.groups[-1].title()} north of "
            f"{line}, else to {self.groups[0].title()}."
        ]
        return [
            *(found if self.line else []),
            f"New supply is divided evenly between {names}, the odd point to the first. Units marked "
            f"{listed(self.formations, 'or')} of one group pay for {listed(self.reasons, 'or')} with nothing that "
            f"belongs to another{f' until turn {self.last_turn}' if self.last_turn < 200 else ''}; all others may use "
            "either.",
        ]

    def store_group(self, table: Table, side: int, cell: int) -> str:
        """The group on whose side of the line a cell lies; beyond its ends the line runs straight on."""
        known = spans(table, self.line)
        theirs = table.scenario.sides[side].side != self.side or table.board.is_box(Cell(cell))
        if theirs or not known or table.state.turn > self.last_turn:
            return ""
        column, row = table.board.grid.column_row(Cell(cell))
        nearest = min(known, key=lambda each: abs(each - column))
        return self.groups[-1] if row < known[nearest][0] else self.groups[0]

    def group_of(self, table: Table, piece: int) -> str:
        """The group that a unit is bound to; empty: none."""
        flags = table.unit(piece).flags
        if not any(flag in flags for flag in self.formations):
            return ""
        found = zip(self.groups, self.flags, strict=False)
        return next((group for group, flag in found if flag in flags), "")

    def may_draw(self, table: Table, price: Price, source: Source) -> Verdict | None:
        """No formation fights with the supply of the other group."""
        if source.store is None or source.store.group not in self.groups or price.reason not in self.reasons:
            return None
        if table.state.turn > self.last_turn:
            return None
        bound = {self.group_of(table, piece) for piece in price.users} - {"", source.store.group}
        if not bound:
            return None
        return no(f"That supply belongs to {source.store.group.title()}.", self.case("group"))


class LoadedArrivals(Mechanism, frozen=True, kw_only=True):
    """Transport that comes onto the map loaded."""

    key: ClassVar[str] = "loaded-arrivals"
    title: ClassVar[str] = "Loaded transport"
    help: ClassVar[str] = "Some transport of the schedule arrives with supply aboard."
    told: ClassVar[frozenset[str]] = frozenset({"units", "points"})

    units: Annotated[Selector, col("Which units")] = Selector()
    points: Annotated[int, col("Points", "Supply points aboard of each", ge=0, le=99)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Who brings how much, and whose it is."""
        many = counted(self.points, "supply point")
        return [
            f"{whom(rows, self.units)} that arrive by the schedule have {many} aboard each. Where supply belongs to "
            "groups, that of transport without a formation goes to each group in turn."
        ]

    def arrived(self, table: Table, piece: int) -> None:
        """They are full."""
        stores, unit = in_use(table), table.unit(piece)
        if stores is None or not self.points or not self.units.matches(unit):
            return
        side = table.side_of(piece)
        store = Store("piece", piece, side, group=self._group(table, side, piece))
        place_tokens(table, store, self.points * stores.tokens, "on arrival", self.case("loaded"))

    def _group(self, table: Table, side: int, piece: int) -> str:
        rule = table.setting.by_key(GroupSupply.key)
        if not isinstance(rule, GroupSupply) or rule.side != table.scenario.sides[side].side:
            return ""
        if table.unit(piece).formation is not None or not rule.groups:
            return ""
        number = int(table.count(LOADS))
        table.tally(LOADS, 1)
        return rule.groups[number % len(rule.groups)]


MECHANISMS: dict[str, type[Mechanism]] = {kind.key: kind for kind in (SupplyArrivals, GroupSupply, LoadedArrivals)}
PROCEDURES: dict[type[AnyTask], Procedure] = {
    ReceiveSupply: ReceiveSupplyProcedure(),
    PlaceSupply: PlaceSupplyProcedure(),
}
"""What this module adds to the system."""
