"""The counter mix: how many counters and steps each side has, by size and type, and whether all find their place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.counters import load_counters
from engine.errors import Problem
from engine.records import Rows
from engine.records.counters import SIZES, SYMBOLS, Side
from engine.scenario.deployment import Deployment, How, deployment, stray_units


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
    """The totals of both sides, and what does not add up."""

    sides: tuple[SideMix, ...]
    problems: tuple[Problem, ...]


def counter_mix(rows: Rows) -> Mix:
    """Count the counters of a scenario."""
    sides = sorted(rows.all(Side), key=lambda side: side.position)
    dealt = deployment(rows)
    mixes = tuple(_side_mix(rows, side, dealt) for side in sides)
    return Mix(mixes, (*stray_units(rows, dealt), *_pools(dealt)))


def _side_mix(rows: Rows, side: Side, dealt: Deployment) -> SideMix:
    counters = [counter for counter in load_counters(rows) if counter.unit.side == side.side]
    sizes: Counter[str] = Counter()
    symbols: Counter[str] = Counter()
    begins: Counter[How] = Counter()
    for counter in counters:
        many = counter.unit.quantity
        sizes[counter.unit.size] += many
        symbols[counter.unit.symbol] += many
        begins[dealt.how(counter.unit)] += many
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


def _pools(dealt: Deployment) -> list[Problem]:
    """Pools of which lines take fewer counters than they hold: the rest can only come by replacement."""
    taken = {piece for line in (*dealt.placed.values(), *dealt.arriving.values()) for piece in line}
    problems = []
    for pool in sorted({piece.pool for piece in dealt.pieces if piece.pool}):
        members = [piece.key for piece in dealt.pieces if piece.pool == pool]
        left = sum(piece not in taken for piece in members)
        if left:
            first = next(piece.unit for piece in dealt.pieces if piece.pool == pool)
            message = f"pool {pool} holds {len(members)}; {left} of them are neither set up nor arriving"
            problems.append(Problem(message, "unit", (first.unit,), "pool", "warning"))
    return problems
