"""Ammunition: an attack is paid for or does not take place; a defender who does not pay counts less."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.combat import kind_of, phase_kind
from engine.rules.contributions import Contribution
from engine.rules.decision import Verdict
from engine.rules.mechanism import Mechanism
from engine.rules.overrun import OverrunStack
from engine.rules.prices import Price, Source, affordable, cost_words, costs_of, payment
from engine.rules.table import Table
from engine.scenario.sentences import counted, multiple
from engine.state.tasks import AnyTask, Battle

UNFED = "without-ammunition"
ATTACK, DEFENCE = "the attack", "the defence"
"""What prices of ammunition are for."""

STATE = "battle.ammunition."
"""Prefix of the counts that say how a price of the battle at hand came out."""

PAID, REFUSED = 1, 2


class Ammunition(Mechanism, frozen=True, kw_only=True):
    """What battles cost in supply."""

    key: ClassVar[str] = "ammunition"
    title: ClassVar[str] = "Ammunition"
    help: ClassVar[str] = "Attacks are paid for step by step or are off; a defender who does not pay counts less."
    told: ClassVar[frozenset[str]] = frozenset({"step", "one", "more", "times", "order", "chooses", "exempt"})
    momentary: ClassVar[bool] = True
    marks: ClassVar[tuple[MarkKind, ...]] = (MarkKind(UNFED, "Without ammunition", lasts="phase"),)

    step: Annotated[int, col("A step", "Tokens that each attacking step costs", ge=0, le=99)] = 1
    one: Annotated[int, col("One defends", "Tokens where a single step defends", ge=0, le=99)] = 1
    more: Annotated[int, col("More defend", "Tokens where more than one step defends", ge=0, le=99)] = 2
    times: Annotated[float, col("Unpaid", "What a defender counts who does not pay", ge=0, le=1)] = 0.5
    chooses: Annotated[bool, col("The defender chooses", "Whether he pays; else he does whenever he can")] = True
    exempt: Annotated[tuple[str, ...], col("Not for", "Flags of units that cost nothing", word="flag")] = ()
    order: Annotated[int, col("Order", "When it counts among the changes of strength, lowest first")] = 25

    def sentences(self, rows: Rows) -> list[str]:
        """What both sides pay."""
        said = [
            f"An attack costs {counted(self.step, 'token')} for each attacking step and is off without that.",
            f"The defender pays {counted(self.one, 'token')} for a single step and {counted(self.more, 'token')} for "
            f"more, or counts {self.times:g} times.",
        ]
        return [*said, *(["He may choose not to pay."] if self.chooses else [])]

    # What it costs

    def attack_prices(self, table: Table, side: int, pieces: Iterable[int]) -> list[Price]:
        """What the units of an attack owe, each for itself: so each may also use its own stocks."""
        return [
            Price(side, self.step * table.steps_left(piece), (piece,), reason=ATTACK, case=self.case("attack"))
            for piece in pieces
            if table.stands(piece) and self._costs(table, piece)
        ]

    def defence_price(self, table: Table, battle: Battle) -> Price | None:
        """What the defenders of a battle owe together, if anything."""
        users = tuple(each for each in battle.defenders if table.stands(each) and self._costs(table, each))
        steps = sum(table.steps_left(piece) for piece in users)
        tokens = self.one if steps == 1 else self.more
        if not steps or not tokens:
            return None
        return Price(1 - battle.side, tokens, users, reason=DEFENCE, case=self.case("defence"))

    def _costs(self, table: Table, piece: int) -> bool:
        return not any(flag in table.unit(piece).flags for flag in self.exempt)

    # Who may fight

    def may_attack(self, table: Table, piece: int) -> Verdict | None:
        """Nobody attacks who cannot pay for himself; guns have a price of their own."""
        if not phase_kind(table).contested:
            return None
        return affordable(table, *self.attack_prices(table, table.side_of(piece), (piece,)))

    def may_fight(self, table: Table, battle: Battle) -> Verdict | None:
        """An attack that cannot be paid for as a whole is off."""
        if not kind_of(table, battle).contested:
            return None
        return affordable(table, *self.attack_prices(table, battle.side, battle.attackers))

    def may_overrun(self, table: Table, pieces: tuple[int, ...]) -> Verdict | None:
        """Nor is there an overrun whose fuel and ammunition cannot both be paid."""
        side = table.side_of(pieces[0])
        fuel = costs_of(table, side, OverrunStack(pieces, -1))
        return affordable(table, *fuel, *self.attack_prices(table, side, pieces))

    def battle_dues(self, table: Table, battle: Battle) -> Iterable[Price]:
        """What the units of an attack owe; guns that fire at whoever cannot fire back have a price of their own."""
        if not kind_of(table, battle).contested:
            return ()
        return self.attack_prices(table, battle.side, battle.attackers)

    def preliminaries(self, table: Table, battle: Battle) -> Iterable[AnyTask]:
        """The attacker pays, then the defender; nobody does where guns fire at whoever cannot fire back."""
        if not kind_of(table, battle).contested:
            return ()
        tasks = payment(table, *self.battle_dues(table, battle))
        owed = self.defence_price(table, battle)
        return (*tasks, *(payment(table, owed, optional=self.chooses) if owed is not None else ()))

    # What came of it

    def paid(self, table: Table, price: Price) -> None:
        """Who has paid counts in full."""
        if price.reason in (ATTACK, DEFENCE):
            self._note(table, price, PAID)

    def unpaid(self, table: Table, price: Price) -> None:
        """Who has not counts less."""
        if price.reason in (ATTACK, DEFENCE):
            self._note(table, price, REFUSED)
            for piece in price.users:
                table.set_mark(UNFED, piece)

    def drawn(self, table: Table, price: Price, source: Source) -> None:
        """Who has no stocks of his own left goes without."""
        if price.reason == DEFENCE:
            for piece in price.users:
                table.set_mark(UNFED, piece, None if piece in source.own else 1)

    def _note(self, table: Table, price: Price, how: int) -> None:
        table.tally(STATE + price.reason, how - table.count(STATE + price.reason))

    def strength(self, table: Table, battle: Battle, attacking: bool) -> Iterable[Contribution]:
        """Defenders without ammunition count less; before they have paid, their price is told."""
        if attacking or not kind_of(table, battle).contested:
            return
        if table.count(STATE + DEFENCE):
            unfed = tuple(piece for piece in battle.defenders if table.marked(UNFED, piece))
            if unfed:
                yield self._less(unfed)
        elif (owed := self.defence_price(table, battle)) is not None and (words := cost_words(table, [owed])):
            paid = Contribution("add", Fraction(0), words, self.case("defence"), 0)
            yield paid if affordable(table, owed) else self._less(owed.users)

    def _less(self, pieces: tuple[int, ...]) -> Contribution:
        why = f"without ammunition: {multiple(self.times)}"
        return Contribution("times", Fraction(self.times), why, self.case("defence"), self.order, pieces)
