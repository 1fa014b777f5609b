"""Air combat and flak: fighters meet a mission one pair at a time, then the guns below fire."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.charts.crt import dice_totals
from engine.records import Rows
from engine.records.base import col
from engine.records.charts import Chart
from engine.records.counters import Selector
from engine.rules.air import air_of
from engine.rules.answers import Modifier
from engine.rules.barrage import INACTIVE
from engine.rules.effects import lose_step
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import counted, named, units_words
from engine.state.events import Noted

DICE = "2d6"


class AirCombat(Mechanism, frozen=True, kw_only=True):
    """How aircraft fight, who may intercept, and what flak does."""

    key: ClassVar[str] = "air-combat"
    title: ClassVar[str] = "Air combat and flak"
    help: ClassVar[str] = "Fighters intercept missions near their bases; what comes through meets flak."
    told: ClassVar[frozenset[str]] = frozenset(
        {"rating", "passive", "patrol", "interceptors", "attacker_aborts", "defender_aborts", "loss_on", "flak", "many"}
        | {"many_more", "posts", "posts_more", "base_more", "covered", "uncovered", "low", "loss"}
    )

    rating: Annotated[str, col("Air rating", "The value of a counter", word="value")] = "air"
    passive: Annotated[str, col("Passive", "Aircraft with this value start no air combat", word="value")] = "passive"
    patrol: Annotated[int, col("Patrol zone", "Hexes round a base with an active fighter", ge=0, le=99)] = 10
    interceptors: Annotated[int, col("Interceptors", "At most, for one mission", ge=0, le=9)] = 1
    attacker_aborts: Annotated[int, col("Attacker aborts", "On so much or less", ge=2, le=12)] = 6
    defender_aborts: Annotated[int, col("Defender aborts", "On so much or more; between the two, both", ge=2)] = 8
    loss_on: Annotated[int, col("Loss", "Whoever aborts loses a step on so much with one die", ge=1, le=7)] = 5
    flak: Annotated[int, col("Flak hits", "On so much with two dice", ge=2, le=20)] = 11
    many: Annotated[int, col("Many aircraft", "From so many on flak is heavier", ge=1, le=9)] = 3
    many_more: Annotated[int, col("More for many", ge=0, le=9)] = 1
    posts: Annotated[Selector, col("Headquarters", "One of these in the hex makes flak heavier")] = Selector(
        symbols=("hq",)
    )
    posts_more: Annotated[int, col("More for a headquarters", ge=0, le=9)] = 1
    base_more: Annotated[int, col("More for a level", "Of an air base in the hex", ge=0, le=9)] = 1
    covered: Annotated[int, col("More in a patrol zone", "With a fighter in the mission", ge=0, le=9)] = 1
    uncovered: Annotated[int, col("More without a fighter", "In a patrol zone", ge=0, le=9)] = 2
    low: Annotated[int, col("More for trainbusting", ge=0, le=9)] = 1
    loss: Annotated[
        str, col("Mission losses", "A chart: one die by the number of aircraft; empty: the first", refers="chart")
    ] = ""

    def sentences(self, rows: Rows) -> list[str]:
        """Who intercepts, how a fight goes, and what flak adds up."""
        table = f" ({named(rows, Chart, self.loss)})" if self.loss else ""
        return [
            f"A mission within {counted(self.patrol, 'hex')} of an enemy base with an active fighter may be "
            f"intercepted by up to {counted(self.interceptors, 'fighter')}. Pair by pair, the best of each side, two "
            f"dice and the difference of the ratings: up to {self.attacker_aborts} the attacker aborts, from "
            f"{self.defender_aborts} on the defender, between them both; whoever aborts is inactive, and loses a step "
            f"on {self.loss_on} or more.",
            f"Flak hits on {self.flak} or more with two dice: +{self.many_more} from {self.many} aircraft on, "
            f"+{self.posts_more} with {units_words(rows, self.posts)} in the hex, +{self.base_more} for each level of "
            f"an air base there, +{self.covered} in a patrol zone or +{self.uncovered} without a fighter, "
            f"+{self.low} for trainbusting. A hit costs a step of the mission{table}.",
        ]

    # Who may fight

    def rated(self, table: Table, piece: int) -> int:
        """The air rating of an aircraft."""
        return int(table.face(piece).extra.get(self.rating, 0.0))

    def starts(self, table: Table, piece: int) -> bool:
        """Whether an aircraft may start air combat."""
        return not table.face(piece).extra.get(self.passive, 0.0)

    def watching(self, table: Table, side: int, cell: int) -> list[int]:
        """The active fighters of a side in whose patrol zone a cell lies."""
        air = air_of(table)
        return [
            piece
            for piece in air.flying(table, side)
            if air.active(table, piece)
            and self.starts(table, piece)
            and table.state.cell[piece] < table.board.grid.size
            and air.distance(table, side, table.state.cell[piece], cell) <= self.patrol
        ]

    # Air combat

    def fight(self, table: Table, attackers: tuple[int, ...], defenders: tuple[int, ...]) -> None:
        """One pair at a time, the best of each side, until one side is gone."""
        air = air_of(table)
        while True:
            ours = [piece for piece in attackers if air.active(table, piece)]
            theirs = [piece for piece in defenders if air.active(table, piece)]
            if not ours or not theirs:
                return
            self._pair(table, self._best(table, ours), self._best(table, theirs))

    def _best(self, table: Table, pieces: list[int]) -> int:
        return max(pieces, key=lambda piece: (self.starts(table, piece), self.rated(table, piece), -piece))

    def _pair(self, table: Table, one: int, other: int) -> None:
        shown = table.roll(DICE, f"air combat: {table.name(one)} attacks {table.name(other)}")
        total = shown + self.rated(table, one) - self.rated(table, other)
        if total < self.defender_aborts:
            self.abort(table, one)
        if total > self.attacker_aborts:
            self.abort(table, other)

    def abort(self, table: Table, piece: int) -> None:
        """An aircraft turns back: it is inactive, and may lose a step."""
        table.set_mark(INACTIVE, piece)
        if table.roll("1d6", f"{table.name(piece)} aborts") >= self.loss_on:
            lose_step(table, piece, "in air combat", self.case("loss"))

    # Flak

    def flak_modifiers(
        self, table: Table, side: int, target: int, pieces: tuple[int, ...], low: bool
    ) -> list[Modifier]:
        """What makes flak over a cell heavier, with its causes."""
        return list(self._modifiers(table, side, target, pieces, low))

    def _modifiers(
        self, table: Table, side: int, target: int, pieces: tuple[int, ...], low: bool
    ) -> Iterator[Modifier]:
        case, foe = self.case("flak"), 1 - side
        if len(pieces) >= self.many:
            yield Modifier(self.many_more, f"{len(pieces)} aircraft", case)
        if any(self.posts.matches(table.unit(each)) and table.side_of(each) == foe for each in table.stack(target)):
            yield Modifier(self.posts_more, "a headquarters", case)
        if level := air_of(table).level(table, foe, target):
            yield Modifier(self.base_more * level, f"an air base of level {level}", case)
        if self.watching(table, foe, target):
            escorted = any(self.starts(table, piece) for piece in pieces)
            yield Modifier(self.covered if escorted else self.uncovered, "a patrol zone", case)
        if low:
            yield Modifier(self.low, "trainbusting", case)

    def flak_chance(self, table: Table, side: int, target: int, pieces: tuple[int, ...], low: bool) -> Fraction:
        """How likely flak hits a mission."""
        more = sum(each.points for each in self.flak_modifiers(table, side, target, pieces, low))
        return sum((share for total, share in dice_totals(DICE).items() if total + more >= self.flak), Fraction(0))

    def fire_flak(self, table: Table, side: int, target: int, pieces: tuple[int, ...], low: bool) -> None:
        """Flak fires at a mission; a hit costs one of its aircraft a step."""
        causes = self.flak_modifiers(table, side, target, pieces, low)
        said = "".join(f", {each.points:+d} for {each.why}" for each in causes)
        total = table.roll(DICE, f"flak over {table.label(target)}{said}") + sum(each.points for each in causes)
        if total < self.flak:
            return
        victim = self._victim(table, pieces)
        table.do(Noted(f"Flak hits {table.name(victim)}."))
        lose_step(table, victim, "hit by flak", self.case("flak"))

    def _victim(self, table: Table, pieces: tuple[int, ...]) -> int:
        """Which of several aircraft is hit."""
        chart = table.scenario.tables.get(self.loss)
        if len(pieces) == 1 or chart is None:
            return pieces[0]
        die = table.roll("1d6", "who is hit")
        said = chart.at(str(die), str(len(pieces)))
        strongest = sorted(pieces, key=lambda piece: -self._points(table, piece))
        if said in ("strongest", "weakest"):
            return strongest[0 if said == "strongest" else -1]
        return pieces[min(int(said or 1), len(pieces)) - 1]

    def _points(self, table: Table, piece: int) -> float:
        return table.face(piece).extra.get("barrage", 0.0)


def combat_of(table: Table) -> AirCombat:
    """The rule of air combat."""
    return table.mechanism(AirCombat)
