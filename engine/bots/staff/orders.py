"""Orders to the staff: which units, in what posture, toward what; data that a commander gives, changes and lifts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import msgspec

from engine.board import Board
from engine.errors import ScenarioError
from engine.ids import Cell
from engine.rules.table import Table
from engine.scenario import Scenario
from engine.state import Status

Posture = Literal["attack", "hold", "delay", "withdraw"]

POSTURES: tuple[Posture, ...] = get_args(Posture)
"""All postures, the boldest first."""


@dataclass(frozen=True)
class Manner:
    """What a posture is called: as a title, before the name of an objective, and what it has the staff do."""

    title: str
    toward: str
    help: str


MANNERS: dict[Posture, Manner] = {
    "attack": Manner(
        "Attack toward",
        "attack toward",
        "March on the objective by the shortest way, come up to enemies that can be beaten, and attack them",
    ),
    "hold": Manner("Hold", "hold", "Gather in and round the objective, close the ways to it, attack nobody"),
    "delay": Manner(
        "Delay before",
        "delay before",
        "Stand between the enemy and the objective, out of the reach of strong attacks, and give ground slowly",
    ),
    "withdraw": Manner("Withdraw to", "withdraw to", "Go back to the objective by the safest way, and attack nobody"),
}
"""The postures in words."""


class Order(msgspec.Struct, frozen=True):
    """What some units of a side are to do; the objective is the number of a cell."""

    side: str
    units: tuple[str, ...]
    posture: Posture
    objective: str
    name: str = ""


def given(orders: Sequence[Order], order: Order, instead: int | None = None) -> tuple[Order, ...]:
    """The orders with one more, or with one in the place of another; no unit has two, and nobody has none to give."""
    taken = set(order.units)
    kept: list[Order | None] = []
    for number, other in enumerate(orders):
        if number == instead:
            kept.append(order)
            continue
        left = other.units if other.side != order.side else tuple(unit for unit in other.units if unit not in taken)
        kept.append(msgspec.structs.replace(other, units=left) if left else None)
    if instead is None:
        kept.append(order)
    return tuple(one for one in kept if one is not None and one.units)


def lifted(orders: Sequence[Order], number: int) -> tuple[Order, ...]:
    """The orders without one of them."""
    return tuple(order for index, order in enumerate(orders) if index != number)


def objective_of(board: Board, order: Order) -> int | None:
    """The cell that an order is about; None where the map has no such cell."""
    try:
        return int(board.cell(order.objective))
    except ScenarioError:
        return None


def pieces_of(scenario: Scenario, order: Order) -> tuple[int, ...]:
    """The pieces that an order is for, as far as the scenario has them."""
    found = (scenario.piece_index.get(key) for key in order.units)
    return tuple(piece for piece in found if piece is not None)


def ready(table: Table, order: Order, mark: Status) -> tuple[int, ...]:
    """Those of them that stand on the map and do not bear the mark of having done their part."""
    state = table.state
    return tuple(
        piece for piece in pieces_of(table.scenario, order) if state.cell[piece] >= 0 and not state.status[piece] & mark
    )


def sensible(scenario: Scenario, orders: Iterable[Order]) -> tuple[Order, ...]:
    """Those of some orders that this scenario can make sense of: a side, a cell, and units that there are."""
    sides = set(scenario.side_index)
    return tuple(
        order
        for order in orders
        if order.side in sides
        and order.posture in POSTURES
        and objective_of(scenario.board, order) is not None
        and pieces_of(scenario, order)
    )


def where_words(table: Table, cell: int) -> str:
    """A cell in as few words as name it: its place, or else its number."""
    names = [table.scenario.places[index].name for index in table.setting.places_at.get(cell, ())]
    return names[0] if names else table.board.label(Cell(cell))


def order_words(table: Table, order: Order) -> str:
    """What is ordered, as `attack toward Smolensk`."""
    cell = objective_of(table.board, order)
    where = order.objective if cell is None else where_words(table, cell)
    return f"{MANNERS[order.posture].toward} {where}"
