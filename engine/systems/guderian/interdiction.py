"""Air interdiction: markers within reach of the airfields, anywhere once Smolensk has been held for a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place
from engine.rules.answers import MarkKind
from engine.rules.laying import LayMarkersPhase
from engine.rules.lines import LineRule, line_words, trace
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, side_words
from engine.state.tasks import AnyTask

AIRFIELDS = "airfields"


class ForwardAirfields(Mechanism, frozen=True, kw_only=True):
    """Places that, held with a line for a turn, lift the limits of air markers."""

    key: ClassVar[str] = "forward-airfields"
    title: ClassVar[str] = "Forward airfields"
    help: ClassVar[str] = "Once a side has held these places, with a line, for a time, its aircraft reach everything."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(AIRFIELDS, "Airfields taken on turn", on="side"),)

    side: Annotated[str, col("Side", refers="side")] = ""
    places: Annotated[tuple[str, ...], col("Places", "All of them", refers="place")] = ()
    line: Annotated[LineRule, col("Line")] = LineRule()

    told: ClassVar[frozenset[str]] = frozenset({"side", "places", "line"})

    def sentences(self, rows: Rows) -> list[str]:
        """Which places, and which line."""
        places = listed(list(dict.fromkeys(named(rows, Place, key) for key in self.places)))
        return [
            f"The airfields of {places or 'no place'} are in use while {side_words(rows, self.side)} holds all their "
            f"hexes and a line runs from one of them {line_words(rows, self.line)}."
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """See whether they are held: the turn since when is remembered."""
        index = table.scenario.side_index.get(self.side)
        if index is not None:
            places = self._meant(table)
            if not places or any(table.state.control[place] != index for place in places):
                table.set_mark(AIRFIELDS, index, None)
            elif not table.marked(AIRFIELDS, index):
                table.set_mark(AIRFIELDS, index, table.state.turn)
        return ()

    def _meant(self, table: Table) -> list[int]:
        return [number for number, row in enumerate(table.scenario.places) if row.place in self.places]

    def in_use(self, table: Table, side: int, delay: int) -> bool:
        """Whether a side has held the airfields for so many turns, and has a line to them now."""
        since = table.bearing(AIRFIELDS).get(side)
        if since is None or table.state.turn < since + delay or table.scenario.sides[side].side != self.side:
            return False
        traced = trace(table, side, self.line, "")
        return any(traced.reaches(table.board.cell(table.scenario.places[place].cell)) for place in self._meant(table))


class AirInterdictionPhase(LayMarkersPhase, frozen=True, kw_only=True):
    """Laying of air markers, within a region until the airfields beyond are in use."""

    key: ClassVar[str] = "air-interdiction"
    title: ClassVar[str] = "Air interdiction"
    help: ClassVar[str] = "Air markers are laid within a region, or anywhere once the forward airfields are in use."

    told: ClassVar[frozenset[str]] = LayMarkersPhase.told | {"delay"}

    def sentences(self, rows: Rows) -> list[str]:
        """As every laying of markers, and what the airfields change."""
        later = f"{counted(self.delay, 'turn')} after the forward airfields were taken" if self.delay else "once taken"
        return [*super().sentences(rows), f"The limit falls {later}, while they are in use."]

    delay: Annotated[int, col("Delay", "Turns between the taking of the airfields and their use", ge=0, le=9)] = 1

    def limits(self, table: Table) -> frozenset[int] | None:
        """Nowhere is out of reach once the airfields have been held long enough."""
        side, rule = table.phase_side(table.state.phase), table.setting.by_key(ForwardAirfields.key)
        if side is not None and isinstance(rule, ForwardAirfields) and rule.in_use(table, side, self.delay):
            return None
        return super().limits(table)
