"""What a finished game is worth to each side: a win 1, a draw 1/2, and by places where nothing was decided."""

from __future__ import annotations

from engine.bots.ground import undecided
from engine.rules.table import Table


def score(table: Table) -> tuple[float, ...]:
    """The score of each side; the scores of a game add up to 1."""
    outcome, sides = table.state.outcome, len(table.scenario.sides)
    assert outcome is not None
    if outcome.winner is not None:
        return tuple(float(side == outcome.winner) for side in range(sides))
    return by_places(table) if undecided(table.scenario, outcome.level) else (1 / sides,) * sides


def by_places(table: Table) -> tuple[float, ...]:
    """Each side's share of the places that had an owner, for games that no victory condition decided."""
    sides = len(table.scenario.sides)
    held = [0.0] * sides
    for index, place in enumerate(table.scenario.places):
        owner = table.state.control[index]
        if place.owner is not None and owner is not None:
            held[owner] += 1
    total = sum(held)
    return tuple(share / total for share in held) if total else (1 / sides,) * sides
