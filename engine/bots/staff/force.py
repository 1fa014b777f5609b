"""One side's units as arrays: what moves and fights together is one group, strengths as the rules reckon them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from engine.bots.doctrine.lie import Lie
from engine.bots.staff.tolls import Ladder
from engine.charts.numbers import Number, exact, ratio
from engine.records.counters import Unit
from engine.rules.answers import GroundTimes
from engine.rules.combat import BattleKind
from engine.rules.contributions import reckon
from engine.rules.mechanism import Mechanism
from engine.rules.setting import Setting
from engine.rules.supply import Supply
from engine.rules.supply_trace import TraceSupply
from engine.rules.table import Table
from engine.state.tasks import Battle

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

T = TypeVar("T")

Group = tuple[int, ...]

NOWHERE = -1
"""The cell of a unit that is taken off the map in thought."""

Figures = tuple[float, Group, float, float, int, bool, tuple[Ladder, ...]]
"""Of a group: attack, pieces, defence, movement, class, whether it is a station, and steps."""


class UnitCard(NamedTuple):
    """What is printed on a unit, and what follows from that alone; of one that was never tried, from its pool."""

    attack: float
    defence: float
    movement: float
    kind: int
    station: bool
    ladder: Ladder
    counts: bool


@dataclass(frozen=True)
class Force:
    """The groups of a side, the strongest first; face-down units count with the mean of their pool."""

    groups: list[Group]
    units: list[Unit]
    """The first unit of each group."""
    cell: Ints
    attack: Floats
    defence: Floats
    movement: Floats
    kind: Ints
    weight: Ints
    ladders: list[tuple[Ladder, ...]]
    station: npt.NDArray[np.bool_]
    shares: dict[tuple[int, bool], tuple[Floats, Floats]] = field(default_factory=dict, compare=False, repr=False)
    """By phase, with and without rails, the share of its allowance that each group may spend: free, and held."""
    budgets: dict[tuple[tuple[int, ...], bool, bool], Ints] = field(default_factory=dict, compare=False, repr=False)
    """By phases, whether all are held and with or without rails, the ticks that each group may spend."""

    def __len__(self) -> int:
        return len(self.groups)


def force_of(
    table: Table, lie: Lie, side: int, pieces: Iterable[int], together: bool, parted: Iterable[Group] = ()
) -> Force:
    """These pieces of a side as a force; with `together` divisions that are stronger whole form one group.

    Those that were `parted` count as if they stood together where the first of each stands.
    """
    scattered = {piece for group in parted for piece in group}
    whole = [piece for piece in pieces if piece not in scattered] if scattered else pieces
    rows = _rows(table, lie, side, whole, together)
    rows += [_figures(gathered(table, group), lie, side, group) for group in parted]
    rows.sort(key=lambda row: row[:2])
    less, found, defence, movement, kind, station, steps = zip(*rows, strict=True) if rows else ((),) * 7
    groups, cells = list(found), table.state.cell
    return Force(
        groups,
        [table.unit(group[0]) for group in groups],
        np.array([cells[group[0]] for group in groups], np.int32),
        0.0 - np.array(less, np.float64),
        np.array(defence, np.float64),
        np.array(movement, np.float64),
        np.array(kind, np.int32),
        np.array(list(map(len, groups)), np.int32),
        list(steps),
        np.array(station, np.bool_),
    )


def steps_in(table: Table, lie: Lie, side: int, cell: int, together: bool) -> tuple[Ladder, ...]:
    """The steps of everybody of a side in a cell, as `force_of` has them, the weakest first."""
    own = [piece for piece in table.stack(cell) if table.side_of(piece) == side]
    return tuple(sorted([ladder for row in _rows(table, lie, side, own, together) for ladder in row[6]]))


def _rows(table: Table, lie: Lie, side: int, pieces: Iterable[int], together: bool) -> list[Figures]:
    """What counts of every group of these pieces."""
    if not as_printed(table):
        there = _counting(table, lie, pieces)
        return [_figures(table, lie, side, group) for group in _groups(table, there, together)]
    return [_as_card((piece,), card) for piece, card in _cards(table, lie, pieces)]


def _as_card(group: Group, card: UnitCard) -> Figures:
    return -card.attack, group, card.defence, card.movement, card.kind, card.station, (card.ladder,)


def _figures(table: Table, lie: Lie, side: int, group: Group) -> Figures:
    """What counts of a group, its attack first and less than nothing, so that the strongest come first."""
    if len(group) == 1 and as_printed(table):
        return _as_card(group, card_of(table, lie, group[0]))
    return table.cached_now(("figures", side, group), lambda: _reckoned(table, lie, side, group))


def as_printed(table: Table) -> bool:
    """Whether groups are single units and count with what is printed on them, whatever happens around them."""
    return not reckoners(table) and not table.answering("allowance")


def _reckoned(table: Table, lie: Lie, side: int, group: Group) -> Figures:
    card = card_of(table, lie, group[0])
    attack, defence = strength(table, side, group, True), strength(table, side, group, False)
    movement = min(_allowance(table, lie, piece) for piece in group)
    steps = ladders(table, lie, group, defence)
    return -attack, group, defence, movement, card.kind, card.station, steps


def card_of(table: Table, lie: Lie, piece: int) -> UnitCard:
    """The card of a unit as it is now: worked out once for each face of a counter, or for what is left of a pool."""
    state = table.state
    counter = state.counter[piece]
    if counter is None:
        return _untried(table, lie, piece)
    cards: dict[tuple[int, str, int], UnitCard] = table.setting.kept("cards", dict)
    shown = (counter, state.mode[piece], state.face[piece])
    card = cards.get(shown)
    if card is None:
        card = cards[shown] = _printed_card(table, lie, piece, counter)
    return card


def levelled(ladder: Ladder) -> Ladder:
    """A ladder each of whose steps is worth something: where the counter shows no loss of some, all are worth alike."""
    if all(above > below for above, below in pairwise(ladder)):
        return ladder
    many = len(ladder)
    return tuple(round(ladder[0] * (many - step) / many, 2) for step in range(many))


def _printed_card(table: Table, lie: Lie, piece: int, counter: int) -> UnitCard:
    face, unit = table.face(piece), table.unit(piece)
    faces = table.scenario.counters[counter].faces[table.state.face[piece] :]
    ladder = levelled(tuple(float(each.defence) for each in faces))
    counts = bool(face.attack or face.defence or face.movement)
    station = is_station(table, unit)
    return UnitCard(face.attack, face.defence, face.movement, lie.kind(unit), station, ladder, counts)


def _untried(table: Table, lie: Lie, piece: int) -> UnitCard:
    pool = (table.scenario.pieces[piece].pool, table.state.batch[piece])
    drawn = table.cached(("drawn", pool), lambda: _of_pool(table, pool, "drawn", lambda: _drawn(table, piece)))
    cards: dict[tuple[int, tuple[float, float, float, bool]], UnitCard] = table.setting.kept("untried cards", dict)
    card = cards.get((piece, drawn))
    if card is None:
        (attack, defence, movement, counts), unit = drawn, table.unit(piece)
        station = is_station(table, unit)
        card = UnitCard(attack, defence, movement, lie.kind(unit), station, (defence,), counts)
        cards[piece, drawn] = card
    return card


def _drawn(table: Table, piece: int) -> tuple[float, float, float, bool]:
    """What is expected of a unit from a pool: attack, defence, movement, and whether it counts."""
    face = table.face(piece)
    attack, defence = (float(printed(table, piece, attacking)) for attacking in (True, False))
    return attack, defence, face.movement, bool(face.attack or face.defence or face.movement)


def cells_of(table: Table, lie: Lie, side: int) -> Ints:
    """The cells of a side's units that count, one for each."""
    pieces = _counting(table, lie, table.on_map(side))
    return np.array([table.state.cell[piece] for piece in pieces], np.int32)


def _counting(table: Table, lie: Lie, pieces: Iterable[int]) -> list[int]:
    """Of pieces those that hold ground: no markers and no transports."""
    return [piece for piece, _ in _cards(table, lie, pieces)]


def _cards(table: Table, lie: Lie, pieces: Iterable[int]) -> list[tuple[int, UnitCard]]:
    """The same with their cards."""
    aside = table.setting.bystanders
    found = [(piece, card_of(table, lie, piece)) for piece in pieces]
    return [(piece, card) for piece, card in found if card.counts and piece not in aside]


def _allowance(table: Table, lie: Lie, piece: int) -> float:
    return float(table.allowance(piece)) if table.answering("allowance") else card_of(table, lie, piece).movement


def _groups(table: Table, pieces: list[int], together: bool) -> list[Group]:
    """Single units, and units of one formation in one cell that are worth more together than apart."""
    if not together or len(reckoners(table)) == 0:
        return [(piece,) for piece in pieces]
    found: dict[tuple[int, str, str], list[int]] = {}
    single = []
    for piece in pieces:
        unit = table.unit(piece)
        if unit.formation and table.state.counter[piece] is not None:
            found.setdefault((table.state.cell[piece], unit.formation, unit.move_class), []).append(piece)
        else:
            single.append((piece,))
    groups: list[Group] = list(single)
    for members in found.values():
        groups += [tuple(members)] if worth_more_together(table, members) else [(piece,) for piece in members]
    return groups


def parted(table: Table, pieces: Iterable[int]) -> list[Group]:
    """Units of one formation in several cells that would be worth more in one, the strongest of each first."""
    found: dict[tuple[str, str], list[int]] = {}
    for piece in pieces:
        unit = table.unit(piece)
        if unit.formation and table.state.counter[piece] is not None:
            found.setdefault((unit.formation, unit.move_class), []).append(piece)
    listed = [tuple(sorted(one, key=lambda piece: (-table.face(piece).attack, piece))) for one in found.values()]
    apart = [group for group in listed if len({table.state.cell[piece] for piece in group}) > 1]
    return [group for group in apart if worth_more_together(gathered(table, group), list(group))]


def gathered(table: Table, group: Group) -> Table:
    """The table as it would be if a group stood together, and alone, where its first unit stands."""
    state = table.state.copy()
    home = state.cell[group[0]]
    for piece in table.stack(home):
        if piece not in group:
            state.relocate(piece, NOWHERE)
    for piece in group[1:]:
        state.relocate(piece, home)
    return Table(table.setting, state, seed=0)


def worth_more_together(table: Table, members: list[int]) -> bool:
    """Whether some rule multiplies the strength of these pieces because all of them stand in one cell."""
    if len(members) < 2:
        return False
    return table.cached_now(("together", *members), lambda: _multiplied(table, members))


def _multiplied(table: Table, members: list[int]) -> bool:
    battle = Battle(table.side_of(members[0]), table.state.cell[members[0]], tuple(members), tuple(members))
    changes = (change for one in reckoners(table) for change in one.strength(table, battle, True))
    return any(change.op == "times" and change.value > 1 and set(members) <= set(change.pieces) for change in changes)


def reckoners(table: Table) -> list[Mechanism]:
    """The rules besides the ground that have a say in strengths."""
    return table.setting.kept("reckoners", lambda: list(_reckoners(table)))


def _reckoners(table: Table) -> Iterator[Mechanism]:
    ground = table.answering("ground_times")
    asked = (one for one in table.answering("strength") if not one.momentary)
    return (one for one in asked if one not in ground and not isinstance(one, BattleKind))


def ground_times(setting: Setting) -> GroundTimes | None:
    """What ground multiplies strengths by, where that differs from unit to unit."""
    return next((found for one in setting.answering("ground_times") if (found := one.ground_times(setting))), None)


def usual_times(setting: Setting) -> Floats:
    """By row of those multiples, what an attack is multiplied by on average ground."""
    return setting.kept("usual times", lambda: _usual_times(setting))


def _usual_times(setting: Setting) -> Floats:
    found, size = ground_times(setting), setting.board.grid.size
    return np.ones(1) if found is None else np.ascontiguousarray(found.attack[:, :size].mean(axis=1).round(2))


def strength(table: Table, side: int, group: Group, attacking: bool) -> float:
    """What a group brings to a battle, as the rules reckon it: on average ground, or where it stands and defends."""
    plain, ground = _strength(table, side, group, attacking), ground_times(table.setting)
    if ground is None:
        return plain
    row = ground.row(table.unit(group[0]).flags)
    times = usual_times(table.setting)[row] if attacking else ground.defence[row, table.state.cell[group[0]]]
    return plain * float(times)


def _strength(table: Table, side: int, group: Group, attacking: bool) -> float:
    asked = reckoners(table)
    if not asked:
        return sum(_plain(table, piece, attacking) for piece in group)
    battle = Battle(side, table.state.cell[group[0]], group, group)
    changes = [change for one in asked for change in one.strength(table, battle, attacking)]
    if len(group) == 1 and not changes:
        return _plain(table, group[0], attacking)
    plain = {piece: printed(table, piece, attacking) for piece in group}
    return float(reckon(group, changes).worth(plain))


def _plain(table: Table, piece: int, attacking: bool) -> float:
    if table.state.counter[piece] is None:
        return float(printed(table, piece, attacking))
    face = table.face(piece)
    return face.attack if attacking else face.defence


def printed(table: Table, piece: int, attacking: bool) -> Number:
    """What is printed on a unit; of one that was never tried, the mean of its pool."""
    if table.state.counter[piece] is not None:
        face = table.face(piece)
        return exact(face.attack if attacking else face.defence)
    pool = (table.scenario.pieces[piece].pool, table.state.batch[piece])
    what = "attack" if attacking else "defence"
    return table.cached(
        ("mean", pool, what), lambda: _of_pool(table, pool, what, lambda: _mean(table, pool, attacking))
    )


def _of_pool(table: Table, pool: tuple[str, int], what: str, make: Callable[[], T]) -> T:
    """What hangs only on what is left of a pool, whoever moves."""
    return table.cached_on(table.pool_members(*pool), (what, pool), make)


def _mean(table: Table, pool: tuple[str, int], attacking: bool) -> Number:
    members = [face for _, face in table.pool_members(*pool)]
    total = sum(exact(face.attack if attacking else face.defence) for face in members)
    return round(ratio(total, max(len(members), 1)), 2)


def ladders(table: Table, lie: Lie, group: Group, defence: float) -> tuple[Ladder, ...]:
    """The steps of each unit of a group, as strength it still has; what the rules change counts in."""
    found = [card_of(table, lie, piece).ladder for piece in group]
    plain = sum(ladder[0] for ladder in found)
    times = round(defence / plain, 2) if plain else 1.0
    if times == 1.0:
        return tuple(found)
    return tuple(tuple(round(value * times, 2) for value in ladder) for ladder in found)


def is_station(table: Table, unit: Unit) -> bool:
    """Whether the lines of other units end at this one: a leader, a headquarters."""
    rule, traced = table.setting.by_key(Supply.key), table.setting.by_key(TraceSupply.key)
    if isinstance(traced, TraceSupply):
        return traced.throwers.matches(unit)
    if not isinstance(rule, Supply):
        return False
    return table.setting.kept(("station", unit.unit), lambda: _is_station(rule, unit))


def _is_station(rule: Supply, unit: Unit) -> bool:
    legs = [leg.to_units for line in rule.lines for leg in line.legs if leg.to_units is not None]
    return any(units.matches(unit) for units in legs)
