"""Arrivals: units that are due enter by their region."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.board.network import TICKS, cell_costs
from engine.records.base import col
from engine.records.counters import Selector
from engine.records.play import Arrival
from engine.rules.claims import to_arrive, wanted
from engine.rules.control import enter
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.markers import hindrances
from engine.rules.mechanism import Mechanism
from engine.rules.setup import distinct, place
from engine.rules.stacking import enforced, fits
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import counted
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.tasks import AnyTask, Arrive


class HeldBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many units a side may hold back."""

    side: Annotated[str, col("Side", refers="side")] = ""
    most: Annotated[int, col("At most", ge=0, le=999)] = 0


class Arrivals(Mechanism, frozen=True, kw_only=True):
    """How reinforcements come on."""

    key: ClassVar[str] = "arrivals"
    title: ClassVar[str] = "Arrivals"
    help: ClassVar[str] = "Units of the arrival schedule are placed in their entry region on their turn or later."

    may_delay: Annotated[bool, col("May be held back", "The owner may keep a unit for a later turn")] = False
    not_in_zoc: Annotated[bool, col("Not in an enemy zone")] = True
    held: Annotated[bool, col("Only places held", "An entry cell with a place in it is open only to its holder")] = (
        False
    )
    phases: Annotated[
        tuple[str, ...], col("Phases", "These begin with arrivals, besides every build-up", refers="phase")
    ] = ()
    most_held: Annotated[
        tuple[HeldBack, ...], col("At most held back", "How many units of a side wait; the rest must come if it can")
    ] = ()
    payers: Annotated[Selector, col("Who pays", "The others enter free, within stacking")] = Selector()
    pay: Annotated[bool, col("Pay to enter", "The entry cell costs its terrain, and the unit may move on")] = False

    def pays(self, table: Table, piece: int) -> bool:
        """Whether a unit pays for the cell by which it enters."""
        return self.pay and self.payers.matches(table.unit(piece))

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Arrivals come before the phase's own business."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        return (Arrive(side),)


def due(table: Table, side: int) -> list[tuple[Arrival, list[int]]]:
    """The arrival lines with units still to come, and those units; other rules may bring more."""
    key = table.scenario.sides[side].side
    more = [each for one in table.answering("also_due") for each in one.also_due(table, side)]
    spoken_for = {piece for _, pieces in more for piece in pieces}
    found = []
    for number, line in enumerate(table.scenario.arrivals):
        if line.side != key or line.turn > table.state.turn or not wanted(table, line):
            continue
        pieces = to_arrive(table, number) if table.verdict("may_come", line) else []
        pieces = [piece for piece in pieces if piece not in spoken_for] if more else pieces
        if pieces:
            found.append((line, pieces))
    return [*found, *more]


class ArriveProcedure:
    """A side places the units that are due, as long as there is room."""

    def decision(self, table: Table, task: Arrive) -> Decision | None:
        """A unit that can be placed waits for its owner."""
        if not _has_choice(self.options(table, task)):
            return None
        return Decision(task.side, "arrive", f"{table.phase_name}: place the units that arrive.")

    def run(self, table: Table, task: Arrive) -> None:
        """Nothing is due, or nothing finds room."""
        table.swap()

    def options(self, table: Table, task: Arrive) -> Options:
        """Every unit that is due in every cell it may enter."""
        groups = [
            OptionGroup(piece, partial(_cells, table, line, piece))
            for line, pieces in due(table, task.side)
            for piece in distinct(table, pieces)
        ]
        if judge_waiting(table, task.side):
            groups.append(one(None, Done()))
        return Options(tuple(groups))

    def judge(self, table: Table, task: Arrive, action: AnyAction) -> Verdict:
        """Whether a unit may arrive in a cell."""
        rule = table.mechanism(Arrivals)
        if isinstance(action, Done):
            return judge_waiting(table, task.side)
        if not isinstance(action, PlaceUnit):
            return no("Units arrive now: place one.")
        judged = [judge_entry(table, line, action.piece, action.cell) for line in _lines(table, task, action.piece)]
        if not judged:
            return no("That unit is not due to arrive.", rule.case("due"))
        return next((verdict for verdict in judged if verdict), judged[0])

    def perform(self, table: Table, task: Arrive, action: AnyAction) -> None:
        """Place the unit, or hold the rest back."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        lines = _lines(table, task, action.piece)
        line = next(line for line in lines if judge_entry(table, line, action.piece, action.cell))
        table.tally(f"arrived.{line.arrival}", 1)
        bring_on(table, action.piece, action.cell, "reinforcement", line.face)


def judge_waiting(table: Table, side: int) -> Verdict:
    """Whether a side may hold back everybody who is still due."""
    rule = table.mechanism(Arrivals)
    if not rule.may_delay:
        return no("Units that are due must be placed.", rule.case("delay"))
    key = table.scenario.sides[side].side
    most = next((each.most for each in rule.most_held if each.side == key), None)
    if most is None:
        return LEGAL
    waiting = sum(still_due(table, line, pieces) for line, pieces in due(table, side))
    room = waiting > most and any(
        _cells(table, line, piece) for line, pieces in due(table, side) for piece in distinct(table, pieces)
    )
    return no(f"No more than {counted(most, 'unit')} may be held back.", rule.case("delay")) if room else LEGAL


def still_due(table: Table, line: Arrival, pieces: list[int]) -> int:
    """How many units of a line are still to come on."""
    if not line.count:
        return len(pieces)
    return min(len(pieces), line.count - int(table.count(f"arrived.{line.arrival}")))


def spares(table: Table, side: int) -> frozenset[int]:
    """Counters that could come only in place of others just like them, where more are left than are due."""
    called, spare = set[int](), set[int]()
    for line, pieces in due(table, side):
        known = all(table.state.counter[piece] is not None for piece in pieces)
        alike = known and len({table.unit(piece).unit for piece in pieces}) == 1
        many = still_due(table, line, pieces) if alike else len(pieces)
        called.update(pieces[:many])
        spare.update(pieces[many:])
    return frozenset(spare - called)


def _lines(table: Table, task: Arrive, piece: int) -> list[Arrival]:
    """The lines by which a unit may arrive now."""
    return [line for line, pieces in due(table, task.side) if piece in pieces]


def bring_on(table: Table, piece: int, cell: int, why: str, face: int = 0) -> None:
    """A unit comes onto the map after the set-up; it pays for the cell where the rule says so."""
    place(table, piece, cell, face, why)
    enter(table, piece, (cell,))
    if table.mechanism(Arrivals).pays(table, piece):
        table.spend((piece,), (entry_cost(table, piece, cell),))
    table.tell("arrived", piece)


def entry_cost(table: Table, piece: int, cell: int) -> int:
    """What the terrain of an entry cell and the markers there cost a unit, in ticks, but never more than it has."""
    effect = f"move.{table.unit(piece).move_class}"
    costs = table.setting.kept(("cells", effect), lambda: cell_costs(table.board, table.scenario.tec, effect))
    more = sum(points for where, points in hindrances(table, table.side_of(piece)) if where == cell)
    return min(int(costs[cell] + more * TICKS), int(table.allowance(piece) * TICKS))


def judge_entry(table: Table, line: Arrival, piece: int, cell: int) -> Verdict:
    """Whether a unit of an arrival line may be placed in a cell."""
    side = table.side_of(piece)
    if cell not in _entry_cells(table, line, piece):
        return no("That cell is not an entry cell of this unit.", line.case)
    if table.holder(cell) == 1 - side:
        return no(f"{table.label(cell)} is occupied by the enemy.", line.case)
    if table.mechanism(Arrivals).not_in_zoc and in_enemy_zone(table, cell, side):
        return no(f"{table.label(cell)} lies in an enemy zone of control.", line.case)
    if table.mechanism(Arrivals).held and not _held(table, side, cell):
        return no(f"{table.label(cell)} is not in your hands.", line.case)
    verdict = table.verdict("may_arrive", piece, cell)
    if not verdict:
        return verdict
    if not table.mechanism(Arrivals).pays(table, piece) and enforced(table) and not fits(table, piece, cell):
        return no(f"{table.label(cell)} would be overstacked.", line.case)
    return LEGAL


def _held(table: Table, side: int, cell: int) -> bool:
    return all(table.state.control[place] == side for place in table.setting.places_at.get(cell, ()))


def _cells(table: Table, line: Arrival, piece: int) -> list[AnyAction]:
    """Every entry of a unit by a line; asked for several times in a row, so worked out once for a state."""
    return list(table.cached_now(("entries", line.arrival, line.region, piece), lambda: _entries(table, line, piece)))


def _entries(table: Table, line: Arrival, piece: int) -> list[AnyAction]:
    cells = sorted(_entry_cells(table, line, piece))
    return [PlaceUnit(piece, cell) for cell in cells if judge_entry(table, line, piece, cell)]


def _entry_cells(table: Table, line: Arrival, piece: int) -> frozenset[int]:
    """The region of an arrival line, and where other rules let the unit come on as well."""
    more = {cell for one in table.answering("also_enters") for cell in one.also_enters(table, piece)}
    return table.board.regions.get(line.region or "", frozenset()) | more


def _has_choice(options: Options) -> bool:
    return any(isinstance(action, PlaceUnit) for action in options)
