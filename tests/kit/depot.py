"""A plain of ten columns with stores on it, and made-up rules that give supply and cost it.

Hexes run from 0101 to 1004.  German tanks (`tank-1`, `tank-2`) owe a token a move, Soviet guns (`gun-1`) owe nothing;
`lorry-1` is German and carries stores.  Whatever lies within three hexes of a unit pays for it; a unit's own stocks pay
where nothing else does, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.ids import Cell
from engine.play import Game
from engine.play.sandbox import Position, Spot, arrange
from engine.play.stocked import Stock
from engine.records import Rows
from engine.records.board import CellRow, Grid
from engine.records.counters import Face, Unit
from engine.records.play import MechanismRow, Phase
from engine.rules.answers import MarkKind
from engine.rules.mechanism import Mechanism
from engine.rules.prices import LAST, LOAD, Price, Source
from engine.rules.setting import Setting
from engine.rules.stores import cell_of, held, stores_of
from engine.rules.table import Table
from engine.scenario import compile_scenario
from engine.state import Store
from engine.state.actions import AnyAction, MoveStack, MoveUnit
from engine.systems.catalogue import all_mechanisms, all_phases
from tests.kit.small import small_scenario

WITHIN = 3
EMPTY, SETTLED, OWING = "own-stocks-empty", "settled", "owing"


class NearStores(Mechanism, frozen=True, kw_only=True):
    """For tests: every store within three hexes pays, and at last a unit's own stocks."""

    key: ClassVar[str] = "near-stores"
    marks: ClassVar[tuple[MarkKind, ...]] = (
        MarkKind(EMPTY, "Empty"),
        MarkKind(SETTLED, "Paid"),
        MarkKind(OWING, "Unpaid"),
    )

    def sources(self, table: Table, price: Price) -> Iterable[Source]:
        """Whatever is near."""
        here = price.cell if price.cell is not None else table.state.cell[price.users[0]]
        for store in stores_of(table, price.side):
            far = table.board.grid.distance(Cell(here), Cell(cell_of(table, store)))
            if far <= WITHIN:
                rank = LOAD if store.on == "piece" else 0
                yield Source(table.label(cell_of(table, store)), held(table, store).tokens, store, (), rank, far)
        ready = tuple(piece for piece in price.users if not table.marked(EMPTY, piece))
        if ready == price.users and price.users:
            yield Source("own stocks", price.tokens, None, ready, LAST)

    def drawn(self, table: Table, price: Price, source: Source) -> None:
        """The own stocks are empty."""
        for piece in source.own:
            table.set_mark(EMPTY, piece)

    def paid(self, table: Table, price: Price) -> None:
        """Remember who has paid."""
        for piece in price.users:
            table.set_mark(SETTLED, piece)

    def unpaid(self, table: Table, price: Price) -> None:
        """Remember who has not."""
        for piece in price.users:
            table.set_mark(OWING, piece)


class TankToll(Mechanism, frozen=True, kw_only=True):
    """For tests: tanks owe a token a move."""

    key: ClassVar[str] = "tank-toll"

    def dues(self, table: Table, side: int, action: AnyAction) -> Iterable[Price]:
        """One for each tank."""
        pieces = action.pieces if isinstance(action, MoveStack) else ()
        pieces = (action.piece,) if isinstance(action, MoveUnit) else pieces
        return [Price(side, 1, (piece,), reason="fuel", case="T-1") for piece in pieces if _tank(table, piece)]


def _tank(table: Table, piece: int) -> bool:
    return table.unit(piece).symbol == "armour"


def depot_rows(choice: str = "nearest", *, stores: bool = True, stacks: bool = True) -> Rows:
    """The rows of the plain."""
    rows = small_scenario("Depot")
    plain = _plain()
    for row in plain:
        rows.put(row)
    for key, side, symbol in (
        ("tank-1", "german", "armour"),
        ("tank-2", "german", "armour"),
        ("lorry-1", "german", "supply"),
        ("gun-1", "soviet", "artillery"),
    ):
        rows.put(
            Unit(
                unit=key,
                name=key.title(),
                side=side,
                nationality=side,
                symbol=symbol,  # type: ignore[arg-type]
                move_class="infantry",
            )
        )
        rows.put(Face(unit=key, face=0, attack=4, defence=4, movement=4))
    move = {"stacks": stacks}
    rows.put(Phase(phase="german-move", name="German movement", kind="movement", side="german", params=move))
    if stores:
        rows.put(MechanismRow(mechanism="stores", params={"choice": choice}))
    rows.put(MechanismRow(mechanism=NearStores.key))
    rows.put(MechanismRow(mechanism=TankToll.key))
    return rows


def _plain() -> list[Any]:
    numbers = [f"{column:02}0{row}" for column in range(1, 11) for row in range(1, 5)]
    return [Grid(columns=10, rows=4), *(CellRow(cell=number, terrain="clear") for number in numbers)]


def depot_setting(rows: Rows | None = None) -> Setting:
    """The plain with its made-up rules."""
    kinds = all_mechanisms() | {kind.key: kind for kind in (NearStores, TankToll)}
    return Setting(compile_scenario(rows or depot_rows()), all_phases(), kinds)


def depot(pieces: dict[str, str], *stores: Stock, rows: Rows | None = None, **position: Any) -> Game:
    """A game on the plain, at the German movement."""
    spots = {key: Spot(cell) for key, cell in pieces.items()}
    return arrange(depot_setting(rows), Position(spots, 1, "german-move", stores=stores, **position), seed=1)


def dump(game: Game, cell: str, side: int = 0, **more: Any) -> Store:
    """The store of a side in a cell."""
    return Store("cell", game.setting.board.cell(cell), side, **more)
