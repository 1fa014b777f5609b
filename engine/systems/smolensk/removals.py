"""Removals: units that leave by the schedule, perhaps to come back, and a division that leaves by the die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Formation, Selector, Unit
from engine.records.play import Arrival
from engine.rules.leaving import withdraw
from engine.rules.mechanism import Mechanism
from engine.rules.own_stocks import owe_stocks
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, phases_words, side_words
from engine.state import ELIMINATED, WITHDRAWN
from engine.state.events import Noted
from engine.state.tasks import AnyTask

EXITED = "exit.done"


class Removal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that leave on a turn."""

    turn: Annotated[int, col("Turn", ge=1, le=200)] = 1
    unit: Annotated[str, col("Unit", refers="unit")] = ""
    count: Annotated[int, col("How many", ge=1, le=99)] = 1
    back: Annotated[int, col("Back on turn", "0: never", ge=0, le=200)] = 0
    region: Annotated[str, col("Back by", "Where it comes on again", refers="region")] = ""


class Removals(Mechanism, frozen=True, kw_only=True):
    """The schedule of units that leave."""

    key: ClassVar[str] = "removals"
    title: ClassVar[str] = "Removals"
    help: ClassVar[str] = "On certain turns units leave the map for other fronts; a dead one of the same kind will do."
    told: ClassVar[frozenset[str]] = frozenset({"phases", "schedule", "themselves"})

    phases: Annotated[tuple[str, ...], col("Phases", "They leave when one of these opens", refers="phase")] = ()
    schedule: Annotated[tuple[Removal, ...], col("Schedule")] = ()
    themselves: Annotated[
        tuple[str, ...], col("Never another", "Flags of units for which no other goes", word="flag")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """How many leave when."""
        said = [
            f"When {phases_words(rows, self.phases) or 'a phase'} of their side opens, units leave for other fronts; a "
            "unit of the same values from the dead pile goes in the place of one on the map. What the stocks of those "
            "who leave lack is taken off the next supply that arrives."
        ]
        for turn in sorted({each.turn for each in self.schedule}):
            today = [each for each in self.schedule if each.turn == turn]
            names = {named(rows, Unit, each.unit) for each in today}
            some = ", ".join(sorted(names)) if len(names) <= 4 else counted(sum(each.count for each in today), "unit")
            said.append(f"Turn {turn}: {some}.")
        said += [
            f"{named(rows, Unit, each.unit)} is back on turn {each.back} in “{named(rows, Region, each.region)}”."
            for each in self.schedule
            if each.back
        ]
        return said

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Those whose turn has come are gone at once."""
        if side is not None and table.scenario.phases[table.state.phase].phase in self.phases:
            for each in self.schedule:
                if each.turn == table.state.turn and table.scenario.side_index[_side(table, each.unit)] == side:
                    for _ in range(each.count):
                        self._remove(table, each)
        return ()

    def _remove(self, table: Table, each: Removal) -> None:
        own = [piece for piece, one in enumerate(table.scenario.pieces) if one.unit.unit == each.unit]
        dead = [piece for piece in own if table.state.cell[piece] == ELIMINATED]
        there = [piece for piece in own if table.stands(piece)]
        gone = next(iter([*dead, *self._alike(table, own), *there]), None)
        if gone is not None:
            owe_stocks(table, gone)
            withdraw(table, gone, "removed to another front", self.case("removal"))

    def _alike(self, table: Table, own: list[int]) -> list[int]:
        """Dead units with the same values, which may go instead."""
        unit = table.scenario.pieces[own[0]].unit if own else None
        if (
            unit is None
            or unit.size not in ("division", "brigade")
            or any(flag in self.themselves for flag in unit.flags)
        ):
            return []
        wanted = {one.unit for one in self.schedule if one.turn >= table.state.turn}
        values = _values(table, own[0])
        return [
            piece
            for piece, one in enumerate(table.scenario.pieces)
            if table.state.cell[piece] == ELIMINATED
            and one.unit.side == unit.side
            and one.unit.unit not in wanted
            and one.unit.symbol == unit.symbol
            and _values(table, piece) == values
        ]

    def also_due(self, table: Table, side: int) -> Iterable[tuple[Arrival, list[int]]]:
        """Those whose time away is over."""
        for each in self.schedule:
            if not each.back or each.back > table.state.turn:
                continue
            pieces = [piece for piece, one in enumerate(table.scenario.pieces) if one.unit.unit == each.unit]
            away = [piece for piece in pieces if table.state.cell[piece] == WITHDRAWN and table.side_of(piece) == side]
            if away:
                key = f"back-{each.unit}"
                units = Selector(units=(each.unit,))
                sides = table.scenario.sides[side].side
                line = Arrival(arrival=key, turn=each.back, side=sides, units=units, region=each.region)
                yield line, away


def _side(table: Table, unit: str) -> str:
    row = table.scenario.rows.get(Unit, unit)
    return row.side if row is not None else table.scenario.sides[0].side


def _values(table: Table, piece: int) -> tuple[float, float, float]:
    counter = table.scenario.pieces[piece].counter
    face = table.scenario.counters[counter if counter is not None else 0].faces[0]
    return face.attack, face.movement, face.extra.get("rating", 0.0)


class Leaving(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A division that leaves where the die shows so much."""

    die: Annotated[int, col("Die", ge=1, le=6)] = 6
    formation: Annotated[str, col("Formation", refers="formation")] = ""


class VariableExit(Mechanism, frozen=True, kw_only=True):
    """A die that makes one of several divisions leave."""

    key: ClassVar[str] = "variable-exit"
    title: ClassVar[str] = "Variable exit"
    help: ClassVar[str] = "Every turn a die is thrown until one of certain divisions leaves for another front."
    told: ClassVar[frozenset[str]] = frozenset({"side", "phases", "first_turn", "exits"})

    side: Annotated[str, col("Side", refers="side")] = ""
    phases: Annotated[tuple[str, ...], col("Phases", "Thrown when one of these opens for it", refers="phase")] = ()
    first_turn: Annotated[int, col("From turn", ge=1, le=200)] = 1
    exits: Annotated[tuple[Leaving, ...], col("Who leaves")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What each throw does."""
        who = side_words(rows, self.side)
        said = [
            f"From turn {self.first_turn} on {who} throws a die when "
            f"{phases_words(rows, self.phases) or 'a phase'} opens, until one of these divisions leaves whole."
        ]
        return said + [f"On a {each.die}: {named(rows, Formation, each.formation)}." for each in self.exits]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw, until somebody has left."""
        phase = table.scenario.phases[table.state.phase].phase
        ours = side is not None and side == table.scenario.side_index.get(self.side)
        due = ours and phase in self.phases and table.state.turn >= self.first_turn and not table.count(EXITED)
        if due:
            shown = table.roll("1d6", "exit of a division")
            gone = next((each.formation for each in self.exits if each.die == shown), "")
            if gone:
                table.remember(EXITED)
                for piece, one in enumerate(table.scenario.pieces):
                    if one.unit.formation == gone and table.state.cell[piece] not in (WITHDRAWN,):
                        owe_stocks(table, piece)
                        withdraw(table, piece, "its division leaves", self.case("exit"))
            else:
                table.do(Noted("No division leaves.", self.case("exit")))
        return ()
