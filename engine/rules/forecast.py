"""Forecasts: the odds of a battle with every factor and shift, and the exact chances of every result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.charts import CombatTable
from engine.records.counters import Face
from engine.rules.combat import OddsCombat
from engine.rules.markers import marker_shifts
from engine.rules.strength import Factor, Shift, attack_factor, defence_factor, terrain_shifts
from engine.rules.table import Table
from engine.rules.weather import weather_shifts

NO_EFFECT = ""
"""The code of a battle below the first column: nothing happens."""


@dataclass(frozen=True)
class Forecast:
    """What is known of a battle before the dice: face-down units count with the chances of their pool."""

    attack: tuple[Factor, ...]
    defence: tuple[Factor, ...]
    untried: tuple[int, ...]
    odds: str
    shifts: tuple[Shift, ...]
    column: str
    chances: dict[str, Fraction]

    @property
    def shift(self) -> int:
        """All shifts together."""
        return sum(shift.columns for shift in self.shifts)


def combat_table(table: Table) -> CombatTable:
    """The combat results table of the scenario."""
    return table.scenario.combat_tables[table.mechanism(OddsCombat).chart]


def shifted(crt: CombatTable, column: int, shift: int) -> int:
    """A column moved by a shift: never past the last; below the first is -1, no effect."""
    return max(-1, min(column + shift, len(crt.thresholds) - 1))


def column_name(crt: CombatTable, column: int) -> str:
    """The heading of a column, or what lies below the first."""
    return crt.table.columns[column] if column >= 0 else f"below {crt.table.columns[0]}"


def forecast(
    table: Table, target: int, attackers: Sequence[int], defenders: Sequence[int], support: int | None = None
) -> Forecast:
    """The odds and chances of a battle as they stand."""
    crt = combat_table(table)
    known_attack = [_attack(table, piece, target) for piece in attackers if table.state.counter[piece] is not None]
    known_defence = [
        defence_factor(piece, table.face(piece).defence)
        for piece in defenders
        if table.state.counter[piece] is not None
    ]
    hidden = tuple(piece for piece in (*attackers, *defenders) if table.state.counter[piece] is None)
    shifts = all_shifts(table, target, attackers, support)
    total = sum(shift.columns for shift in shifts)
    sums = _sums(table, target, attackers, defenders, hidden)
    base = (sum((f.value for f in known_attack), Fraction(0)), sum((f.value for f in known_defence), Fraction(0)))
    chances: dict[str, Fraction] = {}
    columns: dict[int, Fraction] = {}
    for (attack, defence), chance in sums.items():
        column = crt.column(base[0] + attack, base[1] + defence)
        columns[column] = columns.get(column, Fraction(0)) + chance
        add_chances(chances, crt, shifted(crt, column, total), chance)
    low, high = min(columns), max(columns)
    return Forecast(
        tuple(known_attack),
        tuple(known_defence),
        hidden,
        _range(crt, low, high),
        tuple(shifts),
        _range(crt, shifted(crt, low, total), shifted(crt, high, total)),
        chances,
    )


def all_shifts(table: Table, target: int, attackers: Sequence[int], support: int | None) -> list[Shift]:
    """Terrain first, then weather and markers, then support."""
    shifts = terrain_shifts(table, target, attackers)
    if attackers:
        side = table.side_of(attackers[0])
        shifts += weather_shifts(table, target, side) + marker_shifts(table, target, side)
    if support is not None:
        columns = int(table.face(support).extra.get("shift", 0))
        shifts.append(
            Shift(columns, f"{table.unit(support).name} in support", table.mechanism(OddsCombat).case("support"))
        )
    return shifts


def add_chances(chances: dict[str, Fraction], crt: CombatTable, column: int, weight: Fraction) -> None:
    """Add the results of a column, weighted, to a distribution."""
    if column < 0:
        chances[NO_EFFECT] = chances.get(NO_EFFECT, Fraction(0)) + weight
        return
    for code, chance in crt.distributions[column].items():
        chances[code] = chances.get(code, Fraction(0)) + weight * chance


def _range(crt: CombatTable, low: int, high: int) -> str:
    if low == high:
        return column_name(crt, low)
    return f"{column_name(crt, low)} to {column_name(crt, high)}"


def _attack(table: Table, piece: int, target: int) -> Factor:
    return attack_factor(table, piece, table.face(piece).attack, target)


def _sums(
    table: Table, target: int, attackers: Sequence[int], defenders: Sequence[int], hidden: Sequence[int]
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """Every total that face-down units can bring, attack and defence, with its probability."""
    sums = {(Fraction(0), Fraction(0)): Fraction(1)}
    for pool in sorted({table.scenario.pieces[piece].pool for piece in hidden}):
        attack = [piece for piece in attackers if piece in hidden and table.scenario.pieces[piece].pool == pool]
        defence = [piece for piece in defenders if piece in hidden and table.scenario.pieces[piece].pool == pool]
        times = attack_factor(table, attack[0], 1, target).value if attack else Fraction(1)
        members = [face for _, face in table.pool_members(pool)]
        drawn = draws(members, len(attack), len(defence), times)
        sums = _combine(sums, drawn)
    return sums


def draws(
    members: Sequence[Face], attack: int, defence: int, times: Fraction
) -> dict[tuple[Fraction, Fraction], Fraction]:
    """Chances of the strengths of so many attackers and defenders drawn blind from a pool, none twice."""
    ways: dict[tuple[int, int, Fraction, Fraction], int] = {(0, 0, Fraction(0), Fraction(0)): 1}
    for face in members:
        grown = dict(ways)
        for (a, d, strength, holding), count in ways.items():
            if a < attack:
                key = (a + 1, d, strength + Fraction(face.attack) * times, holding)
                grown[key] = grown.get(key, 0) + count
            if d < defence:
                key = (a, d + 1, strength, holding + Fraction(face.defence))
                grown[key] = grown.get(key, 0) + count
        ways = grown
    full = {(s, h): n for (a, d, s, h), n in ways.items() if a == attack and d == defence}
    total = sum(full.values())
    return {key: Fraction(count, total) for key, count in full.items()}


def _combine(
    left: dict[tuple[Fraction, Fraction], Fraction], right: dict[tuple[Fraction, Fraction], Fraction]
) -> dict[tuple[Fraction, Fraction], Fraction]:
    both: dict[tuple[Fraction, Fraction], Fraction] = {}
    for (a, b), p in left.items():
        for (c, d), q in right.items():
            both[(a + c, b + d)] = both.get((a + c, b + d), Fraction(0)) + p * q
    return both
