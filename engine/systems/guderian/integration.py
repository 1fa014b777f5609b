"""Divisional integration: all regiments of a division, alone in a hex, fight with twice their strength."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Formation, Selector
from engine.rules.contributions import Contribution
from engine.rules.mechanism import Mechanism
from engine.rules.setting import Setting
from engine.rules.table import Table
from engine.scenario.sentences import multiple, units_words, whom
from engine.state.tasks import Battle


class Integration(Mechanism, frozen=True, kw_only=True):
    """Whole divisions are worth more than their parts."""

    key: ClassVar[str] = "integration"
    title: ClassVar[str] = "Divisional integration"
    help: ClassVar[str] = (
        "All regiments of one division, with nobody else in their hex, count double; never again once one is lost."
    )

    units: Annotated[Selector, col("Regiments", "Units whose formations can be whole")] = Selector(
        flags=("divisional",)
    )
    joiners: Annotated[
        Selector | None, col("May join", "Units that do not spoil a division of two regiments, nor are doubled")
    ] = None
    times: Annotated[float, col("Times", ge=1, le=9)] = 2.0
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 10

    told: ClassVar[frozenset[str]] = frozenset({"units", "joiners", "times", "order"})

    def sentences(self, rows: Rows) -> list[str]:
        """What makes a division whole, and what that is worth."""
        said = [
            f"When all {units_words(rows, self.units)} of one formation stand in a hex and nobody else does, "
            f"each counts "
            f"{self.times:g} times in attack and defence; once one of them is lost, never again."
        ]
        if self.joiners is not None:
            said.append(
                f"{whom(rows, self.joiners)} may stand with a formation of two without spoiling it, and count once."
            )
        return said

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Double every regiment of a whole division."""
        pieces = battle.attackers if attacking else battle.defenders
        for cell in sorted({table.state.cell[piece] for piece in pieces}):
            division = self.whole(table, cell)
            doubled = tuple(piece for piece in pieces if piece in division)
            if doubled:
                name = _name(table, doubled[0])
                why = f"the whole {name}: {multiple(self.times)}"
                yield Contribution("times", Fraction(self.times), why, self.case("whole"), self.order, doubled)

    def whole(self, table: Table, cell: int) -> frozenset[int]:
        """The regiments of the division that stands whole in a cell with nobody who spoils it, or nobody."""
        return table.cached(("whole", cell), lambda: self._whole(table, cell))

    def _whole(self, table: Table, cell: int) -> frozenset[int]:
        stack = table.stack(cell)
        ours = divisions(table.setting, self.units)
        found = {table.unit(piece).formation for piece in stack if self.units.matches(table.unit(piece))}
        if len(found) != 1:
            return frozenset()
        division = ours.get(str(next(iter(found))), frozenset())
        others = [piece for piece in stack if piece not in division]
        spoiled = any(self.joiners is None or not self.joiners.matches(table.unit(piece)) for piece in others)
        crowded = bool(others) and len(division) > 2
        return division if division <= set(stack) and not spoiled and not crowded else frozenset()


def divisions(setting: Setting, units: Selector) -> dict[str, frozenset[int]]:
    """The regiments of every formation that can be whole."""
    return setting.kept(("divisions", units), lambda: _divisions(setting, units))


def _divisions(setting: Setting, units: Selector) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for piece in setting.pieces(units):
        formation = setting.scenario.pieces[piece].unit.formation
        if formation:
            found.setdefault(formation, set()).add(piece)
    return {key: frozenset(pieces) for key, pieces in found.items()}


def _name(table: Table, piece: int) -> str:
    row = table.scenario.rows.get(Formation, str(table.unit(piece).formation))
    return row.name if row else "division"
