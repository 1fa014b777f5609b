"""Where reinforcements come on: cities and military districts, and the reserve areas behind the frontier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Box, PlaceKind, Region
from engine.records.counters import Selector
from engine.rules.answers import MarkKind
from engine.rules.arrivals import due
from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.free_setup import take_up
from engine.rules.mechanism import Mechanism
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, grade_of, place_meets
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, phases_words, units_words, whom
from engine.state.actions import Action, AnyAction, Done
from engine.state.tasks import AnyTask, Task

SOUTH, SHIFTING = "southern-reserve", "shifting"


class DistrictEntry(Mechanism, frozen=True, kw_only=True):
    """Units enter in places that their side holds, and beside military districts that it holds."""

    key: ClassVar[str] = "district-entry"
    title: ClassVar[str] = "Entry by cities and military districts"
    help: ClassVar[str] = "Reinforcements are placed in cities and large towns; around a military district, too."

    told: ClassVar[frozenset[str]] = frozenset({"units", "kinds", "districts", "boxes", "need", "failing"})

    units: Annotated[Selector, col("Which units")] = Selector()
    kinds: Annotated[tuple[str, ...], col("Kinds of place", refers="place_kind")] = ()
    districts: Annotated[str, col("Military districts", "The cells of their places", refers="region")] = ""
    boxes: Annotated[tuple[str, ...], col("Boxes", "Where they may enter as well", refers="box")] = ()

    need: Annotated[Need, col("Supply of the place", NEED_HELP)] = "none"
    failing: Annotated[
        tuple[str, ...],
        col("Districts fail", "A district opens no hexes around it where its supply is so: over a lake"),
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which places, and which of them serve their neighbours."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.kinds], "or")
        terms = f" and that is {WORDS[self.need]}" if WORDS[self.need] else ""
        fails = f", but not where it is supplied {listed(self.failing, 'or')}" if self.failing else ""
        return [
            f"{whom(rows, self.units)} enter in a {kinds or 'place'} that their side holds{terms}; a place among the "
            f"{named(rows, Region, self.districts)} also opens the hexes around it{fails}.",
            *(f"They may also enter in the box {named(rows, Box, key)}." for key in self.boxes),
        ]

    def may_arrive(self, table: Table, piece: int, cell: int) -> Verdict | None:
        """A place in its hands, or a neighbour of a district in its hands."""
        if not self.units.matches(table.unit(piece)):
            return None
        side = table.side_of(piece)
        if self._held(table, side, cell) or any(table.board.names.find(key) == cell for key in self.boxes):
            return None
        districts = table.board.regions.get(self.districts, frozenset())
        beside = [near for near in table.setting.neighbours[cell] if near in districts]
        beside = [near for near in beside if self._held(table, side, near)]
        if any(grade_of(table, near, side) not in self.failing for near in beside):
            return None
        terms = f" and {WORDS[self.need]}" if WORDS[self.need] else ""
        why = f"Neither {table.label(cell)} nor a district beside it is in your hands{terms}."
        return no(why, self.case("district" if beside else "where"))

    def _held(self, table: Table, side: int, cell: int) -> bool:
        """Whether a place where units may enter is a side's, and supplied as it must be."""
        held = any(
            table.scenario.places[place].kind in self.kinds and table.state.control[place] == side
            for place in table.setting.places_at.get(cell, ())
        )
        return held and place_meets(table, cell, side, self.need)


class ShiftReserve(Action, frozen=True, tag="shift-reserve"):
    """Send a unit that has not entered from one reserve area to the other."""

    piece: int

    def words(self, table: Table, /) -> str:
        """What it does, as a player would say it."""
        where = "northern" if table.marked(SOUTH, self.piece) else "southern"
        return f"send {table.full_name(self.piece)} to the {where} reserve area"


class ShiftReserves(Task, frozen=True, tag="shift-reserves"):
    """A side may send units from one reserve area to the other."""

    side: int


class ReserveAreas(Mechanism, frozen=True, kw_only=True):
    """Units that are due wait in one of two areas, and may go from one to the other."""

    key: ClassVar[str] = "reserve-areas"
    title: ClassVar[str] = "Reserve areas"
    help: ClassVar[str] = "Units wait in the northern reserve area; going to the southern takes a player turn."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(SOUTH, "In the southern reserve", set_words=("goes to the southern reserve", "go to it")),
        MarkKind(SHIFTING, "On the way between the reserve areas", lasts="player turn"),
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {"phases", "units", "north", "south", "first_turn", "north_box", "south_box"}
    )

    phases: Annotated[tuple[str, ...], col("Phases", "Units may be sent when one of these opens", refers="phase")] = ()
    units: Annotated[Selector, col("Which units")] = Selector()
    north: Annotated[str, col("Northern entry", refers="region")] = ""
    south: Annotated[str, col("Southern entry", refers="region")] = ""
    first_turn: Annotated[int, col("From turn", "Nobody is sent before", ge=1, le=200)] = 1
    north_box: Annotated[str, col("Northern box", "Units set up there begin in reserve", refers="box")] = ""
    south_box: Annotated[str, col("Southern box", "Units set up there begin in reserve", refers="box")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who waits where, and how long the way is."""
        return [
            f"{whom(rows, self.units)} that are due wait in the northern reserve area and enter by "
            f"{named(rows, Region, self.north)}.",
            f"From turn {self.first_turn} on, when {phases_words(rows, self.phases) or 'a phase'} opens, any of the "
            f"{units_words(rows, self.units)} may be sent to the southern area or back; they enter by "
            f"{named(rows, Region, self.south)} in a later player turn at the earliest.",
            *(
                f"Units that are set up in the box {named(rows, Box, key)} begin in that reserve area."
                for key in (self.north_box, self.south_box)
                if key
            ),
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Ask before anybody enters."""
        asked = table.scenario.phases[table.state.phase].phase in self.phases
        if side is None or not asked or table.state.turn < self.first_turn:
            return ()
        return (ShiftReserves(side),)

    def set_up(self, table: Table, side: int) -> None:
        """Whoever was set up in a box waits in its area."""
        for box in (self.north_box, self.south_box):
            cell = table.board.names.find(box) if box else None
            for piece in list(table.stack(cell)) if cell is not None and table.holder(cell) == side else ():
                take_up(table, (piece,))
                if box == self.south_box and self.units.matches(table.unit(piece)):
                    table.set_mark(SOUTH, piece)

    def may_arrive(self, table: Table, piece: int, cell: int) -> Verdict | None:
        """By the area where the unit is, and not on the way."""
        if not self.units.matches(table.unit(piece)):
            return None
        if table.marked(SHIFTING, piece):
            return no(f"{table.full_name(piece)} is on its way to the other reserve area.", self.case("shift"))
        region = self.south if table.marked(SOUTH, piece) else self.north
        if cell in table.board.regions.get(region, frozenset()):
            return None
        return no(f"{table.full_name(piece)} enters from the reserve area where it is.", self.case("where"))

    def arrived(self, table: Table, piece: int) -> None:
        """Nobody goes back."""
        if table.marked(SOUTH, piece):
            table.set_mark(SOUTH, piece, None)

    def waiting(self, table: Table, side: int) -> list[int]:
        """The units that may be sent now."""
        return [
            piece
            for _, pieces in due(table, side)
            for piece in pieces
            if self.units.matches(table.unit(piece)) and not table.marked(SHIFTING, piece)
        ]


class ShiftReservesProcedure:
    """A side sends as many as it likes."""

    def decision(self, table: Table, task: ShiftReserves) -> Decision | None:
        """Asks while somebody waits who has not been sent."""
        if not table.mechanism(ReserveAreas).waiting(table, task.side):
            return None
        prompt = f"{table.phase_name}: send units to the other reserve area, or go on."
        return Decision(task.side, "shift", prompt, ending="Send no more units")

    def run(self, table: Table, task: ShiftReserves) -> None:
        """Nobody waits."""
        table.swap()

    def options(self, table: Table, task: ShiftReserves) -> Options:
        """Everybody who waits, or nobody."""
        pieces = table.mechanism(ReserveAreas).waiting(table, task.side)
        return Options((*(one(piece, ShiftReserve(piece)) for piece in pieces), one(None, Done())))

    def judge(self, table: Table, task: ShiftReserves, action: AnyAction) -> Verdict:
        """Only a unit that waits."""
        rule = table.mechanism(ReserveAreas)
        if isinstance(action, Done):
            return LEGAL
        if isinstance(action, ShiftReserve) and action.piece in rule.waiting(table, task.side):
            return LEGAL
        return no("Only a unit that waits in a reserve area is sent to the other.", rule.case("shift"))

    def perform(self, table: Table, task: ShiftReserves, action: AnyAction) -> None:
        """Send it, or go on."""
        if not isinstance(action, ShiftReserve):
            table.swap()
            return
        table.set_mark(SOUTH, action.piece, None if table.marked(SOUTH, action.piece) else 1)
        table.set_mark(SHIFTING, action.piece)
