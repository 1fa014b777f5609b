"""The order of battle of a side as it stands: formations with their parts and units, for finding and for orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.records.counters import Formation, Nationality
from engine.rules.table import Table
from engine.state import ELIMINATED

UNTRIED, LOOSE = "Face down", "Without a formation"
"""What those are listed under whose formation nobody knows, or who have none."""


@dataclass(frozen=True)
class Body:
    """A formation: its key, its name, the units that are its own, and its parts."""

    key: str
    name: str
    members: tuple[int, ...]
    parts: tuple[Body, ...] = ()

    @property
    def pieces(self) -> tuple[int, ...]:
        """All its units, those of its parts too."""
        return (*self.members, *(piece for part in self.parts for piece in part.pieces))

    def walk(self) -> Iterator[Body]:
        """It and all its parts, from the top."""
        yield self
        for part in self.parts:
            yield from part.walk()


def bodies(table: Table, side: int) -> tuple[Body, ...]:
    """The formations of a side that have units left, on the map or still to come; where there are none, its nations."""
    left = [
        piece
        for piece, cell in enumerate(table.state.cell)
        if cell != ELIMINATED and table.setting.side_of[piece] == side and table.face(piece).movement > 0
    ]
    formed = any(row.side == table.scenario.sides[side].side for row in table.scenario.rows.all(Formation))
    return _by_formation(table, side, left) if formed else _by_nation(table, left)


def _by_formation(table: Table, side: int, pieces: Iterable[int]) -> tuple[Body, ...]:
    rows = [row for row in table.scenario.rows.all(Formation) if row.side == table.scenario.sides[side].side]
    known = {row.formation for row in rows}
    own: dict[str, list[int]] = {}
    for piece in pieces:
        if table.state.counter[piece] is None:
            if table.state.cell[piece] >= 0:
                own.setdefault(UNTRIED, []).append(piece)
            continue
        formation = table.unit(piece).formation
        own.setdefault(formation if formation in known and formation else LOOSE, []).append(piece)

    def made(parent: str | None) -> tuple[Body, ...]:
        found = (
            Body(row.formation, row.name, tuple(own.get(row.formation, ())), made(row.formation))
            for row in rows
            if (row.parent if row.parent in known else None) == parent
        )
        return tuple(body for body in found if body.pieces)

    rest = tuple(Body(key, key, tuple(own[key])) for key in (UNTRIED, LOOSE) if key in own)
    return (*made(None), *rest)


def _by_nation(table: Table, pieces: Iterable[int]) -> tuple[Body, ...]:
    own: dict[str, list[int]] = {}
    for piece in pieces:
        own.setdefault(table.unit(piece).nationality, []).append(piece)
    names = {row.nationality: row.name for row in table.scenario.rows.all(Nationality)}
    return tuple(Body(key, names.get(key, key), tuple(found)) for key, found in own.items())


def name_for(known: Iterable[Body], pieces: Iterable[int]) -> str:
    """What a group of units is called: the smallest formation that all of them belong to, with a word if not whole."""
    wanted = set(pieces)
    holding = [body for top in known for body in top.walk() if wanted and wanted <= set(body.pieces)]
    if not holding:
        return ""
    least = min(holding, key=lambda body: len(body.pieces))
    return least.name if wanted == set(least.pieces) else f"Part of {least.name}"
