"""The first turn: some armies march only if a die lets them, others must march as far as they can, to the east."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.rules.answers import Closure, MarkKind
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.movement import moving, reach_of
from engine.rules.stacking import broken_limit, excess
from engine.rules.table import Table
from engine.scenario.sentences import named, phases_words
from engine.state.events import Noted
from engine.state.tasks import AnyTask

HALTED, BEEN = "halted", "been"


class BoundArmy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army as the set-up lays it out, and what binds it on the first turn."""

    name: Annotated[str, col("Name", max_length=60)] = ""
    lines: Annotated[tuple[str, ...], col("Lines of the set-up", refers="placement")] = ()
    moves_on: Annotated[int, col("Moves on", "Its units move if the die shows at most this; 0: no die", ge=0, le=6)] = 0
    marches: Annotated[bool, col("Must march", "Its units spend all they have, not west, not by rail")] = False
    case: Annotated[str, col("Rule case")] = ""


class FirstTurn(Mechanism, frozen=True, kw_only=True):
    """What binds the armies of the set-up on the first turn."""

    key: ClassVar[str] = "first-turn"
    title: ClassVar[str] = "The first turn"
    help: ClassVar[str] = "On turn 1 some armies move only if a die lets them; others must leave the frontier."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(HALTED, "May not march", lasts="phase"),
        MarkKind(BEEN, "Hexes entered", on="nothing", lasts="phase"),
    )

    phase: Annotated[str, col("Phase", "On turn 1, in this phase", refers="phase")] = ""
    armies: Annotated[tuple[BoundArmy, ...], col("Armies")] = ()
    leave: Annotated[
        str, col("Must leave", "No marching unit may end the phase in this region; it is lost", refers="region")
    ] = ""

    told: ClassVar[frozenset[str]] = frozenset({"phase", "armies", "leave"})

    def sentences(self, rows: Rows) -> list[str]:
        """What binds which army."""
        said = [f"This binds on turn 1, in {phases_words(rows, (self.phase,))}."]
        for army in self.armies:
            if army.moves_on:
                said.append(
                    f"The {army.name} moves only if its die shows {army.moves_on} or less; otherwise its "
                    f"units may step one "
                    "hex aside where too many stand, neither by rail nor in an overrun."
                )
            elif army.marches:
                said.append(
                    f"The {army.name} must march: each unit spends all that it can, never to the west, never "
                    f"twice into a "
                    "hex, and not by rail."
                )
        if self.leave:
            said.append(f"A marching unit that ends the phase in {named(rows, Region, self.leave)} is lost.")
        return said

    def _now(self, table: Table) -> bool:
        return table.state.turn == 1 and table.scenario.phases[table.state.phase].phase == self.phase

    def army_of(self, table: Table, piece: int) -> BoundArmy | None:
        """The army of a unit, while this rule binds it: that of the line which set it up."""
        return self._armies(table).get(table.state.lines[piece]) if self._now(table) else None

    def _armies(self, table: Table) -> dict[int, BoundArmy]:
        """The army that each line of the set-up lays out."""
        return {
            number: army
            for number, line in enumerate(table.scenario.placements)
            for army in self.armies
            if line.placement in army.lines
        }

    def units(self, table: Table, army: BoundArmy) -> list[int]:
        """The units of an army on the map."""
        lines = {number for number, other in self._armies(table).items() if other is army}
        return [piece for piece, line in enumerate(table.state.lines) if line in lines and table.stands(piece)]

    # Armies that wait for a die

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Throw for every army that needs a die; marching units have been where they begin."""
        if self._now(table):
            for army in self.armies:
                units = self.units(table, army)
                if army.moves_on and units:
                    self._throw(table, army, units)
                elif army.marches:
                    for piece in units:
                        self._note(table, piece, table.state.cell[piece])
        return ()

    def _throw(self, table: Table, army: BoundArmy, units: list[int]) -> None:
        shown = table.roll("1d6", f"does the {army.name} move?")
        marches = shown <= army.moves_on
        said = "marches" if marches else "does not march; its units may only step aside where too many stand"
        table.do(Noted(f"The {army.name} {said}: its die shows {shown}.", army.case))
        for piece in units if not marches else ():
            table.set_mark(HALTED, piece)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """A halted unit moves only to cure an overstacked hex."""
        if not table.marked(HALTED, piece):
            return None
        army = self.army_of(table, piece)
        if army is None or (piece not in moving(table) and piece in excess(table, table.state.cell[piece])):
            return None
        return no(f"The {army.name} does not march on this turn.", army.case)

    def may_use(self, table: Table, piece: int, mode: str) -> Verdict | None:
        """Neither halted nor marching units go by rail."""
        army = self.army_of(table, piece)
        if not mode or army is None or not (army.marches or table.marked(HALTED, piece)):
            return None
        return no(f"The {army.name} may not move {mode} on this turn.", army.case)

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """A halted unit does not overrun."""
        army = next((self.army_of(table, piece) for piece in pieces if table.marked(HALTED, piece)), None)
        return no(f"The {army.name} does not march on this turn.", army.case) if army else None

    # Armies that must march

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """A halted unit takes one step; a marching one takes none to the west and enters no hex twice."""
        army = self.army_of(table, piece)
        if army is None:
            return
        if table.marked(HALTED, piece):
            cells = np.ones(table.board.size, np.uint8)
            if _asked_for(table, group):
                cells[list(table.setting.neighbours[table.state.cell[piece]])] = 0
            why = f"Units of the {army.name} may only step aside on this turn, no more than stacking asks for."
            yield Closure(cells, why, army.case)
        elif army.marches:
            west = table.setting.kept("westward", lambda: _westward(table))
            why = f"The {army.name} may neither go west nor enter a hex twice on this turn."
            yield Closure(self._been(table, piece), why, army.case, west, once=True)

    def _been(self, table: Table, piece: int) -> npt.NDArray[np.uint8]:
        """The cells that a unit has entered in this phase, and where it stands."""
        size, cells = table.board.size, np.zeros(table.board.size, np.uint8)
        for key in table.bearing(BEEN):
            if key // size == piece:
                cells[key % size] = 1
        return cells

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """A marching unit remembers where it has been."""
        army = self.army_of(table, piece)
        if army is not None and army.marches:
            for cell in path:
                self._note(table, piece, cell)

    def _note(self, table: Table, piece: int, cell: int) -> None:
        table.set_mark(BEEN, piece * table.board.size + cell)

    def owes(self, table: Table, piece: int) -> Verdict | None:
        """Every marching unit goes as far as it can."""
        army = self.army_of(table, piece)
        if army is None or not army.marches or not any(ways.cells() for ways in reach_of(table, piece)):
            return None
        where = table.label(table.state.cell[piece])
        return no(f"{table.full_name(piece)} in {where} must march on, as far as it can.", army.case)

    def fatal(self, table: Table, piece: int) -> Iterable[int]:
        """The frontier region, for a marching unit."""
        army = self.army_of(table, piece)
        return table.board.regions.get(self.leave, frozenset()) if army is not None and army.marches else frozenset()

    def closing(self, table: Table, side: int | None) -> None:
        """Whoever did not get out of the frontier region is lost."""
        for army in self.armies if self._now(table) else ():
            for piece in self.units(table, army) if army.marches else ():
                if table.state.cell[piece] in self.fatal(table, piece):
                    table.eliminate(piece, "it did not get away from the frontier", army.case)


def _asked_for(table: Table, group: tuple[int, ...]) -> bool:
    """Whether a hex is still too full while the last of a group stands in it."""
    rest = [piece for piece in table.stack(table.state.cell[group[0]]) if piece not in group[1:]]
    return broken_limit(table, rest) is not None


def _westward(table: Table) -> npt.NDArray[np.bool_]:
    """The steps of the board that lead to a lower column."""
    board, columns = table.board, table.board.grid.columns
    starts = np.repeat(np.arange(board.size), np.diff(board.indptr))
    inside = (starts < board.grid.size) & (board.indices < board.grid.size)
    found: npt.NDArray[np.bool_] = inside & (board.indices % columns < starts % columns)
    return found
