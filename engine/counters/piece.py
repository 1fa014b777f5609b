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
    for index, counter in enumerate(counters):
        unit = counter.unit
        for copy in range(1, unit.quantity + 1):
            if unit.pool:
                drawn[unit.pool] = drawn.get(unit.pool, 0) + 1
                pieces.append(_face_down(unit, _common_flags(counters, unit.pool), drawn[unit.pool]))
            else:
                key = unit.unit if unit.quantity == 1 else f"{unit.unit}+{copy}"
                pieces.append(Piece(key, index, unit, ""))
    return tuple(pieces)


def _common_flags(counters: Sequence[Counter], pool: str) -> tuple[str, ...]:
    """Only what every member has may show on a face-down piece."""
    members = [set(counter.unit.flags) for counter in counters if counter.unit.pool == pool]
    return tuple(sorted(set.intersection(*members)))


def _face_down(unit: Unit, flags: tuple[str, ...], number: int) -> Piece:
    key = f"{unit.pool}-{number}"
    hidden = msgspec.structs.replace(unit, unit=key, name="?", formation=None, note="", flags=flags)
    return Piece(key, None, hidden, unit.pool)
