"""Strengths and shifts, each with its cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.ids import Cell
from engine.rules.combat import OddsCombat
from engine.rules.table import Table


@dataclass(frozen=True)
class Factor:
    """What one unit brings to a battle, and why it is not what is printed."""

    piece: int
    value: Fraction
    why: str = ""
    case: str = ""


@dataclass(frozen=True)
class Shift:
    """Columns to the right (or left, if negative), with the cause and the rule case."""

    columns: int
    why: str
    case: str = ""


def attack_factor(table: Table, piece: int, printed: float, target: int) -> Factor:
    """A unit's attack strength against a cell: printed, times what the terrain does to its kind."""
    value, why, case = Fraction(printed), "", ""
    kind = table.board.terrain_of(Cell(target))
    for flag in table.unit(piece).flags:
        times = table.scenario.tec.number("terrain", kind, f"attack.{flag}")
        if times is not None and times != 1:
            value *= Fraction(times)
            why = f"{flag} attacking {kind}: times {times:g}"
            case = table.mechanism(OddsCombat).case(f"attack.{flag}")
    return Factor(piece, value, why, case)


def defence_factor(piece: int, printed: float) -> Factor:
    """A unit's defence strength as printed."""
    return Factor(piece, Fraction(printed))


def terrain_shifts(table: Table, target: int, attackers: Iterable[int]) -> list[Shift]:
    """The shifts of a battle from the defender's cell and from the hexsides crossed by every attacker."""
    found = _hex_shifts(table, target)
    crossing = _hexside_shift(table, target, [table.state.cell[piece] for piece in attackers])
    return found + ([crossing] if crossing else [])


def _hex_shifts(table: Table, target: int) -> list[Shift]:
    rule, tec = table.mechanism(OddsCombat), table.scenario.tec
    kind = table.board.terrain_of(Cell(target))
    found = [(tec.number("terrain", kind, "combat.shift"), f"defending in {kind}")]
    for place in table.board.places_at(Cell(target)):
        found.append((tec.number("place", place.kind, "combat.shift"), f"defending in a {place.kind}"))
    shifts = [Shift(int(columns), why, rule.case("hex")) for columns, why in found if columns]
    if rule.hex_shifts == "worst" and shifts:
        return [min(shifts, key=lambda shift: shift.columns)]
    return shifts


def _hexside_shift(table: Table, target: int, cells: list[int]) -> Shift | None:
    """The mildest of the attackers' hexside shifts, if every one of them has some."""
    shifts = [_crossing(table, cell, target) for cell in cells]
    if not shifts or not all(shifts):
        return None
    columns, name = max(shift for shift in shifts if shift)
    return Shift(columns, f"every attacker crosses a {name}", table.mechanism(OddsCombat).case("hexside"))


def _crossing(table: Table, cell: int, target: int) -> tuple[int, str] | None:
    side = table.board.grid.side_between(Cell(cell), Cell(target))
    if side is None:
        return None
    found, weather = [], table.weather_at(target)
    for kind in table.board.hexsides_of(Cell(cell), side):
        if weather is not None and kind in weather.frozen:
            continue
        columns = table.scenario.tec.number("hexside", kind, "combat.shift")
        if columns:
            found.append((int(columns), kind))
    return min(found) if found else None
