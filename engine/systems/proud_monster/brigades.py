"""Arrivals whose number dice decide: tank brigades as the factories of Leningrad and Moscow turn them out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place
from engine.records.play import Arrival
from engine.rules.claims import wanted
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, place_meets
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, phases_words
from engine.state.tasks import AnyTask

GRANTED = "granted."
"""Prefix of the counts of how many units of a line the dice have let come so far."""


class LostPlaces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the loss of places takes off the dice."""

    places: Annotated[tuple[str, ...], col("Places", "One of them lost is enough", refers="place")] = ()
    less: Annotated[int, col("Less", ge=0, le=99)] = 0
    need: Annotated[Need, col("Supply", f"Lost as well where none of them has it; {NEED_HELP}")] = "none"


class DicedArrivals(Mechanism, frozen=True, kw_only=True):
    """How many units of an arrival line come is thrown every turn."""

    key: ClassVar[str] = "diced-arrivals"
    title: ClassVar[str] = "Arrivals by dice"
    help: ClassVar[str] = "Every turn dice say how many more units of an arrival line may come."

    told: ClassVar[frozenset[str]] = frozenset({"phases", "line", "dice", "lost"})

    phases: Annotated[tuple[str, ...], col("Phases", "Thrown when one of these opens", refers="phase")] = ()
    line: Annotated[str, col("Arrival line", refers="arrival")] = ""
    dice: Annotated[str, col("Dice", pattern=r"^\d+d\d+$")] = "2d6"
    lost: Annotated[tuple[LostPlaces, ...], col("Less for lost places")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which dice, and what is taken off."""
        row = rows.get(Arrival, self.line)
        many = f"up to {row.count} units in all, from turn {row.turn} on" if row else "no unit"
        said = [
            f"When {phases_words(rows, self.phases) or 'a phase'} opens, {self.dice} say how many more units come of "
            f"the group that comes by dice: {many}. Less than nothing counts as nothing."
        ]
        for each in self.lost:
            places = listed(list(dict.fromkeys(named(rows, Place, key) for key in each.places)), "or")
            terms = f", or while it is not {WORDS[each.need]}" if WORDS[each.need] else ""
            held = f"the enemy holds {places or 'no place'}, or a hex of it"
            said.append(f"{each.less} are taken off while {held}{terms}.")
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw while units of the line are left."""
        line = next((row for row in table.scenario.arrivals if row.arrival == self.line), None)
        asked = table.scenario.phases[table.state.phase].phase in self.phases
        if line is None or not asked or table.state.turn < line.turn or not wanted(table, line):
            return ()
        granted = table.count(GRANTED + self.line)
        if granted < line.count:
            total = table.roll(self.dice, "units that come by dice") - self._less(table, line)
            table.tally(GRANTED + self.line, max(0.0, min(float(total), line.count - granted)))
        return ()

    def _less(self, table: Table, line: Arrival) -> int:
        side = table.scenario.side_index[line.side]
        return sum(each.less for each in self.lost if _is_lost(table, side, each))

    def may_come(self, table: Table, line: Arrival) -> Verdict | None:
        """No more than the dice have said."""
        if line.arrival != self.line or table.count(f"arrived.{line.arrival}") < table.count(GRANTED + self.line):
            return None
        return no("The dice have let no more of these units come.", self.case("dice"))


def _is_lost(table: Table, side: int, each: LostPlaces) -> bool:
    """Whether one of the places is the enemy's, or all of them lack the supply that they need."""
    rows = [(index, row) for index, row in enumerate(table.scenario.places) if row.place in each.places]
    if not rows or any(table.state.control[index] != side for index, _ in rows):
        return bool(rows)
    return not any(place_meets(table, table.board.cell(row.cell), side, each.need) for _, row in rows)


class SetAside(Mechanism, frozen=True, kw_only=True):
    """Arrival lines that a game does without, or that come by other rules."""

    key: ClassVar[str] = "set-aside"
    title: ClassVar[str] = "Units set aside"
    help: ClassVar[str] = "The units of some arrival lines do not come as reinforcements."

    told: ClassVar[frozenset[str]] = frozenset({"lines"})

    lines: Annotated[tuple[str, ...], col("Arrival lines", refers="arrival")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """How many units stay away."""
        found = [row for key in self.lines if (row := rows.get(Arrival, key)) is not None]
        notes = listed([row.note or row.arrival for row in found])
        return [f"These come only by rules of their own, or not at all: {notes or 'nobody'}."]

    def may_come(self, table: Table, line: Arrival) -> Verdict | None:
        """None of these lines."""
        return (
            no("These units do not come as reinforcements.", self.case("aside")) if line.arrival in self.lines else None
        )
