"""Building of air bases: a headquarters lays one in its hex, or raises one there or beside it by a level (OS-16.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.ids import OFF_MAP, Cell
from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.records.markers import Marker
from engine.rules.air import HITS, air_of
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.laying import stock
from engine.rules.mechanism import Mechanism
from engine.rules.movement import own_piece, resume
from engine.rules.prices import Price
from engine.rules.table import Table
from engine.rules.zoc import open_zone
from engine.scenario.sentences import counted, listed, named, phases_words, units_words
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.events import MarkerPlaced
from engine.state.tasks import MoveUnits
from engine.systems.smolensk.disorder import DG
from engine.systems.smolensk.modes import COMBAT


class BuildBase(Action, frozen=True, tag="build-base"):
    """Build an air base in a cell, or raise the one that is there by a level."""

    piece: int
    cell: int

    def words(self, table: Table, /) -> str:
        """What, and where."""
        where = table.label(self.cell)
        level = table.mechanism(BaseBuilding).level(table, table.side_of(self.piece), self.cell)
        return f"raise the air base in {where} to level {level + 1}" if level else f"build an air base in {where}"


class BaseBuilding(Mechanism, frozen=True, kw_only=True):
    """Who builds air bases, where, and for how much."""

    key: ClassVar[str] = "base-building"
    title: ClassVar[str] = "Building of air bases"
    help: ClassVar[str] = "In combat mode a headquarters builds air bases, level by level, for supply."
    acts: ClassVar[tuple[type[AnyAction], ...]] = (BuildBase,)
    told: ClassVar[frozenset[str]] = frozenset({"units", "levels", "tokens", "phases"})

    units: Annotated[Selector, col("Builders")] = Selector(symbols=("hq",))
    levels: Annotated[tuple[str, ...], col("Bases", "From the lowest level to the highest", refers="marker")] = ()
    tokens: Annotated[int, col("Price", "Tokens of supply for a level", ge=0, le=99)] = 8
    phases: Annotated[tuple[str, ...], col("Phases", "Movement phases in which they build", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who builds what, for how much."""
        what = listed([named(rows, Marker, key).lower() for key in self.levels], "or")
        return [
            f"In {phases_words(rows, self.phases) or 'movement'} one of the {units_words(rows, self.units)} in combat "
            "mode that has not moved builds an air base in its hex, or raises one there or in a neighbouring hex by a "
            f"level ({what or 'there are none'}), for {counted(self.tokens, 'token')}; then it stays."
        ]

    def level(self, table: Table, side: int, cell: int) -> int:
        """How many levels a side has built in a cell; a strip is none."""
        kind = air_of(table).bases_of(table, side).get(cell)
        return self.levels.index(kind.marker) + 1 if kind is not None and kind.marker in self.levels else 0

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """What a level costs."""
        if isinstance(action, BuildBase) and self.tokens:
            yield Price(side, self.tokens, (action.piece,), reason="an air base", case=self.case("base"))

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every builder, in its hex and beside it."""
        if self._phase(table) in self.phases:
            for piece in table.matching(self.units, table.on_map(task.side)):
                yield OptionGroup(piece, partial(self._acts, table, task, piece), aside=True)

    def _acts(self, table: Table, task: MoveUnits, piece: int) -> list[AnyAction]:
        here = table.state.cell[piece]
        cells = (here, *table.setting.neighbours[here]) if not table.board.is_box(Cell(here)) else ()
        every = (BuildBase(piece, cell) for cell in cells)
        return [action for action in every if self.judge_act(table, task, action)]

    def _phase(self, table: Table) -> str:
        return table.scenario.phases[table.state.phase].phase

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether a unit may build, and a base be built there."""
        verdict = own_piece(table, task.side, action.piece)
        if not verdict:
            return verdict
        piece, name = action.piece, table.full_name(action.piece)
        fit = table.state.mode[piece] == COMBAT and not table.marked(DG, piece)
        if self._phase(table) not in self.phases or not fit or not self.units.matches(table.unit(piece)):
            return no(f"{name} does not build now.", self.case("base"))
        if piece in task.moving or table.state.spent[piece] or table.state.status[piece] & Status.MOVED:
            return no(f"{name} has moved.", self.case("base"))
        return self._judge_cell(table, task.side, table.state.cell[piece], action.cell)

    def _judge_cell(self, table: Table, side: int, here: int, cell: int) -> Verdict:
        if not table.has_cell(cell) or table.board.is_box(Cell(cell)):
            return no("An air base is built on the map.", self.case("base"))
        level, where = self.level(table, side, cell), table.label(cell)
        if cell != here and (not level or cell not in table.setting.neighbours[here]):
            return no("A base is built in its own hex, or raised there or beside it.", self.case("base"))
        if table.holder(cell) == 1 - side or open_zone(table, side)[cell]:
            return no(f"The enemy is too near {where}.", self.case("base"))
        if level >= len(self.levels):
            return no(f"No air base is larger than that in {where}.", self.case("base"))
        if table.marked(HITS, cell):
            return no(f"The hits on the base in {where} are repaired first.", self.case("base"))
        return LEGAL if stock(table, side, self.levels[level]) else no("No marker is left.", self.case("base"))

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Lay the next level in the place of the last; who has built stays."""
        marker = self.levels[self.level(table, task.side, action.cell)]
        air_of(table).lift(table, task.side, action.cell, "it is raised", self.case("base"))
        table.do(MarkerPlaced(stock(table, task.side, marker)[0], OFF_MAP, action.cell))
        table.mark(action.piece, Status.MOVED)
        resume(table, task, task.moving)
