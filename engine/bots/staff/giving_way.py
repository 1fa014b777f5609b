"""Giving way: whether beaten defenders pay for their cell with a step, or leave it to the enemy."""

from __future__ import annotations

from collections.abc import Callable

from engine.bots.staff.assessment import Assessment
from engine.bots.staff.plan import Book
from engine.bots.staff.rules import Campaign
from engine.bots.staff.trespass import country
from engine.rules.yielding import YieldTo
from engine.state.actions import AnyAction

CROWD = 3.0
"""Enemy units that are reckoned to come into a cell of our own country that is left to them."""


def give_way(look: Assessment, book: Book, action: AnyAction) -> tuple[float, Callable[[], str]]:
    """A step is paid for what the cell counts for, as long as somebody is left to hold it."""
    task = look.table.state.agenda[-1]
    cell = task.battle.target  # type: ignore[attr-defined]
    if isinstance(action, YieldTo):
        friends = len(look.table.stack(action.cell))
        return -_worth(look, book, cell) + 0.01 * friends, lambda: f"{look.label(cell)} is not worth another step"
    steps = sum(map(look.table.steps_left, look.table.stack(cell)))
    if steps <= task.points:  # type: ignore[attr-defined]
        return -100.0, lambda: f"nobody would be left to hold {look.label(cell)}"
    return -book.of(Campaign).thrift, lambda: f"{look.label(cell)} is worth another step"


def _worth(look: Assessment, book: Book, cell: int) -> float:
    """What a cell of ours counts for in strength points."""
    rule = book.of(Campaign)
    place = max((one.worth for one in look.held if one.cell == cell), default=0.0)
    entered = sum(points for cells, points in country(look, look.side) if cell in cells)
    return rule.place * place + rule.place * CROWD * entered
