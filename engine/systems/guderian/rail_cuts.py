"""Rail cuts: units mark railways as cut; no train passes until a unit of the enemy has marched there (PG 6.37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar

import numpy as np

from engine.ids import OFF_MAP, Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import Closure, MarkKind
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no, one
from engine.rules.laying import numbers, stock
from engine.rules.mechanism import Mechanism
from engine.rules.movement import MovementPhase, own_piece
from engine.rules.table import Table
from engine.scenario.sentences import counted, units_words
from engine.state.actions import Action, AnyAction
from engine.state.events import MarkerPlaced, MarkerRemoved
from engine.state.tasks import AnyTask, MoveUnits

REPAIRED = "repaired"


class CutRail(Action, frozen=True, tag="cut-rail"):
    """Cut the railway where a piece stands."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Who cuts it, and where."""
        return f"cut the railway in {table.label(table.state.cell[self.piece])} with {table.full_name(self.piece)}"


class TakeBackCut(Action, frozen=True, tag="take-back-cut"):
    """Take a cut of the own side back where a piece stands."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Where the railway is whole again."""
        return f"mend the railway in {table.label(table.state.cell[self.piece])} with {table.full_name(self.piece)}"


class RailCuts(Mechanism, frozen=True, kw_only=True):
    """Railways that are cut and repaired."""

    key: ClassVar[str] = "rail-cuts"
    title: ClassVar[str] = "Rail cuts"
    help: ClassVar[str] = "Units cut railways in passing; enemy units that march there repair them for the next turn."
    told: ClassVar[frozenset[str]] = frozenset({"units", "repairers", "most", "rails", "marker", "mode"})
    acts: ClassVar[tuple[type[AnyAction], ...]] = (CutRail, TakeBackCut)
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(REPAIRED, "Repaired on turn", on="cell"),)

    units: Annotated[Selector, col("Who cuts")] = Selector()
    repairers: Annotated[Selector, col("Who repairs")] = Selector()
    marker: Annotated[str, col("Marker", refers="marker")] = ""
    most: Annotated[int, col("At most", "Cuts on the map at a time; 0: nobody cuts railways", ge=0, le=99)] = 0
    rails: Annotated[tuple[str, ...], col("Railways", refers="link_kind")] = ("rail",)
    mode: Annotated[str, col("Hinders", "The way of moving that cuts stop", word="mode", max_length=40)] = "by rail"

    def sentences(self, rows: Rows) -> list[str]:
        """What it says, with its numbers."""
        if not self.most:
            return ["Nobody cuts railways."]
        cuts = counted(self.most, "hex")
        return [
            f"In passing, {units_words(rows, self.units)} may cut the railway, in at most {cuts} at a time; where they "
            "come again they may take a cut back.",
            f"Nobody moves {self.mode} into or through a cut. Once {units_words(rows, self.repairers)} have entered it "
            "by ordinary movement, it is open again from the next turn on.",
        ]

    def cuts(self, table: Table) -> dict[int, int]:
        """The cells where the railway is cut, with the numbers of the markers."""
        return {
            table.state.markers[number]: number
            for side in range(len(table.scenario.sides))
            for number in numbers(table, side, self.marker)
            if table.state.markers[number] >= 0
        }

    # Cutting and taking back

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every unit on a railway, once a hex."""
        if self.most:
            for cell in sorted({table.state.cell[piece] for piece in table.on_map(task.side)}):
                for act in (CutRail, TakeBackCut):
                    actions = (act(piece) for piece in table.stack(cell))
                    yield from (one(action.piece, action) for action in _first(self, table, task, actions))

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether a unit may cut the railway where it stands, or take a cut back."""
        verdict = own_piece(table, task.side, action.piece)
        if not verdict or not self.most or not self.units.matches(table.unit(action.piece)):
            return no("That unit cuts no railways.", self.case("cut")) if verdict else verdict
        cell, number = table.state.cell[action.piece], self.cuts(table).get(table.state.cell[action.piece])
        if isinstance(action, TakeBackCut):
            return LEGAL if number is not None else no("The railway is not cut there.", self.case("cut"))
        if number is not None or not self._railway(table, cell):
            return no("There is no railway to cut there.", self.case("cut"))
        if len(self.cuts(table)) >= self.most or not stock(table, task.side, self.marker):
            return no(f"No more than {counted(self.most, 'cut')} may lie on the map.", self.case("cut"))
        return table.verdict("may_move", action.piece)

    def _railway(self, table: Table, cell: int) -> bool:
        near = table.setting.neighbours[cell]
        return any(set(self.rails) & set(table.board.links_between(Cell(cell), Cell(other))) for other in near)

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Lay the marker, or take it up."""
        cell = table.state.cell[action.piece]
        if isinstance(action, TakeBackCut):
            table.do(MarkerRemoved(self.cuts(table)[cell], cell, OFF_MAP, "taken back", self.case("cut")))
        else:
            table.do(MarkerPlaced(stock(table, task.side, self.marker)[0], OFF_MAP, cell))
        table.set_mark(REPAIRED, cell, None)

    # What a cut does, and how it is repaired

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """No train enters a cut hex."""
        cuts = self.cuts(table) if self.most else {}
        if cuts:
            cells = np.zeros(table.board.size, np.uint8)
            cells[sorted(cuts)] = 1
            yield Closure(cells, "The railway is cut there.", self.case("cut"), mode=self.mode, retreats=False)

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Whoever marches into a cut hex in his own movement repairs it."""
        side = table.phase_side(table.state.phase) if table.state.phase >= 0 else None
        if not self.most or side != table.side_of(piece) or not isinstance(table.phase, MovementPhase):
            return
        if self.repairers.matches(table.unit(piece)):
            for cell in set(path) & set(self.cuts(table)):
                table.set_mark(REPAIRED, cell, table.state.turn)

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """What was repaired on an earlier turn is open again."""
        for cell, turn in sorted(table.bearing(REPAIRED).items()):
            if turn < table.state.turn:
                number = self.cuts(table)[cell]
                table.do(MarkerRemoved(number, cell, OFF_MAP, "the railway is repaired", self.case("cut")))
                table.set_mark(REPAIRED, cell, None)
        return ()


def _first(rule: RailCuts, table: Table, task: MoveUnits, actions: Iterable[Any]) -> Iterator[Any]:
    """The first of some actions that is legal."""
    found = next((action for action in actions if rule.judge_act(table, task, action)), None)
    if found is not None:
        yield found
