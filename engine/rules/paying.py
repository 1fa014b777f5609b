"""Who pays first: an owner may say out of which dump prices are paid before any other that reaches as well."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from engine.records import Rows
from engine.rules.answers import MarkKind
from engine.rules.decision import LEGAL, OptionGroup, Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.movement import resume
from engine.rules.stores import FIRST, cell_of, stores_of
from engine.rules.table import Table
from engine.state.actions import Action, AnyAction
from engine.state.tasks import MoveUnits

CHOSEN = "pays-first-chosen"
NOWHERE = -1
"""In place of a cell: the nearest pays again."""


class PayFirst(Action, frozen=True, tag="pay-first"):
    """Let the stores in a cell pay before all others, wherever they reach; or the nearest again."""

    cell: int

    aside: ClassVar[bool] = True

    def words(self, table: Table, /) -> str:
        """Which stores."""
        if self.cell == NOWHERE:
            return "let the nearest dump pay again"
        return f"pay out of the stores in {table.label(self.cell)} first"


class Paying(Mechanism, frozen=True, kw_only=True):
    """Lets an owner prefer a dump."""

    key: ClassVar[str] = "paying"
    title: ClassVar[str] = "Who pays first"
    help: ClassVar[str] = "In its movement a side may name a dump that pays before any other, until it names another."
    acts: ClassVar[tuple[type[AnyAction], ...]] = (PayFirst,)
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(FIRST, "Pays first", on="cell"),
        MarkKind(CHOSEN, "Was chosen to pay first in this phase", on="cell", lasts="phase"),
    )

    def sentences(self, rows: Rows) -> list[str]:
        """What may be said, and how long it holds."""
        return [
            "In its movement a side may name a cell whose stores pay first wherever they reach, or let the nearest pay "
            "again; that holds until it says otherwise."
        ]

    def act_options(self, table: Table, task: MoveUnits) -> Iterable[OptionGroup]:
        """Every cell with stores that does not pay first already; or the nearest again."""
        cells = sorted({cell_of(table, store) for store in stores_of(table, task.side)})
        for cell in (*cells, *([NOWHERE] if first_of(table, task.side) is not None else ())):
            yield OptionGroup(None if cell == NOWHERE else cell, partial(self._acts, table, task, cell), aside=True)

    def _acts(self, table: Table, task: MoveUnits, cell: int) -> list[AnyAction]:
        action = PayFirst(cell)
        return [action] if self.judge_act(table, task, action) else []

    def judge_act(self, table: Table, task: MoveUnits, action: Any) -> Verdict:
        """Whether stores of the side are there, and whether it has not been said in this phase."""
        now = first_of(table, task.side)
        if action.cell == NOWHERE:
            return LEGAL if now is not None else no("The nearest pays as it is.", self.case("first"))
        if not any(cell_of(table, store) == action.cell for store in stores_of(table, task.side)):
            return no("You have no stores there.", self.case("first"))
        if action.cell == now or table.marked(CHOSEN, action.cell):
            return no("You have said so in this phase.", self.case("first"))
        return LEGAL

    def perform_act(self, table: Table, task: MoveUnits, action: Any) -> None:
        """Write it down."""
        now = first_of(table, task.side)
        if now is not None:
            table.set_mark(FIRST, now, None)
        if action.cell != NOWHERE:
            table.set_mark(FIRST, action.cell, task.side + 1)
            table.set_mark(CHOSEN, action.cell)
        resume(table, task, task.moving)


def first_of(table: Table, side: int) -> int | None:
    """The cell whose stores pay first, if a side has named one."""
    return next((cell for cell, whose in table.bearing(FIRST).items() if whose == side + 1), None)
