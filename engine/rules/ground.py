"""What the ground does to a battle: to the strength of kinds of attackers and of all who defend, and to its column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.charts.numbers import Number, exact
from engine.ids import Cell
from engine.rules.answers import Halving, Shift
from engine.rules.contributions import Contribution
from engine.rules.table import Table
from engine.scenario.sentences import multiple
from engine.state.tasks import Battle

if TYPE_CHECKING:
    from engine.rules.combat import OddsCombat


def ground_strength(table: Table, rule: OddsCombat, battle: Battle, attacking: bool) -> Iterator[Contribution]:
    """What the terrain chart does to strengths: to kinds of attackers, and to everybody who defends in a cell."""
    if attacking:
        for piece in battle.attackers if rule.halving == "each" else ():
            yield from flag_factors(table, rule, piece, battle.target)
        return
    for target in battle.targets:
        defenders = tuple(piece for piece in battle.defenders if table.state.cell[piece] == target)
        if defenders:
            yield from _multiples(table, rule, battle, target, defenders)


def flag_factors(table: Table, rule: OddsCombat, piece: int, target: int) -> Iterator[Contribution]:
    """What the terrain of a cell does to an attacker of some kind."""
    kind, flags = table.ground(target), table.unit(piece).flags
    found = table.setting.kept(("flags", rule.key, kind, flags), lambda: _flagged(table, rule, kind, flags))
    for times, why, case in found:
        yield Contribution("times", times, why, case, rule.order, (piece,))


def _flagged(table: Table, rule: OddsCombat, kind: str, flags: tuple[str, ...]) -> list[tuple[Number, str, str]]:
    """What a kind of terrain does to attackers with these flags, why and by which case."""
    found = []
    for flag in flags:
        times = table.scenario.tec.number("terrain", kind, f"attack.{flag}")
        if times is not None and times != 1:
            why = f"{flag} attacking {kind}: {multiple(times)}"
            found.append((exact(times), why, rule.case(f"attack.{flag}")))
    return found


def halved_together(table: Table, rule: OddsCombat, battle: Battle, attacking: bool) -> Iterator[Contribution]:
    """Units that are halved for the same reasons are added up, halved once for each, rounded up, and are at least 1."""
    groups: dict[tuple[Halving, ...], list[int]] = {}
    for piece in battle.attackers if attacking else battle.defenders:
        why = [each for one in table.answering("halvings") for each in one.halvings(table, battle, piece)]
        if attacking:
            why += [
                Halving(each.why, each.case)
                for each in flag_factors(table, rule, piece, battle.target)
                if each.value == Fraction(1, 2)
            ]
        if why:
            groups.setdefault(tuple(dict.fromkeys(why)), []).append(piece)
    for causes, pieces in groups.items():
        said, case = "; ".join(each.why for each in causes), next((each.case for each in causes if each.case), "")
        times = Fraction(1, 2 ** len(causes))
        yield Contribution("times", times, said, case, rule.order, tuple(pieces), True, "up", 1)


def _multiples(
    table: Table, rule: OddsCombat, battle: Battle, target: int, defenders: tuple[int, ...]
) -> Iterator[Contribution]:
    """The multiples of a cell: its terrain, the best of its places, and a hexside that every attacker crosses."""
    kind = table.ground(target)
    found = table.setting.kept(("multiples", kind, target), lambda: _standing(table, kind, target))
    cells = {table.state.cell[piece] for piece in battle.attackers}
    crossed = [_barrier(table, battle.side, cell, target) for cell in cells]
    if crossed and all(crossed):
        found = [*found, min(each for each in crossed if each)]
    for times, why in found:
        yield Contribution("multiple", exact(times), why, rule.case("multiple"), rule.order, defenders, together=True)


def _standing(table: Table, kind: str, target: int) -> list[tuple[float, str]]:
    """The multiples of a cell whoever attacks it: of its terrain, and of the best of its places."""
    tec = table.scenario.tec
    places = [
        (tec.number("place", place.kind, "combat.multiple") or 1.0, f"defending in a {_called(place.kind)}")
        for place in table.board.places_at(Cell(target))
    ]
    found = [
        (tec.number("terrain", kind, "combat.multiple"), f"defending in {kind}"),
        max(places, default=(None, "")),
    ]
    return [(times, why) for times, why in found if times is not None and times != 1]


def _called(kind: str) -> str:
    return kind.replace("-", " ")


def _barrier(table: Table, side: int, cell: int, target: int) -> tuple[float, str] | None:
    """The multiple of the hexside between two cells, with its cause."""
    found = [
        (times, f"every attacker crosses a {kind}")
        for kind in hexsides_between(table, side, cell, target)
        if (times := table.scenario.tec.number("hexside", kind, "combat.multiple")) and times != 1
    ]
    return max(found, default=None)


def ground_shifts(
    table: Table, rule: OddsCombat, target: int, attackers: Iterable[int], effect: str = "combat.shift"
) -> list[Shift]:
    """The shifts of a battle from the defender's cell and from the hexsides crossed by every attacker."""
    kind = table.ground(target)
    key = ("hex shifts", rule.key, kind, target, effect)
    found = table.setting.kept(key, lambda: _hex_shifts(table, rule, kind, target, effect))
    crossing = _hexside_shift(table, rule, target, list(attackers), effect)
    return [*found, crossing] if crossing else list(found)


def _hex_shifts(table: Table, rule: OddsCombat, kind: str, target: int, effect: str) -> list[Shift]:
    tec = table.scenario.tec
    found = [(tec.number("terrain", kind, effect), f"defending in {kind}")]
    for place in table.board.places_at(Cell(target)):
        found.append((tec.number("place", place.kind, effect), f"defending in a {_called(place.kind)}"))
    shifts = [Shift(int(columns), why, rule.case("hex")) for columns, why in found if columns]
    if rule.hex_shifts == "worst" and shifts:
        return [min(shifts, key=lambda shift: shift.columns)]
    return shifts


def _hexside_shift(table: Table, rule: OddsCombat, target: int, attackers: list[int], effect: str) -> Shift | None:
    """The mildest of the attackers' hexside shifts, if every one of them has some."""
    shifts = [_crossing(table, table.side_of(piece), table.state.cell[piece], target, effect) for piece in attackers]
    if not shifts or not all(shifts):
        return None
    columns, name = max(shift for shift in shifts if shift)
    return Shift(columns, f"every attacker crosses a {name}", rule.case("hexside"))


def _crossing(table: Table, side: int, cell: int, target: int, effect: str) -> tuple[int, str] | None:
    found = [
        (int(columns), kind)
        for kind in hexsides_between(table, side, cell, target)
        if (columns := table.scenario.tec.number("hexside", kind, effect))
    ]
    return min(found) if found else None


def hexsides_between(table: Table, side: int, cell: int, target: int) -> Sequence[str]:
    """What lies between two cells and a side's units mind, but for what is frozen over on both sides."""
    found = table.setting.sides_between(cell, target)
    if not found:
        return found
    here, there = table.weather_at(cell), table.weather_at(target)
    frozen = set(here.frozen) & set(there.frozen) if here and there else set()
    free = {*table.ignored(side), *frozen}
    return [kind for kind in found if kind not in free] if free else found
