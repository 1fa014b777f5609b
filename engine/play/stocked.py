"""Stores by name: what lies where in a position, told by keys that a person can write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Problem
from engine.ids import Cell
from engine.rules.setting import Setting
from engine.rules.stores import place_tokens
from engine.rules.table import Table
from engine.state import Store


@dataclass(frozen=True)
class Stock:
    """Tokens in a position: in a cell by its number, or with a piece by its key; and whose they are."""

    where: str
    side: str
    tokens: int
    kind: str = "supply"
    group: str = ""


def stocks_of(table: Table) -> tuple[Stock, ...]:
    """Every store that holds something; that tokens were carried is forgotten with the phase."""
    return tuple(
        Stock(_where(table.setting, store), table.scenario.sides[store.side].side, held.tokens, store.kind, store.group)
        for store, held in sorted(table.state.stores.items())
        if held.tokens
    )


def _where(setting: Setting, store: Store) -> str:
    return setting.scenario.pieces[store.where].key if store.on == "piece" else setting.board.label(Cell(store.where))


def lay_stocks(table: Table, stocks: Iterable[Stock], why: str) -> None:
    """Make the stores of a position so."""
    for stock in stocks:
        store = _store(table.setting, stock)
        assert store is not None
        place_tokens(table, store, stock.tokens, why)


def _store(setting: Setting, stock: Stock) -> Store | None:
    side, piece = setting.scenario.side_index.get(stock.side), setting.scenario.piece_index.get(stock.where)
    if side is None:
        return None
    if piece is not None:
        return Store("piece", piece, side, stock.kind, stock.group)
    cell = setting.board.names.find(stock.where)
    return None if cell is None else Store("cell", cell, side, stock.kind, stock.group)


def unknown_stocks(setting: Setting, stocks: Iterable[Stock]) -> Iterator[Problem]:
    """Stores of nobody, nowhere, or of nothing."""
    for stock in stocks:
        if _store(setting, stock) is None:
            yield Problem(f"there is no cell or piece {stock.where} of {stock.side or 'nobody'} to hold tokens")
        elif stock.tokens < 1:
            yield Problem(f"the store in {stock.where} holds nothing")
