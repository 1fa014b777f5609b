"""The allies of the Axis: who waits on the first turn, and who never attacks together."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Region
from engine.records.counters import Nationality
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import listed, named, side_words
from engine.state.tasks import Battle


class WaitingAllies(Mechanism, frozen=True, kw_only=True):
    """Units of a side in certain regions do nothing for some turns."""

    key: ClassVar[str] = "waiting-allies"
    title: ClassVar[str] = "Countries that wait"
    help: ClassVar[str] = "Until a turn is over, units of a side in certain regions neither move nor attack."

    told: ClassVar[frozenset[str]] = frozenset({"side", "regions", "last_turn"})

    side: Annotated[str, col("Side", refers="side")] = ""
    regions: Annotated[tuple[str, ...], col("Regions", refers="region")] = ()
    last_turn: Annotated[int, col("Until turn", ge=1, le=200)] = 1

    def sentences(self, rows: Rows) -> list[str]:
        """Who waits where, and how long."""
        where = listed([named(rows, Region, key) for key in self.regions], "or")
        return [
            f"Until turn {self.last_turn} is over units of {side_words(rows, self.side)} in {where or 'no region'} "
            "neither move nor attack."
        ]

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who waits."""
        return self._waits(table, piece, "move")

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody who waits."""
        return self._waits(table, piece, "attack")

    def _waits(self, table: Table, piece: int, what: str) -> Verdict | None:
        ours = table.scenario.side_index.get(self.side) == table.side_of(piece)
        if not ours or table.state.turn > self.last_turn:
            return None
        if any(table.state.cell[piece] in table.board.regions.get(key, frozenset()) for key in self.regions):
            return no(f"{table.full_name(piece)} may not {what} before turn {self.last_turn + 1}.", self.case("waits"))
        return None


class AlliedAttacks(Mechanism, frozen=True, kw_only=True):
    """Nationalities that never take part in one attack."""

    key: ClassVar[str] = "allied-attacks"
    title: ClassVar[str] = "Allies apart"
    help: ClassVar[str] = "Units of these nationalities never attack together; each may attack with others."

    told: ClassVar[frozenset[str]] = frozenset({"nationalities"})

    nationalities: Annotated[tuple[str, ...], col("Nationalities", refers="nationality")] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """Who keeps apart."""
        names = listed([named(rows, Nationality, key) for key in self.nationalities])
        return [f"{names or 'No'} units never take part in one attack with each other."]

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """At most one of the nationalities."""
        found = {table.unit(piece).nationality for piece in battle.attackers} & set(self.nationalities)
        if len(found) < 2:
            return None
        names = listed([named(table.scenario.rows, Nationality, key) for key in sorted(found)])
        return no(f"{names} units do not attack together.", self.case("apart"))
