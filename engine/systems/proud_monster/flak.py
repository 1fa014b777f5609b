"""Anti-aircraft guns that stand with other units halve the tanks that attack them, and never attack themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import Halving
from engine.rules.decision import Verdict, no
from engine.rules.mechanism import Mechanism
from engine.rules.supply_needs import NEED_HELP, WORDS, Need, meets
from engine.rules.table import Table
from engine.scenario.sentences import units_words, whom
from engine.state.tasks import Battle


class Flak(Mechanism, frozen=True, kw_only=True):
    """Guns that shelter those who stand with them from certain attackers."""

    key: ClassVar[str] = "flak"
    title: ClassVar[str] = "Flak"
    help: ClassVar[str] = "Guns among other defenders halve certain attackers; they never attack."

    told: ClassVar[frozenset[str]] = frozenset({"units", "against", "need"})

    units: Annotated[Selector, col("Which guns")] = Selector()
    against: Annotated[Selector, col("Against", "The attackers that are halved")] = Selector()
    need: Annotated[Need, col("Supply", NEED_HELP)] = "supplied"

    def sentences(self, rows: Rows) -> list[str]:
        """Whom they halve, and on what terms."""
        terms = f", {WORDS[self.need]}," if WORDS[self.need] else ""
        return [
            f"{whom(rows, self.units)} never attack, nor go along in an attack within movement.",
            f"Where one of them{terms} defends with another unit that is none, {units_words(rows, self.against)} "
            "that attack are halved, once however many guns there are.",
        ]

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Never."""
        if self.units.matches(table.unit(piece)):
            return no(f"{table.full_name(piece)} never attacks.", self.case("attack"))
        return None

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Nor do they go along."""
        verdicts = (self.may_attack(table, piece) for piece in pieces)
        return next((verdict for verdict in verdicts if verdict is not None), None)

    def halvings(self, table: Table, battle: Battle, piece: int) -> Iterable[Halving]:
        """Attackers of the right kind, where guns defend with others."""
        if piece not in battle.attackers or not self.against.matches(table.unit(piece)):
            return ()
        guns = table.matching(self.units, list(battle.defenders))
        serving = any(meets(table, gun, self.need) for gun in guns)
        if not serving or len(guns) == len(battle.defenders):
            return ()
        return (Halving("flak defends", self.case("halved")),)
