"""Trace supply: in its supply phase every unit needs a way to a source, or it eats, or it starves.

A way leads within a few points, or through the throw of a headquarters that is itself so near, to a source, to a
railway that leads to one, or to an extender from which it goes on in the same manner.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.contributions import Contribution
from engine.rules.lines import Leg, LineRule, Traced, trace
from engine.rules.mechanism import Mechanism
from engine.rules.prices import Price
from engine.rules.starving import HALF, AttritionRow, FeedHex, FeedUnits
from engine.rules.table import Table
from engine.scenario.sentences import (
    class_words,
    counted,
    listed,
    multiple,
    named,
    phases_words,
    side_words,
    units_words,
)
from engine.state.actions import AnyAction
from engine.state.tasks import AnyTask, Battle

UNSUPPLIED = "out-of-supply"
EATING = "eating"


class SourceSpan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a side's sources of supply lie, for some turns."""

    side: Annotated[str, col("Side", refers="side")] = ""
    region: Annotated[str, col("Region", refers="region")] = ""
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 200


class Extender(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Transport that lengthens a line: so many points of a class toward the source."""

    units: Annotated[Selector, col("Which units")] = Selector()
    move_class: Annotated[str, col("As", word="class", max_length=40)] = "truck"
    points: Annotated[float, col("Movement points", ge=0, le=99)] = 20.0


class TraceSupply(Mechanism, frozen=True, kw_only=True):
    """Lines of supply over land, rail and extenders; eating; and what starving does."""

    key: ClassVar[str] = "trace-supply"
    title: ClassVar[str] = "Trace supply"
    help: ClassVar[str] = "In the supply phase units trace a line to a source, or eat, or are out of supply and wither."
    told: ClassVar[frozenset[str]] = frozenset(
        {
            *("phases", "limit", "move_class", "throwers", "range", "spans", "rails", "extenders", "eats", "exempt"),
            *("times", "attrition", "many", "worse", "order"),
        }
    )
    reads: ClassVar[tuple[str, ...]] = ("supply.through",)
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            UNSUPPLIED,
            "Out of supply",
            badge="U",
            set_words=("is out of supply", "are out of supply"),
            lifted_words=("is in supply again", "are in supply again"),
        ),
    )

    phases: Annotated[tuple[str, ...], col("Phases", "In which it is judged", refers="phase")] = ()
    limit: Annotated[float, col("Within", "Movement points to a source, railway or extender", ge=0, le=99)] = 5.0
    move_class: Annotated[str, col("As", "The class whose costs count", word="class", max_length=40)] = "truck"
    throwers: Annotated[Selector, col("Headquarters", "Through which a line may run")] = Selector(flags=("hq",))
    range: Annotated[str, col("Range", "The value that says how far they throw", word="value")] = "throw"
    spans: Annotated[tuple[SourceSpan, ...], col("Sources")] = ()
    rails: Annotated[tuple[str, ...], col("Railways", refers="link_kind")] = ()
    extenders: Annotated[tuple[Extender, ...], col("Extenders", "A line uses each kind once")] = ()
    exempt: Annotated[tuple[str, ...], col("Not for", "Flags of units that need no supply", word="flag")] = ()
    eats: Annotated[float, col("Eats", "Tokens for each unit of size, where no line can be traced", ge=0, le=9)] = 0.5
    size: Annotated[str, col("Size", "The value that says how much a unit eats", word="value")] = "re"
    times: Annotated[float, col("Times", "What is left of strengths and allowance out of supply", ge=0, le=1)] = 0.5
    attrition: Annotated[tuple[AttritionRow, ...], col("Attrition", "By the best rating of a stack; empty: none")] = ()
    rating: Annotated[str, col("Rating", "The value that is compared", word="value")] = "rating"
    many: Annotated[int, col("Many steps", "A stack of so many steps throws worse", ge=1, le=99)] = 5
    worse: Annotated[int, col("By", "What is added to its dice", ge=0, le=9)] = 3
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 20

    def sentences(self, rows: Rows) -> list[str]:
        """The line, the sources, the meal, and the want of it."""
        points, wheels = counted(self.limit, "movement point"), class_words(rows, self.move_class)
        when = phases_words(rows, self.phases) or "no phase"
        rail = ", or to a railway of its gauge that leads to one" if self.rails else ""
        said = [
            f"In {when} every unit traces at most {points} of {wheels} to a source{rail}; or from the throw of one of "
            f"the {units_words(rows, self.throwers)} that is itself so near. No line passes enemy units or an enemy "
            "zone that no friend covers."
        ]
        for each in self.extenders:
            how = f"{counted(each.points, 'movement point')} of {class_words(rows, each.move_class)}"
            said.append(f"One of the {units_words(rows, each.units)} lengthens it by {how}, each kind once.")
        for span in self.spans:
            until = "" if span.last_turn >= 200 else f" to turn {span.last_turn}"
            where, who = named(rows, Region, span.region), side_words(rows, span.side)
            said.append(f"From turn {span.first_turn}{until} {who} traces to: {where}.")
        said += [
            f"A hex that cannot eats {self.eats:g} tokens for each unit of size, added up and rounded half up, at "
            "least 1. A hex that cannot eat either is out of supply until the next such phase of its side: strengths "
            f"and allowances count {self.times:g} times, and it has no zone."
        ]
        return [*said, *self._attrition_words()]

    def _attrition_words(self) -> list[str]:
        if not self.attrition:
            return []
        known = listed([str(each.rating) for each in self.attrition])
        return [
            f"It throws 2d6, {self.worse} more with {self.many} steps or more, and loses steps by the table of its "
            f"best rating ({known}); its owner chooses them."
        ]

    # Lines

    def lines(self, table: Table, side: int) -> tuple[LineRule, ...]:
        """Every kind of line that a side may trace on this turn, the plainest first."""
        regions = tuple(self.regions(table, side))
        return table.setting.kept(("trace-lines", side, regions), lambda: tuple(self._lines(regions)))

    def regions(self, table: Table, side: int) -> Iterable[str]:
        """The regions where a side's sources lie on this turn."""
        key, turn = table.scenario.sides[side].side, table.state.turn
        return (each.region for each in self.spans if each.side == key and each.first_turn <= turn <= each.last_turn)

    def _lines(self, regions: tuple[str, ...]) -> Iterable[LineRule]:
        for chain in self._chains():
            for region in regions:
                for thrown in (False, True):
                    for rail in (False, True) if self.rails else (False,):
                        yield self._line(region, chain, thrown=thrown, rail=rail)

    def _chains(self) -> Iterable[tuple[Extender, ...]]:
        """No extender, one of a kind, or one of each in either order."""
        yield ()
        yield from ((each,) for each in self.extenders)
        yield from ((one, two) for one in self.extenders for two in self.extenders if one != two)

    def _line(self, region: str, chain: tuple[Extender, ...], *, thrown: bool, rail: bool) -> LineRule:
        """From the unit through a headquarters or not, over extenders or not, to a source by rail or not."""
        stops: list[dict[str, Any]] = [{"to_units": each.units} for each in chain]
        stops.append({"to_links": self.rails} if rail else {"to_region": region})
        spans = [(self.limit, self.move_class), *((each.points, each.move_class) for each in chain)]
        legs = [
            Leg(counted_in="points", limit=points, move_class=kind, **stop)
            for (points, kind), stop in zip(spans, stops, strict=True)
        ]
        if thrown:
            throw = Leg(
                counted_in="points",
                move_class=self.move_class,
                by_rating=self.range,
                outward=True,
                beside=True,
                to_units=self.throwers,
            )
            legs.insert(0, throw)
        if rail:
            legs.append(Leg(along=self.rails, to_region=region))
        return LineRule(name="trace", legs=tuple(legs), links_only=True)

    def line_of(self, table: Table, side: int, cell: int) -> Traced | None:
        """The first line that a side can trace from a cell."""
        for rule in self.lines(table, side):
            traced = trace(table, side, rule, self.move_class)
            if traced.reaches(cell):
                return traced
        return None

    def direct(self, table: Table, side: int) -> npt.NDArray[np.bool_]:
        """The cells from which a side traces a line that needs no headquarters."""
        found = np.zeros(table.board.size, np.bool_)
        for rule in self.lines(table, side):
            if not rule.legs[0].outward:
                found |= trace(table, side, rule, self.move_class).length[: len(found)] >= 0
        return found

    def anchors(self, table: Table, side: int, extender: Extender) -> npt.NDArray[np.bool_]:
        """The cells where an extender of a kind would have a line, over others than its own kind too."""
        others = tuple(each for each in self.extenders if each != extender)
        longer = msgspec.structs.replace(self, limit=extender.points, move_class=extender.move_class, extenders=others)
        found = np.zeros(table.board.size, np.bool_)
        for rule in longer._lines(tuple(self.regions(table, side))):
            if not rule.legs[0].outward:
                found |= trace(table, side, rule, longer.move_class).length[: len(found)] >= 0
        return found

    def supply_line(self, table: Table, piece: int) -> Traced | None:
        """The line of a unit where it stands."""
        cell = table.state.cell[piece]
        if cell < 0 or table.board.is_box(Cell(cell)) or not self.needs(table, piece):
            return None
        return self.line_of(table, table.side_of(piece), cell)

    def starves(self, table: Table, piece: int) -> bool:
        """Whether a unit has neither traced nor eaten in its last supply phase."""
        return table.marked(UNSUPPLIED, piece)

    def traces(self, table: Table, side: int, cell: int) -> bool:
        """Whether a side's units in a cell have a line; in boxes beside the map they always do."""
        return table.board.is_box(Cell(cell)) or self.line_of(table, side, cell) is not None

    # The supply phase

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """See who can trace; the others are to be fed."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        needy, hungry = self._needy(table, side), self.hungry(table, side)
        fed = [piece for piece in needy if table.state.cell[piece] not in hungry]
        table.lift_marks(UNSUPPLIED, fed)
        return (FeedUnits(side, hungry),) if hungry else ()

    def _needy(self, table: Table, side: int) -> list[int]:
        return [piece for piece in table.on_map(side) if self.needs(table, piece)]

    def hungry(self, table: Table, side: int) -> tuple[int, ...]:
        """The cells from which units of a side that need supply can trace no line."""
        cells = sorted({table.state.cell[piece] for piece in self._needy(table, side)})
        return tuple(cell for cell in cells if not self.traces(table, side, cell))

    def needs(self, table: Table, piece: int) -> bool:
        """Whether a unit needs supply at all."""
        return not any(flag in table.unit(piece).flags for flag in self.exempt)

    def eaters(self, table: Table, cell: int) -> tuple[int, ...]:
        """The units in a cell that eat."""
        return tuple(piece for piece in table.stack(cell) if self.needs(table, piece))

    def meal(self, table: Table, side: int, cell: int) -> Price:
        """What the units in a cell eat together."""
        users = self.eaters(table, cell)
        size = sum((Fraction(table.face(piece).extra.get(self.size, 1.0)) for piece in users), Fraction(0))
        whole = max(1, floor(size * Fraction(self.eats) + HALF))
        return Price(side, whole, users, reason=EATING, case=self.case("eat"))

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """What a meal costs, for whoever has to choose who eats."""
        return [self.meal(table, side, action.cell)] if isinstance(action, FeedHex) else []

    def paid(self, table: Table, price: Price) -> None:
        """Whoever has eaten is in supply."""
        if price.reason == EATING:
            table.lift_marks(UNSUPPLIED, price.users)

    # What the want of supply does

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Less movement."""
        if table.marked(UNSUPPLIED, piece):
            yield self._less(())

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Less strength."""
        pieces = battle.attackers if attacking else battle.defenders
        short = tuple(piece for piece in pieces if table.marked(UNSUPPLIED, piece))
        if short:
            yield self._less(short)

    def _less(self, pieces: tuple[int, ...]) -> Contribution:
        why = f"out of supply: {multiple(self.times)}"
        return Contribution("times", Fraction(self.times), why, self.case("less"), self.order, pieces)

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """No zone."""
        return table.bearing(UNSUPPLIED)


def traced(table: Table, side: int, cell: int) -> bool:
    """Whether units of a side in a cell would have a line of supply; where no rule asks for one they have."""
    rule = table.setting.by_key(TraceSupply.key)
    return rule.traces(table, side, cell) if isinstance(rule, TraceSupply) else True
