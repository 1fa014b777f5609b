"""A small scenario with a blind pool: seven Soviet divisions, some of them alike."""

from __future__ import annotations

from typing import Literal

from engine.records import Rows
from engine.records.counters import Face, Selector, Unit
from engine.records.play import Placement
from tests.kit.small import small_scenario

STRENGTHS = {"weak": (1.0, 4), "fair": (3.0, 2), "strong": (12.0, 1)}
"""Strength and number of the counters in the pool."""


def pooled(strong: Literal["infantry", "armour"] = "infantry") -> Rows:
    """The small scenario with the pool; the strongest division may be of another type."""
    rows = small_scenario()
    for position, (key, (strength, quantity)) in enumerate(STRENGTHS.items(), 10):
        rows.put(
            Unit(
                unit=key,
                name=key,
                side="soviet",
                nationality="soviet",
                symbol=strong if key == "strong" else "infantry",
                move_class="infantry",
                pool="reserve",
                quantity=quantity,
                position=position,
            )
        )
        rows.put(Face(unit=key, face=0, attack=strength, defence=strength, movement=6))
    chosen = Selector(pools=("reserve",))
    rows.put(Placement(placement="reserve", side="soviet", units=chosen, region="east", position=9))
    return rows
