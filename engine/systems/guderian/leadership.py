"""Leaders: Soviet units attack within a leader's radius, and a leader adds his rating to the attack of his stack."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

import numpy as np

from engine.records import Rows
from engine.records.base import col
from engine.records.counters import Selector
from engine.rules.answers import Closure, MarkKind
from engine.rules.contributions import Contribution
from engine.rules.decision import Verdict, no
from engine.rules.lines import Leg, LineRule, trace
from engine.rules.mechanism import Mechanism
from engine.rules.movement import MovementPhase
from engine.rules.table import Table
from engine.rules.zoc import zone
from engine.scenario.sentences import listed, units_words, whom
from engine.state.tasks import AnyTask, Battle

UNLED = "unled"
SINCE_OPENING, SINCE_ARRIVAL = 1, 2


class Leadership(Mechanism, frozen=True, kw_only=True):
    """Radius, bonus and limits of leaders."""

    key: ClassVar[str] = "leadership"
    title: ClassVar[str] = "Leaders"
    help: ClassVar[str] = "Units attack only within a leader's radius; stacked with attackers he adds his rating, once."
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(UNLED, "Out of a leader's reach", lasts="phase"),)

    leaders: Annotated[Selector, col("Leaders")] = Selector(flags=("leader",))
    led: Annotated[Selector, col("Who needs one", "Units that attack only within a leader's radius")] = Selector()
    rating: Annotated[str, col("Rating", "Value that is radius and bonus", word="value", max_length=40)] = "rating"
    order: Annotated[int, col("Order", "When the bonus counts among the changes of strength, lowest first")] = 30

    told: ClassVar[frozenset[str]] = frozenset({"leaders", "led", "rating", "order"})

    def sentences(self, rows: Rows) -> list[str]:
        """Radius, bonus, and where leaders go."""
        return [
            f"{whom(rows, self.led)} attack only with a line to one of the {units_words(rows, self.leaders)} "
            f"that is no "
            f"longer than his {self.rating}, and overrun only if they had one when the phase began.",
            f"Stacked with attackers and committed with them, he adds his {self.rating} to one attack, but no "
            f"more than "
            "their own strength after supply; never to a defence, and never alone.",
            "He enters an enemy zone only together with a unit that can attack, or where one stands; if all "
            "his stack in "
            "a battle proves worthless, he goes back one hex or dies.",
        ]

    def is_leader(self, table: Table, piece: int) -> bool:
        """Whether a piece is a leader."""
        return self.leaders.matches(table.unit(piece))

    def led_here(self, table: Table, piece: int) -> bool:
        """Whether a unit has a line to a leader no longer than his rating."""
        line = LineRule(legs=(Leg(by_rating=self.rating, to_units=self.leaders),), barriers=False)
        return trace(table, table.side_of(piece), line, "").reaches(table.state.cell[piece])

    def _needs(self, table: Table, piece: int) -> bool:
        return self.led.matches(table.unit(piece)) and not self.is_leader(table, piece)

    # Who may attack

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody attacks who is out of every leader's reach."""
        if not self._needs(table, piece) or self.led_here(table, piece):
            return None
        return no(f"{table.full_name(piece)} is not within the radius of a leader.", self.case("radius"))

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """A leader attacks only with units of his own hex."""
        for piece in battle.attackers:
            if self.is_leader(table, piece) and not self.followers(table, battle, piece):
                return no(f"{table.full_name(piece)} attacks only with units stacked with him.", self.case("bonus"))
        return None

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """When a movement phase opens it is seen who may overrun in it."""
        if side is not None and isinstance(table.phase, MovementPhase):
            self.judge_radius(table, side)
        return ()

    def judge_radius(self, table: Table, side: int) -> None:
        """See of everybody whether a leader is near enough; who is out of reach bears a mark."""
        for piece in table.on_map(side):
            if self._needs(table, piece):
                table.set_mark(UNLED, piece, None if self.led_here(table, piece) else SINCE_OPENING)

    def arrived(self, table: Table, piece: int) -> None:
        """Arrivals come before anybody moves: it is seen where they enter, and again when a leader joins them."""
        if self._needs(table, piece):
            table.set_mark(UNLED, piece, SINCE_ARRIVAL)
        for other, since in sorted(table.bearing(UNLED).items()):
            if since == SINCE_ARRIVAL and self.led_here(table, other):
                table.set_mark(UNLED, other, None)

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Units that were unled when the phase opened do not overrun, nor does a leader alone."""
        for piece in pieces:
            if table.marked(UNLED, piece):
                why = f"{table.full_name(piece)} was not within the radius of a leader when the phase began."
                return no(why, self.case("overrun"))
        if all(self.is_leader(table, piece) for piece in pieces):
            return no("A leader never overruns alone.", self.case("overrun"))
        return None

    # What he adds

    def followers(self, table: Table, battle: Battle, leader: int) -> tuple[int, ...]:
        """The attackers of a leader's hex that are no leaders."""
        cell = table.state.cell[leader]
        return tuple(
            piece for piece in battle.attackers if table.state.cell[piece] == cell and not self.is_leader(table, piece)
        )

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Every leader adds his rating, but no more than the strength of those stacked with him."""
        if not attacking:
            return
        by_cell: dict[int, list[int]] = {}
        for piece in battle.attackers:
            if self.is_leader(table, piece):
                by_cell.setdefault(table.state.cell[piece], []).append(piece)
        for leaders in by_cell.values():
            stack = self.followers(table, battle, leaders[0])
            if stack:
                ratings = (Fraction(table.face(piece).extra.get(self.rating, 0.0)) for piece in leaders)
                bonus = sum(ratings, Fraction(0))
                names = listed([table.name(piece) for piece in leaders])
                verb, whose = ("adds", "his") if len(leaders) == 1 else ("add", "their")
                why = f"{names} {verb} {float(bonus):g}, at most the strength of {whose} stack"
                yield Contribution("within", bonus, why, self.case("bonus"), self.order, stack, together=True)

    def dropouts(self, table: Table, battle: Battle) -> Iterable[int]:
        """A leader whose whole stack in the battle proves worthless goes back."""
        for piece in battle.attackers:
            if self.is_leader(table, piece):
                stack = self.followers(table, battle, piece)
                if not any(attack_capable(table, other) for other in stack):
                    yield piece

    # Where he may go

    def closed(self, table: Table, piece: int, group: tuple[int, ...]) -> Iterable[Closure]:
        """A leader enters an enemy zone only with a unit that can attack, or where one stands."""
        if not self.is_leader(table, piece):
            return
        if any(attack_capable(table, other) and not self.is_leader(table, other) for other in group):
            return
        side = table.side_of(piece)
        cells = (zone(table, 1 - side) > 0).astype(np.uint8)
        for cell in np.flatnonzero(cells).tolist():
            stack = table.stack(cell)
            if any(table.side_of(other) == side and attack_capable(table, other) for other in stack):
                cells[cell] = 0
        why = f"{table.full_name(piece)} enters an enemy zone of control only with a unit that can attack."
        yield Closure(cells, why, self.case("zone"), retreats=False)


def attack_capable(table: Table, piece: int) -> bool:
    """Whether a unit can attack, as far as anybody knows: face-down ones may."""
    return table.state.counter[piece] is None or table.can_attack(piece)
