"""Hedgehogs: field works that take from the attacker's dice and stand up to tanks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.markers import Marker
from engine.rules.answers import Modifier
from engine.rules.combat import kind_of
from engine.rules.laying import numbers
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import listed, named
from engine.state.tasks import Battle


class HedgehogWorks(Mechanism, frozen=True, kw_only=True):
    """What works do for their owner."""

    key: ClassVar[str] = "hedgehogs"
    title: ClassVar[str] = "Hedgehogs"
    help: ClassVar[str] = "A defender in works of his own takes points off the attacker's dice and is safe from tanks."
    told: ClassVar[frozenset[str]] = frozenset({"markers", "combat", "surprise", "anti_tank"})

    markers: Annotated[tuple[str, ...], col("Markers", refers="marker")] = ("hedgehog",)
    combat: Annotated[int, col("Dice of combat", "Added to them", ge=-9, le=9)] = -1
    surprise: Annotated[int, col("Dice of surprise", "Added to them", ge=-9, le=9)] = -1
    anti_tank: Annotated[int, col("Anti-tank level", "That works give: 1 light, 2 heavy", ge=0, le=2)] = 2

    def sentences(self, rows: Rows) -> list[str]:
        """What they do."""
        kind = listed([named(rows, Marker, key) for key in self.markers], "or")
        return [
            f"{kind}: its owner, defending there, adds {self.combat:+d} to the attacker's dice and "
            f"{self.surprise:+d} to those of surprise, and has anti-tank level {self.anti_tank}. None is stronger."
        ]

    def shelters(self, table: Table, cell: int, side: int) -> bool:
        """Whether works of a side lie in a cell."""
        return cell in table.cached(("sheltered", side), lambda: self._sheltered(table, side))

    def _sheltered(self, table: Table, side: int) -> set[int]:
        own = (number for key in self.markers for number in numbers(table, side, key))
        return {table.state.markers[number] for number in own}

    def die_modifiers(self, table: Table, battle: Battle, throw: str) -> Iterable[Modifier]:
        """What they take off the dice."""
        if kind_of(table, battle).contested and self.shelters(table, battle.target, 1 - battle.side):
            points = self.surprise if throw == "surprise" else self.combat
            yield Modifier(points, "the defender is in a hedgehog", self.case("hedgehog"))
