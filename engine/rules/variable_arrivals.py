"""Variable arrivals: a side throws on its tables for supply, men, equipment and aircraft, and takes what they give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.charts import LookupTable
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.charts import Chart
from engine.records.counters import Selector
from engine.rules.air import Air, air_of
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import listed as one_of
from engine.rules.replenishing import KINDS, Replenishment, bring_back, one_step
from engine.rules.stores import SUPPLY, in_use, place_tokens
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, side_words, units_words
from engine.state import ELIMINATED, Store
from engine.state.actions import Action, AnyAction, Done, PlaceUnit, RestoreStep
from engine.state.events import StepRegained
from engine.state.tasks import AnyTask, Task


class ArrivalColumn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a column of a table gives."""

    column: Annotated[str, col("Column", max_length=40)] = ""
    gives: Annotated[
        Literal["supply", "pax", "eq", "units", "loss"],
        col(
            "Gives",
            "supply: points of it; pax, eq: replacements; units: so many steps of certain units at bases, at once; "
            "loss: so many of certain units are lost",
        ),
    ] = "supply"
    units: Annotated[Selector, col("Which units", "Where it gives units, or takes them")] = Selector()


class ArrivalThrow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A throw of a side on a table, in some turns."""

    name: Annotated[str, col("Name", "As players read it: Supply", max_length=60)] = "Supply"
    side: Annotated[str, col("Side", refers="side")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200
    chart: Annotated[str, col("Table", "Its rows are totals; the last that is not above counts", refers="chart")] = ""
    dice: Annotated[Literal["1d6", "2d6"], col("Dice")] = "2d6"
    modifier: Annotated[int, col("Modifier", "Added to the dice", ge=-9, le=9)] = 0
    columns: Annotated[tuple[ArrivalColumn, ...], col("Columns")] = ()
    case: Annotated[str, col("Rule case")] = ""

    def due(self, table: Table, side: int) -> bool:
        """Whether the side throws on this turn."""
        key = table.scenario.sides[side].side
        return self.side == key and self.first_turn <= table.state.turn <= self.last_turn


class DeliverStores(Action, frozen=True, tag="deliver-stores"):
    """Put points that arrive in a cell."""

    cell: int
    points: int

    def words(self, table: Table, /) -> str:
        """How many, and where."""
        return f"put {counted(self.points, 'point')} in {table.label(self.cell)}"


class TakeStores(Task, frozen=True, tag="take-stores"):
    """A side places points of a kind that arrive; cities that had theirs take no more."""

    side: int
    kind: str
    points: int
    case: str = ""
    group: str = ""
    served: tuple[int, ...] = ()


class TakeUnits(Task, frozen=True, tag="take-units"):
    """A side rebuilds steps of certain units at its bases, at once or never."""

    side: int
    units: Selector
    steps: int
    case: str = ""


class SupplyGroup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of a side that has a share of its supply."""

    side: Annotated[str, col("Side", refers="side")] = ""
    group: Annotated[str, col("Group", max_length=40)] = ""
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200


class VariableArrivals(Mechanism, frozen=True, kw_only=True):
    """The throws of both sides, and where supply may be put."""

    key: ClassVar[str] = "variable-arrivals"
    title: ClassVar[str] = "Variable arrivals"
    help: ClassVar[str] = "Dice say how much supply and how many replacements a side receives."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "throws", "cities", "groups"})

    phases: Annotated[tuple[str, ...], col("Phases", "Thrown when one of these opens", refers="phase")] = ()
    throws: Annotated[tuple[ArrivalThrow, ...], col("Throws")] = ()
    cities: Annotated[
        tuple[str, ...],
        col("Cities", "One supply point may be put in each that trains of the side reach", refers="place_kind"),
    ] = ()
    groups: Annotated[
        tuple[SupplyGroup, ...], col("Groups", "Share the supply of their side; what is odd is the last one's")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Every throw, and where it is put."""
        said = [f"When {phases_words(rows, self.phases) or 'no phase'} opens, its side throws for what arrives."]
        for each in self.throws:
            turns = (
                f"turns {each.first_turn} to {each.last_turn}" if each.last_turn < 200 else f"turn {each.first_turn} on"
            )
            more = f", {each.modifier:+d}" if each.modifier else ""
            gives = listed([_gives(rows, column) for column in each.columns])
            said.append(
                f"{each.name}, {side_words(rows, each.side)}, {turns}: {each.dice}{more} on "
                f"{named(rows, Chart, each.chart)} gives {gives or 'nothing'}."
            )
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.cities], "or")
        where = f"; one point may be put in each {kinds} that its trains reach" if kinds else ""
        return [*said, f"Supply is put at the edge{where}; aircraft must be taken at once, the rest waits."]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw what is due, and take what it gives."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        return [task for each in self.throws if each.due(table, side) for task in self.thrown(table, side, each)]

    def thrown(self, table: Table, side: int, each: ArrivalThrow) -> Iterator[AnyTask]:
        """Throw on a table, and give the tasks that follow."""
        chart = table.scenario.tables[each.chart]
        row = row_of(chart, table.roll(each.dice, each.name) + each.modifier)
        for column in each.columns:
            many = int(chart.number(row, column.column))
            if many:
                yield from self._given(table, side, column, many, each.case)

    def _given(self, table: Table, side: int, column: ArrivalColumn, many: int, case: str) -> Iterator[AnyTask]:
        match column.gives:
            case "supply":
                yield from self.supply(table, side, many, case)
            case "units":
                yield TakeUnits(side, column.units, many, case)
            case "loss":
                for piece in table.matching(column.units, table.on_map(side))[:many]:
                    table.eliminate(piece, "worn out", case)
            case _:
                yield TakeStores(side, column.gives, many, case)

    def supply(self, table: Table, side: int, points: int, case: str) -> Iterator[TakeStores]:
        """Supply points that arrive, shared out to the groups of the side."""
        key = table.scenario.sides[side].side
        groups = [each.group for each in self.groups if each.side == key and table.state.turn <= each.last_turn]
        for number, group in enumerate(groups or [""]):
            parts = max(1, len(groups))
            share = points // parts + (points % parts if number == parts - 1 else 0)
            if share:
                yield TakeStores(side, SUPPLY, share, case, group)


def row_of(chart: LookupTable, total: int) -> str:
    """The last row whose number is not above a total; the first stands for less."""
    found = [row for row in chart.rows if int(row) <= total]
    return found[-1] if found else chart.rows[0]


def _gives(rows: Rows, column: ArrivalColumn) -> str:
    match column.gives:
        case "supply":
            return "supply points"
        case "units":
            return f"steps of {units_words(rows, column.units)}"
        case "loss":
            return f"losses of {units_words(rows, column.units)}"
        case _:
            return column.gives.capitalize()


def tokens_of(table: Table, kind: str) -> int:
    """How many tokens a point of a kind is."""
    rule = in_use(table)
    return rule.tokens if rule is not None and kind == SUPPLY else 1


def cities_reached(table: Table, side: int) -> list[int]:
    """The cities of the rule that a side holds and that its trains reach from its edge."""
    rule, hosts = table.mechanism(VariableArrivals), table.mechanism(Replenishment)
    if not rule.cities:
        return []
    held = {
        int(table.board.cell(place.cell))
        for index, place in enumerate(table.scenario.places)
        if place.kind in rule.cities and table.state.control[index] == side
    }
    edge = tuple(hosts.edge(table, side))
    reached = {cell for each in table.answering("railheads") for cell in each.railheads(table, side, edge)}
    return sorted(held & reached)


class TakeStoresProcedure:
    """Points are put down one by one, or all that are left in one cell."""

    def decision(self, table: Table, task: TakeStores) -> Decision | None:
        """Asks while there is a choice of cells."""
        if in_use(table) is None or len(self._cells(table, task)) < 2:
            return None
        what = "supply" if task.kind == SUPPLY else KINDS[task.kind]
        whose = f" of {task.group.capitalize()}" if task.group else ""
        prompt = f"{table.phase_name}: place {counted(task.points, 'point')} of {what}{whose}."
        return Decision(task.side, "deliver", prompt)

    def _cells(self, table: Table, task: TakeStores) -> list[int]:
        hosts = table.mechanism(Replenishment)
        if task.kind != SUPPLY:
            return hosts.places(table, task.side)
        cities = [cell for cell in cities_reached(table, task.side) if cell not in task.served]
        return sorted({*hosts.edge(table, task.side), *cities})

    def run(self, table: Table, task: TakeStores) -> None:
        """One cell takes everything; where there is none, nothing arrives."""
        cells = self._cells(table, task)
        table.swap()
        if cells and in_use(table) is not None:
            self._put(table, task, cells[0], task.points)

    def _put(self, table: Table, task: TakeStores, cell: int, points: int) -> None:
        store = Store("cell", cell, task.side, task.kind, task.group)
        place_tokens(table, store, points * tokens_of(table, task.kind), "on arrival", task.case)

    def _one_only(self, table: Table, task: TakeStores, cell: int) -> bool:
        return task.kind == SUPPLY and cell not in table.mechanism(Replenishment).edge(table, task.side)

    def options(self, table: Table, task: TakeStores) -> Options:
        """A point, or all that are left, in each cell; a city takes one."""
        groups = []
        for cell in self._cells(table, task):
            most = 1 if self._one_only(table, task, cell) else task.points
            answers = [DeliverStores(cell, points) for points in dict.fromkeys((1, most))]
            groups.append(OptionGroup(cell, partial(tuple, answers)))
        return Options(tuple(groups))

    def judge(self, table: Table, task: TakeStores, action: AnyAction) -> Verdict:
        """Any number up to what is left, where it may be put."""
        if not isinstance(action, DeliverStores) or action.cell not in self._cells(table, task):
            return no("That is not where it may arrive.", task.case)
        most = 1 if self._one_only(table, task, action.cell) else task.points
        return LEGAL if 1 <= action.points <= most else no(f"No more than {most} may be put there.", task.case)

    def perform(self, table: Table, task: TakeStores, action: AnyAction) -> None:
        """Put it down."""
        assert isinstance(action, DeliverStores)
        served = (*task.served, action.cell) if self._one_only(table, task, action.cell) else task.served
        left = task.points - action.points
        rest = msgspec.structs.replace(task, points=left, served=served)
        table.swap(*((rest,) if left else ()))
        self._put(table, task, action.cell, action.points)


class TakeUnitsProcedure:
    """Steps of aircraft: a reduced one is whole again, or a lost one comes back reduced, ready to fly."""

    def decision(self, table: Table, task: TakeUnits) -> Decision | None:
        """Asks while a step can be given."""
        if not any(not isinstance(each, Done) for each in self.options(table, task)):
            return None
        who = units_words(table.scenario.rows, task.units)
        prompt = f"{table.phase_name}: rebuild {counted(task.steps, 'step')} of {who}, or let them go."
        return Decision(task.side, "replace", prompt)

    def run(self, table: Table, task: TakeUnits) -> None:
        """Nobody to be rebuilt: it is not saved."""
        table.swap()

    def options(self, table: Table, task: TakeUnits) -> Options:
        """Each reduced unit, each lost one at each base with room, or nothing."""
        groups = [
            one(piece, RestoreStep(piece))
            for piece in table.matching(task.units, table.on_map(task.side))
            if table.state.face[piece]
        ]
        cells = fields(table, task.side)
        for piece in table.setting.pieces(task.units):
            if table.state.cell[piece] == ELIMINATED and table.side_of(piece) == task.side and cells:
                answers = tuple(PlaceUnit(piece, cell) for cell in cells)
                groups.append(OptionGroup(piece, partial(tuple, answers)))
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: TakeUnits, action: AnyAction) -> Verdict:
        """Only such a unit, at a base of its side that has room and is in supply."""
        return one_of(self.options(table, task), action, "No such unit can be rebuilt there.", task.case)

    def perform(self, table: Table, task: TakeUnits, action: AnyAction) -> None:
        """Give the step, or let the rest go."""
        if isinstance(action, Done):
            table.swap()
            return
        rest = msgspec.structs.replace(task, steps=task.steps - 1)
        table.swap(*((rest,) if rest.steps else ()))
        if isinstance(action, RestoreStep):
            face = table.state.face[action.piece]
            table.do(StepRegained(action.piece, face, face - 1, "replacement"))
        elif isinstance(action, PlaceUnit):
            bring_back(table, action.piece, action.cell, one_step(table, action.piece), "rebuilt")


def fields(table: Table, side: int) -> list[int]:
    """The air bases with room that are in supply, and the box, where rebuilt aircraft of a side may appear."""
    return air_of(table).fields(table, side) if table.setting.by_key(Air.key) is not None else []
