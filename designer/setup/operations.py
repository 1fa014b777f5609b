"""What can be done with the set-up: units placed in a cell, left free in a region, due to arrive, moved, taken off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from designer.tables.references import keyed
from engine.counters import Piece
from engine.errors import StavkaError
from engine.records import Rows
from engine.records.changes import Change, difference
from engine.records.counters import Selector, Unit
from engine.records.play import Arrival, Placement
from engine.scenario.deployment import MARKERS, Deployment, deployment, spot_words

Group = Literal["unit", "pool"]


@dataclass(frozen=True)
class Recruit:
    """One entry of the roster: a unit, or the face-down counters of a pool, and how many of it wait."""

    group: Group
    key: str
    unit: Unit
    waiting: int

    @property
    def name(self) -> str:
        """What the roster calls it."""
        many = f" ×{self.waiting}" if self.waiting > 1 else ""
        return f"{'untried, pool ' + self.key if self.group == 'pool' else self.unit.name}{many}"

    def selector(self) -> Selector:
        """The selector that means it."""
        return Selector(pools=(self.key,)) if self.group == "pool" else Selector(units=(self.key,))


def roster(rows: Rows, side: str, dealt: Deployment | None = None) -> list[Recruit]:
    """The units of a side that no line of the set-up or of the arrivals takes, markers left aside."""
    dealt = dealt or deployment(rows)
    taken = {key for line in (*dealt.placed.values(), *dealt.arriving.values()) for key in line}
    found: dict[tuple[Group, str], list[Piece]] = {}
    for piece in dealt.pieces:
        if piece.key in taken or piece.unit.side != side or piece.unit.symbol in MARKERS:
            continue
        entry: tuple[Group, str] = ("pool", piece.pool) if piece.pool else ("unit", piece.unit.unit)
        found.setdefault(entry, []).append(piece)
    return [Recruit(group, key, pieces[0].unit, len(pieces)) for (group, key), pieces in found.items()]


def place(rows: Rows, recruits: Sequence[Recruit], cell: str) -> list[Change]:
    """Put one counter of each of these into a cell."""
    ahead = rows.copy()
    for recruit in recruits:
        _add_line(ahead, recruit.unit.side, recruit.selector(), 1, cell=cell, name=recruit.name)
    return list(difference(rows, ahead))


def place_free(rows: Rows, recruits: Sequence[Recruit], region: str) -> list[Change]:
    """Leave it to their owner where in a region these stand: one line for the units, one for each pool."""
    ahead = rows.copy()
    units = tuple(recruit.key for recruit in recruits if recruit.group == "unit")
    waiting = sum(recruit.waiting for recruit in recruits if recruit.group == "unit")
    if units:
        side = next(recruit.unit.side for recruit in recruits if recruit.group == "unit")
        _add_line(ahead, side, Selector(units=units), waiting, region=region, name=f"{side} {region}")
    for recruit in recruits:
        if recruit.group == "pool":
            _add_line(
                ahead,
                recruit.unit.side,
                recruit.selector(),
                recruit.waiting,
                region=region,
                name=f"{recruit.key} {region}",
            )
    return list(difference(rows, ahead))


def _add_line(
    rows: Rows,
    side: str,
    units: Selector,
    count: int,
    *,
    cell: str | None = None,
    region: str | None = None,
    name: str = "",
    face: int = 0,
) -> None:
    position = max((line.position for line in rows.all(Placement)), default=-1) + 1
    line = Placement(
        placement="new", side=side, units=units, count=count, cell=cell, region=region, face=face, position=position
    )
    rows.put(keyed(rows, line, name or side))


def arrive(rows: Rows, recruits: Sequence[Recruit], turn: int, region: str | None) -> list[Change]:
    """Let these arrive on a turn by a region: one line for the units, one for each pool."""
    ahead = rows.copy()
    groups: list[tuple[str, Selector, int]] = []
    units = tuple(recruit.key for recruit in recruits if recruit.group == "unit")
    if units:
        waiting = sum(recruit.waiting for recruit in recruits if recruit.group == "unit")
        groups.append((recruits[0].unit.side, Selector(units=units), waiting))
    groups += [(one.unit.side, one.selector(), one.waiting) for one in recruits if one.group == "pool"]
    for side, chosen, count in groups:
        line = Arrival(arrival="new", turn=turn, side=side, units=chosen, count=count, region=region)
        ahead.put(keyed(ahead, line, f"turn {turn} {side}"))
    return list(difference(rows, ahead))


def take_off(rows: Rows, piece: str, dealt: Deployment | None = None) -> list[Change]:
    """Take a counter out of the set-up; it waits in the roster again."""
    ahead = rows.copy()
    _take_out(ahead, piece, dealt or deployment(rows))
    return list(difference(rows, ahead))


def relocate(rows: Rows, piece: str, cell: str, dealt: Deployment | None = None) -> list[Change]:
    """Move a counter of the set-up to another cell."""
    dealt = dealt or deployment(rows)
    line = _line(rows, piece, dealt)
    ahead = rows.copy()
    if len(dealt.placed[line.placement]) == 1:
        ahead.put(replace(line, cell=cell, place=None, region=None))
    else:
        _take_out(ahead, piece, dealt)
        one = _piece(dealt, piece)
        chosen = Selector(pools=(one.pool,)) if one.pool else Selector(units=(one.unit.unit,))
        _add_line(ahead, line.side, chosen, 1, cell=cell, name=one.pool or one.unit.name, face=line.face)
    return list(difference(rows, ahead))


def turn_over(rows: Rows, piece: str, faces: int, dealt: Deployment | None = None) -> list[Change]:
    """Let the units of a counter's line begin with their next face up."""
    line = _line(rows, piece, dealt or deployment(rows))
    ahead = rows.copy()
    ahead.put(replace(line, face=(line.face + 1) % max(1, faces)))
    return list(difference(rows, ahead))


def _piece(dealt: Deployment, key: str) -> Piece:
    return next(piece for piece in dealt.pieces if piece.key == key)


def _line(rows: Rows, piece: str, dealt: Deployment) -> Placement:
    found = dealt.line_of(piece)
    line = rows.get(Placement, found[1]) if found and found[0] == "placement" else None
    if line is None:
        raise StavkaError("This counter is not in the set-up.")
    return line


def _take_out(rows: Rows, piece: str, dealt: Deployment) -> None:
    """Take one piece out of its line; a line that is left empty goes."""
    line, one = _line(rows, piece, dealt), _piece(dealt, piece)
    left = len(dealt.placed[line.placement]) - 1
    if left == 0:
        rows.drop(Placement, line.placement)
    elif one.unit.unit in line.units.units:
        others = tuple(key for key in line.units.units if key != one.unit.unit)
        rows.put(
            replace(line, units=replace(line.units, units=others), count=left) if others else replace(line, count=left)
        )
    elif one.pool:
        rows.put(replace(line, count=left))
    else:
        where = spot_words(rows, line)
        raise StavkaError(f"{one.unit.name} is placed with others ({where}). Change that line instead.")


def recruit_of(dealt: Deployment, piece: str) -> Recruit:
    """The roster's entry that a counter would come from."""
    one = _piece(dealt, piece)
    return Recruit("pool", one.pool, one.unit, 1) if one.pool else Recruit("unit", one.unit.unit, one.unit, 1)
