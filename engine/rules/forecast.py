"""Forecasts: the odds of a battle with every factor and shift, and the exact chances of every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import msgspec

from engine.charts import CombatTable
from engine.charts.numbers import Number
from engine.rules.answers import Modifier, Shift
from engine.rules.columns import UNOPPOSED, Ends, column_name, column_of, shifted
from engine.rules.combat import OddsCombat, kind_by_key, kind_of, phase_battle, phase_kind
from engine.rules.contributions import Contribution, Reckoning, total_of
from engine.rules.draws import Blind, Draws, FaceDownUnit, Faces, draws, faces_of
from engine.rules.markers import marker_shifts
from engine.rules.strength import Factor, factors, reckoning, terrain_shifts
from engine.rules.table import Table
from engine.rules.weather import weather_shifts
from engine.state.tasks import Battle

NO_EFFECT = ""
"""The code of a battle below the first column: nothing happens."""

NO_SPREAD: tuple[tuple[int, Number], ...] = ((0, 1),)
"""No dice are thrown before a battle that could still move it."""


class Forecast(msgspec.Struct, frozen=True):
    """What is known of a battle before the dice: face-down units count with the chances of their pool."""

    attack: tuple[Factor, ...]
    defence: tuple[Factor, ...]
    untried: tuple[int, ...]
    odds: str
    shifts: tuple[Shift, ...]
    column: str
    chances: dict[str, Fraction]
    causes: tuple[Contribution, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    spread: tuple[tuple[int, Number], ...] = ()
    """Columns that dice before the battle may still move it by, with their chances; empty: nothing is thrown before."""
    unseen: int = 0
    """How many defenders lie unseen beneath others, and are not counted."""

    @property
    def modifier(self) -> int:
        """What is added to the dice, all together."""
        return sum(modifier.points for modifier in self.modifiers)

    @property
    def shift(self) -> int:
        """All shifts together."""
        return sum(shift.columns for shift in self.shifts)


class Sums(msgspec.Struct, frozen=True):
    """One side of a battle by bundles: what is known of each, the heap of its face-down units, and what is shared."""

    known: tuple[Number, ...]
    heaps: tuple[int | None, ...]
    shared: tuple[tuple[Contribution, frozenset[int]], ...]

    def total(self, drawn: Sequence[Number]) -> Number:
        """What the side comes to when this is drawn."""
        sums = [
            known if heap is None else known + drawn[heap] for known, heap in zip(self.known, self.heaps, strict=True)
        ]
        return total_of(sums, self.shared)


@dataclass(frozen=True, eq=False)
class Columns:
    """The chance of each column before shifts; equal only to itself, so that caches can name it."""

    chances: dict[int, Fraction]


def combat_table(table: Table, kind: str | None = None) -> CombatTable:
    """The combat results table of the battles that are fought in this phase, or of a kind of battle."""
    return (phase_kind(table) if kind is None else kind_by_key(table, kind)).plain_crt(table)


def forecast(
    table: Table,
    target: int,
    attackers: Sequence[int],
    defenders: Sequence[int],
    support: int | None = None,
    kind: str | None = None,
) -> Forecast:
    """The odds and chances of a battle against one cell as they stand: of a kind, or else of this phase's kind."""
    return forecast_battle(table, battle_of(table, target, attackers, defenders, kind), support)


def battle_of(
    table: Table, target: int, attackers: Sequence[int], defenders: Sequence[int], kind: str | None = None
) -> Battle:
    """A battle against one cell that is thought of: of a kind, or else of this phase's kind."""
    side = table.side_of(attackers[0]) if attackers else 0
    fought = phase_battle(table) if kind is None else kind
    return Battle(side, target, tuple(attackers), tuple(defenders), (), fought)


def forecast_battle(table: Table, battle: Battle, support: int | None = None) -> Forecast:
    """The odds and chances of a battle as they stand."""
    return weigh(table, battle).forecast(table, support)


class Weighed(msgspec.Struct, frozen=True):
    """A battle as it stands before anybody supports it."""

    battle: Battle
    attack: Reckoning
    defence: Reckoning
    shifts: tuple[Shift, ...]
    modifiers: tuple[Modifier, ...]
    spread: tuple[tuple[int, Number], ...]
    likely: Columns

    def forecast(self, table: Table, support: int | None) -> Forecast:
        """The odds and chances of the battle, with a marker in support or without one."""
        battle, kind = self.battle, kind_of(table, self.battle)
        crt, ends = kind.crt(table, battle), kind.ends(table)
        shifts = (*self.shifts, *support_shifts(table, support))
        total, lift = sum(shift.columns for shift in shifts), support_of(table, support)
        thrown = sorted(column for column in self.likely.chances if column != UNOPPOSED) or [UNOPPOSED]
        low, high = thrown[0], thrown[-1]
        return Forecast(
            factors(table, battle, self.attack, attacking=True),
            factors(table, battle, self.defence, attacking=False),
            tuple(piece for piece in (*battle.attackers, *battle.defenders) if table.state.counter[piece] is None),
            _range(crt, low, high, ends),
            shifts,
            _range(crt, shifted(crt, low, total, ends, lift), shifted(crt, high, total, ends, lift), ends),
            self.results(table, support),
            tuple(each for sums in (self.attack, self.defence) for each, _ in sums.shared),
            self.modifiers,
            tuple(sorted(self.spread)) if self.spread != NO_SPREAD else (),
        )

    def results(self, table: Table, support: int | None) -> dict[str, Fraction]:
        """The chances of its results alone, which is all that most who reckon with a battle ask."""
        kind, lift = kind_of(table, self.battle), support_of(table, support)
        crt, ends = kind.crt(table, self.battle), kind.ends(table)
        total = sum(shift.columns for shift in self.shifts) + lift
        more = sum(modifier.points for modifier in self.modifiers)
        chances = _results(crt, self.likely, self.spread, total, lift, ends, more)
        return _read(table, self.battle, chances)


def weigh(table: Table, battle: Battle) -> Weighed:
    """All that is known of a battle whoever supports it; worked out once while nothing changes."""
    return table.cached_now(("weighed", battle), lambda: _weighed(table, battle))


def _weighed(table: Table, battle: Battle) -> Weighed:
    attack, defence = reckoning(table, battle, attacking=True), reckoning(table, battle, attacking=False)
    return Weighed(
        battle,
        attack,
        defence,
        tuple(all_shifts(table, battle, None)),
        tuple(all_modifiers(table, battle)),
        spread_of(table, battle),
        _likely(table, battle, attack, defence),
    )


def _read(table: Table, battle: Battle, chances: dict[str, Fraction]) -> dict[str, Fraction]:
    """The chances of the results as they count in a battle."""
    kind, found = kind_of(table, battle), dict[str, Fraction]()
    for code, chance in chances.items():
        read = kind.read(table, battle, code)
        found[read] = found[read] + chance if read in found else chance
    return found


@lru_cache(maxsize=4096)
def _results(
    crt: CombatTable,
    likely: Columns,
    spread: tuple[tuple[int, Number], ...],
    total: int,
    lift: int,
    ends: Ends,
    more: int,
) -> dict[str, Fraction]:
    """The chances of what the table gives when columns are moved by so many, and so much is added to the dice."""
    chances: dict[str, Fraction] = {}
    for column, chance in likely.chances.items():
        for further, share in spread:
            final = shifted(crt, column, total + further, ends, lift)
            add_chances(chances, crt, final, chance * share, ends, more)
    return chances


def all_modifiers(table: Table, battle: Battle, throw: str = "combat") -> list[Modifier]:
    """What rules add to the dice of a battle, or to dice that are thrown before it."""
    return [each for one in table.answering("die_modifiers") for each in one.die_modifiers(table, battle, throw)]


def spread_of(table: Table, battle: Battle) -> tuple[tuple[int, Number], ...]:
    """By how many columns dice that are still to be thrown before a battle may move it, with their chances."""
    found: dict[int, Number] = dict(NO_SPREAD)
    for one in table.answering("column_chances"):
        spread = one.column_chances(table, battle)
        if spread:
            joint: dict[int, Number] = {}
            for before, chance in found.items():
                for further, share in spread.items():
                    joint[before + further] = joint.get(before + further, 0) + chance * share
            found = joint
    return tuple(found.items())


def all_shifts(table: Table, battle: Battle, support: int | None) -> list[Shift]:
    """Terrain first, then weather and markers, then what other rules say, then support."""
    shifts = terrain_shifts(table, battle.target, battle.attackers, battle.kind)
    if battle.attackers:
        side, target = table.side_of(battle.attackers[0]), battle.target
        shifts += weather_shifts(table, target, side) + marker_shifts(table, target, side)
    for one in table.answering("shifts"):
        shifts += one.shifts(table, battle)
    return [*shifts, *support_shifts(table, support)]


def support_shifts(table: Table, support: int | None) -> tuple[Shift, ...]:
    """The shift of a marker in support, if there is one."""
    if support is None:
        return ()
    why, case = f"{table.unit(support).name} in support", table.mechanism(OddsCombat).case("support")
    return (Shift(support_of(table, support), why, case),)


def support_of(table: Table, marker: int | None) -> int:
    """By how many columns a marker supports a battle."""
    return 0 if marker is None else int(table.face(marker).extra.get("shift", 0))


def add_chances(
    chances: dict[str, Fraction], crt: CombatTable, column: int, weight: Fraction, ends: Ends, modifier: int = 0
) -> None:
    """Add the results of a column, weighted, to a distribution; so much is added to the dice."""
    code = ends.code(crt, column)
    if code is not None:
        chances[code] = chances.get(code, Fraction(0)) + weight
        return
    for found, chance in crt.chances(column, modifier).items():
        chances[found] = chances.get(found, Fraction(0)) + weight * chance


def _range(crt: CombatTable, low: int, high: int, ends: Ends) -> str:
    if low == high:
        return column_name(crt, low, ends)
    return f"{column_name(crt, low, ends)} to {column_name(crt, high, ends)}"


def _likely(table: Table, battle: Battle, attack: Reckoning, defence: Reckoning) -> Columns:
    """The chance of each column, before shifts."""
    kind, heaps = kind_of(table, battle), list[tuple[bool, int]]()
    ours = _sums(table, battle, attack, heaps, attacking=True)
    theirs = _sums(table, battle, defence, heaps, attacking=False)
    if not heaps:
        return _certain(column_of(kind.crt(table, battle), ours.total(()), theirs.total(()), kind.ends(table)))
    drawn = draws(_blind(table, heaps, attack, defence), len(heaps))
    return columns(kind.crt(table, battle), drawn, ours, theirs, kind.ends(table))


@lru_cache(maxsize=4096)
def _certain(column: int) -> Columns:
    return Columns({column: Fraction(1)})


@lru_cache(maxsize=4096)
def columns(crt: CombatTable, drawn: Draws, attack: Sums, defence: Sums, ends: Ends) -> Columns:
    """The chance of each column when what is drawn comes on top of what is known."""
    found: dict[int, int] = {}
    for totals, count in drawn.ways.items():
        column = column_of(crt, attack.total(totals), defence.total(totals), ends)
        found[column] = found.get(column, 0) + count
    return Columns({column: Fraction(count, drawn.total) for column, count in found.items()})


def _sums(table: Table, battle: Battle, sums: Reckoning, heaps: list[tuple[bool, int]], *, attacking: bool) -> Sums:
    """What is known of a side; bundles with face-down units get a heap of their own."""
    kind, known, named = kind_of(table, battle), [], []
    for number, bundle in enumerate(sums.bundles):
        shown = [piece for piece in bundle if table.state.counter[piece] is not None]
        known.append(sum(sums.one(piece, kind.printed(table, piece, attacking=attacking)) for piece in shown))
        named.append(len(heaps) if len(shown) < len(bundle) else None)
        if len(shown) < len(bundle):
            heaps.append((attacking, number))
    return Sums(tuple(known), tuple(named), sums.shared)


def _faces(table: Table, pool: str, batch: int) -> Faces:
    """The distinct faces of what is left of a filling of a pool."""
    left, key = table.pool_members(pool, batch), ("faces", pool, batch)
    return table.cached_on(left, key, lambda: faces_of(face for _, face in left))


def _blind(table: Table, heaps: list[tuple[bool, int]], attack: Reckoning, defence: Reckoning) -> tuple[Blind, ...]:
    """The face-down units of a battle by the pool, and its filling, that they are drawn from."""
    found: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for heap, (attacking, number) in enumerate(heaps):
        for piece in (attack if attacking else defence).bundles[number]:
            if table.state.counter[piece] is None:
                pool = (table.scenario.pieces[piece].pool, table.state.batch[piece])
                found.setdefault(pool, []).append((heap, piece))
    made = []
    for key, units in sorted(found.items()):
        faces = _faces(table, *key)
        drawn = []
        for heap, piece in units:
            attacking = heaps[heap][0]
            sums = attack if attacking else defence
            drawn.append(FaceDownUnit(heap, tuple(sums.one(piece, both[not attacking]) for both, _ in faces)))
        made.append(Blind(faces, tuple(drawn)))
    return tuple(made)
