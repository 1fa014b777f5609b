"""What is at stake in a place: the nearer a victory is to being won or lost, the more count the places it asks for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.ground import parts_of
from engine.records.play import HoldsPlaces, Victory
from engine.rules.table import Table
from engine.rules.victory import held_places, meant_places

EARLY = 0.5
"""What a victory that may be won before the end counts beside one that is read at the end."""


def stakes(table: Table) -> dict[int, float]:
    """By place that some victory asks for, what is at stake in it now against the mean of all."""
    found: dict[int, float] = {}
    for row, part in _asked(table):
        places = meant_places(table, part)
        needed = len(places) if part.at_least < 0 else part.at_least
        share = (1.0 if row.when == "end" else EARLY) / (1 + abs(len(held_places(table, part)) - needed))
        for place in places:
            found[place] = found.get(place, 0.0) + share
    mean = sum(found.values()) / max(len(found), 1)
    return {place: share / mean for place, share in found.items()}


def _asked(table: Table) -> Iterator[tuple[Victory, HoldsPlaces]]:
    for row in table.scenario.victories:
        if row.winner is not None:
            yield from ((row, part) for part in parts_of(row.condition) if part.at_least)
