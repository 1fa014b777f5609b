"""Fuel: units on wheels and tracks pay before they move, one by one, as a formation, or under a headquarters."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from engine.ids import Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Formation
from engine.rules.answers import MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.drawing import SupplyDraw
from engine.rules.mechanism import Mechanism
from engine.rules.movement import own_piece
from engine.rules.overrun import OverrunStack
from engine.rules.prices import Price, affordable
from engine.rules.table import Table
from engine.scenario.sentences import class_words, counted, listed, named, phases_words
from engine.state.actions import Action, AnyAction, MoveStack, MoveUnit
from engine.state.tasks import AnyTask, MoveUnits

FUELLED = "fuelled"
BY_UNIT, BY_GROUP, SPARINGLY = 1, 2, 3
FUEL, GROUP_FUEL, LITTLE_FUEL = "fuel", "fuel for all", "a little fuel for all"
"""What prices of fuel are for."""


class FuelGroup(Action, frozen=True, tag="fuel-group", omit_defaults=True):
    """Fuel a whole formation through one of its units, or all that a headquarters serves; perhaps sparingly."""

    aside: ClassVar[bool] = True

    piece: int
    sparingly: bool = False

    def words(self, table: Table, /) -> str:
        """Who is fuelled."""
        unit = table.unit(self.piece)
        how = " sparingly" if self.sparingly else ""
        if unit.symbol == "hq" or unit.formation is None:
            return f"fuel {unit.name} and those it serves{how}"
        return f"fuel all of {named(table.scenario.rows, Formation, unit.formation)}{how}"


class Fuel(Mechanism, frozen=True, kw_only=True):
    """What movement costs in supply."""

    key: ClassVar[str] = "fuel"
    title: ClassVar[str] = "Fuel"
    help: ClassVar[str] = (
        "Units of some classes need fuel to move: unit by unit for a phase, or many at once for longer."
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {"classes", "exempt", "unit", "group", "formations", "ends", "clean_up", "little", "share"}
    )
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(FUELLED, "Fuelled", badge="F"),)
    acts: ClassVar[tuple[type[AnyAction], ...]] = (FuelGroup,)

    classes: Annotated[tuple[str, ...], col("Classes", "That need fuel", word="class")] = ("track", "truck")
    exempt: Annotated[tuple[str, ...], col("Not for", "Flags of units that need none", word="flag")] = ()
    unit: Annotated[int, col("A unit", "Tokens for one unit and phase", ge=0, le=99)] = 1
    group: Annotated[int, col("Many", "Tokens for a formation or headquarters; 0: never", ge=0, le=99)] = 4
    formations: Annotated[tuple[str, ...], col("Formations", "Flags of units whose formation is fuelled as one")] = ()
    clean_up: Annotated[
        tuple[str, ...], col("Ends with", "Phases with whose end that of many ends", refers="phase")
    ] = ()
    ends: Annotated[
        Literal["owner", "every"], col("Whose", "owner: only with such a phase of the owner; every: with any")
    ] = "owner"

    little: Annotated[int, col("Sparingly", "Tokens for many that go but a part of the way; 0: never", ge=0, le=99)] = 0
    share: Annotated[float, col("Part", "What is left of their allowances, for the phase", gt=0, le=1)] = 0.25

    def sentences(self, rows: Rows) -> list[str]:
        """Who pays how much, and how long it lasts."""
        kinds = listed([class_words(rows, each) for each in self.classes], "or")
        said = [
            f"Units that move as {kinds} pay {counted(self.unit, 'token')} of fuel each before they move; it lasts for "
            "the phase. All others move free, and so do retreats and changes of mode. Who begins a movement phase in a "
            "box beside the map is fuelled.",
        ]
        if self.group:
            whose = "of its owner's" if self.ends == "owner" else "of either side's"
            until = phases_words(rows, self.clean_up) or "the phase"
            said.append(
                f"{counted(self.group, 'token')} fuel a whole formation, or a headquarters and the independent units "
                f"within its throw, until the end {whose} {until}."
            )
        if self.little:
            said.append(
                f"They may also be fuelled sparingly, for {counted(self.little, 'token')}: then their allowances count "
                f"{self.share:g} times, and it lasts for the phase."
            )
        return said

    # Who needs it

    def needs(self, table: Table, piece: int) -> bool:
        """Whether a unit would have to pay for a move now."""
        unit = table.unit(piece)
        if unit.move_class not in self.classes or any(flag in unit.flags for flag in self.exempt):
            return False
        return not table.marked(FUELLED, piece)

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """A token for each unit that goes without fuel; or the price of many at once."""
        if isinstance(action, FuelGroup):
            tokens, reason = (self.little, LITTLE_FUEL) if action.sparingly else (self.group, GROUP_FUEL)
            return [Price(side, tokens, (action.piece,), reason=reason, case=self.case("group"))]
        dry = [piece for piece in movers(action) if self._known(table, piece) and self.needs(table, piece)]
        if not dry:
            return []
        return [Price(side, self.unit * len(dry), tuple(dry), reason=FUEL, case=self.case("unit"))]

    def _known(self, table: Table, piece: int) -> bool:
        return table.has_piece(piece) and table.stands(piece)

    def paid(self, table: Table, price: Price) -> None:
        """Whoever is paid for is fuelled."""
        if price.reason == FUEL:
            for piece in price.users:
                table.set_mark(FUELLED, piece, BY_UNIT)
        elif price.reason in (GROUP_FUEL, LITTLE_FUEL):
            how = BY_GROUP if price.reason == GROUP_FUEL else SPARINGLY
            for piece in self.served(table, price.users[0]):
                if how == BY_GROUP or self.needs(table, piece):
                    table.set_mark(FUELLED, piece, how)

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """Whoever is fuelled sparingly goes but a part of the way."""
        if table.bearing(FUELLED).get(piece) == SPARINGLY:
            yield Contribution("times", Fraction(self.share), "fuelled sparingly", self.case("little"))

    def served(self, table: Table, piece: int) -> list[int]:
        """All who are fuelled through a unit: its formation, or those whom a headquarters serves."""
        return [each for each in table.on_map(table.side_of(piece)) if self.serves(table, piece, each)]

    def serves(self, table: Table, giver: int, piece: int) -> bool:
        """Whether a unit is fuelled through another."""
        if table.unit(giver).symbol != "hq":
            same = table.unit(piece).formation == table.unit(giver).formation
            return same and self._of_one(table, piece)
        if piece == giver:
            return True
        return not self._of_one(table, piece) and self._thrown(table, giver, piece)

    def _thrown(self, table: Table, hq: int, piece: int) -> bool:
        rule = table.mechanism(SupplyDraw)
        return any(each == hq for each, _, _ in rule.throws(table, table.side_of(hq), table.state.cell[piece]))

    def _of_one(self, table: Table, piece: int) -> bool:
        return any(flag in table.unit(piece).flags for flag in self.formations)

    # When it comes and goes

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Who is in a box beside the map when his movement opens is fuelled."""
        if side is not None and table.scenario.phases[table.state.phase].kind == "movement":
            for piece in table.on_map(side):
                if table.board.is_box(Cell(table.state.cell[piece])) and self.needs(table, piece):
                    table.set_mark(FUELLED, piece, BY_UNIT)
        return ()

    def closing(self, table: Table, side: int | None) -> None:
        """Fuel by unit ends with the phase, that of many with the clean-up."""
        over = table.scenario.phases[table.state.phase].phase in self.clean_up
        table.lift_marks(
            FUELLED,
            [
                piece
                for piece, how in table.bearing(FUELLED).items()
                if how in (BY_UNIT, SPARINGLY) or (over and (self.ends == "every" or table.side_of(piece) == side))
            ],
        )

    # Many at once

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every formation and headquarters for which it would be worth while, once."""
        givers: dict[object, list[int]] = {}
        for piece in table.on_map(task.side) if self.group else ():
            unit = table.unit(piece)
            if unit.symbol == "hq":
                givers[piece] = [piece]
            elif self._of_one(table, piece):
                givers.setdefault(unit.formation, []).append(piece)
        return [
            OptionGroup(pieces[0], partial(self._fuellings, table, task, pieces), aside=True)
            for pieces in givers.values()
        ]

    def _fuellings(self, table: Table, task: MoveUnits, pieces: list[int]) -> list[AnyAction]:
        """The first of some units through which all of them can be fuelled, if there is one."""
        kinds = (False, True) if self.little else (False,)
        firsts = (self._first(table, task, [FuelGroup(piece, how) for piece in pieces]) for how in kinds)
        return [action for action in firsts if action is not None]

    def _first(self, table: Table, task: MoveUnits, actions: list[FuelGroup]) -> FuelGroup | None:
        return next((action for action in actions if self._possible(table, task, action)), None)

    def _possible(self, table: Table, task: MoveUnits, action: FuelGroup) -> bool:
        return bool(self.judge_act(table, task, action) and affordable(table, *self.dues(table, task.side, action)))

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether many can be fuelled through a unit."""
        verdict = own_piece(table, task.side, action.piece)
        if not verdict:
            return verdict
        unit = table.unit(action.piece)
        if not (self.little if action.sparingly else self.group) or not (
            unit.symbol == "hq" or self._of_one(table, action.piece)
        ):
            return no(f"{table.full_name(action.piece)} fuels nobody but itself.", self.case("group"))
        dry = (each for each in table.on_map(task.side) if self.needs(table, each))
        if not any(self.serves(table, action.piece, each) for each in dry):
            return no(f"Nobody who is served by {table.full_name(action.piece)} needs fuel.", self.case("group"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """It is done with the payment."""


def movers(action: AnyAction) -> tuple[int, ...]:
    """The pieces that an action moves."""
    if isinstance(action, MoveUnit):
        return (action.piece,)
    return action.pieces if isinstance(action, MoveStack | OverrunStack) else ()
