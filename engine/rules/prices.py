"""Prices: what is paid with tokens, by whom, for whom, and out of which source.

This is the one seam between whatever costs supply and whatever gives it.  A mechanism that costs something makes a
`Price` and asks `affordable`; it puts the tasks of `payment` before what is paid for, and hears by the occasions
`paid` and `unpaid` what came of it.  Mechanisms that give supply answer the question `sources`.  Where a scenario has
no stores, everything is free: nothing is asked and nobody is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

from engine.rules.decision import LEGAL, Decision, Options, Verdict, no, one
from engine.rules.procedure import listed
from engine.rules.stores import FIRST, cell_of, in_use, use_up
from engine.rules.table import Table
from engine.scenario.sentences import counted
from engine.scenario.sentences import listed as joined
from engine.state import Store
from engine.state.actions import Action, AnyAction, Done
from engine.state.stores import where_words
from engine.state.tasks import AnyTask, Task

DUMP, LOAD, LAST = 0, 1, 2
"""How gladly a source is used: dumps first, then what is carried; what comes last is used only by choice."""


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many tokens that a side owes for units, or for a cell, and what for: fuel, attack, defence, barrage, refit.

    Where its units stand apart, whatever pays for them reaches each of them.
    """

    side: int
    tokens: int
    users: tuple[int, ...] = ()
    cell: int | None = None
    reason: str = ""
    case: str = ""


@dataclass(frozen=True)
class Source:
    """Something that can pay a price: a store, or units' own stocks, and the path by which it comes."""

    name: str
    tokens: int
    store: Store | None = None
    own: tuple[int, ...] = ()
    rank: int = DUMP
    length: int = 0
    path: tuple[int, ...] = ()
    via: int | None = None

    @property
    def key(self) -> Store | tuple[int, ...]:
        """What the source is: the same store however it comes."""
        return self.store if self.store is not None else self.own


class PayFrom(Action, frozen=True, tag="pay-from", omit_defaults=True):
    """Pay as much of a price as possible out of a store, or out of units' own stocks."""

    aside: ClassVar[bool] = True

    store: Store | None
    own: tuple[int, ...] = ()

    def words(self, table: Table, /) -> str:
        """Which source pays."""
        if self.store is not None:
            return f"pay out of the stores in {where_words(table, self.store)}"
        if not self.own:
            return "use a supply cache"
        return f"use the own stocks of {joined([table.name(piece) for piece in self.own])}"


class PayPrice(Task, frozen=True, tag="pay-price", omit_defaults=True):
    """A side pays prices, one after the other and all of them; where that is its choice, or none."""

    prices: tuple[Price, ...]
    optional: bool = False


def payment(table: Table, *prices: Price, optional: bool = False) -> tuple[AnyTask, ...]:
    """The tasks by which prices of one side are paid; none where nothing costs anything."""
    due = tuple(price for price in prices if price.tokens > 0)
    return (PayPrice(due, optional),) if due and in_use(table) is not None else ()


def affordable(table: Table, *prices: Price) -> Verdict:
    """Whether prices can be paid together, or why not."""
    due = [price for price in prices if price.tokens > 0]
    if not due or in_use(table) is None or _covers(table, due):
        return LEGAL
    short = next((price for price in due if not _covers(table, [price])), due[0])
    return no(f"{_sum_words(due)} cannot be paid: {_reach_words(table, short)}.", short.case)


def _sum_words(prices: Sequence[Price]) -> str:
    whole, reasons = sum(price.tokens for price in prices), dict.fromkeys(price.reason for price in prices)
    return f"{counted(whole, 'token')} for {joined([reason or 'it' for reason in reasons])}"


def _reach_words(table: Table, price: Price) -> str:
    found = sum(source.tokens for source in sources(table, price))
    who = joined([table.name(piece) for piece in price.users]) if price.users else _where(table, price)
    return f"within reach of {who} there {'is' if found == 1 else 'are'} {counted(found, 'token')}"


def _where(table: Table, price: Price) -> str:
    return table.label(price.cell) if price.cell is not None else "anybody"


def place_of(table: Table, price: Price) -> int:
    """The cell to which the tokens of a price must come."""
    return price.cell if price.cell is not None else table.state.cell[price.users[0]]


def sources(table: Table, price: Price) -> list[Source]:
    """Every source that may pay for something, the best first, each store once."""
    key = ("sources", price.side, price.users, price.cell, price.reason, price.tokens)
    return table.cached_now(key, lambda: _sources(table, price))


def _sources(table: Table, price: Price) -> list[Source]:
    every = [source for each in table.answering("sources") for source in each.sources(table, price)]
    every = [source for source in every if source.tokens > 0 and table.verdict("may_draw", price, source)]
    for others in _apart(table, price):
        keys = {source.key for source in sources(table, others)}
        every = [source for source in every if source.store is None or source.key in keys]
    first = {cell for cell, whose in table.bearing(FIRST).items() if whose == price.side + 1}
    every.sort(key=lambda one: (one.rank >= LAST, not _in(table, one, first), one.rank, one.length, str(one.key)))
    best: dict[Any, Source] = {}
    for source in every:
        best.setdefault(source.key, source)
    return list(best.values())


def _in(table: Table, source: Source, cells: set[int]) -> bool:
    return source.store is not None and cell_of(table, source.store) in cells


def _apart(table: Table, price: Price) -> list[Price]:
    """The same price for those of its users who stand elsewhere than the first: a store must reach them all."""
    where: dict[int, list[int]] = {}
    for piece in price.users if price.cell is None else ():
        where.setdefault(table.state.cell[piece], []).append(piece)
    return [msgspec.structs.replace(price, users=tuple(users)) for users in list(where.values())[1:]]


class _Allotment:
    """Tokens of sources that serve several prices, given out one by one; one is let go where another serves as well."""

    def __init__(self, offers: list[dict[Any, int]]) -> None:
        self.offers = offers
        self.left = {key: tokens for offer in offers for key, tokens in offer.items()}
        self.given: dict[tuple[int, Any], int] = {}

    def give(self, number: int, seen: set[Any]) -> bool:
        """Find one more token for a price."""
        for key in self.offers[number]:
            if key not in seen:
                seen.add(key)
                if self.left[key] > 0:
                    self.left[key] -= 1
                elif not self._let_go(key, seen):
                    continue
                self.given[number, key] = self.given.get((number, key), 0) + 1
                return True
        return False

    def _let_go(self, key: Any, seen: set[Any]) -> bool:
        """Whether another price that has a token of a source finds one elsewhere."""
        for (other, kept), count in list(self.given.items()):
            if kept == key and count and self.give(other, seen):
                self.given[other, key] -= 1
                return True
        return False


def _covers(table: Table, prices: Sequence[Price], spent: tuple[Any, int] | None = None) -> bool:
    """Whether sources that may serve several prices can pay them all, after some tokens of one are spent."""
    allotment = _Allotment([{source.key: source.tokens for source in sources(table, price)} for price in prices])
    if spent is not None and spent[0] in allotment.left:
        allotment.left[spent[0]] -= spent[1]
    return all(allotment.give(number, set()) for number, price in enumerate(prices) for _ in range(price.tokens))


def ways_to_pay(table: Table, prices: Sequence[Price]) -> list[Source]:
    """The sources that may pay the first of several prices so that the others can be paid too; own stocks come last."""
    first, rest = prices[0], prices[1:]
    found = []
    for source in sources(table, first):
        tokens = min(source.tokens, first.tokens)
        after = (msgspec.structs.replace(first, tokens=first.tokens - tokens), *rest)
        if _covers(table, [price for price in after if price.tokens], (source.key, tokens)):
            found.append(source)
    gladly = [source for source in found if source.rank < LAST]
    return gladly or found


def costs_of(table: Table, side: int, action: AnyAction) -> list[Price]:
    """What an action of a side's movement costs in stores."""
    if in_use(table) is None:
        return []
    return [price for each in table.answering("dues") for price in each.dues(table, side, action)]


def cost_words(table: Table, prices: Iterable[Price]) -> str:
    """What prices come to and who pays first: `2 tokens of fuel out of Orsha`; empty: nothing."""
    due = [price for price in prices if price.tokens > 0]
    if not due or in_use(table) is None:
        return ""
    givers = _givers(table, due)
    return f"{_sum_words(due)}{f' out of {joined(givers)}' if givers else ''}"


def _givers(table: Table, prices: Sequence[Price]) -> list[str]:
    """The names of those who pay, where every price takes from the first source that has something left."""
    used: dict[Any, int] = {}
    names: dict[str, None] = {}
    for price in prices:
        owed = price.tokens
        for source in sources(table, price):
            given = min(owed, source.tokens - used.get(source.key, 0))
            if given > 0:
                used[source.key] = used.get(source.key, 0) + given
                names[source.name] = None
                owed -= given
    return list(names)


class PayPriceProcedure:
    """Prices are paid source by source; an only source, or the nearest, pays by itself."""

    def decision(self, table: Table, task: PayPrice) -> Decision | None:
        """Asks where there is something to choose."""
        ways = ways_to_pay(table, task.prices)
        if not ways or not (task.optional or self._several(table, ways)):
            return None
        price, where = task.prices[0], place_of(table, task.prices[0])
        at = f" in {table.label(where)}" if where >= 0 else ""
        prompt = f"Pay {_sum_words(task.prices)}{at}{', or do without' if task.optional else ''}: choose the source."
        return Decision(price.side, "pay", prompt, where, "Do without" if task.optional else "")

    def _several(self, table: Table, ways: list[Source]) -> bool:
        rule = in_use(table)
        asks = rule is not None and rule.choice == "ask"
        return len(ways) > 1 and (asks or ways[0].rank >= LAST)

    def run(self, table: Table, task: PayPrice) -> None:
        """The nearest source pays, or nobody can."""
        ways = ways_to_pay(table, task.prices)
        if ways:
            self._pay(table, task, ways[0])
        else:
            table.swap()
            self._refuse(table, task)

    def options(self, table: Table, task: PayPrice) -> Options:
        """Each source; or none at all."""
        groups = [one(self._subject(table, way), _action(way)) for way in ways_to_pay(table, task.prices)]
        return Options((*groups, *([one(None, Done())] if task.optional else ())))

    def _subject(self, table: Table, way: Source) -> int | None:
        return way.store.where if way.store is not None else None

    def judge(self, table: Table, task: PayPrice, action: AnyAction) -> Verdict:
        """Only a source that can be used so."""
        why = f"That cannot pay {_sum_words(task.prices)}."
        return listed(self.options(table, task), action, why, task.prices[0].case)

    def perform(self, table: Table, task: PayPrice, action: AnyAction) -> None:
        """Use it, or do without."""
        if isinstance(action, Done):
            table.swap()
            self._refuse(table, task)
            return
        self._pay(table, task, next(way for way in ways_to_pay(table, task.prices) if _action(way) == action))

    def _pay(self, table: Table, task: PayPrice, way: Source) -> None:
        first, rest = task.prices[0], task.prices[1:]
        tokens = min(way.tokens, first.tokens)
        left = msgspec.structs.replace(first, tokens=first.tokens - tokens)
        still = (left, *rest) if left.tokens else rest
        table.swap(*((PayPrice(still),) if still else ()))
        if way.store is not None:
            use_up(table, way.store, tokens, "spent", first.reason, first.case)
        else:
            table.tell("drawn", first, way)
        if not left.tokens:
            table.tell("paid", first)

    def _refuse(self, table: Table, task: PayPrice) -> None:
        for price in task.prices:
            table.tell("unpaid", price)


def _action(way: Source) -> PayFrom:
    return PayFrom(way.store, way.own)
