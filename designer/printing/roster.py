"""Who goes where: the units of a side by set-up line, arrival, pool, or kept beside the map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from designer.printing.material import Material
from engine.counters import Piece
from engine.records.counters import Selector, Unit
from engine.records.play import Arrival, Placement


@dataclass(frozen=True)
class RosterEntry:
    """A unit to be placed, or so many blind draws from a pool."""

    unit: Unit
    quantity: int = 1
    pool: str = ""
    face: int = 0


@dataclass(frozen=True)
class Where:
    """A spot of the set-up: a cell, a place, a box or a region."""

    title: str
    number: str = ""
    cells: tuple[str, ...] = ()
    region: str = ""

    @property
    def key(self) -> str:
        """What makes two lines of the set-up the same spot."""
        return f"region {self.region}" if self.region else f"cell {self.number or self.title}"


@dataclass(frozen=True)
class SetupLine:
    """One line of the set-up: these units there; `choose` says how many of them if not all."""

    placement: Placement
    where: Where
    entries: tuple[RosterEntry, ...]
    choose: int = 0


@dataclass(frozen=True)
class ArrivalLine:
    """Units that arrive together."""

    arrival: Arrival
    where: Where | None
    entries: tuple[RosterEntry, ...]
    choose: int = 0


@dataclass(frozen=True)
class Pool:
    """Counters drawn blind: who they are, and how many the set-up and the arrivals take."""

    pool: str
    members: tuple[Unit, ...]
    for_setup: int
    for_arrivals: int

    @property
    def size(self) -> int:
        """How many counters there are."""
        return sum(unit.quantity for unit in self.members)


@dataclass(frozen=True)
class Roster:
    """Everything that one side places, and when."""

    lines: tuple[SetupLine, ...]
    arrivals: tuple[ArrivalLine, ...]
    pools: tuple[Pool, ...]
    rest: tuple[RosterEntry, ...]


@dataclass(frozen=True)
class SetUpSpot:
    """All lines of the set-up for one spot, under one number."""

    number: str
    where: Where
    lines: tuple[SetupLine, ...]


def spots(roster: Roster) -> tuple[SetUpSpot, ...]:
    """The spots of a set-up in its order, numbered."""
    found: dict[str, list[SetupLine]] = {}
    for line in roster.lines:
        found.setdefault(line.where.key, []).append(line)
    return tuple(SetUpSpot(str(n), lines[0].where, tuple(lines)) for n, lines in enumerate(found.values(), 1))


_MUSTERED: WeakKeyDictionary[Material, dict[str, Roster]] = WeakKeyDictionary()
"""The rosters that were drawn up: a page that is tried in several sizes asks for them every time."""


def muster(material: Material, side: str) -> Roster:
    """The roster of a side, drawn up once; every unit of it is listed exactly once."""
    known = _MUSTERED.setdefault(material, {})
    if side not in known:
        known[side] = _draw_up(material, side)
    return known[side]


def _draw_up(material: Material, side: str) -> Roster:
    hand = _Hand(material, side)
    lines = tuple(hand.place(line) for line in material.scenario.placements)
    set_up = dict(hand.drawn)
    arrivals = tuple(hand.arrive(line) for line in material.scenario.arrivals)
    return Roster(
        tuple(line for line in lines if line.placement.side == side),
        tuple(line for line in arrivals if line.arrival.side == side),
        tuple(_pool(material, side, pool, set_up, hand.drawn) for pool in hand.pools()),
        hand.rest(),
    )


class _Hand:
    """The pieces that nobody has placed yet, and those that no line has listed yet."""

    def __init__(self, material: Material, side: str) -> None:
        self.material = material
        self.side = side
        self.waiting = list(material.scenario.pieces)
        self.listed: set[str] = set()
        self.drawn: dict[str, int] = {}

    def place(self, line: Placement) -> SetupLine:
        entries, choose = self._take(line.units, line.count, free=line.region is not None, face=line.face)
        return SetupLine(line, _where(self.material, line), entries, choose)

    def arrive(self, line: Arrival) -> ArrivalLine:
        entries, choose = self._take(line.units, line.count, free=True, face=0)
        where = _region(self.material, line.region) if line.region else None
        return ArrivalLine(line, where, entries, choose)

    def _take(self, units: Selector, count: int, *, free: bool, face: int) -> tuple[tuple[RosterEntry, ...], int]:
        """The entries of a line; where its owner may choose, all candidates are listed."""
        matching = [piece for piece in self.waiting if units.matches(piece.unit)]
        wanted = min(count or len(matching), len(matching))
        taken = matching[:wanted]
        for piece in taken:
            self.waiting.remove(piece)
            if piece.pool:
                self.drawn[piece.pool] = self.drawn.get(piece.pool, 0) + 1
        several = (
            len({piece.unit.unit for piece in matching}) > 1
        )  # among copies of one unit there is nothing to choose
        choice = free and several and wanted < len(matching) and not all(piece.pool for piece in matching)
        shown = [piece for piece in (matching if choice else taken) if piece.key not in self.listed]
        self.listed.update(piece.key for piece in shown)
        entries = _entries([*shown, *self._beyond(units, count - wanted)], face, self.material)
        return entries, wanted if choice or len(shown) < wanted else 0

    def _beyond(self, units: Selector, many: int) -> list[Piece]:
        """Draws that a line asks for though every counter of its pool is spoken for, as where the dead come again."""
        members = [piece for piece in self.material.scenario.pieces if units.pools and units.matches(piece.unit)]
        return members[: max(many, 0)]

    def pools(self) -> list[str]:
        """The pools of this side, in order."""
        pools = [piece.pool for piece in self.material.scenario.pieces if piece.pool and piece.unit.side == self.side]
        return list(dict.fromkeys(pools))

    def rest(self) -> tuple[RosterEntry, ...]:
        """What neither the set-up nor an arrival brings in."""
        left = [
            piece
            for piece in self.waiting
            if piece.unit.side == self.side and not piece.pool and piece.key not in self.listed
        ]
        return _entries(left, 0, self.material)


def _entries(pieces: Iterable[Piece], face: int, material: Material) -> tuple[RosterEntry, ...]:
    """Pieces as entries; copies of one unit and draws from one pool are counted together."""
    found: dict[str, RosterEntry] = {}
    for piece in pieces:
        key = f"pool {piece.pool}" if piece.pool else piece.unit.unit
        before = found.get(key)
        unit = piece.unit if piece.counter is None else material.scenario.counters[piece.counter].unit
        found[key] = RosterEntry(unit, (before.quantity if before else 0) + 1, piece.pool, face)
    return tuple(found.values())


def _where(material: Material, line: Placement) -> Where:
    if line.region is not None:
        return _region(material, line.region)
    if line.place is not None:
        place = material.places[line.place]
        return Where(place.name, place.cell, (place.cell,))
    cell = line.cell or ""
    box = material.boxes.get(cell)
    if box is not None:
        return Where(box.name, "", (cell,))
    names = [place.name for place in material.places.values() if place.cell == cell]
    return Where(names[0] if names else f"{material.cell_word.title()} {cell}", cell if names else "", (cell,))


def _region(material: Material, key: str) -> Where:
    return Where(material.regions[key].name, "", material.cells_of(key), key)


def _pool(material: Material, side: str, pool: str, set_up: dict[str, int], drawn: dict[str, int]) -> Pool:
    members = tuple(
        counter.unit
        for counter in material.scenario.counters
        if counter.unit.pool == pool and counter.unit.side == side
    )
    placed = set_up.get(pool, 0)
    return Pool(pool, members, placed, drawn.get(pool, 0) - placed)
