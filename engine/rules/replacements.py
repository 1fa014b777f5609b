"""Replacements: steps by the turn track, to rebuild lost units or restore reduced ones."""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.setup import place
from engine.rules.stacking import fits
from engine.rules.table import Table
from engine.rules.trace import in_communication
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import counted
from engine.state import ELIMINATED, Status
from engine.state.actions import AnyAction, Done, PlaceUnit, RestoreStep
from engine.state.events import StepRegained
from engine.state.tasks import Replace


class ReplacementLimit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many of certain units are rebuilt a turn."""

    units: Annotated[Selector, col("Which units")] = Selector()
    most: Annotated[int, col("At most a turn", ge=0, le=99)] = 0
    case: Annotated[str, col("Rule case")] = ""


class Replacements(Mechanism, frozen=True, kw_only=True):
    """Replacement steps."""

    key: ClassVar[str] = "replacements"
    title: ClassVar[str] = "Replacements"
    help: ClassVar[str] = "Each step returns a lost unit at its weakest face or restores one step on the map."

    chart: Annotated[str, col("Chart", "Steps by turn (rows) and side (columns)", refers="chart")] = "replacements"
    home: Annotated[
        dict[str, str], col("Home edge", "Region by side: where rebuilt units appear and traces lead", refers="region")
    ] = {}
    places: Annotated[
        tuple[str, ...],
        col("Places", "Kinds of friendly place in communication where units may appear", refers="place_kind"),
    ] = ()
    limits: Annotated[tuple[ReplacementLimit, ...], col("Limits on rebuilding")] = ()
    never: Annotated[Selector | None, col("Never rebuilt or restored")] = None


def steps_left(table: Table, side: int) -> int:
    """Replacement steps that a side may still spend in this phase."""
    return int(steps_of(table, side, table.state.turn) - table.count(f"phase.replaced.{side}"))


def steps_of(table: Table, side: int, turn: int) -> float:
    """Replacement steps that the turn track gives a side in a turn."""
    chart = table.scenario.tables.get(table.mechanism(Replacements).chart)
    return chart.number(str(turn), table.scenario.sides[side].side) if chart is not None else 0.0


def lost_units(table: Table, side: int) -> list[int]:
    """The units of a side that were eliminated and may be rebuilt."""
    never = table.mechanism(Replacements).never
    lost = [piece for piece, cell in enumerate(table.state.cell) if cell == ELIMINATED and table.side_of(piece) == side]
    return [piece for piece in lost if never is None or not never.matches(table.unit(piece))]


class ReplaceProcedure:
    """A side spends its replacement steps; what is left over is lost."""

    def decision(self, table: Table, task: Replace) -> Decision | None:
        """Steps that can be spent wait for their owner."""
        left = steps_left(table, task.side)
        if left <= 0 or not any(isinstance(action, PlaceUnit | RestoreStep) for action in self.options(table, task)):
            return None
        steps, rest = counted(left, "replacement step"), "it" if left == 1 else "them"
        return Decision(task.side, "replace", f"{table.phase_name}: spend {steps}, or let {rest} go.")

    def run(self, table: Table, task: Replace) -> None:
        """No steps, or nothing to spend them on."""
        table.swap()

    def options(self, table: Table, task: Replace) -> Options:
        """Every lost unit in every cell where it may appear; every reduced unit; and letting the rest go."""
        groups = [OptionGroup(piece, partial(_answers, table, piece)) for piece in _candidates(table, task.side)]
        return Options((*groups, one(None, Done())))

    def judge(self, table: Table, task: Replace, action: AnyAction) -> Verdict:
        """Whether a step may be spent so."""
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, PlaceUnit | RestoreStep) or not table.has_piece(action.piece):
            return no("Replacements are spent now: rebuild or restore a unit.")
        if table.side_of(action.piece) != task.side:
            return no(f"{table.full_name(action.piece)} is not yours.")
        if isinstance(action, RestoreStep):
            return judge_restore(table, action.piece)
        return judge_rebuild(table, action.piece, action.cell)

    def perform(self, table: Table, task: Replace, action: AnyAction) -> None:
        """Spend a step, or let the rest go."""
        if isinstance(action, PlaceUnit):
            _count_limits(table, action.piece)
            place(table, action.piece, action.cell, _weakest(table, action.piece), "replacement")
        elif isinstance(action, RestoreStep):
            face = table.state.face[action.piece]
            table.do(StepRegained(action.piece, face, face - 1, "replacement"))
        else:
            table.swap()
            return
        table.mark(action.piece, Status.REPLACED)
        table.tally(f"phase.replaced.{task.side}", 1)


def _weakest(table: Table, piece: int) -> int:
    counter = table.state.counter[piece]
    return 0 if counter is None else table.scenario.counters[counter].steps - 1


def _candidates(table: Table, side: int) -> list[int]:
    reduced = {piece for piece in table.on_map(side) if table.state.face[piece]}
    return [
        piece
        for piece, cell in enumerate(table.state.cell)
        if piece in reduced or (cell == ELIMINATED and table.side_of(piece) == side)
    ]


def _answers(table: Table, piece: int) -> list[AnyAction]:
    if table.stands(piece):
        return [RestoreStep(piece)] if judge_restore(table, piece) else []
    if not _judge_return(table, piece):
        return []
    return [
        PlaceUnit(piece, cell) for cell in open_for_rebuilding(table, table.side_of(piece)) if fits(table, piece, cell)
    ]


def _rebuild_cells(table: Table, side: int) -> list[int]:
    """The same for every unit of a side while places do not change hands."""
    return table.cached(("rebuilt", side, *table.state.control), lambda: _home_and_places(table, side))


def open_for_rebuilding(table: Table, side: int) -> list[int]:
    """The cells where a rebuilt unit of a side may appear that has room there."""
    key = ("open for rebuilding", side, *table.state.control)
    cells = _rebuild_cells(table, side)
    return table.cached(key, lambda: [cell for cell in cells if _judge_open(table, side, cell)])


def _home_and_places(table: Table, side: int) -> list[int]:
    rule = table.mechanism(Replacements)
    edge = table.board.regions.get(rule.home.get(table.scenario.sides[side].side, ""), frozenset())
    held = {
        table.board.cell(place.cell)
        for index, place in enumerate(table.scenario.places)
        if place.kind in rule.places and table.state.control[index] == side
    }
    return sorted(edge | held)


def _may_replace(table: Table, piece: int) -> Verdict:
    rule = table.mechanism(Replacements)
    if steps_left(table, table.side_of(piece)) <= 0:
        return no("No replacement steps are left.", rule.case("steps"))
    if table.state.status[piece] & Status.REPLACED:
        return no(f"{table.full_name(piece)} has had its one step of this phase.", rule.case("once"))
    if rule.never is not None and rule.never.matches(table.unit(piece)):
        return no(f"{table.full_name(piece)} is never replaced.", rule.case("never"))
    return LEGAL


def judge_restore(table: Table, piece: int) -> Verdict:
    """Whether a reduced unit on the map may have a step back."""
    rule, side, cell = table.mechanism(Replacements), table.side_of(piece), table.state.cell[piece]
    if cell < 0 or table.state.face[piece] == 0:
        return no(f"{table.full_name(piece)} is not a reduced unit on the map.", rule.case("restore"))
    verdict = _may_replace(table, piece)
    if verdict and not in_communication(table, cell, side, rule.home.get(table.scenario.sides[side].side, "")):
        return no(f"{table.full_name(piece)} is not in communication with its home edge.", rule.case("communication"))
    return verdict


def judge_rebuild(table: Table, piece: int, cell: int) -> Verdict:
    """Whether a lost unit may return in a cell."""
    verdict = _judge_return(table, piece)
    return _judge_cell(table, piece, cell) if verdict else verdict


def _judge_return(table: Table, piece: int) -> Verdict:
    """Whether a lost unit may return anywhere."""
    rule = table.mechanism(Replacements)
    if table.state.cell[piece] != ELIMINATED:
        return no(f"{table.full_name(piece)} has not been eliminated.", rule.case("rebuild"))
    verdict = _may_replace(table, piece)
    if not verdict:
        return verdict
    for index, limit in enumerate(rule.limits):
        if limit.units.matches(table.unit(piece)) and table.count(f"phase.limit.{index}") >= limit.most:
            return no(f"No more units like {table.full_name(piece)} may be replaced this turn.", limit.case)
    return LEGAL


def _judge_cell(table: Table, piece: int, cell: int) -> Verdict:
    """Whether a unit that may return may do so in a cell."""
    verdict = _judge_open(table, table.side_of(piece), cell)
    if verdict and not fits(table, piece, cell):
        return no(f"{table.label(cell)} would be overstacked.", table.mechanism(Replacements).case("where"))
    return verdict


def _judge_open(table: Table, side: int, cell: int) -> Verdict:
    """Whether a side's units may return in a cell that has room for them."""
    rule = table.mechanism(Replacements)
    home = rule.home.get(table.scenario.sides[side].side, "")
    if cell not in _rebuild_cells(table, side):
        return no("Replacements appear on the home edge or in a friendly city.", rule.case("where"))
    if cell not in table.board.regions.get(home, frozenset()) and not in_communication(table, cell, side, home):
        return no(f"{table.label(cell)} is not in communication with the home edge.", rule.case("communication"))
    if table.holder(cell) == 1 - side or in_enemy_zone(table, cell, side):
        return no(f"{table.label(cell)} is held or covered by the enemy.", rule.case("where"))
    return LEGAL


def _count_limits(table: Table, piece: int) -> None:
    for index, limit in enumerate(table.mechanism(Replacements).limits):
        if limit.units.matches(table.unit(piece)):
            table.tally(f"phase.limit.{index}", 1)
