"""What decides Proud Monster besides places: incursions, and the fall of the capital."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place, Region
from engine.rules.answers import Trespass
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.rules.victory import decided_key
from engine.scenario.sentences import counted, listed, named, phases_words, side_words

ROLLED = "sudden-death.rolled"


class SuddenDeath(Mechanism, frozen=True, kw_only=True):
    """The first time that a side holds the whole capital a die may end the war."""

    key: ClassVar[str] = "sudden-death"
    title: ClassVar[str] = "Fall of the capital"
    help: ClassVar[str] = "When a side first holds all these places a die is thrown; an even number ends the war."

    told: ClassVar[frozenset[str]] = frozenset({"side", "places"})

    side: Annotated[str, col("Side", refers="side")] = ""
    places: Annotated[tuple[str, ...], col("Places", "All of them", refers="place")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """When the die is thrown."""
        places = listed(list(dict.fromkeys(named(rows, Place, key) for key in self.places)))
        return [
            f"The moment {side_words(rows, self.side)} first holds all hexes of {places or 'no place'} a die is "
            "thrown: an even number ends the war at once. It is thrown only once in a game."
        ]

    def entered(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """Somebody may just have taken it."""
        side = table.scenario.side_index.get(self.side)
        if side != table.side_of(piece) or table.count(ROLLED) or not self.places:
            return
        held = {
            row.place for row, holder in zip(table.scenario.places, table.state.control, strict=True) if holder == side
        }
        if held >= set(self.places):
            table.remember(ROLLED)
            if table.roll("1d6", "fall of the capital") % 2 == 0:
                table.remember(decided_key(self.key))


class Incursions(Mechanism, frozen=True, kw_only=True):
    """Enemy units in a region cost points at the end of every turn."""

    key: ClassVar[str] = "incursions"
    title: ClassVar[str] = "Incursions"
    help: ClassVar[str] = "At the end of every turn a side loses points for enemy units in its own country."

    told: ClassVar[frozenset[str]] = frozenset({"side", "region", "points", "phases"})

    side: Annotated[str, col("Side", "Who loses the points", refers="side")] = ""
    region: Annotated[str, col("Region", refers="region")] = ""
    points: Annotated[float, col("Points", "For each unit", ge=0, le=99)] = 1.0
    phases: Annotated[tuple[str, ...], col("Phases", "Looked at when one of these ends", refers="phase")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What an incursion costs."""
        return [
            f"When {phases_words(rows, self.phases) or 'a phase'} ends {side_words(rows, self.side)} loses "
            f"{counted(self.points, 'point')} for every enemy unit in {named(rows, Region, self.region)}, for good."
        ]

    def trespass(self, table: Table) -> Iterable[Trespass]:
        """The region, while it is ours."""
        ours = table.scenario.side_index.get(self.side)
        if ours is not None:
            yield Trespass(ours, frozenset(table.board.regions.get(self.region, frozenset())), self.points)

    def closing(self, table: Table, side: int | None) -> None:
        """Count the enemy."""
        if table.scenario.phases[table.state.phase].phase not in self.phases:
            return
        ours = table.scenario.side_index[self.side]
        cells = table.board.regions.get(self.region, frozenset())
        many = sum(table.state.cell[piece] in cells for piece in table.on_map(1 - ours))
        if many:
            why = f"{counted(many, 'enemy unit')} in {named(table.scenario.rows, Region, self.region)}"
            table.score(ours, -self.points * many, why, self.case("incursion"))
