"""Stores on the table: what lies where at the start, what is left, and the only ways in which tokens change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from engine.records import Rows
from engine.records.base import col
from engine.records.board import Place
from engine.records.counters import Selector, Unit
from engine.rules.mechanism import Mechanism
from engine.rules.table import Table
from engine.scenario.sentences import counted, listed, named, side_words, units_words
from engine.state import Held, Store
from engine.state.stores import CarriedForgotten, Fate, TokensMoved

SUPPLY = "supply"
"""The kind of tokens that prices are paid with."""

FIRST = "pays-first"
"""The mark of a cell whose stores pay before others; its value is the side's number and one."""


class StoreStart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens that a side has when it has set up."""

    side: Annotated[str, col("Side", refers="side")] = ""
    cell: Annotated[str, col("Cell", "Where they lie; empty: with the unit", max_length=40)] = ""
    unit: Annotated[
        Selector | None, col("With", "They lie where the first of these units stands, or these units carry them")
    ] = None
    tokens: Annotated[int, col("Tokens", ge=1, le=999)] = 4
    kind: Annotated[str, col("Kind", "supply: what prices are paid with", max_length=40)] = SUPPLY
    group: Annotated[str, col("Group", "Whose they are within the side", max_length=40)] = ""
    carried: Annotated[bool, col("Aboard", "Each of the units carries so many")] = False


class Stores(Mechanism, frozen=True, kw_only=True):
    """Tokens of supply on the map, with which prices are paid."""

    key: ClassVar[str] = "stores"
    title: ClassVar[str] = "Stores"
    help: ClassVar[str] = "Supply lies on the map as tokens; whatever has a price is paid with them, source by source."
    told: ClassVar[frozenset[str]] = frozenset({"tokens", "at_start", "choice"})

    tokens: Annotated[int, col("Tokens a point", "How many tokens make a supply point", ge=1, le=99)] = 4
    at_start: Annotated[tuple[StoreStart, ...], col("At the start")] = ()
    choice: Annotated[
        Literal["nearest", "ask"],
        col("Who pays", "nearest: the nearest source pays by itself; ask: the owner chooses among several"),
    ] = "nearest"

    def sentences(self, rows: Rows) -> list[str]:
        """What a point is, what there is at the start, and who chooses the source."""
        said = [f"A supply point is {counted(self.tokens, 'token')}; prices are paid in tokens."]
        for side in dict.fromkeys(each.side for each in self.at_start):
            whole = sum(each.tokens for each in self.at_start if each.side == side and each.kind == SUPPLY)
            who = side_words(rows, side)
            said.append(f"{who[:1].upper()}{who[1:]} begins with {counted(whole, 'token')} on the map.")
        if self.choice == "nearest":
            return [*said, "The nearest source pays; the owner is asked where only units' own stocks are left."]
        return [*said, "Where several sources could pay, the owner chooses."]

    def set_up(self, table: Table, side: int) -> None:
        """Lay out what a side begins with."""
        for each in self.at_start:
            if table.scenario.side_index.get(each.side) == side:
                for store in _starts(table, side, each):
                    place_tokens(table, store, each.tokens, "at the start")

    def closing(self, table: Table, side: int | None) -> None:
        """What was carried in a phase may be carried again in the next."""
        found = sorted((store, held.carried) for store, held in table.state.stores.items() if held.carried)
        if found:
            table.do(CarriedForgotten(tuple(store for store, _ in found), tuple(count for _, count in found)))

    def leaving(self, table: Table, piece: int) -> None:
        """What a piece carries goes with it."""
        for store in carried_by(table, piece):
            use_up(table, store, held(table, store).tokens, "destroyed", "lost with its carrier")


def _starts(table: Table, side: int, each: StoreStart) -> Iterator[Store]:
    """The stores that a line of the start fills."""
    if each.cell:
        yield Store("cell", table.board.cell(each.cell), side, each.kind, each.group)
        return
    units = table.matching(each.unit, table.on_map(side)) if each.unit is not None else []
    if each.carried:
        yield from (Store("piece", piece, side, each.kind, each.group) for piece in units)
    elif units:
        yield Store("cell", table.state.cell[units[0]], side, each.kind, each.group)


def points_words(tokens: int, point: int) -> str:
    """So many tokens as players count them, so many of which make a point: `2 SP 3 T`."""
    whole, rest = divmod(tokens, point)
    parts = [f"{whole} SP"] if whole else []
    return " ".join([*parts, *([f"{rest} T"] if rest or not whole else [])])


def start_words(rows: Rows, rule: Stores, side: str) -> list[tuple[str, str]]:
    """What a side begins with, a heading for each group: where it lies, and who carries it."""
    called = {place.cell: f"{place.name} ({place.cell})" for place in rows.all(Place) if place.name}
    found: dict[str, list[str]] = {}
    for each in rule.at_start:
        if each.side != side:
            continue
        what = points_words(each.tokens, rule.tokens) if each.kind == SUPPLY else f"{each.tokens} {each.kind.title()}"
        units = each.unit or Selector()
        if each.carried:
            who = [named(rows, Unit, key) for key in units.units] or [units_words(rows, units)]
            found.setdefault("Aboard", []).append(f"{what} each: {listed(who)}")
            continue
        where = called.get(each.cell, each.cell) or f"with {units_words(rows, units)}"
        found.setdefault(each.group.title() or "On the map", []).append(f"{where}: {what}")
    return [(head, f"{'; '.join(said)}.") for head, said in found.items()]


def in_use(table: Table) -> Stores | None:
    """The rule of stores, where the scenario has one."""
    rule = table.setting.by_key(Stores.key)
    return rule if isinstance(rule, Stores) else None


def held(table: Table, store: Store) -> Held:
    """What a store holds."""
    return table.state.stores.get(store, Held())


def stores_of(table: Table, side: int, kind: str = SUPPLY) -> list[Store]:
    """A side's stores of a kind that hold something, in order."""
    return sorted(
        store for store, held in table.state.stores.items() if store.side == side and store.kind == kind and held.tokens
    )


def carried_by(table: Table, piece: int) -> list[Store]:
    """The stores that a piece carries."""
    return sorted(store for store in table.state.stores if store.on == "piece" and store.where == piece)


def cell_of(table: Table, store: Store) -> int:
    """The cell where a store is, with its carrier or by itself."""
    return store.where if store.on == "cell" else table.state.cell[store.where]


def place_tokens(table: Table, store: Store, tokens: int, why: str, case: str = "", *, carried: bool = False) -> None:
    """New tokens come into a store."""
    if tokens > 0:
        table.do(TokensMoved(None, store, tokens, "placed", 0, tokens if carried else 0, why, case))


def move_tokens(
    table: Table, source: Store, target: Store, tokens: int, why: str = "", case: str = "", fate: Fate = "moved"
) -> None:
    """Tokens that were not carried in this phase go into another store, and count as carried there."""
    have = held(table, source)
    worn = max(0, tokens - (have.tokens - have.carried))
    table.do(TokensMoved(source, target, tokens, fate, worn, tokens, why, case))


def use_up(table: Table, store: Store, tokens: int, fate: Fate, why: str, case: str = "") -> None:
    """Tokens are gone: those first that cannot be carried any more in this phase."""
    if tokens > 0:
        table.do(TokensMoved(store, None, tokens, fate, min(tokens, held(table, store).carried), 0, why, case))


def fresh(table: Table, store: Store) -> int:
    """How many tokens of a store may still be carried in this phase."""
    found = held(table, store)
    return found.tokens - found.carried


def whose(table: Table, side: int, cell: int) -> str:
    """The group to which stores belong that come to a side in a cell and belonged to none of its groups before."""
    asked = (each.store_group(table, side, cell) for each in table.answering("store_group"))
    return next((group for group in asked if group), "")
