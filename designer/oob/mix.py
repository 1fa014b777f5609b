"""The counter mix: how many counters and steps each side has, by size and type, and whether all find their place."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.counters import Counter, load_counters
from engine.errors import Problem
from engine.records import Rows
from engine.records.counters import SIZES, SYMBOLS, Side, Unit
from engine.scenario.deployment import Deployment
from engine.scenario.entering import Entering, How, entering, never_enter


@dataclass(frozen=True)
class SideMix:
    """The totals of one side."""

    side: Side
    units: int = 0
    counters: int = 0
    steps: int = 0
    attack: float = 0.0
    defence: float = 0.0
    by_size: dict[str, int] = field(default_factory=dict)
    by_symbol: dict[str, int] = field(default_factory=dict)
    begins: dict[How, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Mix:
    """The totals of both sides, who never comes into the game, and what is left in the pools."""

    sides: tuple[SideMix, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class CounterMix:
    """What follows from an edit of the order of battle: where every unit begins, in words, and the counter mix."""

    begins: dict[str, str]
    mix: Mix


def take_stock(rows: Rows) -> CounterMix:
    """Work out where the units of a scenario begin, and count its counters."""
    found = entering(rows)
    return CounterMix({unit.unit: found.words(unit) for unit in rows.all(Unit)}, counter_mix(rows, found))


def counter_mix(rows: Rows, found: Entering | None = None) -> Mix:
    """Count the counters of a scenario."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    found = found or entering(rows)
    by_side: dict[str, list[Counter]] = {}
    for counter in load_counters(rows):
        by_side.setdefault(counter.unit.side, []).append(counter)
    mixes = tuple(_side_mix(by_side.get(side.side, []), side, found) for side in sides)
    return Mix(mixes, tuple(never_enter(found)), tuple(_pools(found.dealt)))


def _side_mix(counters: list[Counter], side: Side, found: Entering) -> SideMix:
    sizes: Tally[str] = Tally()
    symbols: Tally[str] = Tally()
    begins: Tally[How] = Tally()
    for counter in counters:
        many = counter.unit.quantity
        sizes[counter.unit.size] += many
        symbols[counter.unit.symbol] += many
        begins[found.how(counter.unit)] += many
    full = [(counter.faces[0], counter.unit.quantity) for counter in counters if counter.faces]
    return SideMix(
        side,
        len(counters),
        sum(counter.unit.quantity for counter in counters),
        sum(counter.steps * counter.unit.quantity for counter in counters),
        sum(face.attack * many for face, many in full),
        sum(face.defence * many for face, many in full),
        {size: sizes[size] for size in reversed(SIZES) if sizes[size]},
        {symbol: symbols[symbol] for symbol in SYMBOLS if symbols[symbol]},
        dict(begins),
    )


def _pools(dealt: Deployment) -> Iterator[str]:
    """Pools that hold more counters than lines draw from them: the others may come later, or never."""
    taken = {piece for line in (*dealt.placed.values(), *dealt.arriving.values()) for piece in line}
    for pool in sorted({piece.pool for piece in dealt.pieces if piece.pool}):
        members = [piece.key for piece in dealt.pieces if piece.pool == pool]
        drawn = sum(piece in taken for piece in members)
        if 0 < drawn < len(members):
            yield f"Pool {pool}: {drawn} of {len(members)} counters are drawn for set-up and arrivals."
