"""Small shares: supply of several groups, the dead drawn by lot, and orders that have run out."""

from __future__ import annotations

import pytest

from engine.play.sandbox import Position, Spot, lay_out
from engine.rules.returns import ReturningDead
from engine.rules.table import Table
from engine.rules.variable_arrivals import SupplyGroup, VariableArrivals
from tests.kit.byways import ground
from tests.kit.drill import seed_showing

GROUPS = tuple(
    SupplyGroup(side=side, group=group, last_turn=last)
    for side, group, last in (("german", "hoth", 3), ("german", "guderian", 4), ("soviet", "front", 9))
)


@pytest.mark.parametrize(
    ("turn", "shares"),
    [(3, [("hoth", 3), ("guderian", 4)]), (4, [("guderian", 7)]), (5, [("", 7)])],
)
def test_supply_is_shared_by_the_groups_that_there_are_and_the_last_has_what_is_odd(
    turn: int, shares: list[tuple[str, int]]
) -> None:
    table = lay_out(ground("drill"), Position({}, turn, "german-movement"))
    found = list(VariableArrivals(groups=GROUPS).supply(table, 0, 7, "T-1"))
    assert [(task.group, task.points) for task in found] == shares
    assert {(task.side, task.kind, task.case) for task in found} == {(0, "supply", "T-1")}


def test_a_group_that_has_no_share_gets_no_order() -> None:
    table = lay_out(ground("drill"), Position({}, 3, "german-movement"))
    assert [task.group for task in VariableArrivals(groups=GROUPS).supply(table, 0, 1, "")] == ["guderian"]


def dead_pile(*dice: tuple[str, int]) -> tuple[Table, list[int]]:
    """Four dead of a pool, one that lives and one of another kind, with dice that are known."""
    keys = [f"mech-{number}" for number in (1, 3, 5, 6)]
    lost = dict.fromkeys((*keys, "vi"), "")
    table = lay_out(ground("drill"), Position({"mech-2": Spot("0505")}, 3, "soviet-movement", lost=lost))
    table.seed = seed_showing(*dice) if dice else 0
    return table, [table.scenario.piece_index[key] for key in keys]


def test_the_dead_are_drawn_by_lot_one_after_the_other() -> None:
    table, dead = dead_pile(("1d4", 2), ("1d3", 3))
    assert ReturningDead(pool="mech", which="lot")._chosen(table, 2) == [dead[1], dead[3]]
    assert table.state.rolls == 2


@pytest.mark.parametrize("many", [-1, 0, 4, 5])
def test_no_lot_is_drawn_where_all_return_or_nobody(many: int) -> None:
    table, dead = dead_pile()
    assert ReturningDead(pool="mech", which="lot")._chosen(table, many) == (dead if many > 0 else [])
    assert table.state.rolls == 0
