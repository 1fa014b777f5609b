"""Markers that players lay: in a phase of their own, within limits, and off again when their time is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.markers import Marker
from engine.rules.decision import LEGAL, Decision, OptionGroup, Options, Verdict, no, one
from engine.rules.mechanism import Mechanism
from engine.rules.phase import PhaseRule
from engine.rules.procedure import AskingProcedure
from engine.rules.table import Table
from engine.scenario.sentences import common, counted, listed, named, phases_words
from engine.state.actions import Action, AnyAction, Done
from engine.state.events import MarkerPlaced, MarkerRemoved
from engine.state.tasks import AnyTask, Task


class LayMarker(Action, frozen=True, tag="lay"):
    """Lay a marker on a cell."""

    marker: int
    cell: int

    def words(self, table: Table, /) -> str:
        """Which marker, and where."""
        name = common(table.scenario.rows, table.scenario.marker_kinds[self.marker].name)
        return f"lay {'an' if name[:1].lower() in 'aeiou' else 'a'} {name} in {table.label(self.cell)}"


class LayMarkers(Task, frozen=True, tag="lay-markers"):
    """A side lays markers; so many are down."""

    side: int
    laid: int = 0


class LayMarkersPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side lays markers on the map."""

    key: ClassVar[str] = "lay-markers"
    title: ClassVar[str] = "Laying of markers"
    help: ClassVar[str] = "A side lays markers from its stock on cells of the map, or keeps them."

    marker: Annotated[str, col("Marker", refers="marker")] = ""
    most: Annotated[int, col("At most", "In one phase", ge=1, le=99)] = 1
    times: Annotated[int, col("Times a game", "In how many phases it may be used; 0: in all", ge=0, le=99)] = 0
    region: Annotated[str, col("Only in", "Empty: anywhere on the map", refers="region")] = ""
    not_on_enemy: Annotated[bool, col("Not on enemy units")] = False

    told: ClassVar[frozenset[str]] = frozenset({"marker", "most", "times", "region", "not_on_enemy"})

    def sentences(self, rows: Rows) -> list[str]:
        """How many of which, where, and how often."""
        kind = rows.get(Marker, self.marker)
        name = common(rows, kind.name) if kind else "marker"
        where = f" in the region “{named(rows, Region, self.region)}”" if self.region else ""
        said = f"The side may lay up to {counted(self.most, name)}{where}, no two in one hex"
        said += ", but not on enemy units" if self.not_on_enemy else ""
        often = f" It may do so in {counted(self.times, 'phase')} of the game." if self.times else ""
        return [f"{said}.{often}"]

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """One task, while the side may still use it."""
        return (LayMarkers(side or 0),) if stock(table, side or 0, self.marker) and self.uses_left(table, side) else ()

    def uses_left(self, table: Table, side: int | None) -> bool:
        """Whether the phase may be used once more in this game."""
        return not self.times or table.count(self.uses(table, side)) < self.times

    def uses(self, table: Table, side: int | None) -> str:
        """The count of the phases in which the side used it."""
        return f"laid.{table.scenario.sides[side or 0].side}.{self.marker}"

    def limits(self, table: Table) -> frozenset[int] | None:
        """The cells where a marker may lie now; None: anywhere."""
        return frozenset(table.board.regions.get(self.region, frozenset())) if self.region else None

    def judge_cell(self, table: Table, side: int, cell: int) -> Verdict:
        """Whether a marker may be laid on a cell."""
        limits = self.limits(table)
        if not 0 <= cell < table.board.grid.size or (limits is not None and cell not in limits):
            return no("The marker may not be laid there.", self.case("where"))
        if cell in {table.state.markers[number] for number in numbers(table, side, self.marker)}:
            return no(f"Such a marker already lies in {table.label(cell)}.", self.case("one"))
        if self.not_on_enemy and table.holder(cell) == 1 - side:
            return no(f"{table.label(cell)} is occupied by the enemy.", self.case("enemy"))
        return LEGAL


def numbers(table: Table, side: int, marker: str) -> Iterator[int]:
    """The markers of a kind that belong to a side."""
    key = table.scenario.sides[side].side
    for number, row in enumerate(table.scenario.markers):
        if row.marker == marker and row.side == key:
            yield number


def stock(table: Table, side: int, marker: str) -> list[int]:
    """The markers of a kind that a side can lay."""
    rows = table.scenario.markers
    return [
        number
        for number in numbers(table, side, marker)
        if rows[number].cell is None and table.state.markers[number] == OFF_MAP
    ]


class LayMarkersProcedure(AskingProcedure):
    """Marker by marker, until the side has laid what it may or wants no more."""

    def decision(self, table: Table, task: LayMarkers) -> Decision | None:
        """Waits while a marker is left."""
        rule = _rule(table)
        left = min(rule.most - task.laid, len(stock(table, task.side, rule.marker)))
        if left <= 0:
            return None
        kind = next(kind for kind in table.scenario.marker_kinds if kind.marker == rule.marker)
        name = kind.name[:1].lower() + kind.name[1:]
        prompt = f"{table.phase_name}: lay {counted(left, name)}, or keep the rest."
        return Decision(task.side, "lay", prompt, None)

    def run(self, table: Table, task: LayMarkers) -> None:
        """Nothing is left to lay."""
        table.swap()

    def options(self, table: Table, task: LayMarkers) -> Options:
        """The next marker on every cell where it may lie, or none."""
        left = stock(table, task.side, _rule(table).marker)
        groups = [OptionGroup(number, partial(self._cells, table, task.side, number)) for number in left[:1]]
        return Options((*groups, one(None, Done())))

    def _cells(self, table: Table, side: int, number: int) -> list[AnyAction]:
        rule = _rule(table)
        limits = rule.limits(table)
        cells = range(table.board.grid.size) if limits is None else sorted(limits)
        return [LayMarker(number, cell) for cell in cells if rule.judge_cell(table, side, cell)]

    def judge(self, table: Table, task: LayMarkers, action: AnyAction) -> Verdict:
        """A marker of the stock, on a cell that the rule allows."""
        rule = _rule(table)
        if isinstance(action, Done):
            return LEGAL
        if not isinstance(action, LayMarker) or action.marker not in stock(table, task.side, rule.marker):
            return no("Lay one of your markers now, or end the phase.", rule.case("where"))
        return rule.judge_cell(table, task.side, action.cell)

    def perform(self, table: Table, task: LayMarkers, action: AnyAction) -> None:
        """Lay it, or keep the rest."""
        if not isinstance(action, LayMarker):
            table.swap()
            return
        if not task.laid:
            table.tally(_rule(table).uses(table, task.side), 1)
        table.swap(msgspec.structs.replace(task, laid=task.laid + 1))
        table.do(MarkerPlaced(action.marker, OFF_MAP, action.cell))


def _rule(table: Table) -> LayMarkersPhase:
    rule = table.phase
    assert isinstance(rule, LayMarkersPhase)
    return rule


class Lapse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Markers of a kind that come off when a phase ends."""

    marker: Annotated[str, col("Marker", refers="marker")] = ""
    phase: Annotated[str, col("After", "They come off when this phase ends", refers="phase")] = ""
    case: Annotated[str, col("Rule case")] = ""


class LaidMarkers(Mechanism, frozen=True, kw_only=True):
    """How long markers lie that players laid."""

    key: ClassVar[str] = "laid-markers"
    title: ClassVar[str] = "Markers laid by players"
    help: ClassVar[str] = "Markers that a player laid go back to his stock when their phase is over."

    told: ClassVar[frozenset[str]] = frozenset({"lapses"})

    lapses: Annotated[tuple[Lapse, ...], col("When they come off")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which come off when."""
        return [
            f"Every {named(rows, Marker, each.marker)} on the map goes back to the stock when "
            f"{phases_words(rows, (each.phase,))} ends."
            for each in self.lapses
        ]

    def closing(self, table: Table, side: int | None) -> None:
        """Take off those whose time is over."""
        phase = table.scenario.phases[table.state.phase].phase
        for lapse in self.lapses:
            if lapse.phase == phase:
                _take_off(table, lapse)


def _take_off(table: Table, lapse: Lapse) -> None:
    for number, row in enumerate(table.scenario.markers):
        cell = table.state.markers[number]
        if row.marker == lapse.marker and row.cell is None and cell >= 0:
            table.do(MarkerRemoved(number, cell, OFF_MAP, "its time is over", lapse.case))


class RecoveryPhase(PhaseRule, frozen=True, kw_only=True):
    """A phase in which a side's units lose marks."""

    key: ClassVar[str] = "recovery"
    title: ClassVar[str] = "Recovery"
    help: ClassVar[str] = "Marks such as disruption come off the units of the side whose phase it is."

    told: ClassVar[frozenset[str]] = frozenset({"marks"})

    marks: Annotated[tuple[str, ...], col("Marks", "Which come off", word="mark")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who loses which marks."""
        return [f"Units of the side are no longer {listed(self.marks, 'or') or 'marked'}."]

    def open(self, table: Table, side: int | None) -> tuple[AnyTask, ...]:
        """They come off at once."""
        for mark in self.marks:
            table.lift_marks(mark, [piece for piece in table.bearing(mark) if table.side_of(piece) == side])
        return ()
