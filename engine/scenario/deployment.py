"""Where every unit begins: on the map, by an arrival, in a blind pool, as a marker, or nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.counters import Piece, load_counters, make_pieces
from engine.errors import Problem
from engine.records import Rows
from engine.records.board import Place, Region
from engine.records.counters import Selector, Unit
from engine.records.play import Arrival, Placement

Table = Literal["placement", "arrival"]
How = Literal["placed", "arrives", "pool", "marker", "nowhere"]

MARKERS = frozenset({"marker", "air", "fighter", "bomber"})
"""Types of counter that need no place on the map."""


@dataclass(frozen=True)
class Deployment:
    """Which pieces each line of the set-up and of the arrivals takes, in the order in which a game takes them."""

    pieces: tuple[Piece, ...]
    placed: dict[str, tuple[str, ...]]
    arriving: dict[str, tuple[str, ...]]

    @cached_property
    def _lines(self) -> dict[str, tuple[Table, str]]:
        found: dict[str, tuple[Table, str]] = {}
        for line, taken in self.arriving.items():
            found |= dict.fromkeys(taken, ("arrival", line))
        for line, taken in self.placed.items():
            found |= dict.fromkeys(taken, ("placement", line))
        return found

    @cached_property
    def _members(self) -> dict[tuple[str, str], list[Piece]]:
        found: dict[tuple[str, str], list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(("pool", piece.pool) if piece.pool else ("unit", piece.unit.unit), []).append(piece)
        return found

    def line_of(self, piece: str) -> tuple[Table, str] | None:
        """The line that takes a piece."""
        return self._lines.get(piece)

    def pieces_of(self, unit: Unit) -> list[Piece]:
        """The pieces of a unit, or of the pool it is drawn from."""
        return self._members.get(("pool", unit.pool) if unit.pool else ("unit", unit.unit), [])

    def how(self, unit: Unit) -> How:
        """How a unit comes into the game; nowhere if any piece of it does not."""
        if unit.symbol in MARKERS:
            return "marker"
        if unit.pool:
            return "pool"
        lines = [self.line_of(piece.key) for piece in self.pieces_of(unit)]
        if None in lines or not lines:
            return "nowhere"
        return "placed" if any(line and line[0] == "placement" for line in lines) else "arrives"


def deployment(rows: Rows) -> Deployment:
    """Deal the pieces of a scenario out to its lines."""
    pieces = make_pieces(load_counters(rows))
    left = {piece.key: piece for piece in pieces}
    placed = {
        line.placement: _take(left, line.units, line.count)
        for line in sorted(rows.all(Placement), key=lambda line: line.position)
    }
    arriving = {
        line.arrival: _take(left, line.units, line.count)
        for line in sorted(rows.all(Arrival), key=lambda line: (line.turn, line.arrival))
    }
    return Deployment(pieces, placed, arriving)


def _take(left: dict[str, Piece], wanted: Selector, count: int) -> tuple[str, ...]:
    found = [key for key, piece in left.items() if wanted.matches(piece.unit)]
    taken = found[:count] if count else found
    for key in taken:
        del left[key]
    return tuple(taken)


def whereabouts(rows: Rows, dealt: Deployment, unit: Unit) -> str:
    """Where a unit begins, in a few words: `Minsk (1105)`, `turn 2, East edge`, `pool mech`, `nowhere`."""
    how = dealt.how(unit)
    if how == "marker":
        return "marker"
    if how == "pool":
        return f"pool {unit.pool}"
    said = []
    for piece in dealt.pieces_of(unit):
        line = dealt.line_of(piece.key)
        words = "nowhere" if line is None else _line_words(rows, *line)
        if words not in said:
            said.append(words)
    return ", ".join(said) or "nowhere"


def _line_words(rows: Rows, table: Table, key: str) -> str:
    if table == "arrival":
        arrival = rows.get(Arrival, key)
        assert arrival is not None
        region = rows.get(Region, arrival.region) if arrival.region else None
        return f"turn {arrival.turn}, {region.name if region else 'no entry'}"
    line = rows.get(Placement, key)
    assert line is not None
    return spot_words(rows, line)


def spot_words(rows: Rows, line: Placement) -> str:
    """Where a line of the set-up puts its units."""
    if line.region is not None:
        region = rows.get(Region, line.region)
        return f"free in {region.name if region else line.region}"
    place = rows.get(Place, line.place) if line.place else None
    if place is not None:
        return f"{place.name} ({place.cell})"
    return line.cell or "no cell"


def stray_units(rows: Rows, dealt: Deployment | None = None) -> list[Problem]:
    """A warning for every unit that never comes into the game."""
    dealt = dealt or deployment(rows)
    return [
        Problem(
            "neither set up, arriving, nor in a pool: it never comes into the game",
            "unit",
            (unit.unit,),
            "unit",
            "warning",
        )
        for unit in rows.all(Unit)
        if dealt.how(unit) == "nowhere"
    ]
