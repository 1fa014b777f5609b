"""Units that prove worthless: some have no strength at all and vanish, some can only defend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import units_words
from engine.state.tasks import Battle


class Worthless(Mechanism, frozen=True, kw_only=True):
    """What happens to units without strength when they are turned up."""

    key: ClassVar[str] = "no-strength"
    title: ClassVar[str] = "Units without strength"
    help: ClassVar[str] = "A unit that proves to have no strength is removed; one that cannot attack goes back."

    units: Annotated[Selector, col("Which units")] = Selector()

    told: ClassVar[frozenset[str]] = frozenset({"units"})

    def sentences(self, rows: Rows) -> list[str]:
        """Who vanishes, and who goes back."""
        return [
            f"Of the {units_words(rows, self.units)}, one that is turned up without any strength is removed "
            f"at once; where "
            "nobody else defends, the hex is taken without dice.",
            "One that can only defend never attacks; if it was committed unknown, it goes back one hex by its owner's "
            "choice before the dice are thrown.",
        ]

    def _may_be(self, table: Table, piece: int) -> bool:
        return table.state.counter[piece] is not None and self.units.matches(table.unit(piece))

    def revealed(self, table: Table, piece: int) -> None:
        """Nothing attacks and nothing defends: the unit goes."""
        face = table.face(piece)
        if self._may_be(table, piece) and not face.attack and not face.defence:
            table.eliminate(piece, "it has no strength", self.case("none"))

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """A unit known to have no attack strength only defends."""
        if self._may_be(table, piece) and not table.face(piece).attack:
            return no(f"{table.full_name(piece)} has no attack strength.", self.case("defends"))
        return None

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Nor does it overrun."""
        found = (self.may_attack(table, piece) for piece in pieces)
        return next((verdict for verdict in found if verdict is not None), None)

    def dropouts(self, table: Table, battle: Battle) -> Iterable[int]:
        """A unit committed to an attack that proves unable to attack goes back."""
        return [piece for piece in battle.attackers if self.may_attack(table, piece) is not None]
