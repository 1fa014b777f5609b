"""Supply caches: hidden stocks of a side, each of which serves once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.rules.mechanism import Mechanism
from engine.rules.prices import LAST, Price, Source
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, side_words
from engine.state.actions import Action, AnyAction
from engine.state.events import Noted


class UseCache(Action, frozen=True, tag="use-cache"):
    """Keep the units in a cell in supply out of a cache."""

    cell: int

    def words(self, table: Table, /) -> str:
        """Who lives on it."""
        return f"use a supply cache for the units in {table.label(self.cell)}"


class CacheCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many caches a side begins with."""

    side: Annotated[str, col("Side", refers="side")] = ""
    count: Annotated[int, col("Caches", ge=0, le=99)] = 2


class SupplyCaches(Mechanism, frozen=True, kw_only=True):
    """Markers that serve once: as a line of supply, or for a barrage."""

    key: ClassVar[str] = "supply-caches"
    title: ClassVar[str] = "Supply caches"
    help: ClassVar[str] = "A side has a few caches; each keeps one hex in supply for a turn, or pays for a barrage."
    told: ClassVar[frozenset[str]] = frozenset({"at_start", "tokens", "reasons"})

    at_start: Annotated[tuple[CacheCount, ...], col("At the start")] = ()
    tokens: Annotated[int, col("Tokens", "What a cache pays", ge=0, le=99)] = 2
    reasons: Annotated[tuple[str, ...], col("For", "What it pays for")] = ("the barrage",)

    def sentences(self, rows: Rows) -> list[str]:
        """How many there are, and what each does."""
        begins = [f"{side_words(rows, each.side)} with {each.count}" for each in self.at_start]
        use = f"pays up to {counted(self.tokens, 'token')} for {listed(self.reasons, 'or')}"
        return [
            f"A supply cache serves once: in the supply phase it stands for the line of one hex, or it {use}.",
            f"Caches at the start: {listed(begins) or 'none'}.",
        ]

    def name(self, table: Table, side: int) -> str:
        """The count of a side's caches."""
        return f"caches.{table.scenario.sides[side].side}"

    def left(self, table: Table, side: int) -> int:
        """How many caches a side has."""
        return int(table.count(self.name(table, side)))

    def set_up(self, table: Table, side: int) -> None:
        """Hand out those of the start."""
        key = table.scenario.sides[side].side
        for each in self.at_start:
            if each.side == key and each.count:
                table.tally(self.name(table, side), each.count)

    def sources(self, table: Table, price: Price) -> Iterable[Source]:
        """A cache pays for a barrage where it is enough."""
        if price.reason in self.reasons and price.tokens <= self.tokens and self.left(table, price.side):
            yield Source("a supply cache", price.tokens, None, (), LAST)

    def drawn(self, table: Table, price: Price, source: Source) -> None:
        """It is used up."""
        if not source.own:
            self._spend(table, price.side, f"for {price.reason}")

    def reliefs(self, table: Table, side: int, cell: int) -> Iterable[AnyAction]:
        """A cache may stand for the line of a hex."""
        return [UseCache(cell)] if self.left(table, side) else []

    def relieved(self, table: Table, action: AnyAction) -> None:
        """It is used up."""
        if isinstance(action, UseCache):
            side = table.holder(action.cell)
            assert side is not None
            self._spend(table, side, f"for the units in {table.label(action.cell)}")

    def _spend(self, table: Table, side: int, what: str) -> None:
        table.tally(self.name(table, side), -1)
        table.do(Noted(f"A supply cache is used {what}.", self.case("cache")))
