"""Construction markers: a few bridges or air strips that a side lays where its troops stand, each once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.markers import Marker
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.laying import numbers, stock
from engine.rules.mechanism import Mechanism
from engine.rules.movement import resume
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, phases_words, side_words
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.events import MarkerPlaced
from engine.state.tasks import MoveUnits

USED = "construction.used"


class Construct(Action, frozen=True, tag="construct"):
    """Lay a construction marker, with this side up, in a cell."""

    marker: str
    cell: int

    def words(self, table: Table, /) -> str:
        """What, and where."""
        kind = next((each.name for each in table.scenario.marker_kinds if each.marker == self.marker), self.marker)
        return f"build {kind.lower()} in {table.label(self.cell)}"


class Construction(Mechanism, frozen=True, kw_only=True):
    """Markers that build what is needed, once each."""

    key: ClassVar[str] = "construction"
    title: ClassVar[str] = "Construction markers"
    help: ClassVar[str] = "Before its units move a side may lay a bridge or an air strip where a combat unit stands."
    acts: ClassVar[tuple[type[AnyAction], ...]] = (Construct,)
    told: ClassVar[frozenset[str]] = frozenset({"side", "count", "bridge", "kinds", "phases"})

    side: Annotated[str, col("Side", refers="side")] = ""
    count: Annotated[int, col("How many", "In the whole game", ge=0, le=99)] = 3
    bridge: Annotated[str, col("Bridge", "Hexsides round its hex cost its side nothing", refers="marker")] = ""
    kinds: Annotated[tuple[str, ...], col("What they build", refers="marker")] = ()
    phases: Annotated[tuple[str, ...], col("Phases", "Movement phases in which they are used", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """How many, what and when."""
        what = listed([named(rows, Marker, key).lower() for key in self.kinds], "or")
        return [
            f"{counted(self.count, 'time')} a game {side_words(rows, self.side)} may build, free, a {what} in a hex "
            f"with a combat unit of its own, in {phases_words(rows, self.phases) or 'movement'} before any unit moves. "
            "A bridge lifts the cost of the hexsides round its hex."
        ]

    def bridged(self, table: Table, side: int) -> Iterable[int]:
        """Where bridges lie."""
        if self.bridge and side == table.scenario.side_index.get(self.side):
            cells = (table.state.markers[number] for number in numbers(table, side, self.bridge))
            yield from (cell for cell in cells if cell >= 0)

    def left(self, table: Table) -> int:
        """How many may still be used."""
        return self.count - int(table.count(USED))

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every hex with a combat unit, while nobody has moved."""
        if not self._now(table, task) or self.left(table) <= 0:
            return
        cells = sorted({table.state.cell[piece] for piece in table.on_map(task.side) if table.can_attack(piece)})
        for cell in cells:
            yield OptionGroup(table.garrison(cell)[0], partial(self._acts, table, task, cell), aside=True)

    def _acts(self, table: Table, task: MoveUnits, cell: int) -> list[AnyAction]:
        every = (Construct(kind, cell) for kind in self.kinds)
        return [action for action in every if self.judge_act(table, task, action)]

    def _now(self, table: Table, task: MoveUnits) -> bool:
        ours = task.side == table.scenario.side_index.get(self.side)
        begun = any(
            table.state.spent[piece] or table.state.status[piece] & Status.MOVED for piece in table.on_map(task.side)
        )
        return ours and not begun and table.scenario.phases[table.state.phase].phase in self.phases

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether a marker may be used there."""
        if not self._now(table, task):
            return no("Construction markers are laid before units move.", self.case("when"))
        if self.left(table) <= 0 or action.marker not in self.kinds:
            return no("No construction marker is left.", self.case("count"))
        if not 0 <= action.cell < table.board.grid.size or not any(
            table.side_of(piece) == task.side and table.can_attack(piece) for piece in table.garrison(action.cell)
        ):
            return no("A combat unit must stand there.", self.case("where"))
        lying = (number for kind in self.kinds for number in numbers(table, task.side, kind))
        if any(table.state.markers[number] == action.cell for number in lying):
            return no(f"There is one in {table.label(action.cell)} already.", self.case("where"))
        return LEGAL if stock(table, task.side, action.marker) else no("No marker is left.", self.case("count"))

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Lay it."""
        number = stock(table, task.side, action.marker)[0]
        table.do(MarkerPlaced(number, table.state.markers[number], action.cell))
        table.tally(USED, 1)
        resume(table, task, task.moving)
