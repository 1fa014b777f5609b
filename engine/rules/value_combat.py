"""Combat by value: whoever brings more than stands in a cell, on it and beside it, takes it without dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.charts import Chart
from engine.rules.decision import LEGAL, Verdict, no
from engine.rules.garrison import bound
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import cell_word, named
from engine.state import Status
from engine.state.events import BattleFought


class ValueCombat(Mechanism, frozen=True, kw_only=True):
    """How values are compared."""

    key: ClassVar[str] = "value-combat"
    title: ClassVar[str] = "Combat by value"
    help: ClassVar[str] = (
        "A unit that moves into an enemy cell eliminates what stands there if it and its support are worth more."
    )

    told: ClassVar[frozenset[str]] = frozenset({"chart", "support", "stacked_support"})

    chart: Annotated[
        str,
        col(
            "Chart",
            "Value of a unit by turn (rows) and side (columns); empty: the counters' own factors",
            refers="chart",
        ),
    ] = ""
    support: Annotated[bool, col("Support", "Units beside the target count")] = True
    stacked_support: Annotated[bool, col("Stacked support", "Units that share their cell may support")] = False

    def sentences(self, rows: Rows) -> list[str]:
        """What is compared, and who counts."""
        where = cell_word(rows)
        said = [
            f"A unit that moves into an enemy {where} eliminates what stands there, without dice, if it brings more "
            "than it meets; otherwise it may not go there."
        ]
        worth = f"The {named(rows, Chart, self.chart)} says what" if self.chart else "Its factors say what"
        said.append(f"{worth} a unit is worth on the turn.")
        if self.support:
            alone = "" if self.stacked_support else f", unless they share their {where}"
            said.append(f"Units of both sides beside that {where} add their worth{alone}.")
        return said


@dataclass(frozen=True)
class ValueComparison:
    """What an attack brings and meets: every unit that may support, and those that it uses up."""

    attack: float
    defence: float
    support: tuple[int, ...]
    used: tuple[int, ...]
    stacked: tuple[int, ...]

    @property
    def wins(self) -> bool:
        """Whether the attack brings more than it meets."""
        return self.attack > self.defence


def value(table: Table, piece: int, attacking: bool) -> float:
    """What a unit is worth on this turn."""
    chart = table.mechanism(ValueCombat).chart
    if chart:
        side = table.scenario.sides[table.side_of(piece)].side
        return table.scenario.tables[chart].number(str(table.state.turn), side)
    face = table.face(piece)
    return face.attack if attacking else face.defence


def compare(table: Table, piece: int, target: int) -> ValueComparison:
    """What a unit's attack on a cell would bring, with as much support as it needs, and what it would meet."""
    defence = sum(value(table, other, False) for other in table.stack(target))
    support, stacked = _beside(table, piece, target)
    attack, used = value(table, piece, True), []
    for other in support:
        if attack > defence:
            break
        attack += value(table, other, True)
        used.append(other)
    return ValueComparison(attack, defence, tuple(support), tuple(used), tuple(stacked))


def _beside(table: Table, piece: int, target: int) -> tuple[list[int], list[int]]:
    """The units beside a cell that may support an attack on it, the readiest first; and those stacked too close."""
    rule, side = table.mechanism(ValueCombat), table.side_of(piece)
    free: list[int] = []
    stacked: list[int] = []
    for cell in table.setting.neighbours[target] if rule.support else ():
        others = [other for other in table.stack(cell) if other != piece and table.side_of(other) == side]
        (free if len(others) == 1 or rule.stacked_support else stacked).extend(others)
    moved = table.state.status
    free.sort(key=lambda other: (not moved[other] & Status.MOVED, not bound(table, other), other))
    return free, stacked


def judge_attack(table: Table, piece: int, target: int) -> Verdict:
    """Whether a unit's attack on a cell brings enough."""
    rule, found = table.mechanism(ValueCombat), compare(table, piece, target)
    if found.wins:
        return LEGAL
    short = f"{found.attack:g} on and beside {table.label(target)} does not beat {found.defence:g}"
    more = sum(value(table, other, True) for other in found.stacked)
    if found.attack + more > found.defence:
        return no(f"{short}; units that share a cell may not support.", rule.case("stacked"))
    return no(f"{short}.", rule.case("value"))


def fight(table: Table, piece: int, target: int) -> None:
    """Eliminate what stands in a cell; the units whose support was needed have moved."""
    rule, found, defenders = table.mechanism(ValueCombat), compare(table, piece, target), tuple(table.stack(target))
    odds = f"{found.attack:g} to {found.defence:g}"
    attackers = (piece, *found.used)
    table.do(
        BattleFought(
            target, attackers, defenders, found.attack, found.defence, odds, (), "", None, "DE", "defender eliminated"
        )
    )
    for defender in defenders:
        table.eliminate(defender, f"beaten {odds}", rule.case("beaten"))
    for supporter in found.used:
        table.mark(supporter, Status.MOVED)
