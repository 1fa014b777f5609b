"""Disorder and exploitation: what a battle does to those who come out of it, for worse and for better."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import Verdict, no
from engine.rules.effects import lose_step
from engine.rules.marking import mark_unit
from engine.rules.mechanism import Mechanism
from engine.rules.retreat import RETREATED
from engine.rules.table import Table
from engine.rules.zoc import in_enemy_zone
from engine.scenario.sentences import counted, multiple
from engine.state.tasks import Battle
from engine.systems.smolensk.reserves import RESERVE

DG, EXPLOIT = "dg", "exploit"


class Disorganised(Mechanism, frozen=True, kw_only=True):
    """What disorganisation does, and how retreats bring it about."""

    key: ClassVar[str] = "disorganised"
    title: ClassVar[str] = "Disorganised units"
    help: ClassVar[str] = "Disorganised units count and move less and have no zone; a bad retreat disorganises."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            DG,
            "Disorganised",
            badge="DG",
            set_words=("is disorganised", "are disorganised"),
            lifted_words=("is in order again", "are in order again"),
            harm=True,
        ),
    )
    told: ClassVar[frozenset[str]] = frozenset({"times", "slower", "hexes", "each", "order"})

    times: Annotated[float, col("Strength times", gt=0, le=1)] = 0.5
    slower: Annotated[float, col("Allowance times", gt=0, le=1)] = 0.5
    hexes: Annotated[int, col("Far retreats", "Retreats of so many hexes disorganise; 0: none do", ge=0, le=9)] = 2
    each: Annotated[
        bool, col("A step each", "Every unit that retreats so while disorganised loses a step; else one of the stack")
    ] = True
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 20

    def sentences(self, rows: Rows) -> list[str]:
        """What it does, and where it comes from."""
        said = [
            f"The strength of disorganised units counts {self.times:g} times, their allowance {self.slower:g} times; "
            "they have no zone, and are neither in reserve nor exploiting.",
            "Where a retreat ends in an enemy zone, everybody in that hex is disorganised; whoever was so before "
            "loses a step.",
        ]
        if self.hexes:
            said.append(f"A retreat of {counted(self.hexes, 'hex')} or more disorganises.")
        return said

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """They are slow."""
        if table.marked(DG, piece):
            yield Contribution("times", Fraction(self.slower), "disorganised", self.case("dg"), self.order)

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """They are weak."""
        pieces = battle.attackers if attacking else battle.defenders
        found = tuple(piece for piece in pieces if table.marked(DG, piece))
        if found:
            why = f"disorganised: {multiple(self.times)}"
            yield Contribution("times", Fraction(self.times), why, self.case("dg"), self.order, found)

    def zoneless(self, table: Table, side: int) -> Iterable[int]:
        """They have no zone."""
        return table.bearing(DG)

    def harmed(self, table: Table, piece: int, path: tuple[int, ...]) -> int:
        """A step of whoever retreats into an enemy zone in disorder."""
        return int(self.each and table.marked(DG, piece) and in_enemy_zone(table, path[-1], table.side_of(piece)))

    def retreated(self, table: Table, piece: int, path: tuple[int, ...]) -> None:
        """A retreat into an enemy zone, or a long one, costs order, or a step where there was none left."""
        table.set_mark(RETREATED, piece)
        end, side = path[-1], table.side_of(piece)
        if in_enemy_zone(table, end, side):
            if self.harmed(table, piece, path):
                lose_step(table, piece, "retreated in disorder into an enemy zone", self.case("zone"))
            for other in table.garrison(end):
                disorganise(table, other)
        elif self.hexes and len(path) >= self.hexes:
            disorganise(table, piece)


def disorganise(table: Table, piece: int) -> None:
    """Mark a unit; it is neither in reserve nor exploiting any more."""
    mark_unit(table, piece, DG, (RESERVE, EXPLOIT))


class Exploitation(Mechanism, frozen=True, kw_only=True):
    """What units do that a battle let through."""

    key: ClassVar[str] = "exploitation"
    title: ClassVar[str] = "Exploitation"
    help: ClassVar[str] = "Units that a result let exploit move and attack once more in the same player turn."
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(
            EXPLOIT,
            "Exploiting",
            lasts="player turn",
            badge="E",
            set_words=("may exploit", "may exploit"),
            never_with=(DG,),
        ),
    )
    told: ClassVar[frozenset[str]] = frozenset({"share"})

    share: Annotated[float, col("Share of the allowance", gt=0, le=1)] = 0.5

    def sentences(self, rows: Rows) -> list[str]:
        """How far they go."""
        return [f"Exploiting units have {self.share:g} of their allowance, and may attack once more."]

    def allowance(self, table: Table, piece: int) -> Iterable[Contribution]:
        """They have spent much already."""
        if table.marked(EXPLOIT, piece):
            yield Contribution("times", Fraction(self.share), "exploiting", self.case("exploit"), 30)

    def may_move(self, table: Table, piece: int) -> Verdict | None:
        """A unit that is disorganised exploits nothing."""
        if not (table.marked(EXPLOIT, piece) and table.marked(DG, piece)):
            return None
        return no(f"{table.full_name(piece)} is disorganised and exploits nothing.", self.case("exploit"))
