"""Arrivals by die and at a price: units that come where a die says, and units that cost their owner points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Annotated, ClassVar

import msgspec

from engine.ids import OFF_MAP, Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.arrivals import bring_on
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.procedure import Automatic
from engine.rules.procedure import listed as one_of
from engine.rules.setup import distinct
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import counted, listed, named, phases_words, so_many_words, units_words
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.tasks import AnyTask, Task


class RollEntrance(Task, frozen=True, tag="roll-entrance"):
    """A die says where a unit of a side arrives."""

    side: int


class PlaceArrival(Task, frozen=True, tag="place-arrival"):
    """One unit of a side arrives in one of these cells."""

    side: int
    cells: tuple[int, ...]


class BuyArrivals(Task, frozen=True, tag="buy-arrivals"):
    """A side may bring on units that cost it points."""

    side: int


class DieArrivals(Mechanism, frozen=True, kw_only=True):
    """A unit a turn at an entrance that a die names."""

    key: ClassVar[str] = "arrivals-by-die"
    title: ClassVar[str] = "Arrivals by die"
    help: ClassVar[str] = "When the phase opens a die names the entrance at which one unit arrives; it must be taken."

    phases: Annotated[tuple[str, ...], col("Phases", refers="phase")] = ()
    units: Annotated[Selector, col("Which units")] = Selector()
    dice: Annotated[str, col("Dice", pattern=r"^\d+d\d+$")] = "1d6"
    entrances: Annotated[dict[str, str], col("Entrances", "Region by the total of the dice", refers="region")] = {}
    toward: Annotated[
        str, col("If blocked", "The nearest free cell toward this region serves instead", refers="region")
    ] = ""

    told: ClassVar[frozenset[str]] = frozenset({"phases", "units", "dice", "entrances", "toward"})

    def sentences(self, rows: Rows) -> list[str]:
        """Which die, which entrances, and what if one is blocked."""
        ways = listed([f"{total} {named(rows, Region, key)}" for total, key in self.entrances.items()])
        said = [
            f"When {phases_words(rows, self.phases) or 'no phase'} opens, {self.dice} names the entrance at "
            f"which one of "
            f"the {units_words(rows, self.units)} arrives: {ways or 'none'}. It must be taken at once."
        ]
        if self.toward:
            where = named(rows, Region, self.toward)
            said.append(f"If the enemy or his zones block the entrance, the nearest free hex toward {where} serves.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw, if there is anybody to come."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        return (RollEntrance(side),)


def free_cell(table: Table, side: int, cell: int) -> bool:
    """Whether a side's unit may come on in a cell: no enemy in it, and no zone of his."""
    return table.holder(cell) != 1 - side and not in_enemy_zone(table, cell, side)


def waiting_units(table: Table, side: int, units: Selector) -> list[int]:
    """The pieces of a side that a rule may bring on."""
    return [
        piece
        for piece in table.setting.pieces(units)
        if table.side_of(piece) == side and table.state.cell[piece] == OFF_MAP
    ]


def entrance_cells(table: Table, side: int, region: str, toward: str) -> tuple[int, ...]:
    """The free cells of an entrance; if there are none, the nearest free ones in a direction."""
    cells = sorted(table.board.regions.get(region, frozenset()))
    free = tuple(cell for cell in cells if free_cell(table, side, cell))
    goal = sorted(table.board.regions.get(toward, frozenset()))
    if free or not goal or not cells:
        return free
    distance = table.board.grid.distance

    def away(cell: int, others: list[Cell]) -> int:
        return min(distance(Cell(cell), other) for other in others)

    start = min(away(cell, goal) for cell in cells)
    other = [
        cell for cell in range(table.board.grid.size) if away(cell, goal) <= start and free_cell(table, side, cell)
    ]
    nearest = min((away(cell, cells) for cell in other), default=0)
    return tuple(cell for cell in other if away(cell, cells) == nearest)


class RollEntranceProcedure(Automatic):
    """Throws the die and finds the cells."""

    def run(self, table: Table, task: RollEntrance) -> None:
        """No unit, no die."""
        rule = table.mechanism(DieArrivals)
        if not waiting_units(table, task.side, rule.units):
            table.swap()
            return
        total = table.roll(rule.dice, "entrance of the arrival")
        cells = entrance_cells(table, task.side, rule.entrances.get(str(total), ""), rule.toward)
        table.swap(*((PlaceArrival(task.side, cells),) if cells else ()))


class PlaceArrivalProcedure:
    """The unit must be placed now."""

    def decision(self, table: Table, task: PlaceArrival) -> Decision | None:
        """Which cell, where there are several."""
        if not task.cells:
            return None
        return Decision(task.side, "arrive", f"{table.phase_name}: place the unit that arrives by die.")

    def run(self, table: Table, task: PlaceArrival) -> None:
        """Nowhere to come on."""
        table.swap()

    def options(self, table: Table, task: PlaceArrival) -> Options:
        """The first of those who wait, in each cell."""
        units = table.mechanism(DieArrivals).units
        pieces = distinct(table, waiting_units(table, task.side, units))
        return Options(tuple(one(piece, PlaceUnit(piece, cell)) for piece in pieces for cell in task.cells))

    def judge(self, table: Table, task: PlaceArrival, action: AnyAction) -> Verdict:
        """Only there, and not later."""
        why = "This unit arrives now, in one of the cells of its entrance."
        return one_of(self.options(table, task), action, why, table.mechanism(DieArrivals).case("where"))

    def perform(self, table: Table, task: PlaceArrival, action: AnyAction) -> None:
        """Bring it on."""
        assert isinstance(action, PlaceUnit)
        table.swap()
        bring_on(table, action.piece, action.cell, "arrival by die")


class UnitPrice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What so many units cost, each."""

    units: Annotated[int, col("Units", ge=1, le=999)] = 1
    points: Annotated[float, col("Points", "That the enemy scores for each", ge=0, le=999)] = 1.0


class PricedArrivals(Mechanism, frozen=True, kw_only=True):
    """Units that a side may bring on for points of the other."""

    key: ClassVar[str] = "arrivals-at-a-price"
    title: ClassVar[str] = "Arrivals at a price"
    help: ClassVar[str] = "A side may bring on more units; the enemy scores points for each of them."

    phases: Annotated[tuple[str, ...], col("Phases", refers="phase")] = ()
    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Entry", refers="region")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    a_turn: Annotated[int, col("A turn", "At most so many", ge=0, le=99)] = 5
    prices: Annotated[tuple[UnitPrice, ...], col("Prices", "The first units cost the first price, and so on")] = ()

    @property
    def a_game(self) -> int:
        """How many may come in all."""
        return sum(price.units for price in self.prices)

    def price(self, bought: int) -> float:
        """What the next one costs, so many having come."""
        steps = (price.points for price in self.prices for _ in range(price.units))
        return next(islice(steps, bought, None), 0.0)

    told: ClassVar[frozenset[str]] = frozenset({"phases", "units", "region", "first_turn", "a_turn", "prices"})

    def sentences(self, rows: Rows) -> list[str]:
        """How many, where, and for how much."""
        steps = [f"{counted(price.units, 'unit')} at {price.points:g}" for price in self.prices]
        return [
            f"From turn {self.first_turn} on, when {phases_words(rows, self.phases) or 'no phase'} opens, up to "
            f"{so_many_words(rows, self.a_turn, self.units)} may be brought on by "
            f"{named(rows, Region, self.region)}.",
            f"The enemy scores points for each: {listed(steps) or 'nothing'}; more do not come in the game.",
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask, from the first turn on."""
        asked = table.scenario.phases[table.state.phase].phase in self.phases
        return (BuyArrivals(side),) if side is not None and asked and table.state.turn >= self.first_turn else ()


BOUGHT, BOUGHT_NOW = "bought", "turn.bought"


def may_buy(table: Table, side: int) -> Verdict:
    """Whether a side may bring on another unit at a price."""
    rule = table.mechanism(PricedArrivals)
    if table.count(BOUGHT) >= rule.a_game:
        return no(f"All {counted(rule.a_game, 'unit')} have come.", rule.case("game"))
    if table.count(BOUGHT_NOW) >= rule.a_turn:
        return no(f"No more than {counted(rule.a_turn, 'unit')} may come in a turn.", rule.case("turn"))
    return LEGAL if waiting_units(table, side, rule.units) else no("No unit is left to come.", rule.case("game"))


class BuyArrivalsProcedure:
    """A side brings on as many as it likes, one by one."""

    def decision(self, table: Table, task: BuyArrivals) -> Decision | None:
        """Asks while another may come."""
        if not may_buy(table, task.side) or not self._cells(table, task.side):
            return None
        rule = table.mechanism(PricedArrivals)
        price = counted(rule.price(int(table.count(BOUGHT))), "point")
        return Decision(task.side, "buy", f"{table.phase_name}: bring on a unit for {price} to the enemy, or none.")

    def run(self, table: Table, task: BuyArrivals) -> None:
        """Nobody may come."""
        table.swap()

    def options(self, table: Table, task: BuyArrivals) -> Options:
        """The next unit in every free entry cell, or none."""
        units = table.mechanism(PricedArrivals).units
        groups = [
            OptionGroup(piece, partial(self._answers, table, task.side, piece))
            for piece in distinct(table, waiting_units(table, task.side, units))
        ]
        return Options((*groups, one(None, Done())))

    def _answers(self, table: Table, side: int, piece: int) -> list[AnyAction]:
        return [PlaceUnit(piece, cell) for cell in self._cells(table, side)] if may_buy(table, side) else []

    def _cells(self, table: Table, side: int) -> list[int]:
        region = table.mechanism(PricedArrivals).region
        return [cell for cell in sorted(table.board.regions.get(region, frozenset())) if free_cell(table, side, cell)]

    def judge(self, table: Table, task: BuyArrivals, action: AnyAction) -> Verdict:
        """Within the limits, and by the right entrance."""
        if isinstance(action, Done):
            return LEGAL
        verdict = may_buy(table, task.side)
        why = "Such a unit comes on by its own entrance, free of the enemy and his zones."
        case = table.mechanism(PricedArrivals).case("where")
        return one_of(self.options(table, task), action, why, case) if verdict else verdict

    def perform(self, table: Table, task: BuyArrivals, action: AnyAction) -> None:
        """Bring it on, and let the enemy score."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        rule = table.mechanism(PricedArrivals)
        price = rule.price(int(table.count(BOUGHT)))
        bring_on(table, action.piece, action.cell, "brought on at a price")
        table.tally(BOUGHT, 1)
        table.tally(BOUGHT_NOW, 1)
        table.score(1 - task.side, price, "an enemy unit was brought on at a price", rule.case("price"), action.cell)
