"""How a scenario opens: units that are dead from the start, draws that shift and wear divisions, slow first turns."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.records.board import CellName
from engine.records.counters import Formation, Unit
from engine.rules.contributions import Contribution
from engine.rules.mechanism import Mechanism
from engine.rules.setup import place
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, side_words
from engine.state import ELIMINATED
from engine.state.events import Noted, UnitEliminated
from engine.state.tasks import AnyTask
from engine.systems.smolensk.modes import MOVE

DRAWN = "opening.drawn"


class ShiftedDivision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a division goes that is drawn to be shifted."""

    formation: Annotated[str, col("Formation", refers="formation")] = ""
    cell: Annotated[CellName, col("To")] = ""


class FallenLater(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit that is lost before it comes, with those who arrive without it."""

    turn: Annotated[int, col("Turn", ge=1, le=200)] = 1
    unit: Annotated[str, col("Unit", refers="unit")] = ""


class Draw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many divisions to which something happens before play begins."""

    count: Annotated[int, col("How many", ge=0, le=99)] = 0
    what: Annotated[
        str,
        col(
            "What happens",
            "shift: they stand elsewhere; swap: a regiment is dead instead of a dead battalion; march: they are in "
            "move mode; lose: a battalion is dead",
            pattern="^(shift|swap|march|lose)$",
        ),
    ] = "shift"
    flag: Annotated[str, col("Battalion", "The flag of the battalion that is swapped or dead", word="flag")] = ""
    regiment: Annotated[str, col("Regiment", "The type of the regiment that is swapped", word="type")] = "motorised"


class Opening(Mechanism, frozen=True, kw_only=True):
    """What is settled before the first turn, and the first turn's sloth."""

    key: ClassVar[str] = "opening"
    title: ClassVar[str] = "Opening"
    help: ClassVar[str] = (
        "Before play units go to the dead pile and divisions are drawn by lot; a side may begin slowly."
    )
    told: ClassVar[frozenset[str]] = frozenset(
        {"dead", "fallen", "marching", "among", "draws", "routes", "slow", "slow_times"}
    )

    dead: Annotated[tuple[str, ...], col("Dead from the start", refers="unit")] = ()
    fallen: Annotated[tuple[FallenLater, ...], col("Dead from a turn on", "Their formation arrives without them")] = ()
    marching: Annotated[tuple[str, ...], col("In move mode", "Units that begin so", refers="unit")] = ()
    among: Annotated[tuple[str, ...], col("Drawn from", "Formations", refers="formation")] = ()
    draws: Annotated[tuple[Draw, ...], col("Draws", "One after the other, no formation twice")] = ()
    routes: Annotated[tuple[ShiftedDivision, ...], col("Shifts", "Where each formation would go")] = ()
    slow: Annotated[
        str, col("Slow side", "Whose units have less on the first turn; empty: nobody's", refers="side")
    ] = ""
    slow_times: Annotated[float, col("Allowance times", gt=0, le=1)] = 0.5

    def sentences(self, rows: Rows) -> list[str]:
        """The dead, the draws and the slow."""
        said = []
        if self.dead:
            verb = "lies" if len(self.dead) == 1 else "lie"
            said.append(f"{counted(len(self.dead), 'unit')} {verb} in the dead pile from the start.")
        said += [
            f"{named(rows, Unit, each.unit)} is in the dead pile from turn {each.turn} on." for each in self.fallen
        ]
        if self.marching:
            begins = "begins" if len(self.marching) == 1 else "begin"
            said.append(f"{counted(len(self.marching), 'unit')} {begins} in move mode.")
        for each in self.draws:
            what = {
                "shift": "stand farther back along their road",
                "swap": f"have a {each.regiment} regiment dead instead of their dead {each.flag} battalion",
                "march": "begin in move mode",
                "lose": f"begin with their {each.flag} battalion dead",
            }[each.what]
            many = f"{each.count} of {counted(len(self.among), 'division')}"
            said.append(f"{many}, drawn by lot, {what}.")
        if self.slow:
            who = side_words(rows, self.slow)
            said.append(f"On the first turn the units of {who} have {self.slow_times:g} of their allowance.")
        return said

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """The slow side is surprised on the first turn."""
        first = table.state.turn == table.scenario.about.first_turn
        if self.slow and first and table.scenario.sides[table.side_of(piece)].side == self.slow:
            yield Contribution("times", Fraction(self.slow_times), "slow on the first turn", self.case("slow"), 5)

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Before the first phase of the game everything is drawn."""
        for each in self.fallen if table.state.phase == 0 else ():
            if each.turn == table.state.turn:
                self._bury(table, self._dead(table, (each.unit,)))
        begun = table.state.turn == table.scenario.about.first_turn and table.state.phase == 0
        if begun and not table.count(DRAWN):
            table.remember(DRAWN)
            self._bury(table, self._dead(table, self.dead))
            rolling = [piece for piece, one in enumerate(table.scenario.pieces) if one.unit.unit in self.marching]
            table.turn_over([piece for piece in rolling if table.stands(piece)], MOVE)
            self._draw(table)
        return ()

    def _bury(self, table: Table, pieces: list[int]) -> None:
        for piece in pieces:
            table.do(UnitEliminated(piece, OFF_MAP, ELIMINATED, "lost before play began", self.case("dead")))

    def _dead(self, table: Table, keys: tuple[str, ...]) -> list[int]:
        """The pieces that are dead: of several alike, as many as are named."""
        found: list[int] = []
        for key in keys:
            alike = (piece for piece, each in enumerate(table.scenario.pieces) if each.unit.unit == key)
            piece = next((piece for piece in alike if piece not in found and table.state.cell[piece] == OFF_MAP), None)
            found += [] if piece is None else [piece]
        return found

    def _draw(self, table: Table) -> None:
        hat = list(self.among)
        for draw in self.draws:
            for _ in range(min(draw.count, len(hat))):
                formation = hat.pop(table.roll(f"1d{len(hat)}", "draw of divisions") - 1)
                self._befall(table, formation, draw)

    def _befall(self, table: Table, formation: str, draw: Draw) -> None:
        members = [piece for piece, each in enumerate(table.scenario.pieces) if each.unit.formation == formation]
        there = [piece for piece in members if table.stands(piece)]
        name = table.scenario.rows.get(Formation, formation)
        called = name.name if name is not None else formation
        if draw.what == "shift":
            where = next((each.cell for each in self.routes if each.formation == formation), "")
            for piece in there if where else ():
                _put(table, piece, table.board.cell(where))
            said = f"{called} stands in {where}."
        elif draw.what == "march":
            able = [piece for piece in there if MOVE in table.scenario.counters[table.state.counter[piece] or 0].modes]
            table.turn_over(able, MOVE)
            said = f"{called} is on the march."
        elif draw.what == "swap":
            said = f"{called}: {self._swap(table, members, there, draw)}."
        else:
            gone = [piece for piece in there if draw.flag in table.unit(piece).flags]
            for piece in gone:
                table.eliminate(piece, "worn out before play began", self.case("draw"))
            said = f"{called} has lost {counted(len(gone), 'battalion')}."
        table.do(Noted(said, self.case("draw")))

    def _swap(self, table: Table, members: list[int], there: list[int], draw: Draw) -> str:
        back = [
            piece
            for piece in members
            if draw.flag in table.scenario.pieces[piece].unit.flags and table.state.cell[piece] == ELIMINATED
        ]
        units = {piece: table.unit(piece) for piece in there}
        out = [piece for piece, unit in units.items() if (unit.symbol, unit.size) == (draw.regiment, "regiment")]
        if not back or not out:
            return "nothing to swap"
        lost = out[table.roll(f"1d{len(out)}", "draw of regiments") - 1]
        place(table, back[0], table.state.cell[lost], 0, "swapped before play began")
        table.eliminate(lost, "swapped before play began", self.case("draw"))
        return f"{table.name(back[0])} for {table.name(lost)}"


def _put(table: Table, piece: int, cell: int) -> None:
    place(table, piece, cell, table.state.face[piece], "shifted before play began", None, table.state.mode[piece])
