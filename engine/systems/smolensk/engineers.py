"""Engineers: headquarters and pioneers bridge the rivers round their hex and dig hedgehogs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.laying import stock
from engine.rules.mechanism import Mechanism
from engine.rules.movement import own_piece, resume
from engine.rules.prices import Price
from engine.rules.table import Table
from engine.scenario.sentences import counted, phases_words, units_words, whom
from engine.state import Status
from engine.state.actions import Action, AnyAction
from engine.state.events import MarkerPlaced
from engine.state.tasks import MoveUnits
from engine.systems.smolensk.disorder import DG
from engine.systems.smolensk.modes import COMBAT


class DigIn(Action, frozen=True, tag="dig-in"):
    """Build field works in the hex of an engineer."""

    piece: int

    def words(self, table: Table, /) -> str:
        """Where."""
        return f"dig a hedgehog in {table.label(table.state.cell[self.piece])}"


class Engineers(Mechanism, frozen=True, kw_only=True):
    """What engineers do in combat mode."""

    key: ClassVar[str] = "engineers"
    title: ClassVar[str] = "Engineers"
    help: ClassVar[str] = "In combat mode engineers bridge the rivers round their hex and build field works in it."
    acts: ClassVar[tuple[type[AnyAction], ...]] = (DigIn,)
    told: ClassVar[frozenset[str]] = frozenset(
        {"units", "bridging", "marker", "tokens", "phases", "not_for", "not_before"}
    )

    units: Annotated[Selector, col("Engineers")] = Selector(flags=("engineer",))
    bridging: Annotated[bool, col("Bridges", "Hexsides round their hex cost their side nothing")] = True
    marker: Annotated[str, col("Works", "The kind of marker that they build", refers="marker")] = ""
    works: Annotated[
        tuple[str, ...], col("Not where lie", "Kinds of marker beside which no more is built", refers="marker")
    ] = ()
    tokens: Annotated[int, col("Price", "Tokens of supply", ge=0, le=99)] = 4
    phases: Annotated[tuple[str, ...], col("Phases", "Movement phases in which they build", refers="phase")] = ()
    not_for: Annotated[
        Selector | None, col("Not for", "These build nothing before the turn below; empty: all build")
    ] = None
    not_before: Annotated[int, col("Before turn", ge=1, le=200)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Bridges, works, and who waits."""
        said = []
        if self.bridging:
            said.append(f"Hexsides round a hex with one of the {units_words(rows, self.units)} cost its side nothing.")
        if self.marker:
            price = counted(self.tokens, "token")
            when = phases_words(rows, self.phases) or "movement"
            said.append(
                f"In {when} they build a hedgehog in their hex for {price}, if they have not moved; then they stay."
            )
        if self.not_for is not None:
            said.append(f"{whom(rows, self.not_for)} build nothing before turn {self.not_before}.")
        return said

    def ready(self, table: Table, piece: int) -> bool:
        """Whether a unit works as an engineer now."""
        return (
            self.units.matches(table.unit(piece)) and table.state.mode[piece] == COMBAT and not table.marked(DG, piece)
        )

    def bridged(self, table: Table, side: int) -> Iterable[int]:
        """Where their bridges are."""
        if self.bridging:
            able = table.cached_for(side, "engineers", lambda: table.matching(self.units, table.on_map(side)))
            yield from (table.state.cell[piece] for piece in able if self.ready(table, piece))

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """What works cost."""
        if isinstance(action, DigIn) and self.tokens:
            yield Price(side, self.tokens, (action.piece,), reason="field works", case=self.case("works"))

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every engineer that may build."""
        if not self.marker or self._phase(table) not in self.phases:
            return
        for piece in table.on_map(task.side):
            if self.units.matches(table.unit(piece)):
                yield OptionGroup(piece, partial(self._acts, table, task, piece), aside=True)

    def _acts(self, table: Table, task: MoveUnits, piece: int) -> list[AnyAction]:
        action = DigIn(piece)
        return [action] if self.judge_act(table, task, action) else []

    def _phase(self, table: Table) -> str:
        return table.scenario.phases[table.state.phase].phase

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether works may be built."""
        verdict = own_piece(table, task.side, action.piece)
        if not verdict:
            return verdict
        piece, name = action.piece, table.name(action.piece)
        if self._phase(table) not in self.phases or not self.ready(table, piece):
            return no(f"{name} does not build now.", self.case("works"))
        if self.not_for is not None and self.not_for.matches(table.unit(piece)) and table.state.turn < self.not_before:
            return no(f"{name} builds nothing before turn {self.not_before}.", self.case("limits"))
        if piece in task.moving or table.state.spent[piece] or table.state.status[piece] & Status.MOVED:
            return no(f"{name} has moved.", self.case("works"))
        here = table.state.cell[piece]
        lying = (number for number, cell in enumerate(table.state.markers) if cell == here)
        if any(table.scenario.markers[number].marker in (self.marker, *self.works) for number in lying):
            return no(f"There are works in {table.label(here)} already; none is stronger.", self.case("level"))
        if not stock(table, task.side, self.marker):
            return no("No marker is left.", self.case("works"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Lay the marker; who has built stays."""
        number = stock(table, task.side, self.marker)[0]
        table.do(MarkerPlaced(number, table.state.markers[number], table.state.cell[action.piece]))
        table.mark(action.piece, Status.MOVED)
        resume(table, task, task.moving)
