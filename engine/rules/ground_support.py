"""Aircraft that a side commits to stacks of its own: they add their points to every battle of the stack for a time.

An aircraft rides on one unit of the stack that it supports, and goes where that unit goes; until the stack moves its
owner may let it ride on another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec

from engine.ids import OFF_MAP, Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place
from engine.records.charts import Chart
from engine.records.counters import Selector
from engine.rules.answers import MarkKind, Shift
from engine.rules.contributions import Contribution
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.movement import movable
from engine.rules.supply_needs import place_meets
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, whom
from engine.state import Status
from engine.state.actions import Action, AnyAction, Done, PlaceUnit
from engine.state.events import MarkSet
from engine.state.tasks import AnyTask, Battle, MoveUnits, Task

SUPPORTED, HANDED = "air-support", "handed-over"
DUE = "air-due."
"""Prefix of the counts that say whether a wing was received when it was due."""

RECEIVED, REFUSED = 1, 2


class Wing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Aircraft of one kind: when they are there, how many points they are worth, and where they may go."""

    units: Annotated[Selector, col("Which aircraft")] = Selector()
    phases: Annotated[tuple[str, ...], col("Phases", "Committed when one of these opens", refers="phase")] = ()
    chart: Annotated[str, col("Points by turn", "A chart whose rows are turns; empty: as printed", refers="chart")] = ""
    column: Annotated[str, col("Column", max_length=40)] = ""
    columns: Annotated[int, col("Columns", "By which they also move the odds for their side", ge=0, le=9)] = 0
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    near: Annotated[tuple[str, ...], col("Only near", "Places; empty: anywhere", refers="place")] = ()
    within: Annotated[int, col("Within", "So many hexes of one of them", ge=0, le=999)] = 0
    lost_with: Annotated[
        tuple[str, ...],
        col("Lost with", "Not received if one of these is lost, or all of them are cut off", refers="place"),
    ] = ()
    case: Annotated[str, col("Rule case")] = ""


class AircraftCommitted(MarkSet, frozen=True, tag="aircraft-committed"):
    """An aircraft rides on a unit now; its number is the value of the mark."""

    def words(self, table: Any, /) -> str | None:
        """Whom it supports."""
        if self.after is None:
            return None
        return f"{table.name(self.after)} supports the units in {table.label(table.state.cell[self.subject])}."


class HandOverAircraft(Action, frozen=True, tag="hand-over-aircraft"):
    """Let the aircraft of a stack ride on another unit of it."""

    aircraft: int
    piece: int

    def words(self, table: Table, /) -> str:
        """Who has the support from now on."""
        return f"let {table.full_name(self.aircraft)} stay with {table.full_name(self.piece)}"


class CommitAircraft(Task, frozen=True, tag="commit-aircraft"):
    """A side commits its aircraft."""

    side: int


class GroundSupport(Mechanism, frozen=True, kw_only=True):
    """Aircraft that support stacks."""

    key: ClassVar[str] = "ground-support"
    title: ClassVar[str] = "Ground support by aircraft"
    help: ClassVar[str] = "Aircraft are committed to stacks and add their points to the battles of those."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(SUPPORTED, "Air support", badge="A"),
        MarkKind(HANDED, "Handed over in this phase", lasts="phase"),
    )
    acts: ClassVar[tuple[type[AnyAction], ...]] = (HandOverAircraft,)

    told: ClassVar[frozenset[str]] = frozenset({"wings", "order"})

    wings: Annotated[tuple[Wing, ...], col("Wings", "The first that fits an aircraft counts")] = ()
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 60

    def sentences(self, rows: Rows) -> list[str]:
        """How they are committed, and what each kind is worth."""
        said = [
            "An aircraft is committed to a stack of its side, one to a hex, and stays with it until aircraft are "
            "committed again; it takes no room and no losses. It rides on one unit: where that unit attacks or "
            "defends, its points are added to the strength of its stack after all reductions, but no more than the "
            "stack itself brings. Before the stack moves it may be handed over to another of its units."
        ]
        return said + [line for wing in self.wings for line in _wing_words(rows, wing)]

    # Who is where

    def wing(self, table: Table, aircraft: int) -> Wing | None:
        """The wing that an aircraft belongs to."""
        return next((wing for wing in self.wings if wing.units.matches(table.unit(aircraft))), None)

    def bearer(self, table: Table, aircraft: int) -> int | None:
        """The unit on which an aircraft rides."""
        return next((piece for piece, rider in table.bearing(SUPPORTED).items() if rider == aircraft), None)

    def ready(self, table: Table, side: int) -> list[int]:
        """The aircraft that a side may commit in this phase."""
        phase = table.scenario.phases[table.state.phase].phase
        return [
            piece
            for piece, cell in enumerate(table.state.cell)
            if cell == OFF_MAP
            and table.side_of(piece) == side
            and (wing := self.wing(table, piece)) is not None
            and phase in wing.phases
            and wing.first_turn <= table.state.turn
            and table.count(DUE + str(self.wings.index(wing))) != REFUSED
        ]

    def points(self, table: Table, aircraft: int) -> Fraction:
        """What an aircraft is worth on this turn."""
        wing = self.wing(table, aircraft)
        chart = table.scenario.tables.get(wing.chart) if wing is not None else None
        if wing is None or chart is None:
            return Fraction(table.face(aircraft).attack)
        return Fraction(chart.number(str(table.state.turn), wing.column))

    # In battle

    def _supporting(self, table: Table, pieces: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The aircraft that take part with these units, each with the unit on which it rides."""
        riders = table.bearing(SUPPORTED)
        for piece in pieces if riders else ():
            if piece in riders:
                yield riders[piece], piece

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Points for the units that fight in the stack of an aircraft."""
        pieces = battle.attackers if attacking else battle.defenders
        for aircraft, bearer in self._supporting(table, pieces):
            points, cell = self.points(table, aircraft), table.state.cell[bearer]
            wing = self.wing(table, aircraft)
            stack = tuple(piece for piece in pieces if table.state.cell[piece] == cell)
            if points and wing is not None:
                why = f"{table.full_name(aircraft)}: {float(points):g} more, but no more than the stack itself"
                yield Contribution("support", points, why, wing.case, self.order, stack, together=True)

    def shifts(self, table: Table, battle: Battle) -> Iterable[Shift]:
        """Some aircraft move the odds for their side as well."""
        for sign, pieces in ((1, battle.attackers), (-1, battle.defenders)):
            for aircraft, _ in self._supporting(table, pieces):
                wing = self.wing(table, aircraft)
                if wing is not None and wing.columns:
                    yield Shift(sign * wing.columns, f"{table.name(aircraft)} in support", wing.case)

    # Committing

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """See whether wings are received, and ask where they go."""
        for number, wing in enumerate(self.wings):
            now = wing.first_turn == table.state.turn and not table.count(DUE + str(number))
            if now and wing.lost_with:
                table.tally(DUE + str(number), REFUSED if self._barred(table, wing) else RECEIVED)
        return (CommitAircraft(side),) if side is not None and self.ready(table, side) else ()

    def _barred(self, table: Table, wing: Wing) -> bool:
        owners = [table.side_of(piece) for piece in table.setting.pieces(wing.units)]
        rows = [(index, row) for index, row in enumerate(table.scenario.places) if row.place in wing.lost_with]
        held = all(table.state.control[index] == side for index, _ in rows for side in owners)
        cells = [table.board.cell(row.cell) for _, row in rows]
        served = any(place_meets(table, cell, side, "supplied") for cell in cells for side in owners)
        return not (held and served)

    def judge_cell(self, table: Table, side: int, aircraft: int, cell: int) -> Verdict:
        """Whether an aircraft may support the units in a cell."""
        wing = self.wing(table, aircraft)
        case = wing.case if wing is not None else ""
        if table.holder(cell) != side:
            return no("Aircraft support units of their own side.", case)
        other = next(
            (table.bearing(SUPPORTED)[piece] for piece in table.stack(cell) if self._borne(table, piece)), None
        )
        if other is not None and other != aircraft:
            return no(f"{table.full_name(other)} already supports {table.label(cell)}.", case)
        if wing is not None and not self._in_range(table, wing, cell):
            return no(f"{table.label(cell)} is too far away for {table.full_name(aircraft)}.", case)
        return LEGAL

    def _borne(self, table: Table, piece: int) -> bool:
        return table.marked(SUPPORTED, piece)

    def _in_range(self, table: Table, wing: Wing, cell: int) -> bool:
        """Whether a cell lies near enough to one of a wing's places."""
        if not wing.within:
            return True
        bases = [Cell(table.board.cell(row.cell)) for row in table.scenario.places if row.place in wing.near]
        return cell < table.board.grid.size and any(
            table.board.grid.distance(Cell(cell), base) <= wing.within for base in bases
        )

    def commit(self, table: Table, aircraft: int, piece: int | None) -> None:
        """Let an aircraft ride on a unit, or on nobody."""
        before = self.bearer(table, aircraft)
        if before is not None:
            table.do(AircraftCommitted(SUPPORTED, before, aircraft, None))
        if piece is not None:
            table.do(AircraftCommitted(SUPPORTED, piece, None, aircraft))

    def leaving(self, table: Table, piece: int) -> None:
        """When its unit goes, an aircraft stays with the rest of the stack."""
        if not self._borne(table, piece):
            return
        cell = table.state.cell[piece]
        others = [other for other in table.stack(cell) if other != piece]
        self.commit(table, table.bearing(SUPPORTED)[piece], foremost(table, others))

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """An aircraft that may go only so far does not follow farther."""
        if self._borne(table, piece):
            aircraft = table.bearing(SUPPORTED)[piece]
            wing = self.wing(table, aircraft)
            if wing is not None and not self._in_range(table, wing, table.state.cell[piece]):
                self.commit(table, aircraft, None)

    # Handing over

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Before a stack with an aircraft moves, the aircraft may stay with another of its units."""
        for bearer, aircraft in sorted(table.bearing(SUPPORTED).items()):
            for piece in table.stack(table.state.cell[bearer]):
                action = HandOverAircraft(aircraft, piece)
                if self.judge_act(table, task, action):
                    yield one(piece, action)

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Only within the stack, before either has moved, and once a phase."""
        assert isinstance(action, HandOverAircraft)
        bearer = self.bearer(table, action.aircraft)
        if bearer is None or table.side_of(bearer) != task.side:
            return no("That aircraft supports none of your stacks.")
        wing = self.wing(table, action.aircraft)
        case = wing.case if wing is not None else ""
        there = table.stack(table.state.cell[bearer])
        if action.piece not in there or action.piece == bearer:
            return no("An aircraft is handed over to another unit of its stack.", case)
        if table.marked(HANDED, action.aircraft):
            return no(f"{table.full_name(action.aircraft)} has been handed over in this phase.", case)
        if any(table.state.spent[each] or table.state.status[each] & Status.MOVED for each in (bearer, action.piece)):
            return no("An aircraft is handed over before its stack moves.", case)
        if bearer not in movable(table, task.side) and action.piece not in movable(table, task.side):
            return no("Neither of them can move.", case)
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """The aircraft rides on another unit."""
        assert isinstance(action, HandOverAircraft)
        self.commit(table, action.aircraft, action.piece)
        table.set_mark(HANDED, action.aircraft)


def _wing_words(rows: Rows, wing: Wing) -> Iterator[str]:
    who, when = whom(rows, wing.units), phases_words(rows, wing.phases) or "a phase"
    since = f" from turn {wing.first_turn} on" if wing.first_turn > 1 else ""
    worth = f"what {named(rows, Chart, wing.chart)} says for the turn" if wing.chart else "their attack factor"
    yield f"{who} are committed{since} when {when} opens and are worth {worth}."
    if wing.columns:
        yield f"{who} also move the odds {counted(wing.columns, 'column')} in favour of their side."
    if wing.near:
        places = listed(list(dict.fromkeys(named(rows, Place, key) for key in wing.near)), "or")
        yield f"{who} go no farther than {counted(wing.within, 'hex')} from {places}."
    if wing.lost_with:
        places = listed(list(dict.fromkeys(named(rows, Place, key) for key in wing.lost_with)), "or")
        yield f"{who} do not come if a hex of {places} is lost when they are due, or none of it is in supply."


def foremost(table: Table, pieces: list[int]) -> int | None:
    """The unit of a stack on which support rides if nobody says otherwise: the one that attacks best."""
    able = [piece for piece in pieces if table.verdict("may_attack", piece)] or pieces
    return max(able, key=lambda piece: (table.face(piece).attack, -piece), default=None)


class CommitAircraftProcedure:
    """Aircraft by aircraft; those that are left alone stay where they are."""

    def decision(self, table: Table, task: CommitAircraft) -> Decision | None:
        """Asks while there is an aircraft to commit, and somebody to support."""
        if not table.mechanism(GroundSupport).ready(table, task.side) or not table.on_map(task.side):
            return None
        prompt = f"{table.phase_name}: commit aircraft to stacks; the others stay where they are."
        return Decision(task.side, "commit", prompt)

    def run(self, table: Table, task: CommitAircraft) -> None:
        """There is none."""
        table.swap()

    def options(self, table: Table, task: CommitAircraft) -> Options:
        """Every aircraft on every stack that it may support, or no more."""
        ready = table.mechanism(GroundSupport).ready(table, task.side)
        groups = [OptionGroup(piece, partial(self._cells, table, task.side, piece)) for piece in ready]
        return Options((*groups, one(None, Done())))

    def _cells(self, table: Table, side: int, aircraft: int) -> list[AnyAction]:
        rule = table.mechanism(GroundSupport)
        cells = sorted({table.state.cell[piece] for piece in table.on_map(side)})
        return [
            PlaceUnit(aircraft, cell)
            for cell in cells
            if not self._there(table, aircraft, cell) and rule.judge_cell(table, side, aircraft, cell)
        ]

    def _there(self, table: Table, aircraft: int, cell: int) -> bool:
        bearer = table.mechanism(GroundSupport).bearer(table, aircraft)
        return bearer is not None and table.state.cell[bearer] == cell

    def judge(self, table: Table, task: CommitAircraft, action: AnyAction) -> Verdict:
        """Only a free aircraft, on a stack of its side that has none."""
        rule = table.mechanism(GroundSupport)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, PlaceUnit) or action.piece not in rule.ready(table, task.side):
            return no("Aircraft are committed now: choose one of them and a stack.", rule.case("who"))
        if self._there(table, action.piece, action.cell):
            return no(f"{table.full_name(action.piece)} supports that stack already.", rule.case("who"))
        return rule.judge_cell(table, task.side, action.piece, action.cell)

    def perform(self, table: Table, task: CommitAircraft, action: AnyAction) -> None:
        """Let it ride on the unit that attacks best, or go on."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        table.mechanism(GroundSupport).commit(table, action.piece, foremost(table, table.stack(action.cell)))
