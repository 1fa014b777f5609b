"""A piece: one counter on the table, or one face-down counter of a blind pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.counters.counter import Counter
from engine.records.counters import Unit


@dataclass(frozen=True)
class Piece:
    """One thing that stands on the map; a face-down piece has no counter until it is revealed."""

    key: str
    counter: int | None
    unit: Unit
    pool: str


def make_pieces(counters: Sequence[Counter]) -> tuple[Piece, ...]:
    """One piece a counter, copies for quantities, and anonymous pieces for the members of each pool."""
    pieces: list[Piece] = []
    drawn: dict[str, int] = {}
    backs = {pool: back_of(pool, counters) for pool in {counter.unit.pool for counter in counters} if pool}
    for index, counter in enumerate(counters):
        unit = counter.unit
        for copy in range(1, unit.quantity + 1):
            if unit.pool:
                drawn[unit.pool] = drawn.get(unit.pool, 0) + 1
                pieces.append(_face_down(unit, backs[unit.pool], drawn[unit.pool]))
            else:
                key = unit.unit if unit.quantity == 1 else f"{unit.unit}+{copy}"
                pieces.append(Piece(key, index, unit, ""))
    return tuple(pieces)


def back_of(pool: str, counters: Sequence[Counter]) -> Unit:
    """What the back of every counter of a pool shows: the type of the first, and the flags that all have."""
    members = [counter.unit for counter in counters if counter.unit.pool == pool]
    flags = set.intersection(*(set(unit.flags) for unit in members))
    return msgspec.structs.replace(members[0], name="?", formation=None, note="", flags=tuple(sorted(flags)))


def _face_down(unit: Unit, back: Unit, number: int) -> Piece:
    key = f"{unit.pool}-{number}"
    hidden = msgspec.structs.replace(back, unit=key, position=unit.position, provenance=unit.provenance)
    return Piece(key, None, hidden, unit.pool)
