"""What a position is worth to a side, between 0 and 1: the result once the game is over, else as things stand."""

from __future__ import annotations

from engine.bots.ground import ground_of, undecided
from engine.rules.table import Table

LEAN = 0.1
"""How much the places that are held count beside the result of a game that is over."""


def outlook(table: Table, side: int) -> float:
    """The result of a game that is over, with a little of how it ended; else who holds and who has what."""
    places = _places(table, side)
    outcome = table.state.outcome
    if outcome is None:
        return 0.6 * places + 0.4 * _strength(table, side)
    if outcome.winner is not None:
        return (1 - LEAN) * float(outcome.winner == side) + LEAN * places
    open_end = undecided(table.scenario, outcome.level)
    return (1 - LEAN) * (places if open_end else 0.5) + LEAN * places


def _places(table: Table, side: int) -> float:
    """The share of the places in dispute that a side holds, by their worth."""
    worth = {one.place: one.worth for one in ground_of(table.setting).objectives}
    whole = sum(worth.values())
    return sum(value for place, value in worth.items() if table.state.control[place] == side) / whole if whole else 0.5


def _strength(table: Table, side: int) -> float:
    """The side's share of all strength on the map, each side's own at the start counting alike."""
    shares = []
    for one in (side, 1 - side):
        now = sum(table.face(piece).defence for piece in table.on_map(one))
        whole = sum(
            max((face.defence for face in counter.faces), default=0.0)
            for counter in table.scenario.counters
            if table.scenario.sides[one].side == counter.unit.side
        )
        shares.append(now / whole if whole else 0.0)
    return shares[0] / sum(shares) if sum(shares) else 0.5
