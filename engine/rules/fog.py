"""Fog of war: of an enemy stack only the top unit is seen, until a battle is reckoned out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from engine.records import Rows
from engine.records.charts import Result
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.state import State
from engine.state.events import Event
from engine.state.tasks import AnyTask, Battle

SPREAD = 2_654_435_761
"""Multiplied by this, numbers of pieces are in no order that tells anything."""


class StackSeen(Event, frozen=True, tag="stack-seen"):
    """A stack was looked through, which nobody can take back."""

    cell: int

    seals: ClassVar[bool] = True

    def apply(self, state: State) -> None:
        """What is known changes nothing on the table."""

    def revert(self, state: State) -> None:
        """Nor does forgetting it."""

    def words(self, table: Any, /) -> str | None:
        """The battle tells it."""
        return None


class FogOfWar(Mechanism, frozen=True, kw_only=True):
    """Nobody looks beneath the top unit of an enemy stack."""

    key: ClassVar[str] = "fog-of-war"
    title: ClassVar[str] = "Fog of war"
    help: ClassVar[str] = "Of an enemy stack only the top unit is seen until the odds of a battle are computed."

    def sentences(self, rows: Rows) -> list[str]:
        """What is seen, and when more is."""
        return [
            "Of an enemy stack only the top unit is seen: the last of them in the order of battle. Whoever takes part "
            "in a battle is shown when its odds are computed, and then it cannot be called off."
        ]

    def concealed(self, table: Table, side: int) -> Iterable[int]:
        """Everybody beneath the top of an enemy stack, but for those whom the matter at hand concerns."""
        shown = {piece for task in table.state.agenda for piece in _concerned(table, task)}
        for cell, stack in table.state.stacks.items():
            if len(stack) > 1 and cell < table.board.grid.size and table.side_of(stack[0]) != side:
                yield from (piece for piece in stack[:-1] if piece not in shown)

    def fought(self, table: Table, battle: Battle, result: Result) -> None:
        """Once the odds are known they cannot be forgotten, whether dice were thrown or not."""
        if len(battle.defenders) > 1:
            table.do(StackSeen(battle.target))


def _concerned(table: Table, task: AnyTask) -> Iterator[int]:
    """The pieces that a task on the agenda names: those of its battles and those of its cell."""
    for battle in (getattr(task, "battle", None), *getattr(task, "battles", ())):
        if isinstance(battle, Battle):
            yield from (*battle.attackers, *battle.defenders)
    yield from getattr(task, "pieces", ())
    cell = getattr(task, "cell", None)
    if isinstance(cell, int):
        yield from table.stack(cell)


def fogged(table: Table, unseen: frozenset[int]) -> State:
    """A state in which the unseen pieces lie in each other's places: as good a guess as any, which tells nothing."""
    state = table.state.copy()
    slots = [cell for cell in sorted(state.stacks) for piece in state.stacks[cell] if piece in unseen]
    dealt = sorted(unseen, key=lambda piece: piece * SPREAD % 2**32)
    stacks = {cell: [piece for piece in stack if piece not in unseen] for cell, stack in state.stacks.items()}
    for cell, piece in zip(slots, dealt, strict=True):
        state.cell[piece] = cell
        stacks[cell].insert(0, piece)
    state.stacks.clear()
    state.stacks.update({cell: stack for cell, stack in stacks.items() if stack})
    return state
