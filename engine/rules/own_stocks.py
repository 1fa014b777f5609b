"""Stocks of their own: a unit that no supply reaches fights from what it carries, twice, until it is filled up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from engine.records import Rows
from engine.records.base import col
from engine.rules.answers import MarkKind
from engine.rules.mechanism import Mechanism
from engine.rules.prices import LAST, Price, Source, affordable, payment
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, phases_words
from engine.state.tasks import AnyTask

LOW, EXHAUSTED = "low", "exhausted"
REFILL, REFILL_ONE = "refilling stocks", "refilling stocks in part"


class OwnStocks(Mechanism, frozen=True, kw_only=True):
    """What units carry with them for hard times."""

    key: ClassVar[str] = "own-stocks"
    title: ClassVar[str] = "Internal stocks"
    help: ClassVar[str] = "A unit without supply may fight out of its own stocks: once it is low then, twice exhausted."
    told: ClassVar[frozenset[str]] = frozenset({"reasons", "exempt", "refill", "phases"})
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(LOW, "Low on stocks", badge="L", set_words=("runs low", "run low")),
        MarkKind(
            EXHAUSTED,
            "Exhausted stocks",
            badge="X",
            set_words=("has exhausted its stocks", "have exhausted their stocks"),
            lifted_words=("fills its stocks up", "fill their stocks up"),
        ),
    )

    reasons: Annotated[tuple[str, ...], col("For", "What they may pay for")] = (
        "the attack",
        "the defence",
        "the barrage",
    )
    exempt: Annotated[tuple[str, ...], col("Not for", "Flags of units that have none", word="flag")] = ()
    refill: Annotated[int, col("Refill", "Tokens that a level costs", ge=0, le=99)] = 1
    phases: Annotated[
        tuple[str, ...], col("Phases", "Filled up when one of these opens, before all else", refers="phase")
    ] = ()

    def sentences(self, rows: Rows) -> list[str]:
        """What they pay for, and how they are filled up."""
        return [
            f"Where supply does not reach, a unit may pay for {listed(self.reasons, 'or')} out of its own stocks: the "
            "first time it is low, the second time exhausted, and then it has none.",
            f"When {phases_words(rows, self.phases) or 'no phase'} of its side opens it is filled up, for "
            f"{counted(self.refill, 'token')} a level.",
        ]

    def ready(self, table: Table, piece: int) -> bool:
        """Whether a unit has stocks left."""
        unit = table.unit(piece)
        return not table.marked(EXHAUSTED, piece) and not any(flag in unit.flags for flag in self.exempt)

    def sources(self, table: Table, price: Price) -> Iterable[Source]:
        """The stocks of those who owe; in defence some may have none."""
        if price.reason not in self.reasons:
            return
        ready = tuple(piece for piece in price.users if self.ready(table, piece))
        if ready and (ready == price.users or price.reason == "the defence"):
            yield Source("their own stocks" if len(ready) > 1 else "its own stocks", price.tokens, None, ready, LAST)

    def owe(self, table: Table, piece: int) -> None:
        """A unit that leaves the map is filled up: its side owes that out of the next supply that arrives."""
        levels = 2 if table.marked(EXHAUSTED, piece) else 1 if table.marked(LOW, piece) else 0
        if levels and self.refill:
            table.tally(owed_key(table, table.side_of(piece)), levels * self.refill)

    def drawn(self, table: Table, price: Price, source: Source) -> None:
        """One level less for each."""
        for piece in source.own:
            if table.marked(LOW, piece):
                table.set_mark(LOW, piece, None)
                table.set_mark(EXHAUSTED, piece)
            else:
                table.set_mark(LOW, piece)

    def opening(self, table: Table, side: int | None) -> Iterable[AnyTask]:
        """Fill up whom supply reaches, the exhausted first."""
        if side is None or table.scenario.phases[table.state.phase].phase not in self.phases:
            return ()
        worn = [(2, piece) for piece in sorted(table.bearing(EXHAUSTED))]
        worn += [(1, piece) for piece in sorted(table.bearing(LOW))]
        prices = [self._price(side, levels, piece) for levels, piece in worn if table.side_of(piece) == side]
        return [task for price in prices for task in payment(table, price)]

    def _price(self, side: int, levels: int, piece: int) -> Price:
        return Price(side, levels * self.refill, (piece,), reason=REFILL, case=self.case("refill"))

    def paid(self, table: Table, price: Price) -> None:
        """The stocks are full again, or half full."""
        if price.reason in (REFILL, REFILL_ONE):
            table.lift_marks(LOW, price.users)
            table.lift_marks(EXHAUSTED, price.users)
        if price.reason == REFILL_ONE:
            table.set_mark(LOW, price.users[0])

    def unpaid(self, table: Table, price: Price) -> None:
        """An exhausted unit for which there is not enough is filled up by one level, if that can be paid."""
        if price.reason == REFILL and table.marked(EXHAUSTED, price.users[0]):
            less = Price(price.side, self.refill, price.users, reason=REFILL_ONE, case=price.case)
            table.push(*(payment(table, less) if affordable(table, less) else ()))


def owed_key(table: Table, side: int) -> str:
    """The count of the tokens that a side owes for stocks of units that have left the map."""
    return f"stocks.owed.{table.scenario.sides[side].side}"


def owe_stocks(table: Table, piece: int) -> None:
    """Note what the stocks of a unit that leaves the map lack, where there are any."""
    rule = table.setting.by_key(OwnStocks.key)
    if isinstance(rule, OwnStocks) and table.stands(piece):
        rule.owe(table, piece)
