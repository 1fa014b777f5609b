"""Where every unit begins: on the map, by an arrival, in a blind pool, as a marker, or nowhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

from engine.counters import Piece, load_counters, make_pieces
from engine.records import Rows
from engine.records.board import Place, Region
from engine.records.counters import Unit
from engine.records.play import Arrival, Placement, ScenarioRow

Line = Placement | Arrival
Table = Literal["placement", "arrival"]

Named = dict[tuple[str, str], dict[int, None]]
"""Where the pieces of each unit and of each pool are, in order."""

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

    @cached_property
    def _named(self) -> Named:
        return _by_name(self.pieces)

    @cached_property
    def drawn(self) -> frozenset[str]:
        """The pools that a line draws from; each has many units, and every one of them asks."""
        return frozenset(piece.pool for piece in self.pieces if piece.pool and piece.key in self._lines)

    def meant(self, line: Line) -> list[Piece]:
        """The pieces that a line speaks of, whoever takes them."""
        among = _bearers(self._named, line) if names_units(line) else range(len(self.pieces))
        return [self.pieces[index] for index in among if line.units.matches(self.pieces[index].unit)]

    def line_of(self, piece: str) -> tuple[Table, str] | None:
        """The line that takes a piece."""
        return self._lines.get(piece)

    def pieces_of(self, unit: Unit) -> list[Piece]:
        """The pieces of a unit, or of the pool it is drawn from."""
        return self._members.get(("pool", unit.pool) if unit.pool else ("unit", unit.unit), [])


def deployment(rows: Rows) -> Deployment:
    """Deal the pieces of a scenario out to its lines; worked out again only when one of them has changed."""
    return rows.kept("deployment", ("unit", "placement", "arrival", "scenario"), lambda: _deployment(rows))


def _deployment(rows: Rows) -> Deployment:
    return deal(
        make_pieces(load_counters(rows)),
        sorted(rows.all(Placement), key=lambda line: line.position),
        arrivals_of(rows),
    )


def arrivals_of(rows: Rows) -> list[Arrival]:
    """The arrival lines in the order of the game; those before its first turn are left out."""
    first = rows.the(ScenarioRow).first_turn if rows.has(ScenarioRow) else 1
    return sorted(
        (line for line in rows.all(Arrival) if line.turn >= first), key=lambda line: (line.turn, line.arrival)
    )


def deal(pieces: tuple[Piece, ...], placements: Sequence[Placement], arrivals: Sequence[Arrival]) -> Deployment:
    """Deal pieces out to lines, given in the order of the game: to those that name their units first, then to others.

    This is the one place where it is decided which line takes a unit; game, editors, check and paper all ask here.
    """
    lines: list[Line] = [*placements, *arrivals]
    left, named = dict.fromkeys(range(len(pieces))), _by_name(pieces)
    taken: dict[tuple[str, tuple[object, ...]], tuple[str, ...]] = {}
    for line in sorted(lines, key=lambda line: not names_units(line)):
        among = (index for index in _bearers(named, line) if index in left) if names_units(line) else iter(left)
        matching = (index for index in among if line.units.matches(pieces[index].unit))
        found = list(islice(matching, line.count or None))
        for index in found:
            del left[index]
        taken[line.table, line.identity()] = tuple(pieces[index].key for index in found)
    return Deployment(
        pieces,
        {line.placement: taken[line.table, line.identity()] for line in placements},
        {line.arrival: taken[line.table, line.identity()] for line in arrivals},
    )


def names_units(line: Line) -> bool:
    """Whether a line names its units, or the pool they are drawn from, and does not merely describe them."""
    return bool(line.units.units or line.units.pools)


def _by_name(pieces: tuple[Piece, ...]) -> Named:
    """Where the pieces of each unit and of each pool are; a line that names one need not look at the others."""
    found: Named = {}
    for index, piece in enumerate(pieces):
        found.setdefault(("unit", piece.unit.unit), {})[index] = None
        if piece.pool:
            found.setdefault(("pool", piece.pool), {})[index] = None
    return found


def _bearers(named: Named, line: Line) -> Collection[int]:
    """The pieces that bear one of the names of a line, in order."""
    table, names = ("unit", line.units.units) if line.units.units else ("pool", line.units.pools)
    if len(names) == 1:
        return named.get((table, names[0]), {})
    return sorted(set[int]().union(*(named.get((table, name), {}) for name in names)))


def line_words(rows: Rows, table: Table, key: str) -> str:
    """Where a line puts its units, in a few words: `Minsk (1105)`, `turn 2, East edge`."""
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
