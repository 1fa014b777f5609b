"""Points for places: what a side holds now counts, a city of several hexes only as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import ScoreLine
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import side_words


class PlacePoints(Mechanism, frozen=True, kw_only=True):
    """The values of the places that a side holds."""

    key: ClassVar[str] = "place-points"
    title: ClassVar[str] = "Points for places"
    help: ClassVar[str] = "A side has the values of the places that it holds, as long as it holds them."

    told: ClassVar[frozenset[str]] = frozenset({"side"})

    side: Annotated[str, col("Side", "Who scores", refers="side")] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who has points for what."""
        who = side_words(rows, self.side)
        return [
            f"As long as {who} holds a place it has the points of that place; of one with several hexes it must hold "
            "them all. Points are lost with the place, and may be won again."
        ]

    def score(self, table: Table) -> Iterable[ScoreLine]:
        """Every place of value that is held whole."""
        side = table.scenario.side_index.get(self.side)
        for name, places in cities(table).items():
            value = sum(table.scenario.places[place].value for place in places)
            if side is not None and value and all(table.state.control[place] == side for place in places):
                where = table.board.cell(table.scenario.places[places[0]].cell)
                yield ScoreLine(side, value, f"{name} held", self.case("held"), where)


def cities(table: Table) -> dict[str, tuple[int, ...]]:
    """The places of each city by its name: a city of two hexes has two."""
    return table.setting.kept("cities", lambda: _cities(table))


def _cities(table: Table) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for index, place in enumerate(table.scenario.places):
        found.setdefault(place.name, []).append(index)
    return {name: tuple(places) for name, places in found.items()}
