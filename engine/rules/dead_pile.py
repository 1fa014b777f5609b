"""The dead pile: when a pool has nothing left to bring on, the units that were lost go into it again, face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from engine.ids import OFF_MAP
from engine.records import Rows
from engine.records.base import col
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, plural, pool_words
from engine.state import ELIMINATED
from engine.state.events import Event
from engine.state.state import State
from engine.state.tasks import AnyTask


class PoolRefilled(Event, frozen=True, tag="pool-refilled"):
    """A pool was empty: the units that lay dead went into it again, face down, as a new filling of it.

    Fillings are named by pool and number; each is told as it was before and as it is now.
    """

    batch: int
    pieces: tuple[int, ...]
    counters: tuple[int, ...]
    batches: tuple[int, ...]
    faces: tuple[int, ...]
    before: dict[str, tuple[int, ...]]
    after: dict[str, tuple[int, ...]]

    def apply(self, state: State) -> None:
        """Nobody knows any more who is who."""
        for piece in self.pieces:
            state.counter[piece] = None
            state.batch[piece] = self.batch
            state.face[piece] = 0
            state.relocate(piece, OFF_MAP)
        state.batches.update(self.after)

    def revert(self, state: State) -> None:
        """They lie dead as they lay."""
        for piece, counter, batch, face in zip(self.pieces, self.counters, self.batches, self.faces, strict=True):
            state.counter[piece] = counter
            state.batch[piece] = batch
            state.face[piece] = face
            state.relocate(piece, ELIMINATED)
        for key in self.after:
            del state.batches[key]
        state.batches.update(self.before)

    def words(self, table: Any, /) -> str | None:
        """How many went into the pool again."""
        units = counted(len(self.pieces), "lost unit")
        pool = table.scenario.pieces[self.pieces[0]].pool.replace("-", " ")
        return f"The pool of {pool} is empty: {units} {'goes' if len(self.pieces) == 1 else 'go'} into it, face down."


class DeadPile(Mechanism, frozen=True, kw_only=True):
    """Which pools are filled again from the dead."""

    key: ClassVar[str] = "dead-pile"
    title: ClassVar[str] = "Dead pile"
    help: ClassVar[str] = "When no unit of a pool is left to come on, its dead go into it again, unknown as before."

    told: ClassVar[frozenset[str]] = frozenset({"pools"})

    pools: Annotated[tuple[str, ...], col("Pools", word="pool")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Which pools, and when."""
        pools = listed([plural(pool_words(rows, each)) for each in self.pools])
        return [
            f"When nobody is left to come on from a pool (here: {pools or 'none'}), its dead go into it again, "
            "face down; who dies later waits until that filling has run out, too."
        ]

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """See to it that there is somebody to draw."""
        self._refill(table)
        return ()

    def arrived(self, table: Table, piece: int) -> None:
        """The last of a pool may have come on."""
        self._refill(table)

    def _refill(self, table: Table) -> None:
        for pool in self.pools:
            members = [index for index, piece in enumerate(table.scenario.pieces) if piece.pool == pool]
            waiting = any(table.state.cell[piece] == OFF_MAP for piece in members)
            dead = tuple(piece for piece in members if table.state.cell[piece] == ELIMINATED)
            if dead and not waiting:
                table.do(refilling(table, pool, dead))


def refilling(table: Table, pool: str, dead: tuple[int, ...]) -> PoolRefilled:
    """Dead of a pool become its next filling, and belong no longer to the fillings that they came from."""
    state = table.state
    counters = tuple(counter for piece in dead if (counter := state.counter[piece]) is not None)
    batch = 1 + max((state.batch[index] for index, piece in enumerate(table.scenario.pieces) if piece.pool == pool))
    after = {f"{pool}.{batch}": tuple(sorted(counters))}
    for old in {state.batch[piece] for piece in dead}:
        gone = Counter(state.counter[piece] for piece in dead if state.batch[piece] == old)
        left = table.filling(pool, old)
        left.subtract({counter: count for counter, count in gone.items() if counter is not None})
        after[f"{pool}.{old}"] = tuple(sorted(left.elements()))
    before = {key: state.batches[key] for key in after if key in state.batches}
    batches = tuple(state.batch[piece] for piece in dead)
    return PoolRefilled(batch, dead, counters, batches, tuple(state.face[piece] for piece in dead), before, after)
