"""What is at stake in a place for a side: the nearer a victory is to being won or lost, the more its places count.

Of its own victory a side keeps what it has, the less it has to spare the more, and shares what it lacks out over the
places that it does not hold.  Of the enemy's it keeps what he lacks, and takes what he could not spare.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.ground import parts_of
from engine.records.play import HoldsPlaces, Victory
from engine.rules.table import Table
from engine.rules.victory import held_places, meant_places

EARLY = 0.5
"""What a victory that may be won before the end counts beside one that is read at the end."""

DENIED = 0.5
"""What it is worth to deny the enemy his victory, beside one's own."""

BEYOND = 0.5
"""What a place counts that goes beyond what is asked for, or that the enemy could spare no more anyway."""


def stakes(table: Table, side: int) -> dict[int, float]:
    """By place that some victory asks for, what is at stake in it for a side against the mean of all."""
    found: dict[int, float] = {}
    for row, part in _asked(table):
        own = row.winner == table.scenario.sides[side].side
        share = (1.0 if row.when == "end" else EARLY) * (1.0 if own else DENIED)
        places, held = meant_places(table, part), set(held_places(table, part))
        spare = len(held) - (len(places) if part.at_least < 0 else part.at_least)
        for place in places:
            worth = _kept(spare) if own == (place in held) else _lacking(spare) if own else _taken(spare, len(held))
            found[place] = found.get(place, 0.0) + share * worth
    mean = sum(found.values()) / max(len(found), 1)
    return {place: share / mean for place, share in found.items()}


def _kept(spare: int) -> float:
    """What it is worth to keep a place of one's own, or one that the enemy lacks, when so many are to spare."""
    return 1.0 / (1 + abs(spare)) if spare >= 0 else 1.0 / -spare


def _lacking(spare: int) -> float:
    """What it is worth to gain a place when so many are to spare, or lacking."""
    return 1.0 / -spare if spare < 0 else BEYOND / (1 + spare)


def _taken(spare: int, held: int) -> float:
    """What it is worth to take a place from the enemy who could spare so many of those that he holds."""
    return 1.0 / ((1 + spare) * max(held, 1)) if spare >= 0 else BEYOND / (1 - spare)


def _asked(table: Table) -> Iterator[tuple[Victory, HoldsPlaces]]:
    for row in table.scenario.victories:
        if row.winner is not None:
            yield from ((row, part) for part in parts_of(row.condition) if part.at_least)
