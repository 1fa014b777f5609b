"""How fast a bot's actions follow each other on the table."""

from __future__ import annotations

from collections.abc import Iterable

from engine.state.events import (
    AnyEvent,
    BattleFought,
    PhaseBegan,
    StepLost,
    UnitAdvanced,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
    UnitRetreated,
)

SPEEDS: dict[str, tuple[str, float]] = {
    "slow": ("Slow", 2.2),
    "normal": ("Normal", 1.0),
    "fast": ("Fast", 0.3),
    "instant": ("At once", 0.0),
}
"""Title and factor of each speed."""

_LINGER: tuple[tuple[tuple[type[AnyEvent], ...], int], ...] = (
    ((BattleFought,), 1500),
    ((UnitEliminated, StepLost, UnitRetreated, UnitAdvanced), 900),
    ((UnitMoved,), 750),
    ((UnitPlaced,), 450),
    ((PhaseBegan,), 350),
)


def linger(events: Iterable[AnyEvent], speed: str) -> int:
    """Milliseconds to look at what an action did before the next one follows."""
    kinds = {type(event) for event in events}
    longest = next((time for group, time in _LINGER if kinds & set(group)), 80)
    return round(longest * SPEEDS.get(speed, SPEEDS["normal"])[1])
