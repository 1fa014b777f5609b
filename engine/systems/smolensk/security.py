"""Security needs: in Axis cities that nobody watches, partisans stop the trains (SM-3.3b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import PlaceKind
from engine.records.markers import Marker
from engine.rules.air_tasks import bust
from engine.rules.decision import Verdict, no
from engine.rules.laying import numbers
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import listed, named, phases_words, side_words
from engine.state.events import MarkerRemoved
from engine.state.tasks import AnyTask


class Security(Mechanism, frozen=True, kw_only=True):
    """Cities that a side must watch."""

    key: ClassVar[str] = "security"
    title: ClassVar[str] = "Security of cities"
    help: ClassVar[str] = "A city that its holder neither garrisons nor covers is shut to his trains by partisans."
    told: ClassVar[frozenset[str]] = frozenset({"side", "kinds", "marker", "phases"})

    side: Annotated[str, col("Side", "Who must watch its cities", refers="side")] = "axis"
    kinds: Annotated[tuple[str, ...], col("Kinds of place", refers="place_kind")] = ("city",)
    marker: Annotated[str, col("Marker", "Of the enemy", refers="marker")] = ""
    phases: Annotated[tuple[str, ...], col("Clean-up", "Markers come off when one of these ends", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which cities, and what happens there."""
        kinds = listed([named(rows, PlaceKind, key).lower() for key in self.kinds], "or")
        return [
            f"Where {side_words(rows, self.side)} holds a {kinds} without an attacker in it or a zone over it, "
            f"{named(rows, Marker, self.marker)} of the enemy is put there in any phase. It comes off when "
            f"{phases_words(rows, self.phases) or 'no phase'} ends, if the place is watched by then or lost."
        ]

    def cells(self, table: Table, side: int) -> list[int]:
        """The hexes of such places that a side holds."""
        return sorted(
            int(table.board.cell(row.cell))
            for index, row in enumerate(table.scenario.places)
            if row.kind in self.kinds and table.state.control[index] == side
        )

    def watched(self, table: Table, side: int, cell: int) -> bool:
        """Whether a unit that can attack stands in a hex, or a zone of the side covers it."""
        here = (piece for piece in table.garrison(cell) if table.side_of(piece) == side)
        return any(table.can_attack(piece) for piece in here) or bool(zone(table, side)[cell])

    def to_watch(self, table: Table, side: int) -> Iterable[int]:
        """The cities of the side that has partisans in its rear."""
        return self.cells(table, side) if side == self._side(table) else ()

    def _side(self, table: Table) -> int | None:
        return table.scenario.side_index.get(self.side)

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Partisans are quick."""
        self._raid(table)
        return ()

    def _raid(self, table: Table) -> None:
        ours = self._side(table)
        if ours is None or not self.marker:
            return
        lying = {table.state.markers[number] for number in numbers(table, 1 - ours, self.marker)}
        for cell in self.cells(table, ours):
            if cell not in lying and not self.watched(table, ours, cell):
                bust(table, self.marker, 1 - ours, cell)

    def may_mend(self, table: Table, side: int, cell: int) -> Verdict | None:
        """Trains do not run again where partisans have a free hand."""
        ours = self._side(table)
        if side == ours and cell in self.cells(table, side) and not self.watched(table, side, cell):
            return no(f"Nobody watches {table.label(cell)}.", self.case("security"))
        return None

    def closing(self, table: Table, side: int | None) -> None:
        """In any clean-up markers come off where the place is watched, or lost."""
        ours = self._side(table)
        if ours is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return
        places = {int(table.board.cell(row.cell)) for row in table.scenario.places if row.kind in self.kinds}
        for number in numbers(table, 1 - ours, self.marker):
            cell = table.state.markers[number]
            held = cell in self.cells(table, ours)
            if cell in places and (not held or self.watched(table, ours, cell)):
                table.do(MarkerRemoved(number, cell, OFF_MAP, "the place is secure", self.case("security")))
