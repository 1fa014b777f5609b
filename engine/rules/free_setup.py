"""Setting up by hand: units go anywhere in their zones, quotas say what must be manned, and a lay-out is one action.

The lines of the set-up are then a lay-out that a player may take over, for a whole side or an area of it.  Units may be
set down in any order and taken up again; whoever ends his set-up has met every quota, and what he held back comes on
later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Selector, Side
from engine.records.play import Arrival
from engine.rules.answers import MarkKind
from engine.rules.claims import dealt_out
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.quotas import Quota, Requirement, Shortfall, cells_of, requirement, shortfall, standing
from engine.rules.setup import distinct, fixed_cell, place
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, so_many_words, units_words
from engine.state.actions import Action, AnyAction, Done, PlaceUnit
from engine.state.events import Relocation
from engine.state.state import NO_LINE, State
from engine.state.tasks import AnyTask, Task

HELD_BACK = "held-back"


class UnitTakenUp(Relocation, frozen=True, tag="taken-up"):
    """A piece that was set up was taken up again; the line of the set-up that had placed it is kept for taking back."""

    line: int = NO_LINE

    def apply(self, state: State) -> None:
        """Take it off the map."""
        super().apply(state)
        state.lines[self.piece] = NO_LINE

    def revert(self, state: State) -> None:
        """Set it down again."""
        super().revert(state)
        state.lines[self.piece] = self.line


class LayOut(Action, frozen=True, tag="lay-out"):
    """Set up an area as it was prepared; without one, the whole side."""

    area: str = ""

    def words(self, table: Table, /) -> str:
        """What is laid out."""
        where = named(table.scenario.rows, Region, self.area) if self.area else "the whole side"
        return f"set up as prepared: {where}"


class MeetQuotas(Action, frozen=True, tag="meet-quotas"):
    """Man whatever must be manned in an area."""

    area: str

    def words(self, table: Table, /) -> str:
        """Where."""
        return f"man what must be manned: {named(table.scenario.rows, Region, self.area)}"


class TakeUp(Action, frozen=True, tag="take-up"):
    """Take units that are set up into the hand again."""

    pieces: tuple[int, ...]

    def words(self, table: Table, /) -> str:
        """How many."""
        return f"take {counted(len(self.pieces), 'unit')} up again"


class SetUpByHand(Task, frozen=True, tag="set-up-by-hand"):
    """A side sets up where it likes."""

    side: int


class SetUpZone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that are set up anywhere in a region."""

    side: Annotated[str, col("Side", refers="side")] = ""
    units: Annotated[Selector, col("Which units")] = Selector()
    region: Annotated[str, col("Region", refers="region")] = ""
    count: Annotated[int, col("How many", "0: every unit of them that is there at the start", ge=0, le=999)] = 0
    optional: Annotated[bool, col("May be held back", "Who is not set up comes on later")] = False
    entry: Annotated[str, col("Entry", "Where those come on that are held back", refers="region")] = ""
    case: Annotated[str, col("Rule case")] = ""


class FreeSetUp(Mechanism, frozen=True, kw_only=True):
    """Where the units of each side may be set up by their owner."""

    key: ClassVar[str] = "free-set-up"
    title: ClassVar[str] = "Setting up by hand"
    help: ClassVar[str] = "Players set their units up in zones and meet quotas; the lines of the set-up are a lay-out."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(HELD_BACK, "Held back at the start"),)

    told: ClassVar[frozenset[str]] = frozenset({"sides", "zones", "quotas"})

    sides: Annotated[tuple[str, ...], col("Sides", "In the order in which they set up", refers="side")] = ()
    zones: Annotated[tuple[SetUpZone, ...], col("Zones")] = ()
    quotas: Annotated[tuple[Quota, ...], col("Quotas")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who sets up in which order, where, and what must be manned."""
        order = listed([named(rows, Side, key) for key in self.sides], "then")
        said = [f"Players set up by hand, within stacking: {order or 'nobody'}. A lay-out is prepared for each."]
        for zone in self.zones:
            many = so_many_words(rows, zone.count, zone.units) if zone.count else units_words(rows, zone.units)
            stand = "stands" if zone.count == 1 or len(zone.units.units) == 1 else "stand"
            held = ", or they are held back and come on later" if zone.optional else ""
            said.append(f"{many[:1].upper()}{many[1:]} {stand} anywhere in {named(rows, Region, zone.region)}{held}.")
        return said + [quota.words(rows) for quota in self.quotas]

    # Who goes where

    def areas(self, table: Table, side: int) -> list[str]:
        """The regions in which a side sets up, in order."""
        return list(dict.fromkeys(zone.region for zone in self.zones_of(table, side)))

    def zones_of(self, table: Table, side: int) -> list[SetUpZone]:
        """The zones of a side."""
        key = table.scenario.sides[side].side
        return [zone for zone in self.zones if zone.side == key]

    def members(self, table: Table, zone: SetUpZone) -> list[int]:
        """The pieces of a zone that are there at the start: set up by a line, or due on the first turn."""
        return table.setting.kept(("zone", id(zone)), lambda: self._members(table, zone))

    def zones_for(self, table: Table, piece: int) -> list[tuple[SetUpZone, frozenset[int]]]:
        """The zones in which a piece may be set up, each with its cells."""
        return table.setting.kept(("zones for", piece), lambda: self._zones_for(table, piece))

    def _zones_for(self, table: Table, piece: int) -> list[tuple[SetUpZone, frozenset[int]]]:
        zones = [zone for zone in self.zones_of(table, table.side_of(piece)) if piece in self.members(table, zone)]
        return [(zone, frozenset(table.board.regions.get(zone.region, frozenset()))) for zone in zones]

    def _members(self, table: Table, zone: SetUpZone) -> list[int]:
        starting = starters(table)
        return [
            piece
            for piece in table.setting.pieces(zone.units)
            if table.scenario.sides[table.side_of(piece)].side == zone.side
            and (piece in starting or table.scenario.pieces[piece].pool)
        ]

    def placed(self, table: Table, zone: SetUpZone) -> int:
        """How many units of a zone stand in it."""
        cells = table.board.regions.get(zone.region, frozenset())
        return sum(table.state.cell[piece] in cells for piece in self.members(table, zone))

    def wanted(self, table: Table, zone: SetUpZone) -> int:
        """How many units of a zone are still to be set up there, at most."""
        return table.cached(("wanted", id(zone)), lambda: self._wanted(table, zone))

    def _wanted(self, table: Table, zone: SetUpZone) -> int:
        if zone.count:
            return zone.count - self.placed(table, zone)
        return sum(table.state.cell[piece] == OFF_MAP for piece in self.members(table, zone))

    def left(self, table: Table, side: int) -> int:
        """How many units a side must still set up."""
        return sum(self.wanted(table, zone) for zone in self.zones_of(table, side) if not zone.optional)

    def waiting(self, table: Table, side: int, *, held_back: bool = False) -> list[int]:
        """The units of a side that may still be set up; or only those of them that may as well be held back."""
        zones = [zone for zone in self.zones_of(table, side) if zone.optional or not held_back]
        open_zones = [zone for zone in zones if self.wanted(table, zone) > 0]
        found = (piece for zone in open_zones for piece in self.members(table, zone))
        return [piece for piece in dict.fromkeys(found) if table.state.cell[piece] == OFF_MAP]

    # Quotas

    def in_area(self, table: Table, area: str) -> list[Quota]:
        """The quotas that an area must meet."""
        return table.setting.kept(("area quotas", area), lambda: self._in_area(table, area))

    def _in_area(self, table: Table, area: str) -> list[Quota]:
        cells = table.board.regions.get(area, frozenset())
        return [quota for quota in self.quotas if cells_of(table, quota) and set(cells_of(table, quota)) <= cells]

    def requirements(self, table: Table, side: int) -> list[Requirement]:
        """Every quota of a side as it stands."""
        key = table.scenario.sides[side].side
        return [requirement(table, quota) for quota in self.quotas if quota.side == key]

    def short(self, table: Table, area: str) -> Shortfall:
        """What the quotas of an area still take."""
        return table.cached(("shortfall", area), lambda: shortfall(table, self.in_area(table, area)))

    def spare(self, table: Table, side: int, area: str) -> int:
        """How many units of an area are free to go anywhere in it."""
        return table.cached(("spare", side, area), lambda: self._spare(table, side, area))

    def _spare(self, table: Table, side: int, area: str) -> int:
        zones = [zone for zone in self.zones_of(table, side) if zone.region == area]
        return sum(self.wanted(table, zone) for zone in zones) - self.short(table, area).pieces

    # Before and after

    def setting_up(self, table: Table) -> Iterable[tuple[int, AnyTask]]:
        """Each of its sides is asked."""
        sides = [table.scenario.side_index[key] for key in self.sides if key in table.scenario.side_index]
        return [(side, SetUpByHand(side)) for side in sides]

    def also_due(self, table: Table, side: int) -> Iterable[tuple[Arrival, list[int]]]:
        """Whoever was held back comes on later."""
        held = set(table.bearing(HELD_BACK))
        for number, zone in enumerate(self.zones_of(table, side) if held else ()):
            pieces = [piece for piece in self.members(table, zone) if piece in held] if zone.entry else []
            held -= set(pieces)
            if pieces:
                key = f"{HELD_BACK}-{number}"
                yield Arrival(arrival=key, turn=1, side=zone.side, region=zone.entry, case=zone.case), pieces

    def arrived(self, table: Table, piece: int) -> None:
        """Whoever comes on is held back no longer."""
        if table.marked(HELD_BACK, piece):
            table.set_mark(HELD_BACK, piece, None)


def starters(table: Table) -> frozenset[int]:
    """The pieces that are there at the start: a line of the set-up takes them, or they are due on the first turn."""
    return table.setting.kept("starters", lambda: _starters(table))


def _starters(table: Table) -> frozenset[int]:
    dealt, index = dealt_out(table), table.scenario.piece_index
    due = [line for line in table.scenario.arrivals if line.turn == 1 and table.verdict("may_come", line)]
    keys = [*(key for share in dealt.placed.values() for key in share)]
    keys += [key for line in due for key in dealt.arriving[line.arrival]]
    return frozenset(index[key] for key in keys)


class SetUpByHandProcedure:
    """A side places its units in any order, takes over lay-outs, and says when it is done."""

    def decision(self, table: Table, task: SetUpByHand) -> Decision | None:
        """Always asks: a set-up is over when its owner says so."""
        rule = _rule(table)
        left = rule.left(table, task.side)
        open_ = [each for each in rule.requirements(table, task.side) if each.open]
        said = [f"{counted(left, 'unit')} must be placed"] if left else []
        said += (
            [f"{counted(len(open_), 'requirement')} {'is' if len(open_) == 1 else 'are'} still open"] if open_ else []
        )
        spare = len(rule.waiting(table, task.side, held_back=True))
        said += [f"{counted(spare, 'unit')} may be placed or held back"] if spare else []
        return Decision(task.side, "deploy", f"Set up: {listed(said) or 'finish when you are ready'}.")

    def run(self, table: Table, task: SetUpByHand) -> None:
        """Never runs by itself."""

    # Answers

    def options(self, table: Table, task: SetUpByHand) -> Options:
        """Every unit in every open cell, lay-outs of what is not set up, and the end; rearranging is only judged."""
        rule = _rule(table)
        pieces = distinct(table, rule.waiting(table, task.side))
        groups = [OptionGroup(piece, partial(self._cells, table, task.side, piece)) for piece in pieces]
        groups += [one(None, action) for action in self._layouts(table, task)]
        return Options((*groups, *((one(None, Done()),) if self._judge_done(table, task) else ())))

    def _layouts(self, table: Table, task: SetUpByHand) -> Iterator[AnyAction]:
        rule, whole = _rule(table), LayOut()
        for area in rule.areas(table, task.side):
            zones = [zone for zone in rule.zones if zone.region == area]
            waiting = any(rule.wanted(table, zone) > 0 for zone in zones)
            for action in (LayOut(area), MeetQuotas(area)):
                if waiting and self.judge(table, task, action):
                    yield action
        if rule.waiting(table, task.side) and self.judge(table, task, whole):
            yield whole

    def _cells(self, table: Table, side: int, piece: int) -> list[AnyAction]:
        cells = {cell for _, found in _rule(table).zones_for(table, piece) for cell in found}
        return [PlaceUnit(piece, cell) for cell in sorted(cells) if self._judge_cell(table, side, piece, cell)]

    # Judging

    def judge(self, table: Table, task: SetUpByHand, action: AnyAction) -> Verdict:
        """Whether a unit may stand there, or a lay-out be taken over, or the set-up be ended."""
        if isinstance(action, Done):
            return self._judge_done(table, task)
        if isinstance(action, LayOut):
            known = not action.area or action.area in _rule(table).areas(table, task.side)
            return LEGAL if known and _lines(table, task.side, action.area) else no("Nothing is prepared for that.")
        if isinstance(action, MeetQuotas):
            return self._judge_meeting(table, task, action)
        if isinstance(action, TakeUp):
            return self._judge_taking(table, task, action)
        if not isinstance(action, PlaceUnit):
            return no("Units are being set up: place one.")
        if not table.has_piece(action.piece) or table.side_of(action.piece) != task.side:
            return no("That unit is not among those to be placed now.")
        return self._judge_cell(table, task.side, action.piece, action.cell)

    def _judge_cell(self, table: Table, side: int, piece: int, cell: int) -> Verdict:
        rule, here = _rule(table), table.state.cell[piece]
        zones = rule.zones_for(table, piece)
        if not zones or (here == OFF_MAP and piece not in _open(table, side)):
            return no("That unit is not among those to be placed now.", zones[0][0].case if zones else "")
        there = [zone for zone, cells in zones if cell in cells]
        if not there:
            return no(f"{_label(table, cell)} is not in the set-up area of {table.full_name(piece)}.", zones[0][0].case)
        case = there[0].case
        if table.holder(cell) == 1 - side or not fits(table, piece, cell):
            return no(f"{table.label(cell)} has no room for {table.full_name(piece)}.", case)
        same = here in table.board.regions.get(there[0].region, frozenset())
        if not same and all(zone.count and rule.wanted(table, zone) <= 0 for zone in there):
            return no(f"No more of these units stand in {named(table.scenario.rows, Region, there[0].region)}.", case)
        over = next((quota for quota in rule.quotas if _too_many(table, quota, piece, cell, here)), None)
        if over is not None:
            return no(f"{over.name}: no more than {counted(over.most, 'unit')}.", over.case)
        return self._judge_quotas(table, side, there[0], cell, here)

    def _judge_quotas(self, table: Table, side: int, zone: SetUpZone, cell: int, here: int) -> Verdict:
        """A unit goes anywhere while enough others are left for what must be manned."""
        rule = _rule(table)
        if here >= 0 or zone.optional or rule.spare(table, side, zone.region) > 0:
            return LEGAL
        short = rule.short(table, zone.region)
        if not short.pieces or cell in short.helps:
            return LEGAL
        first = next(each for each in rule.requirements(table, side) if each.open)
        return no(f"Every unit left is needed for what must be manned: {first.words()}.", first.quota.case)

    def _judge_done(self, table: Table, task: SetUpByHand) -> Verdict:
        rule = _rule(table)
        first = next((each for each in rule.requirements(table, task.side) if each.open), None)
        if first is not None:
            return no(f"Not everything is manned yet: {first.words()}.", first.quota.case)
        zone = next(
            (zone for zone in rule.zones_of(table, task.side) if not zone.optional and rule.wanted(table, zone) > 0),
            None,
        )
        if zone is None:
            return LEGAL
        left = counted(rule.left(table, task.side), "unit")
        return no(f"{left} must still be placed.", zone.case)

    def _judge_meeting(self, table: Table, task: SetUpByHand, action: MeetQuotas) -> Verdict:
        rule = _rule(table)
        if action.area not in rule.areas(table, task.side) or not rule.short(table, action.area).pieces:
            return no("Everything that must be manned there is manned.")
        return LEGAL

    def _judge_taking(self, table: Table, task: SetUpByHand, action: TakeUp) -> Verdict:
        own = all(
            table.has_piece(piece) and table.side_of(piece) == task.side and table.stands(piece)
            for piece in action.pieces
        )
        return LEGAL if own and action.pieces else no("Only units that you have set up are taken up again.")

    # Doing

    def perform(self, table: Table, task: SetUpByHand, action: AnyAction) -> None:
        """Do it; at the end, whoever stands in a box or was not set up is held back."""
        if isinstance(action, PlaceUnit):
            take_up(table, (action.piece,))
            place(table, action.piece, action.cell, 0, "set-up")
        elif isinstance(action, TakeUp):
            take_up(table, action.pieces)
        elif isinstance(action, LayOut):
            _lay_out(table, task.side, action.area)
        elif isinstance(action, MeetQuotas):
            self._meet(table, task, action.area)
        else:
            table.swap()
            table.tell("set_up", task.side)
            for zone in _rule(table).zones_of(table, task.side):
                for piece in _rule(table).members(table, zone) if zone.optional else ():
                    if table.state.cell[piece] == OFF_MAP and piece not in _on_schedule(table):
                        table.set_mark(HELD_BACK, piece)

    def _meet(self, table: Table, task: SetUpByHand, area: str) -> None:
        """Put a unit, of the kind that there are most of, wherever one is missing."""
        rule = _rule(table)
        while rule.short(table, area).pieces:
            pools: dict[str, list[int]] = {}
            for piece in rule.waiting(table, task.side):
                pools.setdefault(table.scenario.pieces[piece].pool, []).append(piece)
            cells = sorted(rule.short(table, area).helps, key=lambda cell: (bool(table.stack(cell)), cell))
            found = next(
                (
                    (pieces[0], cell)
                    for pieces in sorted(pools.values(), key=len, reverse=True)
                    for cell in cells
                    if self._judge_cell(table, task.side, pieces[0], cell)
                ),
                None,
            )
            if found is None:
                return
            place(table, *found, 0, "set-up")


def _rule(table: Table) -> FreeSetUp:
    return table.mechanism(FreeSetUp)


def _open(table: Table, side: int) -> frozenset[int]:
    """The units of a side that may still be set up, as a set."""
    return table.cached(("to be set up", side), lambda: frozenset(_rule(table).waiting(table, side)))


def _label(table: Table, cell: int) -> str:
    return table.label(cell) if table.has_cell(cell) else "That"


def _too_many(table: Table, quota: Quota, piece: int, cell: int, here: int) -> bool:
    """Whether one more unit in a cell would be more than a quota allows."""
    if quota.most < 0 or not quota.units.matches(table.unit(piece)):
        return False
    parts = [part for part in standing(table, quota) if cell in part.cells]
    return any(part.held >= quota.most and here not in part.cells for part in parts)


def _on_schedule(table: Table) -> frozenset[int]:
    """The pieces that an arrival of the first turn brings by name."""
    dealt, index = dealt_out(table), table.scenario.piece_index
    lines = [line.arrival for line in table.scenario.arrivals if line.turn == 1]
    return frozenset(index[key] for line in lines for key in dealt.arriving[line])


def take_up(table: Table, pieces: Iterable[int]) -> None:
    """Take pieces that are set up into the hand again."""
    for piece in pieces:
        if table.stands(piece):
            table.do(UnitTakenUp(piece, table.state.cell[piece], OFF_MAP, table.state.lines[piece]))


def _lines(table: Table, side: int, area: str) -> list[tuple[int, Any]]:
    """The lines of the prepared lay-out of a side, all of them or those of an area."""
    key = table.scenario.sides[side].side
    cells = table.board.regions.get(area, frozenset())
    return [
        (number, line)
        for number, line in enumerate(table.scenario.placements)
        if line.side == key and line.region is None and (not area or fixed_cell(table, line) in cells)
    ]


def _lay_out(table: Table, side: int, area: str) -> None:
    """Clear an area, or everything, and set it up as it was prepared."""
    dealt, index = dealt_out(table), table.scenario.piece_index
    cells = table.board.regions.get(area, frozenset())
    take_up(table, [piece for piece in table.on_map(side) if not area or table.state.cell[piece] in cells])
    for number, line in _lines(table, side, area):
        for key in dealt.placed[line.placement]:
            piece = _stand_in(table, index[key])
            take_up(table, (piece,))
            place(table, piece, fixed_cell(table, line), line.face, "set-up", number)


def _stand_in(table: Table, piece: int) -> int:
    """A piece, or one of its pool that is not on the map while it is: face down they are alike."""
    pool = table.scenario.pieces[piece].pool
    if not pool or table.state.cell[piece] == OFF_MAP:
        return piece
    free = (other for other, each in enumerate(table.scenario.pieces) if each.pool == pool)
    return next((other for other in free if table.state.cell[other] == OFF_MAP), piece)
