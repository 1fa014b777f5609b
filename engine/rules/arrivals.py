"""Arrivals: units that are due enter by their region."""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

from engine.ids import OFF_MAP
from engine.records.base import col
from engine.records.play import Arrival
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.parameters import Mechanism
from engine.rules.setup import distinct, place
from engine.rules.stacking import enforced, fits
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.state.actions import AnyAction, Done, PlaceUnit
from engine.state.tasks import Arrive


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


def due(table: Table, side: int) -> list[tuple[Arrival, list[int]]]:
    """The arrival lines with units still to come, and those units."""
    key = table.scenario.sides[side].side
    found = []
    for line in table.scenario.arrivals:
        if line.side != key or line.turn > table.state.turn:
            continue
        pieces = [piece for piece in table.setting.pieces(line.units) if table.state.cell[piece] == OFF_MAP]
        left = int(line.count - table.count(f"arrived.{line.arrival}")) if line.count else len(pieces)
        if left > 0 and pieces:
            found.append((line, pieces))
    return found


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
        if table.mechanism(Arrivals).may_delay:
            groups.append(one(None, Done()))
        return Options(tuple(groups))

    def judge(self, table: Table, task: Arrive, action: AnyAction) -> Verdict:
        """Whether a unit may arrive in a cell."""
        rule = table.mechanism(Arrivals)
        if isinstance(action, Done):
            return LEGAL if rule.may_delay else no("Units that are due must be placed.", rule.case("delay"))
        if not isinstance(action, PlaceUnit):
            return no("Units arrive now: place one.")
        for line, pieces in due(table, task.side):
            if action.piece in pieces:
                return judge_entry(table, line, action.piece, action.cell)
        return no("That unit is not due to arrive.", rule.case("due"))

    def perform(self, table: Table, task: Arrive, action: AnyAction) -> None:
        """Place the unit, or hold the rest back."""
        if not isinstance(action, PlaceUnit):
            table.swap()
            return
        line = next(line for line, pieces in due(table, task.side) if action.piece in pieces)
        table.tally(f"arrived.{line.arrival}", 1)
        place(table, action.piece, action.cell, 0, "reinforcement")


def judge_entry(table: Table, line: Arrival, piece: int, cell: int) -> Verdict:
    """Whether a unit of an arrival line may be placed in a cell."""
    side = table.side_of(piece)
    if cell not in table.board.regions.get(line.region or "", frozenset()):
        return no("That cell is not an entry cell of this unit.", line.case)
    if table.holder(cell) == 1 - side:
        return no(f"{table.label(cell)} is occupied by the enemy.", line.case)
    if table.mechanism(Arrivals).not_in_zoc and in_enemy_zone(table, cell, side):
        return no(f"{table.label(cell)} lies in an enemy zone of control.", line.case)
    if table.mechanism(Arrivals).held and not _held(table, side, cell):
        return no(f"{table.label(cell)} is not in your hands.", line.case)
    if enforced(table) and not fits(table, piece, cell):
        return no(f"{table.label(cell)} would be overstacked.", line.case)
    return LEGAL


def _held(table: Table, side: int, cell: int) -> bool:
    return all(table.state.control[place] == side for place in table.setting.places_at.get(cell, ()))


def _cells(table: Table, line: Arrival, piece: int) -> list[AnyAction]:
    cells = sorted(table.board.regions.get(line.region or "", frozenset()))
    return [PlaceUnit(piece, cell) for cell in cells if judge_entry(table, line, piece, cell)]


def _has_choice(options: Options) -> bool:
    return any(isinstance(action, PlaceUnit) for action in options)
